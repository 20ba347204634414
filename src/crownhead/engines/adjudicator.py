"""The engine as adjudicator of a refused draw (E24), at a fixed, published depth and margin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.adjudication import Verdict
from crownhead.engines.interface import Engine, Limit

if TYPE_CHECKING:
    from crownhead.position import Position
    from crownhead.rules import Color

DEPTH = 15
"""Plies the engine looks ahead, captures beyond that not counted."""
MARGIN = 150
"""A decided advantage is a score of at least this many hundredths of a man."""


class EngineAdjudicator:
    """Judge by the score of the built-in engine; the same position always gets the same verdict.

    >>> from crownhead import Position
    >>> position = Position.from_fen("W:WK1,K2,K3:BK32", "english")
    >>> EngineAdjudicator().judge(position, "white").advantage
    True
    """

    def __init__(self, depth: int = DEPTH, margin: int = MARGIN) -> None:
        self.depth = depth
        self.margin = margin

    def judge(self, position: Position, strong_side: Color) -> Verdict:
        """Return whether `strong_side` has a decided advantage, with depth, score and margin."""
        with Engine.builtin() as engine:
            found = engine.analyse(position, Limit(depth=self.depth))
        score = found.score if position.turn == strong_side else -found.score
        ground = f"engine: depth {self.depth}, score {score:+d}, margin {self.margin}"
        return Verdict(score >= self.margin, ground)
