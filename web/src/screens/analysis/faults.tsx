/** All that is wrong in one game of a file, each with its place there. */

import type { JSX } from "preact";
import type { Fault } from "../../core/files";
import { faultText } from "../../study/faults";
import { t } from "../../text/language";

export function Faults({ faults }: { readonly faults: readonly Fault[] }): JSX.Element | null {
  if (faults.length === 0) return null;
  return (
    <section class="file-faults" role="status">
      <b>{t("web.study.faults", { n: faults.length })}</b>
      <FaultList faults={faults} />
    </section>
  );
}

interface ListProps {
  readonly faults: readonly Fault[];
  /** How many are told at most. */
  readonly most?: number;
}

export function FaultList({ faults, most = faults.length }: ListProps): JSX.Element {
  const more = faults.length - most;
  return (
    <ul class="faults">
      {faults.slice(0, most).map((fault, index) => (
        <li key={index}>{faultText(fault)}</li>
      ))}
      {more > 0 && <li>{t("web.study.faults.more", { n: more })}</li>}
    </ul>
  );
}
