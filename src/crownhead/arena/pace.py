"""How long an engine may think: limits for a move, or a clock for the game."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from crownhead.arena.failure import ArenaError
from crownhead.engines.interface import Limit

LONGEST = 1_000_000
"""Seconds that a player may be late or silent, at most."""
SHORTEST = 0.001
"""Seconds an engine is told at least: a clock that still counts the margin may show none."""

_ITEM = re.compile(r"\s*([a-z]+)\s*=\s*([0-9.]+)(?:\+([0-9.]+))?\s*")


@dataclass(frozen=True, slots=True)
class Pace:
    """Limit the thinking of one player: each move, or the whole game by a clock, or both.

    `clock` and `increment` are the seconds for the game and those that every move brings.

    >>> Pace.parse("clock=60+0.5,nodes=100000")
    Pace(nodes=100000, depth=None, seconds=None, clock=60.0, increment=0.5)
    """

    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None
    clock: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name in ("nodes", "depth", "seconds", "clock"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise ArenaError(
                    f"Limit: {name}={value} is not greater than 0",
                    "limit_zero",
                    name=name,
                    value=value,
                )

    @classmethod
    def parse(cls, text: str) -> Pace:
        """Read `nodes=N`, `depth=N`, `seconds=S` or `clock=S+S`, several joined by commas.

        Raises `ArenaError` naming the part that is none of these.
        """
        found: dict[str, float | int] = {}
        for part in text.split(","):
            match = _ITEM.fullmatch(part)
            name = match[1] if match else ""
            try:
                if match is None or name in found:
                    raise ValueError
                if name == "clock":
                    found["increment"] = float(match[3] or 0)
                elif match[3] is not None:
                    raise ValueError
                if name in ("nodes", "depth"):
                    found[name] = int(match[2])
                elif name in ("seconds", "clock"):
                    found[name] = float(match[2])
                else:
                    raise ValueError
            except ValueError:
                raise ArenaError(
                    f"Limit: {part.strip()[:40]!r} is not nodes=N, depth=N, seconds=S or clock=S+S",
                    "limit",
                    text=part.strip()[:40],
                ) from None
        return cls(**found)  # type: ignore[arg-type]

    @classmethod
    def of(cls, limit: str | Limit | Pace | None) -> Pace | None:
        """Return the pace that a text or a limit describes, None for none.

        >>> str(Pace.of(Limit(nodes=10, clock=60)))
        'nodes=10,clock=60+0'
        """
        if isinstance(limit, str):
            return cls.parse(limit) if limit else None
        if limit is None or isinstance(limit, cls):
            return limit
        if not isinstance(limit, Limit):
            raise TypeError(
                f"A limit is a Limit or a text such as 'nodes=5000', not {type(limit).__name__}"
            )
        if limit.moves is not None:
            raise ArenaError(
                "Limit: a clock of the arena is for the whole game, not for moves", "limit_clock"
            )
        return cls(limit.nodes, limit.depth, limit.seconds, limit.clock, limit.increment or 0.0)

    def __str__(self) -> str:
        """Return the text that `parse` reads."""
        parts = [
            f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
            for name in ("nodes", "depth", "seconds")
            if (value := getattr(self, name)) is not None
        ]
        if self.clock is not None:
            parts.append(f"clock={self.clock:g}+{self.increment:g}")
        return ",".join(parts)


class Allowance:
    """Keep one player's time in one game.

    >>> time = Allowance(Pace(clock=10, increment=1), margin=0.5)
    >>> time.spend(4), time.limit()
    (0.0, Limit(clock=7, increment=1))
    """

    def __init__(self, pace: Pace | None, margin: float) -> None:
        self.pace = pace
        self.margin = margin
        self._left = pace.clock if pace is not None else None

    def limit(self) -> Limit | None:
        """Return what the engine is told before its move."""
        pace = self.pace
        if pace is None:
            return None
        clock = None if self._left is None else max(self._left, SHORTEST)
        increment = pace.increment or None if clock is not None else None
        return Limit(pace.seconds, pace.nodes, pace.depth, clock, increment)

    @property
    def most(self) -> float | None:
        """Return the seconds after which a move comes too late, None for no such time."""
        if self.pace is None:
            return None
        times = [time for time in (self.pace.seconds, self._left) if time is not None]
        return min(times) + self.margin if times else None

    def spend(self, seconds: float) -> float:
        """Charge a move and return by how many seconds it came too late: 0 for in time."""
        late = 0.0 if self.most is None else max(0.0, seconds - self.most)
        if self._left is not None and self.pace is not None:
            self._left = max(0.0, self._left - seconds) + self.pace.increment
        return late
