/** Reporting a puzzle: one button, then what is wrong with it. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { FAULTS, report, type Reported } from "../../puzzles/faults";
import { t } from "../../text/language";

interface Props {
  readonly game: string;
  readonly puzzle: string;
}

export function Faulty({ game, puzzle }: Props): JSX.Element {
  const [asked, setAsked] = useState(false);
  const [done, setDone] = useState<Reported | null>(null);
  if (done) {
    return (
      <p class="quiet" role="status">
        {typeof done === "string" ? t(`web.puzzles.fault.${done}`) : done.refused}
      </p>
    );
  }
  if (!asked) {
    return (
      <button type="button" class="link" onClick={() => setAsked(true)}>
        {t("web.puzzles.fault")}
      </button>
    );
  }
  return (
    <fieldset class="puzzle-faults">
      <legend>{t("web.puzzles.fault.ask")}</legend>
      {FAULTS.map((fault) => (
        <button
          type="button"
          key={fault}
          onClick={() => void report({ variant: game, puzzle, fault }).then(setDone)}
        >
          {t(`web.puzzles.fault.${fault}`)}
        </button>
      ))}
    </fieldset>
  );
}
