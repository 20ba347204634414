/** The computer's part: what it is asked at a table, and what it does about it. */

import type { GameEvent, Side } from "../generated/law";
import facts from "../generated/offline.json";
import type { Judged, LevelNumbers } from "../core/games";
import { recordOf } from "../core/game";
import { other } from "../core/position";
import { HIGHEST, levelFor } from "../engine/levels";
import { questionsIn } from "../game/questions";
import type { Table } from "./table";
import type { Question, Task, Thinker } from "../engine/thinking";

/** What the computer does at a time; the events are not noted yet. */
export type Decision = (table: Table, at: number) => void;

type Line = readonly string[];

const FIRST_NAMED_SLOW = 7;

/** The side of the engine that has to do something, or null. */
export function asked(table: Table): Side | null {
  const { game, terms, phase } = table;
  if (terms.level === null || phase !== "playing") return null;
  if (game.state.paused || game.verdictDue !== null) return null;
  const side = other(terms.side);
  const asks = questionsIn(game.state).some(({ by }) => by === terms.side);
  return game.turn === side || asks ? side : null;
}

/** When the answer may come: a person takes 300 to 900 ms. */
export function answerTime(table: Table): number {
  const most = (table.terms.level ?? 1) < FIRST_NAMED_SLOW ? 900 : 400;
  const mix = hashOf(`${table.id} ${table.seq}`) & 255;
  return table.lastAt + 300 + Math.floor((mix * (most - 300)) / 255);
}

/** What the engine does at a table where it is asked, or a verdict is due. */
export async function decide(table: Table, thinker: Thinker): Promise<Decision> {
  const due = table.game.verdictDue;
  if (due) return verdict(table, due, thinker);
  const side = other(table.terms.side);
  const question = { what: "decide", side, level: levelOf(table) } as const;
  const [first, ...offers] = (await thinker.think(taskOf(table, question))) as GameEvent[];
  return (on, at) => {
    on.game.add({ ...first!, ...on.ofGame(at) });
    for (const offer of offers) {
      if (on.game.state.allowed[side].includes(offer.kind))
        on.game.add({ ...offer, ...on.ofGame(at) });
    }
  };
}

/** The best play in a game, as its notation has it; not without a move. */
export async function hint(table: Table, thinker: Thinker): Promise<Line> {
  const { line: most, nodes, seconds } = facts.hint;
  const level = { ...levelOf(table, HIGHEST), nodes, seconds, book: false };
  return (await thinker.think(taskOf(table, { what: "hint", most, level }))) as Line;
}

async function verdict(table: Table, side: Side, thinker: Thinker): Promise<Decision> {
  const { nodes, seconds } = facts.verdict;
  const judged = await thinker.think(taskOf(table, { what: "judge", nodes, seconds }));
  const sign = table.game.turn === side ? 1 : -1;
  const given = { kind: "adjudicated", side, ...verdictOf(judged as Judged, sign) } as const;
  return (on, at) => on.game.add({ ...given, ...on.ofGame(at) });
}

/** Whether a side has a decided advantage, and on what ground, as `crownhead.adjudication` says it. */
export function verdictOf(
  judged: Judged,
  sign: 1 | -1,
): { readonly advantage: boolean; readonly reason: string } {
  const value = sign * judged.value;
  if (judged.said === "tables" || value !== 0) {
    return { advantage: value > 0, reason: proven(judged.said, value, judged.plies) };
  }
  const { margin } = facts.verdict;
  const { nodes, depth } = judged;
  const score = sign * judged.score;
  const shown = `${score < 0 ? "-" : "+"}${Math.abs(score)}`;
  const reason = `margin: nodes ${nodes}, depth ${depth}, score ${shown}, margin ${margin}`;
  return { advantage: score >= margin, reason };
}

function proven(said: string, value: number, plies: number): string {
  const word = value > 0 ? "win" : value < 0 ? "loss" : "draw";
  return `${said}: ${word}${value !== 0 && plies >= 0 ? ` in ${plies} plies` : ""}`;
}

function taskOf({ id, game }: Table, question: Question): Task {
  return { table: id, record: recordOf(game, { white: "", black: "" }), question };
}

/** How the engine thinks at a table. */
function levelOf({ game, id, terms }: Table, number = terms.level ?? 1): LevelNumbers {
  return levelFor(game.variant.rules, number, hashOf(id));
}

/** A number out of a text, the same at every time. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}
