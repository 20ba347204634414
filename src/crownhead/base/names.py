"""Names of players and events: as they are searched for, and under which one they are told."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from sqlalchemy import ColumnElement, Select, and_, func, literal, select

from crownhead.base.schema import names
from crownhead.errors import CrownheadError

LONGEST = 300
RANKS = 3
"""How well a name fits: as a whole, with whole words, or with parts of them."""

_PLAIN = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "ħ": "h",
        "ŧ": "t",
        "ı": "i",
        "ŋ": "n",
    }
)
"""Letters that Unicode does not take apart into a plain one and a mark."""
_JOINED = dict.fromkeys(map(ord, "'’`´ʼ\\"))
_UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))


@lru_cache(65_536)
def folded(name: str) -> str:
    """Return a name as it is searched for: without case, accents and punctuation, ü and ue alike.

    >>> folded("Łoś,  Paweł"), folded("Müller") == folded("MUELLER"), folded("D'Almeida")
    ('los pawel', True, 'dalmeida')
    """
    plain = unfolded = unicodedata.normalize("NFKD", name.casefold())
    if not unfolded.isascii():
        plain = "".join(c for c in unfolded if not unicodedata.combining(c)).translate(_PLAIN)
    plain = plain.translate(_JOINED)
    for pair, letter in _UMLAUTS:
        plain = plain.replace(pair, letter)
    return " ".join("".join(c if c.isalnum() else " " for c in plain).split())


@lru_cache(65_536)
def parts(name: str) -> tuple[str, ...]:
    """Return the parts of a name in an order of their own, however they stood.

    >>> parts("Nowak, Ton") == parts("Ton Nowak")
    True
    """
    return tuple(sorted(folded(name).split()))


def named(text: str, rank: int, *, merged: bool = True) -> Select[tuple[int]]:
    """Return what asks for the names that have all parts of a text, in any order.

    `rank` 0 are those that have nothing else, 1 those with whole words, 2 all. With `merged`
    those come too that were merged with one of them. Raises `CrownheadError` for no name at all.
    """
    words = folded(text).split() if merged else _once_folded(text).split()
    if not words:
        raise CrownheadError("Query: a name has letters in it")
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
