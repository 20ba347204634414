"""Positions that are the same to whoever asks an engine: turned, mirrored, by other rules."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from crownhead.errors import TooComplex
from crownhead.position import Position
from crownhead.server.room.table import Table

_TURNED = str.maketrans("wWbB", "bBwW")
_WIDTH = {32: 4, 50: 5, 72: 6, 64: 8, 100: 10, 144: 12}
"""Squares of a row, by those of the board."""
PAST = 8
"""Plies of the past that a question about a running game may not be about, either."""
AHEAD = 2
"""Plies ahead of a running game that it may not be about."""
COMMON = 10
"""Plies of a game that many games have in common: they are what books tell."""
MOST_AHEAD = 3_000
"""Positions ahead that are looked at; a position with more has kings wherever one looks."""


def key(position: Position) -> str:
    """Return the same text for a position turned by half a turn, mirrored, or of another variant.

    >>> start = Position.initial("english")
    >>> key(start) == key(start.mirrored()) == key(Position.initial("russian"))
    True
    """
    text = position.letters()
    turn, board = text[:1], text[1:]
    width = _WIDTH.get(len(board), len(board))
    rows = [board[start : start + width] for start in range(0, len(board), width)]
    flipped = "".join(row[::-1] for row in rows)
    forms = [turn + board, turn + flipped]
    forms += [(form[:1] + form[:0:-1]).translate(_TURNED) for form in forms]
    return min(forms)


def keys_around(table: Table) -> frozenset[str]:
    """Return the positions of a running game about which its players get no answer.

    They are the present one, the last before it beyond what many games have in common, and all that
    the next two plies lead to.
    """
    state = table.game.state
    if state.plies == 0:
        return frozenset()  # nothing has been played: it is everybody's start
    past = islice(state.chain(), PAST)
    found = {key(one.position) for one in past if one is state or one.plies >= COMMON}
    return frozenset(found | {key(position) for position in _ahead(state.position)})


def _ahead(position: Position) -> Iterable[Position]:
    near, found = [position], []
    try:
        for _ in range(AHEAD):
            near = [each.play(move) for each in near for move in each.legal_moves]
            found += near
            if len(found) > MOST_AHEAD:
                break
    except TooComplex:
        pass
    return found
