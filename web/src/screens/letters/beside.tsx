/** What stands beside a game of two people: who is on leave, and what was said and not heard yet. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Session } from "../../game/session";
import { Later } from "../../parts/later";
import { language, t } from "../../text/language";
import { playerName } from "../../text/names";
import { heard } from "./heard";

const chat = () => import("./chat").then((file) => file.Chat);

export function Beside({ session }: { readonly session: Session }): JSX.Element {
  const [open, setOpen] = useState(false);
  const { game, view, you } = session.state.value!;
  const last = session.source.talked?.value ?? 0;
  return (
    <>
      {you.length === 1 && last > (heard.value[game] ?? 0) && !open && (
        <button type="button" class="counts" onClick={() => setOpen(true)}>
          <span class="chip count">{t("web.talk.new")}</span>
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
