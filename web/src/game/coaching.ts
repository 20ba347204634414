/**
 * The coach of a game against the computer: what matters in a position, in a sentence, and a word
 * before a move that gives much away. Everything is found by the core in the browser.
 */

import { searchBest, searchLines, type BestLine } from "../study/best-line";
import { coreOfPage } from "../study/engine";
import { ideaOf } from "../study/report-text";
import type { CoreClaim } from "../core/reports";
import type { Scores } from "../core/scores";
import { Ruleset, type Position } from "../core/position";
import { variantOf } from "../core/rules";
import type { Catalogue } from "../text/catalogue";
import { pointOf } from "../text/decimal";
import { words } from "../text/language";
import { isCoached } from "./coached";
import { leadOf, lostInExchange } from "./material";
import { sideName } from "./naming";
import type { Play } from "./play";
import type { MoveView, View } from "./source";

/** Nodes to find what matters, and to see what a move gives away before it is sent. */
const THOUGHT = 200_000;
const GLANCE = 50_000;
/** Winning chances that a move gives away from which on there is a word about it. */
const BLUNDER = 0.25;
/** Winning chances by which a move is better than another one beyond doubt. */
const CLEAR = 0.05;
/** A share of the chances from which on one side stands better. */
const BETTER = 0.6;

/** Say what matters to the player whose turn it is. */
export async function coach(play: Play): Promise<void> {
  const view = play.view.peek();
  if (!view || play.thinking.peek() || !isCoached(play)) return;
  play.thinking.value = true;
  const sentence = await mattering(play, view).catch(() => null);
  play.thinking.value = false;
  if (sentence && play.view.peek() === view) play.notice.value = { kind: "note", sentence };
}

async function mattering(play: Play, view: View): Promise<string> {
  const speech = words(play.game.peek()!.key);
  const [only, ...others] = view.legal;
  if (only && others.length === 0) return speech.text("web.coach.forced", { move: only.text });
  const position = await positionOf(view);
  const found = await searchBest(position, THOUGHT);
  const lost = lostInExchange(await play.source.history(), view.turn);
  const own = gainOf(claimOf(position, found), lost);
  if (own) return chanceIn(own, speech);
  // Where losing wins, pieces are no lead.
  const { aim } = position.ruleset.variant.rules;
  const lead = aim === "lose" ? 0 : leadOf(view, view.turn);
  const said = standing(found, lead, speech, position.ruleset.core.scores);
  const turned = position.turned();
  if (captures(position)) return said;
  const threat = claimOf(turned, await searchBest(turned, GLANCE));
  if (!threat) return said;
  const side = sideName(play, threat.by);
  return speech.text("web.coach.threat", { side, what: ideaOf(threat, speech) });
}

/** A claim less what only takes back the pieces just lost; null where it is about no more. */
export function gainOf(claim: CoreClaim | null, lost: number): CoreClaim | null {
  if (!claim || claim.men === 0 || lost <= 0) return claim;
  return claim.men > lost ? { ...claim, men: claim.men - lost } : null;
}

/** What a claim promises, without the moves that lead to it. */
export function chanceIn({ kind, men, square, line }: CoreClaim, speech: Catalogue): string {
  switch (kind) {
    case "shot":
      return speech.text("web.coach.shot", { n: men });
    case "exchange":
      return speech.text(line.length === 1 ? "web.coach.capture" : "web.coach.exchange", {
        n: men,
      });
    case "caught":
      return speech.text("web.coach.caught");
    case "tempo":
      return speech.text("web.coach.tempo");
    case "breakthrough":
    case "crowning":
      return speech.text("web.coach.crowning", { square });
    case "blocked":
    case "opposition":
    case "majority":
      return speech.text("web.coach.blocked");
  }
}

/**
 * How the game stands for the side to move, where nothing can be won at once, and what can be done
 * about it; `lead` is how many pieces it has more.
 */
export function standing(
  { score }: Pick<BestLine, "score">,
  lead: number,
  speech: Catalogue,
  scores: Scores,
): string {
  const share = scores.chance(score);
  if (share >= BETTER) {
    return lead > 0
      ? speech.text("web.coach.ahead.pieces", { n: lead })
      : speech.text("web.coach.ahead");
  }
  if (share > 1 - BETTER) return speech.text("web.coach.even");
  return lead < 0
    ? speech.text("web.coach.behind.pieces", { n: -lead })
    : speech.text("web.coach.behind");
}

/** Why a line is advised, and as much of it as is told: what wins or prevents something is alone. */
export interface Grounds {
  readonly reason: string;
  readonly line: readonly string[];
}

/** Say why a line is advised to the player whose turn it is; throws where it cannot be followed. */
export async function groundsOf(play: Play, line: readonly string[]): Promise<Grounds> {
  const speech = words(play.game.peek()!.key);
  const start = await positionOf(play.view.peek()!);
  const moves: string[] = [];
  const after: Position[] = [];
  for (const text of line) {
    const position = after.at(-1) ?? start;
    const place = position.parse(text, "legal")!;
    moves.push(position.moves("legal")[place]!.hub);
    after.push(position.play("legal", place));
  }
  const own = claimOf(start, { line: moves });
  const idea = own
    ? speech.text("report.idea", { what: ideaOf(own, speech) })
    : await tellPrevented(play, start, after[0]!, speech);
  if (idea) return { reason: idea, line: line.slice(0, 1) };
  const rest = after.findLastIndex((position) => !captures(position)) + 1;
  const reason = await compare(start, moves[0]!, speech);
  return { reason, line: line.slice(0, Math.max(1, rest)) };
}

/** Say how a move stands beside the others; it is the best one by a search of its own. */
async function compare(start: Position, hub: string, speech: Catalogue): Promise<string> {
  const legal = start.moves("legal");
  const text = (of: string): string => legal.find((move) => move.hub === of)!.short;
  if (legal.length === 1) return speech.text("web.coach.forced", { move: text(hub) });
  const [best, next] = await searchLines(start, GLANCE, 2);
  if (!best || !next) return "";
  const { scores } = start.ruleset.core;
  const agreed = best.line[0] === hub;
  if (agreed && scores.chance(best.score) - scores.chance(next.score) >= CLEAR)
    return speech.text("web.coach.best");
  return speech.text("web.coach.level", { move: text((agreed ? next : best).line[0]!) });
}

/** What a move prevents, in a sentence; "" where nothing was threatened, or it comes all the same. */
async function tellPrevented(
  play: Play,
  start: Position,
  after: Position,
  speech: Catalogue,
): Promise<string> {
  if (!isCoached(play) || captures(start)) return "";
  const threat = claimOf(start.turned(), await searchBest(start.turned(), GLANCE));
  if (!threat || threat.men === 0) return "";
  if (claimOf(after, await searchBest(after, GLANCE))) return "";
  return speech.text("web.coach.prevents", { what: ideaOf(threat, speech) });
}

/** Whether the side to move has to capture. */
function captures(position: Position): boolean {
  return position.moves("legal").some((move) => move.captures.length > 0);
}

/** What speaks against a move, where it gives much away; null where nothing does. */
export async function warningOf(play: Play, move: MoveView): Promise<string | null> {
  const view = play.view.peek();
  if (!view || view.legal.length < 2 || !isCoached(play)) return null;
  const before = await positionOf(view);
  const place = before
    .moves("legal")
    .findIndex(({ short, full }) => [short, full].includes(move.text));
  if (place < 0) return null;
  const after = before.play("legal", place);
  if (after.moves("legal").length === 0) return null;
  const best = await searchBest(before, GLANCE);
  if (best.line[0] === before.moves("legal")[place]!.hub) return null;
  const answer = await searchBest(after, GLANCE);
  const { scores } = before.ruleset.core;
  if (scores.chance(best.score) - scores.chance(-answer.score) < BLUNDER) return null;
  const speech = words(play.game.peek()!.key);
  const claim = claimOf(after, answer);
  const text = (score: number): string => scores.text(score, pointOf(speech.language));
  const said = { move: move.text, score: text(-answer.score), best: text(best.score) };
  return claim
    ? speech.text("web.coach.warning", { ...said, what: ideaOf(claim, speech) })
    : speech.text("web.coach.warning.score", said);
}

async function positionOf(view: View): Promise<Position> {
  const core = await coreOfPage();
  const ruleset = new Ruleset(core, variantOf(core, view.house ?? view.variant));
  return ruleset.read(view.fen);
}

function claimOf({ ruleset, bytes }: Position, { line }: Pick<BestLine, "line">): CoreClaim | null {
  return ruleset.core.reports.claim(ruleset.number, bytes, line);
}
