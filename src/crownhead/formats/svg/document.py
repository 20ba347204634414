"""The SVG document around a drawing."""

from __future__ import annotations

from xml.sax.saxutils import escape
from zlib import crc32

from crownhead.errors import InvalidPicture
from crownhead.formats.svg.layout import Layout

ID = "\0"
"""Stands for the beginning of every id until the whole picture is known."""

_LARGEST = 10_000  # pixels


def checked_size(size: int | None) -> int | None:
    """Return the size; raises `InvalidPicture` unless it is None or 1 to 10,000 pixels."""
    if size is None or (type(size) is int and 1 <= size <= _LARGEST):
        return size
    raise InvalidPicture(f"Size {str(size)[:40]} is not a number of pixels from 1 to {_LARGEST}")


def document(layout: Layout, size: int | None, title: str, description: str, body: str) -> str:
    """Return the whole SVG; its ids follow from its content.

    So two different pictures in one page do not share any, and the same picture is the same text.
    """
    extent = layout.extent
    fixed = "" if size is None else f' width="{size}" height="{size}"'
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {extent} {extent}"{fixed}'
        f' role="img" aria-labelledby="{ID}t {ID}d">'
        f'<title id="{ID}t">{_clean(title)}</title><desc id="{ID}d">{_clean(description)}</desc>'
        f"{body}</svg>"
    )
    return text.replace(ID, f"c{crc32(text.encode()):08x}")


def _clean(text: str) -> str:
    """Escape a text for XML, without the characters that XML cannot hold."""
    return escape("".join(sign for sign in text if sign.isprintable()))
