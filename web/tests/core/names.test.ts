import { beforeAll, expect, test } from "vitest";
import type { NewGame } from "../../src/generated/messages";
import type { Core } from "../../src/core/core";
import { RulesError } from "../../src/core/errors";
import { isPrintable, nameOf, oneLine } from "../../src/core/names";
import { agreed, begin } from "../../src/offline/opening";
import { namesOf } from "../../src/offline/table";
import { unnamed, variantOf } from "../../src/core/rules";
import { openCore } from "../offline/core";

let core: Core;
beforeAll(async () => {
  core = await openCore();
});

const wish = { opponent: { kind: "same_device" }, variant: "russian" } as unknown as NewGame;

test("a name with an emoji at place 40 was cut in the middle of it", () => {
  const long = `${"x".repeat(39)}🦊🦊`;
  const table = begin("local", agreed(core, wish), long, "B", 0);
  expect(Object.values(namesOf(table))).toContain(`${"x".repeat(39)}🦊`);
});

test("names are one printable line", () => {
  expect(nameOf(" A\u0007nna\n\u2028 B\u00a0 ")).toBe("A nna B");
  expect(nameOf("\u200b\u0000")).toBe("");
  expect(oneLine("")).toBe("");
  expect(isPrintable("Straße 12, Ω 🦊")).toBe(true);
});

test("unprintable names of house rules were accepted", () => {
  const { rules, notation } = variantOf(core, "russian");
  const houseRules = (name: string): unknown => ({
    key: "house",
    names: { de: name, en: name },
    rules: { ...rules, flying: false },
    notation,
  });
  expect(unnamed(variantOf(core, houseRules(" My  rules "))).name).toBe("My rules");
  for (const name of ["My\u200brules", "\u0007", "a\ue000"]) {
    expect(() => unnamed(variantOf(core, houseRules(name))), JSON.stringify(name)).toThrow(
      RulesError,
    );
  }
});
