/** A tree as PDN, written by the core; the library says under which GameType. */

import { tagsOf } from "../core/pdn";
import { rowsOf, type Node, type Row } from "./tree";

export type Tags = Readonly<Record<string, string>>;

/** The text of a game; `tags` are those it came with. */
export function written(root: Node, tags: Tags): string {
  const { ruleset, bytes } = root.position;
  const { GameType: _type, Variant: _name, Rules: _rules, FEN: _fen, ...said } = tags;
  const rows = rowsOf(root).map(whole);
  const all = { Event: "crownhead", White: "?", Black: "?", ...said, ...tagsOf(ruleset.variant) };
  const result = said["Result"] || "*";
  return ruleset.core.files.written(ruleset.number, bytes, rows, { ...all, Result: result });
}

function whole([parent, kind, value, comment = "", before = "", nags = []]: Row): Required<Row> {
  return [parent, kind, value, comment, before, nags];
}
