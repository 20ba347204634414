/** One rule: its picture, which plays when it comes into view and can be played on, and its text. */

import type { JSX } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { DraughtsBoard } from "../../board";
import { pose, type Trial } from "../../game/sandbox";
import { gameName } from "../../game/game-name";
import { gameOf, geometryOf } from "../../game/variants";
import { Icon } from "../../parts/icon";
import { useBoard } from "../../parts/use-board";
import { language, words, type Key } from "../../text/language";
import { inTurn, perform, posedBy, refusal, type RulePage, type Step } from "./gallery";

/** What a card says under its rule: of a demonstration, or of what the reader tried. */
interface Said {
  readonly good: boolean;
  readonly sentence: string;
}

export function RuleCard({ page }: { readonly page: RulePage }): JSX.Element {
  const card = useRef<HTMLElement>(null);
  const game = gameOf(page.variant);
  const speech = words(game.key);
  const title = speech.text(`web.gallery.${page.id}` as Key);
  const trial = useRef<Trial | null>(null);
  const [board, attributes] = useBoard(game, {
    label: title,
    coordinates: game.notation === "algebraic" ? "edge" : "squares",
    handle: (input) => trial.current?.handle(input),
  });
  const [said, setSaid] = useState<Said | null>(null);
  const { playing, play, stop } = useDemonstration(page, board, setSaid);
  // A reader who plays on the board himself is not interrupted by its picture.
  const taken = useRef(false);
  useOnceInView(card, () => (taken.current ? Promise.resolve() : play()));
  const take = useCallback(() => {
    taken.current = true;
    stop();
  }, [stop]);
  useTrial(page, board, trial, take, setSaid);
  return (
    <article class="rule-card" ref={card}>
      <draughts-board {...attributes} scrolls />
      <div class="rule-text">
        <h3>{title}</h3>
        <p>{speech.text(`web.gallery.${page.id}.text` as Key)}</p>
        <p class={said ? (said.good ? "said good" : "said") : "said quiet"} role="status">
          {said?.sentence ?? speech.text("web.gallery.try")}
        </p>
        <div class="rule-foot">
          <small>{gameName(game)}</small>
          <button type="button" class="plain" disabled={playing} onClick={() => void play()}>
            <Icon name="play" />
            {speech.text("web.gallery.play")}
          </button>
        </div>
      </div>
    </article>
  );
}

type Board = { readonly current: DraughtsBoard | null };
type Say = (said: Said | null) => void;

/** The picture that plays, until somebody plays on it. */
function useDemonstration(page: RulePage, board: Board, say: Say) {
  const running = useRef<AbortController | null>(null);
  const [playing, setPlaying] = useState(false);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setPlaying(false);
  }, []);
  const play = useCallback(async () => {
    if (!board.current) return;
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    say(null);
    setPlaying(true);
    await perform(page, board.current, (step) => say(saidOf(step)), control.signal);
    if (running.current === control) stop();
  }, [page]);
  useEffect(() => stop, [stop]);
  return { playing, play, stop };
}

function saidOf(step: Step | null): Said | null {
  if (step?.kind !== "refused") return null;
  return { good: false, sentence: `${step.text}: ${step.sentence[language.peek()]}` };
}

/** What the reader plays on the card himself. */
function useTrial(
  page: RulePage,
  board: Board,
  trial: { current: Trial | null },
  take: () => void,
  say: Say,
): void {
  useEffect(() => {
    const posed = posedBy(page);
    const speech = words(page.variant);
    board.current!.show(posed.board, null, true);
    const huff = page.steps.find((step) => step.kind === "huff");
    trial.current = pose(board.current!, posed, {
      begun: () => {
        take();
        say(null);
      },
      played: (move) => {
        const fault = posed.faulty?.includes(move) && huff;
        if (!fault) return say({ good: true, sentence: speech.text("web.gallery.done") });
        const game = gameOf(page.variant);
        const square = geometryOf(game).name(huff.square, game.notation);
        board.current!.mark({ rings: [{ square: huff.square, kind: "fault" }] });
        return say({ good: false, sentence: speech.text("web.gallery.fault", { square }) });
      },
      refused: (squares) => {
        const sentence = refusal(page, squares, language.peek());
        say({ good: false, sentence: sentence || speech.text("web.game.refused") });
      },
    });
    return () => {
      trial.current = null;
    };
  }, [page]);
}

/** Play once the card is well in view, after those that came into view before it. */
function useOnceInView(card: { readonly current: HTMLElement | null }, play: () => Promise<void>) {
  const latest = useRef(play);
  latest.current = play;
  useEffect(() => {
    let seen = false;
    let visible = false;
    const observer = new IntersectionObserver(
      ([entry]) => {
        visible = (entry?.intersectionRatio ?? 0) > 0.8;
        if (!visible || seen) return;
        seen = true;
        inTurn(() => {
          if (visible) return latest.current();
          seen = false;
          return Promise.resolve();
        });
      },
      { threshold: [0, 0.85] },
    );
    observer.observe(card.current!);
    return () => observer.disconnect();
  }, []);
}
