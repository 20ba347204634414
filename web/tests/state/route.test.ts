// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { route } from "../../src/state/route";

function at(hash: string): typeof route.value {
  location.hash = hash;
  dispatchEvent(new Event("hashchange"));
  return route.value;
}

describe("the address of a game", () => {
  it.each(["G1", "local0123456789abcdef", "a".repeat(32)])("may be %s", (id) => {
    expect(at(`#/g/${id}`)).toEqual({ screen: "game", id });
  });

  it.each(["", "ab-cd", "%25%25", "%", "ä", "a".repeat(33)])("is none: %j", (id) => {
    expect(at(`#/g/${id}`)).toEqual({ screen: "game", id: "" });
  });
});
