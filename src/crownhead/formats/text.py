"""A position as a picture made of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crownhead.position import Position

MARKS = {"white_man": "w", "white_king": "W", "black_man": "b", "black_king": "B"}


def board(position: Position) -> str:
    """Draw the board with White at the bottom: `w b` men, `W B` kings, `.` empty squares.

    Column letters or the square numbers of each row stand at the edge.

    >>> from crownhead import Position
    >>> print(board(Position.from_fen("B:W29,K21:B5,K12", "english")))
      .   .   .   .  1-4
    b   .   .   .    5-8
      .   .   .   B  9-12
    .   .   .   .    13-16
      .   .   .   .  17-20
    W   .   .   .    21-24
      .   .   .   .  25-28
    w   .   .   .    29-32
    """
    variant = position.variant
    size = variant.rules.board.width
    squares = position.ruleset
    rows = []
    for row in reversed(range(size)):
        line, numbers = "", []
        for column in range(size):
            square = squares.square_at(column, row)
            if square is None:
                line += "  "
            else:
                numbers.append(square)
                line += MARKS.get(position.piece_at(square) or "", ".") + " "
        if variant.notation == "algebraic":
            rows.append(f"{row + 1:>2} {line.rstrip()}")
        else:
            rows.append(f"{line} {min(numbers)}-{max(numbers)}")
    if variant.notation == "algebraic":
        rows.append("   " + " ".join("abcdefghijkl"[:size]))
    return "\n".join(rows)
