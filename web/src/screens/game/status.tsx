/** One line for what counts down: draw counts, duties, the match and its card. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { CounterView } from "../../generated/messages";
import { isLearning } from "../../game/coached";
import type { Session } from "../../game/session";
import type { GameState, View } from "../../game/source";
import type { Catalogue } from "../../text/catalogue";
import { language, t, words } from "../../text/language";
import { nameIn } from "../../text/languages";
import { Dialog } from "../../parts/dialog";
import { Lots } from "./lots";
import { sits } from "../../state/seats";
import { Later } from "../../parts/later";
import { timeText } from "./clock";

const beside = () => import("../letters/beside").then((file) => file.Beside);

/** From this many moves left on a draw count is shown. */
const NEAR = 10;

/** Labels that there is room for; all are told when the line is tapped. */
const FEW = 2;

interface Count {
  readonly key: string;
  readonly label: string;
  readonly sentence: string;
}

export function Status({ session }: { readonly session: Session }): JSX.Element {
  const [open, setOpen] = useState(false);
  const view = session.view.value!;
  const kind = words(session.game.value!.key);
  const counts = countsOf(view, kind);
  const card = view.match?.card;
  const opening = openingSaid(session);
  const labels = counts.map((count) => count.label);
  if (card)
    labels.unshift(`${card.name || card.code} · ${t("web.match.game", { n: view.match!.number })}`);
  else if (!labels[0] && view.lots[0]) labels.push(t("web.lots"));
  return (
    <div class="status">
      {watches(session.state.value!) && <span class="chip">{t("web.watching")}</span>}
      {!session.source.connected.value && <span class="lost">{t("web.reconnecting")}</span>}
      <Start session={session} />
      {isShared(session.state.value!) && <Later load={beside} props={{ session }} />}
      {opening && <span class="opening">{opening}</span>}
      {labels[0] && (
        <button
          type="button"
          class={labels[1] ? "counts several" : "counts"}
          onClick={() => setOpen(true)}
        >
          {labels.slice(0, FEW).map((label, at) => (
            <span class={counts[card ? at - 1 : at] ? "chip count" : "chip"} key={at}>
              {label}
            </span>
          ))}
          {labels.length > FEW && <span class="chip">+{labels.length - FEW}</span>}
        </button>
      )}
      {open && (
        <Dialog title={t("web.status")} close={() => setOpen(false)}>
          {counts.map((count) => (
            <p key={count.key}>{count.sentence}</p>
          ))}
          <Lots state={session.state.value!} />
        </Dialog>
      )}
    </div>
  );
}

/** The name of the opening, where the card of the match does not say it; none for who learns. */
function openingSaid(session: Session): string {
  const { opening, view } = session;
  if (isLearning(session)) return "";
  const name = opening.value ? nameIn(opening.value, language.value) : "";
  return (view.value!.match?.card?.name ?? "").includes(name) ? "" : name;
}

/** How long there is for the first move, where the game is given up without it. */
function Start({ session }: { readonly session: Session }): JSX.Element | null {
  const [, tick] = useState(0);
  const { until } = session.state.value!;
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [until]);
  if (until === null) return null;
  const time = timeText(Math.max(0, until - session.source.now()), false);
  return (
    <span class="chip count" role="timer">
      {t("web.start.until", { time })}
    </span>
  );
}

/** Whether two people play here, who may be far from each other. */
export function isShared({ view, you }: GameState): boolean {
  const { white, black } = view.players;
  return you.length < 2 && [white, black].every((player) => player && player.kind !== "engine");
}

/** Whether somebody looks on without a seat, also one that lots have yet to assign. */
function watches({ game, you, code }: GameState): boolean {
  return you.length === 0 && code === null && !sits(game);
}

/** The counts that are near their end, each as a label and as a sentence. */
export function countsOf(view: View, kind: Catalogue): Count[] {
  if (view.outcome) return [];
  const duties = view.duties.map((duty) => {
    const side = kind.text(`color.${duty.side}`);
    const n = duty.limit - duty.made;
    const moves = kind.text("count.own_moves", { n });
    return {
      key: `duty-${duty.side}`,
      label: kind.text("web.count.duty", { side, n }),
      sentence: kind.text("counter.duty", { side, moves }),
    };
  });
  const counts = view.counters.flatMap((counter) => countOf(counter, kind) ?? []);
  return [...duties, ...counts];
}

/** A full count ends the game by itself or can be claimed, or it is full: a claim can be made. */
type Ending = "automatic" | "claim" | "now";

function countOf(counter: CounterView, kind: Catalogue): Count | null {
  const { rule, made, limit, unit, automatic } = counter;
  const ending = automatic ? "automatic" : made < limit ? "claim" : "now";
  switch (unit) {
    case "occurrences":
      if (made < 2) return null;
      return {
        key: rule,
        label: kind.text(ending === "now" ? "web.count.repetition.now" : "web.count.repetition", {
          n: made,
          limit,
        }),
        sentence: kind.text(`counter.repetition.${ending}`, { times: made, limit }),
      };
    case "own-moves": // told as a duty
      return null;
    case "plies":
      return pliesOf(counter, kind, ending);
  }
}

/** A count of plies, where it is near its end. */
function pliesOf(counter: CounterView, kind: Catalogue, ending: Ending): Count | null {
  const { rule, made, limit } = counter;
  const n = Math.ceil((limit - made) / 2);
  if (n > NEAR || made === 0) return null;
  const alone = counter.resets.length === 1 && counter.resets[0] === "capture";
  const name = kind.maybe(`draw_rule.${rule}`, rule);
  const resets = kind.maybe(`draw_reset.${rule}`);
  const moves = kind.text("count.moves", { n });
  const left = alone ? "web.count.draw.capture" : "web.count.draw";
  return {
    key: rule,
    label: kind.text(ending === "now" ? "web.count.now" : left, { n }),
    sentence: kind.text(`counter.${ending}`, { moves, rule: name, resets }),
  };
}
