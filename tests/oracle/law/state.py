"""Where a game stands: one immutable value, linked to the state before the last ply."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from oracle.law.clock import Clock

from crownhead.move import Move
from crownhead.outcome import Outcome
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.sides import Pair


@dataclass(frozen=True, slots=True)
class Fault:
    """A move that ignored or broke off a capture, while the opponent can still answer it (H).

    `pieces` are the squares on which the pieces that should have captured stand now. The time and
    lag of the move are those of its event.
    """

    by: Color
    pieces: tuple[int, ...]
    at: int | None = None
    lag: int = 0


@dataclass(frozen=True, slots=True)
class Takeback:
    """A request to go back by `plies` plies that nobody has answered yet."""

    by: Color
    plies: int


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Hold everything that decides what may happen next.

    `before` is the state in which the last ply was played, so that the chain of states is the
    game as it stands, without what was taken back. `events` counts the events that led here.
    """

    position: Position
    events: int = 0
    before: State | None = field(default=None, repr=False, compare=False)
    move: Move | None = None
    erred: bool = False  # whether it was a faulty one
    huff: int | None = None  # the event that huffed a piece since
    plies: int = 0
    plies_since_capture: int = 0
    draw_offer: Color | None = None
    offer_waits: Pair[int] = Pair(0, 0)  # own moves until the side may repeat its offer
    duties: Pair[int | None] = Pair(None, None)  # own moves made since a refusal
    fault: Fault | None = None
    compelled: bool = False  # the side to move must capture: its faulty move was taken back
    takeback: Takeback | None = None
    clock: Clock | None = None
    paused: bool = False
    at: int | None = None  # time of the last event that has one
    outcome: Outcome | None = None

    @property
    def turn(self) -> Color:
        """Return the side to move."""
        return self.position.turn

    def chain(self) -> Iterator[State]:
        """Yield this state, the one before the last ply, and so on to the start."""
        state: State | None = self
        while state is not None:
            yield state
            state = state.before
