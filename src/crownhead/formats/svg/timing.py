"""How long everything takes in a moving picture."""

from __future__ import annotations

from dataclasses import dataclass, fields

from crownhead.errors import InvalidPicture

_LONGEST = 600_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Times of a moving picture in milliseconds.

    A quiet move takes `move`; a capture takes `hop` for each jump, but no more than `capture` in
    all. Captured pieces leave together within `removal`, a man is crowned within `crowning`.
    `pause` follows every move, `start` precedes the first, and `end` shows the last position.

    Raises `InvalidPicture` for what is no time from 0 to ten minutes.

    >>> Timing(pause=300).pause
    300
    """

    move: int = 150
    hop: int = 110
    capture: int = 600
    removal: int = 120
    crowning: int = 180
    pause: int = 700
    start: int = 1000
    end: int = 3000

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if type(value) is not int or not 0 <= value <= _LONGEST:
                given = str(value)[:40]
                raise InvalidPicture(f"Timing: {field.name}={given} is not 0 to {_LONGEST} ms")

    def of_hop(self, hops: int) -> float:
        """Return how long each of so many hops takes."""
        return min(self.hop, self.capture / hops)
