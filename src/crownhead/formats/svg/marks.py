"""What is drawn onto a position: the last move, arrows, rings, crosses, dots, strokes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any, Literal, get_args

from crownhead.errors import InvalidPicture
from crownhead.formats.svg import glyphs
from crownhead.formats.svg.layout import SIDE, Layout, Point, number
from crownhead.formats.svg.themes import Theme
from crownhead.move import Move

Mark = Literal["cross", "dot", "captured"]
Style = Literal["solid", "dashed", "dotted"]
Rings = Iterable[int] | Mapping[int, int | None]

_DASHES = {"solid": "", "dashed": ' stroke-dasharray="9 7"', "dotted": ' stroke-dasharray="0 7"'}
_RING = 17.2
_MOST = 1000  # arrows in one picture
_LARGEST = 999  # in a ring


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow along `squares`, bending at each; several are told apart by their `style`.

    Raises `InvalidPicture` for fewer than two squares or an unknown style.

    >>> Arrow((27, 18, 7), "dashed").squares
    (27, 18, 7)
    """

    squares: tuple[int, ...]
    style: Style = "solid"

    def __post_init__(self) -> None:
        if len(self.squares) < 2:
            raise InvalidPicture("An arrow needs two squares or more")
        if self.style not in get_args(Style):
            known = ", ".join(get_args(Style))
            raise InvalidPicture(f"Unknown style {str(self.style)[:40]!r}; known: {known}")

    @classmethod
    def of(cls, given: Arrow | Move | Sequence[int]) -> Arrow:
        """Make an arrow of a move's route, or of squares."""
        if isinstance(given, Arrow):
            return given
        if isinstance(given, Move):
            return cls(given.route)
        try:
            return cls(tuple(given))
        except TypeError:
            text = str(given)[:40]
            raise InvalidPicture(f"{text!r} is neither a move nor a row of squares") from None


def last_move(layout: Layout, theme: Theme, squares: Iterable[int]) -> str:
    """Return the highlight of the squares of a move: filled and bordered."""
    corners = [layout.corner(square) for square in sorted(set(squares))]
    return "".join(draw_highlight(theme, f"M{x} {y}") for x, y in corners)


def draw_highlight(theme: Theme, place: str) -> str:
    """Return a highlighted square; brackets in two corners show it without colours."""
    return (
        f'<path d="{place}h{SIDE}v{SIDE}h-{SIDE}z" fill="{theme.last}"/>'
        f'<path d="{place}m30 1.5h8.5v8.5m-37 20v8.5h8.5"'
        f' fill="none" stroke="{theme.last_line}" stroke-width="1.6"/>'
    )


def dots(layout: Layout, theme: Theme, marks: Mapping[int, Mark]) -> str:
    """Return the dots, which lie on empty squares and below pieces alike."""
    return "".join(
        f'<circle cx="{x}" cy="{y}" r="5" fill="{theme.mark}" stroke="{theme.halo}"/>'
        for square, mark in marks.items()
        if mark == "dot"
        for x, y in [layout.centre(square)]
    )


def over(layout: Layout, theme: Theme, marks: Mapping[int, Mark]) -> str:
    """Return the strokes through captured pieces, and the crosses."""
    path = {"captured": "", "cross": ""}
    for square, mark in marks.items():
        x, y = layout.centre(square)
        if mark == "captured":
            path[mark] += f"M{x - 6} {y + 15}l12-30"
        elif mark == "cross":
            path[mark] += f"M{x - 9} {y - 9}l18 18m0-18l-18 18"
    colors = {"captured": theme.strike, "cross": theme.mark}
    return "".join(_halo(path[mark], colors[mark], theme.halo, 3) for mark in path if path[mark])


def _halo(path: str, color: str, halo: str, width: float) -> str:
    return _line(path, halo, width + 2) + _line(path, color, width)


def _line(path: str, color: str, width: float, dashes: str = "") -> str:
    return (
        f'<path d="{path}" fill="none" stroke-linecap="round" stroke-linejoin="round"'
        f' stroke="{color}" stroke-width="{number(width)}"{dashes}/>'
    )


def rings(layout: Layout, theme: Theme, wanted: Mapping[int, int | None]) -> str:
    """Return rings around squares, with a number on those that have one."""
    parts = []
    for square in wanted:
        x, y = layout.centre(square)
        for paint, wide in ((theme.halo, 4), (theme.mark, 2.4)):
            parts.append(
                f'<circle cx="{x}" cy="{y}" r="{_RING}" fill="none" stroke="{paint}"'
                f' stroke-width="{number(wide)}"/>'
            )
    for square, value in wanted.items():  # badges reach into the neighbours: above all rings
        if value is not None:
            x, y = layout.centre(square)
            parts.append(_badge(theme, x + 12.5, y - 12.5, str(value)))
    return "".join(parts)


def _badge(theme: Theme, x: float, y: float, text: str) -> str:
    half = max(7.0, glyphs.length(text) / 2 + 3)
    return (
        f'<rect x="{number(x - half)}" y="{number(y - 7)}" width="{number(2 * half)}" height="14"'
        f' rx="7" fill="{theme.mark}" stroke="{theme.halo}"/>'
        f'<path d="{glyphs.middle(text, x, y)}" fill="none" stroke="{theme.halo}"'
        ' stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def arrows(layout: Layout, theme: Theme, wanted: Iterable[Arrow], occupied: Collection[int]) -> str:
    """Draw arrows that bend where their routes do and stop short of the pieces they point at."""
    return "".join(_arrow(layout, theme, arrow, occupied) for arrow in wanted)


def _arrow(layout: Layout, theme: Theme, arrow: Arrow, occupied: Collection[int]) -> str:
    points: list[Point] = [layout.centre(square) for square in arrow.squares]
    short = 13 if arrow.squares[-1] in occupied else -4
    first = _towards(points[0], points[1], 13)
    tip = _towards(points[-1], points[-2], short)
    neck = _towards(points[-1], points[-2], short + 14)
    line = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in (first, *points[1:-1], neck))
    head = _head(points[-2], tip)
    dashes = _DASHES[arrow.style]
    return (
        _line(line, theme.halo, 6.5, dashes)
        + f'<path d="{head}" fill="{theme.halo}" stroke="{theme.halo}" stroke-width="2"'
        + ' stroke-linejoin="round"/>'
        + _line(line, theme.arrow, 4.5, dashes)
        + f'<path d="{head}" fill="{theme.arrow}"/>'
    )


def _towards(start: Point, goal: Point, distance: float) -> Point:
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    whole = hypot(dx, dy) or 1.0
    return start[0] + dx / whole * distance, start[1] + dy / whole * distance


def _head(before: Point, tip: Point) -> str:
    """Return the triangle at the end of an arrow that comes from `before`."""
    base = _towards(tip, before, 16)
    dx, dy = (tip[0] - base[0]) / 2, (tip[1] - base[1]) / 2
    corners = (tip, (base[0] - dy, base[1] + dx), (base[0] + dy, base[1] - dx))
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "z"


def checked_rings(layout: Layout, wanted: Rings) -> dict[int, int | None]:
    """Return rings by their squares; raises `InvalidPicture` for what cannot be drawn."""
    found: dict[int, int | None] = _by_square(layout, wanted, "rings")
    for value in found.values():
        if value is not None and (type(value) is not int or not 0 <= value <= _LARGEST):
            raise InvalidPicture(f"A ring holds a number from 0 to {_LARGEST}, or None")
    return found


def checked_marks(
    layout: Layout, wanted: Mapping[int, Mark], pieces: Mapping[int, str]
) -> dict[int, Mark]:
    """Return marks by their squares; raises `InvalidPicture` for what cannot be drawn."""
    if not isinstance(wanted, Mapping):
        raise InvalidPicture("marks say for each square what is drawn there: {18: 'cross'}")
    found: dict[int, Mark] = _by_square(layout, wanted, "marks")
    for square, mark in found.items():
        if mark not in get_args(Mark):
            known = ", ".join(get_args(Mark))
            raise InvalidPicture(f"Unknown mark {str(mark)[:40]!r}; known: {known}")
        if mark == "captured" and square not in pieces:
            raise InvalidPicture(f"No piece stands on {square} that could be captured")
    return found


def _by_square(layout: Layout, wanted: object, name: str) -> dict[int, Any]:
    found: dict[int, Any]
    if isinstance(wanted, Mapping):
        found = dict(wanted)
    elif isinstance(wanted, Iterable):
        found = dict.fromkeys(wanted)
    else:
        raise InvalidPicture(f"{name}: {str(wanted)[:40]!r} holds no squares")
    for square in found:
        layout.cell(square)
    return found


def checked_arrows(
    layout: Layout, wanted: Iterable[Arrow | Move | Sequence[int]]
) -> tuple[Arrow, ...]:
    """Return arrows; raises `InvalidPicture` for what cannot be drawn."""
    if not isinstance(wanted, Iterable):
        raise InvalidPicture(f"arrows: {str(wanted)[:40]!r} holds no arrows")
    found = []
    for given in wanted:
        arrow = Arrow.of(given)
        for square in arrow.squares:
            layout.cell(square)
        found.append(arrow)
        if len(found) > _MOST:
            raise InvalidPicture(f"More than {_MOST} arrows in one picture")
    return tuple(found)
