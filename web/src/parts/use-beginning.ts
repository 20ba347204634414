/** Beginning one game: until it is there, or refused, no other one is begun. */

import { useState } from "preact/hooks";
import { t } from "../text/language";

interface Beginning {
  /** Why it could not be begun; empty otherwise. */
  readonly problem: string;
  readonly busy: boolean;
  /** Begin it; what begins returns the sentence of a refusal, or "". */
  readonly start: (begins: () => Promise<string>) => void;
}

export function useBeginning(): Beginning {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const start = (begins: () => Promise<string>): void => {
    setBusy(true);
    void begins()
      .catch(() => t("web.no_server"))
      .then((said) => {
        setProblem(said);
        // Once it is begun, this stays as it is until the game is on the screen.
        if (said) setBusy(false);
      });
  };
  return { problem, busy, start };
}
