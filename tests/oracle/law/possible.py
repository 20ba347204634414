"""What could happen next: the kinds of event that a side can bring about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache

from oracle.law import claims, steps
from oracle.law.setup import Setup
from oracle.law.state import State

from crownhead.events import EVENTS, DrawClaimed, Event, Huffed, Played
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
    """Yield one event of each kind, the one most likely to be allowed.

    Events whose only fields are a side or a number of plies need no line here; those that belong to
    neither player are tried for both sides.
    """
    moves = state.position.legal_moves
    if state.turn == by and len(moves):
        yield Played(by, moves[0].notation("hub"), at=at)
    if state.turn == by and state.fault is not None:
        yield Huffed(by, state.fault.pieces[0], at=at)
    simple = {"by": by, "plies": 1, "left": 1, "advantage": True, "winner": None}
    for kind in EVENTS.values():
        if kind not in (Played, Huffed, DrawClaimed):
            names = _fields(kind)
            told = {name: value for name, value in simple.items() if name in names}
            for side in (by, other(by)) if "side" in names else (by,):
                yield kind(**told, **({"side": side} if "side" in names else {}), at=at)


@cache
def _fields(kind: type[Event]) -> frozenset[str]:
    return frozenset(field.name for field in fields(kind))
