/** How a table on this device begins. */

import type { NewGame } from "../generated/messages";
import { controlOf } from "./clock";
import type { Core } from "./core";
import { RulesError } from "./errors";
import { Ruleset, other, type Position } from "./position";
import { unnamed, variantOf, type Side } from "./rules";
import { agree } from "./setup";
import { Table, TableRefuses, type Seat, type Terms } from "./table";

const LONGEST_NAME = 40;

/** The terms that a request asks for; throws where they cannot be played. */
export function agreed(core: Core, wish: NewGame, luck = Math.random()): Terms {
  const { opponent } = wish;
  const alone = opponent.kind === "same_device";
  // Other people, and cards whose lot both players can check, are met at the server alone.
  if ((!alone && opponent.kind !== "computer") || wish.ballot)
    throw new TableRefuses("unavailable");
  const { variant, name } = unnamed(variantOf(wish.variant ?? "english"));
  const ruleset = new Ruleset(core, variant);
  const start = wish.start ? possible(ruleset.read(wish.start)) : ruleset.initial();
  const { huffing, refusal_duty, reset_on_progress, draws, offers_after } = wish;
  const setup = agree(
    ruleset.read(start.full),
    {
      ...(huffing === null || huffing === undefined ? {} : { huffing }),
      ...(refusal_duty === null || refusal_duty === undefined ? {} : { refusal_duty }),
      reset_on_progress: reset_on_progress ?? false,
      draws: draws ?? "rules",
      offers_after: offers_after ?? 0,
    },
    controlOf(wish.time, wish.mode ?? "fischer"),
  );
  const tossed: Side = luck < 0.5 ? "white" : "black";
  const side = wish.side === "toss" ? tossed : (wish.side ?? variant.rules.first);
  return {
    setup,
    rival: alone ? "same_device" : "computer",
    side,
    level: opponent.kind === "computer" ? Math.min(10, Math.max(1, opponent.level ?? 3)) : null,
    house: name,
  };
}

/** A new table with both players seated; `rival` is the name of the second person. */
export function begin(id: string, terms: Terms, name: string, rival: string, at: number): Table {
  const table = new Table(id, terms, at);
  const { side, level } = terms;
  const seat = (who: Seat["kind"], name: string, side: Side, level: number | null): void => {
    table.add("seated", at, { who, name: name.trim().slice(0, LONGEST_NAME), level, side });
  };
  seat("guest", name, side, null);
  if (level) seat("engine", `crownhead ${level}`, other(side), level);
  else seat("guest", rival || "2", other(side), null);
  return table;
}

/** The game after this one, sides swapped. */
export function rematch(id: string, table: Table, at: number): Table {
  const terms = { ...table.terms, side: other(table.terms.side) };
  const [mine, rival] = [table.seat(table.terms.side), table.seat(terms.side)];
  return begin(id, terms, mine?.name ?? "", rival?.name ?? "", at);
}

/** The position if a game can reach it; throws `RulesError`. */
function possible(position: Position): Position {
  const { rules } = position.ruleset.variant;
  const width = Number.parseInt(rules.board, 10);
  const most = (rules.board === "8x8-full" ? width : width / 2) * rules.men_rows;
  const found: string[] = [];
  for (const [side, letter, row] of [
    ["white", "w", width - 1],
    ["black", "b", 0],
  ] as const) {
    const number = position.count(side);
    if (number === 0) found.push(`NO_${side.toUpperCase()}`);
    if (number > most) found.push(`TOO_MANY_${side.toUpperCase()}`);
    const { geometry } = position.ruleset;
    const late = [...position.board].some(
      (each, index) => each === letter && geometry.place(index + 1)[1] === row,
    );
    if (late) found.push(`${side.toUpperCase()}_MAN_ON_LAST_ROW`);
  }
  if (found.length === 0) return position;
  const what = `start: no game reaches this position (${found.join("|")})`;
  throw new RulesError("InvalidRules", what);
}
