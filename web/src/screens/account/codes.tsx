/** Recovery codes, shown this once. */

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { download } from "../../parts/download";
import { t } from "../../text/language";

interface Props {
  readonly codes: readonly string[];
  readonly done: () => void;
}

export function Codes({ codes, done }: Props): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const save = (): void => {
    const text = `${t("web.account.codes")} (${location.host})\n\n${codes.join("\n")}\n`;
    download(new File([text], "crownhead.txt", { type: "text/plain" }));
  };
  return (
    <section class="panel">
      <h2 ref={heading} tabIndex={-1}>
        {t("web.account.codes")}
      </h2>
      <p>{t("web.account.codes.note")}</p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="row">
        <button type="button" onClick={save}>
          {t("web.account.codes.save")}
        </button>
        <button type="button" class="main" onClick={done}>
          {t("web.account.codes.done")}
        </button>
      </div>
    </section>
  );
}
