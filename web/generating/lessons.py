"""The three boards of the first minute: positions with their moves, for a newcomer to play."""

from __future__ import annotations

from typing import Any

from generating.fixtures import case

VARIANT = "lite"
LESSONS = {
    "move": "W:Wc3,e3,d2:Bb6,d6,f6",
    "capture": "W:Wd4,g1,a1:Be5,b8,g7",
    "crown": "W:Wc7,e1:Bh4,g5",
}
"""What each board teaches, and its position."""


def boards() -> list[dict[str, Any]]:
    """Return the boards in their order."""
    return [{"id": name, **case(VARIANT, fen)} for name, fen in LESSONS.items()]
