// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { preferences } from "../../src/state/preferences";
import { wish, wishFor } from "../../src/state/wishes";

it("remembers side and time for each rival by itself", () => {
  preferences.time.value = "";
  wish("computer", { time: "300+3", side: "black" });
  wish("online", { ballot: true });
  expect(wishFor("computer")).toMatchObject({ time: "300+3", side: "black", ballot: false });
  expect(wishFor("online")).toMatchObject({ time: "", side: "first", ballot: true });
  expect(wishFor("friend")).toMatchObject({ time: "", side: "first", ballot: false });
});
