// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { calledName } from "../../src/game/naming";

it("calls the computer of a match by the name of its level, as its card does", () => {
  const players = {
    white: { name: "crownhead 2", kind: "engine" as const, level: 2 },
    black: { name: "Anna", kind: "guest" as const, level: null },
  };
  expect(["crownhead 2", "Anna", "Bert"].map((name) => calledName(players, name))).toEqual([
    "Mila",
    "Anna",
    "Bert",
  ]);
});
