// @vitest-environment happy-dom
import { h, render } from "preact";
import { expect, it } from "vitest";
import { Sentence } from "../../src/parts/sentence";

function show(text: string): { readonly whole: string; readonly kept: readonly string[] } {
  const place = document.createElement("p");
  render(h(Sentence, { text }), place);
  const kept = [...place.querySelectorAll(".unbroken")].map((each) => each.textContent ?? "");
  return { whole: place.textContent ?? "", kept };
}

it("keeps moves together, and reads as before", () => {
  const text = "Nach c3-d4 folgt a5-b4-c3, und das 40-Züge-Schema bleibt; 22-18, 9-14-5 und 3x10.";
  const kept = ["c3-d4", "a5-b4-c3", "22-18", "9-14-5"];
  expect(show(text)).toEqual({ whole: text, kept });
});

it("leaves a sentence without moves alone", () => {
  expect(show("Remis.")).toEqual({ whole: "Remis.", kept: [] });
});
