"""What a search says: `info` with score and best line, and the moves in it."""

from __future__ import annotations

import math
from collections.abc import Iterable

from crownhead.engines.analysis import WIN, Analysis
from crownhead.engines.hub.syntax import Line
from crownhead.errors import CrownheadError
from crownhead.move import Move
from crownhead.position import Position

_WIN = 10_000
"""A win as engines write it, in hundredths: 99.93 is a win in seven plies."""
_NEAREST = 9_800  # from here on a score is a proven win
_UNPROVEN = WIN - 201  # the highest score of ours that claims none
_LONGEST_LINE = 200
_MOST_NODES = 2**63


def score(men: float) -> int:
    """Return a score in men as hundredths of ours.

    >>> score(-0.5), score(99.93)
    (-50, 29993)
    """
    hundredths = round(men * 100)
    size = abs(hundredths)
    if _NEAREST <= size <= _WIN:
        size += WIN - _WIN
    else:
        size = min(size, _UNPROVEN)
    return size if hundredths >= 0 else -size


def men(score: int) -> str:
    """Return one of our scores in men.

    >>> men(-50), men(29_993)
    ('-0.50', '99.93')
    """
    size = abs(score)
    size = size - WIN + _WIN if size > _UNPROVEN else min(size, _NEAREST - 1)
    return f"{'-' if score < 0 else ''}{size / 100:.2f}"


def read(line: Line, position: Position) -> Analysis:
    """Return what an `info` line says of a position.

    Everything is optional, and what is no number is left out. The line of moves is cut before
    the first that is not legal.
    """
    return Analysis(
        score(_number(line, "score", 1e6)),
        int(_number(line, "depth", 1e6)),
        int(_number(line, "nodes", _MOST_NODES)),
        max(_number(line, "time", 1e9), 0.0),
        moves(line.get("pv").split(), position),
    )


def write(found: Analysis) -> Line:
    """Return the `info` line of an analysis."""
    speed = found.nodes / found.seconds / 1e6 if found.seconds > 0 else 0.0
    said: dict[str, str | None] = {
        "depth": str(found.depth),
        "score": men(found.score),
        "nodes": str(found.nodes),
        "time": f"{found.seconds:.3f}",
        "nps": f"{speed:.3f}",
    }
    if found.line:
        said["pv"] = " ".join(move.notation("hub") for move in found.line)
    return Line("info", said)


def moves(texts: Iterable[str], position: Position) -> tuple[Move, ...]:
    """Return the moves that texts mean one after the other, as far as they are legal."""
    found: list[Move] = []
    for text in texts:
        try:
            move = position.parse(text)
            position = position.play(move)
        except CrownheadError:
            break
        found.append(move)
        if len(found) == _LONGEST_LINE:
            break
    return tuple(found)


def _number(line: Line, name: str, most: float) -> float:
    try:
        value = float(line.get(name))
    except ValueError:
        return 0.0
    return max(-most, min(value, most)) if math.isfinite(value) else 0.0
