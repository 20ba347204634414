/** How long each move of a game took, as its comments say: `[%emt]`, or the clock before and after. */

import type { Item } from "../core/files";
import type { Side } from "../core/rules";
import { clocksOf, commandsIn, takenOf } from "./annotations";
import { lineFrom, type Node } from "./tree";

export interface MoveTime {
  readonly node: Node;
  readonly side: Side;
  readonly milliseconds: number;
}

/** Seconds that a control such as `180+2` adds after each move; 0 where it says none. */
export function incrementOf(control: string): number {
  return Number(/^\s*\d+\s*\+\s*(\d{1,4})\s*$/.exec(control)?.[1] ?? 0);
}

/** The times of a tree's main line, for the moves whose time is known. */
export function timesOf(root: Node, control = ""): MoveTime[] {
  const added = incrementOf(control) * 1000;
  const left: Record<Side, number | null> = { white: null, black: null };
  return lineFrom(root)
    .slice(1)
    .flatMap((node) => {
      const { turn: side } = node.parent!.position;
      if (!node.move || !node.comment.includes("[%")) return [];
      const before = left[side];
      const clocks = clocksOf(node.comment, side);
      left.white = clocks.white ?? left.white;
      left.black = clocks.black ?? left.black;
      const passed =
        before === null || clocks[side] === null ? null : before + added - clocks[side];
      const milliseconds = takenOf(node.comment) ?? passed;
      // A clock that somebody has set gives no time.
      return milliseconds === null || milliseconds < 0 ? [] : [{ node, side, milliseconds }];
    });
}

/** What the clocks said at each move of a game's main line, as the commands stand there. */
export function clockCommands(items: readonly Item[]): string[] {
  const said: string[] = [];
  let depth = 0;
  for (const [kind, value] of items) {
    if (kind === "begin") depth += 1;
    else if (kind === "end") depth -= 1;
    else if (depth > 0) continue;
    else if (kind === "move" || kind === "faulty") said.push("");
    else if (kind === "comment" && said.length > 0) {
      const commands = commandsIn(value).filter((each) => /^\[%(clk|clock|emt)\b/.test(each));
      said[said.length - 1] = [said.at(-1)!, ...commands].filter(Boolean).join(" ");
    }
  }
  return said;
}
