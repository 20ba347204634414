/** How a table on this device begins. */

import type { NewGame } from "../generated/messages";
import type { Core } from "../core/core";
import { gameOfDeck, type Card } from "../core/decks";
import { RulesError } from "../core/errors";
import { newSeed } from "./lots";
import { nameOf } from "../core/names";
import { Ruleset, other, type Position } from "../core/position";
import { firstOf, isFirstOfRound } from "./round";
import { unnamed, variantOf, type Side } from "../core/rules";
import { agree } from "../core/setup";
import { Table, TableRefuses, type Seat } from "./table";
import { isDrawn, type Terms } from "./terms";

/** No clock gives more than two weeks. */
const MOST_TIME = 14 * 24 * 3_600_000;

/** The terms that a request asks for; throws where they cannot be played. */
export function agreed(core: Core, wish: NewGame, luck = Math.random()): Terms {
  const { opponent } = wish;
  const alone = opponent.kind === "same_device";
  // Other people are met at the server alone.
  if (!alone && opponent.kind !== "computer") throw new TableRefuses("unavailable");
  const { variant, name } = unnamed(variantOf(core, wish.variant ?? "english"));
  const deck = wish.ballot ?? null;
  const fen = wish.start ?? null; // an empty text is no FEN, and not the lack of one
  if (deck !== null && (fen !== null || gameOfDeck(deck) !== variant.key)) {
    const what = `ballot='${deck.slice(0, 40)}' is not a deck of ${variant.key} from the start`;
    throw new RulesError("InvalidRules", what);
  }
  const ruleset = new Ruleset(core, variant);
  const start = fen === null ? ruleset.initial() : possible(ruleset.read(fen));
  const { huffing, refusal_duty, reset_on_progress, draws, offers_after, mode } = wish;
  const asked = { huffing, refusal_duty, reset_on_progress, draws, offers_after, mode };
  const setup = agree(ruleset.read(start.full), { ...asked, time: wish.time?.trim() });
  if (setup.time?.stages.some(({ time, bonus }) => time + bonus > MOST_TIME)) {
    throw new RulesError("InvalidRecord", "Time control: longer than two weeks");
  }
  const tossed: Side = luck < 0.5 ? "white" : "black";
  const side = wish.side === "toss" ? tossed : (wish.side ?? variant.rules.first);
  return {
    setup,
    rival: alone ? "same_device" : "computer",
    side,
    level: opponent.kind === "computer" ? Math.min(10, Math.max(1, opponent.level ?? 3)) : null,
    house: name,
    deck,
    seed: deck === null ? "" : newSeed(),
    first: null,
  };
}

/** A new table with both players seated; `rival` is the name of the second person. */
export function begin(
  id: string,
  terms: Terms,
  name: string,
  rival: string,
  at: number,
  cards: readonly Card[] = [],
): Table {
  const table = new Table(id, terms, at, cards);
  const { side, level, deck } = terms;
  const seat = (who: Seat["kind"], name: string, side: Side, level: number | null): void => {
    // Nothing is rated that happens on one device.
    table.add("seated", at, { who, name: nameOf(name), level, side, rating: null });
  };
  seat("guest", name, side, null);
  if (level) seat("engine", `crownhead ${level}`, other(side), level);
  else seat("guest", rival || "2", other(side), null);
  if (isDrawn(terms)) table.add("lots", at, { toss: null, card: { deck } });
  return table;
}

/** The game after this one, sides swapped: the second of a round, or a rematch. */
export function followed(id: string, table: Table, at: number): Table {
  const second = isFirstOfRound(table);
  const terms: Terms = {
    ...table.terms,
    side: other(table.terms.side),
    seed: table.terms.deck === null || second ? "" : newSeed(),
    first: second ? firstOf(table) : null,
    toss: second ? (table.terms.toss ?? null) : null,
  };
  const [mine, rival] = [table.seat(table.terms.side), table.seat(terms.side)];
  return begin(id, terms, mine?.name ?? "", rival?.name ?? "", at, table.cards);
}

/** The position if a game can reach it; throws `RulesError`. */
function possible(position: Position): Position {
  const reason = position.unreachable;
  if (!reason) return position;
  const what = `start: no game reaches this position (${reason.code})`;
  throw new RulesError("InvalidRules", what, reason);
}
