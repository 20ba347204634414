"""What could happen next: the kinds of event that a side can bring about."""

from __future__ import annotations

from collections.abc import Iterator

from oracle.law import claims, steps
from oracle.law.setup import Setup
from oracle.law.state import State

from crownhead.events import (
    Adjudicated,
    Awarded,
    Compelled,
    DrawAccepted,
    DrawClaimed,
    DrawDeclined,
    DrawOffered,
    DrawWithdrawn,
    Event,
    Huffed,
    Paused,
    Played,
    Resigned,
    Resumed,
    Stood,
    TakebackAccepted,
    TakebackDeclined,
    TakebackRequested,
    TimeForfeited,
)
from crownhead.rules import Color
from crownhead.sides import other


def kinds(setup: Setup, state: State, by: Color, at: int | None) -> frozenset[str]:
    """Return the kinds of event that would be allowed at `at`, by default the last event's time.

    Verdicts, awards, pauses and flag falls belong to neither player and count for both.
    """
    if at is None:
        at = 0 if state.at is None else state.at
    found = {e.kind for e in _examples(state, by, at) if steps.check(setup, state, e) is None}
    now = DrawClaimed(by, at=at)
    claimed = (claim.by == by for claim in claims.available(setup, state))
    if steps.check_moment(setup, state, now) is None and any(claimed):
        found.add(now.kind)
    return frozenset(found)


def _examples(state: State, by: Color, at: int) -> Iterator[Event]:
    """Yield one event of each kind, the one most likely to be allowed."""
    if state.turn == by:
        moves = state.position.legal_moves
        if len(moves):
            yield Played(by, moves[0].notation("hub"), at=at)
        if state.fault is not None:
            yield Huffed(by, state.fault.pieces[0], at=at)
            yield Compelled(by, at=at)
            yield Stood(by, at=at)
    for answer in (DrawOffered, DrawAccepted, DrawDeclined, DrawWithdrawn, Resigned):
        yield answer(by, at=at)
    yield TakebackRequested(by, 1, at=at)
    yield TakebackAccepted(by, at=at)
    yield TakebackDeclined(by, at=at)
    for side in (by, other(by)):
        yield Adjudicated(side, True, at=at)
        yield TimeForfeited(side, at=at)
    yield Awarded(None, at=at)
    yield Paused(at=at)
    yield Resumed(at=at)
