/** What is needed rarely in an analysis: what comes in and goes out, the kept ones, the keys. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { copy } from "../../parts/copy";
import { Dialog } from "../../parts/dialog";
import { gameName } from "../../game/game-name";
import { Icon, type IconName } from "../../parts/icon";
import { picture } from "../../pictures/picture";
import { forget, studies, type Kept } from "../../study/saved";
import { playersOf } from "../../study/naming";
import { gameAt } from "../../study/draw-counts";
import { isKnown, recorded, type Variant } from "../../core/rules";
import { DEPTHS, MEMORIES, set, settings } from "../../study/settings";
import { drawnAs, type Study } from "../../study/study";
import { lastRead, pathTo, pliesOf } from "../../study/tree";
import { written } from "../../study/pdn";
import { go, href } from "../../state/route";
import { language, t, words } from "../../text/language";
import { SmallSwitch } from "./small-switch";

/** Milliseconds in which the browser has taken over a file. */
const SOON = 60_000;

interface Props {
  readonly study: Study;
  readonly close: () => void;
  readonly show: (sheet: "files" | "own" | "keys" | "kept" | "note" | "studies") => void;
}

interface EntryProps {
  readonly icon: IconName;
  readonly label: string;
  readonly action: () => void;
  readonly off?: boolean;
}

function Entry({ icon, label, action, off }: EntryProps): JSX.Element {
  return (
    <li>
      <button type="button" disabled={off} onClick={action}>
        <Icon name={icon} />
        {label}
      </button>
    </li>
  );
}

/** How deep the engine looks, and how much memory it takes. */
function EngineLimits(): JSX.Element {
  const { depth, memory } = settings.value;
  return (
    <>
      <label class="how-deep">
        <span>{t("web.study.most_depth")}</span>
        <select
          value={depth}
          onChange={(event) => set({ depth: Number(event.currentTarget.value) })}
        >
          {DEPTHS.map((each) => (
            <option key={each} value={each}>
              {each || t("web.study.most_depth.none")}
            </option>
          ))}
        </select>
      </label>
      <label class="how-deep">
        <span>{t("web.study.memory")}</span>
        <select
          value={memory}
          onChange={(event) => set({ memory: Number(event.currentTarget.value) })}
        >
          {MEMORIES.map((each) => (
            <option key={each} value={each}>
              {each} MB
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

export function Menu({ study, close, show }: Props): JSX.Element {
  const { server } = settings.value;
  const act = (action: () => void) => () => {
    close();
    action();
  };
  return (
    <Dialog title={t("web.more")} close={close}>
      <Changes study={study} act={act} />
      {!study.quiet && (
        <SmallSwitch
          label={t("web.study.server")}
          on={server}
          change={(server) => set({ server })}
        />
      )}
      <EngineLimits />
      <h3>{t("web.study.in")}</h3>
      <ul class="list">
        <Entry icon="plus" label={t("web.study.file")} action={() => show("files")} />
        <Entry icon="rules" label={t("web.study.own")} action={() => show("own")} />
        {!study.quiet && (
          <Entry icon="learn" label={t("web.studies")} action={() => show("studies")} />
        )}
        <Entry
          icon="first"
          label={t("web.study.new")}
          action={act(() => go("analysis", "at", nameOf(study.ruleset.variant), ""))}
        />
        <Entry icon="check" label={t("web.compose")} action={act(() => compose(study))} />
        <Entry
          icon="clock"
          label={t("web.study.kept")}
          action={() => show("kept")}
          off={studies.value.length === 0}
        />
      </ul>
      <Out study={study} />
      <ul class="list">
        <Entry icon="keyboard" label={t("web.study.keys")} action={() => show("keys")} />
      </ul>
    </Dialog>
  );
}

interface ChangesProps {
  readonly study: Study;
  readonly act: (action: () => void) => () => void;
}

/** What changes the board, or the tree of moves. */
function Changes({ study, act }: ChangesProps): JSX.Element {
  const node = study.at.value;
  const [undo, redo] = [study.canUndo.value, study.canRedo.value];
  const entries: readonly (readonly [IconName, string, () => void, boolean?])[] = [
    ["flip", t("web.flip"), () => flip(study)],
    ["undo", t("web.study.undo"), () => study.undo(), !undo],
    ["forward", t("web.study.redo"), () => study.redo(), !redo],
    ["check", t("web.study.main"), () => study.makeMain(), !node.parent],
    ["trash", t("web.study.remove"), () => study.remove(), !node.parent],
    ["edit", t("web.play_from_here"), () => go("edit", study.game.id, node.position.fen)],
  ];
  return (
    <ul class="list">
      {entries.map(([icon, label, action, off]) => (
        <Entry key={icon} icon={icon} label={label} action={act(action)} off={off ?? false} />
      ))}
    </ul>
  );
}

/** What can be copied and saved, and whether it was. */
function Out({ study }: { readonly study: Study }): JSX.Element {
  const [said, setSaid] = useState("");
  const copied = async (text: string): Promise<void> =>
    setSaid(t((await copy(text)) ? "web.study.copied" : "web.study.not_copied"));
  const node = study.at.value;
  const pdn = (): string => written(study.root.peek(), study.tags);
  const draw = (): void => {
    const game = gameAt(node);
    if (game) save(picture(game, words("")), "position.svg", "image/svg+xml");
  };
  const entries: readonly (readonly [IconName, string, () => void])[] = [
    ["share", t("web.study.link"), () => void copied(linkOf(study))],
    ["copy", t("web.study.fen"), () => void copied(node.position.fen)],
    ["copy", t("web.study.pdn"), () => void copied(pdn())],
    ["download", t("web.download.pdn"), () => save(pdn(), "analysis.pdn", "text/plain")],
    ["download", t("web.download.svg"), draw],
  ];
  return (
    <>
      <h3>{t("web.study.out")}</h3>
      <ul class="list">
        {entries.map(([icon, label, action]) => (
          <Entry key={label} icon={icon} label={label} action={action} />
        ))}
      </ul>
      <p role="status">{said}</p>
    </>
  );
}

export function flip(study: Study): void {
  study.below.value = study.below.peek() === "white" ? "black" : "white";
}

/** The address of the position, with the moves that led to it. */
export function linkOf(study: Study): string {
  const path = pathTo(lastRead(study.at.peek()));
  const since = path.findLastIndex(({ kind }) => kind !== "move");
  const start = path[since]!.position;
  const { ruleset } = study;
  const initial = start.same(ruleset.initial());
  const moves = path.slice(since + 1).map(({ move }) => move!.full);
  const parts = [nameOf(ruleset.variant), initial ? "" : start.full, moves.join(" ")];
  return new URL(href("analysis", "at", ...parts), location.href).href;
}

/** Check the position that the study began with, and its main line, as a composition. */
function compose(study: Study): void {
  const root = study.root.peek();
  const moves = [];
  for (let node = root.children[0]; node?.move; node = node.children[0]) moves.push(node.move.full);
  go("analysis", "compose", study.game.id, root.position.fen, moves.join(" "));
}

function nameOf(variant: Variant): string {
  return isKnown(variant) ? variant.key : JSON.stringify(variant);
}

function save(text: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), SOON);
}

export function KeptOnes({ close }: { readonly close: () => void }): JSX.Element {
  return (
    <Dialog title={t("web.study.kept")} close={close}>
      <ul class="list kept">
        {studies.value.map((kept) => (
          <li key={kept.id}>
            <a href={href("analysis", "kept", kept.id)} onClick={close}>
              <span>
                {titleOf(kept)}
                <small>{new Date(kept.changed).toLocaleString(language.value)}</small>
              </span>
            </a>
            <button
              type="button"
              class="plain round"
              aria-label={t("web.study.forget", { name: titleOf(kept) })}
              onClick={() => forget(kept.id)}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
      {studies.value.length === 0 && <p>{t("web.study.kept.none")}</p>}
    </Dialog>
  );
}

function titleOf({ tags, variant, rows }: Kept): string {
  const n = Math.ceil(pliesOf(rows) / 2);
  return `${playersOf(tags) || gameNameOf(variant)} · ${t("web.study.moves", { n })}`;
}

function gameNameOf(variant: Kept["variant"]): string {
  try {
    return gameName(drawnAs(recorded(variant)));
  } catch {
    return "";
  }
}

const KEYS = [
  ["← →", "web.study.key.step"],
  ["↑ ↓", "web.study.key.beside"],
  ["Home End", "web.study.key.ends"],
  ["0–9 a–h", "web.study.key.type"],
  ["Space", "web.study.key.best"],
  ["S", "web.study.key.engine"],
  ["T", "web.study.key.threat"],
  ["N", "web.study.key.note"],
  ["Z", "web.study.key.draw"],
  ["! ?", "web.study.key.glyph"],
  ["P", "web.study.key.promote"],
  ["Delete", "web.study.key.remove"],
  ["Ctrl+Z Ctrl+Y", "web.study.key.undo"],
  ["R", "web.study.key.report"],
  ["Y", "web.study.key.moves"],
  ["W", "web.study.key.games"],
  ["V", "web.study.key.flip"],
  ["PageUp PageDown", "web.studies.key"],
  ["O", "web.study.key.open"],
  ["M", "web.study.key.menu"],
] as const;

export function Keys({ close }: { readonly close: () => void }): JSX.Element {
  return (
    <Dialog title={t("web.study.keys")} close={close}>
      <dl class="keys">
        {KEYS.map(([keys, label]) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
