"""The duty of the side that refuses a draw: win, or show a decided advantage (E24).

The refusal starts a count of the refuser's own moves; a duty that runs already is not started
again by a second refusal. Both sides may be under it at once. When the count is full the game
waits for a verdict, once a faulty move by that side has been answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import get_args

from oracle.law.setup import Setup
from oracle.law.state import State

from crownhead.events import Adjudicated
from crownhead.outcome import Outcome, Termination
from crownhead.reasons import NoVerdictDue, Reason
from crownhead.rules import Color


@dataclass(frozen=True, slots=True)
class Duty:
    """Show the count of `side`, who refused a draw: `made` of `limit` own moves.

    >>> Duty("white", 12, 40).left
    28
    """

    side: Color
    made: int
    limit: int

    @property
    def left(self) -> int:
        """Return how many own moves are left."""
        return max(0, self.limit - self.made)


def duties(setup: Setup, state: State) -> Iterator[Duty]:
    """Yield the counts that run, the fullest first."""
    if state.duties.white is None and state.duties.black is None:
        return iter(())
    running = [
        Duty(side, made, setup.refusal_duty)
        for side in get_args(Color)
        if (made := state.duties.of(side)) is not None
    ]
    return iter(sorted(running, key=lambda duty: duty.left))


def awaited_side(setup: Setup, state: State) -> Color | None:
    """Return the side on which the game waits for a verdict, or None."""
    if state.outcome is not None:
        return None
    for duty in duties(setup, state):
        if not duty.left and (state.fault is None or state.fault.by != duty.side):
            return duty.side
    return None


def take_on(setup: Setup, state: State, refuser: Color) -> State:
    """Return the state after `refuser` declined a draw."""
    if not setup.refusal_duty or state.duties.of(refuser) is not None:
        return state
    return replace(state, duties=state.duties.put(refuser, 0))


def count_move(state: State, by: Color) -> State:
    """Return the state after `by` has made one more of his own moves."""
    made = state.duties.of(by)
    return state if made is None else replace(state, duties=state.duties.put(by, made + 1))


def restart_counts(setup: Setup, state: State) -> State:
    """Return the state after a capture or a move of a man, which may restart the counts."""
    if not setup.reset_on_progress:
        return state
    for side in get_args(Color):
        if state.duties.of(side) is not None:
            state = replace(state, duties=state.duties.put(side, 0))
    return state


def check(setup: Setup, state: State, event: Adjudicated) -> Reason | None:
    """Return why a verdict is not allowed, or None."""
    return None if awaited_side(setup, state) == event.side else NoVerdictDue(side=event.side)


def apply(state: State, event: Adjudicated) -> State:
    """Return the state after a verdict: play goes on without the count, or a draw."""
    if event.advantage:
        return replace(state, duties=state.duties.put(event.side, None))
    return replace(state, outcome=Outcome(None, Termination.REFUSAL_DUTY, "E24"))
