import { describe, expect, it } from "vitest";
import type { MoveView } from "../../src/generated/messages";
import { step } from "../../src/input/machine";
import type { Effect, InputEvent, InputState } from "../../src/input/state";
import { beginTurn, CASES, NAMES, turnOf, type CaseName } from "../fixtures";

function run(state: InputState, ...events: InputEvent[]): { state: InputState; effect?: Effect } {
  let result: { state: InputState; effect?: Effect } = { state };
  for (const event of events) {
    result = step(result.state, event);
    if (result.effect) return result;
  }
  return result;
}

const taps = (...squares: number[]): InputEvent[] =>
  squares.map((square) => ({ type: "tap", square }));
const text = (typed: string): InputEvent => ({ type: "text", text: typed });
const drop = (...trail: number[]): InputEvent => ({ type: "drop", trail });

function moveOf(result: { effect?: Effect }): MoveView | undefined {
  return result.effect?.type === "play" ? result.effect.move : undefined;
}

/** Every route of every move, with and without faulty moves beside them. */
const ROUTES = NAMES.flatMap((name) =>
  [false, true].flatMap((faulty) =>
    [...CASES[name].legal, ...(faulty ? CASES[name].faulty : [])].flatMap((move) =>
      move.routes.map((route) => ({ name, faulty, move, route })),
    ),
  ),
);

describe.each(ROUTES)("$name (faulty moves: $faulty): $move.text by $route", (given) => {
  const { name, faulty, move, route } = given;
  const state = beginTurn(name, { faulty });

  it("is played by tapping its route square by square", () => {
    const result = run(state, ...taps(...route));
    const last = route.at(-1)!;
    const end = result.effect ? result : run(result.state, ...taps(last));
    if (!end.effect) {
      const option = end.state.options.find((each) => each.move === move)!;
      expect(moveOf(run(end.state, { type: "digit", digit: option.number }))).toBe(move);
    } else expect(moveOf(end)).toBe(move);
  });

  it("is played, or offered, by its own notation", () => {
    for (const typed of [move.text, ` ${move.text.toUpperCase()} `]) {
      const result = run(state, text(typed));
      if (result.effect) expect(moveOf(result)).toBe(move);
      else expect(result.state.options.map((option) => option.move)).toContain(move);
    }
  });

  it("is played, or offered, by typing every square of its route", () => {
    const result = run(state, text(route.join(move.captures.length > 0 ? "x" : "-")));
    if (result.effect) expect(moveOf(result)).toBe(move);
    else expect(result.state.options.map((option) => option.move)).toContain(move);
  });

  it("is played, or offered, by dragging along its route", () => {
    const result = run(state, drop(...route));
    if (result.effect) expect(moveOf(result)).toBe(move);
    else expect(result.state.options.map((option) => option.move)).toContain(move);
  });
});

describe.each(NAMES)("%s", (name) => {
  const all = CASES[name].legal;

  it("is played by tapping start and end wherever that is clear", () => {
    for (const move of all.filter((each) => each.origin !== each.target)) {
      const alike = all.filter(
        (each) =>
          each.origin === move.origin &&
          each.routes.some((route) => route.indexOf(move.target, 1) > 0),
      );
      const result = run(beginTurn(name), ...taps(move.origin, move.target));
      if (alike.length === 1) expect(moveOf(result)).toBe(move);
      else expect(result.state.options.map((option) => option.move)).toEqual(alike);
    }
  });

  it("is played by tapping the end alone wherever one piece can reach it", () => {
    for (const move of all) {
      const start = all.some((each) => each.origin === move.target);
      const alike = all.filter((each) => each.target === move.target);
      if (start) continue;
      const result = run(beginTurn(name), ...taps(move.target));
      if (alike.length === 1) expect(moveOf(result)).toBe(move);
      else expect(moveOf(run(result.state, ...taps(move.origin))) ?? move).toBe(move);
    }
  });

  it("never plays anything by picking a piece", () => {
    for (const move of all) {
      const result = run(beginTurn(name), ...taps(move.origin));
      expect(result.effect).toBeUndefined();
      expect(result.state.picks).toEqual([move.origin]);
    }
  });

  it("takes unfinished input back by Escape and by tapping the start", () => {
    const fresh = beginTurn(name);
    for (const move of all) {
      expect(run(fresh, ...taps(move.origin), { type: "cancel" }).state).toEqual(fresh);
      expect(run(fresh, ...taps(move.origin, move.origin)).state).toEqual(fresh);
    }
  });

  it("survives any two events without losing its moves", () => {
    const squares = Array.from({ length: beginTurn(name).geometry.count + 2 }, (_, index) => index);
    for (const first of squares) {
      for (const second of [...new Set(all.flatMap((move) => move.routes.flat())), 1]) {
        for (const result of [
          run(beginTurn(name), ...taps(first, second)),
          run(beginTurn(name), drop(first, second)),
          run(beginTurn(name), text(`${first} ${second}`)),
        ]) {
          expect(result.state.all).toHaveLength(beginTurn(name).all.length);
          if (result.effect?.type === "play") expect(all).toContain(result.effect.move);
        }
      }
    }
  });
});

it("plays every legal move by its own notation at once", () => {
  for (const name of NAMES) {
    for (const move of CASES[name].legal) {
      expect(moveOf(run(beginTurn(name), text(move.text)))).toBe(move);
    }
  }
});

describe("captures that differ", () => {
  it("with the same ends are told apart by squares and by digits", () => {
    const { state } = run(beginTurn("same-ends"), ...taps(46, 16));
    expect(state.options.map(({ number, own }) => [number, own])).toEqual([
      [1, [19, 2]],
      [2, [23, 7]],
    ]);
    expect(moveOf(run(state, { type: "digit", digit: 2 }))?.text).toBe("46x23x7x16");
    expect(moveOf(run(state, ...taps(2)))?.text).toBe("46x19x2x16");
    expect(moveOf(run(state, text("1")))?.text).toBe("46x19x2x16");
    expect(run(state, { type: "digit", digit: 3 }).state).toBe(state);
  });

  it("are narrowed down tap by tap", () => {
    const { state } = run(beginTurn("same-ends-four"), ...taps(26, 17));
    expect(state.options).toHaveLength(4);
    const narrowed = run(state, ...taps(33));
    expect(narrowed.state.options.map((option) => option.move.text)).toEqual([
      "26x17x33x20x3x12x23",
      "26x17x3x20x33x22x13",
    ]);
    expect(moveOf(run(narrowed.state, ...taps(12)))?.text).toBe("26x17x33x20x3x12x23");
    expect(run(narrowed.state, { type: "back" }).state.options).toHaveLength(4);
  });

  it("are decided by the squares a drag went over", () => {
    expect(moveOf(run(beginTurn("same-ends"), drop(46, 41, 37, 28, 23, 7, 16)))?.text).toBe(
      "46x23x7x16",
    );
    const over = [46, 41, 37, 32, 28, 23, 19, 13, 8, 2, 7, 11, 16];
    expect(moveOf(run(beginTurn("same-ends"), drop(...over)))?.text).toBe("46x19x2x16");
    expect(run(beginTurn("same-ends"), drop(46, 16)).state.options).toHaveLength(2);
  });

  it("are decided by typed squares, as few as tell them apart", () => {
    expect(moveOf(run(beginTurn("three-ways"), text("48 29 15")))?.text).toBe("48x26x12x29x15");
    expect(run(beginTurn("three-ways"), text("48x15")).state.options).toHaveLength(3);
  });

  it("with the same outcome are one move", () => {
    expect(moveOf(run(beginTurn("two-routes"), ...taps(43, 34)))?.text).toBe("43x34");
  });
});

describe("captures that return to their start", () => {
  it("are played once the way round is clear, by tap, drag and text", () => {
    expect(moveOf(run(beginTurn("circle-only"), ...taps(12, 32)))?.text).toBe("12x12");
    expect(moveOf(run(beginTurn("circle-only"), drop(12, 23, 32, 21, 12)))?.text).toBe("12x12");
    expect(moveOf(run(beginTurn("circle-only"), text("12x12")))?.text).toBe("12x12");
  });

  it("end where they began by a tap there, after a square on the way", () => {
    const { state } = run(beginTurn("circle"), ...taps(42, 22));
    expect(state.options).toHaveLength(2);
    expect(moveOf(run(state, ...taps(42)))?.text).toBe("42x42");
    expect(moveOf(run(state, ...taps(24)))?.text).toBe("42x24");
  });

  it("are not played by dropping a piece where it was taken up", () => {
    expect(run(beginTurn("circle"), drop(42, 37, 42)).effect).toBeUndefined();
  });
});

describe("squares a king flies over", () => {
  it("count as ends first: a tap plays to that square", () => {
    for (const end of [5, 10, 14, 19, 23]) {
      expect(moveOf(run(beginTurn("king-lands-anywhere"), ...taps(46, end)))?.target).toBe(end);
    }
  });

  it("may be tapped on the way, as may the piece that is taken", () => {
    const result = run(beginTurn("circle-king"), ...taps(4, 10));
    expect(result.effect).toBeUndefined();
    expect(result.state.ways.length).toBeGreaterThan(0);
  });
});

describe("refusals", () => {
  it("name the squares, keep the piece and change nothing else", () => {
    const result = run(beginTurn("english-start"), ...taps(11, 20));
    expect(result.effect).toEqual({ type: "refuse", squares: [11, 20] });
    expect(result.state.picks).toEqual([11]);
    expect(run(beginTurn("english-must"), ...taps(3)).effect).toEqual({
      type: "refuse",
      squares: [3],
    });
  });

  it("of a piece that cannot move keep it picked, and then name where it should go", () => {
    const { state } = run(beginTurn("english-must"), ...taps(3));
    expect(state.picks).toEqual([3]);
    expect(run(state, ...taps(8)).effect).toEqual({ type: "refuse", squares: [3, 8] });
    expect(run(state, ...taps(8)).state.picks).toEqual([]);
    expect(run(state, ...taps(3)).state.picks).toEqual([]);
    expect(run(state, ...taps(14)).state.picks).toEqual([14]);
  });

  it("say what was typed", () => {
    expect(run(beginTurn("english-start"), text("hello")).effect).toEqual({
      type: "refuse",
      squares: [],
      text: "hello",
    });
    expect(run(beginTurn("english-start"), text("11-20")).effect).toMatchObject({
      squares: [11, 20],
    });
    expect(run(beginTurn("english-start"), text("9".repeat(10_000))).effect?.type).toBe("refuse");
    expect(run(beginTurn("english-start"), text("99-1")).effect?.type).toBe("refuse");
  });

  it("of a drag let the piece go", () => {
    const result = run(beginTurn("english-start"), drop(11, 20));
    expect(result.effect).toEqual({ type: "refuse", squares: [11, 20] });
    expect(result.state.picks).toEqual([]);
    expect(run(beginTurn("english-start"), drop(11, 0)).effect).toBeUndefined();
  });
});

describe("picking", () => {
  it("changes to another piece that can move", () => {
    expect(run(beginTurn("english-start"), ...taps(11, 10)).state.picks).toEqual([10]);
  });

  it("ignores empty squares that nothing reaches", () => {
    const fresh = beginTurn("english-start");
    expect(run(fresh, ...taps(20))).toEqual({ state: fresh });
  });

  it("of an end that two pieces reach asks which one", () => {
    const { state } = run(beginTurn("english-start"), ...taps(15));
    expect(state.picks).toEqual([15]);
    expect(moveOf(run(state, ...taps(10)))?.text).toBe("10-15");
    expect(moveOf(run(state, ...taps(11)))?.text).toBe("11-15");
    expect(run(state, ...taps(12)).state.picks).toEqual([12]);
  });

  it("outlives news that leave the position as it was", () => {
    const again = structuredClone(turnOf(CASES["english-start"]));
    expect(moveOf(run(beginTurn("english-start"), ...taps(11), again, ...taps(15)))?.text).toBe(
      "11-15",
    );
    const asked = run(beginTurn("english-start"), ...taps(15), again);
    expect(moveOf(run(asked.state, ...taps(10)))?.text).toBe("10-15");
    const numbered = run(beginTurn("english-must", { faulty: true }), ...taps(14, 23));
    const told = step(numbered.state, turnOf(CASES["english-must"], { faulty: true }));
    expect(told.state.options).toEqual(numbered.state.options);
  });

  it("does not outlive a move, or the end of the turn", () => {
    const picked = run(beginTurn("english-start"), ...taps(11)).state;
    const waiting = turnOf(CASES["english-start"], { mine: false });
    expect(step(picked, waiting).state.picks).toEqual([]);
    const other = { ...turnOf(CASES["english-start"]), legal: CASES["english-must"].legal };
    expect(step(picked, other as InputEvent).state.picks).toEqual([]);
  });
});

describe("broken-off captures under huffing", () => {
  it("are offered beside the whole capture, and chosen by a second tap", () => {
    const { state } = run(beginTurn("english-must", { faulty: true }), ...taps(14, 23));
    expect(state.options.length).toBeGreaterThan(1);
    const result = run(state, ...taps(23));
    expect(moveOf(result)?.target).toBe(23);
    expect(CASES["english-must"].faulty).toContain(moveOf(result));
  });
});

describe("premoves", () => {
  const waiting = (name: CaseName): InputState => beginTurn(name, { mine: false });

  it("are whole captures, played when their turn comes", () => {
    const { state } = run(waiting("same-ends"), ...taps(46, 19, 16));
    expect(state.premove).toEqual([46, 19, 16]);
    const result = step(state, turnOf(CASES["same-ends"]));
    expect(result.effect).toMatchObject({ type: "play", by: "premove" });
    expect(moveOf(result)?.text).toBe("46x19x2x16");
    expect(result.state.premove).toEqual([]);
  });

  it("are typed and dragged as well", () => {
    expect(run(waiting("same-ends"), text("46x23x16")).state.premove).toEqual([46, 23, 16]);
    expect(run(waiting("same-ends"), drop(46, 41, 16)).state.premove).toEqual([46, 16]);
    expect(run(waiting("same-ends"), drop(11, 16)).state.premove).toEqual([]);
    expect(run(waiting("same-ends"), text("nonsense")).effect?.type).toBe("refuse");
  });

  it("are dropped where they are impossible or unclear", () => {
    for (const squares of [
      [46, 5],
      [46, 16],
    ]) {
      const { state } = run(waiting("same-ends"), ...taps(...squares));
      const result = step(state, turnOf(CASES["same-ends"]));
      expect(result.effect).toEqual({ type: "dropped", squares });
      expect(result.state.all.length).toBeGreaterThan(0);
    }
  });

  it("are taken back square by square, by their start, and by Escape", () => {
    const { state } = run(waiting("same-ends"), ...taps(46, 19, 16));
    expect(run(state, { type: "back" }).state.premove).toEqual([46, 19]);
    expect(run(state, ...taps(46)).state.premove).toEqual([]);
    expect(run(state, { type: "cancel" }).state.premove).toEqual([]);
    expect(run(state, ...taps(16)).state).toBe(state);
  });

  it("begin with an own piece, and change to another", () => {
    expect(run(waiting("english-start"), ...taps(23)).state.premove).toEqual([]);
    expect(run(waiting("english-start"), ...taps(11, 10)).state.premove).toEqual([10]);
  });

  it("do not outlive a game that is over", () => {
    const { state } = run(waiting("same-ends"), ...taps(46, 16));
    const over = { ...turnOf(CASES["same-ends"], { mine: false }), active: false } as InputEvent;
    expect(step(state, over).state.premove).toEqual([]);
  });
});

describe("playing by itself", () => {
  it("happens for a single capture, or any single move, as wished", () => {
    const capture = CASES["two-routes"];
    for (const [auto, plays] of [
      ["off", false],
      ["captures", true],
      ["always", true],
    ] as const) {
      const { effect } = step(beginTurn("two-routes"), turnOf(capture, { auto }));
      expect(effect?.type === "play").toBe(plays);
      if (plays) expect(effect).toMatchObject({ by: "auto" });
    }
  });

  it("never happens where a fault is possible, or there is a choice", () => {
    expect(
      step(beginTurn("two-routes"), turnOf(CASES["two-routes"], { auto: "always", faulty: true }))
        .effect,
    ).toBeUndefined();
    expect(
      step(beginTurn("same-ends"), turnOf(CASES["same-ends"], { auto: "always" })).effect,
    ).toBeUndefined();
  });

  it("leaves quiet moves alone where only captures are wished", () => {
    const quiet = { ...CASES["english-start"], legal: CASES["english-start"].legal.slice(0, 1) };
    expect(
      step(beginTurn("english-start"), turnOf(quiet, { auto: "captures" })).effect,
    ).toBeUndefined();
    expect(step(beginTurn("english-start"), turnOf(quiet, { auto: "always" })).effect?.type).toBe(
      "play",
    );
  });
});

it("hears nothing while nobody may enter a move", () => {
  const over = { ...turnOf(CASES["english-start"]), active: false } as InputEvent;
  const { state } = step(beginTurn("english-start"), over);
  for (const event of [...taps(11), text("11-15"), drop(11, 15)]) {
    expect(step(state, event)).toEqual({ state });
  }
});
