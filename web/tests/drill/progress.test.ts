// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";

type Progress = typeof import("../../src/drill/progress");
const load = async (): Promise<Progress> => {
  vi.resetModules();
  return import("../../src/drill/progress");
};
const lines = ["a", "b", "c"].map((id) => ({ id }));

beforeEach(() => localStorage.clear());

it("keeps what is known, for each side by itself, until a mistake", async () => {
  const { recordLine, knownOf } = await load();
  recordLine("english", "black", "a", true);
  recordLine("english", "black", "b", true);
  recordLine("english", "black", "a", false);
  expect([...knownOf("english", "black")]).toEqual(["b"]);
  expect(knownOf("english", "white").size).toBe(0);
  const later = await load();
  expect([...later.knownOf("english", "black")]).toEqual(["b"]);
});

it("reads what somebody else has stored like a stranger's", async () => {
  localStorage.setItem(
    "crownhead.openings",
    JSON.stringify({ "english/white": [1, "a", null], "lite/white": "a" }),
  );
  const { knownOf } = await load();
  expect([...knownOf("english", "white")]).toEqual(["a"]);
  expect(knownOf("lite", "white").size).toBe(0);
});

it("goes on with what is not known yet, and at last with what follows", async () => {
  const { nextOf } = await load();
  expect(nextOf(lines, new Set())?.id).toBe("a");
  expect(nextOf(lines, new Set(["b"]), "a")?.id).toBe("c");
  expect(nextOf(lines, new Set(["b"]), "c")?.id).toBe("a");
  expect(nextOf(lines, new Set(["a", "b", "c"]), "b")?.id).toBe("c");
  expect(nextOf([], new Set())).toBeUndefined();
  expect(nextOf([{ id: "a" }], new Set(["a"]), "a")).toBeUndefined();
});
