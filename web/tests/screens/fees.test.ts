// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from "vitest";
import { sumOf } from "../../src/screens/events/fees";
import { sayMoney } from "../../src/screens/events/said";
import { preferences } from "../../src/state/preferences";

vi.hoisted(() => vi.stubGlobal("fetch", () => Promise.resolve({ json: () => ({}) })));

describe("entry fees", () => {
  beforeAll(() => void (preferences.language.value = "de"));

  it("reads sums as people type them, in whole numbers", () => {
    const euro = { digits: 2 };
    const typed = ["10", " 10,5 ", "10.50", "0,07", "1,005", "", "-5", "1e3", "ten", "5,"];
    const sums = [1000, 1050, 1050, 7, null, null, null, null, null, null];
    expect(typed.map((each) => sumOf(euro, each))).toEqual(sums);
    expect(sumOf({ digits: 0 }, "2000")).toBe(2000);
    expect(sumOf({ digits: 0 }, "2000,5")).toBeNull();
    expect(sumOf({ digits: 3 }, "1.25")).toBe(1250);
  });

  it("says them as people write them, with the decimals of the currency", () => {
    const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, " ");
    expect(withoutSpaces(sayMoney({ currency: "EUR", digits: 2 }, 1050))).toBe("10,50 €");
    expect(withoutSpaces(sayMoney({ currency: "JPY", digits: 0 }, 2000))).toBe("2.000 ¥");
    expect(withoutSpaces(sayMoney({ currency: "KWD", digits: 3 }, 1250))).toBe("1,250 KWD");
  });
});
