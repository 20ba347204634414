"""An exchange that wins material, with or without a choice for the one who loses it."""

from __future__ import annotations

from crownhead.analysis.claims import Exchange, balance, played
from crownhead.move import Move
from crownhead.position import Position

LONGEST = 9


def exchange(start: Position, line: tuple[Move, ...]) -> Exchange | None:
    """Return the gain of material that the line brings the side to move, or None."""
    by = start.turn
    for plies, position in enumerate(played(start, line[:LONGEST])):
        gained = balance(position, by) - balance(start, by)
        if plies and gained > 0:
            claim = Exchange(start, line[:plies], by, gained)
            if claim.holds():
                return claim
    return None
