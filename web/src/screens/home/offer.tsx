/** What the board of the first screen offers: the running game, today's puzzle, or a first move. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { plainNames } from "../../game/describing";
import { gameName } from "../../game/game-name";
import { resultsIn } from "../../game/results";
import { gameOf, gameOfView } from "../../game/variants";
import { device } from "../../net/device";
import { server } from "../../net/server";
import { useBeginning } from "../../parts/use-beginning";
import { daily, today } from "../../puzzles/choice";
import { standingOf } from "../../puzzles/progress";
import { questionOf } from "../../puzzles/question";
import { daysSaid } from "../../puzzles/said";
import { COUNTS, keepPuzzles, puzzlesOf, type Puzzle } from "../../puzzles/set";
import { preferences } from "../../state/preferences";
import { go, href } from "../../state/route";
import { leaveTouch } from "../../state/touch";
import { t, words } from "../../text/language";
import { beginToMove } from "./begin";
import { cards, rivalOf, type Card } from "./cards";
import { Turn } from "./games";
import { hero, type Hero } from "./hero";

export function Offer(): JSX.Element | null {
  const [running] = cards.value.open;
  const game = preferences.game.value;
  const { key } = gameOf(game);
  useEffect(() => {
    keepPuzzles(key).catch(() => {
      // They are asked for again when they are wanted.
    });
  }, [key]);
  if (running) return <Running card={running} key={running.game} />;
  // There was one when the games were listed last: another offer would only flash.
  if (preferences.running.value) return null;
  const seasoned = preferences.welcomed.value || resultsIn(game).length > 0;
  const open = standingOf(key).daily !== today();
  return seasoned && open && key in COUNTS ? <Daily key={key} /> : <YourMove key={game} />;
}

/** Show something on the board as long as it is offered. */
function useHero(shown: Omit<Hero, "describe"> | null, ...changes: readonly unknown[]): void {
  useEffect(() => {
    if (!shown) return undefined;
    const { game, letters } = shown;
    hero.value = { ...shown, describe: plainNames(game, () => letters, words(game.key)) };
    return () => void (hero.value = null);
  }, changes);
}

function Running({ card }: { readonly card: Card }): JSX.Element {
  const game = gameOfView(card.variant, card.house);
  const letters = usePosition(card) ?? game.start;
  const [only, second] = card.you;
  const touch = (square: number): void => {
    leaveTouch(square);
    go("g", card.game);
  };
  const below = only && !second ? only : "white";
  useHero({ game, letters, below, touch }, card.game, letters);
  return (
    <a class="continue" href={href("g", card.game)}>
      <span class="what">
        {second
          ? `${t("web.resume")}: ${rivalOf(card)}`
          : t("web.resume.against", { rival: rivalOf(card) })}
        <small>
          {gameName(game)}
          {"handed" in card && ` · ${t("web.device")}`}
        </small>
      </span>
      <Turn card={card} />
    </a>
  );
}

/** Return the pieces of a game as it stands, asked anew when its turn has passed. */
function usePosition(card: Card): string | null {
  const [letters, setLetters] = useState<string | null>(null);
  useEffect(() => {
    // A game of this device is only looked at: one that is followed is not handed over.
    const viewed =
      "handed" in card ? device.look(card.game) : server.shown(card.game).then(({ view }) => view);
    viewed.then(
      ({ board }) => setLetters(board),
      () => {
        // The start position is shown in its place.
      },
    );
  }, [card.game, card.turn]);
  return letters;
}

function Daily(): JSX.Element {
  const game = gameOf(preferences.game.value);
  const [puzzle, setPuzzle] = useState<Puzzle | undefined>();
  const [away, setAway] = useState(false);
  useEffect(() => {
    puzzlesOf(game.key).then(
      (all) => setPuzzle(daily(all, today(), standingOf(game.key).rating)),
      () => setAway(true),
    );
  }, [game.key]);
  const touch = (square: number): void => {
    leaveTouch(square);
    go("puzzles", game.key, "daily");
  };
  const shown = puzzle && { game, letters: puzzle.board, below: puzzle.turn, touch };
  useHero(shown ?? null, puzzle);
  if (away) return <YourMove />;
  const question = puzzle ? questionOf(puzzle, game.key) : "";
  return (
    <a class="continue" href={href("puzzles", game.key, "daily")}>
      <span class="what">
        {t("web.puzzles.daily")}
        <small>
          {question} {daysSaid(game.key)}
        </small>
      </span>
    </a>
  );
}

/** The start position: touching a piece begins a game in which it can be moved at once. */
function YourMove(): JSX.Element {
  const id = preferences.game.value;
  const game = gameOf(id);
  const { problem, busy, start } = useBeginning();
  const touch = (square: number): void => {
    if (busy) return;
    leaveTouch(square);
    start(() => beginToMove(game));
  };
  useHero({ game, letters: game.start, below: game.first, touch }, id, busy);
  return (
    <p class="continue" role="status">
      <span class="what">{problem || t("web.touch")}</span>
    </p>
  );
}
