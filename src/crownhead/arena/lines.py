"""The main lines of a PDN file, as openings to play from."""

from __future__ import annotations

import io
from collections.abc import Iterator

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
            raise ArenaError(f"Openings: {name}, game {number}: {game.errors[0]}")
        if game.variant != variant:
            key = game.variant.key if game.variant else "another game"
            raise ArenaError(f"Openings: {name}, game {number}: {key}, not {variant.key}")
        yield game.start, game.moves
