/**
 * The cards of a round of an event, drawn once more from what was published of it
 * (`crownhead.competition.lottery`).
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { EventBallots, RoundShown } from "../generated/messages";
import { commitmentOf, lotOf, type DeckCard } from "./lots";

const MOST_ATTEMPTS = 100_000;

type Paired = Pick<RoundShown["boards"][number], "board" | "one" | "two" | "alone" | "card">;
export type DrawnRound = Pick<RoundShown, "number" | "seed" | "commitment" | "contributions"> & {
  readonly boards: readonly Paired[];
};

function hash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Compare texts by their code points, as the library orders names. */
function byCodePoints([one]: readonly [string, string], [other]: readonly [string, string]) {
  const [ours, theirs] = [[...one], [...other]];
  const at = ours.findIndex((each, index) => each !== theirs[index]);
  if (at < 0) return ours.length - theirs.length;
  return (ours[at]!.codePointAt(0) ?? 0) - (theirs[at]?.codePointAt(0) ?? -1);
}

/** What the draw depends on that nobody knew before: the pairing, and lines of entrants. */
function saidIn({ number, boards, contributions }: DrawnRound): readonly string[] {
  const pairing = boards.map(
    ({ one, two, alone }, index) => `${index + 1} ${one} - ${two ?? alone ?? ""}\n`,
  );
  const lines = Object.entries(contributions)
    .sort(byCodePoints)
    .map(([name, text]) => `${name}: ${text}\n`);
  return [
    `round ${number}`,
    `pairing ${hash(pairing.join(""))}`,
    `entrants ${hash(lines.join(""))}`,
  ];
}

/** Codes of cards that are not played any more by those who meet at some boards. */
function playedBefore(
  { repeats }: EventBallots,
  rounds: readonly DrawnRound[],
  names: ReadonlySet<string>,
): Set<string> {
  if (repeats === "yes") return new Set();
  const played = rounds.flatMap(({ boards }) =>
    boards.flatMap(({ one, two, card }) => {
      const theirs = names.has(one) || (two !== null && names.has(two));
      return card && two !== null && (repeats !== "entrant" || theirs) ? [card.code] : [];
    }),
  );
  return new Set(played);
}

/**
 * Whether a round has the cards that follow from its seed, and the seed is the one committed to;
 * null where this page cannot tell. `before` are the rounds before it, `cards` the playable ones.
 */
export function isDrawnRight(
  ballots: EventBallots,
  round: DrawnRound,
  before: readonly DrawnRound[],
  cards: readonly DeckCard[],
): boolean | null {
  const { seed, commitment } = round;
  // Which cards are tough is known to the library alone.
  if (!seed || ballots.tough || cards.length === 0) return null;
  const header = [`deck ${ballots.deck ?? "english-3move"}`];
  const lot = { header, lots: cards.length, seed };
  if (commitmentOf(lot) !== commitment) return false;
  const common = saidIn(round);
  const paired = round.boards.filter(({ two }) => two !== null);
  const draw = (said: readonly string[], excluded: ReadonlySet<string>): string => {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const contributions = [...said, `attempt ${attempt}`];
      const { code } = cards[lotOf({ ...lot, contributions }) - 1]!;
      if (!excluded.has(code)) return code;
    }
    return "";
  };
  const barred = ballots.barred ?? [];
  const namesOf = (boards: readonly Paired[]): ReadonlySet<string> =>
    new Set(boards.flatMap(({ one, two }) => (two === null ? [] : [one, two])));
  if (ballots.scope !== "board") {
    const excluded = playedBefore(ballots, before, namesOf(paired));
    const code = draw(common, new Set([...excluded, ...barred]));
    return paired.every(({ card }) => card?.code === code);
  }
  // Within a round, too, no card comes twice where the event wants no repetition.
  return paired.every((board, index) => {
    const earlier = [...before, { ...round, boards: paired.slice(0, index) }];
    const excluded = playedBefore(ballots, earlier, namesOf([board]));
    const place = round.boards.indexOf(board) + 1;
    const code = draw([...common, `board ${place}`], new Set([...excluded, ...barred]));
    return board.card?.code === code;
  });
}
