/** The sheet before a game: against whom, and how. One more tap and it runs. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { NewGame } from "../../generated/messages";
import type { Side } from "../../game/source";
import { gameOf, type Game } from "../../game/variants";
import { Choices, Switch } from "../../parts/choices";
import { Dialog } from "../../parts/dialog";
import { gameName } from "../../parts/game-picker";
import { preferences } from "../../state/preferences";
import { t } from "../../text/language";
import { begin, wished } from "./begin";

export type Rival = "computer" | "friend" | "online";

interface Props {
  readonly rival: Rival;
  readonly close: () => void;
  /** A position to begin from, as FEN. */
  readonly start?: string;
}

export const TIMES = ["", "60+1", "180+2", "300+3", "600+5", "1200+10"] as const;

export function timeName(time: string): string {
  if (!time) return t("web.time.none");
  const [base = "0", bonus = "0"] = time.split("+");
  return `${Number(base) / 60}+${bonus}`;
}

export function Setup({ rival, close, start }: Props): JSX.Element {
  const game = gameOf(preferences.game.value);
  const local = preferences.friend.value === "device";
  const [huffing, setHuffing] = useState(false);
  const [ballot, setBallot] = useState(false);
  const [duty, setDuty] = useState(game.duty > 0);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const people = rival !== "computer" && !(rival === "friend" && local);
  const play = (): void => {
    const opponent: NewGame["opponent"] =
      rival === "computer"
        ? { kind: "computer", level: preferences.level.value }
        : rival === "online"
          ? { kind: "anybody" }
          : local
            ? { kind: "same_device", name: t("web.second_player") }
            : { kind: "friend" };
    setBusy(true);
    void begin({
      ...wished(people),
      opponent,
      ...(start ? { start } : {}),
      ...(huffing ? { huffing: true } : {}),
      ...(ballot && game.decks[0] && !start ? { ballot: game.decks[0] } : {}),
      ...(game.duty > 0 && !duty ? { refusal_duty: 0 } : {}),
    }).then((said) => {
      setProblem(said);
      setBusy(false);
      if (!said) close();
    });
  };
  return (
    <Dialog title={`${t(`web.rival.${rival}`)} · ${gameName(game)}`} close={close}>
      {rival === "friend" && (
        <Choices
          legend={t("web.friend.how")}
          value={preferences.friend.value}
          options={[
            ["device", t("web.friend.device")],
            ["link", t("web.friend.link")],
          ]}
          change={(value) => (preferences.friend.value = value)}
        />
      )}
      {rival === "computer" && <Level />}
      <SideChoice game={game} />
      <Choices
        legend={t("web.time")}
        value={preferences.time.value}
        options={TIMES.map((time) => [time, timeName(time)])}
        change={(value) => (preferences.time.value = value)}
      />
      {game.compulsory && (
        <Switch
          label={t("web.huffing")}
          note={t("web.huffing.note")}
          on={huffing}
          change={setHuffing}
        />
      )}
      {game.decks.length > 0 && !start && (
        <Switch
          label={t("web.ballot")}
          note={t("web.ballot.note")}
          on={ballot}
          change={setBallot}
        />
      )}
      {game.duty > 0 && (
        <Switch
          label={t("web.duty")}
          note={t("web.duty.note", { n: game.duty })}
          on={duty}
          change={setDuty}
        />
      )}
      {problem && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      <div class="sheet-foot">
        <button type="button" class="main big" disabled={busy} onClick={play}>
          {t(people ? "web.invite.make" : "web.play")}
        </button>
      </div>
    </Dialog>
  );
}

/** Each side once; as long as nobody has chosen, it is the one that begins. */
function SideChoice({ game }: { readonly game: Game }): JSX.Element {
  const chosen = preferences.side.value;
  const side = (name: Side): readonly [Side, string] => {
    const color = t(`color.${name}`);
    return [name, name === game.first ? t("web.side.first", { side: color }) : color];
  };
  return (
    <Choices
      legend={t("web.side")}
      value={chosen === "first" ? game.first : chosen}
      options={[side("white"), side("black"), ["toss", t("web.side.toss")]]}
      change={(value) => (preferences.side.value = value)}
    />
  );
}

function Level(): JSX.Element {
  const level = preferences.level.value;
  return (
    <label class="level">
      <span>
        {t("web.level.choose")}{" "}
        <strong>
          {level} · {t(`web.level.${level}` as Parameters<typeof t>[0])}
        </strong>
      </span>
      <input
        type="range"
        min={1}
        max={10}
        step={1}
        value={level}
        onInput={(event) => (preferences.level.value = Number(event.currentTarget.value))}
      />
    </label>
  );
}
