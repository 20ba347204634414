"""The value of a position by definition, for tests: no pruning, no table, captures to their end."""

from __future__ import annotations

from crownhead import Position
from crownhead._core import Weights, evaluate
from crownhead.rules import Aim

WIN = 30_000
MOST_POSITIONS = 3_000


class TooMany(Exception):
    """The value would take too long."""


def minimax(position: Position, depth: int, weights: Weights | None = None) -> int:
    """Return the value for the side to move.

    Raises `TooMany`.
    """
    return _Minimax(weights).value(position, depth, 0, ())


class _Minimax:
    def __init__(self, weights: Weights | None) -> None:
        self.weights = weights
        self.left = MOST_POSITIONS

    def value(self, position: Position, depth: int, ply: int, past: tuple[Position, ...]) -> int:
        self.left -= 1
        if self.left < 0:
            raise TooMany
        rules = position.variant.rules
        if rules.aim is Aim.KING and any(p.endswith("king") for p in position.pieces.values()):
            return ply - WIN
        if depth >= 0 and position in past:
            return 0
        moves = list(position.legal_moves)
        if not moves:
            return WIN - ply if rules.aim is Aim.LOSE else ply - WIN
        if ply and position.draw_rule:
            return 0
        values = []
        if depth <= 0:
            captures = [move for move in moves if move.is_capture]
            if not captures or not rules.compulsory:
                values.append(evaluate(position, self.weights))
            moves = captures
        past = (*past, position)
        values += [-self.value(position.play(m), depth - 1, ply + 1, past) for m in moves]
        return max(values)
