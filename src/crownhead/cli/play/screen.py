"""Draw a position as lines of text, or read it out; nothing is marked by colour alone."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from crownhead.cli.play.talk import Piece
from crownhead.locales import Catalogue
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rules import Board
from crownhead.variants import Notation, Variant

SIGNS = {"white_man": "o", "white_king": "O", "black_man": "x", "black_king": "X"}


@dataclass(frozen=True)
class View:
    """How a player sees the board: what is marked, which way it lies, how squares are named."""

    notation: Notation
    flipped: bool = False
    columns: int = 80
    forced: Collection[int] = field(default=())
    huffable: Collection[int] = field(default=())
    last: Move | None = None

    def marks(self, square: int) -> tuple[str, str]:
        """Return the signs to the left and right of a square."""
        if square in self.huffable:
            return "{", "}"
        if square in self.forced:
            return "[", "]"
        if self.last and square == self.last.target:
            return "<", ">"
        if self.last and square == self.last.origin:
            return "(", ")"
        return " ", " "


def picture(position: Position, view: View) -> list[list[Piece]]:
    """Return the board as lines of pieces of text with their roles."""
    variant = position.variant
    width = variant.rules.board.width
    lettered = view.notation == "algebraic"
    light, dark = _widths(variant, view)
    at = {position.ruleset.place(n): n for n in range(1, variant.rules.board.squares + 1)}
    rows = range(width) if view.flipped else range(width - 1, -1, -1)
    columns = list(range(width - 1, -1, -1) if view.flipped else range(width))
    letters = _letters(columns, at, light, dark) if lettered else []
    lines: list[list[Piece]] = [letters] if lettered else []
    for row in rows:
        label = f"{row + 1:>2} " if lettered else ""
        line: list[Piece] = [(label, "edge")]
        for column in columns:
            square = at.get((column, row))
            if square is None:
                line.append((" " * light, "light"))
            else:
                line.append(_cell(position, view, square, dark))
        lines.append([*line, (f" {label.strip()}" if lettered else "", "edge")])
    return [*lines, letters] if lettered else lines


def _widths(variant: Variant, view: View) -> tuple[int, int]:
    """Return the width of a light and of a dark square; the board fits the terminal from 36."""
    if view.notation == "algebraic":
        return 3, 3
    board = variant.rules.board
    if board is Board.FULL_8:
        return 0, 6 if view.columns >= 6 * board.width else 5
    pair = max(6, min(12, view.columns // board.per_row))
    dark = 6 if pair >= 9 else 5
    return pair - dark, dark


def _letters(
    columns: list[int], at: dict[tuple[int, int], int], light: int, dark: int
) -> list[Piece]:
    width = max(light, dark)
    return [("   " + "".join("abcdefghijkl"[c].center(width) for c in columns), "edge")]


def _cell(position: Position, view: View, square: int, width: int) -> Piece:
    piece = position.piece_at(square)
    left, right = view.marks(square)
    if view.notation == "algebraic":
        sign = SIGNS[piece] if piece else "·" if left == " " else " "
        text = f"{left}{sign}{right}"
    else:
        gap = " " if width == 6 else ""
        text = f"{left}{square:>2}{gap}{SIGNS[piece] if piece else ' '}{right}"
    role = "mark" if left != " " else piece.split("_")[0] if piece else "dark"
    return text, role


def row_by_row(position: Position, speech: Catalogue) -> list[str]:
    """Return the board read row by row from the top, in words."""
    variant = position.variant
    rows: dict[int, list[tuple[int, str]]] = {}
    for square in range(1, variant.rules.board.squares + 1):
        column, row = position.ruleset.place(square)
        piece = position.piece_at(square)
        what = speech.text(f"piece.{piece}") if piece else speech.text("piece.none")
        rows.setdefault(row, []).append((column, f"{speech.square(square)} {what}"))
    lines = []
    for row in sorted(rows, reverse=True):
        squares = ", ".join(text for _, text in sorted(rows[row]))
        lines.append(speech.text("board.row", row=row + 1, squares=squares))
    return lines
