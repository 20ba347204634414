"""The worth of a position in a comment, `[%eval 0.45]`: always White's, in men.

A win that is proved is written in the moves of the winner until it is there, `#5` for White and
`#-5` for Black; `#` and `#-` are wins in a number of moves that nobody knows.
"""

from __future__ import annotations

import re

from crownhead import scores

SIGN = b"[%eval"
"""What a text has that may carry evaluations."""

# Possessive: blanks without an end must not take quadratic time.
_EVAL = re.compile(r"\[%eval\s++([+-]?)(#?)([+-]?)(\d{1,9}(?:\.\d{1,9})?)?(?=[\s,\]])")


def write_evaluation(score: int) -> str:
    """Return the value of the command for a score in hundredths of a man, White's.

    >>> [write_evaluation(score) for score in (45, -7, 29_991, -29_991, 29_990, -29_700)]
    ['0.45', '-0.07', '#5', '#-5', '#5', '#-']
    """
    if scores.proven(score) is None:
        return f"{'-' if score < 0 else ''}{abs(score) // 100}.{abs(score) % 100:02}"
    plies = scores.decided_in(score)
    moves = "" if plies is None else (abs(plies) + 1) // 2
    return f"#{'-' if score < 0 else ''}{moves}"


def read_evaluation(comment: str) -> int | None:
    """Return what a comment says of the position, in hundredths of a man for White, or None.

    A win is read as the longest one that the number of moves allows, at most as `scores` has them.

    >>> read_evaluation("[%eval -0.45] [%clk 0:10]"), read_evaluation("[%eval #-3]")
    (-45, -29994)
    >>> read_evaluation("[%eval #]"), read_evaluation("[%eval]"), read_evaluation("good")
    (29600, None, None)
    """
    found = _EVAL.search(comment)
    if found is None:
        return None
    before, decided, behind, number = found.groups()
    if decided:
        size = scores.PROVEN
        if number is not None:
            size = max(size, scores.WIN - 2 * min(scores.WIN, round(float(number))))
    elif number is None:
        return None
    else:
        size = min(round(100 * float(number)), scores.WIN)
    return -size if "-" in (before, behind) else size
