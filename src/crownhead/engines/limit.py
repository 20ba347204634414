"""How far an engine may think about one move."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from crownhead._core import even_share
from crownhead.errors import EngineError
from crownhead.hints import refuse
from crownhead.renamed import formerly

MAX_DEPTH = 99
"""Plies that a search looks ahead at most, captures at its end apart."""
LONGEST_WAIT = 1e6
"""Seconds that may be waited at once: systems refuse times that are far away."""

N = TypeVar("N", int, float)
_NUMBER = (int, float)
_KINDS = {
    "seconds": _NUMBER,
    "nodes": (int,),
    "depth": (int,),
    "clock": _NUMBER,
    "increment": _NUMBER,
    "moves": (int,),
}
WITHIN_A_LIMIT = {**{name: f"Limit({name}=…)" for name in _KINDS}, "time": "Limit(seconds=…)"}
"""What is said to an engine in a `Limit`, by the keywords that one may try."""
_ELSEWHERE = {
    "time": "seconds=",
    "movetime": "seconds=",
    "white_clock": "clock=, the engine's own",
    "black_clock": "clock=, the engine's own",
    "white_inc": "increment=",
    "black_inc": "increment=",
    "remaining_moves": "moves=",
}


@dataclass(frozen=True, slots=True)
class Limit:
    """Set when to stop thinking: at the first limit that is reached. None is no limit.

    `seconds`, `nodes` and `depth` (plies) bound one move. `clock` is what the engine's own clock
    still shows, in seconds, for `moves` moves or for the rest of the game, `increment` the seconds
    that each move brings.

    Raises `EngineError` where a limit is not a positive number.

    >>> Limit(seconds=0.5, depth=20)
    Limit(seconds=0.5, depth=20)
    >>> round(Limit(clock=60, increment=1).budget, 3)
    3.296
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: float | None = None
    increment: float | None = None
    moves: int | None = None

    def __new__(cls, *_: Any, **given: Any) -> Self:
        """Refuse the keywords of another library with what they are called here."""
        refuse("Limit", given, _ELSEWHERE)
        return object.__new__(cls)

    def __post_init__(self) -> None:
        for name, kinds in _KINDS.items():
            value = getattr(self, name)
            if value is None:
                continue
            if type(value) not in kinds or not 0 < value < math.inf:
                raise EngineError(f"Limit: {name}={value!r} is not a number greater than 0")
        if self.clock is None and (self.increment is not None or self.moves is not None):
            raise EngineError("Limit: increment and moves belong to a clock")

    @property
    def budget(self) -> float | None:
        """Return the seconds to spend on this move, or None for as many as it takes.

        Of a clock it is an even share, with what the move brings, of what is left without the lag
        of a connection; never all of it.
        """
        return even_share(self) or None

    def within(self, other: Limit) -> Limit:
        """Return the limit that heeds both this one and another one.

        >>> Limit(seconds=2, depth=9).within(Limit(nodes=500, seconds=20))
        Limit(seconds=2, nodes=500, depth=9)
        """
        timed = self if other.clock is None else other
        if self.clock is not None and other.clock is not None and self.clock < other.clock:
            timed = self
        return Limit(
            _least(self.seconds, other.seconds),
            _least(self.nodes, other.nodes),
            _least(self.depth, other.depth),
            timed.clock,
            timed.increment,
            timed.moves,
        )

    @classmethod
    def check(cls, limit: Limit | None) -> Limit | None:
        """Return a limit, or None for none; raises `TypeError` for anything else."""
        if limit is None or isinstance(limit, cls):
            return limit
        raise TypeError(f"A limit is a Limit, not {type(limit).__name__}")

    @classmethod
    def checked(cls, limit: Limit | None) -> Limit | None:
        """Call `check`, which had this name before; for one more release."""
        return formerly("checked", cls.check)(limit)

    def __repr__(self) -> str:
        given = ((name, getattr(self, name)) for name in _KINDS)
        return f"Limit({', '.join(f'{k}={v!r}' for k, v in given if v is not None)})"


def _least(one: N | None, other: N | None) -> N | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)
