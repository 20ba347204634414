"""A game as a file to keep: PDN, and pictures."""

from __future__ import annotations

from datetime import UTC, datetime

from crownhead.game import Game
from crownhead.rules import Color
from crownhead.server.room.table import Table

MOST_KEPT_PLIES = 500
"""A film of more plies would be larger than anybody wants to load."""


def pdn(table: Table) -> str:
    """Return the game as a PDN file."""
    from crownhead.formats import pdn as written

    day = datetime.fromtimestamp(table.created / 1000, UTC)
    tags = {"Event": "crownhead", "Date": day.strftime("%Y.%m.%d")}
    return written.dumps(written.PdnGame.from_game(table.game, tags))


def svg(record: str, ply: int | None, *, flip: bool, film: bool, language: str) -> bytes:
    """Return the picture of a game's position, or the game as a film."""
    from crownhead.formats import svg as drawn

    game = Game.from_json(record)
    side: Color = "black" if flip else "white"
    if film and len(game.moves) <= MOST_KEPT_PLIES:
        return drawn.game(game, orientation=side, language=language).encode()
    last = len(game.moves)
    shown = last if ply is None else min(ply, last)
    move = game.moves[shown - 1] if shown else None
    picture = drawn.board(
        game.positions[shown],
        orientation=side,
        last_move=move,
        language=language,
    )
    return picture.encode()
