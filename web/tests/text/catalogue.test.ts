import { describe, expect, it } from "vitest";
import german from "../../src/generated/locales/de.json";
import english from "../../src/generated/locales/en.json";
import russian from "../../src/generated/locales/ru.json";
import gallery from "../../src/generated/gallery.json";
import switches from "../../src/generated/switches.json";
import variants from "../../src/generated/variants.json";
import { Catalogue } from "../../src/text/catalogue";

const de = new Catalogue("de", german);
const en = new Catalogue("en", english);

describe("a catalogue", () => {
  it("fills in values and chooses plural forms", () => {
    expect(de.text("web.level", { n: 3 })).toBe("Stufe 3");
    expect(de.text("web.count.draw", { n: 1 })).toBe("Noch 1 Zug bis Remis");
    expect(de.text("web.count.draw", { n: 10 })).toBe("Noch 10 Züge bis Remis");
    expect(en.text("web.say.taken", { n: 0 })).toBe("0 pieces taken.");
  });

  it("counts as its language does, and as English does what is in English", () => {
    const ru = new Catalogue("ru", russian);
    const counted = [1, 2, 5, 11, 21, 22].map((n) => ru.text("count.moves", { n }));
    expect(counted).toEqual(["1 ход", "2 хода", "5 ходов", "11 ходов", "21 ход", "22 хода"]);
    const inEnglish = [1, 2, 21].map((n) => ru.text("web.study.played", { n }));
    expect(inEnglish).toEqual([1, 2, 21].map((n) => en.text("web.study.played", { n })));
  });

  it("uses the words of the game", () => {
    const key = "web.why.crowns";
    expect(de.of("english").text(key, { move: "6-2" })).toContain("König");
    expect(de.of("lite").text(key, { move: "b6-a7" })).toContain("Dame");
    const lite = de.of("lite");
    expect(lite.of("lite")).toBe(lite);
    expect(de.of("lite")).toBe(lite);
  });

  it("joins alternatives", () => {
    expect(de.either([22])).toBe("22");
    expect(de.either([22, 27])).toBe("22 oder 27");
    expect(en.either([18, 22, 27])).toBe("18, 22 or 27");
    expect(en.either([])).toBe("");
  });

  it("stands in for what it does not know, and shows what was not given", () => {
    expect(de.maybe("draw_rule.nobody", "N1")).toBe("N1");
    expect(de.maybe("draw_rule.L14")).toBe("je 20 Züge ohne Schlag");
    expect(de.text("web.level")).toBe("Stufe {n}");
    expect(new Catalogue("en", {}).text("web.play")).toBe("web.play");
  });
});

describe.each([
  ["de", de],
  ["en", en],
] as const)("the texts made from values (%s)", (_, catalogue) => {
  it("exist for every page of the gallery", () => {
    for (const { id } of gallery) {
      expect(catalogue.has(`web.gallery.${id}`), id).toBe(true);
      expect(catalogue.has(`web.gallery.${id}.text`), id).toBe(true);
    }
  });

  it("exist for every level, feature and switch", () => {
    for (let level = 1; level <= 10; level++) {
      expect(catalogue.has(`web.level.${level}`)).toBe(true);
    }
    for (const each of variants.flatMap((variant) => variant.features)) {
      expect(catalogue.has(`web.feature.${each}`), each).toBe(true);
    }
    for (const { name, values } of switches) {
      expect(catalogue.has(`house.${name}`), name).toBe(true);
      for (const value of Object.keys(values)) {
        expect(catalogue.has(`house.${name}.${value}`), `${name} ${value}`).toBe(true);
      }
    }
  });

  /** What is said of every page. */
  const BESIDE = new Set(["play", "try", "done", "fault"]);

  it("leave no page of the gallery behind that is gone", () => {
    const pages = new Set(gallery.map(({ id }) => id));
    const keys = Object.keys(catalogue.entries).filter((key) => key.startsWith("web.gallery."));
    const named = keys.map((key) => key.split(".")[2]!).filter((name) => !BESIDE.has(name));
    expect(named.filter((name) => !pages.has(name))).toEqual([]);
  });
});
