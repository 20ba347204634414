"""The ten playing levels: how far each one looks, and how well it judges.

Levels are weakened by the number of nodes they may search and by errors of judgement: an error
belongs to the position (and the seed of the game), so a level keeps to its opinion and makes no
random blunders. From level 3 on every capture is followed to its end, and no error is so large
that it hides the loss of a man.
"""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.errors import EngineError

ALL_CAPTURES = 1000


@dataclass(frozen=True, slots=True)
class Level:
    """Hold the limits of one level.

    `nodes` are searched for a move; the first iteration is finished even if it takes more.
    `noise` is the greatest error of an evaluation, in hundredths of a man. `quiescence_depth`
    is how many plies of captures are followed beyond the depth of the search. `oversight`
    is the share of captures that are overlooked where huffing is agreed: it belongs to the level.
    """

    number: int
    nodes: int
    noise: int
    quiescence_depth: int = ALL_CAPTURES
    oversight: float = 0.0


LEVELS = (
    Level(1, 30, 120, 1, 0.2),
    Level(2, 100, 80, 3, 0.1),
    Level(3, 350, 38, oversight=0.05),
    Level(4, 1_200, 33),
    Level(5, 4_000, 28),
    Level(6, 14_000, 22),
    Level(7, 46_000, 16),
    Level(8, 160_000, 10),
    Level(9, 550_000, 5),
    Level(10, 2_000_000, 0),
)


def level(number: int) -> Level:
    """Return a level from 1 to 10.

    Raises `EngineError` for another number.

    >>> level(10).nodes
    2000000
    """
    if type(number) is not int or not 1 <= number <= len(LEVELS):
        raise EngineError(f"Level {number!r} is not within 1..{len(LEVELS)}")
    return LEVELS[number - 1]
