/** Where the links of a letter lead: nothing is done by following one alone. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { request } from "../../net/server";
import { t } from "../../text/language";
import { Failed, useDoing } from "../account/form";

/** The beginnings of what stands in such a link; the code follows. */
const CONFIRM = "mail-";
const STOP = "stop-";

export function LetterLink({ text }: { readonly text: string }): JSX.Element {
  const doing = useDoing();
  const [done, setDone] = useState(false);
  const stops = text.startsWith(STOP);
  const code = text.slice(stops ? STOP.length : CONFIRM.length);
  const act = async (): Promise<void> => {
    if (stops) await request("POST", `/api/mail/stop/${encodeURIComponent(code)}`);
    else await request("POST", "/api/mail/confirm", { code });
    setDone(true);
  };
  const words = stops ? "stop" : "confirm";
  if (done) {
    return (
      <section class="panel" role="status">
        {t(stops ? "web.notices.mail.stopped" : "web.notices.mail.confirmed")}
      </section>
    );
  }
  return (
    <section class="panel">
      <p>{t(`web.notices.mail.${words}.note`)}</p>
      <button
        type="button"
        class="main big"
        disabled={doing.busy}
        onClick={() => void doing.run(act)}
      >
        {t(`web.notices.mail.${words}`)}
      </button>
      <Failed doing={doing} />
    </section>
  );
}
