"""Random positions in tests: pieces anywhere, or what stands after random moves."""

from __future__ import annotations

import random

from crownhead import Position, Variant


def scatter(variant: Variant, source: random.Random, pieces: int = 14) -> Position:
    """Return a position with up to `pieces` men and kings on any squares."""
    board = variant.rules.board
    squares = source.sample(range(1, board.squares + 1), source.randint(2, pieces))
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for square in squares:
        king = "K" if source.random() < 0.35 else ""
        sides[source.choice("WB")].append(f"{king}{square}")
    lists = ":".join(side + ",".join(found) for side, found in sides.items())
    return Position.from_fen(f"{source.choice('WB')}:{lists}", variant)


def play_at_random(variant: Variant, source: random.Random, plies: int = 40) -> Position:
    """Return the position after up to `plies` random moves of a game."""
    position = Position.initial(variant)
    for _ in range(source.randint(0, plies)):
        if not position.has_legal_move:
            break
        position = position.play(source.choice(position.legal_moves))
    return position
