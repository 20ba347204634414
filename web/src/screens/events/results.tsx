/** The results of a board typed in, as whoever begins the first game sees them. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import scorings from "../../generated/scorings.json";
import type { BoardShown, EventShown } from "../../generated/messages";
import { Choices, Switch } from "../../parts/choices";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { Failed, useDoing } from "../account/form";
import { Reason } from "./reason";

interface Tokens {
  readonly usual: readonly string[];
  /** What an arbiter gives for special reasons. */
  readonly rare: readonly string[];
}

const TOKENS = scorings as Readonly<Record<string, Tokens>>;
const FORFEITS = ["+/-", "-/+", "-/-"];

function tokensOf({ settings }: EventShown): Tokens {
  return TOKENS[settings.scoring ?? "2-1-0"]!;
}

/** Results that need no special reason, by the event's scoring. */
export function usualResults(event: EventShown): readonly string[] {
  return tokensOf(event).usual;
}

interface Props {
  readonly event: EventShown;
  readonly board: BoardShown;
  readonly submit: (games: string[], reason: string) => Promise<void>;
  /** Whether a result that stands is changed: that takes a reason. */
  readonly corrects?: boolean;
  /** Whether results without a game can be entered, too. */
  readonly forfeits?: boolean;
}

export function Results({ event, board, submit, corrects, forfeits }: Props): JSX.Element {
  const doing = useDoing();
  const count = event.settings.games ?? 1;
  const [games, setGames] = useState<readonly string[]>(board.games);
  const { usual, rare } = tokensOf(event);
  const [unplayed, setUnplayed] = useState(games.some((each) => !usual.includes(each)));
  const [reason, setReason] = useState("");
  const [one, two] = [board.one, board.two ?? ""].map((each) => playerName(each || "–"));
  // A game has a result only after those before it.
  const shown = corrects ? count : Math.min(count, games.length + 1);
  const set = (index: number, token: string): void =>
    setGames(
      Array.from({ length: Math.max(games.length, index + 1) }, (_, at) =>
        at === index ? token : (games[at] ?? token),
      ),
    );
  return (
    <form
      class="stack"
      onSubmit={(happened) => {
        happened.preventDefault();
        void doing.run(() => submit([...games], reason.trim()));
      }}
    >
      <p>
        <strong>{`${one} – ${two}`}</strong>
      </p>
      {Array.from({ length: shown }, (_, index) => (
        <Choices
          key={index}
          legend={t("web.event.game_begins", {
            n: index + 1,
            name: (index % 2 === 0 ? one : two) ?? "",
          })}
          value={games[index] ?? null}
          options={[...usual, ...(unplayed ? [...rare, ...FORFEITS] : [])].map((each) => [
            each,
            each,
          ])}
          change={(token) => set(index, token)}
        />
      ))}
      <p class="quiet">{t("web.event.result.note", { name: one ?? "" })}</p>
      {forfeits && (
        <Switch
          label={t("web.event.forfeit")}
          note={unplayed ? t("web.event.forfeit.note", { one: one ?? "", two: two ?? "" }) : ""}
          on={unplayed}
          change={setUnplayed}
        />
      )}
      {corrects && <Reason value={reason} set={setReason} required />}
      <Failed doing={doing} />
      <button type="submit" class="main" disabled={doing.busy || games.length === 0}>
        {t("web.event.result.enter")}
      </button>
    </form>
  );
}
