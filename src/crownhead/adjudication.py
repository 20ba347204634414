"""Who decides after a refused draw whether an advantage is shown (E24).

An arbiter where one is appointed, else whoever can tell: endgame tables, then an engine. Those
live elsewhere and fit the `Adjudicator` protocol.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from crownhead.position import Position
from crownhead.rules import Color


@dataclass(frozen=True, slots=True)
class Verdict:
    """Return whether a decided advantage is shown, and on what ground."""

    advantage: bool
    reason: str = ""


class Adjudicator(Protocol):
    """Decide whether the side that refused a draw has shown a decided advantage (E24)."""

    def judge(self, position: Position, strong_side: Color) -> Verdict | None:
        """Return the verdict, or None where this adjudicator cannot tell."""
        ...


class ArbiterAdjudicator:
    """Leave the verdict to a person: the game waits until it is given with `Game.adjudicate`."""

    def judge(self, position: Position, strong_side: Color) -> Verdict | None:
        """Return None: a person decides."""
        return None


class FirstAdjudicator:
    """Ask several adjudicators in turn and take the first verdict (tables, then the engine)."""

    def __init__(self, *adjudicators: Adjudicator) -> None:
        self.adjudicators = adjudicators

    def judge(self, position: Position, strong_side: Color) -> Verdict | None:
        """Return the first verdict, or None where nobody can tell."""
        for adjudicator in self.adjudicators:
            verdict = adjudicator.judge(position, strong_side)
            if verdict is not None:
                return verdict
        return None
