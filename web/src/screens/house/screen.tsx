/** The builder of house rules: three plain questions, all switches behind them, a name, a link. */

import "./house.css";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import recordsAddress from "../../generated/records.json?url";
import switchesAddress from "../../generated/switches.json?url";
import { gameName } from "../../game/game-name";
import {
  forgetHouse,
  type Game,
  houseGame,
  houseGames,
  type HouseRecord,
  keepHouse,
} from "../../game/variants";
import { Problem } from "../../parts/problem";
import { file } from "../../state/files";
import { Choices } from "../../parts/choices";
import { Icon } from "../../parts/icon";
import { copy } from "../../parts/copy";
import { StillBoard } from "../../parts/still-board";
import { useBeginning } from "../../parts/use-beginning";
import { preferences } from "../../state/preferences";
import { href, type Route } from "../../state/route";
import { t, words, type Key } from "../../text/language";
import { beginAtOnce } from "../home/begin";
import { Page } from "../page";
import { changesSaid, choiceSaid, valueName } from "./notes";
import { restore, shorten } from "./link";
import {
  groupSwitches,
  isOffered,
  pack,
  withSwitch,
  unpack,
  valueOf,
  type Rules,
  type Switch,
} from "./record";

/** What is asked first, and which answers are plain enough for it. */
const QUESTIONS: readonly (readonly [name: string, answers: readonly string[]])[] = [
  ["board", ["8x8", "10x10", "12x12"]],
  ["capture", ["duty", "huffing", "optional"]],
  ["king", ["short", "flying"]],
];

interface Builder {
  /** Null until the games to start from are there. */
  readonly record: HouseRecord | null;
  readonly records: readonly HouseRecord[];
  readonly switches: readonly Switch[];
  /** What else the last turn of a switch changed. */
  readonly said: string;
  /** The link says nothing that is known here. */
  readonly unreadable: boolean;
  start(next: HouseRecord | null): void;
  turn(each: Switch, value: string): void;
}

export function HouseScreen({ route }: { readonly route: Route }): JSX.Element | null {
  if (route.screen !== "house") return null;
  const { record, name } = route;
  return <House link={record} called={name} key={`${record}/${name}`} />;
}

/** The record that is built, and what turning its switches does. */
function useBuilder(link: string, given: HouseRecord | null): Builder {
  const [records, setRecords] = useState<readonly HouseRecord[]>([]);
  const [switches, setSwitches] = useState<readonly Switch[]>([]);
  const [record, setRecord] = useState<HouseRecord | null>(given);
  const [said, setSaid] = useState("");
  const [unreadable, setUnreadable] = useState(false);
  useEffect(() => {
    void Promise.all([
      file<readonly HouseRecord[]>(recordsAddress),
      file<readonly Switch[]>(switchesAddress),
    ]).then(([all, every]) => {
      const found = given ?? (link ? restore(link, "", all, every) : null);
      setUnreadable(link !== "" && found === null);
      setRecords(all);
      setSwitches(every);
      setRecord(found ?? all.find((each) => each.key === preferences.game.peek()) ?? all[0]!);
    });
  }, []);
  const start = (next: HouseRecord | null): void => {
    setRecord(next);
    setSaid("");
  };
  const turn = (each: Switch, value: string): void => {
    if (!record) return;
    const rules = withSwitch(record.rules, each, value, switches);
    setRecord({ ...record, rules });
    const about = each.name === "capture" || each.name === "choice";
    setSaid(about ? choiceSaid(rules, switches) : changesSaid(each, record.rules, rules, switches));
  };
  return { record, records, switches, said, unreadable, start, turn };
}

interface HouseProps {
  readonly link: string;
  /** How a short link calls its rules. */
  readonly called: string;
}

function House({ link, called }: HouseProps): JSX.Element {
  const [given] = useState(() => unpack(link));
  const [name, setName] = useState(
    (given?.names["en"] ?? called).slice(0, 40) || t("web.house.ours"),
  );
  const builder = useBuilder(link, given);
  const { record, switches, said, unreadable } = builder;
  if (!record || switches.length === 0) return <Page title={t("web.house")}>{null}</Page>;
  const named: HouseRecord = {
    ...record,
    key: "house",
    names: { de: name.trim(), en: name.trim() },
    gametype: "",
    source: "",
  };
  return (
    <Page title={t("web.house")} wide>
      <Problem>{unreadable && t("web.link.unreadable")}</Problem>
      <div class="house">
        <Base builder={builder} game={houseGame(named)} name={name} />
        <section class="panel switches">
          <Questions builder={builder} rules={record.rules} />
          <All builder={builder} rules={record.rules} />
          <p class="fitted" role="status">
            {said}
          </p>
        </section>
        <Finish builder={builder} named={named} name={name} setName={setName} />
      </div>
      <Kept
        open={(each) => {
          builder.start(each.record);
          setName(each.names["en"] ?? "");
        }}
      />
    </Page>
  );
}

interface BaseProps {
  readonly builder: Builder;
  readonly game: Game;
  readonly name: string;
}

/** The board as it will be set up, and the game to start from. */
function Base({ builder, game, name }: BaseProps): JSX.Element {
  const { record, records, start } = builder;
  return (
    <section class="panel base">
      <div class="sample">
        <StillBoard game={game} letters={game.start} label={name || t("web.house")} />
      </div>
      <label class="field">
        {t("web.house.base")}
        <select
          value={record!.key}
          onChange={(event) =>
            start(records.find((each) => each.key === event.currentTarget.value)!)
          }
        >
          {records.map((each) => (
            <option value={each.key} key={each.key}>
              {gameName(houseGame(each))}
            </option>
          ))}
          {record!.key === "house" && <option value="house">{name}</option>}
        </select>
      </label>
    </section>
  );
}

interface RulesProps {
  readonly builder: Builder;
  readonly rules: Rules;
}

/** What most house rules are about, asked plainly. */
function Questions({ builder, rules }: RulesProps): JSX.Element {
  return (
    <div class="questions">
      {QUESTIONS.map(([name, answers]) => {
        const each = builder.switches.find((found) => found.name === name);
        if (!each) return null;
        return (
          <Choices
            key={name}
            legend={t(`web.house.ask.${name}` as Key)}
            value={valueOf(each, rules)}
            options={answers.map((answer) => [answer, t(`web.house.ask.${name}.${answer}` as Key)])}
            change={(value) => builder.turn(each, value)}
          />
        );
      })}
    </div>
  );
}

/** Every switch there is. */
function All({ builder, rules }: RulesProps): JSX.Element {
  return (
    <details class="more-terms">
      <summary>{t("web.house.all", { n: builder.switches.length })}</summary>
      <div class="groups">
        {groupSwitches(builder.switches).map(([heading, members]) => (
          <fieldset key={heading}>
            <legend>{t(heading)}</legend>
            {members.map((each) => (
              <Turn
                each={each}
                rules={rules}
                key={each.name}
                change={(value) => builder.turn(each, value)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </details>
  );
}

interface FinishProps {
  readonly builder: Builder;
  readonly named: HouseRecord;
  readonly name: string;
  readonly setName: (name: string) => void;
}

/** A name for the rules; then they are played, or shared. */
function Finish({ builder, named, name, setName }: FinishProps): JSX.Element {
  const [copied, setCopied] = useState(false);
  const { problem, busy, start } = useBeginning();
  const valid = name.trim().length > 0;
  const play = (): void => {
    preferences.game.value = keepHouse(named).id;
    start(beginAtOnce);
  };
  const share = (): void => {
    const short = shorten(named, builder.records, builder.switches);
    const parts = short ? ["house", short, name.trim()] : ["house", pack(named)];
    void copy(`${location.origin}${location.pathname}${href(...parts)}`).then(setCopied);
  };
  return (
    <section class="panel finish">
      <label class="field">
        {t("web.house.name")}
        <input
          type="text"
          value={name}
          maxLength={40}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="button" class="main" disabled={!valid || busy} onClick={play}>
        {t("web.house.keep")}
      </button>
      <button type="button" disabled={!valid} onClick={share}>
        <Icon name={copied ? "check" : "share"} />
        {t(copied ? "web.invite.copied" : "web.house.share")}
      </button>
      <Problem>{problem}</Problem>
    </section>
  );
}

/** The house rules of this device. */
function Kept({ open }: { readonly open: (game: Game) => void }): JSX.Element | null {
  if (houseGames.value.length === 0) return null;
  return (
    <section class="panel">
      <h2>{t("web.house.kept")}</h2>
      <ul class="list kept">
        {houseGames.value.map((each) => (
          <li key={each.id}>
            <button type="button" onClick={() => open(each)}>
              {gameName(each)}
            </button>
            <button
              type="button"
              class="plain round"
              aria-label={t("web.house.forget", { name: gameName(each) })}
              onClick={() => forgetHouse(each.id)}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TurnProps {
  readonly each: Switch;
  readonly rules: Rules;
  readonly change: (value: string) => void;
}

/** One switch of the rules. */
function Turn({ each, rules, change }: TurnProps): JSX.Element {
  const speech = words("house");
  const value = valueOf(each, rules);
  return (
    <label class="field">
      {speech.text(`house.${each.name}` as Key)}
      <select
        name={each.name}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      >
        {value === "" && <option value="">{speech.text("house.special")}</option>}
        {Object.keys(each.values).map((choice) => (
          <option
            value={choice}
            key={choice}
            disabled={choice !== value && !isOffered(each, choice, rules)}
          >
            {valueName(each, choice)}
          </option>
        ))}
      </select>
    </label>
  );
}
