"""Openings by name: lines with sources, known by the position they lead to.

Names stand in data/openings.json and, for the three-move openings of English draughts, in the deck
of ballots. A position that has no name in these sources has none here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from crownhead.ballots import deck
from crownhead.errors import CrownheadError
from crownhead.position import Position
from crownhead.variants import Variant, get

__all__ = ["Opening", "opening_at", "opening_of", "openings", "positions_of"]

_FILE = "data/openings.json"
_BALLOTS = ("english", "english-3move")
_LENT = {"brazilian": "russian", "lite": "russian"}
"""Games that share the opening lines of another, where the lines are legal in both."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A named opening: its names by language, its defining moves, and its ballot number, if any.

    >>> openings("russian")[0].name("en")
    'City Game (Gorodskaya partiya)'
    """

    names: Mapping[str, str]
    moves: tuple[str, ...]
    ballot: int | None = None

    def name(self, language: str = "en") -> str:
        """Return the name in a language, else in English, else in Latin letters, else any."""
        wanted = (language, "en", "ru-Latn", *self.names)
        return next(self.names[key] for key in wanted if key in self.names)


def opening_at(position: Position) -> Opening | None:
    """Return the opening whose defining position this is, or None.

    >>> opening_at(Position.initial("english").play("9-13")).name()
    'Edinburgh'
    """
    return _by_key(position.variant).get(position.key)


def opening_of(positions: Iterable[Position]) -> Opening | None:
    """Return the last named opening that a game reaches, or None.

    >>> import crownhead as ch
    >>> game = ch.Game("english")
    >>> for move in ("11-15", "23-19", "8-11", "22-17", "4-8"):
    ...     _ = game.play(move)
    >>> opening_of(game.positions).name()
    'Old Fourteenth'
    """
    found = None
    named: Mapping[int, Opening] | None = None
    for position in positions:
        if named is None:  # all of them are of one game
            named = _by_key(position.variant)
        found = named.get(position.key, found)
    return found


def openings(variant: str | Variant) -> tuple[Opening, ...]:
    """Return the named openings of a game, in the order of their sources.

    >>> len(openings("english")) > 174, openings("killer")
    (True, ())
    """
    return tuple(opening for opening, _ in defining(get(variant)))


def positions_of(name: str, variant: Variant | None = None) -> list[Position]:
    """Return the positions that define openings of this name, in any language and case.

    Raises `CrownheadError` where no opening has it.

    >>> positions_of("old fourteenth")[0].turn
    'white'
    """
    wanted = name.casefold().strip()
    games = [variant] if variant is not None else [get(key) for key in (*_tables(), *_LENT)]
    found = [
        position
        for game in games
        for opening, position in defining(game)
        if wanted in (known.casefold() for known in opening.names.values())
    ]
    if not found:
        raise CrownheadError(f"No opening is called {name[:60]!r}", "opening", text=name[:60])
    return found


@cache
def _by_key(variant: Variant) -> Mapping[int, Opening]:
    found: dict[int, Opening] = {}
    for opening, position in defining(variant):
        found.setdefault(position.key, opening)
    return MappingProxyType(found)


@cache
def defining(variant: Variant) -> tuple[tuple[Opening, Position], ...]:
    """Return the named openings of a game, each with the position that defines it."""
    found = []
    lent = variant.key in _LENT
    for row in _tables().get(_LENT.get(variant.key, variant.key), ()):
        if not lent or row.get("brazilian_legal", True):
            found.append(_opening(variant, row["names"], row["moves"].split(), row.get("ballot")))
    if variant.key == _BALLOTS[0]:
        for card in deck(_BALLOTS[1]).cards:
            if card.name:
                found.append(_opening(variant, {"en": card.name}, card.moves, card.number))
    return tuple(found)


def _opening(
    variant: Variant, names: Mapping[str, str], moves: Iterable[str], ballot: int | None
) -> tuple[Opening, Position]:
    position = Position.initial(variant)
    for move in moves:
        position = position.play(move)
    return Opening(MappingProxyType(dict(names)), tuple(moves), ballot), position


@cache
def _tables() -> Mapping[str, list[dict[str, Any]]]:
    text = files("crownhead").joinpath(_FILE).read_text(encoding="utf-8")
    tables: Mapping[str, list[dict[str, Any]]] = json.loads(text)["openings"]
    return tables
