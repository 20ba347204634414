"""Where a game stands: one immutable value, linked to the state before the last ply."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crownhead import _core
from crownhead.clock import Clock
from crownhead.move import Move
from crownhead.outcome import Outcome, outcome_of
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.sides import Pair
from crownhead.timecontrol import TimeControl


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


class State:
    """Hold everything that decides what may happen next.

    `before` is the state in which the last ply was played, so that the chain of states is the
    game as it stands, without what was taken back.
    """

    __slots__ = ("_control", "_law", "_position")

    def __init__(self, law: _core.LawState, control: TimeControl | None) -> None:
        self._law = law
        self._control = control
        self._position: Position | None = None

    @property
    def position(self) -> Position:
        """Return the position on the board."""
        if self._position is None:
            self._position = self._law.position
        return self._position

    @property
    def turn(self) -> Color:
        """Return the side to move."""
        return self._law.turn

    @property
    def before(self) -> State | None:
        """Return the state in which the last ply was played, None at the start."""
        law = self._law.before
        return None if law is None else State(law, self._control)

    @property
    def move(self) -> Move | None:
        """Return the last ply, None at the start."""
        return self._law.move

    @property
    def erred(self) -> bool:
        """Return whether the last ply was a faulty move (H)."""
        return self._law.erred

    def chain(self) -> Iterator[State]:
        """Yield this state, the one before the last ply, and so on to the start."""
        state: State | None = self
        while state is not None:
            yield state
            state = state.before

    @property
    def events(self) -> int:
        """Return how many events led here."""
        return self._law.events

    @property
    def huff(self) -> int | None:
        """Return the event, counted from 0, that huffed a piece since the last ply, or None."""
        return self._law.huff

    @property
    def plies(self) -> int:
        """Return how many plies stand."""
        return self._law.plies

    @property
    def plies_since_capture(self) -> int:
        """Return the plies since the last capture or huff."""
        return self._law.plies_since_capture

    @property
    def draw_offer(self) -> Color | None:
        """Return the side whose draw offer stands, or None."""
        return self._law.draw_offer

    @property
    def offer_waits(self) -> Pair[int]:
        """Return the own moves until each side may repeat its draw offer."""
        return Pair(*self._law.offer_waits)

    @property
    def duties(self) -> Pair[int | None]:
        """Return the own moves that each side has made since it refused a draw (E24)."""
        return Pair(*self._law.duties)

    @property
    def fault(self) -> Fault | None:
        """Return the faulty move that can still be answered, or None (H)."""
        fault = self._law.fault
        return None if fault is None else Fault(*fault)

    @property
    def compelled(self) -> bool:
        """Return whether the side to move must capture: its faulty move was taken back."""
        return self._law.compelled

    @property
    def takeback(self) -> Takeback | None:
        """Return the standing take-back request, or None."""
        takeback = self._law.takeback
        return None if takeback is None else Takeback(*takeback)

    @property
    def clock(self) -> Clock | None:
        """Return the clock, or None where the game has none."""
        clock = self._law.clock
        if clock is None:
            return None
        assert self._control is not None
        return Clock.told(self._control, clock)

    @property
    def paused(self) -> bool:
        """Return whether the game is interrupted."""
        return self._law.paused

    @property
    def at(self) -> int | None:
        """Return the time of the last event that has one."""
        return self._law.at

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None."""
        return outcome_of(self._law.outcome)

    def __eq__(self, value: object) -> bool:
        if not isinstance(value, State):
            return NotImplemented
        return self._compared() == value._compared()

    def __hash__(self) -> int:
        return hash((self.position, self.plies, self.events))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self._compared().items())
        return f"State({values})"

    def _compared(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in _core.state_fields() if name != "before"}
