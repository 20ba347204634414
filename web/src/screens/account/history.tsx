/** The finished games of a player: by filters, page by page, with what came of them. */

import "./history.css";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { gameName } from "../../game/game-name";
import { gameOf, KNOWN } from "../../game/variants";
import type { HistoryPage, OpeningScore, PlayedGame, Tally } from "../../generated/messages";
import { ALL, history, type Filters } from "../../net/history";
import { Icon } from "../../parts/icon";
import { Problem } from "../../parts/problem";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { playerName } from "../../text/names";
import { sentenceOf } from "../home/begin";
import { date } from "./date";
import { TEMPI, tempoName } from "./tempo";

interface Props {
  /** Whose games; "" for the own ones. */
  readonly name: string;
  /** The opponent to begin with. */
  readonly opponent?: string;
}

interface Pages {
  readonly pages: readonly HistoryPage[];
  readonly failed: string;
  /** Ask for the next page; undefined where there is none. */
  readonly more: (() => void) | undefined;
}

function usePages(name: string, filters: Filters): Pages {
  const [pages, setPages] = useState<readonly HistoryPage[]>([]);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    let wanted = true;
    setFailed("");
    history.page(name, filters).then(
      (page) => wanted && setPages([page]),
      (error: unknown) => {
        if (!wanted) return;
        setPages([]);
        setFailed(sentenceOf(error));
      },
    );
    return () => void (wanted = false);
  }, [name, filters]);
  const next = pages.at(-1)?.next;
  if (!next) return { pages, failed, more: undefined };
  const more = (): void =>
    void history.page(name, filters, next).then(
      (page) => setPages((known) => (known.at(-1)?.next === next ? [...known, page] : known)),
      (error: unknown) => setFailed(sentenceOf(error)),
    );
  return { pages, failed, more };
}

export function History({ name, opponent = "" }: Props): JSX.Element {
  const [filters, setFilters] = useState<Filters>({ ...ALL, opponent });
  const { pages, failed, more } = usePages(name, filters);
  const first = pages[0];
  const change = (changed: Partial<Filters>): void => setFilters({ ...filters, ...changed });
  const games = pages.flatMap((page) => page.games);
  return (
    <>
      <section class="panel history">
        <h2>{t("web.history")}</h2>
        <FilterFields filters={filters} change={change} />
        <Problem>{failed}</Problem>
        <p role="status" class="quiet">
          {first && scoreSaid(first.score)}
          {first?.sorting && ` ${t("web.history.sorting")}`}
        </p>
        {games.length > 0 && (
          <ul class="list kept">
            {games.map((game) => (
              <Row key={game.game} game={game} />
            ))}
          </ul>
        )}
        {more && (
          <button type="button" onClick={more}>
            {t("web.history.more")}
          </button>
        )}
        {games.length > 0 && (
          <a class="button plain" href={history.file(name, filters)} download>
            <Icon name="download" />
            {t("web.history.pdn")}
          </a>
        )}
      </section>
      {games.length > 0 && (
        <Openings
          name={name}
          filters={filters}
          choose={({ variant, opening }) => change({ variant, opening: opening.key })}
        />
      )}
    </>
  );
}

function scoreSaid(score: Tally | null): string {
  if (!score) return "";
  const { won, drawn, lost } = score;
  if (won + drawn + lost === 0) return t("web.history.none");
  return t("web.history.score", { won, drawn, lost });
}

interface FieldsProps {
  readonly filters: Filters;
  readonly change: (changed: Partial<Filters>) => void;
}

const RESULTS = ["won", "drawn", "lost"] as const;

function FilterFields({ filters, change }: FieldsProps): JSX.Element {
  const set = Object.values(filters).filter((value) => value !== "").length;
  return (
    <details class="other-rules" open={set > 0}>
      <summary>
        {set > 0 ? t("web.history.filters.set", { n: set }) : t("web.history.filters")}
      </summary>
      <div class="filters">
        <Select
          label={t("web.history.game")}
          value={filters.variant}
          options={KNOWN.map((game) => [game.key, gameName(game)])}
          change={(variant) => change({ variant, opening: "" })}
        />
        <Select
          label={t("web.tempo")}
          value={filters.tempo}
          options={[
            ...TEMPI.map((each): [string, string] => [each, tempoName(each)]),
            ["none", t("web.history.no_clock")],
          ]}
          change={(tempo) => change({ tempo })}
        />
        <Select
          label={t("web.history.result")}
          value={filters.result}
          options={RESULTS.map((each) => [each, t(`web.history.${each}`)])}
          change={(result) => change({ result })}
        />
        <label class="field">
          {t("web.history.opponent")}
          <input
            type="text"
            maxLength={40}
            spellcheck={false}
            autocapitalize="off"
            value={filters.opponent}
            onChange={(event) => change({ opponent: event.currentTarget.value.trim() })}
          />
        </label>
        <Days filters={filters} change={change} />
      </div>
      {filters.opening && (
        <p>
          {t("web.history.opening")}: {filters.opening}
        </p>
      )}
      {set > 0 && (
        <button type="button" onClick={() => change(ALL)}>
          {t("web.history.clear")}
        </button>
      )}
    </details>
  );
}

/** The first and the last day. */
function Days({ filters, change }: FieldsProps): JSX.Element {
  return (
    <>
      <Day
        label={t("web.history.since")}
        value={filters.since}
        change={(since) => change({ since })}
      />
      <Day
        label={t("web.history.until")}
        value={filters.until}
        after
        change={(until) => change({ until })}
      />
    </>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly change: (value: string) => void;
}

function Select({ label, value, options, change }: SelectProps): JSX.Element {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={(event) => change(event.currentTarget.value)}>
        <option value="">{t("web.history.any")}</option>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  /** The day counts, too: what is asked for is the beginning of the one after it. */
  readonly after?: boolean;
  readonly change: (at: string) => void;
}

const A_DAY = 24 * 3_600_000;

function Day({ label, value, after, change }: DayProps): JSX.Element {
  const shift = after ? A_DAY : 0;
  return (
    <label class="field">
      {label}
      <input
        type="date"
        value={value && dayOf(Number(value) - shift)}
        onChange={(event) => {
          const at = Date.parse(`${event.currentTarget.value}T00:00`);
          change(Number.isNaN(at) || at < 0 ? "" : String(at + shift));
        }}
      />
    </label>
  );
}

/** A time as the day of the reader, as `<input type="date">` has it. */
function dayOf(at: number): string {
  const day = new Date(at);
  const part = (number: number, width: number): string => String(number).padStart(width, "0");
  return `${part(day.getFullYear(), 4)}-${part(day.getMonth() + 1, 2)}-${part(day.getDate(), 2)}`;
}

/** What the other side was, and is called. */
export function opponentOf({ rival, opponent, level }: PlayedGame): string {
  if (rival === "self") return t("web.history.self");
  if (rival === "engine") return t("web.computer.level", { n: level ?? 0 });
  return playerName(opponent);
}

function Row({ game }: { readonly game: PlayedGame }): JSX.Element {
  const { variant, tempo, opening, ended, side, result, rival, rated } = game;
  const parts = [
    gameName(gameOf(variant)),
    ...(tempo === "none" ? [] : [tempoName(tempo)]),
    ...(opening ? [opening.name] : []),
    ...(rated ? [t("web.rated")] : []),
    date(ended),
  ];
  const named = opponentOf(game);
  return (
    <li>
      <a href={href("g", game.game)}>
        <span class={`stone ${side}`} role="img" aria-label={t(`color.${side}`)} />
        <span class="what">
          <strong>
            {named}
            {rival === "bot" && <span class="bot">{t("web.bot")}</span>}
          </strong>
          <small>{parts.join(" · ")}</small>
        </span>
        {rival !== "self" && <span class={`chip ${result}`}>{t(`web.history.${result}`)}</span>}
      </a>
      <a
        class="button plain round"
        href={href("analysis", "game", game.game)}
        aria-label={t("web.history.analyse", { name: named, date: date(ended) })}
      >
        <Icon name="analysis" />
      </a>
    </li>
  );
}

interface OpeningsProps {
  readonly name: string;
  readonly filters: Filters;
  readonly choose: (opening: OpeningScore) => void;
}

function Openings({ name, filters, choose }: OpeningsProps): JSX.Element | null {
  const [openings, setOpenings] = useState<readonly OpeningScore[]>([]);
  useEffect(() => {
    let wanted = true;
    history.openings(name, filters).then(
      (found) => wanted && setOpenings(found),
      () => wanted && setOpenings([]), // the games are there, and say what is wrong
    );
    return () => void (wanted = false);
  }, [name, filters]);
  if (openings.length === 0) return null;
  return (
    <section class="panel history">
      <h2>{t("web.history.openings")}</h2>
      <ul class="list kept">
        {openings.map((each) => (
          <li key={`${each.variant} ${each.opening.key} ${each.side}`}>
            <button type="button" onClick={() => choose(each)}>
              <span class={`stone ${each.side}`} role="img" aria-label={t(`color.${each.side}`)} />
              <span class="what">
                <strong>{each.opening.name}</strong>
                <small>
                  {gameName(gameOf(each.variant))} · {each.opening.key}
                </small>
              </span>
              <span class="chip">{tallySaid(each.score)}</span>
            </button>
          </li>
        ))}
      </ul>
      <small class="quiet">{t("web.history.openings.note")}</small>
    </section>
  );
}

/** Won, drawn and lost in short: `+3 =1 −2`. */
function tallySaid({ won, drawn, lost }: Tally): string {
  return `+${won} =${drawn} −${lost}`;
}
