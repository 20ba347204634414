"""An evaluation given as a Python callable, for experiments: whatever it does is a stranger's."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from math import isfinite
from typing import Final, SupportsFloat

from crownhead.errors import EvaluationError
from crownhead.position import Position

Evaluate = Callable[[Position], SupportsFloat]
"""What a position is worth to the side to move, in hundredths of a man."""

MOST: Final = 30_000
_ids = count(1)


class Evaluation:
    """Ask a callable what positions are worth, and say clearly what is wrong with an answer.

    The core calls it on the thread of the search, which holds Python's lock for as long as an
    answer takes. `id` tells its values apart from others that a table remembers. It changes with an
    error, since what was remembered until then may be wrong.

    >>> Evaluation(lambda position: 12.6)(Position.initial())
    13
    >>> Evaluation(lambda position: "much")(Position.from_fen("W:W30:B9", "english"))
    Traceback (most recent call last):
        ...
    crownhead.errors.EvaluationError: evaluate: 'much' is no finite number, in W:W30:B9
    """

    type: Final = Position  # of what it is called with

    def __init__(self, evaluate: Evaluate) -> None:
        self._evaluate = evaluate
        self.id = next(_ids)

    def __call__(self, position: Position) -> int:
        """Return the value of a position, at most `MOST`. Raises `EvaluationError`."""
        try:
            answer = self._evaluate(position)
            value = float("nan" if isinstance(answer, str | bytes | bool) else answer)
        except BaseException as error:
            self.id = next(_ids)
            if not isinstance(error, Exception):
                raise
            what = f"{type(error).__name__}: {error}".removesuffix(": ")
            raise EvaluationError(f"evaluate: {what}, in {position.fen()}", position) from error
        if isfinite(value):
            return round(min(max(value, -MOST), MOST))
        self.id = next(_ids)
        what = f"{answer!r:.60} is no finite number, in {position.fen()}"
        raise EvaluationError(f"evaluate: {what}", position)
