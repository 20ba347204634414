"""Moves: immutable values of the core.

Two moves are equal when their outcome is: origin, target, captured pieces, crowning. A route is one
way to carry the move out; `Position.routes` lists all.
"""

from __future__ import annotations

from typing import NoReturn

from crownhead._core import LegalMoves, Move
from crownhead.hints import absent

__all__ = ["LegalMoves", "Move"]


def _absent(held: LegalMoves | Move, name: str) -> NoReturn:
    raise absent(held, name)


for kind in (LegalMoves, Move):
    setattr(kind, "__getattr__", _absent)  # noqa: B010  (no attribute of the types in the stub)
