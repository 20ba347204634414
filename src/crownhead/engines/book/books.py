"""Reading opening books, and which one a game is played by."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path

from crownhead import folders
from crownhead._core import Book
from crownhead.endgame.files import family
from crownhead.engines.book.failure import BookError
from crownhead.variants import Variant

SHIPPED = Path(__file__).parents[2] / "data" / "books"
"""Where the books are that the package carries."""
SUFFIX = ".book"


def own_folder() -> Path:
    """Return the folder where a user's own books are.

    Raises `FileNotFoundError` for a user without a home, where `XDG_DATA_HOME` names none.
    """
    return folders.user_dir(os.environ, "XDG_DATA_HOME", ".local/share") / "books"


def read(content: bytes) -> Book:
    """Read the content of a book. Raises `BookError` where it is none, or is damaged."""
    try:
        return Book(content)
    except ValueError as error:
        raise BookError(f"Book: {error}") from error


@lru_cache(maxsize=32)
def book(variant: Variant) -> Book | None:
    """Return the book of a game and of others that are played alike, or None.

    It is the user's own, or else the one that the package carries: also where the own one cannot
    be read.

    >>> from crownhead.position import Position
    >>> from crownhead.variants import get
    >>> book(get("english")).draw(Position.initial("english")) is not None
    True
    >>> book(get("turkish")) is None
    True
    """
    return _book(f"{family(variant)}{SUFFIX}")


@cache
def _book(name: str) -> Book | None:
    with suppress(BookError, OSError):
        return read((own_folder() / name).read_bytes())
    path = SHIPPED / name
    return read(path.read_bytes()) if path.is_file() else None
