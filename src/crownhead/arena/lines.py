"""The main lines of a PDN file, and those of an opening book, as openings to play from."""

from __future__ import annotations

import io
from collections.abc import Iterator

from crownhead._core import Book
from crownhead.arena.failure import ArenaError
from crownhead.formats import pdn
from crownhead.move import Move
from crownhead.position import Position
from crownhead.variants import Variant


def main_lines(
    content: bytes, name: str, variant: Variant
) -> Iterator[tuple[Position, tuple[Move, ...]]]:
    """Yield start and moves of each game of a PDN file; raises `ArenaError` for a faulty one."""
    for number, game in enumerate(pdn.read(io.BytesIO(content)), 1):
        if game.errors:
            raise ArenaError(
                f"Openings: {name}, game {number}: {game.errors[0]}",
                "game",
                name=name,
                number=number,
                why=game.errors[0],
            )
        if game.variant != variant:
            key = game.variant.key if game.variant else "another game"
            raise ArenaError(
                f"Openings: {name}, game {number}: {key}, not {variant.key}",
                "game_of",
                name=name,
                number=number,
                found=key,
                wanted=variant.key,
            )
        yield game.start, game.moves


def book_lines(
    book: Book, plies: int | None, variant: Variant
) -> Iterator[tuple[Position, tuple[Move, ...]]]:
    """Yield end and moves of the lines in which both sides play by a book, at most so far.

    One line leads to each end; a book without a move for the start has none.
    """
    start = Position.initial(variant)
    lines: dict[Position, tuple[Move, ...]] = {start: ()}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        moves = lines[position]
        known = book.moves(position) if len(moves) != plies else ()
        if moves and not known:
            yield position, moves
        for move in known:
            after = position.play(move)
            if after not in lines:
                lines[after] = (*moves, move)
                waiting.append(after)
