/** One of a few, all in sight: radio buttons that look like one bar. */

import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

interface Props<T extends string> {
  readonly legend: string;
  /** Null where none of them is chosen. */
  readonly value: T | null;
  readonly options: readonly (readonly [value: T, label: string])[];
  /** What is said of all of them. */
  readonly note?: string;
  /** A picture of each, above its label. */
  readonly picture?: (value: T) => ComponentChildren;
  readonly change: (value: T) => void;
}

export function Choices<T extends string>(props: Props<T>): JSX.Element {
  const name = useId();
  return (
    <fieldset class="choices">
      <legend>{props.legend}</legend>
      <div class="bar">
        {props.options.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={props.value === value}
              onChange={() => props.change(value)}
            />
            <span>
              {props.picture?.(value)}
              {label}
            </span>
          </label>
        ))}
      </div>
      {props.note && <small class="quiet">{props.note}</small>}
    </fieldset>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly note?: string;
  readonly on: boolean;
  readonly change: (on: boolean) => void;
}

export function Switch({ label, note, on, change }: SwitchProps): JSX.Element {
  return (
    <label class="switch">
      <span>
        {label}
        {note && <small>{note}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        checked={on}
        onChange={() => change(!on)}
      />
    </label>
  );
}
