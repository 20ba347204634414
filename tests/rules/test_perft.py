"""The core against published and composed counts of the move tree."""

from __future__ import annotations

import json
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
