// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { dueIn, missedIn, remember } from "../../src/puzzles/missed";
import { repeat } from "../../src/puzzles/repeating";

const DAY = 86_400_000;
const GOOD = { due: 1, reviewed: 0, stability: 1, difficulty: 5, repetitions: 1, lapses: 1 };
const NOW = Date.parse("2026-11-27T12:00:00Z");

beforeEach(() => {
  for (const id of Object.keys(missedIn("lite"))) remember("lite", id, null);
});

test("a puzzle that was missed comes again after a day, and never one that was solved", () => {
  repeat("lite", "one", false, NOW);
  repeat("lite", "two", true, NOW);
  expect(Object.keys(missedIn("lite"))).toEqual(["one"]);
  expect(dueIn("lite", NOW + 0.5 * DAY)).toEqual([]);
  expect(dueIn("lite", NOW + 1.5 * DAY)).toEqual(["one"]);
  expect(dueIn("english", NOW + 1.5 * DAY)).toEqual([]);
});

test("it comes ever later while it is solved, and goes in the end", () => {
  repeat("lite", "one", false, NOW);
  const waits: number[] = [];
  let now = NOW;
  while ("one" in missedIn("lite") && waits.length < 20) {
    const { due } = missedIn("lite")["one"]!;
    waits.push((due - now) / DAY);
    now = due;
    repeat("lite", "one", true, now);
  }
  expect(waits.length).toBeGreaterThan(2);
  expect(waits).toEqual(waits.toSorted((one, two) => one - two));
  expect(missedIn("lite")).toEqual({});
});

test("missed again it comes sooner", () => {
  repeat("lite", "one", false, NOW);
  repeat("lite", "one", true, missedIn("lite")["one"]!.due);
  const later = missedIn("lite")["one"]!;
  repeat("lite", "one", false, later.due);
  const again = missedIn("lite")["one"]!;
  expect(again.due - later.due).toBeLessThan(later.due - later.reviewed);
  expect(again.lapses).toBe(later.lapses + 1);
});

test("what is damaged on the device is left out", async () => {
  const { vi } = await import("vitest");
  localStorage.setItem(
    "crownhead.missed",
    JSON.stringify({ english: null, lite: { good: GOOD, bad: 7 } }),
  );
  vi.resetModules();
  const fresh = await import("../../src/puzzles/missed");
  expect(Object.keys(fresh.missedIn("lite"))).toEqual(["good"]);
});
