"""Scores as people read them."""

from __future__ import annotations

from crownhead.engines.interface import Analysis

_LEVEL = 5  # hundredths of a man below which a score is written as level


def score_text(value: int, language: str = "en") -> str:
    """Return a score as men with a sign, or the moves in which a proved win is there.

    Tenths of a man are rounded, halves away from zero. A win is counted in moves of the side that
    wins, as in a move list; `#` alone is one that is proved in a number of moves nobody knows.

    >>> score_text(130), score_text(25), score_text(-4), score_text(29_991), score_text(-29_780)
    ('+1.3', '+0.3', '0.0', '#5', '–#')
    >>> score_text(-130, "de")
    '–1,3'
    """
    known = Analysis(value, 0, 0, 0.0, ())
    if known.proven is not None:
        plies = known.decided_in
        moves = "" if plies is None else (abs(plies) + 1) // 2
        return f"{'–' if value < 0 else ''}#{moves}"
    if abs(value) < _LEVEL:
        text = "0.0"
    else:
        men, tenths = divmod((abs(value) + 5) // 10, 10)
        text = f"{'+' if value > 0 else '–'}{men}.{tenths}"
    return text.replace(".", ",") if language == "de" else text
