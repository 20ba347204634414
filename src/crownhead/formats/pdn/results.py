"""Results: what the many ways of writing one mean, and how a GameType writes it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from crownhead import _core
from crownhead.variants import Variant

Meaning = Literal["white", "black", "draw", "both lost", "open"]

LONGEST = 40

_MEANINGS: dict[str, Meaning] = {
    "1-0": "white",
    "2-0": "white",
    "0-1": "black",
    "0-2": "black",
    "1-1": "draw",
    "1/2-1/2": "draw",
    "0.5-0.5": "draw",
    ".5-.5": "draw",
    "1/2": "draw",
    "0-0": "both lost",
    "*": "open",
    "?": "open",
    "": "open",
}
_SINGLE = re.compile(r"[01][-:‐‑‒–—−][01][A-Za-z]{0,3}")
_HALVES = str.maketrans({"½": "1/2", ",": "."} | dict.fromkeys(":‐‑‒–—−\x96\x97", "-"))


def meaning(text: str) -> Meaning | None:
    """Return what a result means, or None for a text that is no result.

    Letters behind it, as in `2-0F`, say how the game was won and change nothing.

    >>> meaning("2-0F"), meaning("1 - 1"), meaning("won")
    ('white', 'draw', None)
    """
    return None if len(text) > LONGEST else _meaning(text)


@lru_cache(1024)  # a file has few of them, and each of its games one
def _meaning(text: str) -> Meaning | None:
    plain = re.sub(r"\s+", "", text.translate(_HALVES))
    return _MEANINGS.get(re.sub(r"(?<=\d)[A-Za-z]{1,3}$", "", plain))


def decisive(text: str) -> bool:
    """Return whether a result is a win in single points: then it may name either side first.

    >>> decisive("1-0"), decisive("0 - 1F"), decisive("2-0"), decisive("1-1")
    (True, True, False, False)
    """
    return _SINGLE.fullmatch("".join(text[:LONGEST].split())) is not None and meaning(text) in (
        "white",
        "black",
    )


def turned(text: str) -> str:
    """Return a win in single points as one of the other side; others are as they are.

    >>> turned("1-0"), turned("0-1F"), turned("2-0")
    ('0-1', '1-0', '2-0')
    """
    if not decisive(text):
        return text
    return "0-1" if meaning(text) == "white" else "1-0"


def written(what: Meaning, variant: Variant | None, result_format: str = "") -> str:
    """Write a result as the GameType does, or as the tag ResultFormat asks.

    >>> from crownhead.variants import get
    >>> written("draw", get("international")), written("draw", get("frisian"))
    ('1-1', '1/2-1/2')
    """
    gametype = variant.gametype if variant else ""
    return _core.pdn_result(what, gametype, result_format.strip().lower())


def normal(text: str, variant: Variant | None, result_format: str = "") -> str:
    """Return a result as the GameType writes it; other texts, and other formats, as they are.

    >>> from crownhead.variants import get
    >>> normal("1-0", get("international")), normal("1 1/2 - 1/2", None, "Delfts")
    ('2-0', '1 1/2 - 1/2')
    """
    what = meaning(text)
    if what is None or (result_format and what != "open"):
        return " ".join(text.split())
    return written(what, variant, result_format)
