"""The worth of a position in a comment, `[%eval 0.45]`: always White's, in men.

A win that is proved is written in the moves of the winner until it is there, `#5` for White and
`#-5` for Black; `#` and `#-` are wins in a number of moves that nobody knows.
"""

from __future__ import annotations

from crownhead import _core


def write_evaluation(score: int) -> str:
    """Return the value of the command for a score in hundredths of a man, White's.

    >>> [write_evaluation(score) for score in (45, -7, 29_991, -29_991, 29_990, -29_700)]
    ['0.45', '-0.07', '#5', '#-5', '#5', '#-']
    """
    return _core.write_evaluation(score)


def read_evaluation(comment: str) -> int | None:
    """Return what a comment says of the position, in hundredths of a man for White, or None.

    A win is read as the longest one that the number of moves allows, at most as `scores` has them.

    >>> read_evaluation("[%eval -0.45] [%clk 0:10]"), read_evaluation("[%eval #-3]")
    (-45, -29994)
    >>> read_evaluation("[%eval #]"), read_evaluation("[%eval]"), read_evaluation("good")
    (29600, None, None)
    """
    return _core.read_evaluation(comment)
