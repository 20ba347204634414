import { beforeAll, describe, expect, it } from "vitest";
import type { Core } from "../../src/core/core";
import { Ruleset } from "../../src/core/position";
import { recorded } from "../../src/core/rules";
import { refusalIn } from "../../src/puzzles/refusing";
import { openCore } from "../offline/core";
import { catalogueOf } from "../offline/golden";

let core: Core;
beforeAll(async () => {
  core = await openCore();
});

/** What is said in a position of a game for these squares. */
function refusalOf(
  variant: string,
  fen: string,
  squares: readonly string[],
  language = "en",
): string {
  const ruleset = new Ruleset(core, recorded(variant));
  const { board, turn } = fen ? ruleset.read(fen) : ruleset.initial();
  const place = { variant, board, turn };
  const numbers = squares.map((name) => ruleset.geometry.squareOf(name)!);
  return refusalIn(core, place, numbers, catalogueOf(language).of(variant));
}

const COMPULSION = "W:W17,22,25:B1,2,14";

describe("a refused move of a line or a puzzle names its rule", () => {
  it("as a direction", () => {
    expect(refusalOf("english", "", ["9", "5"])).toMatch(/5 is occupied/);
    expect(refusalOf("english", "W:W18:B1", ["18", "22"], "de")).toBe(
      "Ein Stein zieht nur vorwärts, nicht von 18 nach 22.",
    );
  });

  it("as compulsion, for a move and for a piece that is picked", () => {
    expect(refusalOf("english", COMPULSION, ["22", "18"], "de")).toBe(
      "Schlagzwang: 17 muss schlagen.",
    );
    expect(refusalOf("english", COMPULSION, ["22"], "de")).toBe("Schlagzwang: 17 muss schlagen.");
  });

  it("as a majority, with letters where the board has them", () => {
    const fen = "W:Wc3,h2:Bd4,d6,g3,a7";
    expect(refusalOf("lite", fen, ["h2", "f4"], "de")).toMatch(
      /^Mehrheitsregel: c3xc7 schlägt zwei Steine/,
    );
    expect(refusalOf("lite", fen, ["h2"], "de")).toMatch(/^c3xc7 ist Pflicht/);
  });

  it("and says nothing of its own where nothing can be said", () => {
    expect(refusalOf("english", "", ["1"])).toMatch(/cannot move/);
    expect(refusalOf("english", "", ["9", "13"])).toBe("");
  });
});
