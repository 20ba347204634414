/** Openings by name, from the library's sources: known by the position they lead to. */

import { signal } from "@preact/signals";
import { file } from "../net/files";
import { isKnown } from "../offline/rules";
import { pathTo, type Node } from "./tree";

const TABLES = import.meta.glob<string>("../generated/openings/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});

type Names = Readonly<Record<string, readonly [german: string, english: string]>>;
const known = signal<Readonly<Record<string, Names>>>({});

/** The last named opening on the way to a node; empty where there is none, or not yet. */
export function openingOf(node: Node, language: string): string {
  const { variant } = node.position.ruleset;
  const address = isKnown(variant) && TABLES[`../generated/openings/${variant.key}.json`];
  if (!address) return "";
  const names = known.value[variant.key];
  if (!names) {
    void file<Names>(address).then((read) => {
      known.value = { ...known.peek(), [variant.key]: read };
    });
    return "";
  }
  const path = pathTo(node);
  for (const { position } of path.toReversed()) {
    const found = names[position.key];
    if (found) return found[language === "de" ? 0 : 1];
  }
  return "";
}
