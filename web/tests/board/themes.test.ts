import { describe, expect, it } from "vitest";
import { colorsOf, THEMES } from "../../src/board/themes";

function light(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, two: string): number {
  const [low, high] = [light(one), light(two)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

const FORMS = THEMES.flatMap((theme) =>
  [false, true].map((dark) => [theme, dark ? "dark" : "light", colorsOf(theme, dark)] as const),
);

describe.each(FORMS)("the theme %s, %s", (_theme, _form, colors) => {
  it.each(["w-a", "w-b", "b-a", "b-b"])(
    "lets pieces (%s) stand out 3:1 from their squares",
    (piece) => {
      for (const square of ["dark", "other"]) {
        expect(contrast(colors[piece]!, colors[square]!)).toBeGreaterThanOrEqual(3);
      }
    },
  );

  it("has names of squares that can be read 4.5:1", () => {
    for (const square of ["dark", "other"]) {
      expect(contrast(colors["name"]!, colors[square]!)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(colors["frame-name"]!, colors["frame"]!)).toBeGreaterThanOrEqual(4.5);
  });
});
