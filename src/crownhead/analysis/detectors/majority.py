"""A capture that only the rule of choice forces: the most pieces, the king first, the best one."""

from __future__ import annotations

from crownhead.analysis.claims import Majority, played
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rules import Choice
from crownhead.sides import other


def majority(start: Position, line: tuple[Move, ...]) -> Majority | None:
    """Return the first reply of a line that only that rule forces on the opponent, or None."""
    if start.variant.rules.choice is Choice.FREE:
        return None
    for position, move in zip(played(start, line), line, strict=False):
        if position.turn == start.turn or len(position.legal_moves) != 1:
            continue
        barred = next((m for m in position._moves_of_kind("any-choice") if m != move), None)
        if barred is not None:
            claim = Majority(position, (move,), other(position.turn), barred)
            if claim.holds():
                return claim
    return None
