/** What is said where a game has ended, and what its players have open between them. */

import { other } from "../../game/apply-move";
import { verdictAt } from "../../game/log";
import { piecesLeft } from "../../game/material";
import { calledName, drawnNames, sideName } from "../../game/naming";
import { questionsIn } from "../../game/questions";
import type { Session } from "../../game/session";
import type { View } from "../../game/source";
import type { Catalogue } from "../../text/catalogue";
import { groundSaid } from "../../text/ground";
import { t, words } from "../../text/language";
import { half } from "./player";

/** Who won, in two or three words. */
export function headline(session: Session): string {
  const { outcome } = session.view.value!;
  const [you, second] = session.you.value;
  const { winner, termination } = outcome!;
  if (termination === "aborted") return t("web.end.over");
  if (!winner) return t("web.end.drawn");
  if (you === winner && !second) return t("web.end.you");
  return t("web.end.side", { side: sideName(session, winner) });
}

/** The players and the result, as below a picture: `Gast 12 – Pip · 0–1`. */
export function caption({ players, outcome }: View): string {
  const { white, black } = drawnNames(players);
  if (!outcome || outcome.termination === "aborted") return `${white} – ${black}`;
  const { winner } = outcome;
  const result = winner === null ? "½–½" : winner === "white" ? "1–0" : "0–1";
  return `${white} – ${black} · ${result}`;
}

/** Endings that are told of the side that is stuck, not of the loser. */
const ABOUT_STUCK: ReadonlySet<string> = new Set(["blocked", "no-pieces", "too-few"]);

/**
 * How the game ended, by the names of its players where they have any: who won is told above it.
 * What the source says of it stays where nobody has won, but that it is a draw.
 */
export function sayEnd(session: Session): string {
  const { board, outcome, turn } = session.view.value!;
  const { winner, termination, sentence } = outcome!;
  const kind = words(session.game.value!.key);
  if (!winner) return without(kind.text("outcome.draw"), sentence);
  // Who is stuck has lost, but in games that are won by losing.
  const fewer = piecesLeft(board, "white") < piecesLeft(board, "black") ? "white" : "black";
  const stuck = termination === "blocked" ? turn : fewer;
  const [you, second] = session.you.value;
  const about = ABOUT_STUCK.has(termination)
    ? stuck
    : termination === "first-king"
      ? winner
      : other(winner);
  const own = you === about && !second ? kind.maybe(`web.outcome.${termination}.you`) : "";
  if (own) return own;
  return kind.maybe(`outcome.${termination}`, sentence, {
    winner: sideName(session, winner),
    loser: sideName(session, other(winner)),
    stuck: sideName(session, stuck),
  });
}

/** A sentence without the words that it begins with, where it says more. */
function without(begin: string, sentence: string): string {
  return sentence.startsWith(`${begin} `) ? sentence.slice(begin.length + 1) : sentence;
}

/** Whether the one player here has offered a rematch and waits for the answer. */
export function offeredHere(session: Session): boolean {
  const { rematch, next } = session.view.value!;
  const you = session.you.value;
  return rematch !== null && next === null && you.length === 1 && you[0] === rematch;
}

/** That a rematch is offered or not wanted, and whether nobody is there to hear it. */
export function rematchSaid(session: Session): string {
  const { here, view } = session.state.value!;
  const { rematch, rematch_declined: declined, next } = view;
  const kind = words(session.game.value!.key);
  if (declined && !rematch && !next) {
    const own = session.you.value.includes(declined);
    if (own) return t("web.rematch.declined.you");
    return kind.text("web.rematch.declined", { side: sideName(session, declined) });
  }
  if (!rematch || next) return "";
  if (!offeredHere(session)) {
    return kind.text("web.rematch.asked", { side: sideName(session, rematch) });
  }
  const side = sideName(session, other(rematch));
  const absent = here[other(rematch)] === false ? t("web.rematch.absent", { side }) : "";
  return `${t("web.rematch.offered")} ${absent}`.trim();
}

/** Endings that neither side has brought about by playing. */
const UNPLAYED: ReadonlySet<string> = new Set(["adjudication", "forfeit"]);

/** A word to who has just won or lost; the button for a rematch is beside it. */
export function parting(session: Session): string {
  const { outcome, allowed, players, rematch } = session.view.value!;
  const [you, second] = session.you.value;
  if (!you || second || !outcome?.winner || UNPLAYED.has(outcome.termination)) return "";
  if (outcome.winner === you) return t("web.end.won");
  // Against the computer a button says so.
  if (players[other(you)]?.level) return "";
  return !rematch && allowed[you]?.includes("rematch") ? t("web.end.lost") : "";
}

/** How the match stands after one of its games, or how it ended. */
export function matchSaid({ match, phase, players }: View): string {
  if (!match || match.players.length === 0) return "";
  const named = (name: string): string => calledName(players, name);
  const [first, second] = match.players.map(named) as [string, string];
  const [one, two] = match.score.map(half) as [string, string];
  const { number: n, over, winner } = match;
  const end = winner === null ? "drawn" : "won";
  const key = phase === "aborted" ? "aborted" : over ? end : "score";
  // The winner's points come first where he is named alone.
  const points = winner === match.players[1] ? { one: two, two: one } : { one, two };
  return t(`web.match.${key}`, { first, second, n, name: named(winner ?? ""), ...points });
}

/** What one side has asked of the other, for those who look on. */
export function openSaid(session: Session, kind: Catalogue): string {
  const [question] = questionsIn(session.view.value!);
  return question ? kind.text(question.asked, { side: sideName(session, question.by) }) : "";
}

/** The verdict on a refused draw, with its ground, at the position that is looked at. */
export function verdictSaid(session: Session): string {
  const { log, view } = session.state.value!;
  const found = verdictAt(log, session.past.value?.at ?? view.ply);
  if (!found) return "";
  const kind = words(session.game.value!.key);
  const { advantage, reason } = found;
  const side = kind.text(`color.${found.side}`);
  const given = kind.text(advantage ? "web.verdict.yes" : "web.verdict.no", { side });
  const why = groundSaid(reason) ?? (reason && t("web.verdict.arbiter", { text: reason }));
  return `${given} ${why}`.trim();
}
