/** Making a competition in one short form, and changing its settings later. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { gameOf, type Game } from "../../game/variants";
import type { EventBallots, EventSettings, EventShown, NewEvent } from "../../generated/messages";
import { events } from "../../net/events";
import { Choices, Switch } from "../../parts/choices";
import { Bound, Count, Select } from "../../parts/fields";
import { GameChip } from "../../parts/game-picker";
import { TimeChoice } from "../../parts/time-choice";
import { rememberScreen } from "../../state/afterwards";
import { preferences } from "../../state/preferences";
import { go, href } from "../../state/route";
import { language, t, type Key } from "../../text/language";
import { Failed, useDoing } from "../account/form";
import { Page } from "../page";
import type { Followed } from "./following";
import { gameIn, slugOf } from "./said";
import { Reason } from "./reason";

const KINDS = ["club", "double", "match", "knockout", "arena"] as const;
type Kind = (typeof KINDS)[number];

const FORMATS = [
  "swiss",
  "round robin",
  "knockout",
  "match",
  "teams",
  "scheveningen",
  "simultaneous",
  "arena",
] as const;
const SCORINGS = [
  "2-1-0",
  "1-½-0",
  "ballot",
  "encounter",
  "plus-draws",
  "football",
  "delft",
  "delft-12",
  "title-12",
  "arena",
] as const;
const PRESETS = [
  "club",
  "fmjd",
  "fmjd-before-2022",
  "ekl",
  "ekl-round-robin",
  "ekl-micro-matches",
  "kndb",
  "fide-2026",
  "knockout",
  "arena",
] as const;

/** The settings with a password of one's own, which nobody else is shown. */
type Settings = { -readonly [K in keyof EventSettings]: EventSettings[K] } & {
  code?: string | null;
};

/** What an arena has of its own: single games without cards, and nobody waits for an arbiter. */
const ARENA = {
  format: "arena",
  rounds: 0,
  games: 1,
  minutes: 60,
  ballots: null,
  scoring: "arena",
  preset: null,
  late: true,
  adjudicator: "program",
} as const;

/** What a change of the format brings with it. */
function ofFormat(format: (typeof FORMATS)[number], before: Settings): Partial<Settings> {
  if (format === "arena") return ARENA;
  if (before.format !== "arena") return { format };
  return { format, minutes: 0, scoring: "2-1-0", preset: null, adjudicator: "arbiter" };
}

/** The settings with which each kind begins; only balloted games have cards. */
function presetOf(kind: Kind, game: Game): Partial<Settings> {
  const [deck] = game.decks;
  const ballots = deck === undefined ? null : { deck };
  const free = {
    preset: null,
    cycles: 1,
    exchange: false,
    ballots: null,
    scoring: "2-1-0",
    minutes: 0,
    late: false,
    adjudicator: "arbiter",
  } as const;
  switch (kind) {
    case "club":
      return { ...free, format: "swiss", rounds: 5, games: 1, time: "600+5" };
    case "double":
      return {
        ...free,
        format: "round robin",
        rounds: 0,
        games: 1,
        cycles: 2,
        exchange: true,
        time: "600+5",
      };
    case "match":
      return { ...free, format: "match", rounds: 4, games: 2, ballots, time: "1200+10" };
    case "knockout":
      return { ...free, format: "knockout", rounds: 0, games: 2, ballots, time: "600+5" };
    case "arena":
      return { ...free, ...ARENA, time: "180+2" };
  }
}

function dayName(): string {
  return new Date().toLocaleDateString(language.value, { day: "numeric", month: "long" });
}

export function MakeScreen(): JSX.Element {
  const doing = useDoing();
  const [kind, setKind] = useState<Kind>("club");
  const [settings, setSettings] = useState<Settings>(() => ({
    name: `${t("web.event.kind.club")}, ${dayName()}`,
    variant: variantOf(gameOf(preferences.game.peek())),
    ...presetOf("club", gameOf(preferences.game.peek())),
  }));
  const set = (part: Partial<Settings>): void => setSettings({ ...settings, ...part });
  const choose = (wanted: Kind): void => {
    const given = KINDS.some(
      (each) => settings.name === `${t(`web.event.kind.${each}`)}, ${dayName()}`,
    );
    setKind(wanted);
    set({
      ...presetOf(wanted, gameIn(settings)),
      ...(given ? { name: `${t(`web.event.kind.${wanted}`)}, ${dayName()}` } : {}),
    });
  };
  const make = async (): Promise<void> => {
    const { event } = await events.make(settings as Omit<NewEvent, "id">);
    go("events", event);
  };
  return (
    <Page title={t("web.event.make")} up={href("events")}>
      {!preferences.account.value && (
        <section class="panel">
          <p>{t("web.event.make.account")}</p>
          <a class="button main" href={href("account")} onClick={rememberScreen}>
            {t("web.account")}
          </a>
        </section>
      )}
      <form
        class="panel"
        aria-label={t("web.event.make")}
        onSubmit={(event) => {
          event.preventDefault();
          void doing.run(make);
        }}
      >
        <Choices
          legend={t("web.event.kind")}
          value={kind}
          options={KINDS.map((each) => [each, t(`web.event.kind.${each}`)])}
          note={t(`web.event.kind.${kind}.note`)}
          change={choose}
        />
        <Fields settings={settings} set={set} />
        <Failed doing={doing} />
        <button type="submit" class="main big" disabled={doing.busy || !preferences.account.value}>
          {t("web.event.make")}
        </button>
      </form>
    </Page>
  );
}

interface AmendProps {
  readonly event: EventShown;
  readonly followed: Followed;
  readonly close: () => void;
}

/** The settings of an event, changed; after its first round that takes a reason. */
export function Amend({ event, followed, close }: AmendProps): JSX.Element {
  const doing = useDoing();
  const [settings, setSettings] = useState<Settings>(event.settings);
  const [reason, setReason] = useState("");
  return (
    <form
      class="stack"
      onSubmit={(happened) => {
        happened.preventDefault();
        const { code = null, ...wanted } = settings;
        void doing.run(() =>
          followed
            .act({ kind: "amend", settings: wanted, code, reason: reason.trim() })
            .then(close),
        );
      }}
    >
      <Fields settings={settings} set={(part) => setSettings({ ...settings, ...part })} />
      {event.round > 0 && <Reason value={reason} set={setReason} required />}
      <Failed doing={doing} />
      <button type="submit" class="main" disabled={doing.busy}>
        {t("web.save")}
      </button>
    </form>
  );
}

interface FieldsProps {
  readonly settings: Settings;
  readonly set: (part: Partial<Settings>) => void;
}

function variantOf(game: Game): NonNullable<Settings["variant"]> {
  return (game.record ?? game.key) as NonNullable<Settings["variant"]>;
}

function Fields({ settings, set }: FieldsProps): JSX.Element {
  const game = gameIn(settings);
  const [deck] = game.decks;
  return (
    <>
      <label class="field">
        {t("web.event.name")}
        <input
          type="text"
          required
          maxLength={60}
          value={settings.name}
          onInput={({ currentTarget }) => set({ name: currentTarget.value })}
        />
      </label>
      <GameChip
        chosen={game.id}
        choose={(id) => {
          const chosen = gameOf(id);
          const [first] = chosen.decks;
          set({
            variant: variantOf(chosen),
            ballots: settings.ballots && first !== undefined ? { deck: first } : null,
          });
        }}
      />
      <Choices
        legend={t("web.event.where")}
        value={settings.boards ?? "server"}
        options={[
          ["server", t("web.event.where.server")],
          ["real", t("web.event.where.real")],
        ]}
        change={(boards) => set({ boards, ...(boards === "real" ? { rated: false } : {}) })}
      />
      <TimeChoice
        time={settings.time ?? ""}
        mode={settings.mode ?? "fischer"}
        days={false}
        change={(time, mode) => set({ time: time || null, mode })}
      />
      <Counts settings={settings} set={set} />
      {deck !== undefined && settings.format !== "arena" && (
        <Switch
          label={t("web.event.cards")}
          note={t("web.event.cards.note")}
          on={Boolean(settings.ballots)}
          change={(on) => set({ ballots: on ? { deck } : null })}
        />
      )}
      <details class="more-terms">
        <summary>{t("web.event.advanced")}</summary>
        <div class="panel-body">
          <Advanced settings={settings} set={set} game={game} />
        </div>
      </details>
    </>
  );
}

/** How many rounds there are, and games in each. */
function Counts({ settings, set }: FieldsProps): JSX.Element {
  const format = settings.format ?? "swiss";
  const counted = format === "swiss" || format === "match";
  if (format === "arena") {
    return (
      <Count
        label={t("web.event.minutes")}
        value={settings.minutes ?? 60}
        least={1}
        most={1440}
        set={(minutes) => set({ minutes })}
      />
    );
  }
  return (
    <>
      {counted && (
        <Count
          label={t("web.event.round_count")}
          value={settings.rounds ?? 0}
          least={1}
          most={80}
          set={(rounds) => set({ rounds })}
        />
      )}
      <Choices
        legend={t("web.event.game_count")}
        value={String(settings.games ?? 1) as "1" | "2" | "4"}
        options={[
          ["1", "1"],
          ["2", "2"],
          ["4", "4"],
        ]}
        change={(games) => set({ games: Number(games) as 1 | 2 | 4 })}
      />
    </>
  );
}

interface AdvancedProps extends FieldsProps {
  readonly game: Game;
}

function Advanced({ settings, set, game }: AdvancedProps): JSX.Element {
  const format = settings.format ?? "swiss";
  return (
    <>
      <Select
        label={t("web.event.format")}
        value={format}
        options={FORMATS.map((each) => [each, t(`web.event.format.${slugOf(each)}` as Key)])}
        set={(chosen) => set(ofFormat(chosen, settings))}
      />
      <FormatTerms settings={settings} set={set} />
      <Select
        label={t("web.event.scoring")}
        value={settings.scoring ?? "2-1-0"}
        options={SCORINGS.map((each) => [each, t(`web.event.scoring.${slugOf(each)}` as Key)])}
        set={(scoring) => set({ scoring })}
      />
      <Select
        label={t("web.event.preset")}
        value={settings.preset ?? (format === "knockout" || format === "arena" ? format : "club")}
        options={PRESETS.map((each) => [each, t(`web.event.preset.${each}`)])}
        set={(preset) => set({ preset, criteria: [], unplayed: null })}
      />
      {game.duty > 0 && settings.boards !== "real" && (
        <Choices
          legend={t("web.event.adjudicator")}
          value={settings.adjudicator ?? "program"}
          options={[
            ["arbiter", t("web.event.adjudicator.arbiter")],
            ["program", t("web.event.adjudicator.program")],
          ]}
          change={(adjudicator) => set({ adjudicator })}
        />
      )}
      {settings.ballots && (
        <Cards game={game} ballots={settings.ballots} set={(ballots) => set({ ballots })} />
      )}
      <Entering settings={settings} set={set} game={game} />
    </>
  );
}

/** What only some formats leave open. */
function FormatTerms({ settings, set }: FieldsProps): JSX.Element {
  const format = settings.format ?? "swiss";
  return (
    <>
      {format === "round robin" && (
        <>
          <Choices
            legend={t("web.event.cycles")}
            value={String(settings.cycles ?? 1) as "1" | "2"}
            options={[
              ["1", "1"],
              ["2", "2"],
            ]}
            change={(cycles) => set({ cycles: Number(cycles) as 1 | 2 })}
          />
          {settings.cycles === 2 && (
            <Switch
              label={t("web.event.exchange")}
              on={settings.exchange === true}
              change={(exchange) => set({ exchange })}
            />
          )}
        </>
      )}
      {format === "match" && (
        <Switch
          label={t("web.event.early")}
          on={settings.early === true}
          change={(early) => set({ early })}
        />
      )}
      {format === "simultaneous" && (
        <>
          <label class="field">
            {t("web.event.giver")}
            <input
              type="text"
              maxLength={40}
              value={settings.giver ?? ""}
              onInput={({ currentTarget }) => set({ giver: currentTarget.value })}
            />
          </label>
          <Switch
            label={t("web.event.alternate")}
            on={settings.alternate === true}
            change={(alternate) => set({ alternate })}
          />
        </>
      )}
    </>
  );
}

interface CardsProps {
  readonly game: Game;
  readonly ballots: EventBallots;
  readonly set: (ballots: EventBallots) => void;
}

/** From which deck cards are drawn, for whom, and how often. */
function Cards({ game, ballots, set }: CardsProps): JSX.Element {
  return (
    <>
      {game.decks.length > 1 && (
        <Select
          label={t("web.event.deck")}
          value={ballots.deck ?? game.decks[0] ?? ""}
          options={game.decks.map((each) => [each, each])}
          set={(deck) => set({ ...ballots, deck })}
        />
      )}
      <Choices
        legend={t("web.event.scope")}
        value={ballots.scope ?? "round"}
        options={[
          ["round", t("web.event.scope.round")],
          ["board", t("web.event.scope.board")],
        ]}
        change={(scope) => set({ ...ballots, scope })}
      />
      <Choices
        legend={t("web.event.repeats")}
        value={ballots.repeats ?? "event"}
        options={[
          ["event", t("web.event.repeats.event")],
          ["entrant", t("web.event.repeats.entrant")],
          ["yes", t("web.event.repeats.yes")],
        ]}
        change={(repeats) => set({ ...ballots, repeats })}
      />
    </>
  );
}

/** Who comes in, until when, and whether results count. */
function Entering({ settings, set, game }: AdvancedProps): JSX.Element {
  return (
    <>
      <Admission settings={settings} set={set} />
      {settings.boards !== "real" && !game.record && settings.time && (
        <Switch
          label={t("web.rated.wish")}
          note={t("web.event.rated.note")}
          on={settings.rated === true}
          change={(rated) => set({ rated })}
        />
      )}
      <Switch
        label={t("web.event.late")}
        on={settings.late === true}
        change={(late) => set({ late })}
      />
      <Switch
        label={t("web.event.listed")}
        on={settings.listed !== false}
        change={(listed) => set({ listed })}
      />
      <label class="field">
        {t("sheet.head.fee")}
        <input
          type="text"
          maxLength={200}
          placeholder={t("web.event.fee.example")}
          value={settings.fees ?? ""}
          onInput={({ currentTarget }) => set({ fees: currentTarget.value })}
        />
      </label>
      <Count
        label={t("web.event.most")}
        value={settings.most ?? 300}
        least={2}
        most={300}
        set={(most) => set({ most })}
      />
    </>
  );
}

/** Who may enter by himself: by what he has or was told, by his rating, programs or not. */
function Admission({ settings, set }: FieldsProps): JSX.Element {
  const { rating_from: low = null, rating_to: high = null } = settings;
  const limited = low !== null || high !== null;
  return (
    <>
      <Choices
        legend={t("web.event.admission")}
        value={settings.admission ?? "open"}
        options={[
          ["open", t("web.event.admission.open")],
          ["code", t("web.event.admission.code")],
          ["invited", t("web.event.admission.invited")],
        ]}
        change={(admission) => set({ admission })}
      />
      {settings.admission === "code" && (
        <label class="field">
          {t("web.event.password")}
          <input
            type="text"
            maxLength={32}
            autocomplete="off"
            value={settings.code ?? ""}
            onInput={({ currentTarget }) => set({ code: currentTarget.value || null })}
          />
          <small class="quiet">{t("web.event.password.note")}</small>
        </label>
      )}
      <div class="row">
        <Bound
          label={t("web.event.rating_from")}
          most={4000}
          value={settings.rating_from ?? null}
          set={(from) => set({ rating_from: from })}
        />
        <Bound
          label={t("web.event.rating_to")}
          most={4000}
          value={settings.rating_to ?? null}
          set={(to) => set({ rating_to: to })}
        />
      </div>
      {limited && (
        <Switch
          label={t("web.event.unrated")}
          on={settings.unrated === true}
          change={(unrated) => set({ unrated })}
        />
      )}
      <Switch
        label={t("web.event.bots")}
        on={settings.bots !== false}
        change={(bots) => set({ bots })}
      />
    </>
  );
}
