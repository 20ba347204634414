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

interface Move {
  readonly origin: number;
  readonly captures: readonly number[];
}
interface Step {
  readonly id: string;
  readonly tasks: readonly {
    readonly board: string;
    readonly steps: readonly {
      readonly legal: readonly Move[];
      readonly right: readonly number[];
    }[];
  }[];
}
const steps = (courses as readonly { readonly steps: readonly Step[] }[]).flatMap(
  (course) => course.steps,
);

test.each([
  ["de", de],
  ["en", en],
] as const)("whoever makes another legal move is told what to look for (%s)", (_, texts) => {
  const choosing = steps.filter(({ tasks }) =>
    tasks.some(({ steps: [first] }) => first!.right.length < first!.legal.length),
  );
  expect(choosing.length).toBeGreaterThan(10);
  const silent = choosing.filter(({ id }) => !(`web.course.${id}.wrong` in texts));
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test("no capture that the rules allow is the wrong one where a rule is taught", () => {
  const rules = steps.flatMap(({ id, tasks }) =>
    tasks.filter((task) => task.steps.length === 1).map((task) => ({ id, ...task.steps[0]! })),
  );
  const captures = rules.filter(({ legal, right }) => legal[right[0]!]!.captures.length > 0);
  expect(captures.length).toBeGreaterThan(30);
  const unjust = captures.filter(({ legal, right }) => right.length < legal.length);
  expect(unjust.map(({ id }) => id)).toEqual([]);
});

test("how far a king flies is answered by the king", () => {
  const tasks = steps.filter(({ id }) => id === "flies").flatMap((step) => step.tasks);
  expect(tasks.length).toBeGreaterThan(3);
  for (const {
    board,
    steps: [first],
  } of tasks) {
    const movers = first!.right.map((n) => board[first!.legal[n]!.origin - 1]);
    expect(movers.join("")).toMatch(/^[WB]+$/);
  }
});
