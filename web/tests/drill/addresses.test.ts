import { expect, it } from "vitest";
import { addressOf, openingModeOf } from "../../src/drill/addresses";
import { modeOf } from "../../src/screens/puzzles/mode";

it("addresses of openings name a side and a line", () => {
  expect(openingModeOf("openings")).toEqual({ side: null, line: "" });
  expect(openingModeOf(addressOf("white"))).toEqual({ side: "white", line: "" });
  const line = "9-13.22-17";
  expect(openingModeOf(addressOf("black", line))).toEqual({ side: "black", line });
  for (const other of ["rated", "openings-", "openings-red", "openings-white-", "0123456789"]) {
    expect(openingModeOf(other)).toBeNull();
  }
  expect(modeOf("openings-white")).toBeNull();
});
