/** A switch with its word behind it, for the narrow rows of the analysis. */

import type { JSX } from "preact";

interface Props {
  readonly label: string;
  readonly on: boolean;
  readonly change: (on: boolean) => void;
}

export function SmallSwitch({ label, on, change }: Props): JSX.Element {
  return (
    <label class="small-switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        checked={on}
        onChange={() => change(!on)}
      />
      <span>{label}</span>
    </label>
  );
}
