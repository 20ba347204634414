/** The builder of house rules: start from a known game, turn switches, name it, share it. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import recordsAddress from "../../generated/records.json?url";
import switchesAddress from "../../generated/switches.json?url";
import {
  forgetHouse,
  houseGame,
  houseGames,
  keepHouse,
  type HouseRecord,
} from "../../game/variants";
import { file } from "../../net/files";
import { Icon } from "../../parts/icon";
import { copy } from "../../parts/copy";
import { gameName } from "../../parts/game-picker";
import { StillBoard } from "../../parts/still-board";
import { preferences } from "../../state/preferences";
import { href, type Route } from "../../state/route";
import { t, words, type Key } from "../../text/language";
import { beginAtOnce } from "../home/begin";
import { Page } from "../page";
import { changesSaid, choiceSaid, valueName } from "./notes";
import {
  grouped,
  offered,
  packed,
  turned,
  unpacked,
  valueOf,
  type Rules,
  type Switch,
} from "./record";

export function HouseScreen({ route }: { readonly route: Route }): JSX.Element | null {
  return route.screen === "house" ? <House link={route.record} key={route.record} /> : null;
}

function House({ link }: { readonly link: string }): JSX.Element {
  const [given] = useState(() => unpacked(link));
  const [records, setRecords] = useState<readonly HouseRecord[]>([]);
  const [switches, setSwitches] = useState<readonly Switch[]>([]);
  const [record, setRecord] = useState<HouseRecord | null>(given);
  const [name, setName] = useState(given ? (given.names["en"] ?? "") : "");
  const [copied, setCopied] = useState(false);
  const [said, setSaid] = useState("");
  useEffect(() => {
    void file<readonly Switch[]>(switchesAddress).then(setSwitches);
    void file<readonly HouseRecord[]>(recordsAddress).then((all) => {
      setRecords(all);
      setRecord(
        (now) => now ?? all.find((each) => each.key === preferences.game.peek()) ?? all[0]!,
      );
    });
  }, []);
  if (!record || switches.length === 0) return <Page title={t("web.house")}>{null}</Page>;
  const named: HouseRecord = {
    ...record,
    key: "house",
    names: { de: name.trim(), en: name.trim() },
    gametype: "",
    source: "",
  };
  const game = houseGame(named);
  const valid = name.trim().length > 0;
  const start = (next: HouseRecord | null): void => {
    setRecord(next);
    setSaid("");
  };
  const turn = (each: Switch, value: string): void => {
    const rules = turned(record.rules, each, value, switches);
    setRecord({ ...record, rules });
    const about = each.name === "capture" || each.name === "choice";
    setSaid(about ? choiceSaid(rules, switches) : changesSaid(each, record.rules, rules, switches));
  };
  const keep = (): void => {
    preferences.game.value = keepHouse(named).id;
    void beginAtOnce().then(setSaid, () => setSaid(t("web.no_server")));
  };
  return (
    <Page title={t("web.house")} wide>
      {link && !given && (
        <p class="bad" role="alert">
          {t("web.link.unreadable")}
        </p>
      )}
      <div class="house">
        <section class="panel base">
          <div class="sample">
            <StillBoard game={game} letters={game.start} label={name || t("web.house")} />
          </div>
          <label class="field">
            {t("web.house.base")}
            <select
              value={record.key}
              onChange={(event) =>
                start(records.find((each) => each.key === event.currentTarget.value)!)
              }
            >
              {records.map((each) => (
                <option value={each.key} key={each.key}>
                  {gameName(houseGame(each))}
                </option>
              ))}
              {record.key === "house" && <option value="house">{name}</option>}
            </select>
          </label>
        </section>
        <section class="panel switches">
          <div class="groups">
            {grouped(switches).map(([heading, members]) => (
              <fieldset key={heading}>
                <legend>{t(heading)}</legend>
                {members.map((each) => (
                  <Turn
                    each={each}
                    rules={record.rules}
                    key={each.name}
                    change={(value) => turn(each, value)}
                  />
                ))}
              </fieldset>
            ))}
          </div>
          <p class="fitted" role="status">
            {said}
          </p>
        </section>
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
          <button type="button" class="main" disabled={!valid} onClick={keep}>
            {t("web.house.keep")}
          </button>
          <button
            type="button"
            disabled={!valid}
            onClick={() => {
              const link = `${location.origin}${location.pathname}${href("house", packed(named))}`;
              void copy(link).then(setCopied);
            }}
          >
            <Icon name={copied ? "check" : "share"} />
            {t(copied ? "web.invite.copied" : "web.house.share")}
          </button>
        </section>
      </div>
      {houseGames.value.length > 0 && (
        <section class="panel">
          <h2>{t("web.house.kept")}</h2>
          <ul class="list kept">
            {houseGames.value.map((each) => (
              <li key={each.id}>
                <button
                  type="button"
                  onClick={() => {
                    start(each.record);
                    setName(each.names["en"] ?? "");
                  }}
                >
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
      )}
    </Page>
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
            disabled={choice !== value && !offered(each, choice, rules)}
          >
            {valueName(each, choice)}
          </option>
        ))}
      </select>
    </label>
  );
}
