/** What is agreed for a season: how it is ranked, and of which events. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { NewSeason, SeasonShown } from "../../generated/messages";
import { events } from "../../net/events";
import { Choices } from "../../parts/choices";
import { Bound, Count, Select } from "../../parts/fields";
import { Icon } from "../../parts/icon";
import { t } from "../../text/language";
import { Failed, useDoing } from "../account/form";

type Settings = Omit<NewSeason, "id">;

interface Named {
  readonly event: string;
  readonly name: string;
}

interface FormProps {
  readonly settings: Settings;
  /** The events that are in it already. */
  readonly known?: SeasonShown["stages"];
  readonly label: string;
  readonly submit: (settings: Settings) => Promise<void>;
}

const TABLES = ["st-petersburg", "european-cup-2013", "own"] as const;

/** The settings as they are typed: points of one's own are a text until they are sent. */
interface Typed {
  readonly name: string;
  readonly kind: "series" | "combine";
  readonly table: (typeof TABLES)[number];
  readonly numbers: string;
  readonly drop: number;
  readonly best: number | null;
  readonly chosen: readonly Named[];
}

function typedOf(settings: Settings, chosen: readonly Named[]): Typed {
  const { name, kind = "series", points = "st-petersburg", drop = 0, best = null } = settings;
  const own = typeof points !== "string";
  const table = own ? "own" : points;
  return { name, kind, table, numbers: own ? points.join(" ") : "", drop, best, chosen };
}

function settingsOf({ name, kind, table, numbers, drop, best, chosen }: Typed): Settings {
  const events = chosen.map(({ event }) => event);
  if (kind === "combine") return { name, kind, events };
  return { name, kind, points: table === "own" ? pointsOf(numbers) : table, drop, best, events };
}

export function SeasonForm({ settings, known = [], label, submit }: FormProps): JSX.Element {
  const doing = useDoing();
  const [typed, setTyped] = useState(() => typedOf(settings, known));
  const set = (part: Partial<Typed>): void => setTyped({ ...typed, ...part });
  return (
    <form
      class="stack"
      aria-label={label}
      onSubmit={(happened) => {
        happened.preventDefault();
        void doing.run(() => submit(settingsOf(typed)));
      }}
    >
      <label class="field">
        {t("web.season.name")}
        <input
          type="text"
          required
          maxLength={60}
          value={typed.name}
          onInput={({ currentTarget }) => set({ name: currentTarget.value })}
        />
      </label>
      <Choices
        legend={t("web.season.kind")}
        value={typed.kind}
        options={[
          ["series", t("web.season.kind.series")],
          ["combine", t("web.season.kind.combine")],
        ]}
        note={t(`web.season.kind.${typed.kind}.note`)}
        change={(kind) => set({ kind })}
      />
      {typed.kind === "series" && <Places typed={typed} set={set} />}
      <Events chosen={typed.chosen} choose={(chosen) => set({ chosen })} />
      <Failed doing={doing} />
      <button type="submit" class="main" disabled={doing.busy}>
        {label}
      </button>
    </form>
  );
}

interface PlacesProps {
  readonly typed: Typed;
  readonly set: (part: Partial<Typed>) => void;
}

/** What places give, and how many results count: some are dropped, or only the best are taken. */
function Places({ typed, set }: PlacesProps): JSX.Element {
  const { table, numbers, drop, best } = typed;
  return (
    <>
      <Select
        label={t("web.season.points")}
        value={table}
        options={[
          ["st-petersburg", t("web.season.points.petersburg")],
          ["european-cup-2013", t("web.season.points.cup")],
          ["own", t("web.season.points.own")],
        ]}
        set={(chosen) => set({ table: chosen })}
      />
      {table === "own" && (
        <label class="field">
          {t("web.season.numbers")}
          <input
            type="text"
            required
            inputmode="numeric"
            pattern="\s*\d{1,4}([\s,]+\d{1,4}){0,99}\s*"
            placeholder="10 8 6 5 4 3 2 1"
            value={numbers}
            onInput={({ currentTarget }) => set({ numbers: currentTarget.value })}
          />
          <small class="quiet">{t("web.season.numbers.note")}</small>
        </label>
      )}
      <div class="row">
        <Count
          label={t("web.season.drop")}
          value={drop}
          least={0}
          most={60}
          set={(count) => set({ drop: count, best: count > 0 ? null : best })}
        />
        <Bound
          label={t("web.season.best")}
          least={1}
          most={60}
          value={best}
          set={(count) => set({ best: count, drop: count === null ? drop : 0 })}
        />
      </div>
    </>
  );
}

/** Points as they are typed: numbers with spaces or commas between them. */
function pointsOf(text: string): readonly number[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
}

interface EventsProps {
  readonly chosen: readonly Named[];
  readonly choose: (chosen: readonly Named[]) => void;
}

/** The events of the season in their order, and one's own that can be added. */
function Events({ chosen, choose }: EventsProps): JSX.Element {
  const raise = (at: number): void => {
    const order = [...chosen];
    order.splice(at - 1, 2, chosen[at]!, chosen[at - 1]!);
    choose(order);
  };
  return (
    <fieldset class="stack">
      <legend>{t("web.season.events")}</legend>
      <ol class="rows">
        {chosen.map(({ event, name }, index) => (
          <li key={event}>
            <span class="place">{index + 1}</span>
            <span class="what">{name}</span>
            {index > 0 && (
              <button
                type="button"
                aria-label={t("web.season.earlier.of", { name })}
                onClick={() => raise(index)}
              >
                ↑
              </button>
            )}
            <button
              type="button"
              aria-label={t("web.season.remove.of", { name })}
              onClick={() => choose(chosen.filter((each) => each.event !== event))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ol>
      <Addable chosen={chosen} add={(event) => choose([...chosen, event])} />
    </fieldset>
  );
}

interface AddableProps {
  readonly chosen: readonly Named[];
  readonly add: (event: Named) => void;
}

/** One's own events that are not in the season. */
function Addable({ chosen, add }: AddableProps): JSX.Element {
  const doing = useDoing();
  const [own, setOwn] = useState<readonly Named[]>([]);
  const [before, setBefore] = useState<string | null>(null);
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    void doing.run(async () => {
      const page = await events.page("organised", wanted);
      setOwn((held) => [...held, ...page.events]);
      setBefore(page.before);
    });
  }, [wanted]);
  const rest = own.filter(({ event }) => chosen.every((each) => each.event !== event));
  return (
    <>
      <Failed doing={doing} />
      {rest.length > 0 && <p class="quiet">{t("web.season.add.note")}</p>}
      <ul class="rows">
        {rest.map(({ event, name }) => (
          <li key={event}>
            <span class="what">{name}</span>
            <button
              type="button"
              aria-label={t("web.season.add.of", { name })}
              onClick={() => add({ event, name })}
            >
              {t("web.season.add")}
            </button>
          </li>
        ))}
      </ul>
      {before !== null && (
        <button type="button" class="plain" onClick={() => setWanted(before)}>
          {t("web.events.more")}
        </button>
      )}
    </>
  );
}
