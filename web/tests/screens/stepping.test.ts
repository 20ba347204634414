import { expect, it } from "vitest";
import { plyAfter } from "../../src/screens/game/stepping";

it("steps by arrows to either end and no farther, and leaves other keys alone", () => {
  expect(plyAfter("ArrowLeft", 0, 8)).toBe(0);
  expect(plyAfter("ArrowRight", 3, 8)).toBe(4);
  expect(plyAfter("ArrowRight", 8, 8)).toBe(8);
  expect(plyAfter("Home", 5, 8)).toBe(0);
  expect(plyAfter("End", 5, 8)).toBe(8);
  expect(plyAfter("ArrowUp", 5, 8)).toBeNull();
});
