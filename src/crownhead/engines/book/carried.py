"""Reading opening books, and which book the package carries for a game."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from crownhead._core import Book
from crownhead.endgame.files import family
from crownhead.engines.book.failure import BookError
from crownhead.move import Move
from crownhead.position import Position
from crownhead.variants import Variant

FOLDER = Path(__file__).parents[2] / "data" / "books"
SUFFIX = ".book"
FIRST_LEVEL = 10
"""The first level that plays by a book, which looks further ahead than its own search."""


def read(content: bytes) -> Book:
    """Read the content of a book. Raises `BookError` where it is none, or is damaged."""
    try:
        return Book(content)
    except ValueError as error:
        raise BookError(f"Book: {error}") from error


@lru_cache(maxsize=32)
def book(variant: Variant) -> Book | None:
    """Return the book that is carried for a game and for others that are played alike, or None.

    >>> from crownhead.position import Position
    >>> from crownhead.variants import get
    >>> book(get("english")).draw(Position.initial("english")) is not None
    True
    >>> book(get("turkish")) is None
    True
    """
    return _carried(family(variant))


@cache
def _carried(name: str) -> Book | None:
    path = FOLDER / f"{name}{SUFFIX}"
    return read(path.read_bytes()) if path.is_file() else None


def drawn(position: Position, seed: int) -> Move | None:
    """Return the move that a seed chooses of those the book plays in a position, or None."""
    known = book(position.variant)
    return None if known is None else known.draw(position, seed)


def line(position: Position, seed: int) -> tuple[Move, ...]:
    """Return the move of the book and its reply, as far as it knows them.

    >>> from crownhead.position import Position
    >>> len(line(Position.initial("english"), 0)), len(line(Position.initial("turkish"), 0))
    (2, 0)
    """
    move = drawn(position, seed)
    if move is None:
        return ()
    reply = drawn(position.play(move), seed)
    return (move,) if reply is None else (move, reply)
