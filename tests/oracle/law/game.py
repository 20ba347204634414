"""One game by the oracle's law: what `crownhead.Game` does, step by step."""

from __future__ import annotations

from dataclasses import astuple, fields, is_dataclass
from typing import Any

from oracle.law import claims, counters, duty, ending, moves, possible, steps
from oracle.law.setup import Setup
from oracle.law.state import State

from crownhead.errors import CrownheadError, IllegalMove, NotAllowed
from crownhead.events import Event, Played
from crownhead.move import Move
from crownhead.reasons import Reason
from crownhead.rules import Color


class LawGame:
    """Follow a game by the oracle's law; what it refuses raises as `crownhead.Game` does."""

    def __init__(self, **agreed: Any) -> None:
        self.setup = Setup(**agreed)
        self.state: State = steps.start(self.setup)
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Add an event."""
        _allow(steps.check_moment(self.setup, self.state, event))
        reason = steps.check_event(self.setup, self.state, event)
        if reason is not None and isinstance(event, Played):
            raise IllegalMove(f"{event.move} is not allowed: {reason}", reason)
        _allow(reason)
        self.state = steps.apply(self.setup, self.state, event)
        self.events.append(event)

    def play(self, move: Move | str, by: Color, at: int | None, lag: int) -> Move:
        """Play a move in any notation, with huffing also a faulty one."""
        _allow(steps.check_moment(self.setup, self.state, Played(by, "", lag=lag, at=at)))
        found, faulty = moves.find(self.setup, self.state, move)
        text = moves.notation(self.setup, self.state, found, faulty)
        self.add(Played(by, text, faulty, lag, at=at))
        return found

    def explain(self, move: Move | str) -> Reason | None:
        """Return why a move would be refused, or None."""
        now = Played(self.state.turn, "", at=self.state.at or 0)
        reason = steps.check_moment(self.setup, self.state, now)
        if reason is None:
            try:
                moves.find(self.setup, self.state, move)
            except IllegalMove as error:
                return error.reason
        return reason

    def view(self, at: int | None) -> dict[str, object]:
        """Return everything that can be seen of the game, as plain values."""
        setup, state = self.setup, self.state
        return state_values(state) | {
            "draw counts": state.position.draw_counts,
            "moves": [str(s.move) for s in state.chain() if s.move is not None],
            "running duties": [(d.side, d.made, d.limit) for d in duty.duties(setup, state)],
            "due": duty.awaited_side(setup, state),
            "stood": ending.by_rules(setup, state) if state.fault is not None else None,
            "counters": [
                (c.rule, c.plies, c.limit, c.unit, c.side, c.resets, c.automatic)
                for c in counters.counters(setup, state)
            ],
            "claims": [(c.rule, c.by, c.move) for c in claims.available(setup, state)],
            "allowed": [possible.kinds(setup, state, by, at) for by in ("white", "black")],
        }


def state_values(state: Any) -> dict[str, object]:
    """Return the fields of a state, the library's or the oracle's, but the state before it."""
    values = {each.name: getattr(state, each.name) for each in fields(State)}
    del values["before"]
    return {
        name: astuple(value) if is_dataclass(value) and not isinstance(value, type) else value
        for name, value in values.items()
    }


def _allow(reason: Reason | None) -> None:
    if reason is not None:
        raise NotAllowed(f"Not allowed now: {reason}", reason)


__all__ = ["CrownheadError", "LawGame", "state_values"]
