"""A whole game as GIF, drawn from the SVG; needs the extra `crownhead[pictures]`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple

from crownhead.errors import InvalidPicture, MissingPackage
from crownhead.extras import how_to_install
from crownhead.formats import png
from crownhead.formats.line import Line, Played, Ply
from crownhead.formats.svg.document import document
from crownhead.formats.svg.layout import SIDE, Orientation
from crownhead.formats.svg.marks import Mark
from crownhead.formats.svg.still import Look, drawing
from crownhead.formats.svg.themes import Theme
from crownhead.formats.svg.timing import Timing
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rules import Board
from crownhead.variants import Notation

if TYPE_CHECKING:
    from PIL.Image import Image

COLORS = 64
"""How many colours a GIF has: flat areas, and the steps between them at their edges."""

GIF_TIMING = Timing(hop=400, capture=6000)
"""Frames of a GIF stand still, so each jump of a capture is shown for longer."""

_LARGEST = 2000  # pixels


def game(
    source: Played | Position,
    moves: Iterable[Move | str] | None = None,
    *,
    file: BinaryIO | None = None,
    coordinates: bool | Literal["margin", "squares"] = True,
    notation: Notation | None = None,
    orientation: Orientation = "white",
    theme: str | Theme = "wood",
    size: int = 400,
    timing: Timing = GIF_TIMING,
    loop: bool = True,
) -> bytes:
    """Draw a game, or a position and moves from there, as an animated GIF.

    A move is one frame, a capture one for each jump. Frames of moves stand for `timing.pause`
    milliseconds, those within a capture for `timing.hop`, the first and the last for `timing.start`
    and `timing.end`; a GIF counts hundredths of a second. The GIF is returned, and written to
    `file` if there is one. The other options are those of `svg.game`.

    Raises `InvalidPicture` for what cannot be drawn, `MissingPackage` without Pillow or resvg-py,
    `IllegalMove` and its kin for moves that cannot be played.

    >>> game(Position.initial("english"), ["11-15"], size=64)[:6]
    b'GIF89a'
    """
    try:
        import PIL.Image  # noqa: F401
    except ImportError:
        raise MissingPackage(f"A GIF needs Pillow: {how_to_install('pictures')}") from None
    if type(size) is not int or not 1 <= size <= _LARGEST:
        raise InvalidPicture(
            f"Size {str(size)[:40]} is not a number of pixels from 1 to {_LARGEST}"
        )
    if not isinstance(timing, Timing):
        raise InvalidPicture(f"{str(timing)[:40]!r} is not a Timing")
    line = Line.of(source, moves)
    look = Look.of(line.start.variant, orientation, theme, coordinates, notation)

    tiles = Tiles(look, size, line)
    frames, times = [], []
    for squares, milliseconds in _scenes(line, timing):
        frames.append(tiles.frame(squares))
        times.append(max(20, milliseconds))
    made = _assemble(frames, times, loop, bytes(tiles.palette.getpalette() or ()))
    if file is not None:
        file.write(made)
    return made


class Shown(NamedTuple):
    """How a square looks: its piece, whether the last move touched it, whether that is taken."""

    piece: str | None = None
    last: bool = False
    captured: bool = False


class Tiles:
    """Squares in every way that a game shows them, as pixels, of which frames are put together.

    For each way the whole board is drawn once, all its squares alike; drawing every frame would
    take five times as long. Dark squares take the pixels along their edges too, for nothing else
    changes there; where all squares are played on, no pixel belongs to two of them.
    """

    def __init__(self, look: Look, size: int, line: Line) -> None:
        from PIL import Image

        self._look = look
        self._size = size
        self.palette = Image.new("P", (1, 1))
        self.palette.putpalette(_palette(self._draw(_sample(look, line)), look.theme))
        self._boards: dict[Shown, Image.Image] = {}
        scale = size / look.layout.extent
        self._squares = range(1, line.start.variant.rules.board.squares + 1)
        self._boxes = {}
        for square in self._squares:
            edges = (*look.layout.corner(square), *(n + SIDE for n in look.layout.corner(square)))
            left, top, right, bottom = (edge * scale for edge in edges)
            if line.start.variant.rules.board is Board.FULL_8:
                self._boxes[square] = (round(left), round(top), round(right), round(bottom))
            else:
                self._boxes[square] = (int(left), int(top), ceil(right), ceil(bottom))

    def frame(self, squares: Mapping[int, Shown]) -> Image:
        """Return the board with these squares, all others empty."""
        made = self._board(Shown()).copy()
        for square, shown in squares.items():
            box = self._boxes[square]
            made.paste(self._board(shown).crop(box), box)
        return made

    def _board(self, shown: Shown) -> Image:
        """Return the board with all squares looking like this one, in colours of the palette."""
        found = self._boards.get(shown)
        if found is None:
            found = self._boards[shown] = self._alike(shown)
        return found

    def _alike(self, shown: Shown) -> Image:
        from PIL import Image

        pieces = dict.fromkeys(self._squares, shown.piece) if shown.piece else {}
        marks: dict[int, Mark] = dict.fromkeys(pieces, "captured") if shown.captured else {}
        last = tuple(self._squares) if shown.last else ()
        drawn = self._draw(drawing(self._look, pieces, last=last, marks=marks))
        return drawn.quantize(palette=self.palette, dither=Image.Dither.NONE)

    def _draw(self, body: str) -> Image:
        from PIL import Image

        picture = document(self._look.layout, None, "", "", body)
        with Image.open(BytesIO(png.render(picture, self._size))) as image:
            flat = Image.new("RGB", image.size, self._look.theme.frame)
            flat.paste(image, mask=image.getchannel("A"))
            return flat


def _palette(sample: Image, theme: Theme) -> list[int]:
    """Return the colours of the theme as they are, those between them, and one for "as before"."""
    exact = [tuple(bytes.fromhex(color[1:])) for color in theme.colors()]
    mixed = sample.quantize(COLORS).getpalette() or []
    between = [tuple(mixed[n : n + 3]) for n in range(0, len(mixed), 3)]
    found = list(dict.fromkeys(exact + between))[: COLORS - 1]
    spare = next((1, 2, n) for n in range(256) if (1, 2, n) not in found)
    while len(found) < COLORS - 1:
        found.append(next((n, 3, 5) for n in range(256) if (n, 3, 5) not in found))
    return [band for color in [*found, spare] for band in color]


def _assemble(frames: list[Image], times: list[int], loop: bool, palette: bytes) -> bytes:
    """Return the GIF; every frame after the first holds only what changed."""
    out = BytesIO()
    frames[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=times,
        disposal=1,
        optimize=True,
        palette=palette,
        transparency=COLORS - 1,
        **({"loop": 0} if loop else {}),
    )
    return out.getvalue()


def _sample(look: Look, line: Line) -> str:
    """Return a drawing that has every colour the frames of this game have.

    All frames share its palette, so that nothing that stands still ever changes its colour.
    """
    squares = range(1, line.start.variant.rules.board.squares + 1)
    kinds = ("white_man", "black_man", "white_king", "black_king")
    pieces = {square: kinds[square % 4] for square in squares if square % 5}
    marks: dict[int, Mark] = dict.fromkeys(list(pieces)[:8], "captured")
    return drawing(look, pieces, last=list(squares)[-12:], marks=marks)


def _scenes(line: Line, timing: Timing) -> Iterator[tuple[dict[int, Shown], int]]:
    """Return the squares of every frame, and for how many milliseconds it stands."""
    yield _squares_to_draw(line.start.pieces), timing.start
    for number, ply in enumerate(line.plies, 1):
        ends = (ply.move.origin, ply.move.target)
        for pieces, marks in _jumps(ply):
            yield _squares_to_draw(pieces, ends, marks), round(timing.of_hop(len(ply.hops)))
        last = number == len(line.plies)
        yield _squares_to_draw(ply.after.pieces, ends), timing.end if last else timing.pause


def _squares_to_draw(
    pieces: Mapping[int, str], last: Sequence[int] = (), marks: Mapping[int, Mark] | None = None
) -> dict[int, Shown]:
    return {
        square: Shown(pieces.get(square), square in last, square in (marks or ()))
        for square in {*pieces, *last}
    }


def _jumps(ply: Ply) -> Iterator[tuple[dict[int, str], dict[int, Mark]]]:
    """Return the board after each jump of a capture, captured pieces still standing."""
    if not ply.move.is_capture:
        return
    pieces: dict[int, str] = dict(ply.before.pieces)
    marks = dict[int, Mark]()
    kind = pieces.pop(ply.move.origin)
    for number, (_, target, over) in enumerate(ply.hops):
        if number == ply.crowned_on:
            kind = kind.replace("_man", "_king")
        for square in over:
            if ply.at_once:
                del pieces[square]
            else:
                marks[square] = "captured"
        yield pieces | {target: kind}, dict(marks)
