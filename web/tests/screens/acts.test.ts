import { expect, it } from "vitest";
import { EVENTS } from "../../src/generated/law";

const sources = import.meta.glob<string>(
  ["../../src/screens/game/*.tsx", "../../src/game/sender.ts"],
  { query: "?raw", import: "default", eager: true },
);

it.each(Object.keys(EVENTS))("the page has something by which a player does `%s`", (act) => {
  expect(Object.values(sources).some((text) => text.includes(`"${act}"`))).toBe(true);
});
