"""Scores as people read them."""

from __future__ import annotations

from crownhead import _core
from crownhead.locales import Catalogue


def score_text(value: int, language: str = "en") -> str:
    """Return a score as men with a sign, or the moves in which a proved win is there.

    Tenths of a man are rounded, halves away from zero. A win is counted in moves of the side that
    wins, as in a move list; `#` alone is one that is proved in a number of moves nobody knows.

    >>> score_text(130), score_text(25), score_text(-4), score_text(29_991), score_text(-29_780)
    ('+1.3', '+0.3', '0.0', '#5', '–#')
    >>> score_text(-130, "de")
    '–1,3'
    """
    return _core.score_text(value, Catalogue(language).text("language.point"))
