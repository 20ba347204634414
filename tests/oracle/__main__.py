"""Count the move tree of a game with the oracle: python -m oracle KEY [NODES] [--write].

Prints one row of data/perft.json for each depth from the start position, as long as a count is
expected to stay below NODES (100,000), and of a game that the file has no other positions of,
from random ones with kings. With --write the rows go into the file, in place of those the oracle
counted before; published rows are left alone. Run it in `tests/`.
"""

from __future__ import annotations

import itertools
import json
import sys
from pathlib import Path
from typing import Any
from zlib import crc32

from oracle import fen, moves, play, positions
from oracle.board import State

from crownhead import Position, Variant, variants

FILE = Path(__file__).resolve().parents[2] / "data" / "perft.json"
ELSEWHERE = 5
"""Positions that are counted of a new game beside its start."""


def count_rows(key: str, most: int) -> list[dict[str, Any]]:
    """Return the rows of a game, outcomes counted from its start position."""
    variant = variants.get(key)
    return _rows(variant, Position.initial(variant).fen(), most)


def count_random_rows(key: str, most: int) -> list[dict[str, Any]]:
    """Return rows of random positions, always the same ones of a game; with kings if it has any."""
    variant = variants.get(key)
    record = variant.to_dict()
    rows: list[dict[str, Any]] = []
    found = 0
    for seed in itertools.count(crc32(key.encode())):
        state = positions.sample(seed, record["rules"])
        text = fen.write(state, record)
        kings = "K" in text or record["rules"]["aim"] == "king"
        if not kings or not moves(fen.read(text, record)):
            continue
        rows += _rows(variant, text, most)
        found += 1
        if found == ELSEWHERE:
            return rows
    raise AssertionError


def _rows(variant: Variant, start: str, most: int) -> list[dict[str, Any]]:
    states: list[State] = [fen.read(start, variant.to_dict())]
    rows: list[dict[str, Any]] = []
    for depth in range(1, 100):
        nodes = sum(len(moves(state)) for state in states)
        row = {"variant": variant.key, "fen": start, "depth": depth, "nodes": nodes}
        rows.append(row | {"counting": "uniq", "published": False})
        growth = max(4, nodes // max(1, len(states)) + 1)
        if nodes == 0 or nodes * growth > most:
            break
        states = [play(state, move) for state in states for move in moves(state)]
    return rows


def is_counted_elsewhere(key: str, text: str) -> bool:
    """Return whether the file has rows of a game that do not begin at its start."""
    start = Position.initial(key)
    fens = {row["fen"] for row in json.loads(text)["rows"] if row["variant"] == key}
    return any(Position.from_fen(fen, key) != start for fen in fens)


def write_rows(text: str, rows: list[dict[str, Any]]) -> str:
    """Return the file with these rows in it, one row a line."""
    record = json.loads(text)
    new = {_place(row): row for row in rows}
    played = {row["variant"] for row in rows}
    kept = []
    for row in record["rows"]:
        counted = new.pop(_place(row), row) if row["variant"] in played else row
        kept.append(row if row["published"] else counted)
    record["rows"] = kept + list(new.values())
    return one_row_a_line(record)


def _place(row: dict[str, Any]) -> tuple[Any, ...]:
    position = Position.from_fen(row["fen"], row["variant"])
    return row["variant"], position, row["depth"], row["counting"]


def one_row_a_line(record: dict[str, Any]) -> str:
    """Return a table as JSON of which each row is a line."""
    lines = [json.dumps(row, ensure_ascii=False) for row in record["rows"]]
    head = json.dumps(record["about"], ensure_ascii=False, indent=1)
    return f'{{"about": {head},\n"rows": [\n' + ",\n".join(lines) + "\n]}\n"


def main(arguments: list[str]) -> None:
    """Do as the command line says."""
    write = "--write" in arguments
    plain = [each for each in arguments if each != "--write"]
    if not 1 <= len(plain) <= 2 or not all(each.isdecimal() for each in plain[1:]):
        sys.exit(__doc__)
    key, most = variants.get(plain[0]).key, int(plain[1]) if len(plain) > 1 else 100_000
    text = FILE.read_text(encoding="utf-8")
    rows = count_rows(key, most)
    if not is_counted_elsewhere(key, text):
        rows += count_random_rows(key, most // 40)
    for row in rows:
        print(json.dumps(row, ensure_ascii=False))
    if write:
        FILE.write_text(write_rows(text, rows), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
