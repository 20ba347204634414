/** A part of the page in a file of its own: nothing stands there until it has come. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t } from "../text/language";
import { renew } from "../worker/renew";
import { Problem } from "./problem";
import { useNow } from "./use-now";

export type Part<P> = (props: P) => JSX.Element | null;

interface Props<P> {
  readonly load: () => Promise<Part<P>>;
  readonly props: P;
  /** What stands there where it cannot be fetched, in place of the sentence alone. */
  readonly failed?: (sentence: string) => JSX.Element;
}

export function Later<P extends object>({ load, props, failed }: Props<P>): JSX.Element | null {
  const [broken, setBroken] = useState(false);
  const [part, setPart] = useState<{ readonly Part: Part<P> } | null>(null);
  useNow(() => {
    load().then(
      (Part) => setPart({ Part }),
      async () => {
        // A part that is gone may only be of another version than the page.
        if (!(await renew())) setBroken(true);
      },
    );
  });
  if (broken) {
    const sentence = t("web.no_server");
    if (failed) return failed(sentence);
    return <Problem>{sentence}</Problem>;
  }
  return part && <part.Part {...props} />;
}
