"""The clock in the game: starting, pausing, flag fall, and the order of event times.

The clock starts with `Resumed`, or else with the first move, which is then free of charge.
"""

from __future__ import annotations

from dataclasses import replace

from oracle.law.huffing import FaultAnswer
from oracle.law.state import State

from crownhead.events import (
    Adjudicated,
    ClockSet,
    DrawClaimed,
    Event,
    Paused,
    Played,
    Resumed,
    TakebackAccepted,
    TimeForfeited,
)
from crownhead.outcome import Outcome, Termination
from crownhead.reasons import (
    GameRunning,
    NoClock,
    Reason,
    TimeBackwards,
    TimeIsOut,
    TimeMissing,
    TimeNotOut,
)
from crownhead.sides import other

TimingEvent = Paused | Resumed | ClockSet | TimeForfeited

_TIMED = Played | FaultAnswer | TakebackAccepted | Adjudicated | TimingEvent


def check_time(state: State, event: Event) -> Reason | None:
    """Return what is wrong with the event's time, or None: every event passes here."""
    clock = state.clock
    if event.at is None:
        return TimeMissing() if clock is not None and isinstance(event, _TIMED) else None
    if state.at is not None and event.at < state.at:
        return TimeBackwards(at=event.at, last=state.at)
    if clock is None or clock.running is None:
        return None
    if isinstance(event, Played | FaultAnswer | DrawClaimed):
        lag = event.lag if isinstance(event, Played) else 0
        if event.by == clock.running and clock.is_out(event.by, event.at, lag):
            return TimeIsOut(side=event.by)
    return None


def check(state: State, event: TimingEvent) -> Reason | None:
    """Return why the event is not allowed, or None."""
    clock = state.clock
    if isinstance(event, TimeForfeited):
        if clock is None:
            return NoClock()
        if event.at is None or not clock.is_out(event.side, event.at):
            return TimeNotOut(side=event.side, left=clock.remaining(event.side, event.at))
        return None
    if isinstance(event, ClockSet):
        return NoClock() if clock is None else None
    if isinstance(event, Resumed) and not state.paused and (clock is None or clock.begun):
        return GameRunning()
    return None


def apply(state: State, event: TimingEvent) -> State:
    """Return the state after an allowed event."""
    clock = state.clock
    if isinstance(event, TimeForfeited):
        return replace(state, outcome=Outcome(other(event.side), Termination.TIME, ""))
    if isinstance(event, ClockSet):
        assert clock is not None and event.at is not None
        return replace(state, clock=clock.adjust(event.side, event.left, event.at))
    assert isinstance(event, Paused | Resumed)
    if clock is not None and event.at is not None:
        if isinstance(event, Paused):
            clock = clock.pause(event.at)
        elif clock.begun:
            clock = clock.resume(event.at)
        else:
            clock = clock.start(state.turn, event.at)
    return replace(state, clock=clock, paused=isinstance(event, Paused))
