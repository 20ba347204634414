"""Results: what the many ways of writing one mean, and how a GameType writes it."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, cast

from crownhead import _core
from crownhead.variants import Variant

Meaning = Literal["white", "black", "draw", "both lost", "open"]

LONGEST = 40
"""Characters of a result; what is longer is none."""


def meaning(text: str) -> Meaning | None:
    """Return what a result means, or None for a text that is no result.

    Letters behind it, as in `2-0F`, say how the game was won and change nothing.

    >>> meaning("2-0F"), meaning("1 - 1"), meaning("won")
    ('white', 'draw', None)
    """
    return None if len(text) > LONGEST else _meaning(text)


@lru_cache(1024)  # a file has few of them, and each of its games one
def _meaning(text: str) -> Meaning | None:
    return cast("Meaning | None", _core.pdn_meaning(text.encode(errors="surrogatepass")))


def decisive(text: str) -> bool:
    """Return whether a result is a win in single points: then it may name either side first.

    >>> decisive("1-0"), decisive("0 - 1F"), decisive("2-0"), decisive("1-1")
    (True, True, False, False)
    """
    return len(text) <= LONGEST and _core.pdn_decisive(text.encode(errors="surrogatepass"))


def swap_sides(text: str) -> str:
    """Return a win in single points as one of the other side; others are as they are.

    >>> swap_sides("1-0"), swap_sides("0-1F"), swap_sides("2-0")
    ('0-1', '1-0', '2-0')
    """
    if not decisive(text):
        return text
    return "0-1" if meaning(text) == "white" else "1-0"


def write(what: Meaning, variant: Variant | None, result_format: str = "") -> str:
    """Write a result as the GameType does, or as the tag ResultFormat asks.

    >>> from crownhead.variants import get
    >>> write("draw", get("international")), write("draw", get("frisian"))
    ('1-1', '1/2-1/2')
    """
    gametype = variant.gametype if variant else ""
    return _core.pdn_result(what, gametype, result_format.strip().lower())


def normalise(text: str, variant: Variant | None, result_format: str = "") -> str:
    """Return a result as the GameType writes it; other texts, and other formats, as they are.

    >>> from crownhead.variants import get
    >>> normalise("1-0", get("international")), normalise("1 1/2 - 1/2", None, "Delfts")
    ('2-0', '1 1/2 - 1/2')
    """
    what = meaning(text)
    if what is None or (result_format and what != "open"):
        return " ".join(text.split())
    return write(what, variant, result_format)
