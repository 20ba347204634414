"""A move as part of the procedure: who may make it when, and what else it settles.

It declines a standing offer (D), counts for a refusal duty (E24), lets a fault of the opponent
stand (H3), ends a take-back request, presses the clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from oracle.law import duty, ending, huffing, offers
from oracle.law.setup import Setup
from oracle.law.state import State

from crownhead.errors import AmbiguousMove, CrownheadError, IllegalMove
from crownhead.events import Played
from crownhead.move import LegalMoves, Move
from crownhead.reasons import FaultUnanswered, NotYourTurn, Reason
from crownhead.rules import Color


def check_turn(setup: Setup, state: State, by: Color) -> Reason | None:
    """Return why `by` may make no move at all now, or None."""
    if by != state.turn:
        return NotYourTurn(turn=state.turn)
    if state.fault is not None and ending.by_rules(setup, state) is not None:
        return FaultUnanswered(pieces=state.fault.pieces)
    return None


def check(setup: Setup, state: State, event: Played) -> Reason | None:
    """Return why the move is not allowed, or None; text that is no move raises `InvalidMove`."""
    reason = check_turn(setup, state, event.by)
    if reason is None:
        try:
            _, faulty = find(setup, state, event.move, faulty=event.faulty)
        except IllegalMove as error:
            return error.reason
        if faulty and not event.faulty:
            return state.position.explain(event.move)
        if event.faulty and not faulty:
            raise CrownheadError(f"{event.move} is marked as faulty, but it is legal")
    return reason


def apply(setup: Setup, state: State, event: Played) -> State:
    """Return the state after an allowed move."""
    by, position = event.by, state.position
    move, faulty = find(setup, state, event.move, faulty=event.faulty)
    progress = move.is_capture or (position.piece_at(move.origin) or "").endswith("man")
    after = replace(
        state,
        position=position.play_faulty(move) if faulty else position.play(move),
        before=state,
        move=move,
        erred=faulty,
        huff=None,
        plies=state.plies + 1,
        plies_since_capture=0 if move.is_capture else state.plies_since_capture + 1,
        fault=huffing.fault(position, move, event) if faulty else None,
        compelled=False,
        takeback=None,
    )
    if event.at is not None and after.clock is not None:
        clock = after.clock if after.clock.begun else after.clock.start(by, event.at)
        after = replace(after, clock=clock.press(event.at, event.lag))
    after = duty.count_move(offers.count_move(setup, after, by), by)
    return duty.restart_counts(setup, after) if progress else after


def find(
    setup: Setup, state: State, move: Move | str, *, faulty: bool = False
) -> tuple[Move, bool]:
    """Return the move meant, and whether it is a faulty one (H).

    A legal move goes first, unless `faulty` asks for the other kind. Raises `IllegalMove`,
    `InvalidMove` or `AmbiguousMove` as `Position.parse` does.
    """
    position = state.position
    may_err = setup.huffing and not state.compelled
    if not (may_err and faulty):
        try:
            return _among(position.legal_moves, position.parse, move), False
        except IllegalMove:
            if not may_err:
                raise
    try:
        return _among(position.faulty_moves, position._parse_faulty, move), True
    except IllegalMove as error:
        raise IllegalMove(str(error), error.reason) from None


def notation(setup: Setup, state: State, move: Move, faulty: bool) -> str:
    """Return the shortest notation from which `find` gets the move back."""
    for form in ("short", "full"):
        text = move.notation(form)
        try:
            if find(setup, state, text, faulty=faulty) == (move, faulty):
                return text
        except (AmbiguousMove, IllegalMove):
            continue
    return move.notation("hub")


def _among(moves: LegalMoves, parse: Callable[[str], Move], move: Move | str) -> Move:
    if isinstance(move, str):
        return parse(move)
    return move if move in moves else parse(move.notation("hub"))
