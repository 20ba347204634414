/** Which games of a collection are looked at in "Games". */

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { ALL_GAMES, isFiltering, type GameFilter } from "../../study/filtering";
import { t } from "../../text/language";

/** What was chosen last; a further collection is looked at in the same way. */
export const filter = signal<GameFilter>(ALL_GAMES);

function set(change: Partial<GameFilter>): void {
  filter.value = { ...filter.peek(), ...change };
}

interface Props {
  /** Whether games can be chosen by the ratings of their players. */
  readonly rated: boolean;
}

export function Filter({ rated }: Props): JSX.Element {
  const now = filter.value;
  return (
    <details class="filter">
      <summary>
        {t("web.study.filter")}
        {isFiltering(rated ? now : { ...now, rating: 0 }) && <b> ✓</b>}
      </summary>
      <div class="filter-fields">
        <label class="filter-player">
          <span>{t("web.study.filter.player")}</span>
          <input
            type="search"
            value={now.player}
            onInput={(event) => set({ player: event.currentTarget.value })}
          />
        </label>
        <Choice
          name="side"
          label={t("web.study.filter.side")}
          values={[
            ["white", t("color.white")],
            ["black", t("color.black")],
          ]}
        />
        <Choice name="result" label={t("web.study.played.result")} values={RESULTS} />
        <Bound name="since" label={t("web.study.filter.since")} />
        <Bound name="until" label={t("web.study.filter.until")} />
        {rated && <Bound name="rating" label={t("web.study.filter.rating")} />}
        <button type="button" class="plain" onClick={() => (filter.value = ALL_GAMES)}>
          {t("web.study.filter.none")}
        </button>
      </div>
    </details>
  );
}

const RESULTS = [
  ["white", "1–0"],
  ["draw", "½–½"],
  ["black", "0–1"],
] as const;

interface ChoiceProps {
  readonly name: "side" | "result";
  readonly label: string;
  readonly values: readonly (readonly [value: string, label: string])[];
}

function Choice({ name, label, values }: ChoiceProps): JSX.Element {
  return (
    <label>
      <span>{label}</span>
      <select
        value={filter.value[name]}
        onChange={(event) => set({ [name]: event.currentTarget.value })}
      >
        <option value="">{t("web.study.filter.any")}</option>
        {values.map(([value, said]) => (
          <option key={value} value={value}>
            {said}
          </option>
        ))}
      </select>
    </label>
  );
}

interface BoundProps {
  readonly name: "since" | "until" | "rating";
  readonly label: string;
}

function Bound({ name, label }: BoundProps): JSX.Element {
  return (
    <label>
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        max={9999}
        value={filter.value[name] || ""}
        onChange={(event) => set({ [name]: Number(event.currentTarget.value) || 0 })}
      />
    </label>
  );
}
