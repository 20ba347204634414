"""A picture as PNG, drawn from the SVG; needs the extra `crownhead[pictures]`."""

from __future__ import annotations

from typing import Any

from crownhead.errors import InvalidPicture, MissingPackage
from crownhead.extras import how_to_install
from crownhead.formats import svg
from crownhead.position import Position

_LARGEST = 4096  # pixels; 64 MiB while it is drawn


def board(position: Position, *, size: int = 440, **options: Any) -> bytes:
    """Draw a position as PNG, `size` pixels wide; the options are those of `svg.board`.

    Raises `InvalidPicture` for what cannot be drawn, `MissingPackage` without resvg-py.

    >>> board(Position.initial("english"), size=64)[1:4]
    b'PNG'
    """
    return render(svg.board(position, size=None, **options), size)


def render(picture: str, size: int = 440) -> bytes:
    """Return a picture that `svg` made as PNG, `size` pixels wide; a moving one shows its end.

    Raises `InvalidPicture` for a size that is not 1 to 4,096, and `MissingPackage`.
    """
    if type(size) is not int or not 1 <= size <= _LARGEST:
        raise InvalidPicture(
            f"Size {str(size)[:40]} is not a number of pixels from 1 to {_LARGEST}"
        )
    try:
        import resvg_py
    except ImportError:
        raise MissingPackage(f"Pixels need resvg-py: {how_to_install('pictures')}") from None
    try:
        return resvg_py.svg_to_bytes(svg_string=picture, width=size, skip_system_fonts=True)
    except ValueError as error:
        raise InvalidPicture(f"No picture of ours: {error}") from None
