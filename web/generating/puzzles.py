"""Puzzles for the page: each position of a solution with all its moves, so that no rule is needed.

A move is a row of text, routes, captures and whether it crowns; the page makes a move of it again.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from crownhead.move import Move
from crownhead.position import Position
from crownhead.puzzles import Puzzle, sets
from crownhead.puzzles.puzzle import unambiguous
from crownhead.variants import VARIANTS
from generating import motifs
from generating.positions import steps

MOST_ROUTES = 4
FEWEST_CHOICES = 3
"""A choice between two moves is guessed as often as found."""


def counts() -> dict[str, Any]:
    """Return for each game that has puzzles how many there are, and of each theme."""
    found = {
        key: [each for each in sets.load(key).puzzles if not _is_guess(each)] for key in VARIANTS
    }
    return {
        key: {
            "count": len(puzzles),
            "themes": dict(Counter(theme for each in puzzles for theme in _themes(each))),
        }
        for key, puzzles in found.items()
        if puzzles
    }


def of(key: str) -> list[dict[str, Any]]:
    """Return the puzzles of a game, the easiest first."""
    chosen = sorted(sets.load(key).puzzles, key=lambda each: (each.rating, each.id))
    return [_puzzle(each) for each in chosen]


def _is_guess(puzzle: Puzzle) -> bool:
    """Return whether a puzzle is only shown to who has its link."""
    return len(puzzle.start.legal_moves) < FEWEST_CHOICES


def _puzzle(puzzle: Puzzle) -> dict[str, Any]:
    def solving_moves(_: Position, ply: int) -> set[Move]:
        return {line[ply] for line in puzzle.solution}

    return {
        "id": puzzle.id,
        "fen": puzzle.start.fen(),
        "board": puzzle.start.letters()[1:],
        "turn": puzzle.start.turn,
        "goal": puzzle.goal,
        "gain": puzzle.gain,
        "rating": puzzle.rating,
        "themes": _themes(puzzle),
        **({"guess": 1} if _is_guess(puzzle) else {}),
        "steps": [step for _, step in steps(puzzle.start, puzzle.line, solving_moves, row)],
    }


def _themes(puzzle: Puzzle) -> list[str]:
    """Return what a puzzle is about, a named motif last."""
    motif = motifs.of(puzzle)
    return [*puzzle.themes, *([motif] if motif else [])]


def row(position: Position, move: Move) -> list[Any]:
    """Return a move as the page unpacks it."""
    routes = position.routes(move, MOST_ROUTES) or (move.route,)
    captures = sorted(move.captures)
    return [unambiguous(position, move), [list(r) for r in routes], captures, int(move.crowns)]
