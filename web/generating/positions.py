"""Positions and moves as the client has them."""

from __future__ import annotations

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
