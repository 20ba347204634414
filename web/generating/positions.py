"""Positions and moves as the client has them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from crownhead import Move, Position


def move(position: Position, found: Move) -> dict[str, Any]:
    """Return a move as the view has it."""
    return {
        "text": str(found),
        "origin": found.origin,
        "target": found.target,
        "captures": sorted(found.captures),
        "routes": [list(route) for route in position.routes(found) or (found.route,)],
        "crowns": found.crowns,
    }


def steps(
    start: Position,
    line: Sequence[Move],
    right: Callable[[Position, int], Collection[Move]],
    written: Callable[[Position, Move], Any],
) -> list[tuple[Position, dict[str, Any]]]:
    """Return the steps of a solution, each with the position that it is asked in.

    `line` holds the solver's moves and the replies in turn, `right` gives the moves that are right
    at a ply, `written` what the page has of a move.
    """
    found = []
    for ply in range(0, len(line), 2):
        legal = list(start.legal_moves)
        solving = right(start, ply)
        after = start.play(line[ply])
        reply = line[ply + 1] if ply + 1 < len(line) else None
        step = {
            "legal": [written(start, each) for each in legal],
            "right": [at for at, each in enumerate(legal) if each in solving],
            "reply": None if reply is None else written(after, reply),
        }
        found.append((start, step))
        if reply is not None:
            start = after.play(reply)
    return found
