"""Where a game stands: one immutable value, linked to the state before the last ply."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from crownhead import _core
from crownhead.clock import Clock
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


class State(_core.LawState):
    """Hold everything that decides what may happen next.

    `before` is the state in which the last ply was played, so that the chain of states is the
    game as it stands, without what was taken back. What is plain is as the core has it; of other
    values the core tells the parts, and here they are made of them.
    """

    __slots__ = ("_control", "_position")

    def __init__(self, law: _core.LawState, control: TimeControl | None) -> None:
        super().__init__(law)
        self._control = control
        self._position: Position | None = None

    @property
    def position(self) -> Position:
        """The position on the board."""
        if self._position is None:
            self._position = cast(Position, super().position)
        return self._position

    @property
    def before(self) -> State | None:
        """The state in which the last ply was played, None at the start."""
        law = super().before
        return None if law is None else State(law, self._control)

    def chain(self) -> Iterator[State]:
        """Yield this state, the one before the last ply, and so on to the start."""
        state: State | None = self
        while state is not None:
            yield state
            state = state.before

    @property
    def offer_waits(self) -> Pair[int]:  # type: ignore[override]
        """The own moves until each side may repeat its draw offer."""
        return Pair(*super().offer_waits)

    @property
    def duties(self) -> Pair[int | None]:  # type: ignore[override]
        """The own moves that each side has made since it refused a draw (E24)."""
        return Pair(*super().duties)

    @property
    def fault(self) -> Fault | None:  # type: ignore[override]
        """The faulty move that can still be answered, or None (H)."""
        fault = super().fault
        return None if fault is None else Fault(*fault)

    @property
    def takeback(self) -> Takeback | None:  # type: ignore[override]
        """The standing take-back request, or None."""
        takeback = super().takeback
        return None if takeback is None else Takeback(*takeback)

    @property
    def clock(self) -> Clock | None:  # type: ignore[override]
        """The clock, or None where the game has none."""
        clock = super().clock
        if clock is None:
            return None
        assert self._control is not None
        return Clock.from_values(self._control, clock)

    @property
    def outcome(self) -> Outcome | None:  # type: ignore[override]
        """How the game ended, or None."""
        return outcome_of(super().outcome)

    def __eq__(self, value: object) -> bool:
        if not isinstance(value, State):
            return NotImplemented
        return self._compare() == value._compare()

    def __hash__(self) -> int:
        return hash((self.position, self.plies, self.events))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self._compare().items())
        return f"State({values})"

    def _compare(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in _core.state_fields() if name != "before"}
