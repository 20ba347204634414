"""The ten playing levels: how far each one looks, and how well it judges.

Levels are weakened by the number of nodes they may search and by errors of judgement: an error
belongs to the position (and the seed of the game), so a level keeps to its opinion and makes no
random blunders. Up to level 4 captures are hardly followed, and up to level 3 errors are large;
from level 4 on no error hides the loss of a man, and from level 5 on every capture is followed to
its end. From level 6 on the engine judges by what it has learnt.

How strong each of them is stands in docs/strength.md; `python3 dev.py bench levels` measures it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crownhead.errors import EngineError

ALL_CAPTURES = 1000
SMALL_BOARD = 32
"""Squares up to which a level errs by its own noise."""
_SMALL_ERROR = 100
_LARGE_ERROR = 200


@dataclass(frozen=True, slots=True)
class Level:
    """Hold the limits of one level.

    `nodes` are searched for a move; the first iteration is finished even if it takes more.
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

    def noise_on(self, squares: int) -> int:
        """Return the noise on a board of so many squares.

        On a large board a beginner errs more: above 32 squares a large error is a quarter larger.
        Level 3, which looks a little further there, errs a quarter less.

        >>> level(1).noise_on(32), level(1).noise_on(50), level(8).noise_on(50)
        (800, 1000, 24)
        """
        if squares > SMALL_BOARD and self.noise > _SMALL_ERROR:
            return self.noise * (5 if self.noise > _LARGE_ERROR else 3) // 4
        return self.noise


LEVELS = (
    Level(1, 1, 800, 1, 0.2, learned=False),
    Level(2, 1, 600, 1, 0.1, learned=False),
    Level(3, 20, 150, 1, 0.05, learned=False),
    Level(4, 60, 36, 1, learned=False),
    Level(5, 24, 34, learned=False),
    Level(6, 24, 32),
    Level(7, 110, 28),
    Level(8, 370, 24),
    Level(9, 1_300, 18),
    Level(10, 2_000_000, 0),
)

_DRAWN = 0.5
_WINDOW = 6


def level(number: int) -> Level:
    """Return a level from 1 to 10.

    Raises `EngineError` for another number.

    >>> level(10).nodes
    2000000
    """
    if type(number) is not int or not 1 <= number <= len(LEVELS):
        raise EngineError(f"Level {number!r} is not within 1..{len(LEVELS)}")
    return LEVELS[number - 1]


def adapted(results: Iterable[tuple[int, float]], first: int = 3) -> int:
    """Return the level that should score one half against a player.

    `results` are his games so far, the oldest first: the level he met and his score (1, 0.5, 0).
    After two wins in a row the level rises, after two losses it falls, otherwise it follows the
    mean of his last six games at it; `first` is where a newcomer begins.

    >>> adapted([]), adapted([(3, 1), (3, 1)]), adapted([(3, 0), (3, 0)])
    (3, 4, 2)
    >>> adapted([(4, 1), (4, 0), (4, 0.5)])
    4
    """
    games = list(results)
    if not games:
        return first
    number = games[-1][0]
    level(number)
    here: list[float] = []
    for met, score in reversed(games):
        if met != number or len(here) == _WINDOW:
            break
        here.append(score)
    change = 0
    if here[:2] == [1, 1] or (len(here) == _WINDOW and sum(here) / _WINDOW > _DRAWN + 0.2):
        change = 1
    elif here[:2] == [0, 0] or (len(here) == _WINDOW and sum(here) / _WINDOW < _DRAWN - 0.2):
        change = -1
    return min(max(number + change, 1), len(LEVELS))
