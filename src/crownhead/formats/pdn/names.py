"""Names of people and events, as they are searched for and compared."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

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
def fold(name: str) -> str:
    """Return a name as it is searched for: without case, accents and punctuation, ü and ue alike.

    >>> fold("Łoś,  Paweł"), fold("Müller") == fold("MUELLER"), fold("D'Almeida")
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
    return tuple(sorted(fold(name).split()))


def fits(text: str, name: str) -> bool:
    """Return whether a name has all parts of a text, in any order.

    >>> fits("nowak ton", "Nowak, Ton"), fits("sorensen", "Sørensen"), fits("?", "Anna")
    (True, True, False)
    """
    wanted, there = fold(text).split(), fold(name)
    return bool(wanted) and all(word in there for word in wanted)
