/** Leave: no clock of a game over days runs for whoever is away. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Leave } from "../../generated/messages";
import { RequestFailed } from "../../net/failed";
import { server } from "../../net/server";
import { Dialog } from "../../parts/dialog";
import { Problem } from "../../parts/problem";
import { language, t } from "../../text/language";

export function LeaveSheet({ close }: { readonly close: () => void }): JSX.Element {
  const [leave, setLeave] = useState<Leave | null>(null);
  const [problem, setProblem] = useState("");
  const ask = (asked: Promise<Leave>): void => {
    setProblem("");
    asked.then(setLeave, (error: unknown) => {
      const said = error instanceof RequestFailed ? error.sentence : "";
      setProblem(said || t("web.no_server"));
    });
  };
  useEffect(() => ask(server.leave()), []);
  return (
    <Dialog title={t("web.leave")} close={close}>
      <p>{t("web.leave.about")}</p>
      {leave && <p role="status">{t("web.leave.left", { n: leave.left })}</p>}
      {leave && leave.until !== null && (
        <>
          <p>
            {t("web.leave.mine", {
              date: new Date(leave.until).toLocaleString(language.value, {
                dateStyle: "long",
                timeStyle: "short",
              }),
            })}
          </p>
          <button type="button" class="main" onClick={() => ask(server.endLeave())}>
            {t("web.leave.end")}
          </button>
        </>
      )}
      {leave && leave.until === null && leave.left > 0 && (
        <Days most={leave.left} take={(days) => ask(server.takeLeave(days))} />
      )}
      <Problem>{problem}</Problem>
    </Dialog>
  );
}

interface DaysProps {
  readonly most: number;
  readonly take: (days: number) => void;
}

function Days({ most, take }: DaysProps): JSX.Element {
  const [days, setDays] = useState(Math.min(7, most));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        take(days);
      }}
    >
      <label class="field">
        {t("web.leave.days")}
        <input
          type="number"
          inputmode="numeric"
          min={1}
          max={most}
          value={days}
          onChange={({ currentTarget }) => {
            const given = Math.round(Number(currentTarget.value));
            if (Number.isFinite(given)) setDays(Math.min(most, Math.max(1, given)));
          }}
        />
      </label>
      <button type="submit" class="main">
        {t("web.leave.take")}
      </button>
    </form>
  );
}
