import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Ruleset } from "../../src/core/position";
import { variantOf } from "../../src/core/rules";
import { Retry } from "../../src/study/retrying";
import { lineFrom, Node, play } from "../../src/study/tree";
import { openCore } from "../offline/core";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The second move of a game that loses a piece, to be tried once more. */
async function asked(): Promise<{ retry: Retry; wrong: string }> {
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
    retry: new Retry([{ node: mistake, line: ["23-19"], score: 0 }]),
    wrong: mistake.move!.hub,
  };
}

function answersOf({ refutation }: Retry): string[] {
  return refutation.value.map(({ move }) => move.short);
}

test("a wrong move is refuted, and taken back once it was seen", async () => {
  const { retry, wrong } = await asked();
  retry.try(wrong);
  expect(retry.verdict.value).toBe("wrong");
  expect(answersOf(retry)).toEqual(["22-18", "15x22"]);
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
