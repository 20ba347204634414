"""How often the position has stood on the board with the same side to move (E25, P10)."""

from __future__ import annotations

from itertools import islice

from crownhead.position import Position
from crownhead.procedure.state import State
from crownhead.variants import Variant


def rule_id(variant: Variant) -> str:
    """Return the rule under which a repetition draws: E25 in English draughts, else P10."""
    return "E25" if variant.key == "english" else "P10"


def occurrences(state: State) -> int:
    """Count how often the present position has occurred, this time included."""
    return 1 + _among(state, state.position, skip=1)


def occurrences_after(state: State, position: Position) -> int:
    """Count how often `position` will have occurred if the next ply brings it about."""
    return 1 + _among(state, position, skip=0)


def _among(state: State, position: Position, skip: int) -> int:
    # Nothing before the last capture can come back.
    reachable = islice(state.chain(), skip, state.plies_since_capture + 1)
    key = position.key
    return sum(s.position.key == key and s.position == position for s in reachable)
