/** Time controls as they are asked for. The core checks them. */

import { RulesError } from "./errors";

export interface Stage {
  readonly time: number;
  readonly moves: number;
  readonly bonus: number;
}

export type Mode = "fischer" | "bronstein" | "delay" | "per-move";

export interface TimeControl {
  readonly mode: Mode;
  readonly stages: readonly Stage[];
}

/** No clock gives more than two weeks. */
const MOST_TIME = 14 * 24 * 3_600_000;
const STAGE = /^(?:(\d{1,4})\/)?(\d{1,7})(?:\+(\d{1,5}))?$/;

const wrong = (what: string): RulesError =>
  new RulesError("InvalidRecord", `Time control: ${what}`);

/** The time control of a PDN text and a mode; null without one. */
export function controlOf(text: string | null | undefined, mode: Mode): TimeControl | null {
  const trimmed = (text ?? "").trim();
  if (["", "-", "?"].includes(trimmed)) return null;
  const stages = trimmed
    .slice(0, 200)
    .split(":")
    .map((part, index) => {
      const match = STAGE.exec(part);
      if (!match) throw wrong(`part ${index + 1} '${part.slice(0, 20)}' cannot be read`);
      const [moves, time, bonus] = match.slice(1).map((group) => Number(group ?? 0));
      return { time: time! * 1000, moves: moves!, bonus: bonus! * 1000 };
    });
  if (stages.some(({ time, bonus }) => time + bonus > MOST_TIME)) {
    throw wrong("longer than two weeks");
  }
  return { mode, stages };
}
