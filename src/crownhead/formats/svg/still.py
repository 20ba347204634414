"""A picture of one position, or of one move."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from crownhead.errors import InvalidPicture
from crownhead.formats.svg import marks as drawn
from crownhead.formats.svg import pieces as standing
from crownhead.formats.svg.document import ID, checked_size, document
from crownhead.formats.svg.ground import Coordinates, coordinates, ground
from crownhead.formats.svg.layout import EDGE, MARGIN, Layout, Orientation
from crownhead.formats.svg.marks import Arrow, Mark, Rings
from crownhead.formats.svg.themes import Theme, theme_of
from crownhead.formats.words import in_words
from crownhead.hints import unheard
from crownhead.locales import Catalogue
from crownhead.move import Move
from crownhead.position import Position
from crownhead.variants import Notation, Variant

FADED = ".45"
"""The opacity of a captured piece that still stands."""


@dataclass(frozen=True, slots=True)
class Look:
    """How pictures of one game look: the board without what changes from move to move."""

    layout: Layout
    theme: Theme
    where: Coordinates | None
    notation: Notation

    @classmethod
    def of(
        cls,
        variant: Variant,
        orientation: Orientation,
        theme: str | Theme,
        wanted: bool | Coordinates,
        notation: Notation | None,
    ) -> Look:
        """Read what the functions for people are given; raises `InvalidPicture`."""
        used = variant.notation if notation is None else notation
        if used not in get_args(Notation):
            raise InvalidPicture(f"Notation {str(used)[:40]!r} is not numeric or algebraic")
        where: Coordinates | None
        if isinstance(wanted, bool):
            usual: Coordinates = "margin" if used == "algebraic" else "squares"
            where = usual if wanted else None
        elif wanted in get_args(Coordinates):
            where = wanted
        else:
            given = str(wanted)[:40]
            raise InvalidPicture(f"Coordinates {given!r} are not True, False, margin or squares")
        layout = Layout(variant, orientation, MARGIN if where == "margin" else EDGE)
        return cls(layout, theme_of(theme), where, used)

    def under(self) -> tuple[str, str]:
        """Return what lies below and above the highlight of a move: squares, and their names."""
        base = ground(self.layout, self.theme)
        if self.where is None:
            return base, ""
        return base, coordinates(self.layout, self.theme, self.where, self.notation)

    def speech(self, language: str) -> Catalogue:
        """Return the catalogue that describes the picture."""
        return Catalogue(language, self.layout.variant, self.notation)


def uses(layout: Layout, pieces: Mapping[int, str], faded: Collection[int] = ()) -> str:
    """Return the pieces at their places, those on `faded` squares pale."""
    parts = []
    for square, kind in sorted(pieces.items()):
        x, y = layout.centre(square)
        pale = f' opacity="{FADED}"' if square in faded else ""
        parts.append(f'<use href="#{ID}{standing.IDS[kind]}" x="{x}" y="{y}"{pale}/>')
    return "".join(parts)


@unheard(
    check="rings=[square]",
    colors="theme=",
    fill="marks={square: 'dot'}, or rings=",
    flipped="orientation='black'",
    lastmove="last_move=",
    squares="rings=[square, …], or marks={square: 'dot'}",
    style="theme=",
)
def board(
    position: Position,
    *,
    coordinates: bool | Literal["margin", "squares"] = True,
    notation: Notation | None = None,
    orientation: Orientation = "white",
    last_move: Move | Sequence[int] | None = None,
    arrows: Iterable[Arrow | Move | Sequence[int]] = (),
    rings: Rings = (),
    marks: Mapping[int, Mark] | None = None,
    theme: str | Theme = "wood",
    size: int | None = 440,
    language: str = "en",
) -> str:
    """Draw a position as SVG.

    `coordinates` stand along the edge (`"margin"`) or in the playing squares (`"squares"`); True
    is what is usual for the notation, which is the game's own unless given. `orientation` is the
    side at the bottom. `last_move` is highlighted; `arrows` follow the routes of moves or rows of
    squares. `rings` go around squares, with a number where a mapping gives one; `marks` puts a
    `"cross"`, a `"dot"`, or the stroke of a `"captured"` piece onto squares. `size` is in pixels;
    with None the picture fills what surrounds it. `language` is that of the description for those
    who do not see it.

    Raises `InvalidPicture` for an unknown theme, a square that is not on the board, and their kin.

    >>> from crownhead import Position
    >>> picture = board(Position.from_fen("W:W27:B22", "international"), rings={27: 1})
    >>> picture[:40], picture.count("<use")
    ('<svg xmlns="http://www.w3.org/2000/svg" ', 2)
    """
    if not isinstance(position, Position):
        raise TypeError(f"A picture is drawn of a Position, not {type(position).__name__}")
    look = Look.of(position.variant, orientation, theme, coordinates, notation)
    ends = () if last_move is None else Arrow.of(last_move).squares
    speech = look.speech(language)
    title = speech.text(
        "picture.position",
        game=speech.game(position.variant),
        side=speech.text(f"color.{position.turn}"),
    )
    said = in_words(position, speech)
    if isinstance(last_move, Move):
        said.append(speech.text("picture.last", move=speech.move(last_move)))
    pieces = position.pieces
    layout = look.layout
    body = drawing(
        look,
        pieces,
        last=(ends[0], ends[-1]) if ends else (),
        arrows=drawn.checked_arrows(layout, arrows),
        rings=drawn.checked_rings(layout, rings),
        marks=drawn.checked_marks(layout, marks or {}, pieces),
    )
    return document(layout, checked_size(size), title, " ".join(said), body)


def drawing(
    look: Look,
    pieces: Mapping[int, str],
    *,
    last: Sequence[int] = (),
    arrows: Iterable[Arrow] = (),
    rings: Mapping[int, int | None] | None = None,
    marks: Mapping[int, Mark] | None = None,
) -> str:
    """Return everything that is to be seen, without the document around it."""
    layout, theme, marks = look.layout, look.theme, marks or {}
    squares, names = look.under()
    faded = {square for square, mark in marks.items() if mark == "captured"}
    return "".join(
        (
            standing.defs(theme, set(pieces.values()), ID),
            squares,
            drawn.last_move(layout, theme, last),
            names,
            drawn.dots(layout, theme, marks),
            uses(layout, pieces, faded),
            drawn.rings(layout, theme, rings or {}),
            drawn.arrows(layout, theme, arrows, pieces),
            drawn.over(layout, theme, marks),
        )
    )


def move(
    position: Position,
    move: Move | str,
    *,
    coordinates: bool | Literal["margin", "squares"] = True,
    notation: Notation | None = None,
    orientation: Orientation = "white",
    theme: str | Theme = "wood",
    size: int | None = 440,
    language: str = "en",
) -> str:
    """Draw a move of a position as SVG: its route as an arrow, what it captures faded and struck.

    The options are those of `board`. Raises `IllegalMove` and its kin for what is no legal move.

    >>> from crownhead import Position
    >>> "plays 27x18" in move(Position.from_fen("W:W27:B22", "international"), "27x18")
    True
    """
    chosen = position.parse(str(move)) if not isinstance(move, Move) else move
    position.play(chosen)
    look = Look.of(position.variant, orientation, theme, coordinates, notation)
    speech = look.speech(language)
    title = speech.text(
        "picture.move",
        game=speech.game(position.variant),
        side=speech.text(f"color.{position.turn}"),
        move=speech.move(chosen),
    )
    body = drawing(
        look,
        position.pieces,
        last=(chosen.origin, chosen.target),
        arrows=(Arrow(chosen.route),),
        marks=dict.fromkeys(chosen.captures, "captured"),
    )
    said = " ".join(in_words(position, speech))
    return document(look.layout, checked_size(size), title, said, body)
