"""The ten playing levels: how far each one looks, and how well it judges.

Levels are weakened by the number of nodes they may search and by errors of judgement: an error
belongs to the position (and the seed of the game), so a level keeps to its opinion and makes no
random blunders. The lower ones hardly follow captures, and up to level 3 errors are large; from
level 4 on no error hides the loss of a man. The higher ones judge by what the engine has learnt.

One table serves English draughts and its kin. Flying kings and a larger board make the same
numbers stronger or weaker, so three other games have their differences from it (`ladder`).

How strong each of them is stands in docs/strength.md; `python3 dev.py bench levels` measures it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from crownhead import weights
from crownhead.errors import EngineError
from crownhead.variants import Variant

ALL_CAPTURES = 1000
PATIENCE = 20.0
"""Seconds that no level needs but on a board full of kings."""
SMALL_BOARD = 32
"""Squares of the boards that the first three ladders are for."""


@dataclass(frozen=True, slots=True)
class Level:
    """Hold the limits of one level.

    `nodes` are searched for a move; the first iteration is finished even if it takes more. After
    `seconds` a move is made even if they are not used up.
    `noise` is the greatest error of an evaluation, in hundredths of a man. `quiescence_depth`
    is how many plies of captures are followed beyond the depth of the search. `oversight`
    is the share of captures that are overlooked where huffing is agreed: it belongs to the level.
    `learned` is whether the level plays by the learned evaluation, where the game has one.
    """

    number: int
    nodes: int
    noise: int
    quiescence_depth: int = ALL_CAPTURES
    oversight: float = 0.0
    learned: bool = True
    seconds: float = PATIENCE


LEVELS = (
    Level(1, 1, 850, 1, 0.2, learned=False),
    Level(2, 1, 600, 1, 0.1, learned=False),
    Level(3, 20, 150, 1, 0.05, learned=False),
    Level(4, 60, 36, 1, learned=False),
    Level(5, 24, 34, learned=False),
    Level(6, 100, 32, learned=False),
    Level(7, 12, 28),
    Level(8, 90, 24),
    Level(9, 165, 18),
    Level(10, 10_000_000, 0, seconds=3.0),
)

_DIFFERENT: dict[str, dict[int, dict[str, Any]]] = {
    "brazilian": {
        1: {"noise": 1400},
        2: {"noise": 680},
        3: {"noise": 160},
        4: {"nodes": 75},
        5: {"nodes": 30},
        6: {"nodes": 155},
        7: {"nodes": 115},
        8: {"nodes": 400},
        9: {"nodes": 1150},
    },
    "russian": {
        4: {"nodes": 75},
        5: {"nodes": 4},
        6: {"nodes": 170},
        7: {"nodes": 115},
        8: {"nodes": 290},
        9: {"nodes": 880},
    },
    "international": {
        1: {"noise": 1000},
        2: {"noise": 650},
        3: {"noise": 112},
        4: {"nodes": 90},
        5: {"nodes": 220, "quiescence_depth": 1},
        6: {"nodes": 145},
        7: {"nodes": 10},
        8: {"nodes": 150},
        9: {"nodes": 290},
    },
}
_RATINGS = {
    "english": (180, 250, 460, 620, 820, 1030, 1220, 1400, 1550, 1930),
    "brazilian": (220, 300, 500, 720, 830, 1010, 1220, 1420, 1600, 1890),
    "russian": (290, 370, 610, 840, 1000, 1190, 1380, 1510, 1670, 1900),
    "international": (420, 530, 940, 1100, 1310, 1510, 1660, 1820, 1980, 2370),
}
LADDERS = ("english", *_DIFFERENT)
"""The games that have levels of their own."""
_FLYING = frozenset({"brazilian", "russian"})


def ladder(variant: Variant | None) -> str:
    """Return the game whose levels a game is played by: the one that is most like it in strength.

    Without a game it is English draughts.

    >>> from crownhead.variants import get
    >>> [ladder(get(name)) for name in ("pool", "lite", "canadian", "italian")]
    ['russian', 'brazilian', 'international', 'english']
    """
    if variant is None:
        return "english"
    if variant.rules.board.squares > SMALL_BOARD:
        return "international"
    if not variant.rules.flying:
        return "english"
    return weights.nearest(variant, _FLYING) or "brazilian"


def ratings(variant: Variant | None = None) -> tuple[int, ...]:
    """Return how strong the ten levels are in a game, measured on the ladder of docs/strength.md.

    In Elo, counted from a player who moves at random. That of level 10 is a lower bound: it won too
    many of its games for more.

    >>> ratings() == tuple(sorted(ratings()))
    True
    """
    return _RATINGS[ladder(variant)]


@cache
def levels(name: str = "english") -> tuple[Level, ...]:
    """Return the ten levels of a ladder, the lowest first.

    >>> len(levels("russian"))
    10
    """
    different = _DIFFERENT.get(name, {})
    return tuple(replace(one, **different.get(one.number, {})) for one in LEVELS)


def level(number: int, variant: Variant | None = None) -> Level:
    """Return a level from 1 to 10, as it plays a game; without one, as it plays English draughts.

    Raises `EngineError` for another number.

    >>> level(10).nodes, level(10).seconds
    (10000000, 3.0)
    """
    if type(number) is not int or not 1 <= number <= len(LEVELS):
        raise EngineError(f"Level {number!r} is not within 1..{len(LEVELS)}")
    return levels(ladder(variant))[number - 1]
