"""How strong the levels are, and which of them a player should meet, for the page."""

from __future__ import annotations

from random import Random
from typing import Any

from crownhead.engines import adaptive
from crownhead.engines.levels import HIGHEST, ladder, ladders, ratings
from crownhead.variants import VARIANTS, get

GAMES = 300


def measured() -> dict[str, Any]:
    """Return the ratings of each ladder, the ladder of each game, and what adapting goes by."""
    return {
        "ladders": {name: ratings(get(name)) for name in ladders()},
        "games": {key: ladder(variant) for key, variant in VARIANTS.items()},
        "adaptive": {
            name: getattr(adaptive, name) for name in ("FIRST", "FADING", "DOUBT", "MOST_STEPS")
        },
    }


def written() -> dict[str, Any]:
    """Return results of players, and the level that each should meet next."""
    dice = Random(7)
    cases = []
    for _ in range(GAMES):
        results = [
            (dice.randint(1, HIGHEST.number), dice.choice((0, 0.5, 1)))
            for _ in range(dice.randint(0, 12))
        ]
        game = dice.choice(ladders())
        cases.append([results, game, adaptive.adapted(results, get(game))])
    return {"adapted": cases}
