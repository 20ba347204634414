"""Draws that a player claims: repetition and draw counts (E25, E26, P10).

A repetition is claimed by the player whose move produces it: after that move, until the opponent
moves, or before it, by announcing it. A full count is claimed by either side, or by announcing
the move that fills it. The announced move is not played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import get_args

from oracle.law import repetition
from oracle.law.setup import Setup
from oracle.law.state import State

from crownhead.errors import IllegalMove
from crownhead.events import DrawClaimed
from crownhead.move import Move
from crownhead.outcome import Outcome, Termination
from crownhead.position import Position
from crownhead.reasons import (
    FaultUnanswered,
    NothingToClaim,
    NotYourTurn,
    Reason,
    RepetitionNotYours,
)
from crownhead.rules import Color
from crownhead.sides import other


@dataclass(frozen=True, slots=True)
class Claim:
    """Show a claim that `by` can make now; `move` is the move to announce with it, if any."""

    rule: str
    by: Color
    move: Move | None = None


def check(setup: Setup, state: State, event: DrawClaimed) -> Reason | None:
    """Return why the claim fails, or None; text that is no move raises `InvalidMove`."""
    if state.fault is not None:
        return FaultUnanswered(pieces=state.fault.pieces)
    if event.move is not None and event.by != state.turn:
        return NotYourTurn(turn=state.turn)
    try:
        if _grant(setup, state, event) is not None:
            return None
    except IllegalMove as error:
        return error.reason
    mover = other(state.turn)
    if event.move is None and event.by != mover and _is_repeated(setup, state):
        return RepetitionNotYours(by=mover)
    return NothingToClaim(by=event.by)


def apply(setup: Setup, state: State, event: DrawClaimed) -> State:
    """Return the state after a granted claim: the game is drawn."""
    return replace(state, outcome=_grant(setup, state, event))


def available(setup: Setup, state: State) -> Iterator[Claim]:
    """Yield every claim that would be granted now, those with an announced move last."""
    if state.outcome is not None or state.fault is not None:
        return
    for by in get_args(Color):
        granted = _grant(setup, state, DrawClaimed(by))
        if granted is not None:
            yield Claim(granted.rule, by)
    for move in state.position.legal_moves:
        granted = _after(setup, state, state.position.play(move))
        if granted is not None:
            yield Claim(granted.rule, state.turn, move)


def _grant(setup: Setup, state: State, event: DrawClaimed) -> Outcome | None:
    if event.move is not None:
        return _after(setup, state, state.position.play(event.move))
    counted = _full_count(setup, state.position)
    if counted is None and event.by != state.turn and _is_repeated(setup, state):
        return _repetition(setup)
    return counted


def _after(setup: Setup, state: State, position: Position) -> Outcome | None:
    counted = _full_count(setup, position)
    limit = setup.variant.rules.repetition
    if counted is not None or not limit or setup.repetition_automatic:
        return counted
    again = repetition.occurrences_after(state, position)
    return _repetition(setup) if again >= limit else None


def _is_repeated(setup: Setup, state: State) -> bool:
    limit = setup.variant.rules.repetition
    if not limit or setup.repetition_automatic:
        return False
    return repetition.occurrences(state) >= limit


def _repetition(setup: Setup) -> Outcome:
    return Outcome(None, Termination.REPETITION, setup.variant.rules.repetition_rule)


def _full_count(setup: Setup, position: Position) -> Outcome | None:
    for count, rule in zip(position.draw_counts, setup.variant.rules.draw_rules, strict=True):
        if count >= rule.plies and not setup.is_automatic(rule):
            return Outcome(None, Termination.DRAW_COUNT, rule.rule)
    return None
