"""What can be seen of a game: the part of `Game` that changes nothing."""

from __future__ import annotations

from crownhead.adjudication import Adjudicator
from crownhead.clock import Clock
from crownhead.counters import Counter, counters
from crownhead.errors import IllegalMove
from crownhead.events import Event, Played
from crownhead.move import Move
from crownhead.outcome import Outcome
from crownhead.position import Position
from crownhead.procedure import claims, duty, ending, moves, possible, steps
from crownhead.procedure.claims import Claim
from crownhead.procedure.duty import Duty
from crownhead.procedure.setup import Setup
from crownhead.procedure.state import State, Takeback
from crownhead.reasons import Reason
from crownhead.rules import Color
from crownhead.sides import Pair, other
from crownhead.variants import Variant


class GameView:
    """Show a game; `Game` adds everything that happens in it."""

    setup: Setup
    players: Pair[str]
    adjudicator: Adjudicator | None
    _events: list[Event]
    _state: State

    @property
    def variant(self) -> Variant:
        """Return the game that is played."""
        return self.setup.variant

    @property
    def start(self) -> Position:
        """Return the position it began from."""
        return self.setup.start

    @property
    def position(self) -> Position:
        """Return the position on the board."""
        return self._state.position

    @property
    def turn(self) -> Color:
        """Return the side to move; a huff does not change it."""
        return self._state.turn

    @property
    def moves(self) -> tuple[Move, ...]:
        """Return the moves that stand, without those taken back."""
        return tuple(s.move for s in self._states() if s.move is not None)

    @property
    def positions(self) -> tuple[Position, ...]:
        """Return the positions of the game as it stands, from the start to the present one.

        Between two of them lies a move; where a huff followed it, the position is the one after
        the huff.
        """
        return tuple(s.position for s in self._states())

    @property
    def events(self) -> tuple[Event, ...]:
        """Return everything that happened, in order."""
        return tuple(self._events)

    @property
    def state(self) -> State:
        """Return the whole state as one value."""
        return self._state

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None."""
        return self._state.outcome

    @property
    def clock(self) -> Clock | None:
        """Return the clock, or None where the game has none."""
        return self._state.clock

    @property
    def paused(self) -> bool:
        """Say whether the game is interrupted."""
        return self._state.paused

    @property
    def counters(self) -> tuple[Counter, ...]:
        """Return what is counting down, and under which rule."""
        return tuple(counters(self.setup, self._state))

    def allowed(self, by: Color, at: int | None = None) -> frozenset[str]:
        """Return the kinds of event that `by` can bring about now (at time `at`).

        Decisions that belong to neither player are in it too, where they are due.

        >>> from crownhead import Game
        >>> sorted(Game("english").allowed("white"))
        ['awarded', 'draw_offered', 'paused', 'resigned']
        """
        return possible.kinds(self.setup, self._state, by, at)

    def explain(self, move: Move | str) -> Reason | None:
        """Return why the move would be refused, or None; see `Position.explain`.

        Raises `InvalidMove` or `AmbiguousMove` for a text that names no single move.
        """
        now = Played(self.turn, "", at=self._state.at or 0)
        reason = steps.check_moment(self.setup, self._state, now)
        if reason is None:
            try:
                moves.find(self.setup, self._state, move)
            except IllegalMove as error:
                return error.reason
        return reason

    @property
    def draw_offer(self) -> Color | None:
        """Return the side whose draw offer stands, or None."""
        return self._state.draw_offer

    @property
    def would_refuse(self) -> bool:
        """Say whether declining the standing offer, as by a move, takes on a duty (E24)."""
        offer = self.draw_offer
        if offer is None or not self.setup.refusal_duty:
            return False
        return self._state.duties.of(other(offer)) is None

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Return the draws that can be claimed now, those with a move to announce last."""
        return tuple(claims.available(self.setup, self._state))

    @property
    def duties(self) -> tuple[Duty, ...]:
        """Return the running counts of E24, the fullest first; both sides may have one."""
        return tuple(duty.duties(self.setup, self._state))

    @property
    def duty(self) -> Duty | None:
        """Return the fullest running count of E24, or None."""
        return next(duty.duties(self.setup, self._state), None)

    @property
    def verdict_due(self) -> Color | None:
        """Return the side on which the game waits for a verdict, or None."""
        return duty.awaited(self.setup, self._state)

    @property
    def huffable(self) -> tuple[int, ...]:
        """Return the squares of the pieces that the side to move may huff now."""
        fault = self._state.fault
        return () if fault is None else fault.pieces

    @property
    def outcome_if_stood(self) -> Outcome | None:
        """Return how the game ends if the faulty move is let stand, or None if it goes on.

        Where it ends, no move can be played before `huff`, `compel` or `stand`.
        """
        return ending.by_rules(self.setup, self._state) if self.huffable else None

    @property
    def takeback(self) -> Takeback | None:
        """Return the standing take-back request, or None."""
        return self._state.takeback

    def _repr_svg_(self) -> str:
        from crownhead.formats import svg

        moves = self.moves
        return svg.board(self.position, last_move=moves[-1] if moves else None)

    def _states(self) -> list[State]:
        return list(self._state.chain())[::-1]

    def _answerer(self) -> Color:
        return self.turn if self.draw_offer is None else other(self.draw_offer)

    def _asked(self) -> Color:
        return self.turn if self.takeback is None else other(self.takeback.by)
