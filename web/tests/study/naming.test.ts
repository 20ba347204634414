// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import german from "../../src/generated/locales/de.json";

/** The page in German, as soon as its texts are there. */
async function load() {
  vi.stubGlobal("fetch", () => Promise.resolve({ json: () => Promise.resolve(german) }));
  const { catalogue } = await import("../../src/text/language");
  await vi.waitFor(() => expect(catalogue.value).not.toBeNull());
  return import("../../src/study/naming");
}

it("calls the players of an analysis as the game does", async () => {
  const { playersOf } = await load();
  expect(playersOf({ White: "crownhead 3", Black: "Guest 1542" })).toBe("Otto – Gast 1542");
  expect(playersOf({ White: "Anna", Black: "crownhead fan" })).toBe("Anna – crownhead fan");
  expect(playersOf({ White: "", Black: "Anna" })).toBe("? – Anna");
  expect(playersOf({ White: "?", Black: "?" })).toBe("");
  expect(playersOf({})).toBe("");
});
