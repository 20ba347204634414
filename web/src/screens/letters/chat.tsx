/** What the players of a game say to each other: phrases, and texts where both have left them on. */

import "./chat.css";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Say, Talk } from "../../generated/messages";
import { RequestFailed } from "../../net/failed";
import { request } from "../../net/server";
import { Dialog } from "../../parts/dialog";
import { Problem } from "../../parts/problem";
import { t } from "../../text/language";
import { date } from "../account/date";
import { hear } from "./heard";

const PHRASES = [
  "hello",
  "good_luck",
  "good_game",
  "well_played",
  "nice_move",
  "oops",
  "thanks",
  "sorry",
  "moment",
  "have_to_go",
  "one_more",
  "bye",
] as const;
const GROUNDS = ["insult", "threat", "advertising", "cheating", "something_else"] as const;
const LONGEST = 300;

interface Props {
  readonly game: string;
  /** Grows when something was said. */
  readonly last: number;
  readonly close: () => void;
}

export function Chat({ game, last, close }: Props): JSX.Element {
  const [talk, setTalk] = useState<Talk | null>(null);
  const [problem, setProblem] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const path = `/api/games/${game}`;
  const ask = (method: string, rest: string, body?: Say): void => {
    setProblem("");
    request<Talk>(method, path + rest, body).then(setTalk, (error: unknown) => {
      const said = error instanceof RequestFailed ? error.sentence : "";
      setProblem(said || t("web.no_server"));
    });
  };
  useEffect(() => ask("GET", "/talk"), [last]);
  useEffect(() => {
    const latest = talk?.said.at(-1);
    if (!latest) return;
    hear(game, latest.id);
    list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [talk]);
  return (
    <Dialog title={t("web.talk")} close={close}>
      <ol class="said" ref={list} aria-live="polite">
        {talk?.said.map((one) => (
          <One key={one.id} one={one} path={path} />
        ))}
      </ol>
      {talk?.said.length === 0 && <p class="quiet">{t("web.talk.nothing")}</p>}
      {talk?.warned && (
        <p class="warm" role="note">
          {t("web.talk.warned", { date: date(talk.warned) })}
        </p>
      )}
      {talk?.muted && <p class="warm">{t("web.talk.muted", { date: date(talk.muted) })}</p>}
      {talk && !talk.blocked && talk.muted === null && (
        <>
          <div class="phrases">
            {PHRASES.map((phrase) => (
              <button type="button" key={phrase} onClick={() => ask("POST", "/talk", { phrase })}>
                {t(`web.talk.${phrase}`)}
              </button>
            ))}
          </div>
          {talk.free && <Field say={(text) => ask("POST", "/talk", { text })} />}
        </>
      )}
      <Problem>{problem}</Problem>
      {talk && <Peace talk={talk} ask={ask} />}
    </Dialog>
  );
}

/** A text is shown as it stands: nothing in it is a link. */
function One({ one, path }: { readonly one: Talk["said"][number]; readonly path: string }) {
  const [asked, ask] = useState(false);
  const [done, setDone] = useState(false);
  const report = (ground: (typeof GROUNDS)[number]): void => {
    request("POST", `${path}/talk/${one.id}/report`, { ground }).then(
      () => setDone(true),
      () => ask(false),
    );
  };
  return (
    <li class={one.mine ? "mine" : ""}>
      <bdi>{one.phrase ? t(`web.talk.${one.phrase}`) : one.text}</bdi>
      {!one.mine && !asked && (
        <button type="button" class="plain" onClick={() => ask(true)}>
          {t("web.talk.report")}
        </button>
      )}
      {asked && !done && (
        <span class="phrases">
          {GROUNDS.map((ground) => (
            <button type="button" key={ground} onClick={() => report(ground)}>
              {t(`web.talk.ground.${ground}`)}
            </button>
          ))}
        </span>
      )}
      {done && <small role="status">{t("web.talk.reported")}</small>}
    </li>
  );
}

function Field({ say }: { readonly say: (text: string) => void }): JSX.Element {
  const [text, setText] = useState("");
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (!text.trim()) return;
        say(text.trim());
        setText("");
      }}
    >
      <input
        type="text"
        aria-label={t("web.talk.text")}
        placeholder={t("web.talk.text")}
        maxlength={LONGEST}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" class="main">
        {t("web.talk.send")}
      </button>
    </form>
  );
}

interface PeaceProps {
  readonly talk: Talk;
  readonly ask: (method: string, rest: string) => void;
}

/** How one is left alone: texts off in this game, and nothing more of this player. */
function Peace({ talk, ask }: PeaceProps): JSX.Element {
  return (
    <details class="peace">
      <summary>{t("web.talk.peace")}</summary>
      {talk.off && <p class="quiet">{t("web.talk.is_off")}</p>}
      <div class="phrases">
        {!talk.off && (
          <button type="button" onClick={() => ask("POST", "/talk/off")}>
            {t("web.talk.off")}
          </button>
        )}
        <button type="button" onClick={() => ask(talk.blocked ? "DELETE" : "POST", "/block")}>
          {t(talk.blocked ? "web.talk.unblock" : "web.talk.block")}
        </button>
      </div>
    </details>
  );
}
