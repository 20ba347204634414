// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import type * as Choices from "../../src/game/choices";
import { viewOf } from "./views";

async function page(): Promise<typeof Choices> {
  vi.resetModules();
  return import("../../src/game/choices");
}

it("still knows after a reload what there was to choose from at the last move", async () => {
  const first = await page();
  const before = viewOf("two-routes", { moves: ["11-15"], must: [{ square: 43, take: 2 }] });
  const view = viewOf("same-ends", { moves: ["11-15", "22-18"] });
  expect(first.choiceBefore("G1", view)).toBeNull();
  first.keepChoice("G1", before);
  first.keepChoice("G1", view);
  const next = await page();
  const choice = { moves: before.legal.length, take: 2 };
  expect(next.choiceBefore("G1", view)).toMatchObject(choice);
  expect(next.choiceBefore("G2", view)).toBeNull();
  expect(next.choiceBefore("G1", { ...view, moves: ["11-16", "22-18"] })).toBeNull();
});
