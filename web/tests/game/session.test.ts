// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { expect as expectLine, hint } from "../../src/game/advising";
import { boardAfter, other, piecesOf } from "../../src/game/apply-move";
import { Session } from "../../src/game/session";
import { marksOf, previewOf } from "../../src/game/marks";
import { preferences } from "../../src/state/preferences";
import { CASES } from "../fixtures";
import { FakeSource, stateOf } from "./views";

let source: FakeSource;
let session: Session;

function begin(...given: Parameters<typeof stateOf>): void {
  source.state.value = stateOf(...given);
}

function tap(...squares: number[]): void {
  for (const square of squares) session.handle({ type: "tap", square, by: "pointer" });
}

beforeEach(() => {
  vi.useFakeTimers();
  preferences.auto.value = "off";
  preferences.help.value = "words";
  source = new FakeSource();
  session = new Session(source);
});

afterEach(() => {
  session.close();
  vi.useRealTimers();
});

const [twoRoutes] = CASES["two-routes"].legal;

describe("a move", () => {
  it("is drawn at once and sent as the view wrote it", () => {
    begin("two-routes");
    tap(43, 34);
    expect(source.acts).toEqual([{ kind: "move", text: "43x34", by: "white" }]);
    const shown = session.shown.value!;
    expect(shown.board).toBe(boardAfter(CASES["two-routes"].board, twoRoutes!));
    expect(shown.ply).toBe(1);
    expect(shown.change).toMatchObject({ captures: twoRoutes!.captures, dragged: false });
  });

  it("goes back where it is refused, and the reason is told", async () => {
    source.refuse({ sentence: "Not now.", moves: ["43x34"] });
    begin("two-routes");
    tap(43, 34);
    await vi.advanceTimersByTimeAsync(0);
    expect(session.shown.value!.board).toBe(CASES["two-routes"].board);
    expect(session.notice.value).toMatchObject({ kind: "refused", said: { sentence: "Not now." } });
  });

  it("is said to be on its way once that takes long", () => {
    begin("two-routes");
    tap(43, 34);
    vi.advanceTimersByTime(450);
    expect(session.sending.value).toBe(false);
    vi.advanceTimersByTime(100);
    expect(session.sending.value).toBe(true);
    begin("two-routes", {}, 2);
    expect(session.sending.value).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(session.sending.value).toBe(false);
  });

  it("stays drawn until the game has gone on, and is then the game's", () => {
    begin("two-routes");
    tap(43, 34);
    const board = session.shown.value!.board;
    begin("two-routes", { offer: "black" }, 1);
    expect(session.shown.value!.board).toBe(board);
    begin("two-routes", { board, ply: 1, turn: "black", legal: [] }, 2);
    expect(session.shown.value!).toMatchObject({ board, ply: 1, live: true });
    expect(session.shown.value!.change).toBeUndefined();
  });

  it("is not sent twice by a second tap", () => {
    begin("two-routes");
    tap(43, 34, 43, 34);
    expect(source.acts).toHaveLength(1);
  });

  it("that refuses a draw with a duty waits for a yes", () => {
    begin("two-routes", { offer: "black", would_refuse: true });
    tap(43, 34);
    expect(source.acts).toEqual([]);
    const notice = session.notice.value!;
    expect(notice.kind).toBe("confirm");
    if (notice.kind === "confirm") notice.go();
    expect(source.acts).toHaveLength(1);
  });

  it("is not possible for a spectator, in a pause, or before a fault is answered", () => {
    for (const more of [{ paused: true }, { must_answer: true }, { phase: "over" as const }]) {
      begin("two-routes", more);
      tap(43, 34);
    }
    source.state.value = { ...stateOf("two-routes"), you: [] };
    tap(43, 34);
    expect(source.acts).toEqual([]);
  });
});

describe("a refusal", () => {
  it("is explained by the source, for what was tried", async () => {
    source.why = { sentence: "Because.", squares: [14], moves: ["14x32"] };
    begin("english-must", { must: [{ square: 14, take: null }] });
    tap(14, 20);
    await vi.advanceTimersByTimeAsync(0);
    expect(source.asked).toEqual(["14-20"]);
    expect(session.notice.value).toMatchObject({ said: { sentence: "Because." } });
    expect(session.shaken.value.squares).toEqual([14]);
  });

  it("of a piece that cannot move names those that must", async () => {
    begin("english-must", { must: [{ square: 14, take: null }] });
    tap(3);
    await vi.advanceTimersByTimeAsync(0);
    expect(source.asked).toEqual([]);
    expect(session.notice.value).toMatchObject({ said: { squares: [14] } });
  });

  it("of a piece of the other side says whose it is, where no move leads there", () => {
    begin("english-must");
    const theirs = piecesOf(
      CASES["english-must"].board,
      other(CASES["english-must"].turn as "white" | "black"),
    );
    tap(theirs[0]!);
    expect(session.notice.value?.kind).toBe("refused");
    tap(14);
    expect(session.notice.value).toBeNull();
    source.state.value = { ...stateOf("english-must"), you: [] };
    tap(theirs[0]!);
    expect(session.notice.value).toBeNull();
  });

  it("says nothing but shakes where words are off, except about what was typed", async () => {
    preferences.help.value = "rings";
    begin("english-must");
    tap(14, 20);
    await vi.advanceTimersByTimeAsync(0);
    expect(session.notice.value).toBeNull();
    expect(session.shaken.value.squares).toEqual([14]);
    session.type("14-20");
    await vi.advanceTimersByTimeAsync(0);
    expect(session.notice.value?.kind).toBe("refused");
  });

  it("shows the right capture, and then the game again", () => {
    begin("two-routes");
    session.demonstrate("43x34");
    expect(session.shown.value!.live).toBe(false);
    expect(session.shown.value!.board).not.toBe(CASES["two-routes"].board);
    vi.advanceTimersByTime(2000);
    expect(session.shown.value!.board).toBe(CASES["two-routes"].board);
    session.demonstrate("nothing");
    expect(session.shown.value!.live).toBe(true);
  });
});

describe("a capture left out", () => {
  const guilty = {
    huffable: [20, 14],
    must_answer: true,
    allowed: { white: ["huff", "compel", "stand"], black: ["huff", "compel", "stand"] },
  };

  it("is huffed by a tap on a guilty piece, and on no other", () => {
    begin("english-must", guilty);
    tap(3);
    expect(source.acts).toEqual([]);
    tap(20);
    expect(source.acts).toEqual([{ kind: "huff", square: 20 }]);
  });

  it("is not huffed by the side that left it out", () => {
    const state = stateOf("english-must", guilty);
    source.state.value = { ...state, you: state.view.turn === "white" ? ["black"] : ["white"] };
    tap(20);
    expect(source.acts).toEqual([]);
  });
});

describe("a refusal by the other side", () => {
  const declined = { seq: 2, kind: "draw_declined", by: "black" };

  it("is told to the asker", () => {
    const state = stateOf("two-routes");
    source.state.value = state;
    source.state.value = { ...state, seq: 2, log: [declined] };
    expect(session.notice.value?.kind).toBe("note");
  });

  it("is told where a move declines a draw, also to two at one device", () => {
    const offered = { seq: 1, kind: "draw_offered", by: "white" };
    const log = [offered, { seq: 2, kind: "played", by: "black" }];
    for (const you of [["white"], ["white", "black"]] as const) {
      session.dismiss();
      source.state.value = { ...stateOf("two-routes"), game: you.join(), you, log: [offered] };
      source.state.value = { ...source.state.value, seq: 2, log };
      expect(session.notice.value?.kind).toBe("note");
    }
  });

  it("does not hide what comes after it", () => {
    const state = stateOf("two-routes");
    const ended = { winner: null, termination: "agreement", rule: "" };
    const outcome = { ...ended, reason: "", sentence: "" };
    for (const more of [{ outcome }, { offer: "black" as const }]) {
      source.state.value = state;
      source.state.value = { ...state, seq: 2, log: [declined] };
      const view = { ...state.view, ...more };
      source.state.value = { ...state, seq: 3, log: [declined], view };
      expect(session.notice.value).toBeNull();
      session.close();
      source = new FakeSource();
      session = new Session(source);
    }
  });

  it("is no news at the start, nor to the one who declined", () => {
    const state = stateOf("two-routes");
    source.state.value = { ...state, log: [declined] };
    expect(session.notice.value).toBeNull();
    const more = [declined, { ...declined, seq: 3, by: "white" }];
    source.state.value = { ...state, seq: 3, log: more };
    expect(session.notice.value).toBeNull();
  });
});

describe("a move by itself", () => {
  it("comes after a moment, if nothing happened meanwhile", () => {
    preferences.auto.value = "captures";
    begin("two-routes");
    expect(source.acts).toEqual([]);
    vi.advanceTimersByTime(400);
    expect(source.acts).toHaveLength(1);
  });

  it("does not come where the game has gone on", () => {
    preferences.auto.value = "captures";
    begin("two-routes");
    begin("two-routes", { outcome: null, legal: [], phase: "over" }, 2);
    vi.advanceTimersByTime(400);
    expect(source.acts).toEqual([]);
  });

  it("can be a premove", () => {
    const waiting = stateOf("same-ends", { turn: "black", legal: [] });
    source.state.value = { ...waiting, you: ["white"] };
    tap(46, 19, 16);
    expect(session.input.value!.premove).toEqual([46, 19, 16]);
    expect(marksOf(session, "words").premove).toEqual([46, 19, 16]);
    source.state.value = stateOf("same-ends", { ply: 1 }, 2);
    vi.advanceTimersByTime(400);
    expect(source.acts).toEqual([{ kind: "move", text: "46x19x2x16", by: "white" }]);
  });

  it("that is not possible any more says so", () => {
    const waiting = stateOf("same-ends", { turn: "black", legal: [] });
    source.state.value = { ...waiting, you: ["white"] };
    tap(46, 5);
    source.state.value = stateOf("same-ends", { ply: 1 }, 2);
    expect(session.notice.value?.kind).toBe("note");
  });
});

describe("looking through the game", () => {
  it("shows earlier positions, and the present one again", async () => {
    begin("two-routes", { ply: 1, moves: ["1-2"] });
    source.plies = [
      { board: "e".repeat(50), turn: "black", fen: "", last: null },
      { board: CASES["two-routes"].board, turn: "white", fen: "", last: null },
    ];
    await session.look(0);
    expect(session.shown.value).toMatchObject({ ply: 0, live: false });
    tap(43);
    expect(session.shown.value!.live).toBe(true);
    await session.look(-5);
    expect(session.past.value?.at).toBe(0);
    await session.look(99);
    expect(session.past.value).toBeNull();
  });

  it("ends where the position is taken back", async () => {
    begin("two-routes", { ply: 2, moves: ["1-2", "3-4"] });
    const ply = { board: "e".repeat(50), turn: "black" as const, fen: "", last: null };
    source.plies = [ply, ply, ply];
    await session.look(1);
    begin("two-routes", { ply: 1, moves: ["1-2"] }, 2);
    expect(session.past.value).toBeNull();
  });
});

describe("the moves of a drawn card", () => {
  const boards = ["e", "m", "k"].map((letter) => letter.repeat(50));
  const plies = boards.map((board) => ({ board, turn: "black" as const, fen: "", last: null }));

  async function watch(): Promise<string[]> {
    await session.playOut(Promise.resolve(plies));
    const shown: string[] = [];
    for (let step = 0; step < 8; step += 1) {
      shown.push(session.shown.value!.board);
      await vi.advanceTimersByTimeAsync(310);
    }
    return [...new Set(shown)];
  }

  it("are played out, and the last position is the present one", async () => {
    begin("two-routes", { ply: 2, board: boards[2]! });
    expect(await watch()).toEqual(boards);
    expect(session.shown.value!.live).toBe(true);
  });

  it("are all played out where the other side has moved meanwhile", async () => {
    begin("two-routes", { ply: 3, board: "E".repeat(50) });
    expect(await watch()).toEqual([...boards, "E".repeat(50)]);
  });
});

describe("what was drawn", () => {
  const card = { deck: "english-3move", code: "1", name: "Edinburgh", moves: ["a", "b", "c"] };
  const match = { players: [], score: [0, 0], number: 1, games: [], card, over: false };
  const drawn = { ply: 3, match: { ...match, winner: null } } as const;

  beforeEach(() => {
    begin("two-routes", { ...drawn, ply: 0 });
    session.notice.value = { kind: "note", sentence: "Edinburgh", lasting: true };
    begin("two-routes", drawn);
  });

  it("is told while its moves are played out", () => {
    expect(session.notice.value).toMatchObject({ sentence: "Edinburgh" });
  });

  it("hides no question of the other side, none of one's own, and no turn", () => {
    for (const more of [{ offer: "black" }, { offer: "white" }, { ply: 4 }] as const) {
      session.notice.value = { kind: "note", sentence: "Edinburgh", lasting: true };
      begin("two-routes", { ...drawn, ...more });
      expect(session.notice.value).toBeNull();
      begin("two-routes", drawn);
    }
  });
});

describe("what is marked", () => {
  it("is the pieces that must, with their number, as far as help is wished", () => {
    begin("two-routes", { must: [{ square: 43, take: 5 }] });
    expect(marksOf(session, "words").rings).toEqual([{ square: 43, kind: "must", text: "5" }]);
    expect(marksOf(session, "off").rings).toEqual([]);
  });

  it("is the pieces that may be huffed, before all else", () => {
    begin("two-routes", { huffable: [9], must: [{ square: 43, take: 5 }] });
    expect(marksOf(session, "off").rings).toEqual([{ square: 9, kind: "fault" }]);
  });

  it("is a route for each capture that is left, told apart by number", () => {
    begin("same-ends");
    tap(46);
    expect(marksOf(session, "words")).toMatchObject({ selected: [46], targets: [16] });
    tap(16);
    const { lines } = marksOf(session, "words");
    expect(lines?.map(({ number, labels }) => [number, labels])).toEqual([
      [1, [19, 2]],
      [2, [23, 7]],
    ]);
  });

  it("is a piece on its way, and what it has taken", () => {
    begin("same-ends-four");
    tap(26);
    expect(previewOf(session.input.value)).toMatchObject({ from: 0 });
    tap(17);
    expect(previewOf(session.input.value)).toEqual({ from: 26, at: 17, taken: [21] });
  });

  it("is advice, as an arrow", async () => {
    begin("two-routes");
    source.advice = ["43x34", "1-6", "34-29"];
    await hint(session);
    expect(marksOf(session, "words").lines?.at(-1)?.kind).toBe("hint");
    const sentence = "web.game.hint.line";
    expect(session.notice.value).toEqual({ kind: "note", sentence, move: "43x34" });
  });

  it("is what a move was played for", async () => {
    begin("two-routes");
    source.advice = ["43x34", "1-6"];
    await expectLine(session, "Darum.");
    const sentence = "Darum. web.why.line";
    expect(session.notice.value).toEqual({ kind: "note", sentence });
  });

  it("does not come late into another notice", async () => {
    begin("two-routes");
    source.advice = ["43x34"];
    const told = expectLine(session, "Darum.");
    session.dismiss();
    await told;
    expect(session.notice.value).toBeNull();
  });
});

it("turns the board to the side that is played, or whose turn it is", () => {
  begin("english-must");
  expect(session.below.value).toBe("black");
  session.flipped.value = true;
  expect(session.below.value).toBe("white");
  session.flipped.value = false;
  source.state.value = { ...stateOf("english-must"), you: ["white", "black"] };
  expect(session.below.value).toBe("white");
  preferences.turning.value = true;
  expect(session.below.value).toBe("black");
  preferences.turning.value = false;
});

it("lets its source go", () => {
  session.close();
  expect(source.closed).toBe(true);
});
