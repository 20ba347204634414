// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import records from "../../src/generated/records.json";
import switches from "../../src/generated/switches.json";
import variants from "../../src/generated/variants.json";
import { forgetHouse, gameOf, houseGame, houseGames, keepHouse } from "../../src/game/variants";
import type { HouseRecord } from "../../src/game/variants";
import { restore, shorten } from "../../src/screens/house/link";
import {
  alongWith,
  groupSwitches,
  isOffered,
  pack,
  withSwitch,
  unpack,
  valueOf,
  type Switch,
} from "../../src/screens/house/record";

const SWITCHES = switches as unknown as readonly Switch[];
const RECORDS = records as unknown as readonly HouseRecord[];
const switchOf = (name: string): Switch => SWITCHES.find((each) => each.name === name)!;

describe("a switch", () => {
  it("stands under one heading", () => {
    const groups = groupSwitches(SWITCHES);
    expect(groups.flatMap(([, members]) => members)).toHaveLength(SWITCHES.length);
    expect(new Set(groups.flatMap(([, members]) => members))).toEqual(new Set(SWITCHES));
    expect(groups.map(([, members]) => members.length)).toEqual([3, 3, 6, 5]);
  });

  it("knows its value in the rules of every game, or that it is none of its own", () => {
    const english = RECORDS.find((record) => record.key === "english")!.rules;
    expect(valueOf(switchOf("board"), english)).toBe("8x8");
    expect(valueOf(switchOf("choice"), english)).toBe("free");
    expect(valueOf(switchOf("lines"), english)).toBe("forward");
    const thai = RECORDS.find((record) => record.key === "thai")!.rules;
    expect(valueOf(switchOf("king"), thai)).toBe("behind");
  });

  it("has the value it is turned to, whatever the game", () => {
    for (const { rules } of RECORDS) {
      for (const each of SWITCHES) {
        for (const value of Object.keys(each.values)) {
          if (!isOffered(each, value, rules)) continue;
          const next = withSwitch(rules, each, value, SWITCHES);
          expect(valueOf(each, next), `${each.name} ${value}`).toBe(value);
        }
      }
    }
  });

  it("turns others with it that would contradict it", () => {
    const { rules } = RECORDS.find((record) => record.key === "english")!;
    const full = withSwitch(rules, switchOf("board"), "8x8-full", SWITCHES);
    const straight = withSwitch(full, switchOf("lines"), "straight", SWITCHES);
    expect(straight["board"]).toBe("8x8-full");
    const large = withSwitch(straight, switchOf("board"), "12x12", SWITCHES);
    expect(valueOf(switchOf("lines"), large)).toBe("backward");
    const filled = withSwitch(large, switchOf("rows"), "5", SWITCHES);
    const small = withSwitch(filled, switchOf("board"), "8x8", SWITCHES);
    expect(small["men_rows"]).toBe(3);
    expect(alongWith(switchOf("board"), filled, small, SWITCHES)).toEqual([switchOf("rows")]);
    const losing = withSwitch(rules, switchOf("aim"), "lose", SWITCHES);
    expect(losing["refusal_duty"]).toBe(0);
    expect(alongWith(switchOf("aim"), rules, losing, SWITCHES)).toEqual([switchOf("duty")]);
  });

  it("offers only what the board and the aim allow, and what a game has", () => {
    const { rules } = RECORDS.find((record) => record.key === "english")!;
    const rows = (board: string): string[] =>
      Object.keys(switchOf("rows").values).filter((n) =>
        isOffered(switchOf("rows"), n, { ...rules, board }),
      );
    expect(rows("8x8")).toEqual(["1", "2", "3"]);
    expect(rows("10x10")).toEqual(["1", "2", "3", "4"]);
    expect(rows("12x12")).toEqual(["1", "2", "3", "4", "5"]);
    expect(isOffered(switchOf("lines"), "straight", rules)).toBe(false);
    expect(isOffered(switchOf("duty"), "forty", rules)).toBe(true);
    expect(isOffered(switchOf("duty"), "forty", { ...rules, aim: "lose" })).toBe(false);
    for (const record of RECORDS) {
      for (const each of SWITCHES) {
        const value = valueOf(each, record.rules);
        expect(isOffered(each, value, record.rules), `${record.key} ${each.name}`).toBe(true);
      }
    }
  });
});

describe("a record", () => {
  it("of which no board can be drawn is none", () => {
    const [record] = RECORDS;
    const { rules } = record!;
    for (const wrong of [
      { rules: { ...rules, board: "9x9" } },
      { rules: { ...rules, men_rows: "3" } },
      { rules: null },
      { names: { de: 1 } },
      { notation: "roman" },
      { mirrored: "no" },
    ]) {
      const text = pack({ ...record!, ...wrong } as unknown as HouseRecord);
      expect(unpack(text), JSON.stringify(wrong)).toBeNull();
    }
  });

  it("goes through a link", () => {
    const record = { ...RECORDS[0]!, names: { de: "Größe & „Würde“", en: "x" } };
    expect(unpack(pack(record))).toEqual(record);
    expect(pack(record)).toMatch(/^[\w-]+$/);
  });

  it.each(["", "%%%", "e30", "bnVsbA", "WzFd"])("is not read from %j", (text) => {
    expect(unpack(text)).toBeNull();
  });
});

it("draws each game's start as the library has it", () => {
  for (const record of RECORDS) {
    const card = variants.find((variant) => variant.key === record.key)!;
    const game = houseGame(record);
    expect(game.start, record.key).toBe(card.start);
    expect([game.width, game.full, game.first, game.crowning]).toEqual([
      card.width,
      card.full,
      card.first,
      card.crowning,
    ]);
  }
});

it("keeps house rules by name, and forgets them", () => {
  const record = { ...RECORDS[0]!, key: "house", names: { de: "Meins", en: "Meins" } };
  const game = keepHouse(record);
  keepHouse({ ...record, notation: "algebraic" });
  expect(houseGames.value).toHaveLength(1);
  expect(gameOf(game.id).notation).toBe("algebraic");
  forgetHouse(game.id);
  expect(gameOf(game.id).key).toBe("lite");
});

describe("a short link", () => {
  const [all, every] = [RECORDS, SWITCHES];
  const english = all.find(({ key }) => key === "english")!;

  it("says the game and the switches turned, and brings the same rules", () => {
    const rules = withSwitch(english.rules, switchOf("king"), "flying", every);
    const text = shorten({ ...english, key: "house", rules }, all, every)!;
    expect(text).toMatch(/^[a-z_]+(~[a-z_]+\.[a-z0-9-]+)*$/);
    expect(text.length).toBeLessThan(60);
    const again = restore(text, "Oma Ilse", all, every)!;
    expect(again.rules).toEqual(rules);
    expect(again.names["de"]).toBe("Oma Ilse");
  });

  it("of what no switch says is none, and nonsense means nothing", () => {
    const odd = { ...english, rules: { ...english.rules, repetition: 7 } };
    expect(shorten(odd, all, every)).toBeNull();
    for (const text of ["", "chess", "english~king", "english~king.purple", "english~x.y"]) {
      expect(restore(text, "", all, every), text).toBeNull();
    }
  });
});
