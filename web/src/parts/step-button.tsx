/** A button to the position before or after the one that is shown. */

import type { JSX } from "preact";
import { t } from "../text/language";
import { Icon } from "./icon";

interface Props {
  readonly way: "back" | "forward";
  readonly disabled: boolean;
  readonly step: () => void;
}

export function StepButton({ way, disabled, step }: Props): JSX.Element {
  return (
    <button
      type="button"
      class="plain round"
      disabled={disabled}
      onClick={step}
      aria-label={t(`web.moves.${way}`)}
    >
      <Icon name={way} />
    </button>
  );
}
