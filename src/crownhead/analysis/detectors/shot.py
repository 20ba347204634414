"""A shot: giving pieces that must be taken, to take more."""

from __future__ import annotations

from crownhead.analysis.claims import Shot, balance, played
from crownhead.move import Move
from crownhead.position import Position

LONGEST = 13
"""Plies of the longest shot that is looked for."""


def shot(start: Position, line: tuple[Move, ...]) -> Shot | None:
    """Return the shot with which the side to move begins the line, or None.

    The shortest part of the line that is a shot counts, for a shot ends where its gain is safe.
    """
    by = start.turn
    for plies, position in enumerate(played(start, line[:LONGEST])):
        if plies >= 3 and position.turn != by:
            gained = balance(position, by) - balance(start, by)
            claim = Shot(start, line[:plies], by, gained)
            if gained > 0 and claim.holds():
                return claim
    return None
