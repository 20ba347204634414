/** A game as PDN: the text that the library's writer makes of the same game. */

import facts from "../generated/offline.json";
import { cardOf, type Card } from "./decks";
import type { GameEvent, Played } from "./events";
import type { Game, Ply } from "./game";
import type { Position } from "./position";
import { isKnown, type Side, type Variant } from "./rules";

const WIDTH = 80;
const ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType"];
const HOUSE_RULES = 95;
const TWO_POINTS = ["20", "27"];
const TERMINATIONS: Readonly<Record<string, string>> = {
  time: "time forfeit",
  adjudication: "adjudication",
  forfeit: "forfeit",
};
const BY: Readonly<Partial<Record<GameEvent["kind"], string>>> = {
  draw_offered: "offer",
  draw_accepted: "accept",
  draw_declined: "decline",
  draw_withdrawn: "withdraw",
  resigned: "resign",
  takeback_accepted: "takeback-yes",
  takeback_declined: "takeback-no",
};
const CONTROL = /[^\P{Cc}\t\n\r]/gu;
const UNSAFE = /[%[\]{}\p{Cc}]|[^\S ]|^ | $| (?= )/gu;
// Programs that look for a time do not look across lines.
const WORD = /\[%(?:clk|emt|egt|mct|clock) [^[\]]*\]\S*|\S+/g;
/** At the start of a line these mean something else. */
const NO_LINE_START = /^[%[*]/;

type Tags = Record<string, string>;

export interface Named {
  readonly players: Readonly<Record<Side, string>>;
  /** Milliseconds since 1970. */
  readonly created: number;
  /** The cards of the game, one of which it may have begun with. */
  readonly cards: readonly Card[];
}

export function pdn(game: Game, { players, created, cards }: Named): string {
  const { setup, variant } = game;
  const said: Tags = {
    White: players.white || "?",
    Black: players.black || "?",
    Event: "crownhead",
    Date: new Date(created).toISOString().slice(0, 10).replaceAll("-", "."),
    ...agreements(game, cards),
    Result: resultOf(game),
    ...gameType(variant),
  };
  const initial = setup.start.ruleset.initial();
  if (!isSame(setup.start, initial)) said["FEN"] = fenOf(setup.start);
  const names = [...ROSTER, ...Object.keys(said).filter((name) => !ROSTER.includes(name))];
  const head = names.map((name) => line(name, said[name] ?? "")).join("");
  return `${head}\n${wrapped(words(game))}\n\n`;
}

// Tags

function agreements(game: Game, cards: readonly Card[]): Tags {
  const { setup, variant, outcome, events, state } = game;
  const { rules } = variant;
  const tags: Tags = {};
  const offered = events.some(({ kind }) => kind === "draw_offered");
  if (setup.huffing || rules.huffing) tags["Huffing"] = String(Number(setup.huffing));
  if (setup.refusal_duty !== rules.refusal_duty || (setup.refusal_duty && offered)) {
    tags["RefusalDuty"] = String(setup.refusal_duty);
  }
  if (setup.reset_on_progress) tags["ResetOnProgress"] = "1";
  if (setup.draws !== "rules") tags["Draws"] = setup.draws;
  if (setup.offers_after) tags["OffersAfter"] = String(setup.offers_after);
  if (setup.opening) tags["OpeningPlies"] = String(setup.opening);
  const card = ballotOf(game, cards);
  if (card) tags["Ballot"] = `${card.deck} ${card.number}`;
  if (setup.time) {
    tags["TimeControl"] = state.clock!.control;
    if (tags["TimeControl"] === "?") tags["TimeRules"] = JSON.stringify(setup.time);
  }
  tags["Termination"] = outcome ? (TERMINATIONS[outcome.termination] ?? "normal") : "unterminated";
  return tags;
}

function ballotOf({ setup, states }: Game, cards: readonly Card[]): Card | undefined {
  const { start, opening } = setup;
  if (!opening && start.same(start.ruleset.initial())) return undefined;
  const moves = states.flatMap(({ move }) => move?.short ?? []);
  return cardOf(cards, start, moves.slice(0, opening));
}

function resultOf({ outcome, variant }: Game): string {
  if (!outcome) return "*";
  const { winner, termination } = outcome;
  const two = TWO_POINTS.includes(variant.gametype.split(",")[0]!);
  if (winner === "white") return two ? "2-0" : "1-0";
  if (winner === "black") return two ? "0-2" : "0-1";
  if (termination === "forfeit") return "0-0";
  return two ? "1-1" : "1/2-1/2";
}

function gameType(variant: Variant): Tags {
  if (isKnown(variant)) return (facts.pdn as Readonly<Record<string, Tags>>)[variant.key]!;
  // Tags hold single blanks only; JSON can say a second one in another way.
  const record = JSON.stringify(variant).replaceAll("  ", " \\u0020");
  return { GameType: boardOf(variant), Rules: record };
}

/** The board of a game that has no GameType, under a private number. */
function boardOf({ rules, notation, first_square, mirrored }: Variant): string {
  const width = Number.parseInt(rules.board, 10);
  const white = rules.first === "white";
  const numeric = (first_square === "top-left") === white ? "N2" : "N1";
  const corner = notation === "numeric" ? numeric : white ? "A0" : "A3";
  const inverted = Number(mirrored && rules.board !== "8x8-full");
  return [HOUSE_RULES, rules.first[0]!.toUpperCase(), width, width, corner, inverted].join();
}

function fenOf(position: Position): string {
  const again = position.ruleset.read(position.fen);
  return isSame(again, position) ? position.fen : position.full;
}

function isSame(one: Position, two: Position): boolean {
  return one.same(two) && one.counts.join() === two.counts.join();
}

function tidy(text: string): string {
  const plain = text.replaceAll(CONTROL, "").replaceAll(/[\ud800-\udfff]/gu, "?");
  return plain.trim().split(/\s+/).join(" ");
}

function line(name: string, text: string): string {
  const escaped = tidy(text).replaceAll('"', '\\"');
  // A backslash before the closing quote would hide it.
  return escaped && `[${name} "${escaped}${escaped.endsWith("\\") ? " " : ""}"]\n`;
}

// Moves, and what happened beside them

function* words(game: Game): Generator<string> {
  const [first, ...steps] = told(game);
  yield* comment(first!.said);
  let byFirst = game.setup.start.turn === game.variant.rules.first;
  let number = 1;
  let broken = true;
  for (const { text, said } of steps) {
    if (byFirst) yield `${number}. ${text}`;
    else yield broken ? `${number}... ${text}` : text;
    yield* comment(said);
    broken = said !== "";
    byFirst = !byFirst;
    if (byFirst) number += 1;
  }
  yield "*";
}

interface Step {
  readonly text: string;
  /** The comment behind it: what happened before the next move that stands. */
  said: string;
}

/** The moves that stand, each with what happened after it; the first step is the start. */
function told({ events, states }: Game): Step[] {
  const { plays, huffs } = standing(events);
  const steps: Step[] = [{ text: "", said: "" }];
  for (const [index, event] of events.entries()) {
    let said: string;
    if (plays.has(index)) {
      const [before, after] = states.slice(steps.length - 1, steps.length + 1) as [Ply, Ply];
      steps.push({ text: moveText(before, after), said: "" });
      said = clockSaid(before, after, event as Played) + times(event);
    } else said = command(event, huffs.has(index));
    const step = steps.at(-1)!;
    step.said = `${step.said} ${said.trim()}`.trim();
  }
  return steps;
}

/** Which events are moves and huffs that were not taken back. */
function standing(events: readonly GameEvent[]): { plays: Set<number>; huffs: Set<number> } {
  const path: { readonly play: number; readonly huffs: number[] }[] = [];
  let wanted = 0;
  for (const [index, event] of events.entries()) {
    if (event.kind === "played") path.push({ play: index, huffs: [] });
    else if (event.kind === "huffed") path.at(-1)!.huffs.push(index);
    else if (event.kind === "compelled") path.pop();
    else if (event.kind === "takeback_requested") wanted = event.plies;
    else if (event.kind === "takeback_accepted") path.splice(Math.max(0, path.length - wanted));
  }
  const plays = new Set(path.map(({ play }) => play));
  return { plays, huffs: new Set(path.flatMap(({ huffs }) => huffs)) };
}

/** The shortest text of the move between two states that can mean only this one. */
function moveText({ position }: Ply, { move, erred }: Ply): string {
  if (!erred) return move!.short;
  const means = (text: string, kind: "legal" | "faulty"): string | null => {
    try {
      const place = position.parse(text, kind);
      return place === null ? null : position.moves(kind)[place]!.hub;
    } catch {
      return null;
    }
  };
  const clear = (text: string): boolean =>
    means(text, "legal") === null && means(text, "faulty") === move!.hub;
  return [move!.short, move!.full].find(clear) ?? move!.hub;
}

/** What the clock showed and the time the move took, for other programs to read. */
function clockSaid(before: Ply, after: Ply, { by, at, lag = 0 }: Played): string {
  if (!before.clock || !after.clock || at === undefined) return "";
  const shown = `[%clk ${hours(after.clock.left[by])}]`;
  const { running, since, used } = before.clock;
  if (!running) return shown;
  const taken = used + (since === null ? 0 : Math.max(0, at - since));
  return `${shown} [%emt ${hours(taken - lag)}]`;
}

function hours(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  const seconds = Math.floor(left / 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  const whole = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const rest = left % 1000;
  return rest ? `${whole}.${String(rest).padStart(3, "0").replace(/0+$/, "")}` : whole;
}

/** An event other than a move that stands. */
function command(event: GameEvent, stands: boolean): string {
  return `[%${commandWords(event, stands).join(" ")}]${times(event)}`;
}

function times(event: GameEvent): string {
  const lag = event.kind === "played" ? event.lag : 0;
  return (event.at === undefined ? "" : ` [%at ${event.at}]`) + (lag ? ` [%lag ${lag}]` : "");
}

function commandWords(event: GameEvent, stands: boolean): (string | number)[] {
  const named = (reason: string | undefined): string[] => (reason ? [safe(reason)] : []);
  switch (event.kind) {
    case "played":
      return [event.faulty ? "fault" : "play", safe(event.move)];
    case "draw_claimed":
      return ["claim", event.by, ...named(event.move ?? "")];
    case "huffed":
      return [stands ? "huff" : "unhuff", event.square];
    case "compelled":
      return ["compel"];
    case "stood":
      return ["stand"];
    case "takeback_requested":
      return ["takeback", event.by, event.plies];
    case "adjudicated":
      return ["verdict", event.side, event.advantage ? "yes" : "no", ...named(event.reason)];
    case "awarded":
      return [event.forfeit ? "forfeit" : "award", event.winner ?? "draw", ...named(event.reason)];
    case "time_forfeited":
      return ["flag", event.side];
    case "paused":
      return ["pause"];
    case "resumed":
      return ["resume"];
    default:
      return [BY[event.kind]!, event.by];
  }
}

/** A text that can stand in a comment, its dangerous characters as `%5D`. */
function safe(text: string): string {
  return text.replaceAll(UNSAFE, (sign) => encodeURIComponent(sign));
}

function* comment(text: string): Generator<string> {
  const found = tidy(text.replaceAll("{", "(").replaceAll("}", ")")).match(WORD) ?? [];
  const last = found.length - 1;
  for (const [index, each] of found.entries()) {
    yield (index === 0 ? "{" : "") + each + (index === last ? "}" : "");
  }
}

function wrapped(words: Iterable<string>): string {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (!line) line = word;
    else if (line.length + 1 + word.length <= WIDTH || NO_LINE_START.test(word)) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].join("\n");
}
