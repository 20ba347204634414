import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Ruleset } from "../../src/core/position";
import { variantOf } from "../../src/core/rules";
import { Retry } from "../../src/study/retrying";
import { lineFrom, Node, play } from "../../src/study/tree";
import { openCore } from "../offline/core";

const searched = vi.hoisted(() => ({ score: 0, moves: [] as string[] }));
vi.mock("../../src/study/engine", () => ({
  Engine: class {
    readonly known = signal<unknown>({ done: false });
    look(): void {
      this.known.value = { done: true, found: { lines: [searched] } };
    }
    stop(): void {}
    close(): void {}
  },
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The second move of a game that loses a piece, to be tried once more. */
async function ask(
  answers: readonly string[],
  score = 0,
): Promise<{ retry: Retry; wrong: string }> {
  const core = await openCore();
  const ruleset = new Ruleset(core, variantOf(core, "english"));
  const root = new Node(null, "root", ruleset.initial());
  let node = root;
  for (const text of ["11-15", "22-18", "15x22"]) {
    const { hub } = node.position.moves("legal").find(({ short }) => short === text)!;
    node = play(node, hub)!;
  }
  const mistake = lineFrom(root)[2]!;
  return {
    retry: new Retry([{ node: mistake, line: ["23-19"], score, answers }]),
    wrong: mistake.move!.hub,
  };
}

function answersOf({ refutation }: Retry): string[] {
  return refutation.value.map(({ move }) => move.short);
}

test("a wrong move is refuted, and taken back once it was seen", async () => {
  // By the best answer, which need not be the one of the game, and not beyond the exchange.
  const { retry, wrong } = await ask(["15x22x18", "25x18x22", "9-13", "18-14"]);
  retry.try(wrong);
  expect(retry.verdict.value).toBe("wrong");
  expect(answersOf(retry)).toEqual(["22-18", "15x22", "25x18", "9-13"]);
  expect(retry.tried.value).toBe(wrong);
  vi.advanceTimersByTime(600);
  expect(retry.tried.value).toBeNull();
  expect(retry.verdict.value).toBe("wrong");
  retry.try("23-19");
  expect([retry.verdict.value, answersOf(retry)]).toEqual(["right", []]);
  vi.advanceTimersByTime(600);
  expect(retry.tried.value).toBe("23-19");
  retry.close();
});

test("where the game is lost anyway, a move that loses another man is wrong all the same", async () => {
  const { retry } = await ask([], -700);
  Object.assign(searched, { score: 710, moves: ["15x22x18"] });
  retry.try("24-20");
  expect(retry.verdict.value).toBe("also_right");
  retry.next();
  const worse = (await ask([], -700)).retry;
  Object.assign(searched, { score: 900, moves: ["15x22x18"] });
  worse.try("23-18");
  expect(worse.verdict.value).toBe("wrong");
  retry.close();
  worse.close();
});

test("the last move of a game is refuted by a search", async () => {
  const { retry, wrong } = await ask([]);
  Object.assign(searched, { score: 0, moves: ["15x22x18"] });
  retry.try(wrong);
  expect([retry.verdict.value, answersOf(retry)]).toEqual(["wrong", ["22-18", "15x22"]]);
  retry.close();
});
