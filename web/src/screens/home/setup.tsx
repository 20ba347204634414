/** The sheet before a game: against whom, and how. One more tap and it runs. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { NewGame } from "../../generated/messages";
import type { Side } from "../../game/source";
import { gameName } from "../../game/game-name";
import { type Game, gameOf } from "../../game/variants";
import { Choices, Switch } from "../../parts/choices";
import { CodeForm } from "../../parts/code-form";
import { Dialog } from "../../parts/dialog";
import { chooseLevel, levelIn, ratingsOf } from "../../game/adaptive";
import { levelName } from "../../game/levels";
import { Face } from "../../parts/face";
import { NameField } from "../../parts/name-field";
import { Problem } from "../../parts/problem";
import { secondName, SecondNameField } from "../../parts/second-name";
import { WishedTime } from "../../parts/time-choice";
import { useBeginning } from "../../parts/use-beginning";
import { preferences } from "../../state/preferences";
import { wish, wishFor, type Rival } from "../../state/wishes";
import { t } from "../../text/language";
import { RatedChoice } from "../../parts/rated-choice";
import { begin, isRatedWithClock, isTossed, newGame } from "./begin";
import { showOpened } from "../../parts/opened";

export type { Rival };

interface Props {
  readonly rival: Rival;
  readonly close: () => void;
  /** The game that is played; by itself the remembered one. */
  readonly chosen?: string;
  /** A position to begin from, as FEN. */
  readonly start?: string;
}

/** What is agreed beyond sides and time, for this game alone. */
interface Agreed {
  readonly huffing: boolean;
  readonly duty: boolean;
  readonly draws: NonNullable<NewGame["draws"]>;
  readonly offersAfter: number;
}

export function Setup({ rival, close, chosen, start }: Props): JSX.Element {
  const game = gameOf(chosen ?? preferences.game.value);
  const local = preferences.friend.value === "device";
  const [agreed, setAgreed] = useState<Agreed>({
    huffing: false,
    duty: game.duty > 0,
    draws: "rules",
    offersAfter: 0,
  });
  const { problem, busy, start: startGame } = useBeginning();
  const people = rival !== "computer" && !(rival === "friend" && local);
  const wanted = wishFor(rival);
  const deck = start ? undefined : game.decks[0];
  const asked = (): Omit<NewGame, "id"> => ({
    ...newGame(rival, game.id),
    opponent: opponentOf(rival, local, game),
    ...termsOf(agreed, game),
    ...(start ? { start, rated: false } : {}),
    ...(wanted.ballot && deck ? { ballot: deck } : {}),
  });
  const play = async (): Promise<string> => {
    const said = await begin(asked());
    if (!said) close();
    return said;
  };
  return (
    <Dialog title={`${t(`web.rival.${rival}`)} · ${gameName(game)}`} close={close}>
      {rival === "friend" && <How />}
      {rival === "computer" && <Level game={game} />}
      {rival !== "computer" && <NameField />}
      {rival === "friend" && local && <SecondNameField />}
      <SideChoice rival={rival} game={game} first={start ? toMove(start) : game.first} />
      <WishedTime rival={rival} days={people} />
      {!start && isRatedWithClock(rival, game.record) && <RatedChoice rival={rival} />}
      {deck && (
        <Switch
          label={t("web.ballot")}
          note={t("web.ballot.note")}
          on={wanted.ballot}
          change={(ballot) => wish(rival, { ballot })}
        />
      )}
      <More game={game} agreed={agreed} change={setAgreed} />
      <Problem>{problem}</Problem>
      <div class="sheet-foot">
        <button type="button" class="main big" disabled={busy} onClick={() => startGame(play)}>
          {t(people ? "web.invite.make" : "web.play")}
        </button>
      </div>
      {rival === "friend" && !local && <CodeForm />}
    </Dialog>
  );
}

function opponentOf(rival: Rival, local: boolean, game: Game): NewGame["opponent"] {
  if (rival === "computer") return { kind: "computer", level: levelIn(game) };
  if (rival === "online") return { kind: "anybody" };
  return local ? { kind: "same_device", name: secondName() } : { kind: "friend" };
}

function termsOf({ huffing, duty, draws, offersAfter }: Agreed, game: Game): Partial<NewGame> {
  return {
    ...(huffing ? { huffing: true } : {}),
    ...(game.duty > 0 && !duty ? { refusal_duty: 0 } : {}),
    ...(draws === "rules" ? {} : { draws }),
    ...(offersAfter > 0 ? { offers_after: offersAfter } : {}),
  };
}

/** Whose move it is in a position. */
function toMove(fen: string): Side {
  return /^\s*b/i.test(fen) ? "black" : "white";
}

/** How a friend plays along. */
function How(): JSX.Element {
  return (
    <Choices
      legend={t("web.friend.how")}
      value={preferences.friend.value}
      options={[
        ["device", t("web.friend.device")],
        ["link", t("web.friend.link")],
      ]}
      change={(value) => (preferences.friend.value = value)}
    />
  );
}

interface SideProps {
  readonly rival: Rival;
  readonly game: Game;
  readonly first: Side;
}

/** Each side once; as long as nobody has chosen, it is the one that begins. */
function SideChoice({ rival, game, first }: SideProps): JSX.Element {
  const chosen = wishFor(rival).side;
  const side = (name: Side): readonly [Side, string] => {
    const color = t(`color.${name}`);
    return [name, name === first ? t("web.side.first", { side: color }) : color];
  };
  const preset = isTossed(rival, game) ? "toss" : first;
  return (
    <Choices
      legend={t("web.side")}
      value={chosen === "first" ? preset : chosen}
      options={[side("white"), side("black"), ["toss", t("web.side.toss")]]}
      change={(value) => wish(rival, { side: value })}
    />
  );
}

function Level({ game }: { readonly game: Game }): JSX.Element {
  const level = levelIn(game);
  const adapts = preferences.adapts.value;
  const rating = ratingsOf(game.key)?.[level - 1];
  return (
    <>
      <label class="level">
        <span>
          <Face level={level} />
          <span>
            {levelName(level)}
            <strong>
              {t("web.level", { n: level })} · {t(`web.level.${level}` as Parameters<typeof t>[0])}
            </strong>
            {rating !== undefined && !preferences.child.value && (
              <small title={t("web.level.rating.scale")}>
                {t(level < 10 ? "web.level.rating" : "web.level.rating.over", { n: rating })}
              </small>
            )}
          </span>
        </span>
        {!adapts && (
          <input
            type="range"
            min={1}
            max={10}
            step={1}
            value={level}
            aria-label={t("web.level.choose")}
            onInput={(event) => chooseLevel(Number(event.currentTarget.value))}
          />
        )}
      </label>
      <Switch
        label={t("web.level.adapts")}
        note={t("web.level.adapts.note")}
        on={adapts}
        change={(on) => (preferences.adapts.value = on)}
      />
    </>
  );
}

interface MoreProps {
  readonly game: Game;
  readonly agreed: Agreed;
  readonly change: (agreed: Agreed) => void;
}

/** What most games leave as it is. */
function More({ game, agreed, change }: MoreProps): JSX.Element {
  const set = (part: Partial<Agreed>): void => change({ ...agreed, ...part });
  return (
    <details class="more-terms" onToggle={showOpened}>
      <summary>{t("web.terms")}</summary>
      <div class="panel-body">
        {game.compulsory && (
          <Switch
            label={t("web.huffing")}
            note={t("web.huffing.note")}
            on={agreed.huffing}
            change={(huffing) => set({ huffing })}
          />
        )}
        {game.duty > 0 && (
          <Switch
            label={t("web.duty", { n: game.duty })}
            note={t("web.duty.note", { n: game.duty })}
            on={agreed.duty}
            change={(duty) => set({ duty })}
          />
        )}
        <Choices
          legend={t("web.draws")}
          value={agreed.draws}
          options={(["rules", "automatic", "claim"] as const).map((each) => [
            each,
            t(`web.draws.${each}`),
          ])}
          change={(draws) => set({ draws })}
        />
        <Choices
          legend={t("web.offers")}
          value={String(agreed.offersAfter)}
          options={["0", "20", "40"].map((each) => [
            each,
            each === "0" ? t("web.offers.always") : t("web.offers.after", { n: Number(each) }),
          ])}
          change={(value) => set({ offersAfter: Number(value) })}
        />
      </div>
    </details>
  );
}
