/** How much time each side has, given the times that are handed in; all are whole milliseconds. */

import { RulesError } from "./errors";
import { isRecord, type Side } from "./rules";

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

const MODES: readonly Mode[] = ["fischer", "bronstein", "delay", "per-move"];
const MAX_TIME = 10 ** 10;
const MAX_STAGES = 5;
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
  return checked({ mode, stages });
}

/** A time control out of a record. */
export function readControl(given: unknown): TimeControl {
  if (!isRecord(given) || !Array.isArray(given["stages"])) {
    throw wrong("expected an object with mode and stages");
  }
  const stages = given["stages"].slice(0, MAX_STAGES + 1).map((stage: unknown) => {
    if (!isRecord(stage)) throw wrong("a stage is no object");
    const { time, moves = 0, bonus = 0 } = stage;
    return { time, moves, bonus } as Stage;
  });
  return checked({ mode: given["mode"] as Mode, stages });
}

function checked(control: TimeControl): TimeControl {
  const { mode, stages } = control;
  const whole = (n: unknown): boolean => Number.isSafeInteger(n) && Number(n) >= 0;
  if (!MODES.includes(mode)) throw wrong(`mode=${String(mode).slice(0, 20)} is not known`);
  if (stages.length === 0 || stages.length > MAX_STAGES) {
    throw wrong(`${stages.length} stages; 1 to ${MAX_STAGES} are possible`);
  }
  for (const { time, moves, bonus } of stages) {
    if (![time, moves, bonus].every((n) => whole(n) && n <= MAX_TIME)) {
      throw wrong("times and moves must be whole numbers from 0");
    }
    if (time === 0 && bonus === 0) throw wrong("a stage gives no time");
  }
  if (stages.slice(0, -1).some(({ moves }) => moves === 0)) {
    throw wrong("only the last stage can be without a number of moves");
  }
  if (mode === "per-move" && (stages.length > 1 || stages[0]!.moves)) {
    throw wrong("time per move has no stages");
  }
  return control;
}

/** The PDN TimeControl, `?` where PDN has no way to write it. */
export function pdnOf({ mode, stages }: TimeControl): string {
  const plain = mode === "fischer" || (mode !== "per-move" && stages.every((s) => !s.bonus));
  if (!plain || stages.some((s) => s.time % 1000 || s.bonus % 1000)) return "?";
  const written = stages.map(({ time, moves, bonus }) => {
    const more = bonus ? `+${bonus / 1000}` : "";
    return `${moves ? `${moves}/` : ""}${time / 1000}${more}`;
  });
  return written.join(":");
}

type Stages = readonly [stage: number, made: number];

export interface Clock {
  readonly control: TimeControl;
  /** As of the moment when the running side's move began. */
  readonly left: Readonly<Record<Side, number>>;
  readonly stages: Readonly<Record<Side, Stages>>;
  readonly running: Side | null;
  /** When the running side's time was started; null: it stands. */
  readonly since: number | null;
  /** By the running side for this move, before `since`. */
  readonly used: number;
}

export function clockOf(control: TimeControl): Clock {
  const { time } = control.stages[0]!;
  return {
    control,
    left: { white: time, black: time },
    stages: { white: [0, 0], black: [0, 0] },
    running: null,
    since: null,
    used: 0,
  };
}

const stageOf = (clock: Clock, side: Side): Stage => clock.control.stages[clock.stages[side][0]]!;

export function started(clock: Clock, side: Side, at: number): Clock {
  const left =
    clock.control.mode === "per-move"
      ? { ...clock.left, [side]: stageOf(clock, side).time }
      : clock.left;
  return { ...clock, left, running: side, since: at, used: 0 };
}

/** The clock after the running side's move ended at `at`, of which `lag` ms are not charged. */
export function pressed(clock: Clock, at: number, lag: number): Clock {
  const side = clock.running!;
  const { bonus, moves, time } = stageOf(clock, side);
  let left = Math.max(0, remaining(clock, side, at, lag));
  if (clock.control.mode === "fischer") left += bonus;
  else if (clock.control.mode === "bronstein") left += Math.min(usedBy(clock, at, lag), bonus);
  else if (clock.control.mode === "per-move") left = time;
  let [stage, made] = clock.stages[side];
  made += 1;
  if (made === moves) {
    stage = Math.min(stage + 1, clock.control.stages.length - 1);
    made = 0;
    left += clock.control.stages[stage]!.time;
  }
  const after = {
    ...clock,
    left: { ...clock.left, [side]: left },
    stages: { ...clock.stages, [side]: [stage, made] as const },
  };
  return started(after, side === "white" ? "black" : "white", at);
}

/** What a side has left at `at`; 0 or less: the flag is down. */
export function remaining(clock: Clock, side: Side, at: number | null, lag = 0): number {
  const left = clock.left[side];
  if (side !== clock.running) return left;
  let used = at === null ? clock.used : usedBy(clock, at, lag);
  if (clock.control.mode === "delay") used = Math.max(0, used - stageOf(clock, side).bonus);
  return left - used;
}

export function isOut(clock: Clock, side: Side, at: number, lag = 0): boolean {
  return remaining(clock, side, at, lag) <= 0;
}

export function paused(clock: Clock, at: number): Clock {
  if (clock.since === null) return clock;
  return { ...clock, used: usedBy(clock, at, 0), since: null };
}

export function resumed(clock: Clock, at: number): Clock {
  return clock.running === null ? clock : { ...clock, since: at };
}

/** The clock with the running side charged until `at`, without a move. */
export function settled(clock: Clock, at: number, lag = 0): Clock {
  const side = clock.running;
  if (side === null) return clock;
  const left = Math.max(0, remaining(clock, side, at, lag));
  return { ...clock, left: { ...clock.left, [side]: left }, since: null, used: 0 };
}

/** Milliseconds before the running side's time runs at all. */
export function delayOf(clock: Clock): number {
  if (clock.control.mode !== "delay" || clock.running === null) return 0;
  return Math.max(0, stageOf(clock, clock.running).bonus - clock.used);
}

/** What each move of a side brings. */
export function bonusOf(clock: Clock, side: Side): number {
  return stageOf(clock, side).bonus;
}

function usedBy(clock: Clock, at: number, lag: number): number {
  return clock.used + (clock.since === null ? 0 : Math.max(0, at - clock.since - lag));
}
