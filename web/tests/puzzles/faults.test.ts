// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { report, tellWaiting } from "../../src/puzzles/faults";

const ONE = { variant: "english", puzzle: "0123456789", fault: "another_move" } as const;
const TWO = { variant: "english", puzzle: "abcdef0123", fault: "something_else" } as const;

const fail = (status: number, sentence: string): Promise<never> =>
  Promise.reject(Object.assign(new Error(sentence), { status, sentence, away: status === 0 }));
const failAway = (): Promise<never> => fail(0, "");

describe("a reported puzzle", () => {
  beforeEach(() => localStorage.clear());

  it("is told to a server that is there", async () => {
    const told: unknown[] = [];
    const tell = (fault: unknown): Promise<void> => Promise.resolve(void told.push(fault));
    expect(await report(ONE, tell)).toBe("told");
    expect(told).toEqual([ONE]);
    await tellWaiting(tell);
    expect(told).toEqual([ONE]);
  });

  it("is kept without a server, once for each puzzle, and told later", async () => {
    expect(await report(ONE, failAway)).toBe("kept");
    expect(await report({ ...ONE, fault: "wrong_solution" }, failAway)).toBe("kept");
    expect(await report(TWO, failAway)).toBe("kept");
    const told: unknown[] = [];
    await tellWaiting((fault) => Promise.resolve(void told.push(fault)));
    expect(told).toEqual([{ ...ONE, fault: "wrong_solution" }, TWO]);
    await tellWaiting(() => Promise.reject(new Error("nothing waits")));
  });

  it("waits where it was told too fast, and is dropped where it is refused", async () => {
    expect(await report(ONE, () => fail(429, "Slower."))).toBe("kept");
    const refuse = (): Promise<never> => fail(404, "No such puzzle.");
    expect(await report(TWO, refuse)).toEqual({ refused: "No such puzzle." });
    const told: unknown[] = [];
    await tellWaiting((fault) => Promise.resolve(void told.push(fault)));
    expect(told).toEqual([]);
  });

  it("does not trip over what somebody else has stored", async () => {
    localStorage.setItem("crownhead.puzzles.faults", '[null, 3, {"variant": "english"}]');
    const told: unknown[] = [];
    await tellWaiting((fault) => Promise.resolve(void told.push(fault)));
    expect(told).toEqual([]);
  });
});
