/** Fields of a form beside a line of text: a number, one that may be missing, one of many words. */

import type { JSX } from "preact";

interface CountProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly set: (value: number) => void;
}

export function Count({ label, value, least, most, set }: CountProps): JSX.Element {
  return (
    <label class="field">
      {label}
      <input
        type="number"
        inputmode="numeric"
        required
        min={least}
        max={most}
        value={value}
        onChange={({ currentTarget }) => {
          const given = Math.round(Number(currentTarget.value));
          set(Math.min(most, Math.max(least, given || least)));
        }}
      />
    </label>
  );
}

interface BoundProps {
  readonly label: string;
  readonly least?: number;
  readonly most: number;
  /** Null where there is no bound. */
  readonly value: number | null;
  readonly set: (value: number | null) => void;
}

export function Bound({ label, least = 0, most, value, set }: BoundProps): JSX.Element {
  return (
    <label class="field">
      {label}
      <input
        type="number"
        inputmode="numeric"
        min={least}
        max={most}
        value={value ?? ""}
        onChange={({ currentTarget }) => {
          const given = Number.parseInt(currentTarget.value, 10);
          set(Number.isNaN(given) ? null : Math.min(most, Math.max(least, given)));
        }}
      />
    </label>
  );
}

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly set: (value: T) => void;
}

export function Select<T extends string>({
  label,
  value,
  options,
  set,
}: SelectProps<T>): JSX.Element {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={({ currentTarget }) => set(currentTarget.value as T)}>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
