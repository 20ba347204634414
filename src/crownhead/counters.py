"""What is counting down in a game, for every interface to show in advance (RULES D)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from crownhead.rules import Color, Progress

Unit = Literal["plies", "occurrences", "own-moves"]


@dataclass(frozen=True, slots=True)
class Counter:
    """Show one count: `plies` of `limit` under `rule`.

    `unit` says what is counted: plies, occurrences of the position, or own moves of `side`
    (refusal duty). `resets` is what starts it again; `automatic` whether the game ends without
    a claim when it is full.

    >>> Counter("L14", 31, 40, resets=Progress.CAPTURE).left
    9
    """

    rule: str
    plies: int
    limit: int
    unit: Unit = "plies"
    side: Color | None = None
    resets: Progress = Progress(0)
    automatic: bool = True

    @property
    def left(self) -> int:
        """Return how many are left until the count is full, 0 at least."""
        return max(0, self.limit - self.plies)
