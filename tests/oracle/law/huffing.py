"""Huffing: the answer to a move that ignores a capture or breaks one off (E20, RULES H).

Until his own next move the opponent huffs a piece that should have captured, compels the player
to capture, or lets the move stand. What the books leave open is decided like this:

- A faulty move that would end the game (the opponent has no move left, a draw count is full)
  does not end it before the opponent has answered; he then huffs, compels or says `stood`.
- A huff that takes the last piece wins at once (where the aim is to lose: it loses at once).
- A huff is a capture for every count of progress. It can take away the huffer's own last
  capture; if he has no move left he has lost (E22), the warning of the old manuals.
- A compelled player may not err again, and can no longer answer an earlier fault of the
  opponent. His clock stands as when he made the faulty move, without a bonus for it.
"""

from __future__ import annotations

from dataclasses import replace

from oracle.law import duty
from oracle.law.clock import Clock
from oracle.law.setup import Setup
from oracle.law.state import Fault, State

from crownhead.events import Compelled, Huffed, Played, Stood
from crownhead.move import Move
from crownhead.position import Position
from crownhead.reasons import HuffingOff, NothingToHuff, NotHuffable, NotYourTurn, Reason

FaultAnswer = Huffed | Compelled | Stood


def fault(position: Position, move: Move, event: Played) -> Fault:
    """Return the fault that `move`, a faulty one, commits in `position`.

    After a series broken off it is the moving piece that should have captured; else every piece
    that could, wherever it stands after the move.
    """
    if move.is_capture:
        pieces: tuple[int, ...] = (move.target,)
    else:
        stands = (move.target if s == move.origin else s for s in position.must_capture)
        pieces = tuple(sorted(stands))
    return Fault(event.by, pieces, event.at, event.lag)


def check(setup: Setup, state: State, event: FaultAnswer) -> Reason | None:
    """Return why the event is not allowed, or None."""
    if not setup.huffing:
        return HuffingOff()
    if state.fault is None:
        return NothingToHuff()
    if event.by != state.turn:
        return NotYourTurn(turn=state.turn)
    if isinstance(event, Huffed) and event.square not in state.fault.pieces:
        return NotHuffable(square=event.square, pieces=state.fault.pieces)
    return None


def apply(setup: Setup, state: State, event: FaultAnswer) -> State:
    """Return the state after an allowed event."""
    if isinstance(event, Compelled):
        return _compel(state, event)
    if isinstance(event, Stood):
        return replace(state, fault=None)
    position = state.position.without(event.square)
    after = replace(state, position=position, fault=None, plies_since_capture=0, huff=state.events)
    return duty.restart_counts(setup, after)


def _compel(state: State, event: Compelled) -> State:
    assert state.before is not None
    return replace(
        state.before,
        events=state.events,
        at=state.at,
        fault=None,
        compelled=True,
        takeback=None,
        clock=_give_back_clock(state, event.at),
    )


def _give_back_clock(state: State, at: int | None) -> Clock | None:
    """Return the clock of the state before, with the time that both sides really used."""
    before = state.before.clock if state.before else None
    now, fault = state.clock, state.fault
    if before is None or now is None or fault is None or fault.at is None or at is None:
        return before
    settled = before.settle(fault.at, fault.lag)
    left = settled.left.put(state.turn, now.settle(at).left.of(state.turn))
    return replace(settled, left=left).start(fault.by, at)
