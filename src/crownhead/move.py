"""Moves: immutable values of the core.

Two moves are equal when their outcome is: origin, target, captured pieces, crowning. A route is one
way to carry the move out; `Position.routes` lists all.
"""

from __future__ import annotations

from crownhead._core import LegalMoves, Move
from crownhead.hints import answer_for

__all__ = ["LegalMoves", "Move"]


answer_for(LegalMoves)
answer_for(Move)
