// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { whyStuck } from "../../src/game/explaining";
import { why } from "../../src/game/why";
import german from "../../src/generated/locales/de.json";
import { Catalogue } from "../../src/text/catalogue";
import { CASES, geometryOf } from "../fixtures";
import { viewOf } from "./views";

const words = new Catalogue("de", german);
const [taking] = CASES["two-routes"].legal;

it("names the majority rule where a piece has to leave it to another", () => {
  const view = viewOf("two-routes", { must: [{ square: 43, take: taking!.captures.length }] });
  const said = whyStuck(12, view, geometryOf("international"), "numeric", words);
  expect(said.sentence).toMatch(/^43x34.* ist Pflicht/);
  expect(said.squares).toEqual([43]);
});

it("names the pieces that must capture where no number decides", () => {
  const view = viewOf("two-routes", { must: [{ square: 43, take: null }] });
  const said = whyStuck(12, view, geometryOf("international"), "numeric", words);
  expect(said.sentence).toBe("Schlagzwang: 43 muss schlagen.");
});

it("does not reason with a majority of one", () => {
  const last = {
    text: "22x13",
    origin: 22,
    target: 13,
    captures: [18],
    route: [22, 13],
    crowns: false,
    faulty: false,
  };
  const before = { moves: 1, take: 1 };
  const view = viewOf("two-routes", { last });
  expect(why(view, before, words)).toBe("22x13: Schlagzwang, und es war der einzige Schlag.");
  const two = { ...before, moves: 2 };
  expect(why(view, two, words)).toContain("freier Wahl");
  const three = { ...last, captures: [1, 2, 3] };
  expect(why({ ...view, last: three }, before, words)).toContain("nimmt 3 Steine");
});
