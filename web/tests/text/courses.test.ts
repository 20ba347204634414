import { expect, test } from "vitest";
import courses from "../../src/generated/courses.json";
import de from "../../src/generated/locales/de.json";
import en from "../../src/generated/locales/en.json";
import { Catalogue, type Entries } from "../../src/text/catalogue";

test("the course of English draughts speaks of kings, as German has it there", () => {
  const speech = new Catalogue("de", de as unknown as Entries).of("english");
  const english = (courses as readonly { id: string; steps: readonly { id: string }[] }[]).find(
    ({ id }) => id === "english",
  )!;
  const texts = english.steps.flatMap(({ id }) =>
    Object.keys(de)
      .filter((key) => /^web\.(course|gallery)\./.test(key) && key.split(".")[2] === id)
      .map((key) => speech.maybe(key)),
  );
  expect(texts.length).toBeGreaterThan(english.steps.length);
  // The game itself is called so.
  expect(texts.filter((text) => /Dame/.test(text.replaceAll(/englischen? Dame/gi, "")))).toEqual(
    [],
  );
});

test.each([
  ["de", de],
  ["en", en],
] as const)("every task of a course asks a question of its own (%s)", (_, texts) => {
  const all = courses as readonly { steps: readonly { id: string; tasks: readonly unknown[] }[] }[];
  const asking = all.flatMap(({ steps }) => steps).filter(({ tasks }) => tasks.length > 0);
  expect(asking.length).toBeGreaterThan(30);
  const without = asking.filter(({ id }) => !(`web.course.${id}.asked` in texts));
  expect(without.map(({ id }) => id)).toEqual([]);
});
