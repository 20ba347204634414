/** The names that belong to an analysis: of its players, and of the opening at a node. */

import { recordedName } from "../game/naming";
import { openingOf as openingAlong } from "../game/openings";
import { isKnown } from "../core/rules";
import { nameIn, type Language } from "../text/languages";
import { pathTo, type Node } from "./tree";
import type { Tags } from "./pdn";

/** Who plays, as in the game itself; empty where the tags name nobody. */
export function playersOf({ White: white = "?", Black: black = "?" }: Tags): string {
  const [first, second] = [white, black].map((name) => recordedName(name || "?"));
  return first === "?" && second === "?" ? "" : `${first} – ${second}`;
}

/** The last named opening on the way to a node; empty where there is none, or not yet. */
export function openingOf(node: Node, language: Language): string {
  const { variant } = node.position.ruleset;
  if (!isKnown(variant)) return "";
  const line = pathTo(node).map(({ position }) => position);
  const name = openingAlong(variant.key, line);
  return name ? nameIn(name, language) : "";
}
