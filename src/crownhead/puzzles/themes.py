"""What a solution is an example of; every theme is checked on the board, none is guessed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crownhead.analysis.claims import Blocked, Shot, replay_line
from crownhead.analysis.detectors import crowning, majority, shot
from crownhead.move import Move
from crownhead.position import Position
from crownhead.puzzles.puzzle import Goal

FEW = 6
"""The most pieces of an ending."""
LONG = 4
"""Pieces that a long capture takes at least."""

Line = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """A solution as the themes see it, with the shot that it begins with, if it does."""

    start: Position
    line: Line
    shot: Shot | None


def _shot(solution: Solution) -> bool:
    return solution.shot is not None


def _shot_theme(given: int, taken: int) -> Callable[[Solution], bool]:
    """Return the theme of a shot that gives and takes so many pieces; 4 taken are 4 or more."""

    def holds(solution: Solution) -> bool:
        if solution.shot is None or solution.start.must_capture:
            return False
        gives, takes = count_exchange(solution.shot.line)
        return gives == given and (takes >= taken if taken == 4 else takes == taken)

    return holds


def _compound(solution: Solution) -> bool:
    claim = solution.shot
    if claim is None or solution.start.must_capture or len(claim.line) < 5:
        return False
    gives, takes = count_exchange(claim.line)
    return gives >= 3 and takes >= gives + 2


def count_exchange(line: Line) -> tuple[int, int]:
    """Return how many pieces the side that begins a line gives in it, and how many it takes."""
    gives = sum(len(move.captures) for move in line[1::2])
    takes = sum(len(move.captures) for move in line[0::2])
    return gives, takes


def _sacrifice(solution: Solution) -> bool:
    line = solution.line
    return not line[0].is_capture and len(line) > 1 and line[1].is_capture


def _choice(solution: Solution) -> bool:
    return solution.line[0].is_capture and len(solution.start.legal_moves) > 1


def _crowning(solution: Solution) -> bool:
    return crowning(solution.start, solution.line) is not None


def _block(solution: Solution) -> bool:
    return Blocked(solution.start, solution.line, solution.start.turn).holds()


def _majority(solution: Solution) -> bool:
    return majority(solution.start, solution.line) is not None


def _long_capture(solution: Solution) -> bool:
    return any(len(move.captures) >= LONG for move in solution.line[0::2])


def _king_capture(solution: Solution) -> bool:
    start, line = solution.start, solution.line
    return any(
        any(position.pieces[square].kind == "king" for square in move.captures)
        for position, move in zip(replay_line(start, line), line, strict=False)
        if position.turn == start.turn
    )


def _quiet(solution: Solution) -> bool:
    """Return whether the first move and the reply give nothing and take nothing."""
    line = solution.line
    return not line[0].is_capture and (len(line) == 1 or not line[1].is_capture)


def _ending(solution: Solution) -> bool:
    return len(solution.start.pieces) <= FEW


THEMES: dict[str, Callable[[Solution], bool]] = {
    "shot": _shot,
    "two-for-one": _shot_theme(1, 2),
    "three-for-one": _shot_theme(1, 3),
    "three-for-two": _shot_theme(2, 3),
    "four-for-two": _shot_theme(2, 4),
    "compound-shot": _compound,
    "sacrifice": _sacrifice,
    "which-capture": _choice,
    "crowning": _crowning,
    "block": _block,
    "majority": _majority,
    "long-capture": _long_capture,
    "king-capture": _king_capture,
    "quiet-move": _quiet,
    "ending": _ending,
}
"""The themes by name, in the order in which they are told."""

ONLY_MOVE = "only-move"


def themes(start: Position, line: Line, goal: Goal) -> tuple[str, ...]:
    """Return the themes of a solution.

    >>> from crownhead import Game
    >>> game = Game("english", start="B:W11,12,13,15,25,29:B1,3,4,5,6,18,K20")
    >>> _ = game.play_all("6-9 13x6 1x19")
    >>> themes(game.positions[0], tuple(game.moves), "gain")
    ('shot', 'two-for-one', 'sacrifice')
    """
    solution = Solution(start, line, shot(start, line))
    found = tuple(name for name, holds in THEMES.items() if holds(solution))
    return (*found, ONLY_MOVE) if goal == "draw" else found
