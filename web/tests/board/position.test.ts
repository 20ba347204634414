import { describe, expect, it } from "vitest";
import { fenOf } from "../../src/board/fen";
import { lettersOf } from "../../src/board/position";
import variants from "../../src/generated/variants.json";
import { CASES, geometryOf, NAMES } from "../fixtures";

describe("a position", () => {
  it.each(NAMES)("goes through FEN: %s", (name) => {
    const { board, variant } = CASES[name];
    expect(lettersOf(fenOf(board, "white"), geometryOf(variant))).toBe(board);
    expect(lettersOf(fenOf(board, "black"), geometryOf(variant))).toBe(board);
    expect(lettersOf(board, geometryOf(variant))).toBe(board);
  });

  it("is read with ranges, letters, kings and a full stop", () => {
    const english = geometryOf("english");
    const start = variants.find((variant) => variant.key === "english")!.start;
    expect(lettersOf("B:W21-32:B1-12.", english)).toBe(start);
    expect(lettersOf(" W:WKa1,c3:Bb8 ", geometryOf("lite"))).toMatch(/^b.{20}w.{6}W/);
    expect(lettersOf("W:WK1-2:B", english).slice(0, 3)).toBe("WWe");
    expect(lettersOf("W:W:B", english)).toBe("e".repeat(32));
    expect(lettersOf("W:W1:B2:H0:F1", english).slice(0, 3)).toBe("wbe");
  });

  it.each([
    "",
    "hello",
    "W:W33:B1",
    "W:Wa2:B1",
    "W:W5-3:B1",
    "W:W0:B",
    "e".repeat(31),
    "9".repeat(2000),
  ])("is not read from %j", (text) => {
    expect(() => lettersOf(text, geometryOf("english"))).toThrow(SyntaxError);
  });
});
