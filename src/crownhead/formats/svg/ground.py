"""What lies under the pieces: frame, squares, coordinates."""

from __future__ import annotations

from typing import Literal

from crownhead.formats.svg import glyphs
from crownhead.formats.svg.layout import SIDE, Layout, number
from crownhead.formats.svg.themes import Theme
from crownhead.locales import squares
from crownhead.rules import Board
from crownhead.variants import Notation

Coordinates = Literal["margin", "squares"]

_NUMBER_SCALE = 0.74
_LETTERS = "abcdefghijkl"


def ground(layout: Layout, theme: Theme) -> str:
    """Return the frame and the empty board."""
    board = layout.width * SIDE
    parts = [
        f'<rect width="{layout.extent}" height="{layout.extent}" rx="3" fill="{theme.frame}"/>',
        f'<rect x="{layout.margin}" y="{layout.margin}" width="{board}" height="{board}"'
        ' shape-rendering="crispEdges"',
    ]
    if layout.variant.rules.board is Board.FULL_8:
        lines = "".join(
            f"M{layout.margin} {at}h{board}M{at} {layout.margin}v{board}"
            for at in range(layout.margin, layout.margin + board + 1, SIDE)
        )
        parts.append(f' fill="{theme.dark}"/>')
        parts.append(f'<path d="{lines}" stroke="{_line(theme)}" stroke-width="1.2"/>')
    else:
        parts.append(f' fill="{theme.light}" stroke="{_line(theme)}"/>')
        parts.append(
            f'<path shape-rendering="crispEdges" d="{_dark_squares(layout)}" fill="{theme.dark}"/>'
        )
    return "".join(parts)


def _line(theme: Theme) -> str:
    return theme.label if theme.frame == theme.light else theme.frame


def _dark_squares(layout: Layout) -> str:
    """Return one path of all dark squares; each starts where the one before it began."""
    parts, before = [], (0, 0)
    for square in range(1, layout.variant.rules.board.squares + 1):
        x, y = layout.corner(square)
        parts.append(f"m{x - before[0]} {y - before[1]}h{SIDE}v{SIDE}h-{SIDE}z")
        before = (x, y)
    return "".join(parts).replace(" -", "-")


def coordinates(layout: Layout, theme: Theme, where: Coordinates, notation: Notation) -> str:
    """Return the names of squares, in each square or along the edge."""
    if where == "squares":
        return _within(layout, theme, notation)
    path = _letters(layout) if notation == "algebraic" else _edge_numbers(layout)
    return (
        f'<path d="{path}" fill="none" stroke="{theme.label}" stroke-width="1.3"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _within(layout: Layout, theme: Theme, notation: Notation) -> str:
    path = ""
    for square in range(1, layout.variant.rules.board.squares + 1):
        x, y = layout.corner(square)
        name = squares.name(layout.variant, square, notation)
        path += glyphs.strokes(name, (x + 2) / _NUMBER_SCALE, (y + 2.2) / _NUMBER_SCALE)
    return (
        f'<path d="{path}" transform="scale({number(_NUMBER_SCALE)})" fill="none"'
        f' stroke="{theme.number}" stroke-width="1.2" stroke-linecap="round"'
        ' stroke-linejoin="round"/>'
    )


def _letters(layout: Layout) -> str:
    """Return letters below and digits to the left."""
    width, edge = layout.width, layout.margin
    middle, path = edge / 2, ""
    for step in range(width):
        along = edge + step * SIDE + SIDE / 2
        column, row = (step, width - step) if layout.orientation == "white" else (
            width - 1 - step,
            step + 1,
        )  # fmt: skip
        path += glyphs.middle(_LETTERS[column], along, layout.extent - middle - 0.6)
        path += glyphs.middle(str(row), middle, along)
    return path


def _edge_numbers(layout: Layout) -> str:
    """Return the numbers of the squares along the edge, each beside its square."""
    last, middle, path = layout.width - 1, layout.margin / 2, ""
    for square in range(1, layout.variant.rules.board.squares + 1):
        column, row = layout.cell(square)
        x, y = layout.centre(square)
        name = str(square)
        if row in (0, last):
            path += glyphs.middle(name, x, middle if row == 0 else layout.extent - middle)
        elif column in (0, last):
            path += glyphs.middle(name, middle if column == 0 else layout.extent - middle, y)
    return path
