"""Games that levels of the library play against themselves: the page must play the same moves."""

from __future__ import annotations

from typing import Any

from crownhead import Engine, Game

GAMES = ("english", "russian", "brazilian", "international", "frisian", "turkish")
LEVELS = (1, 4, 7)
"""Few nodes: no move takes the seconds that would end it before, on a machine of any speed."""
PLIES = 30
"""Then there are pieces enough that no search comes upon the endgame tables."""


def written() -> dict[str, Any]:
    """Return the games, as the tests of the page read them."""
    return {
        "played": [
            [key, number, seed, _moves(key, number, seed)]
            for seed, key in enumerate(GAMES, 5)
            for number in LEVELS
        ]
    }


def _moves(key: str, number: int, seed: int) -> list[str]:
    """Return the moves as the log of the game has them."""
    game = Game(key)
    with Engine.builtin(level=number, seed=seed) as engine:
        while game.outcome is None and len(game.events) < PLIES:
            game.play(engine.play(game))
    return [event.to_dict()["move"] for event in game.events]
