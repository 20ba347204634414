"""Draws that a player can claim: repetition and draw counts (E25, E26, P10)."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.move import Move
from crownhead.rules import Color


@dataclass(frozen=True, slots=True)
class Claim:
    """Show a claim that `by` can make now; `move` is the move to announce with it, if any."""

    rule: str
    by: Color
    move: Move | None = None
