/** Conditional moves: lines of a study's tree as a server takes them, and back. */

import type { PlanWish } from "../generated/messages";
import type { Side } from "../core/rules";
import { play, type Node } from "./tree";

export type PlanLines = PlanWish["lines"];
export type PlanLine = PlanLines[number];

/** The lines from a node on that end with a move of a side: what follows it is not answered. */
export function linesFrom(node: Node, side: Side): PlanLines {
  const found: PlanLine[] = [];
  const walk = (at: Node, line: PlanLine): void => {
    const steps = at.children.filter(({ kind }) => kind === "move" || kind === "faulty");
    let ends = true;
    for (const step of steps) {
      const next = [...line, { kind: "move" as const, text: step.move!.full }];
      const fault = step.kind === "faulty" && at.position.turn !== side;
      // A fault of the other side that nothing is played against is answered by compelling.
      if (fault && step.children.length === 0) found.push([...next, { kind: "compel" as const }]);
      else walk(step, next);
      ends = false;
    }
    if (!ends || line.length === 0) return;
    // The last move is the other side's: it is foreseen, and has no answer yet.
    const own = at.parent!.position.turn === side;
    const kept = own ? line : line.slice(0, -1);
    if (kept.length > 0) found.push(kept);
  };
  walk(node, []);
  return found.filter((line, at) => found.findIndex((other) => text(other) === text(line)) === at);
}

/** Put lines into the tree behind a node; what does not fit is left out. */
export function putLines(node: Node, lines: PlanLines, past: number): void {
  for (const line of lines) {
    let at = node;
    for (const step of line.slice(past)) {
      if (step.kind !== "move") break;
      const next = byText(at, step.text, "legal") ?? byText(at, step.text, "faulty");
      if (!next) break;
      at = next;
    }
  }
}

function byText(node: Node, text: string, list: "legal" | "faulty"): Node | null {
  const place = node.position.parse(text, list);
  if (place === null) return null;
  return play(node, node.position.moves(list)[place]!.hub, list === "legal" ? "move" : "faulty");
}

function text(line: PlanLine): string {
  return line.map((step) => (step.kind === "move" ? step.text : step.kind)).join(" ");
}
