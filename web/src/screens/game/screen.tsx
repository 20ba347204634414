/** The game screen: exactly one screen high on phones, board and panel side by side on desks. */

import type { JSX } from "preact";
import { effect, untracked } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { gameName } from "../../game/game-name";
import { useTitle } from "../../parts/use-title";
import { GameBoard } from "../../parts/game-board";
import { Waiting } from "../../parts/waiting";
import { isLocal } from "../../offline/messages";
import { Session } from "../../game/session";
import { sourceOf } from "../../net/sources";
import { newId } from "../../game/channel";
import { soundsOf } from "../../sounds/events";
import { replace, type Route } from "../../state/route";
import { sits } from "../../state/seats";
import { hasTouch } from "../../state/pointing";
import { takeTouch } from "../../state/touch";
import { catalogue, t } from "../../text/language";
import { other } from "../../game/apply-move";
import { followOpening } from "../../game/openings";
import { keepResult } from "../../game/results";
import type { GameState } from "../../game/source";
import { followThreats } from "../../game/threats";
import { preferences } from "../../state/preferences";
import { cards } from "../home/cards";
import { Ceremony } from "./ceremony";
import { contributing } from "../../game/commitments";
import { Controls } from "./controls";
import { Entry } from "./entry";
import { Invite } from "./invite";
import { Moves } from "./moves";
import { Player } from "./player";
import { Status } from "./status";
import { Talk } from "./talk";
import { useNow } from "../../parts/use-now";
import { useStepping } from "./stepping";

export function GameScreen({ route }: { readonly route: Route }): JSX.Element | null {
  if (route.screen !== "game") return null;
  return route.id ? <OneGame id={route.id} key={route.id} /> : <NoGame />;
}

/** Whether the field for moves stands over the list of moves; not over a question that is asked. */
function isTyping({ keyboard, past, notice }: Session): boolean {
  return keyboard.value && !past.value && notice.value?.kind !== "confirm";
}

function NoGame(): JSX.Element | null {
  const sentence = t("web.game.missing");
  useTitle(sentence);
  return (
    <main class="message">
      <h1>{sentence}</h1>
      <a class="button main" href="#/">
        {t("web.home")}
      </a>
    </main>
  );
}

function OneGame({ id }: { readonly id: string }): JSX.Element {
  const session = useMemo(() => new Session(sourceOf(id)), [id]);
  useEffect(() => () => session.close(), [session]);
  useEffect(() => soundsOf(session), [session]);
  useNextGame(session);
  useContribution(session, id);
  useKeys(session);
  useTouched(session);
  useEffect(() => effect(() => followThreats(session)), [session]);
  useEffect(() => followOpening(session), [session]);
  const state = session.state.value;
  useEffect(() => {
    if (!state) return;
    keepResult(state);
    keepRunning(state);
  }, [state]);
  useTitle(titleOf(session));
  const main = useRef<HTMLElement>(null);
  const waiting =
    state?.view.phase === "waiting" && (state.you.length > 0 || state.code !== null || sits(id));
  const playable = state !== null && !waiting;
  useEffect(() => {
    const board = playable && main.current?.querySelector("draughts-board");
    const free = document.activeElement === document.body;
    // A finger needs no focus, and would see its frame.
    if (board && free && !hasTouch()) board.focus({ preventScroll: true });
  }, [playable]);
  if (session.source.missing.value) return <NoGame />;
  return (
    <main ref={main} class={isTyping(session) ? "game typing" : "game"} aria-busy={state === null}>
      <h1 class="hidden">{state && gameName(session.game.value!)}</h1>
      <div class="ground">
        {state ? <GameBoard session={session} /> : isLocal(id) && <Waiting />}
      </div>
      {state && catalogue.value && (
        <>
          <Player session={session} side={other(session.below.value)} top />
          <Player session={session} side={session.below.value} />
          <Status session={session} />
          <Moves session={session} />
          <Talk session={session} />
          {session.you.value.length > 0 && !state.view.outcome && <Entry session={session} />}
          <Controls session={session} />
          <Ceremony session={session} />
        </>
      )}
      {waiting && <Invite game={id} code={state.code} />}
    </main>
  );
}

/** Remember for the first screen whether there is a game to go on with. */
function keepRunning({ game, you, view }: GameState): void {
  if (you.length === 0) return;
  const over = view.outcome !== null || view.phase === "aborted";
  preferences.running.value = !over || cards.peek().open.some((card) => card.game !== game);
}

/** Whose turn it is, for those who look at another page meanwhile. */
function titleOf(session: Session): string {
  const view = session.view.value;
  if (!view || !catalogue.value) return "";
  if (view.outcome) return view.outcome.sentence;
  const name = gameName(session.game.value!);
  const asked = session.mine.value && session.you.value.length === 1;
  return asked ? `${t("web.your_turn")} · ${name}` : name;
}

/** Pick up the piece that was touched on the first screen, once it may move. */
function useTouched(session: Session): void {
  const touched = useRef(0);
  touched.current ||= takeTouch();
  useNow(() => {
    const square = touched.current;
    if (!square || !session.mine.value || !session.input.value?.active) return;
    touched.current = 0;
    untracked(() => session.handle({ type: "tap", square, by: "pointer" }));
  });
}

/** Go to the game that follows when it begins while somebody looks on. */
function useNextGame(session: Session): void {
  const seen = useRef<string | null | undefined>(undefined);
  useNow(() => {
    const view = session.view.value;
    if (!view) return;
    if (seen.current === null && view.next) replace("g", view.next);
    seen.current = view.next;
  });
}

/** Add something nobody could foresee to the lots, once their commitments are kept here. */
function useContribution(session: Session, id: string): void {
  const done = useRef(false);
  useNow(() => {
    const view = session.view.value;
    if (view?.phase !== "lots" || done.current) return;
    if (!sits(id) && session.you.value.length === 0) return;
    done.current = true;
    // What was contributed before a reload is the same again, and refused without harm.
    const text = contributing(id, view.lots, newId().slice(0, 12), session.state.peek()!.seats);
    void session.source.act({ kind: "contribute", text });
  });
}

/** Keys that work wherever the focus is: arrows step through, anything else is a typed move. */
function useKeys(session: Session): void {
  useStepping(session);
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      const busy = target.closest("input,dialog,select,textarea,draughts-board,.moves ol");
      if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = session.past.peek()?.at ?? session.view.peek()?.ply ?? 0;
      if (event.key === "ArrowLeft") void session.look(at - 1);
      else if (event.key === "ArrowRight") void session.look(at + 1);
      else if (event.key === "Escape") session.handle({ type: "cancel" });
      else if (/^[1-9]$/.test(event.key) && (session.input.peek()?.options.length ?? 0) > 0) {
        session.choose(Number(event.key));
      } else if (/^[0-9a-lx:-]$/i.test(event.key) && session.playing.peek()) {
        session.typing.value += event.key;
      } else if (event.key === "Enter" && target === document.body) {
        session.typing.value += "\n";
      } else return;
      event.preventDefault();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, [session]);
}
