"""The evaluation by a network once more, slow and obvious, for tests: from squares to a value.

Every sum is made anew from the pieces on the board. Shares no code with the core.
"""

from __future__ import annotations

import struct

from crownhead import Position
from crownhead.rules import Board, Rules

HIDDEN = 128
BUCKETS = 8
ONE = 181
HEAD = 64
KINDS = 4


class Shape:
    """Hold how many numbers a board's payload has."""

    def __init__(self, board: Board) -> None:
        self.squares = board.squares
        self.height = 8 if board is Board.FULL_8 else board.width
        self.per_row = self.squares // self.height
        self.inputs = KINDS * self.squares + 1
        self.firsts = (self.inputs + 1) * HIDDEN
        self.outputs = BUCKETS * 2 * HIDDEN


class Reference:
    """Evaluate positions by a payload of network weights."""

    def __init__(self, payload: bytes, rules: Rules) -> None:
        self.shape = Shape(rules.board)
        self.full, self.shift = struct.unpack_from("<hh", payload)
        numbers = struct.unpack_from(
            f"<{self.shape.firsts + self.shape.outputs}h{BUCKETS}i", payload, HEAD
        )
        self.firsts: tuple[int, ...] = numbers[: self.shape.firsts]
        self.outputs: tuple[int, ...] = numbers[self.shape.firsts : -BUCKETS]
        self.biases: tuple[int, ...] = numbers[-BUCKETS:]

    def value(self, position: Position) -> int:
        """Return the value for the side to move, before it is cut to what scores allow."""
        pieces = len(position.pieces)
        bucket = min(BUCKETS - 1, (pieces - 1) * BUCKETS // self.full)
        other = "black" if position.turn == "white" else "white"
        units = [u for side in (position.turn, other) for u in self.units(position, side)]
        weights = self.outputs[bucket * 2 * HIDDEN :]
        total = self.biases[bucket] + sum(u * u * w for u, w in zip(units, weights, strict=False))
        size: int = abs(total) // (ONE * ONE * 2**self.shift)
        kinds = list(position.pieces.values())
        if all(kind.endswith("king") for kind in kinds) and pieces == 2 * sum(
            kind.startswith("white") for kind in kinds
        ):
            size //= 8
        return size if total > 0 else -size

    def units(self, position: Position, side: str) -> list[int]:
        """Return the hidden units as a side sees the board."""
        rows = self.rows(position, side)
        bias = self.shape.inputs
        return [
            max(0, min(ONE, sum(self.firsts[row * HIDDEN + unit] for row in [bias, *rows])))
            for unit in range(HIDDEN)
        ]

    def rows(self, position: Position, side: str) -> list[int]:
        """Return the numbers of the inputs that are on."""
        squares, per_row = self.shape.squares, self.shape.per_row
        found, in_own_system = [], 0
        for square, piece in position.pieces.items():
            seen = square - 1 if side == "white" else squares - square
            own = piece.startswith(side)
            king = piece.endswith("king")
            found.append(((0 if own else 2) + king) * squares + seen)
            in_own_system += (self.shape.height - 1 - seen // per_row) % 2 == 0
        if in_own_system % 2:
            found.append(KINDS * squares)
        return found
