"""Positions that are the same to whoever asks an engine: turned, mirrored, by other rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

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
    >>> key(start) == key(start.mirror()) == key(Position.initial("russian"))
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


def keys(positions: Iterable[Position]) -> frozenset[str]:
    """Return the keys of positions: long work for a long game."""
    return frozenset(map(key, positions))


def is_singular(table: Table, ahead: int = 0) -> bool:
    """Return whether a game has left behind, so many plies on, what many games have in common."""
    return table.game.state.plies + ahead >= _common_plies(table)


def _common_plies(table: Table) -> int:
    """Return how many plies of a game others have in common: none from a start of its own."""
    setup = table.terms.setup
    usual = setup.start.letters() == Position.initial(setup.variant).letters()
    return COMMON if usual else 0


def keys_around(table: Table) -> frozenset[str]:
    """Return the positions of a running game about which its players get no answer.

    They are the present one, the last before it beyond what many games have in common, and all that
    the next two plies lead to. Long work where there are many moves.
    """
    state, common = table.game.state, _common_plies(table)
    if state.plies == 0 and common:
        return frozenset()  # nothing has been played: it is everybody's start
    past = islice(state.chain(), PAST)
    found = (one.position for one in past if one is state or one.plies >= common)
    return keys(chain(found, _ahead(state.position)))


def _ahead(position: Position) -> Iterator[Position]:
    """Yield what the next plies lead to, at most `MOST_AHEAD` positions."""
    return islice(_after([position], AHEAD), MOST_AHEAD)


def _after(positions: Iterable[Position], plies: int) -> Iterator[Position]:
    if not plies:
        return
    near = []
    for position in positions:
        try:
            moves = position.legal_moves
        except TooComplex:
            continue
        for move in moves:
            near.append(position.play(move))
            yield near[-1]
    yield from _after(near, plies - 1)
