// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { controlOf, partsOf } from "../../src/game/times";

it("reads and writes a control in minutes and seconds", () => {
  expect(partsOf("180+2")).toEqual({ minutes: 3, seconds: 2 });
  expect(partsOf("900")).toEqual({ minutes: 15, seconds: 0 });
  expect(partsOf("40/7200:3600")).toBeNull();
  expect(controlOf(0.5, 0)).toBe("30");
  expect(controlOf(15, 10)).toBe("900+10");
});
