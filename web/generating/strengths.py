"""How strong the levels are, and which of them a player should meet, for the page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

from crownhead.engines import adaptive
from crownhead.engines.levels import HIGHEST, anchors, ladder, ladders
from crownhead.variants import VARIANTS, get

GAMES = 300
UNIT = 10
"""Points: anchors are rounded to so many."""


def ratings() -> dict[str, Any]:
    """Return the anchors of each ladder, games that have another's, and what adapting goes by."""
    alike = {key: ladder(variant) for key, variant in VARIANTS.items()}
    return {
        "unit": UNIT,
        "steps": {name: _steps(anchors(get(name))) for name in ladders()},
        "alike": {key: name for key, name in alike.items() if key != name},
        "adaptive": {
            name: getattr(adaptive, name) for name in ("FIRST", "FADING", "DOUBT", "MOST_STEPS")
        },
    }


def _steps(rising: Sequence[int]) -> list[int]:
    """Return by how many units each anchor is above the one before; they are shorter so."""
    return [(high - low) // UNIT for low, high in pairwise((0, *rising))]


def cases() -> dict[str, Any]:
    """Return results of players, and the level that each should meet next."""
    dice = Random(7)
    cases = []
    for _ in range(GAMES):
        results = [
            (dice.randint(1, HIGHEST.number), dice.choice((0, 0.5, 1)))
            for _ in range(dice.randint(0, 12))
        ]
        game = dice.choice(ladders())
        cases.append([results, game, adaptive.adapt(results, get(game))])
    return {"adapted": cases}
