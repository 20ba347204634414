"""A man that gets through to the far row."""

from __future__ import annotations

from crownhead.analysis.claims import Crowning, played
from crownhead.move import Move
from crownhead.position import Position

LONGEST = 15


def breakthrough(start: Position, line: tuple[Move, ...]) -> Crowning | None:
    """Return the crowning that the line brings the side to move, before its opponent's, or None."""
    by = start.turn
    for plies, position in enumerate(played(start, line[:LONGEST])):
        if plies == len(line):
            break
        move = line[plies]
        if move.crowns:
            claim = Crowning(start, line[: plies + 1], by, move.target)
            return claim if position.turn == by and claim.holds() else None
    return None
