/** Why something is done that everybody will read in the trail. */

import type { JSX } from "preact";
import { t } from "../../text/language";

interface Props {
  readonly value: string;
  readonly set: (reason: string) => void;
  readonly required?: boolean;
}

export function Reason({ value, set, required = false }: Props): JSX.Element {
  return (
    <label class="field">
      {t("web.event.reason")}
      <input
        type="text"
        maxLength={200}
        required={required}
        value={value}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    </label>
  );
}
