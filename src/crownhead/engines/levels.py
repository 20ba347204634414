"""The ten playing levels: how far each one looks, and how well it judges.

Levels are weakened by the number of nodes they may search and by errors of judgement: an error
belongs to the position (and the seed of the game), so a level keeps to its opinion and makes no
random moves. The lowest three play sensible moves by their taste, which is a game's own, but do not
see all captures that could follow; the next ones hardly follow captures further than one. From
level 4 on no error hides the loss of a man. The higher ones judge by what the engine has learnt.

Each standard game has levels of its own (`data/levels.json`); house rules are played by those of
the game that is most like them (`ladder`). `python3 dev.py bench tune` finds the numbers.

How strong each of them is stands in docs/strength.md; `python3 dev.py bench levels` measures it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from crownhead import weights
from crownhead._core import ALL_CAPTURES, PATIENCE
from crownhead.engines.limit import Limit
from crownhead.errors import EngineError
from crownhead.rules import Rules
from crownhead.variants import Variant, get

ANCHOR_LEVEL, ANCHOR = 6, 1500
"""The level that is rated as players are who have just come, in each game; all others follow."""
OVERSIGHT = {1: 0.2, 2: 0.1, 3: 0.05}
"""Which shares of captures, and of the other's faults, levels overlook where huffing is agreed."""


@dataclass(frozen=True, slots=True)
class Level:
    """Hold the limits of one level.

    `nodes` are searched for a move; the first iteration is finished even if it takes more. After
    `seconds` a move is made even if they are not used up.
    `noise` is the greatest error of an evaluation, and `taste` that of what a piece on a square is
    worth throughout a game, both in hundredths of a man, at most 1000. In `blind` of 1000 positions
    no capture is seen that could follow; elsewhere captures are followed for `quiescence_depth`
    plies beyond the depth of the search. `oversight` is the share of captures that are overlooked
    where huffing is agreed: it belongs to the level. `learned` is whether the level plays by the
    learned evaluation, where the game has one.
    """

    number: int
    nodes: int
    noise: int
    taste: int = 0
    blind: int = 0
    quiescence_depth: int = ALL_CAPTURES
    learned: bool = True
    oversight: float = 0.0
    seconds: float = PATIENCE

    @property
    def limit(self) -> Limit:
        """Return how far the level thinks about a move if nothing else is said."""
        return Limit(nodes=self.nodes, seconds=self.seconds)

    def bound(self, limit: Limit | None) -> Limit:
        """Return the limit of a move: whatever is given, a level never thinks further than it does.

        The highest level thinks as far as it is told to.

        >>> levels()[2].bound(Limit(seconds=1, depth=30))
        Limit(seconds=1, nodes=20, depth=30)
        >>> HIGHEST.bound(Limit(seconds=60)), HIGHEST.bound(None)
        (Limit(seconds=60), Limit(seconds=3.0, nodes=10000000))
        """
        if limit is None:
            return self.limit
        return limit if self.number == HIGHEST.number else limit.within(self.limit)


HIGHEST = Level(10, 10_000_000, 0, seconds=3.0)
"""The highest level, which is the same in all games."""


def ladders() -> tuple[str, ...]:
    """Return the games that have levels of their own.

    >>> "italian" in ladders()
    True
    """
    return tuple(_table())


def ladder(variant: Variant | None) -> str:
    """Return the game whose levels a game is played by: the one that is most like it.

    Where there is none with the same aim it is the first on the same board, if possible with the
    same kings. Without a game it is English draughts.

    >>> from crownhead.variants import get
    >>> [ladder(get(name)) for name in ("pool", "lite", "portuguese")]
    ['pool', 'brazilian', 'spanish']
    """
    if variant is None:
        return "english"
    found = weights.nearest(variant, frozenset(ladders()))
    return found or min(ladders(), key=lambda name: _unlike(get(name).rules, variant.rules))


def _unlike(one: Rules, other: Rules) -> tuple[bool, bool]:
    return one.board != other.board, one.flying != other.flying


def ratings(variant: Variant | None = None) -> tuple[int, ...]:
    """Return how strong the ten levels are in a game, measured on the ladder of docs/strength.md.

    In Elo, counted from a player who moves at random. That of level 10 is a lower bound: it won too
    many of its games for more.

    >>> ratings() == tuple(sorted(ratings()))
    True
    """
    return tuple(_table()[ladder(variant)]["ratings"])


def anchors(variant: Variant | None = None) -> tuple[int, ...]:
    """Return how the ten levels are rated on the scale of players, on which level 6 has 1500.

    The differences are those of `ratings`. No game that is played moves them; how well they are
    known stands in docs/strength.md. That of level 10 is a lower bound.

    >>> anchors()[2], anchors()[5], anchors()[8]
    (1010, 1500, 2020)
    """
    known = ratings(variant)
    return tuple(each - known[ANCHOR_LEVEL - 1] + ANCHOR for each in known)


@cache
def levels(name: str = "english") -> tuple[Level, ...]:
    """Return the ten levels of a ladder, the lowest first.

    >>> len(levels("russian"))
    10
    """
    return (
        *(
            Level(number, **numbers, oversight=OVERSIGHT.get(number, 0.0))
            for number, numbers in enumerate(_table()[name]["levels"], start=1)
        ),
        HIGHEST,
    )


def level(number: int, variant: Variant | None = None) -> Level:
    """Return a level from 1 to 10, as it plays a game; without one, as it plays English draughts.

    Raises `EngineError` for another number.

    >>> level(10).nodes, level(10).seconds
    (10000000, 3.0)
    """
    if type(number) is not int or not 1 <= number <= HIGHEST.number:
        raise EngineError(f"Level {number!r} is not within 1..{HIGHEST.number}")
    return levels(ladder(variant))[number - 1]


@cache
def _table() -> dict[str, Any]:
    """Read the levels and ratings of all games that have their own."""
    file = files("crownhead") / "data" / "levels.json"
    table: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return table
