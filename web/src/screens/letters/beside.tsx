/** What stands beside a game of two people: who is on leave, and what was said and not heard yet. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { shownName } from "../../game/naming";
import type { Session } from "../../game/session";
import type { Said, Talk } from "../../generated/messages";
import { request } from "../../net/server";
import { Later } from "../../parts/later";
import { language, t } from "../../text/language";
import { playerName } from "../../text/names";
import { heard } from "./heard";

const chat = () => import("./chat").then((file) => file.Chat);

export function Beside({ session }: { readonly session: Session }): JSX.Element {
  const [open, setOpen] = useState(false);
  const { game, view } = session.state.value!;
  const last = session.source.talked?.value ?? 0;
  const latest = useUnheard(session, last);
  return (
    <>
      {latest && !open && (
        <button type="button" class="counts" onClick={() => setOpen(true)}>
          <span class="chip count" aria-live="polite">
            {sayLatest(session, latest)}
          </span>
        </button>
      )}
      {open && <Later load={chat} props={{ game, last, close: () => setOpen(false) }} />}
      {(["white", "black"] as const).map((side) => {
        const until = view.leave?.[side] ?? 0;
        if (view.outcome || until <= session.source.now()) return null;
        const date = new Date(until).toLocaleDateString(language.value);
        const name = playerName(view.players[side]?.name ?? "");
        return (
          <span class="chip" key={side}>
            {t("web.leave.of", { name, date })}
          </span>
        );
      })}
    </>
  );
}

/**
 * What the other player said last and was not heard yet; null where there is nothing.
 *
 * The server tells only who is connected that something was said: whoever comes (back) asks.
 */
function useUnheard(session: Session, last: number): Said | null {
  const [latest, setLatest] = useState<Said | null>(null);
  const { game, you } = session.state.value!;
  const here = session.source.connected.value;
  const known = heard.value[game] ?? 0;
  useEffect(() => {
    if (you.length !== 1 || !here || (last > 0 && last <= known)) return undefined;
    const asking = new AbortController();
    request<Talk>("GET", `/api/games/${game}/talk?after=${known}`).then(
      ({ said: spoken }) => {
        if (!asking.signal.aborted) setLatest(spoken.findLast((one) => !one.mine) ?? null);
      },
      () => {}, // asked again when the connection is back, or something is said
    );
    return () => asking.abort();
  }, [game, last, here, you.length]);
  return latest && latest.id > known ? latest : null;
}

/** A phrase in the reader's language; a text is looked at only by who wants to. */
function sayLatest(session: Session, { phrase, side }: Said): string {
  if (!phrase) return t("web.talk.new");
  const player = side && session.view.value!.players[side];
  const text = t(`web.talk.${phrase}`);
  return player ? t("web.talk.said", { name: shownName(player), text }) : text;
}
