"""A position as a picture made of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from crownhead.errors import InvalidPicture

if TYPE_CHECKING:
    from crownhead.move import Move
    from crownhead.position import Position

LETTERS = {"white_man": "w", "white_king": "W", "black_man": "b", "black_king": "B"}
SYMBOLS = {"white_man": "⛀", "white_king": "⛁", "black_man": "⛂", "black_king": "⛃"}


def board(
    position: Position,
    *,
    unicode: bool = False,
    orientation: Literal["white", "black"] = "white",
    coordinates: bool = True,
    last_move: Move | None = None,
) -> str:
    """Draw the board with `orientation` at the bottom: `w b` men, `W B` kings, `.` empty squares.

    With `unicode` the pieces are `⛀ ⛁ ⛂ ⛃`. Column letters or the square numbers of each row
    stand at the edge. The last move is shown as `( )` around its origin and `< >` around its
    target. Raises `InvalidPicture` for an unknown orientation.

    >>> from crownhead import Position
    >>> position = Position.from_fen("B:W29,K21:B5,K12", "english")
    >>> print(board(position))
      .   .   .   .  1-4
    b   .   .   .    5-8
      .   .   .   B  9-12
    .   .   .   .    13-16
      .   .   .   .  17-20
    W   .   .   .    21-24
      .   .   .   .  25-28
    w   .   .   .    29-32
    >>> position = Position.from_fen("W:Wc3:Bf8", "russian")
    >>> move = position.parse("c3-d4")
    >>> print(board(position.play(move), unicode=True, orientation="black", last_move=move))
     1   .   .   .   .
     2 .   .   .   .
     3   .   .  (.)  .
     4 .   .  <⛀>  .
     5   .   .   .   .
     6 .   .   .   .
     7   .   .   .   .
     8 .   ⛂   .   .
       h g f e d c b a
    """
    if orientation not in ("white", "black"):
        given = str(orientation)[:40]
        raise InvalidPicture(f"Orientation {given!r} is neither 'white' nor 'black'")
    variant = position.variant
    size = variant.rules.board.width
    ranks = range(size) if orientation == "black" else range(size)[::-1]
    files = range(size)[::-1] if orientation == "black" else range(size)
    lettered = variant.notation == "algebraic"
    rows = []
    for row in ranks:
        squares = [position.ruleset.square_at(column, row) for column in files]
        line = _row(position, squares, SYMBOLS if unicode else LETTERS, last_move)
        numbers = [square for square in squares if square is not None]
        if not coordinates:
            rows.append(line.rstrip())
        elif lettered:
            rows.append(f"{row + 1:>2}{line}".rstrip())
        else:
            rows.append(f"{line} {numbers[0]}-{numbers[-1]}")
    if coordinates and lettered:
        rows.append("   " + " ".join("abcdefghijkl"[column] for column in files))
    if not (coordinates and lettered) and all(row.startswith(" ") for row in rows):
        rows = [row[1:] for row in rows]
    return "\n".join(rows)


def _row(
    position: Position, squares: list[int | None], signs: dict[str, str], last: Move | None
) -> str:
    """Return a row: a sign for each square, with a place for marks on either side of it."""
    places = [" "]
    for square in squares:
        sign = " " if square is None else signs.get(position.piece_at(square) or "", ".")
        places += [sign, " "]
        if last is not None and square in (last.origin, last.target):
            places[-3], places[-1] = "()" if square == last.origin else "<>"
    return "".join(places)
