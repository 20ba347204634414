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

export function FaultList({ faults }: { readonly faults: readonly Fault[] }): JSX.Element {
  return (
    <ul class="faults">
      {faults.map((fault, index) => (
        <li key={index}>{faultText(fault)}</li>
      ))}
    </ul>
  );
}
