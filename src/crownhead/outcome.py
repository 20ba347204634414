"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from crownhead.rules import Color


class Termination(Enum):
    """What ended a game."""

    NO_PIECES = "no-pieces"  # E7, L13
    BLOCKED = "blocked"  # E7, E22, L13
    FIRST_KING = "first-king"  # Breakthrough
    TOO_FEW = "too-few"  # Ghanaian
    RESIGNATION = "resignation"
    TIME = "time"
    AGREEMENT = "agreement"  # E23
    REPETITION = "repetition"  # E25, P10
    DRAW_COUNT = "draw-count"  # E26, P10, L14
    REFUSAL_DUTY = "refusal-duty"  # E24
    ADJUDICATION = "adjudication"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Hold the winner (None for a draw), what ended the game, and the rule that says so.

    >>> Outcome("black", Termination.BLOCKED, "E22").result
    '0-1'
    """

    winner: Color | None
    termination: Termination
    rule: str

    @property
    def result(self) -> str:
        """Return `1-0`, `0-1` or `1/2-1/2`, White first."""
        return {"white": "1-0", "black": "0-1", None: "1/2-1/2"}[self.winner]


def outcome_of(told: tuple[Color | None, str, str] | None) -> Outcome | None:
    """Return the outcome that the core tells as its winner, its termination and its rule."""
    if told is None:
        return None
    winner, termination, rule = told
    return Outcome(winner, Termination(termination), rule)
