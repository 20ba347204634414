/** What moves cost: evaluations are White's, in men, and a win that is proved counts ten. */

import { describe, expect, it } from "vitest";
import type { Item } from "../../src/core/files";
import { lossesOf } from "../../src/study/losses";

function game(...evaluations: readonly string[]): Item[] {
  const items = evaluations.map((text): Item[] => [
    ["move", "11-15"],
    ["comment", `[%eval ${text}]`],
  ]);
  return items.flat();
}

describe("losses", () => {
  it("reads a proved win as ten men to its side", () => {
    expect(lossesOf(game("0.1", "#3", "#-", "-#12", "#"), "black")).toEqual([null, 0, 0, 0, 2000]);
  });

  it("leaves alone what is no evaluation", () => {
    expect(lossesOf(game("0.5", "good", "-"), "white")).toEqual([null, null, null]);
  });

  it("takes no longer than a text is long", () => {
    const endless = `[%eval${" ".repeat(200_000)}`;
    expect(
      lossesOf(
        [
          ["move", "11-15"],
          ["comment", endless],
        ],
        "white",
      ),
    ).toEqual([null]);
  });
});
