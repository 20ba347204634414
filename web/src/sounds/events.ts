/** Which sound goes with what happens. */

import { effect } from "@preact/signals";
import { questionsIn } from "../game/questions";
import type { Session } from "../game/session";
import { preferences } from "../state/preferences";
import { setVolume, SOUNDS, type SoundName } from "./synth";

export function sound(name: SoundName): void {
  setVolume(preferences.volume.peek() / 100);
  if (preferences.sound.peek()) SOUNDS[name]();
  if (preferences.vibration.peek() && "vibrate" in navigator) {
    navigator.vibrate(name === "refused" ? [20, 40, 20] : 15);
  }
}

/** Sound what happens in a game until the returned function is called. */
export function soundsOf(session: Session): () => void {
  let ply = -1;
  let over: boolean | null = null;
  let asked = false;
  const ends = [
    effect(() => {
      const shown = session.shown.value;
      if (!shown?.live) return;
      if (ply >= 0 && shown.ply > ply && shown.last) {
        sound(shown.last.crowns ? "crown" : shown.last.captures.length > 0 ? "capture" : "move");
      }
      ply = shown.ply;
    }),
    effect(() => {
      const view = session.view.value;
      if (!view) return;
      const ended = view.outcome !== null;
      if (over === false && ended) {
        const won =
          view.outcome!.winner !== null && session.you.value.includes(view.outcome!.winner);
        sound(won ? "won" : "ended");
      }
      over = ended;
      const offered = questionsIn(view).length > 0 || view.rematch !== null;
      const asks = offered || session.huffable.value.length > 0;
      if (asks && !asked) sound("ask");
      asked = asks;
    }),
    effect(() => {
      const { squares, named } = session.shaken.value;
      if (squares.length > 0 && !named) sound("refused");
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
