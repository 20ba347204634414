"""How often the position has stood on the board with the same side to move (E25, P10)."""

from __future__ import annotations

from oracle.law.state import State

from crownhead.position import Position


def occurrences(state: State) -> int:
    """Count how often the present position has occurred, this time included."""
    return _count(state, state.position, state.plies_since_capture)


def occurrences_after(state: State, position: Position) -> int:
    """Count how often `position` will have occurred if the next ply brings it about."""
    return 1 + _count(state.before, position, state.plies_since_capture - 1)


def _count(state: State | None, position: Position, reach: int) -> int:
    """Count `position` among `state` and those an even number of plies, at most `reach`, before.

    Nothing from before the last capture can come back, and nothing with the other side to move.
    """
    key, found = position.key, 0
    while state is not None and reach >= 0:
        found += state.position.key == key and state.position == position
        state = state.before and state.before.before
        reach -= 2
    return found
