"""Perft against the golden file, to 10^8 nodes and more: test_perft.py at length."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time

from crownhead import VARIANTS, Position, Variant

DATA = Path(__file__).parent.parent / "data"
MOST_NODES = 1_000_000_000
MOST_ROUTES = 150_000_000  # routes are counted by the generator that reads its rules at run time


def main() -> int:
    """Count every row; return 1 if one differs."""
    start, wrong, rows, deepest = process_time(), 0, 0, 0
    for row in json.loads((DATA / "perft.json").read_text())["rows"]:
        variant = game(row["variant"])
        routes = row["counting"] == "dup"
        most = MOST_ROUTES if routes else MOST_NODES
        if variant is None or row["counting"] not in ("uniq", "dup") or row["nodes"] > most:
            continue
        found = Position.from_fen(row["fen"], variant).perft(row["depth"], routes=routes)
        rows, deepest = rows + 1, max(deepest, found)
        if found != row["nodes"]:
            wrong += 1
            print(f"{row['variant']} {row['fen']} depth {row['depth']}: {found}")
    seconds = process_time() - start
    print(f"Counts: {rows} rows to {deepest} nodes, {wrong} differ, {seconds:.0f} s of CPU time")
    return 1 if wrong else 0


def game(key: str) -> Variant | None:
    """Return the game of a row, or None if we do not have it."""
    if key == "thai_12men":
        return Variant.house(key, VARIANTS["thai"].rules.but(men_rows=3, first="white"))
    return VARIANTS.get(key)
