// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { caption } from "../../src/screens/game/ending";
import type { View } from "../../src/game/source";

const players = {
  white: { kind: "account", name: "Anna" },
  black: { kind: "account", name: "Bert" },
};

function view(
  outcome: { readonly winner: string | null; readonly termination: string } | null,
): View {
  return { players, outcome } as unknown as View;
}

test.each([
  [null, "Anna – Bert"],
  [{ winner: null, termination: "aborted" }, "Anna – Bert"],
  [{ winner: null, termination: "agreement" }, "Anna – Bert · ½–½"],
  [{ winner: "white", termination: "resignation" }, "Anna – Bert · 1–0"],
  [{ winner: "black", termination: "blocked" }, "Anna – Bert · 0–1"],
])("a picture names players and result: %o", (outcome, said) => {
  expect(caption(view(outcome))).toBe(said);
});
