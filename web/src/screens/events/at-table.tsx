/** What an arbiter does in games that go on: stop and continue them, set clocks, take moves back. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { BoardShown, EventShown } from "../../generated/messages";
import type { EventAct } from "../../net/events";
import { Choices } from "../../parts/choices";
import { Dialog } from "../../parts/dialog";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { Failed, useDoing } from "../account/form";
import type { DeskProps } from "./following";
import { Reason } from "./reason";
import { isOver } from "./over";

/** Whether something can be done in the games of a board now. */
export function playsHere(event: EventShown, board: BoardShown): boolean {
  const may = event.you.acts.some((act) => act === "halt" || act === "continue" || act === "clock");
  return may && event.settings.boards !== "real" && !isOver(board, event.settings.games ?? 1);
}

/** All boards at once: stopped for a reason, or going on again. */
export function AllBoards({ event, followed }: DeskProps): JSX.Element {
  const doing = useDoing();
  const [asked, ask] = useState(false);
  const [reason, setReason] = useState("");
  const { acts } = event.you;
  return (
    <>
      {acts.includes("continue") && (
        <button
          type="button"
          class="main"
          disabled={doing.busy}
          onClick={() => void doing.run(() => followed.act({ kind: "continue" }))}
        >
          {t("web.event.continue.all")}
        </button>
      )}
      {acts.includes("halt") && (
        <button type="button" aria-haspopup="dialog" onClick={() => ask(true)}>
          {t("web.event.halt.all")}
        </button>
      )}
      {!asked && <Failed doing={doing} />}
      {asked && (
        <Dialog title={t("web.event.halt.all")} close={() => ask(false)}>
          <form
            class="stack"
            onSubmit={(happened) => {
              happened.preventDefault();
              void doing.run(() =>
                followed.act({ kind: "halt", reason: reason.trim() }).then(() => ask(false)),
              );
            }}
          >
            <p class="quiet">{t("web.event.halt.note")}</p>
            <Reason value={reason} set={setReason} required />
            <Failed doing={doing} />
            <button type="submit" class="main" disabled={doing.busy}>
              {t("web.event.halt.all")}
            </button>
          </form>
        </Dialog>
      )}
    </>
  );
}

type Deed = "halt" | "continue" | "add" | "left" | "take_back";

interface Props extends DeskProps {
  readonly board: BoardShown;
  readonly close: () => void;
}

/** What can be done in the game of one board; all of it takes a reason. */
export function AtTable({ event, followed, board, close }: Props): JSX.Element {
  const doing = useDoing();
  const names = [board.one, board.two ?? ""];
  const plays = board.tables.length > board.games.length + board.extra.length;
  const { acts } = event.you;
  const deeds: readonly Deed[] = [
    board.halted ? "continue" : "halt",
    ...(plays && acts.includes("clock") ? (["add", "left"] as const) : []),
    ...(plays && acts.includes("take_back") ? (["take_back"] as const) : []),
  ];
  const [deed, setDeed] = useState<Deed>(deeds[0]!);
  const [name, setName] = useState(names[0]!);
  const [reason, setReason] = useState("");
  const act = (amount: number): EventAct => {
    const place = { round: board.round, board: board.board };
    const said = reason.trim();
    if (deed === "halt" || deed === "continue") return { kind: deed, ...place, reason: said };
    // Who gives an exhibition has many boards.
    const of = event.settings.format === "simultaneous" ? { board: board.board } : {};
    if (deed === "take_back")
      return { kind: "take_back", name, ...of, plies: amount, reason: said };
    return { kind: "clock", name, ...of, [deed]: amount, reason: said };
  };
  return (
    <form
      class="stack"
      onSubmit={(happened) => {
        happened.preventDefault();
        const typed = new FormData(happened.currentTarget).get("amount");
        void doing.run(() => followed.act(act(Math.round(Number(typed)))).then(close));
      }}
    >
      <p>
        <strong>{names.map(playerName).join(" – ")}</strong>
      </p>
      <Choices<Deed>
        legend={t("web.event.at_table.what")}
        value={deed}
        options={deeds.map((each) => [each, t(`web.event.at_table.${each}`)])}
        change={setDeed}
      />
      {(deed === "add" || deed === "left") && (
        <Choices
          legend={t("web.event.at_table.whose")}
          value={name}
          options={names.map((each) => [each, playerName(each)])}
          change={setName}
        />
      )}
      {deed !== "halt" && deed !== "continue" && <Amount key={deed} deed={deed} />}
      <Reason value={reason} set={setReason} required={deed !== "continue"} />
      <Failed doing={doing} />
      <button type="submit" class="main" disabled={doing.busy}>
        {t(`web.event.at_table.${deed}`)}
      </button>
    </form>
  );
}

const BOUNDS = {
  add: { min: -86_400, max: 86_400, first: 60 },
  left: { min: 1, max: 864_000, first: 300 },
  take_back: { min: 1, max: 1000, first: 1 },
} as const;

/** How many seconds, or plies. */
function Amount({ deed }: { readonly deed: keyof typeof BOUNDS }): JSX.Element {
  const { min, max, first } = BOUNDS[deed];
  return (
    <label class="field">
      {t(`web.event.at_table.${deed}.amount`)}
      <input
        type="number"
        name="amount"
        required
        min={min}
        max={max}
        defaultValue={String(first)}
      />
    </label>
  );
}
