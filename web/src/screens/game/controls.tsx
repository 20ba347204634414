/** The buttons of a game, in reach of a thumb. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog";
import { Icon, type IconName } from "../../parts/icon";
import { Later } from "../../parts/later";
import { hint } from "../../game/advising";
import { other } from "../../game/apply-move";
import type { Session } from "../../game/session";
import type { Act, Side, View } from "../../game/source";
import { go } from "../../state/route";
import { t } from "../../text/language";
import { analyse, Menu } from "./menu";
import { offeredHere } from "./ending";
import { isShared } from "./status";
import { hasComputer } from "../../game/coached";

const chat = () => import("../letters/chat").then((file) => file.Chat);
type Sheet = "menu" | "resign" | "claim" | "offer" | "talk";

interface Control {
  readonly icon: IconName;
  readonly label: string;
  /** What a screen reader says, where the label is short. */
  readonly name?: string;
  /** What it is called at other times; there is room for it, so that nothing moves. */
  readonly also?: string;
  readonly action: () => void;
  readonly off?: boolean;
  readonly main?: boolean;
}

export function Controls({ session }: { readonly session: Session }): JSX.Element {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const view = session.view.value!;
  const controls = view.outcome
    ? controlsAfter(session, view, setSheet)
    : during(session, view, setSheet);
  const close = (): void => setSheet(null);
  const { game } = session.state.value!;
  const last = session.source.talked?.value ?? 0;
  return (
    <div class="controls" role="toolbar" aria-label={t("web.controls")}>
      {controls.map(({ icon, label, name, also, action, off, main }) => (
        <button
          type="button"
          key={icon}
          class={main ? "main" : ""}
          aria-label={name}
          disabled={off ?? false}
          onClick={action}
        >
          <Icon name={icon} />
          <span data-also={also}>{label}</span>
        </button>
      ))}
      <button type="button" onClick={() => setSheet("menu")} aria-haspopup="dialog">
        <Icon name="more" />
        <span>{t("web.more")}</span>
      </button>
      {sheet === "menu" && <Menu session={session} close={close} />}
      {sheet === "resign" && <Resign session={session} close={close} />}
      {sheet === "offer" && <Offer session={session} close={close} />}
      {sheet === "claim" && <Claim session={session} close={close} />}
      {sheet === "talk" && <Later load={chat} props={{ game, last, close }} />}
    </div>
  );
}

/** Who does it; of two at one device who may, who is to move. */
function actor(session: Session, view: View, act: string, first: Side = view.turn): Side | null {
  const sides = session.you.value.filter((side) => view.allowed[side]?.includes(act));
  return sides.find((side) => side === first) ?? sides[0] ?? null;
}

/** Who asks to go back: of two at one device the one who made the last move. */
function taker(session: Session, view: View): Side | null {
  return actor(session, view, "takeback", other(view.turn));
}

function during(session: Session, view: View, open: (name: Sheet) => void): readonly Control[] {
  const alone = session.you.value.length === 2 || hasComputer(view);
  const claims = view.claims.filter((claim) => session.you.value.includes(claim.by));
  const aborts = actor(session, view, "abort") !== null;
  if (session.you.value.length === 0) {
    return [{ icon: "flip", label: t("web.flip"), action: () => flip(session) }];
  }
  const plies = takebackPlies(session, view);
  const controls: Control[] = [
    {
      icon: "undo",
      label: t("web.takeback"),
      name: t("web.takeback.long"),
      action: () => {
        const by = taker(session, view);
        void session.act({ kind: "takeback", plies, ...(by ? { by } : {}) });
      },
      off: taker(session, view) === null || view.ply < plies,
    },
  ];
  if (alone && !view.rated) {
    controls.push({
      icon: "hint",
      label: t(session.thinking.value ? "web.hint.thinking" : "web.hint"),
      also: t(session.thinking.value ? "web.hint" : "web.hint.thinking"),
      action: () => void hint(session),
      off: !session.mine.value || session.thinking.value,
    });
  }
  controls.push(
    claims.length > 0
      ? { icon: "draw", label: t("web.claim"), action: () => open("claim"), main: true }
      : {
          icon: "draw",
          label: t("web.draw"),
          action: () => open("offer"),
          off: actor(session, view, "offer") === null,
        },
    {
      icon: "resign",
      label: t(aborts ? "web.abort" : "web.resign"),
      also: t(aborts ? "web.resign" : "web.abort"),
      action: () => open("resign"),
      off: actor(session, view, "resign") === null && !aborts,
    },
    ...talking(session, open),
  );
  return controls;
}

/** Against the computer a take-back goes to one's own last move, else to the last move made. */
function takebackPlies(session: Session, view: View): number {
  const computer = hasComputer(view);
  const mine = session.you.value.includes(view.turn);
  return computer && mine ? 2 : mine && session.you.value.length === 1 ? 2 : 1;
}

/** Words to the other player, where two people play who may be far from each other. */
function talking(session: Session, open: (name: Sheet) => void): readonly Control[] {
  const { state, you } = session;
  if (you.value.length !== 1 || !isShared(state.value!)) return [];
  return [{ icon: "talk", label: t("web.talk"), action: () => open("talk") }];
}

function controlsAfter(
  session: Session,
  view: View,
  open: (name: Sheet) => void,
): readonly Control[] {
  const again = actor(session, view, "next") ? "next" : "rematch";
  const by = actor(session, view, again);
  const label = again === "next" ? "web.second_game" : "web.rematch";
  const offered = offeredHere(session);
  // Against the computer the end of the game says by name who is met again.
  const computer = hasComputer(view);
  const controls: Control[] = [];
  if (session.you.value.length > 0 && (by || view.next || view.rematch)) {
    controls.push({
      icon: "rematch",
      label: t(offered ? "web.rematch.waiting" : label),
      main: !computer,
      off: offered || (by === null && !view.next),
      action: () => {
        if (view.next) go("g", view.next);
        else
          void session
            .act({ kind: again, ...(by ? { by } : {}) })
            .then((next) => next && go("g", next));
      },
    });
  }
  controls.push(
    {
      icon: "first",
      label: t("web.replay"),
      action: () => void session.look(0),
      off: view.ply === 0,
    },
    {
      icon: "analysis",
      label: t("web.study"),
      action: () => analyse(session),
      off: view.ply === 0,
    },
  );
  // There is room for five on a phone, and the menu turns the board, too.
  const talk = talking(session, open);
  if (talk.length > 0) return [...controls, ...talk];
  return [...controls, { icon: "flip", label: t("web.flip"), action: () => flip(session) }];
}

export function flip(session: Session): void {
  session.flipped.value = !session.flipped.value;
}

interface SheetProps {
  readonly session: Session;
  readonly close: () => void;
}

function Resign({ session, close }: SheetProps): JSX.Element {
  const view = session.view.value!;
  const abort = actor(session, view, "abort");
  const by = abort ?? session.acting;
  const kind = abort ? "abort" : "resign";
  return (
    <Dialog title={t(abort ? "web.abort.sure" : "web.resign.sure")} close={close}>
      <div class="answers">
        <button type="button" onClick={close}>
          {t("web.resume")}
        </button>
        <button
          type="button"
          class="main danger"
          onClick={() => {
            close();
            void session.act({ kind, by } as Act);
          }}
        >
          {t(abort ? "web.abort" : "web.resign")}
        </button>
      </div>
    </Dialog>
  );
}

/** A draw is offered only by somebody who means it. */
function Offer({ session, close }: SheetProps): JSX.Element {
  const by = actor(session, session.view.value!, "offer");
  return (
    <Dialog title={t("web.draw.sure")} close={close}>
      <div class="answers">
        <button type="button" onClick={close}>
          {t("web.cancel")}
        </button>
        <button
          type="button"
          class="main"
          onClick={() => {
            close();
            void session.act({ kind: "offer", ...(by ? { by } : {}) });
          }}
        >
          {t("web.draw.offer")}
        </button>
      </div>
    </Dialog>
  );
}

function Claim({ session, close }: SheetProps): JSX.Element {
  const view = session.view.value!;
  const claims = view.claims.filter((claim) => session.you.value.includes(claim.by));
  return (
    <Dialog title={t("web.claim.title")} close={close}>
      <ul class="list">
        {claims.map((claim) => (
          <li key={`${claim.rule}${claim.move}`}>
            <button
              type="button"
              onClick={() => {
                close();
                const move = claim.move === null ? {} : { move: claim.move };
                void session.act({ kind: "claim", by: claim.by, ...move });
              }}
            >
              {claim.move ? t("web.claim.with", { move: claim.move }) : t("web.claim.now")}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
