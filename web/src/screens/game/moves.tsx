/** The moves in the game's notation; a tap on one shows its position. */

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { StepButton } from "../../parts/step-button";
import type { Session } from "../../game/session";
import { timesOf } from "../../game/log";
import { geometryOf } from "../../game/variants";
import { t } from "../../text/language";

export function Moves({ session }: { readonly session: Session }): JSX.Element {
  const view = session.view.value!;
  const list = useRef<HTMLOListElement>(null);
  const now = session.past.value?.at ?? view.ply;
  const huffs = session.huffs.value;
  const times = view.clock ? timesOf(session.state.value!.log) : [];
  // The moves of a drawn card were made by nobody.
  const drawn = view.ply - times.length;
  useLayoutEffect(() => {
    const row = list.current!.querySelector<HTMLElement>(`[data-ply="${now}"]`);
    if (row) reveal(list.current!, row);
    else list.current!.scrollTo({ left: 0, top: 0 });
  }, [now, view.moves.length, huffs.length]);
  const rows = pairs(view.moves, startsWithSecond(session) ? 1 : 0);
  const step = (way: "back" | "forward", to: number): JSX.Element => (
    <StepButton way={way} disabled={to < 0 || to > view.ply} step={() => void session.look(to)} />
  );
  return (
    <nav class="moves" aria-label={t("web.moves")}>
      {step("back", now - 1)}
      <ol ref={list}>
        {rows.length === 0 && <li class="none">{t("web.moves.none")}</li>}
        {rows.map((row, index) => (
          <li key={index}>
            <span class="number">{index + 1}.</span>
            {row.map(({ text, ply }) =>
              ply === 0 ? (
                <span key="none">…</span>
              ) : (
                <button
                  type="button"
                  key={ply}
                  data-ply={ply}
                  aria-current={ply === now ? "step" : undefined}
                  onClick={() => void session.look(ply)}
                >
                  {text}
                  <FaultMark session={session} ply={ply} />
                  {huffs.some((huff) => huff.ply === ply) && (
                    <small>{huffText(session, ply)}</small>
                  )}
                  {times[ply - drawn - 1] != null && (
                    <small class="took">{took(times[ply - drawn - 1]!)}</small>
                  )}
                </button>
              ),
            )}
          </li>
        ))}
      </ol>
      {step("forward", now + 1)}
    </nav>
  );
}

/** That a move was a mistake, as annotators write it. */
function FaultMark({ session, ply }: { readonly session: Session; readonly ply: number }) {
  const fault = session.review.value?.faults.find((each) => each.ply === ply);
  return fault ? <b class="fault">{fault.blunder ? "??" : "?"}</b> : null;
}

/** What was huffed after a ply. */
function huffText(session: Session, ply: number): string {
  const { square } = session.huffs.value.find((each) => each.ply === ply)!;
  const game = session.game.value!;
  return t("web.moves.huffed", { square: geometryOf(game).name(square, game.notation) });
}

/** Seconds as players write them: `4.2`, `37`, `2:05`. */
export function took(time: number): string {
  if (time < 10_000) return (time / 1000).toFixed(1);
  const seconds = Math.round(time / 1000);
  if (seconds < 60) return String(seconds);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

interface Entry {
  readonly text: string;
  readonly ply: number;
}

/** Moves two by two; with `gap` the second side has begun. */
export function pairs(moves: readonly string[], gap: number): Entry[][] {
  const entries = moves.map((text, index) => ({ text, ply: index + 1 }));
  const all = gap ? [{ text: "", ply: 0 }, ...entries] : entries;
  return Array.from({ length: Math.ceil(all.length / 2) }, (_, row) =>
    all.slice(2 * row, 2 * row + 2),
  );
}

/** Whether the side that comes second in this game made the first move of it. */
export function startsWithSecond(session: Session): boolean {
  const view = session.view.value!;
  const first = view.start.trim().toUpperCase().startsWith("W") ? "white" : "black";
  return view.moves.length > 0 && first !== session.game.value!.first;
}

/** Scroll the list only, never the page. */
function reveal(list: HTMLElement, row: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  list.scrollBy({
    left: inner.left + inner.width / 2 - outer.left - outer.width / 2,
    top: inner.top + inner.height / 2 - outer.top - outer.height / 2,
  });
}
