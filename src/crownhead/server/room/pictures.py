"""A game as a file to keep: PDN, and pictures."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime

from crownhead.game import Game
from crownhead.locales import Catalogue
from crownhead.rules import Color
from crownhead.server.room.table import Table

MOST_KEPT_PLIES = 500
"""A film of more plies would be larger than anybody wants to load."""


_UNNAMED = re.compile(r"Guest (\d+)( \(2\))?")


def pdn(table: Table, language: str) -> str:
    """Return the game as a PDN file; guests without a name and engines are called in a language."""
    from crownhead.formats import pdn as written

    tags = {"Event": "crownhead", "Date": _day(table).strftime("%Y.%m.%d")}
    place = table.terms.event
    if place is not None:
        tags |= {"Event": place.name, "Round": f"{place.round}.{place.board}.{place.number}"}
    record = written.PdnGame.from_game(table.game, tags)
    white, black = _names_of(table, language)
    record.tags |= {"White": white, "Black": black}
    return written.dumps(record)


def file_name(table: Table, language: str) -> str:
    """Return the name of a file of the game, without its ending: `2026-11-22-white-black`."""
    parts = (_day(table).strftime("%Y-%m-%d"), *map(_plain, _names_of(table, language)))
    return "-".join(filter(None, parts))


def _day(table: Table) -> datetime:
    return datetime.fromtimestamp(table.created / 1000, UTC)


def _names_of(table: Table, language: str) -> tuple[str, str]:
    """Return the names of White and Black; `?` for a seat that nobody has."""
    words = Catalogue(language)
    names = []
    for side, name in (("white", table.game.players.white), ("black", table.game.players.black)):
        seat = next((seat for seat in table.seats if seat.side == side), None)
        unnamed = _UNNAMED.fullmatch(name or "")
        if seat is not None and seat.kind == "engine":
            names.append(words.text("web.computer.level", n=seat.level or 0))
        elif unnamed:
            names.append(words.text("web.guest", n=unnamed[1]) + (unnamed[2] or ""))
        else:
            names.append(name or "?")
    return names[0], names[1]


def _plain(name: str) -> str:
    """Return a name for a file: letters and digits that every system takes."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", letters).strip("-")


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
