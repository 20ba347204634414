import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import german from "../../src/generated/locales/de.json";
import english from "../../src/generated/locales/en.json";
import { summary, type Rules } from "../../src/screens/rules/summary";
import { Catalogue } from "../../src/text/catalogue";

interface Said {
  readonly key: string;
  readonly rules: Rules;
  readonly huffing: boolean;
  readonly duty: number;
  readonly lines: Readonly<Record<"de" | "en", readonly string[]>>;
}

const file = new URL("../../src/generated/golden.json", import.meta.url);
const { summaries } = JSON.parse(readFileSync(file, "utf8")) as { summaries: readonly Said[] };
const catalogues = { de: new Catalogue("de", german), en: new Catalogue("en", english) };

it("says of every game and of house rules what the terminal says", () => {
  expect(summaries.length).toBeGreaterThan(150);
  for (const { key, rules, huffing, duty, lines } of summaries) {
    for (const language of ["de", "en"] as const) {
      const words = catalogues[language].of(key);
      expect(summary(rules, words, huffing, duty)).toEqual(lines[language]);
    }
  }
});
