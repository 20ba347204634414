/**
 * The drawing of lots, as it is seen at a table: the coin falls, the card is turned over, and its
 * moves are played out. It can be skipped, and stays away where motion is unwanted.
 */

import "../../styles/ceremony.css";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Session } from "../../game/session";
import { drawnNames } from "../../game/naming";
import type { Ply, View } from "../../game/source";
import { useNow } from "../../parts/use-now";
import { sits } from "../../state/seats";
import { t } from "../../text/language";

type Act = "toss" | "card";

/** Milliseconds for which the board is hidden until it is known who drew what. */
const LATE = 2000;

/** Milliseconds for which each is seen. */
const LONG: Readonly<Record<Act, number>> = { toss: 2600, card: 3200 };

export function Ceremony({ session }: { readonly session: Session }): JSX.Element | null {
  const [acts, setActs] = useState<readonly Act[]>([]);
  /** The board shows already what is still to be told. */
  const [hidden, setHidden] = useState(false);
  /** The show is over, and how the position came about is not known here yet. */
  const [awaited, setAwaited] = useState(false);
  const waited = useRef(false);
  // Asked for before the show is over, so that the card's moves are not seen before they are played.
  const history = useRef<Promise<readonly Ply[]>>(Promise.resolve([]));
  useNow(() => {
    const view = session.view.value;
    if (!view) return;
    const { game, you } = session.state.value!;
    // Which side was drawn for this page is told a moment after the draw.
    const told = you.length > 0 || !sits(game);
    const drawn = view.lots.length > 0 && view.lots.every((lot) => lot.seed !== "");
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    setHidden(waited.current && drawn && !told && !calm);
    if (waited.current && drawn && told) {
      waited.current = false;
      if (calm) said(session, view);
      else {
        history.current = session.source.history();
        setActs(view.lots.map(({ kind }) => kind));
      }
    }
    if (view.phase === "lots") waited.current = true;
  });
  const covered = hidden || awaited;
  useEffect(() => {
    if (!covered) return undefined;
    const timer = setTimeout(() => {
      setHidden(false);
      setAwaited(false);
    }, LATE);
    return () => clearTimeout(timer);
  }, [covered]);
  const [now, ...rest] = acts;
  if (!now) return covered ? <div class="ceremony-table" aria-hidden="true" /> : null;
  const goOn = (left: readonly Act[]): void => {
    setActs(left);
    if (left.length > 0) return;
    setAwaited(true);
    void finish(session, history.current).finally(() => setAwaited(false));
  };
  return (
    <Scene key={now} act={now} session={session} next={() => goOn(rest)} skip={() => goOn([])} />
  );
}

/** Without motion the sentence alone tells what was drawn. */
function said(session: Session, view: View): void {
  const parts = view.lots.map((lot) => (lot.kind === "toss" ? tossSaid(session) : cardSaid(view)));
  session.notice.value = { kind: "note", sentence: parts.join(" "), lasting: true };
}

async function finish(session: Session, history: Promise<readonly Ply[]>): Promise<void> {
  const { match } = session.view.peek() ?? {};
  if (!match?.card) return;
  const sentence = `${cardSaid(session.view.peek()!)} ${t("web.ceremony.begin", { n: match.number })}`;
  session.notice.value = { kind: "note", sentence, lasting: true };
  await session.playOut(history);
}

function tossSaid(session: Session): string {
  const [only, second] = session.you.peek();
  if (only && !second) return t("web.lots.toss.you", { side: t(`color.${only}`) });
  const { players } = session.view.peek()!;
  return t("web.lots.toss.sides", drawnNames(players));
}

function cardSaid({ match }: View): string {
  const card = match?.card;
  if (!card) return "";
  const name = card.name && card.name !== card.code ? `${card.name}: ` : "";
  return `${t("web.ceremony.card", { n: card.code })}. ${name}${card.moves.join(" ")}.`;
}

interface SceneProps {
  readonly act: Act;
  readonly session: Session;
  readonly next: () => void;
  readonly skip: () => void;
}

function Scene({ act, session, next, skip }: SceneProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => element.current!.showModal(), []);
  useEffect(() => {
    const timer = setTimeout(next, LONG[act]);
    return () => clearTimeout(timer);
  }, []);
  // At once, so that nothing typed meanwhile is lost to the sheet.
  const leave = (): void => {
    element.current!.close();
    skip();
  };
  return (
    <dialog
      ref={element}
      class="ceremony"
      aria-label={t("web.lots")}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
    >
      {act === "toss" ? <Coin session={session} /> : <Card view={session.view.value!} />}
      <button type="button" class="plain" onClick={leave}>
        {t("web.ceremony.skip")}
      </button>
    </dialog>
  );
}

function Coin({ session }: { readonly session: Session }): JSX.Element {
  const [only, second] = session.you.value;
  const side = only && !second ? only : "black";
  return (
    <>
      <p>{t("web.ceremony.toss")}</p>
      <div class={`coin ${side}`} aria-hidden="true">
        <span class="half white" />
        <span class="half black" />
      </div>
      <p role="status">
        <strong class="late">{tossSaid(session)}</strong>
      </p>
    </>
  );
}

function Card({ view }: { readonly view: View }): JSX.Element | null {
  const card = view.match?.card;
  if (!card) return null;
  return (
    <>
      <p class="hidden" role="status">
        {cardSaid(view)}
      </p>
      <div class="turning" aria-hidden="true">
        <span class="back" />
        <span class="front">
          <small>{t("web.ceremony.card", { n: card.code })}</small>
          {card.name && card.name !== card.code && <strong>{card.name}</strong>}
          {card.moves.map((move) => (
            <span key={move}>{move}</span>
          ))}
        </span>
      </div>
    </>
  );
}
