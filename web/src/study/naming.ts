/** The name of the opening that a node of an analysis belongs to. */

import { openingOf as openingAlong } from "../game/openings";
import { isKnown } from "../core/rules";
import { pathTo, type Node } from "./tree";

/** The last named opening on the way to a node; empty where there is none, or not yet. */
export function openingOf(node: Node, language: string): string {
  const { variant } = node.position.ruleset;
  if (!isKnown(variant)) return "";
  const line = pathTo(node).map(({ position }) => position);
  const name = openingAlong(variant.key, line);
  return name?.[language === "de" ? 0 : 1] ?? "";
}
