// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { connection } from "../../src/net/server";
import { leftSaid, serverTime } from "../../src/parts/countdown";
import { catalogue } from "../../src/text/language";

vi.hoisted(() => {
  const texts = async (): Promise<unknown> =>
    (await import("../../src/generated/locales/en.json")).default;
  vi.stubGlobal("fetch", () => Promise.resolve({ json: texts }));
});

beforeAll(async () => {
  await vi.waitUntil(() => catalogue.value);
});

afterEach(() => {
  connection.skew = 0;
  vi.useRealTimers();
});

const SECOND = 1000;
const HOUR = 3600 * SECOND;

describe("a countdown", () => {
  it.each([
    [0, "any moment now"],
    [SECOND, "in 0:01"],
    [252 * SECOND, "in 4:12"],
    [HOUR + 62 * SECOND, "in 1:01:02"],
    [50 * HOUR, "in 2 days"],
  ])("says what is left of %i ms", (left, said) => {
    expect(leftSaid(left, false)).toBe(said);
  });

  it.each([
    [252 * SECOND, "in 5 minutes"],
    [59 * SECOND, "in less than a minute"],
    [HOUR + 62 * SECOND, "in 1:01 h"],
  ])("changes by minutes alone for who wants nothing that moves: %i ms", (left, said) => {
    expect(leftSaid(left, true)).toBe(said);
  });

  it("goes by the clock of the server", () => {
    vi.useFakeTimers({ now: 1_000_000 });
    connection.skew = -HOUR;
    expect(serverTime()).toBe(1_000_000 - HOUR);
  });
});
