/** Time controls as records hold them; the core reads what is asked for, and checks it. */

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
