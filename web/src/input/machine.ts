/**
 * The one way into a game: mouse, touch, keyboard and typed text all become events here, each event
 * filters what can be played, and one move left over is played. Pure: no screen, no rules.
 */

import { optionsOf } from "./options";
import { playPremove, premoveTap } from "./premove";
import type { Effect, InputEvent, InputState, Step } from "./state";
import { plain, squaresIn } from "./text";
import {
  along,
  ending,
  following,
  onward,
  origins,
  outcomes,
  starting,
  through,
  waysOf,
} from "./ways";
import type { Way } from "./ways";

const NOTHING = { picks: [], ways: [], options: [] } as const;

export function step(state: InputState, event: InputEvent): Step {
  if (event.type === "turn") return turn(state, event);
  if (!state.active) return { state };
  switch (event.type) {
    case "tap":
      return state.mine ? tap(state, event.square) : { state: premoveTap(state, event.square) };
    case "drop":
      return drop(state, event.trail);
    case "text":
      return type(state, event.text);
    case "digit":
      return digit(state, event.digit);
    case "back":
      return back(state);
    case "cancel":
      return { state: { ...state, ...NOTHING, premove: [] } };
  }
}

function turn(state: InputState, event: Extract<InputEvent, { type: "turn" }>): Step {
  const { legal, faulty, own, mine, active, auto } = event;
  const all = mine ? waysOf([...legal, ...faulty], state.geometry) : [];
  const next = { ...state, ...NOTHING, all, own, mine, active };
  if (!mine || !active) return { state: active ? next : { ...next, premove: [] } };
  if (state.premove.length > 1) return playPremove({ ...next, premove: [] }, state.premove);
  const [only] = legal;
  const forced = only !== undefined && legal.length === 1 && faulty.length === 0;
  if (forced && (auto === "always" || (auto === "captures" && only.captures.length > 0))) {
    return { state: next, effect: play(waysOf([only], state.geometry), "auto") };
  }
  // Who joins, watches or offers something does not undo what is being entered.
  if (state.mine && state.active && namesOf(all) === namesOf(state.all))
    return { state: { ...state, own } };
  return { state: { ...next, premove: [] } };
}

/** What tells ways apart, whichever copy of its move each of them holds. */
function namesOf(ways: readonly Way[]): string {
  return ways.map(({ move, route }) => [move.text, route]).join(" ");
}

function play(ways: readonly Way[], by: "hand" | "drag" | "premove" | "auto"): Effect {
  const [way] = ways;
  return { type: "play", move: way!.move, route: way!.route, by };
}

/** Keep what fits; play it if it is one move. */
function keep(
  state: InputState,
  picks: readonly number[],
  ways: readonly Way[],
  by: "hand" | "drag" = "hand",
): Step {
  if (outcomes(ways).length === 1) {
    return { state: { ...state, ...NOTHING }, effect: play(ways, by) };
  }
  return { state: { ...state, picks, ways, options: optionsOf(ways) } };
}

/** A piece alone is never a move: whoever picks one may still be looking. */
function select(state: InputState, square: number): Step {
  const ways = starting(state.all, square);
  return { state: { ...state, picks: [square], ways, options: [] } };
}

function refuse(state: InputState, squares: readonly number[], text?: string): Step {
  const effect: Effect = { type: "refuse", squares, ...(text === undefined ? {} : { text }) };
  return { state, effect };
}

function tap(state: InputState, square: number): Step {
  const { all, picks, ways } = state;
  const [start] = picks;
  if (start === undefined) return firstTap(state, square);
  if (ways.length === 0) return stuckTap(state, start, square);
  if (origins(ways).length > 1) {
    const chosen = starting(ways, square);
    if (chosen.length > 0) return keep(state, [square, start], chosen);
    return firstTap({ ...state, ...NOTHING }, square);
  }
  if (picks.length > 1 && square === picks.at(-1)) {
    const ends = ending(ways, square);
    return outcomes(ends).length === 1 ? keep(state, picks, ends) : { state };
  }
  const round = picks.length > 1 && square === start ? onward(ways, square) : [];
  if (round.length > 0) return keep(state, [...picks, square], round);
  if (square === start) return { state: { ...state, ...NOTHING } };
  const on = through(ways, square);
  if (on.length > 0) return keep(state, [...picks, square], on);
  if (starting(all, square).length > 0) return select(state, square);
  return refuse(select(state, start).state, [...picks, square]);
}

function firstTap(state: InputState, square: number): Step {
  if (starting(state.all, square).length > 0) return select(state, square);
  const ends = ending(state.all, square);
  const [origin] = origins(ends);
  if (origin === undefined) {
    // The piece cannot move; it stays picked so that a second tap tells where it should have gone.
    return state.own.includes(square) ? refuse({ ...state, picks: [square] }, [square]) : { state };
  }
  if (origins(ends).length === 1) return keep(state, [origin, square], ends);
  return { state: { ...state, picks: [square], ways: ends, options: [] } };
}

/** A tap after a piece was picked that cannot move. */
function stuckTap(state: InputState, start: number, square: number): Step {
  const free = { ...state, ...NOTHING };
  if (square === start) return { state: free };
  if (state.own.includes(square)) return firstTap(free, square);
  return refuse(free, [start, square]);
}

function drop(state: InputState, trail: readonly number[]): Step {
  const start = trail[0];
  const end = trail.at(-1);
  if (!start || trail.length < 2) return { state };
  const squares = trail.filter(Boolean);
  if (!state.mine) {
    const premove = end && end !== start && state.own.includes(start) ? [start, end] : [];
    return { state: { ...state, ...NOTHING, premove } };
  }
  const from = starting(state.all, start);
  const ends = end ? ending(from, end) : [];
  if (ends.length > 0) {
    if (outcomes(ends).length === 1 && end !== start)
      return keep(state, [start, end!], ends, "drag");
    const exact = following(ends, squares);
    if (exact.length > 0) return keep(state, [start, end!], exact, "drag");
    return end === start ? { state } : keep(state, [start, end!], ends, "drag");
  }
  if (!end || end === start) return { state: { ...state, ...NOTHING } };
  const on = through(from, end);
  if (on.length > 0) return keep(state, [start, end], on, "drag");
  return refuse({ ...state, ...NOTHING }, [start, end]);
}

function type(state: InputState, text: string): Step {
  const clean = text.trim();
  if (/^[1-9]$/.test(clean) && state.options.length > 0) return digit(state, Number(clean));
  const squares = squaresIn(clean, state.geometry);
  if (!state.mine) {
    if (squares.length < 2) return refuse(state, squares, clean);
    return { state: { ...state, ...NOTHING, premove: squares } };
  }
  const named = state.all.filter((way) => plain(way.move.text) === plain(clean));
  if (named.length > 0) return keep(state, squares, named);
  if (squares.length === 0) return refuse(state, squares, clean);
  if (squares.length === 1) {
    const fresh = { ...state, ...NOTHING };
    const result = tap(state.picks.length > 0 ? state : fresh, squares[0]!);
    const changed = result.effect !== undefined || result.state.picks !== state.picks;
    return changed ? result : refuse(fresh, squares, clean);
  }
  const ways = along(state.all, squares);
  if (ways.length > 0) return keep(state, squares, ways);
  return refuse({ ...state, ...NOTHING }, squares, clean);
}

function digit(state: InputState, number: number): Step {
  const option = state.options[number - 1];
  if (!option) return { state };
  const ways = state.ways.filter((way) => way.move === option.move);
  return keep(state, state.picks, ways);
}

function back(state: InputState): Step {
  if (state.premove.length > 0) {
    return { state: { ...state, premove: state.premove.slice(0, -1) } };
  }
  const picks = state.picks.slice(0, -1);
  let next: InputState = { ...state, ...NOTHING };
  for (const square of picks) next = tap(next, square).state;
  return { state: next };
}
