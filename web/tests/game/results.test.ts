// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import type { GameState, View } from "../../src/game/source";
import { NAMES } from "../fixtures";
import { stateOf } from "./views";

const WON = { winner: "black", termination: "resignation", rule: "", reason: "", sentence: "" };
const START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

function endGame(game: string, level: number | null, more: Partial<View> = {}): GameState {
  const own = { name: "Anna", kind: "guest" as const };
  const rival = { name: "crownhead", kind: "engine" as const, level };
  const outcome = WON as View["outcome"];
  const view: Partial<View> = {
    variant: "english",
    start: START,
    players: { black: own, white: rival },
    outcome,
    ...more,
  };
  return { ...stateOf(NAMES[0]!, view, 9), game, you: ["black"] };
}

async function load(): Promise<typeof import("../../src/game/results")> {
  vi.resetModules();
  return import("../../src/game/results");
}

beforeEach(() => localStorage.clear());

test("a game against the computer counts once, and after the page was left", async () => {
  const { keepResult, resultsIn } = await load();
  keepResult(endGame("a", 3));
  keepResult(endGame("a", 3));
  keepResult(endGame("b", 4, { outcome: { ...WON, winner: "white" } as View["outcome"] }));
  keepResult(endGame("c", 4, { outcome: { ...WON, winner: null } as View["outcome"] }));
  const met = [
    [3, 1],
    [4, 0],
    [4, 0.5],
  ];
  expect(resultsIn("english")).toEqual(met);
  expect(resultsIn("russian")).toEqual([]);
  const again = await load();
  again.keepResult(endGame("b", 4));
  expect(again.resultsIn("english")).toEqual(met);
});

test("what says nothing of the player does not count", async () => {
  const { keepResult, resultsIn } = await load();
  keepResult(endGame("running", 3, { outcome: null }));
  keepResult(endGame("people", null));
  keepResult(endGame("set up", 3, { start: "B:W21:B1" }));
  keepResult({ ...endGame("looked at", 3), you: [] });
  keepResult({ ...endGame("two here", 3), you: ["black", "white"] });
  const aborted = { ...WON, winner: null, termination: "aborted" } as View["outcome"];
  keepResult(endGame("aborted", 3, { outcome: aborted }));
  expect(resultsIn("english")).toEqual([]);
});

test("whoever has played a game through is no stranger", async () => {
  const { keepResult } = await load();
  const { preferences } = await import("../../src/state/preferences");
  keepResult(endGame("running", 3, { outcome: null }));
  expect(preferences.welcomed.value).toBe(false);
  keepResult(endGame("a", 3));
  expect(preferences.welcomed.value).toBe(true);
});

test("damaged results are left out", async () => {
  const list = [null, { game: "a", level: 11, score: 1 }, { game: "b", level: 2, score: 0.5 }];
  localStorage.setItem("crownhead.results", JSON.stringify({ english: list, lite: "none" }));
  const { keepResult, resultsIn } = await load();
  expect(resultsIn("english")).toEqual([[2, 0.5]]);
  expect(resultsIn("lite")).toEqual([]);
  keepResult(endGame("a", 3));
  expect(resultsIn("english")).toEqual([
    [2, 0.5],
    [3, 1],
  ]);
});

test("the level follows from the results where that is wanted", async () => {
  const { keepResult } = await load();
  const { levelIn } = await import("../../src/game/adaptive");
  const { gameOf } = await import("../../src/game/variants");
  const { preferences } = await import("../../src/state/preferences");
  for (const game of ["a", "b", "c"]) keepResult(endGame(game, 3));
  const english = gameOf("english");
  expect(levelIn(english)).toBe(3);
  preferences.adapts.value = true;
  expect(levelIn(english)).toBe(5);
  expect(levelIn(gameOf("russian"))).toBe(3);
  preferences.level.value = 6;
  expect(levelIn(gameOf("russian"))).toBe(6);
});
