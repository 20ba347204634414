"""What levels of the library play: the page must play the same moves."""

from __future__ import annotations

from typing import Any

from crownhead import Engine, Game, Limit, Position
from crownhead.analysis import find_rates

GAMES = ("english", "russian", "brazilian", "international", "frisian", "turkish")
LEVELS = (1, 4, 7)
"""Few nodes: no move takes the seconds that would end it before, on a machine of any speed."""
PLIES = 30
"""Then there are pieces enough that no search comes upon the endgame tables."""


ENDINGS = (
    ("english", "W:WK19,K23:B12,K28"),
    ("english", "W:WK15,22:BK3,12"),
    ("russian", "W:WKa1,Kc1,Ke1:BKb8"),
    ("international", "W:WK40,45:BK11"),
)
"""Of so few pieces that the page has their tables, too."""
ENDING_LEVELS = (6, 9, 10)
NODES = 300


FOUND = (
    ("english", "B:W17,19,21,22,23,24,26,27,28,29,31:B2,3,6,7,8,10,11,12,13,14,20", "11-15"),
    ("international", "B:W27,32,34,36,39,42,46,48,49:B2,4,5,6,10,12,13,15,17,18,23", "23-28"),
)
"""Positions and moves that not every level finds."""


def cases() -> dict[str, Any]:
    """Return the games, as the tests of the page read them."""
    return {
        "ended": [
            [key, start, number, NODES, _play_ending(key, start, number)]
            for key, start in ENDINGS
            for number in ENDING_LEVELS
        ],
        "played": [
            [key, number, seed, _moves(key, number, seed)]
            for seed, key in enumerate(GAMES, 5)
            for number in LEVELS
        ],
        "found": [
            [key, fen, move, find_rates(Position.from_fen(fen, key), [move])]
            for key, fen, move in FOUND
        ],
    }


def _moves(key: str, number: int, seed: int) -> list[str]:
    """Return the moves as the log of the game has them."""
    game = Game(key)
    with Engine.builtin(level=number, seed=seed) as engine:
        while game.outcome is None and len(game.events) < PLIES:
            game.play(engine.play(game))
    return [event.to_dict()["move"] for event in game.events]


def _play_ending(key: str, start: str, number: int) -> list[str]:
    """Return the moves of an ending, which a level plays against itself by search and tables."""
    game = Game(key, start=start)
    with Engine.builtin(level=number, seed=1) as engine:
        while game.outcome is None and len(game.events) < PLIES:
            game.play(engine.play(game, Limit(nodes=NODES)))
    return [event.to_dict()["move"] for event in game.events]
