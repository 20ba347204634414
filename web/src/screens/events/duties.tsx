/** Refused draws whose moves are used up, and what an arbiter decides about them. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { groundOf, isAdvantage } from "../../game/ground";
import type { DutyShown } from "../../generated/messages";
import { Dialog } from "../../parts/dialog";
import { StillBoard } from "../../parts/still-board";
import { href } from "../../state/route";
import { groundSaid } from "../../text/ground";
import { t, words } from "../../text/language";
import { playerName } from "../../text/names";
import { Failed, useDoing } from "../account/form";
import type { DeskProps } from "./following";
import { Reason } from "./reason";
import { gameIn, timeSaid } from "./said";

export function Duties({ event, followed }: DeskProps): JSX.Element | null {
  const [opened, open] = useState<number | null>(null);
  const waiting = event.duties.filter(({ advantage }) => advantage === null);
  const duty = waiting.find((each) => each.duty === opened);
  if (waiting.length === 0) return null;
  return (
    <section class="panel own">
      <h2>{t("web.event.duties", { n: waiting.length })}</h2>
      <ol class="rows">
        {waiting.map((each) => (
          <li key={each.duty}>
            <DutyLine duty={each} event={event} />
            {event.you.acts.includes("adjudicate") && (
              <button type="button" class="main" onClick={() => open(each.duty)}>
                {t("web.event.rule", { board: each.board })}
              </button>
            )}
          </li>
        ))}
      </ol>
      {duty && (
        <Dialog title={t("web.event.rule", { board: duty.board })} close={() => open(null)}>
          <DutyLine duty={duty} event={event} />
          <div class="duty-board">
            <StillBoard
              game={gameIn(event.settings)}
              letters={duty.letters}
              label={namesOf(event, duty)}
              below={duty.side}
              coordinates="edge"
            />
          </div>
          <Decision
            decide={(advantage, reason) =>
              followed
                .act({ kind: "adjudicate", duty: duty.duty, advantage, reason })
                .then(() => open(null))
            }
          />
        </Dialog>
      )}
    </section>
  );
}

/** Who plays on the board of a duty. */
function namesOf({ rounds }: DeskProps["event"], { round, board }: DutyShown): string {
  const found = rounds.find(({ number }) => number === round)?.boards[board - 1];
  return [found?.one, found?.two].map((each) => playerName(each || "–")).join(" – ");
}

interface LineProps extends Pick<DeskProps, "event"> {
  readonly duty: DutyShown;
}

/** Board and players, what the duty was, and what the program says. */
function DutyLine({ event, duty }: LineProps): JSX.Element {
  const { round, board, name, side, moves, turn, program, at, game } = duty;
  const ground = groundOf(program ?? "");
  const kind = words(gameIn(event.settings).key);
  const told = [
    t("web.event.duty.of", { name: playerName(name), side: kind.text(`color.${side}`), n: moves }),
    kind.text("web.event.duty.turn", { side: kind.text(`color.${turn}`) }),
    ground ? t(`web.event.duty.program.${isAdvantage(ground) ? "yes" : "no"}`) : "",
    ground ? (groundSaid(program ?? "") ?? "") : "",
  ];
  return (
    <span class="what">
      <strong>{t("web.event.call.of", { name: namesOf(event, duty), board, round })}</strong>
      <span>{told.filter(Boolean).join(" ")}</span>
      <small>{timeSaid(at)}</small>
      <span class="games-of">
        <a href={href("g", game)}>{t("web.event.call.board")}</a>
      </span>
    </span>
  );
}

interface DecisionProps {
  readonly decide: (advantage: boolean, reason: string) => Promise<void>;
}

/** A draw, or play that goes on; both take a reason, which everybody reads. */
function Decision({ decide }: DecisionProps): JSX.Element {
  const doing = useDoing();
  const [reason, setReason] = useState("");
  const button = (advantage: boolean, key: "advantage" | "none"): JSX.Element => (
    <button
      type="button"
      class="main"
      disabled={doing.busy || !reason.trim()}
      onClick={() => void doing.run(() => decide(advantage, reason.trim()))}
    >
      {t(`web.event.adjudicate.${key}`)}
    </button>
  );
  return (
    <div class="stack">
      <Reason value={reason} set={setReason} required />
      <p class="quiet">{t("web.event.adjudicate.note")}</p>
      <Failed doing={doing} />
      <div class="answers stretch">
        {button(false, "none")}
        {button(true, "advantage")}
      </div>
    </div>
  );
}
