"""Positions with their real moves, for the tests of the client."""

from __future__ import annotations

from typing import Any

from crownhead import Position
from crownhead.rulesets import ruleset
from crownhead.variants import VARIANTS
from generating.positions import move

# Each with what makes it hard for input
POSITIONS = {
    "english-start": ("english", None),
    "english-must": ("english", "B:W18,19,27:B14,15,3"),
    "international-start": ("international", None),
    "two-routes": ("international", "W:W43:B9,10,19,20,29,30,38,39"),
    "same-ends": ("international", "W:WK46:B11,13,17,9,36,37,1,12"),
    "same-ends-four": ("international", "W:WK26:B9,35,21,8,18,5,43,28,29,34"),
    "three-ways": ("international", "W:WK48:B6,20,18,7,13,11,31,22,21"),
    "circle": ("international", "W:W42:B41,27,16,37,18,25,35,28,21,29,38"),
    "circle-only": ("international", "W:W40,12:B44,37,28,25,27,9,18,17"),
    "circle-king": ("international", "W:WK4:B22,31,42,10,41,3,26"),
    "many-routes": ("international", "W:WK28:B9,19,22,20,42,32,43,8,35,33"),
    "king-lands-anywhere": ("international", "W:WK46:B28"),
    "majority": ("lite", "W:Wa3,e3,h2:Bb4,d4,d6,f6,g5"),
    "crowning": ("english", "B:W31:B25,22"),
    "turkish": ("turkish", "W:Wd4:Bd5,d7,c4"),
    "frisian": ("frisian", "W:WK48:B28,19,32"),
}


def case(key: str, fen: str | None) -> dict[str, Any]:
    """Return a position with all its moves."""
    start = Position.initial(key) if fen is None else Position.from_fen(fen, key)
    return {
        "variant": key,
        "board": start.letters()[1:],
        "turn": start.turn,
        "legal": [move(start, found) for found in start.legal_moves],
        "faulty": [move(start, found) for found in start.faulty_moves],
    }


def cases() -> dict[str, Any]:
    """Return the positions by name, and where each game's squares lie."""
    places = {
        key: [list(ruleset(v).place(s)) for s in range(1, v.rules.board.squares + 1)]
        for key, v in VARIANTS.items()
    }
    return {"places": places, "cases": {name: case(*given) for name, given in POSITIONS.items()}}
