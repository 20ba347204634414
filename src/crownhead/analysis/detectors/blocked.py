"""Pieces that are shut in."""

from __future__ import annotations

from crownhead.analysis.claims import Blocked
from crownhead.move import Move
from crownhead.position import Position

LONGEST = 15


def blocked(start: Position, line: tuple[Move, ...]) -> Blocked | None:
    """Return the block with which the line ends, or None."""
    claim = Blocked(start, line[:LONGEST], start.turn)
    return claim if line and len(line) <= LONGEST and claim.holds() else None
