/** Results typed in at the desk: board by board, corrected with a reason, tie-breaks of a knockout. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { BoardShown, EventShown } from "../../generated/messages";
import { Dialog } from "../../parts/dialog";
import { t } from "../../text/language";
import type { DeskProps } from "./following";
import { Results } from "./results";
import { BoardLine, RoundChoice } from "./rounds";
import { isOver } from "./over";
import { cancelledAt, lastRound } from "./said";
import { isLevel, TieBreak } from "./tie-break";
import { AtTable, playsHere } from "./at-table";

interface Opened {
  readonly board: BoardShown;
  readonly asks: "result" | "tie_break" | "table";
}

export function Entry({ event, followed }: DeskProps): JSX.Element {
  const [chosen, setChosen] = useState<number | null>(null);
  const [opened, open] = useState<Opened | null>(null);
  const { rounds } = event;
  const round = rounds.find(({ number }) => number === chosen) ?? lastRound(event)!;
  return (
    <section class="panel">
      <div class="row round-head">
        <h2>{t("web.event.results")}</h2>
        <RoundChoice rounds={rounds} value={round.number} change={setChosen} />
      </div>
      <ol class="rows boards">
        {round.boards.map((board) => (
          <li key={`${board.round} ${board.board}`}>
            <BoardLine board={board} event={event} />
            {round.started && board.two !== null && (
              <Buttons event={event} board={board} open={(asks) => open({ board, asks })} />
            )}
          </li>
        ))}
      </ol>
      {opened && (
        <Sheet event={event} followed={followed} opened={opened} close={() => open(null)} />
      )}
    </section>
  );
}

interface ButtonsProps {
  readonly event: EventShown;
  readonly board: BoardShown;
  readonly open: (asks: Opened["asks"]) => void;
}

function Buttons({ event, board, open }: ButtonsProps): JSX.Element | null {
  const { acts } = event.you;
  const over = isOver(board, event.settings.games ?? 1);
  const values = { board: board.board };
  if (over && cancelledAt(event, board) !== null) return null;
  return (
    <>
      {acts.includes("tie_break") && isLevel(event, board) && (
        <button
          type="button"
          class={board.extra.length === 0 ? "main" : ""}
          aria-haspopup="dialog"
          aria-label={t("web.event.tie_break.of", values)}
          onClick={() => open("tie_break")}
        >
          {t("web.event.tie_break")}
        </button>
      )}
      {playsHere(event, board) && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={t("web.event.at_table.of", values)}
          onClick={() => open("table")}
        >
          {t("web.event.at_table")}
        </button>
      )}
      {acts.includes("result") && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={t(over ? "web.event.result.correct_of" : "web.event.result.enter_of", values)}
          onClick={() => open("result")}
        >
          {t(over ? "web.event.result.correct" : "web.event.result")}
        </button>
      )}
    </>
  );
}

interface SheetProps extends DeskProps {
  readonly opened: Opened;
  readonly close: () => void;
}

function Sheet({ event, followed, opened: { board, asks }, close }: SheetProps): JSX.Element {
  const place = { round: board.round, board: board.board };
  if (asks === "tie_break") {
    return (
      <Dialog title={t("web.event.tie_break.of", place)} close={close}>
        <TieBreak
          event={event}
          board={board}
          submit={(games) => followed.act({ kind: "tie_break", ...place, games }).then(close)}
        />
      </Dialog>
    );
  }
  if (asks === "table") {
    return (
      <Dialog title={t("web.event.at_table.of", place)} close={close}>
        <AtTable event={event} followed={followed} board={board} close={close} />
      </Dialog>
    );
  }
  return (
    <Dialog title={t("web.event.result.of", place)} close={close}>
      <Results
        event={event}
        board={board}
        corrects={board.games.length > 0 && isOver(board, event.settings.games ?? 1)}
        forfeits
        submit={(games, reason) =>
          followed.act({ kind: "result", ...place, games, reason }).then(close)
        }
      />
    </Dialog>
  );
}
