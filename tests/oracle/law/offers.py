"""Draw offers: made, accepted, declined, withdrawn (E23, RULES D).

An offer stands until the other side answers it; making a move declines it. A side may offer again
after the other side has made an offer, or after 10 own moves.
"""

from __future__ import annotations

from dataclasses import replace

from oracle.law import duty
from oracle.law.setup import Setup
from oracle.law.state import State

from crownhead.events import DrawAccepted, DrawDeclined, DrawOffered, DrawWithdrawn
from crownhead.outcome import Outcome, Termination
from crownhead.reasons import (
    DrawOfferStands,
    DrawOfferTooEarly,
    DrawOfferTooSoon,
    NoDrawOffer,
    NotYourDrawOffer,
    OwnDrawOffer,
    Reason,
)
from crownhead.rules import Color
from crownhead.sides import other

REPEAT_AFTER = 10  # D: own moves

OfferEvent = DrawOffered | DrawAccepted | DrawDeclined | DrawWithdrawn


def check(setup: Setup, state: State, event: OfferEvent) -> Reason | None:
    """Return why the event is not allowed, or None."""
    if isinstance(event, DrawOffered):
        return _check_offer(setup, state, event.by)
    if state.draw_offer is None:
        return NoDrawOffer()
    if isinstance(event, DrawWithdrawn):
        return None if event.by == state.draw_offer else NotYourDrawOffer()
    return OwnDrawOffer() if event.by == state.draw_offer else None


def _check_offer(setup: Setup, state: State, by: Color) -> Reason | None:
    made = state.plies // 2
    if state.draw_offer is not None:
        return DrawOfferStands(by=state.draw_offer)
    if made < setup.offers_after:
        return DrawOfferTooEarly(moves=setup.offers_after, made=made)
    wait = state.offer_waits.of(by)
    return DrawOfferTooSoon(moves_left=wait) if wait else None


def apply(setup: Setup, state: State, event: OfferEvent) -> State:
    """Return the state after an allowed event."""
    if isinstance(event, DrawOffered):
        waits = state.offer_waits.put(event.by, REPEAT_AFTER).put(other(event.by), 0)
        return replace(state, draw_offer=event.by, offer_waits=waits)
    if isinstance(event, DrawDeclined):
        return decline(setup, state)
    if isinstance(event, DrawWithdrawn):
        return replace(state, draw_offer=None)
    assert isinstance(event, DrawAccepted)
    return replace(state, outcome=Outcome(None, Termination.AGREEMENT, "E23"))


def decline(setup: Setup, state: State) -> State:
    """Return the state after the standing offer is refused, in words or by a move."""
    assert state.draw_offer is not None
    refuser = other(state.draw_offer)
    return duty.take_on(setup, replace(state, draw_offer=None), refuser)


def count_move(setup: Setup, state: State, by: Color) -> State:
    """Return the state after `by` has moved: his offer waits one move less (D)."""
    if state.draw_offer == other(by):
        state = decline(setup, state)
    wait = state.offer_waits.of(by)
    return replace(state, offer_waits=state.offer_waits.put(by, max(0, wait - 1)))
