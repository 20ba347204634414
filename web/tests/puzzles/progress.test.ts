// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { BEGINNER, dayAfter, daysInARow } from "../../src/puzzles/progress";

test.each([
  ["2026-11-26", 3, 4],
  ["2026-11-27", 3, 3],
  ["2026-11-25", 3, 1],
  ["", 0, 1],
])("solved last on %s, %d days in a row: %d", (daily, days, after) => {
  const changed = dayAfter({ ...BEGINNER, daily, days }, "2026-11-27");
  expect(changed).toEqual({ daily: "2026-11-27", days: after });
});

test("days in a row are told until a day was missed, over the end of a year too", () => {
  const standing = { ...BEGINNER, daily: "2026-12-31", days: 2 };
  expect(daysInARow(standing, "2026-12-31")).toBe(2);
  expect(daysInARow(standing, "2027-01-01")).toBe(2);
  expect(daysInARow(standing, "2027-01-02")).toBe(0);
});

test("who solved one before days were counted has one", () => {
  expect(daysInARow({ ...BEGINNER, daily: "2026-11-26" }, "2026-11-27")).toBe(1);
});
