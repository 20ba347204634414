/** One rule: its picture, which plays when it comes into view, and what it says. */

import type { JSX } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { DraughtsBoard } from "../../board";
import { gameOf } from "../../game/variants";
import { Icon } from "../../parts/icon";
import { gameName } from "../../parts/game-picker";
import { boardOf } from "../../parts/still-board";
import { scheme, theme } from "../../state/looks";
import { language, words, type Key } from "../../text/language";
import { inTurn, perform, type RulePage, type Step } from "./gallery";

export function RuleCard({ page }: { readonly page: RulePage }): JSX.Element {
  const board = useRef<DraughtsBoard>(null);
  const card = useRef<HTMLElement>(null);
  const running = useRef<AbortController | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  const [playing, setPlaying] = useState(false);
  const game = gameOf(page.variant);
  const speech = words(game.key);
  const play = useCallback(async () => {
    if (!board.current) return;
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setPlaying(true);
    await perform(page, board.current, setStep, control.signal);
    if (running.current === control) setPlaying(false);
  }, [page]);

  useEffect(() => {
    const [first] = page.steps;
    if (first?.kind === "start") board.current?.show(first.board);
    let seen = false;
    let visible = false;
    const observer = new IntersectionObserver(
      ([entry]) => {
        visible = (entry?.intersectionRatio ?? 0) > 0.8;
        if (!visible || seen) return;
        seen = true;
        inTurn(() => {
          if (visible) return play();
          seen = false;
          return Promise.resolve();
        });
      },
      { threshold: [0, 0.85] },
    );
    observer.observe(card.current!);
    return () => {
      observer.disconnect();
      running.current?.abort();
    };
  }, [page, play]);

  const title = speech.text(`web.gallery.${page.id}` as Key);
  return (
    <article class="rule-card" ref={card}>
      <draughts-board
        ref={board}
        {...boardOf(game)}
        static
        theme={theme.value}
        scheme={scheme.value}
        coordinates={game.notation === "algebraic" ? "edge" : "squares"}
        label={title}
      />
      <div class="rule-text">
        <h3>{title}</h3>
        <p>{speech.text(`web.gallery.${page.id}.text` as Key)}</p>
        <p class="said">
          {step?.kind === "refused" ? `${step.text}: ${step.sentence[language.value]}` : ""}
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
