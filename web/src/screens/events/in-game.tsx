/** What a game of an event has in its menu beside that of other games: its event, and the arbiter. */

import "../../styles/events.css";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { EventPlace } from "../../generated/messages";
import { events } from "../../net/events";
import { Icon } from "../../parts/icon";
import { href } from "../../state/route";
import { t } from "../../text/language";
import { Form, useDoing } from "../account/form";

interface Props {
  readonly place: EventPlace;
  /** Whether somebody at this device plays the game, and it goes on. */
  readonly plays: boolean;
  readonly close: () => void;
}

export function InGame({ place, plays, close }: Props): JSX.Element {
  return (
    <>
      <a class="button" href={href("events", place.event)}>
        <Icon name="friend" />
        {t("web.event.of_game", { name: place.name })}
      </a>
      {place.called && <p role="status">{t("web.event.called")}</p>}
      {plays && !place.called && <Call place={place} close={close} />}
    </>
  );
}

/** Stop the clock and call the arbiter, with a word about why. */
function Call({ place, close }: Omit<Props, "plays">): JSX.Element {
  const doing = useDoing();
  const [asked, ask] = useState(false);
  if (!asked) {
    return (
      <button type="button" class="wide" onClick={() => ask(true)}>
        <Icon name="pause" />
        {t("web.event.call")}
      </button>
    );
  }
  return (
    <Form
      doing={doing}
      label={t("web.event.call")}
      submit={async (read) => {
        const text = read("text").trim();
        await events.act(place.event, { kind: "call", text, board: place.board });
        close();
      }}
    >
      <p class="quiet">{t("web.event.call.note")}</p>
      <label class="field">
        {t("web.event.call.why")}
        <input type="text" name="text" maxLength={200} autocomplete="off" />
      </label>
      <button type="submit" class="main" disabled={doing.busy}>
        {t("web.event.call")}
      </button>
    </Form>
  );
}
