"""Detectors: each looks at a line of play for one kind of claim, and returns it or None.

They are the core's, so that the browser says what the library says. None of them judges how much
a claim matters, and none returns a claim that playing its line out does not confirm.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from crownhead import _core
from crownhead.analysis.claims import (
    Blocked,
    Breakthrough,
    Caught,
    Claim,
    Crowning,
    Exchange,
    Majority,
    Opposition,
    Shot,
    Tempo,
    replay_line,
)
from crownhead.move import Move
from crownhead.position import Position
from crownhead.renamed import formerly

Line = tuple[Move, ...]
C = TypeVar("C", bound=Claim)

Detector = Callable[[Position, Line], Claim | None]
"""Look for a claim in the best line from a position."""


def shot(start: Position, line: Line) -> Shot | None:
    """Return the shot with which the side to move begins the line, or None.

    The shortest part of the line that is a shot counts, for a shot ends where its gain is safe.
    """
    return _detect(Shot, "shot", start, line)


def exchange(start: Position, line: Line) -> Exchange | None:
    """Return the gain of material that the line brings the side to move, or None."""
    return _detect(Exchange, "exchange", start, line)


def find_caught(start: Position, line: Line) -> Caught | None:
    """Return the king that the line catches for the side to move, or None."""
    return _detect(Caught, "caught", start, line)


caught = formerly("caught", find_caught)


def tempo(start: Position, line: Line) -> Tempo | None:
    """Return the position of the line in which each move of the opponent loses pieces, or None."""
    return _detect(Tempo, "tempo", start, line)


def breakthrough(start: Position, line: Line) -> Breakthrough | None:
    """Return the crowning for which the line gives a piece, or None."""
    return _detect(Breakthrough, "breakthrough", start, line)


def crowning(start: Position, line: Line) -> Crowning | None:
    """Return the crowning that the line brings the side to move, before its opponent's, or None."""
    return _detect(Crowning, "crowning", start, line)


def find_block(start: Position, line: Line) -> Blocked | None:
    """Return the block with which the line ends, or None."""
    return _detect(Blocked, "blocked", start, line)


def opposition(start: Position, line: Line) -> Opposition | None:
    """Return what the board shows of an opposition after the first move of a line, or None."""
    return _detect(Opposition, "opposition", start, line)


def majority(start: Position, line: Line) -> Majority | None:
    """Return the first reply of a line to which only the rule of choice forces, or None."""
    return _detect(Majority, "majority", start, line)


DETECTORS: tuple[Detector, ...] = (
    shot,
    find_caught,
    tempo,
    exchange,
    breakthrough,
    crowning,
    find_block,
)
"""In the order in which their claims are preferred."""


def _detect(kind: type[C], name: str, start: Position, line: Line) -> C | None:
    claim = claim_of(_core.detect_claim(name, start, line), start, line)
    assert claim is None or isinstance(claim, kind)
    return claim


def claim_of(found: _core.ClaimValues | None, start: Position, line: Line) -> Claim | None:
    """Return what the core found in a line as a claim."""
    if found is None:
        return None
    kind, before, plies, by, men, square, barred = found
    *_, start = replay_line(start, line[:before])
    part = line[before : before + plies]
    match kind:
        case "shot":
            return Shot(start, part, by, men)
        case "caught":
            return Caught(start, part, by, men)
        case "tempo":
            return Tempo(start, part, by, men)
        case "breakthrough":
            return Breakthrough(start, part, by, square)
        case "opposition":
            return Opposition(start, part, by)
        case "exchange":
            return Exchange(start, part, by, men)
        case "crowning":
            return Crowning(start, part, by, square)
        case "blocked":
            return Blocked(start, part, by)
        case "majority":
            assert barred is not None
            return Majority(start, part, by, barred)
    raise AssertionError(f"the core claims what has no name here: {kind}")
