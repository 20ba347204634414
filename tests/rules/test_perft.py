"""The core against published and composed counts of the move tree."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from crownhead import VARIANTS, Position, Variant

ROOT = Path(__file__).parents[2]
MOST_NODES = 2_000_000


def game(key: str) -> Variant | None:
    if key == "thai_12men":
        return Variant.house(key, VARIANTS["thai"].rules.but(men_rows=3, first="white"))
    return VARIANTS.get(key)


def rows() -> list[Any]:
    series: dict[tuple[str, str, str], dict[int, int]] = {}
    for row in json.loads((ROOT / "data" / "perft.json").read_text())["rows"]:
        counted = row["counting"] in ("uniq", "dup")
        if counted and game(row["variant"]) is not None and row["nodes"] <= MOST_NODES:
            key = row["variant"], row["fen"], row["counting"]
            series.setdefault(key, {})[row["depth"]] = row["nodes"]
    return [pytest.param(*key, counts) for key, counts in series.items()]


@pytest.mark.parametrize(("key", "fen", "counting", "counts"), rows())
def test_counts(key: str, fen: str, counting: str, counts: dict[int, int]) -> None:
    variant = game(key)
    assert variant is not None
    position = Position.from_fen(fen, variant)
    routes = counting == "dup"
    assert {depth: position.perft(depth, routes=routes) for depth in counts} == counts
    if not routes:
        depth = max(counts)
        assert position.perft(depth, bulk=False) == counts[depth]


def test_every_known_game_is_counted() -> None:
    counted = {param.values[0] for param in rows()}
    assert set(VARIANTS) <= counted


@pytest.mark.parametrize(
    ("fen", "key"),
    [
        ("W:WK27:B11,12,21,22,K3", "international"),
        ("W:WK29,K18:BK4,10,11", "russian"),
        ("B:W30,21,K32:BK14,5", "english"),
        ("W:WK46,K5:BK28", "frisian"),
    ],
)
def test_a_long_count_is_the_sum_of_its_parts(fen: str, key: str) -> None:
    """From six plies on a count is made of parts, between which Ctrl-C is heard."""
    position = Position.from_fen(fen, key)
    below = [(position.play(move), len(position.routes(move))) for move in position.legal_moves]
    assert position.perft(6) == sum(after.perft(5) for after, _ in below)
    routes = sum(ways * after.perft(5, routes=True) for after, ways in below)
    assert position.perft(6, routes=True) == routes


def test_ctrl_c_ends_a_long_count() -> None:
    """It was heard when the count was done, after years."""
    program = """
import os, signal, threading
from crownhead import Position
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    Position.initial("international").perft(30)
except KeyboardInterrupt:
    print("interrupted")
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert ended.stdout == "interrupted\n"
