// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { store, storedList, storedRecord } from "../../src/state/storage";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

/** A storage that reads what it has and takes nothing more. */
function fullStorage(before: string): Pick<Storage, "getItem" | "setItem"> {
  return {
    getItem: () => before,
    setItem: () => {
      throw new DOMException("no room", "QuotaExceededError");
    },
  };
}

/** Forbid storage as browsers do: its very name throws. */
function forbid(name: "localStorage" | "sessionStorage"): () => void {
  const before = Object.getOwnPropertyDescriptor(globalThis, name)!;
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => {
      throw new DOMException("forbidden", "SecurityError");
    },
  });
  return () => Object.defineProperty(globalThis, name, before);
}

describe("storage", () => {
  it("gives back what was stored", () => {
    expect(store("a record", { one: 1, two: [2] })).toBe(true);
    expect(store("a list", ["one", { two: 2 }])).toBe(true);
    expect(storedRecord("a record")).toEqual({ one: 1, two: [2] });
    expect(storedList("a list")).toEqual(["one", { two: 2 }]);
  });

  it("keeps apart what lasts on the device and what lasts in the tab", () => {
    store("seats", ["abc"], "tab");
    expect(storedList("seats")).toEqual([]);
    expect(storedList("seats", "tab")).toEqual(["abc"]);
    expect(sessionStorage.getItem("seats")).toBe('["abc"]');
  });

  it("is empty where nothing was stored", () => {
    expect(storedRecord("nothing")).toEqual({});
    expect(storedList("nothing")).toEqual([]);
  });

  it.each(["{", "", "undefined", '{"a":1'])("is empty where the text is broken: %o", (text) => {
    localStorage.setItem("broken", text);
    expect(storedRecord("broken")).toEqual({});
    expect(storedList("broken")).toEqual([]);
  });

  it.each(["null", "7", '"text"', "true"])("is empty where the shape is wrong: %s", (text) => {
    localStorage.setItem("wrong", text);
    expect(storedRecord("wrong")).toEqual({});
    expect(storedList("wrong")).toEqual([]);
  });

  it("takes no list for a record and no record for a list", () => {
    localStorage.setItem("list", "[1]");
    localStorage.setItem("record", '{"a":1}');
    expect(storedRecord("list")).toEqual({});
    expect(storedList("record")).toEqual([]);
  });

  it("says when there is no room, and still reads", () => {
    vi.stubGlobal("localStorage", fullStorage('{"kept":1}'));
    expect(store("more", { more: 2 })).toBe(false);
    expect(storedRecord("more")).toEqual({ kept: 1 });
  });

  it("forgets, and nothing else, where storage is forbidden", () => {
    for (const [name, lasting] of [
      ["localStorage", "device"],
      ["sessionStorage", "tab"],
    ] as const) {
      const allow = forbid(name);
      expect(store("a", {}, lasting)).toBe(false);
      expect(storedRecord("a", lasting)).toEqual({});
      expect(storedList("a", lasting)).toEqual([]);
      allow();
    }
  });
});
