"""One step of a game: is the event allowed now, and what is the state after it?

`check` is the only place that says what is not allowed, `apply` the only one that changes states;
both hand on to the module of the event's own part.
"""

from __future__ import annotations

from dataclasses import replace

from oracle.law import claims, duty, ending, huffing, moves, offers, takeback, timing
from oracle.law.clock import Clock
from oracle.law.setup import Setup
from oracle.law.state import State

from crownhead.events import (
    Adjudicated,
    ClockSet,
    DrawClaimed,
    Event,
    Played,
    Resumed,
    TimeForfeited,
)
from crownhead.reasons import GameOver, GamePaused, Reason, RecordFull, VerdictDue

MOST_EVENTS = 5_000

_ENDS = ending.EndEvent | TimeForfeited | Adjudicated
_ALWAYS = offers.OfferEvent | ending.EndEvent  # while paused, and while a verdict is awaited


def start(setup: Setup) -> State:
    """Return the state before the first event; the game may be over already."""
    clock = None if setup.time is None else Clock.of(setup.time)
    return _settle(setup, State(position=setup.start, clock=clock))


def check(setup: Setup, state: State, event: Event) -> Reason | None:
    """Return why the event is not allowed now, or None.

    Raises `InvalidMove` or `AmbiguousMove` for the text of a move that is not one.
    """
    reason = check_moment(setup, state, event)
    return check_event(setup, state, event) if reason is None else reason


def check_moment(setup: Setup, state: State, event: Event) -> Reason | None:
    """Return why now is not the time for this kind of event, or None."""
    if state.outcome is not None:
        return GameOver()
    if state.events >= MOST_EVENTS and not isinstance(event, _ENDS):
        return RecordFull(limit=MOST_EVENTS)
    awaited = duty.awaited_side(setup, state)
    if awaited is not None and not isinstance(event, _ALWAYS | Adjudicated):
        return VerdictDue(side=awaited)
    if state.paused and not isinstance(event, _ALWAYS | Resumed | ClockSet):
        return GamePaused()
    reason = timing.check_time(state, event)
    if reason is None and isinstance(event, Played):
        return moves.check_turn(setup, state, event.by)
    return reason


def check_event(setup: Setup, state: State, event: Event) -> Reason | None:
    """Return why the event itself is not allowed, or None, at a moment that suits its kind."""
    if isinstance(event, Played):
        return moves.check(setup, state, event)
    if isinstance(event, offers.OfferEvent):
        return offers.check(setup, state, event)
    if isinstance(event, huffing.FaultAnswer):
        return huffing.check(setup, state, event)
    if isinstance(event, takeback.TakebackEvent):
        return takeback.check(setup, state, event)
    if isinstance(event, DrawClaimed):
        return claims.check(setup, state, event)
    if isinstance(event, timing.TimingEvent):
        return timing.check(state, event)
    if isinstance(event, Adjudicated):
        return duty.check(setup, state, event)
    if isinstance(event, ending.EndEvent):
        return None
    raise AssertionError(f"{event.kind} has no part")


def apply(setup: Setup, state: State, event: Event) -> State:
    """Return the state after an event that `check` has allowed."""
    after = _apply_part(setup, state, event)
    at = state.at if event.at is None else event.at
    after = replace(after, events=state.events + 1, at=at)
    if isinstance(event, Adjudicated) and after.clock is not None and at is not None:
        after = replace(after, clock=after.clock.resume(at))
    return _settle(setup, after)


def _apply_part(setup: Setup, state: State, event: Event) -> State:
    if isinstance(event, Played):
        return moves.apply(setup, state, event)
    if isinstance(event, offers.OfferEvent):
        return offers.apply(setup, state, event)
    if isinstance(event, huffing.FaultAnswer):
        return huffing.apply(setup, state, event)
    if isinstance(event, takeback.TakebackEvent):
        return takeback.apply(setup, state, event)
    if isinstance(event, DrawClaimed):
        return claims.apply(setup, state, event)
    if isinstance(event, timing.TimingEvent):
        return timing.apply(state, event)
    if isinstance(event, Adjudicated):
        return duty.apply(state, event)
    if isinstance(event, ending.EndEvent):
        return ending.apply(state, event)
    raise AssertionError(f"{event.kind} has no part")


def _settle(setup: Setup, state: State) -> State:
    """Return the state with what follows by itself: the end of the game, a stopped clock."""
    if state.outcome is None and state.fault is None:
        state = replace(state, outcome=ending.by_rules(setup, state))
    if state.outcome is not None:
        state = replace(state, draw_offer=None, takeback=None, fault=None)
    stands = state.outcome is not None or duty.awaited_side(setup, state) is not None
    if stands and state.clock is not None and state.at is not None:
        state = replace(state, clock=state.clock.pause(state.at))
    return state
