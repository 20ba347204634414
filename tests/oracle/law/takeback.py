"""Taking back by consent: one side asks, the other agrees or does not.

An accepted request restores the state in which the first of the plies taken back was played, with
everything in it: counts, duties, a standing offer, an open right to huff, and the clocks as they
were when the player began to think about that ply. An offer that was answered or withdrawn since
does not come back, and a duty taken on by refusing it stays. A move ends a standing request.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from oracle.law import duty
from oracle.law.setup import Setup
from oracle.law.state import State, Takeback

from crownhead.events import TakebackAccepted, TakebackDeclined, TakebackRequested
from crownhead.reasons import (
    NoTakebackRequest,
    OwnTakebackRequest,
    Reason,
    TakebackStands,
    TakebackTooFar,
)
from crownhead.sides import other

TakebackEvent = TakebackRequested | TakebackAccepted | TakebackDeclined


def too_far(setup: Setup, state: State, plies: int) -> Reason | None:
    """Return why the game cannot go back by `plies` plies, or None."""
    most = max(0, state.plies - setup.opening)
    return None if 1 <= plies <= most else TakebackTooFar(plies=plies, most=most)


def check(setup: Setup, state: State, event: TakebackEvent) -> Reason | None:
    """Return why the event is not allowed, or None."""
    request = state.takeback
    if isinstance(event, TakebackRequested):
        if request is not None:
            return TakebackStands(by=request.by)
        return too_far(setup, state, event.plies)
    if request is None:
        return NoTakebackRequest()
    return OwnTakebackRequest() if request.by == event.by else None


def apply(setup: Setup, state: State, event: TakebackEvent) -> State:
    """Return the state after an allowed event."""
    if isinstance(event, TakebackRequested):
        return replace(state, takeback=Takeback(event.by, event.plies))
    if isinstance(event, TakebackDeclined) or state.takeback is None:
        return replace(state, takeback=None)
    assert isinstance(event, TakebackAccepted)
    earlier = next(islice(state.chain(), state.takeback.plies, None))
    if earlier.draw_offer not in (None, state.draw_offer):
        refuser = other(earlier.draw_offer)
        earlier = replace(earlier, draw_offer=None)
        if state.duties.of(refuser) is not None:
            earlier = duty.take_on(setup, earlier, refuser)
    clock = earlier.clock
    if clock is not None and event.at is not None:
        clock = clock.resume(event.at)
    return replace(earlier, events=state.events, at=state.at, takeback=None, clock=clock)
