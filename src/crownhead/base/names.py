"""Names of players and events in a database: asking for those that fit."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from sqlalchemy import ColumnElement, Select, and_, func, literal, select

from crownhead.base.schema import names
from crownhead.errors import CrownheadError
from crownhead.formats.pdn.names import fold

LONGEST = 300
RANKS = 3
"""How well a name fits: as a whole, with whole words, or with parts of them."""


def match_name(text: str, rank: int, *, merged: bool = True) -> Select[tuple[int]]:
    """Return what asks for the names that have all parts of a text, in any order.

    `rank` 0 are those that have nothing else, 1 those with whole words, 2 all. With `merged`
    those come too that were merged with one of them. Raises `CrownheadError` for no name at all.
    """
    words = fold(text).split() if merged else _once_folded(text).split()
    if not words:
        raise CrownheadError("Query: a name has letters in it", "query_name")
    fitting = and_(*_fits(words, rank))
    if not merged:
        return select(names.c.id).where(fitting)
    person = func.coalesce(names.c.person, names.c.id)
    return select(names.c.id).where(person.in_(select(person).where(fitting)))


def _fits(words: list[str], rank: int) -> Iterator[ColumnElement[bool]]:
    whole = literal(" ").concat(names.c.folded).concat(" ")
    for word in words:
        yield names.c.folded.contains(word) if rank == 2 else whole.contains(f" {word} ")
    if rank == 0:
        yield func.length(names.c.folded) == len(" ".join(words))


def _once_folded(name: str) -> str:
    """Return a name as the format before this one folded it."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    kept = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return " ".join(kept.split())
