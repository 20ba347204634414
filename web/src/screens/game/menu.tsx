/** All that is needed rarely in a game. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { copy } from "../../parts/copy";
import { Dialog } from "../../parts/dialog";
import { Icon, type IconName } from "../../parts/icon";
import { Later } from "../../parts/later";
import { isCoached } from "../../game/coached";
import type { Session } from "../../game/session";
import type { FileKind } from "../../game/source";
import { isWarning } from "../../game/coached";
import { preferences } from "../../state/preferences";
import { go } from "../../state/route";
import { language, t, type Key } from "../../text/language";
import { Choices, Switch } from "../../parts/choices";
import { gameName } from "../../game/game-name";
import { fileName, save } from "./files";
import { hasComputer } from "../../game/coached";

const inGame = () => import("../events/in-game").then((file) => file.InGame);
const rulesSheet = () => import("../rules/sheet").then((file) => file.RulesSheet);

interface Props {
  readonly session: Session;
  readonly close: () => void;
}

export function Menu({ session, close }: Props): JSX.Element {
  const view = session.view.value!;
  const game = session.game.value!;
  const alone = session.you.value.length === 2;
  const [rules, setRules] = useState(false);
  if (rules) return <Later load={rulesSheet} props={{ game, huffing: view.huffing, close }} />;
  const entry = (icon: IconName, label: string, action: () => void, stay = false): JSX.Element => (
    <li>
      <button
        type="button"
        onClick={() => {
          if (!stay) close();
          action();
        }}
      >
        <Icon name={icon} />
        {label}
      </button>
    </li>
  );
  return (
    <Dialog title={t("web.more")} close={close}>
      <OfEvent session={session} close={close} />
      <ul class="list">
        {entry("flip", t("web.flip"), () => (session.flipped.value = !session.flipped.value))}
        {session.you.value.length > 0 &&
          !view.outcome &&
          entry(
            "keyboard",
            t("web.entry"),
            () => (session.keyboard.value = !session.keyboard.value),
          )}
        {view.clock &&
          session.you.value.some((side) => view.allowed[side]?.includes("pause")) &&
          entry("pause", t("web.pause"), () => void session.act({ kind: "pause" }))}
        {analysed(session) && entry("analysis", t(analysed(session)!), () => analyse(session))}
        {isCoached(session) &&
          entry("hint", t("web.coach"), () => {
            void import("../../game/coaching").then(({ coach }) => coach(session));
          })}
        {isFree(session) &&
          entry("edit", t("web.play_from_here"), () =>
            go("edit", game.id, session.past.value?.plies[session.past.value.at]?.fen ?? view.fen),
          )}
        {entry("rules", t("web.rules.of", { game: gameName(game) }), () => setRules(true), true)}
        <File session={session} kind="pdn" close={close} />
        <File session={session} kind="svg" close={close} />
        {typeof session.source.download("pdn") === "string" &&
          entry("share", t("web.watch_link"), () => void tell(session))}
      </ul>
      <Preferences session={session} alone={alone} />
    </Dialog>
  );
}

/** The event of a game, and the call for its arbiter. */
function OfEvent({ session, close }: Props): JSX.Element | null {
  const { event, outcome } = session.view.value!;
  if (!event) return null;
  const plays = session.you.value.length > 0 && !outcome;
  return <Later load={inGame} props={{ place: event, plays, close }} />;
}

interface FileProps extends Props {
  readonly kind: Extract<FileKind, "pdn" | "svg">;
}

/** A file of the game: from the server by its address, of this device by writing it. */
function File({ session, kind, close }: FileProps): JSX.Element {
  const source = session.source.download(kind);
  const label = (
    <>
      <Icon name="download" />
      {t(`web.download.${kind}`)}
    </>
  );
  const name = fileName(session, kind);
  const write = (): void => {
    close();
    if (typeof source !== "string") void save(session, source, name);
  };
  return (
    <li>
      {typeof source === "string" ? (
        <a href={`${source}?lang=${language.value}`} download={name}>
          {label}
        </a>
      ) : (
        <button type="button" onClick={write}>
          {label}
        </button>
      )}
    </li>
  );
}

/** Whether its positions may be tried out elsewhere: against a person not before the end. */
function isFree(session: Session): boolean {
  const view = session.view.value!;
  return view.outcome !== null || hasComputer(view) || session.you.value.length === 2;
}

/** What the analysis of a game is called; null where there is none. */
function analysed(session: Session): Key | null {
  const { ply, outcome, daily } = session.view.value!;
  const sides = session.you.value.length;
  if (ply === 0) return null;
  if (outcome !== null || sides === 2) return "web.study";
  return daily && sides === 1 ? "web.plan.open" : null;
}

/** Look at the game on the analysis board, at the position that is shown. */
export function analyse(session: Session): void {
  const at = session.past.value?.at ?? session.view.value!.ply;
  go("analysis", "game", session.state.value!.game, String(at));
}

interface PreferencesProps {
  readonly session: Session;
  readonly alone: boolean;
}

/** What is set rather here than among all settings. */
function Preferences({ session, alone }: PreferencesProps): JSX.Element {
  const computer = hasComputer(session.view.value!);
  return (
    <>
      <Choices
        legend={t("web.settings.help")}
        value={preferences.help.value}
        options={[
          ["off", t("web.settings.help.off")],
          ["rings", t("web.settings.help.rings")],
          ["words", t("web.settings.help.words")],
        ]}
        change={(value) => (preferences.help.value = value)}
      />
      <Switch
        label={t("web.settings.sound")}
        on={preferences.sound.value}
        change={(on) => (preferences.sound.value = on)}
      />
      {computer && !session.view.value!.rated && (
        <Switch
          label={t("web.coach.warn")}
          on={isWarning(session)}
          change={(on) => (preferences.coach.value = on ? "on" : "off")}
        />
      )}
      {alone && (
        <Switch
          label={t("web.settings.turning")}
          on={preferences.turning.value}
          change={(on) => (preferences.turning.value = on)}
        />
      )}
    </>
  );
}

/** Copy the address of the game, and say whether that was possible. */
async function tell(session: Session): Promise<void> {
  const copied = await copy(location.href);
  const sentence = t(copied ? "web.invite.copied" : "web.watch_link.failed");
  session.notice.value = copied
    ? { kind: "note", sentence }
    : { kind: "refused", said: { sentence, rule: "", squares: [], moves: [] } };
}
