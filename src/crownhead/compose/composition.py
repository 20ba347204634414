"""One composition: a position, what its attacker is to reach, and its author's solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from crownhead.errors import InvalidComposition
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rules import Color

Goal = Literal["win", "draw", "gain"]
"""What the side to move reaches against every defence; see `Composition`."""

GOALS: tuple[Goal, ...] = ("win", "draw", "gain")
"""Every goal that a composition may have."""
MOST_PLIES = 120
MOST_LINES = 64


@dataclass(frozen=True, slots=True)
class Composition:
    """A position in which the side to move, the attacker, is to reach a goal.

    `win` and `draw` (at least a draw) are meant by theory: no draw count cuts them off. `gain` is
    pieces without danger, as for puzzles. `lines` are the author's solution, the main line first,
    then his variations, each from the start; none where only the position is given. `name` says
    where it comes from.
    """

    start: Position
    goal: Goal = "win"
    lines: tuple[tuple[Move, ...], ...] = ()
    name: str = ""

    @property
    def attacker(self) -> Color:
        """Return the side that is to reach the goal."""
        return self.start.turn

    @property
    def solution(self) -> tuple[Move, ...]:
        """Return the main line."""
        return self.lines[0] if self.lines else ()

    def positions(self) -> Iterator[tuple[Position, int]]:
        """Yield every position of the solution once, with its number of plies from the start."""
        seen = set()
        for line in self.lines or ((),):
            for ply, position in enumerate(replay(self.start, line)):
                if (position, ply) not in seen:
                    seen.add((position, ply))
                    yield position, ply


def replay(start: Position, line: tuple[Move, ...]) -> list[Position]:
    """Return the positions of a line, the start first.

    Raises `IllegalMove`.

    >>> len(replay(Position.initial("english"), ()))
    1
    """
    found = [start]
    for move in line:
        found.append(found[-1].play(move))
    return found


def goal_of(text: str) -> Goal:
    """Return the goal of that name. Raises `InvalidComposition`."""
    for goal in GOALS:
        if text == goal:
            return goal
    raise InvalidComposition(
        f"goal {text[:20]!r} is none of {', '.join(GOALS)}",
        "goal",
        text=text[:20],
        known=", ".join(GOALS),
    )
