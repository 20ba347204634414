/** What is said of competitions: their settings, boards and results, in words. */

import { gameName } from "../../game/game-name";
import { timeName } from "../../game/times";
import { gameOf, gameOfView, type Game } from "../../game/variants";
import type {
  BoardShown,
  CautionShown,
  EntrantShown,
  EventSettings,
  EventShown,
  EventSummary,
  NextRound,
  RoundShown,
  YourNext,
} from "../../generated/messages";
import { groundSaid } from "../../text/ground";
import { catalogue, language, t, type Key } from "../../text/language";
import { playerName } from "../../text/names";
import { isOver } from "./over";

type Terms = Pick<EventSummary, "format" | "games" | "time" | "boards" | "rated"> & {
  readonly minutes?: number | undefined;
};

/** A value of the settings as part of a key. */
export function slugOf(value: string): string {
  return value.replaceAll(" ", "_").replaceAll("½", "half");
}

/** The game that is played in an event. */
export function gameIn({ variant = "english" }: EventSettings): Game {
  return typeof variant === "string" ? gameOf(variant) : gameOfView(variant.key, variant);
}

/** What is played and how, in one line. */
export function termsSaid(terms: Terms, game: Game, rounds: number): string {
  const { format, games, time, boards, rated, minutes } = terms;
  return [
    t(`web.event.format.${slugOf(format)}` as Key),
    rounds > 0 ? t("web.event.rounds", { n: rounds }) : "",
    minutes ? t("web.event.countdown.minutes", { n: minutes }) : "",
    gameName(game),
    games > 1 ? t("web.event.games", { n: games }) : "",
    timeName(time ?? ""),
    boards === "real" ? t("web.event.boards.real") : "",
    rated ? t("web.rated") : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** How far an event is. */
export function phaseSaid({ phase, round, rounds, entrants }: EventSummary): string {
  if (phase === "open") return t("web.event.entered", { n: entrants });
  if (phase === "ended") return t("web.event.ended");
  return rounds > 0 ? t("web.event.round_of", { n: round, all: rounds }) : roundName(round);
}

export function roundName(n: number): string {
  return t("web.event.round", { n });
}

/** What a criterion of a ranking is called. */
export function criterionName(name: string): string {
  const [first = "", rest = ""] = name.split(" ");
  const key = first === "truncated" ? `truncated_${rest === "full" ? "full" : "n"}` : name;
  const slug = key.replaceAll(/[ -]/g, "_");
  return catalogue.value?.maybe(`sheet.criterion.${slug}`, name, { n: rest }) ?? name;
}

/** What a criterion is called where its name stands alone. */
export function criterionTitle(name: string): string {
  const called = criterionName(name);
  return called.charAt(0).toLocaleUpperCase(language.value) + called.slice(1);
}

/** The results of a board as its first player sees them; empty where there is none. */
export function resultsSaid({ games, extra }: BoardShown): string {
  const all = games.join("  ");
  return extra.length > 0 ? `${all} (${extra.join(" ")})` : all;
}

/** The team of an entrant, "" where he plays for himself. */
export function teamOf({ entrants }: EventShown, name: string): string {
  return entrants.find((each) => each.name === name)?.team ?? "";
}

/** Why somebody has no opponent. */
export function aloneSaid({ alone }: BoardShown): string {
  return alone ? t(`sheet.alone.${alone}` as Key) : "";
}

/** Whose results are cancelled of those at a board, so that it counts for nobody. */
export function cancelledAt({ entrants }: EventShown, { one, two }: BoardShown): string | null {
  const gone = entrants.find(({ name, cancelled }) => cancelled && (name === one || name === two));
  return gone?.name ?? null;
}

/** The points of a board, in brackets where they count for nobody. */
export function pointsSaid(event: EventShown, board: BoardShown): string {
  const points = board.points.join(" : ");
  return cancelledAt(event, board) === null ? points : `(${points})`;
}

const FORFEITS: readonly string[] = ["+/-", "-/+", "-/-"];

/** Whether a board has its results without a game. */
export function isForfeit({ games }: BoardShown): boolean {
  return games.length > 0 && games.every((each) => FORFEITS.includes(each));
}

/** The boards of somebody in a round: one, or all of an exhibition that he gives. */
export function boardsOf(
  boards: readonly BoardShown[],
  name: string | null,
): readonly BoardShown[] {
  return name === null ? [] : boards.filter(({ one, two }) => one === name || two === name);
}

/** The board of somebody in a round. */
export function boardOf(
  boards: readonly BoardShown[],
  name: string | null,
): BoardShown | undefined {
  return boardsOf(boards, name)[0];
}

/** A day and time, as short as people write it. */
export function timeSaid(at: number): string {
  return new Date(at).toLocaleString(language.value, { dateStyle: "short", timeStyle: "short" });
}

/** When a round begins that has been announced: today by the time alone. */
export function startSaid({ round, starts }: NextRound): string {
  const time = hourSaid(starts);
  const date = new Date(starts);
  if (date.toDateString() === new Date().toDateString()) {
    return t("web.event.countdown.starts", { round, time });
  }
  const day = date.toLocaleDateString(language.value, {
    weekday: "short",
    day: "numeric",
    month: "short",
  });
  return t("web.event.countdown.starts_on", { round, day, time });
}

function hourSaid(at: number): string {
  return new Date(at).toLocaleTimeString(language.value, { hour: "2-digit", minute: "2-digit" });
}

/** What comes next for the reader, in words. */
export function yoursSaid(next: YourNext, { format }: Pick<EventSettings, "format">): string {
  const { kind, round, board, opponent, first, alone } = next;
  if (kind === "rests") return t("web.event.yours.rests");
  if (kind === "board") {
    const values = { round, board: board ?? "", name: playerName(opponent ?? "–") };
    return t(first ? "web.event.yours.board.first" : "web.event.yours.board", values);
  }
  if (alone) return t("web.event.yours.alone", { round, why: t(`sheet.alone.${alone}`) });
  if (format !== "arena") return t("web.event.yours.waits", { round });
  return t(round === 1 ? "web.event.yours.early.arena" : "web.event.yours.waits.arena");
}

/** What a table of results is called: after a round, or during it; an arena has no rounds. */
export function sheetTitle(event: EventShown, kind: "standings" | "crosstable"): string {
  const { round, settings } = event;
  if (round === 0 || settings.format === "arena") return t(`sheet.${kind}.all`);
  return t(lastRound(event)?.over ? `sheet.${kind}` : `sheet.${kind}.during`, { round });
}

type Unit = Pick<NonNullable<EventShown["fees"]>, "currency" | "digits">;

/** A sum in minor units as people write it. */
export function sayMoney({ currency, digits }: Unit, sum: number): string {
  const form = { style: "currency", currency, minimumFractionDigits: digits } as const;
  return (sum / 10 ** digits).toLocaleString(language.value, form);
}

/** Why somebody rests who did not come to a board of an arena, as the file has it. */
const DID_NOT_COME = "did not come";

/** A line of the trail as a sentence; empty where it says nothing that people want to know. */
export function lineSaid(
  kind: string,
  fields: Readonly<Record<string, unknown>>,
  { entrants, fees }: Pick<EventShown, "entrants" | "fees">,
): string {
  const entrant = fields["entrant"] as { readonly name?: string } | undefined;
  const games = fields["games"];
  const name = String(fields["name"] ?? entrant?.name ?? "");
  const role = fields["role"];
  const told =
    kind === "withdraw"
      ? withdrawalKind(
          fields,
          entrants.find((each) => each.name === name),
        )
      : kind === "clock"
        ? `clock_${typeof fields["left"] === "number" ? "left" : "add"}`
        : kind === "announced" && fields["starts"] === null
          ? "announced_back"
          : kind === "ended" && fields["full"] === true
            ? "ended_full"
            : kind === "adjudicate" && fields["advantage"] === true
              ? "adjudicate_yes"
              : kind;
  const why = fields["why"];
  const ruling = fields["ruling"];
  const boards = fields["boards"];
  const plies = fields["plies"];
  return (
    catalogue.value?.maybe(`web.event.trail.${told.replace("-", "_")}`, "", {
      name: playerName(name || "?"),
      round: String(fields["round"] ?? ""),
      board: String(fields["board"] ?? ""),
      games: Array.isArray(games) ? games.join(", ") : "",
      role: typeof role === "string" ? t(`web.event.role.${role}` as Key) : "–",
      ruling: typeof ruling === "string" ? t(`web.event.ruling.${ruling}` as Key) : "",
      boards: arePlaces(boards) ? boardsSaid(boards) : "",
      add: String(fields["add"] ?? ""),
      sum: fees ? sayMoney(fees, Number(fields["paid"] ?? 0)) : "",
      time: timeSaid(Number(fields["starts"] ?? 0)),
      left: timeLeft(Number(fields["left"] ?? 0)),
      n: typeof plies === "number" ? plies : 1,
      why: typeof why === "string" ? t(`sheet.alone.${why}` as Key) : "",
    }) ?? ""
  );
}

/** How somebody has left, as a part of a key. */
function withdrawalKind(
  { expelled, reason }: Readonly<Record<string, unknown>>,
  entrant: EntrantShown | undefined,
): string {
  const how = expelled === true ? "expel" : reason === DID_NOT_COME ? "rests" : "withdraw";
  return entrant?.cancelled ? `${how}_cancelled` : how;
}

type Places = readonly (readonly [number, number])[];

/** Whether boards are named by round and number; those of a pairing are told as a whole. */
function arePlaces(boards: unknown): boards is Places {
  return Array.isArray(boards) && boards.every((each) => Array.isArray(each));
}

/** Boards by their numbers, many as their number. */
function boardsSaid(boards: Places): string {
  if (boards.length > 4) return t("web.event.trail.boards", { n: boards.length });
  return boards.map(([round, board]) => `${round}.${board}`).join(", ");
}

/** Seconds as a clock shows them. */
function timeLeft(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What the server itself gives as a reason, and the sentence has said already. */
const UNSAID: readonly unknown[] = [
  "",
  "by himself",
  "before round 1",
  "is there again",
  DID_NOT_COME,
];

/** Why something was done, in the words of who did it; empty where nobody said. */
export function reasonIn(fields: Readonly<Record<string, unknown>>): string {
  const { reason, program } = fields;
  // Where nobody has decided about a refused draw it was the program.
  if (reason === undefined && typeof program === "string") return groundSaid(program) ?? "";
  return typeof reason === "string" && !UNSAID.includes(reason) ? reason : "";
}

/** The last round that was published; in an arena the last board of each of its players. */
export function lastRound({ rounds, settings }: EventShown): RoundShown | undefined {
  const last = rounds.at(-1);
  if (!last || settings.format !== "arena") return last;
  const seen = new Set<string | null>();
  const boards: BoardShown[] = [];
  for (const board of rounds.flatMap((each) => each.boards).reverse()) {
    if (!seen.has(board.one) || !seen.has(board.two)) boards.push(board);
    seen.add(board.one).add(board.two);
  }
  return { ...last, boards, over: boards.every((each) => isOver(each, 1)) };
}

/** The number of a board; in an arena with that of its round, of which many are shown together. */
export function placeName({ settings }: EventShown, { round, board }: BoardShown): string {
  return settings.format === "arena" ? `${round}.${board}` : String(board);
}

/** When the last boards of an arena begin; empty where nothing goes on by the clock. */
export function sayEnd({ ends }: EventShown): string {
  if (ends === null) return "";
  return t("web.event.ends", { time: hourSaid(ends) });
}

/** What is unusual about a round, in words. */
export function cautionSaid({ kind, round, board, name, entrants }: CautionShown): string {
  const values = { round, board, name: playerName(name || "?"), n: entrants };
  return t(`web.event.caution.${kind}` as Key, values);
}

/** Whether the reader keeps the desk. */
export function isOfficer({ you }: EventShown): boolean {
  return you.roles.some((role) => role !== "entrant");
}

/** The address of an event's page, as it is given to others. */
export function addressOf(path: string): string {
  return `${location.origin}${location.pathname}${path}`;
}
