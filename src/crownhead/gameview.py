"""What can be seen of a game: the part of `Game` that changes nothing."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from crownhead import _core
from crownhead.adjudication import Adjudicator
from crownhead.clock import Clock
from crownhead.counters import Counter, Unit
from crownhead.events import Event, event_of
from crownhead.hints import Hinted, absent, hint, spell
from crownhead.move import LegalMoves, Move
from crownhead.outcome import Outcome, outcome_of
from crownhead.position import Position
from crownhead.procedure.claims import Claim
from crownhead.procedure.duty import Duty
from crownhead.procedure.refusal import reason_for
from crownhead.procedure.setup import Setup
from crownhead.procedure.state import State, Takeback
from crownhead.reasons import Reason
from crownhead.renamed import formerly
from crownhead.rules import Color, Progress
from crownhead.sides import Pair
from crownhead.variants import Variant


class GameView(metaclass=Hinted):
    """Show a game; `Game` adds everything that happens in it."""

    setup: Setup
    players: Pair[str]
    adjudicator: Adjudicator | None
    _law: _core.LawGame
    _happened: list[Event]
    _telling: Lock
    _shown: tuple[_core.LawGame, int, State] | None

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
        return self.state.position

    @property
    def turn(self) -> Color:
        """Return the side to move; a huff does not change it."""
        return self._law.turn

    @property
    def legal_moves(self) -> LegalMoves:
        """Return the legal moves of the position on the board, also where the game has ended.

        >>> from crownhead import Game
        >>> len(Game("english").legal_moves)
        7
        """
        return self.position.legal_moves

    @property
    def moves(self) -> tuple[Move, ...]:
        """Return the moves that stand, without those taken back."""
        return self._law.moves

    @property
    def positions(self) -> tuple[Position, ...]:
        """Return the positions of the game as it stands, from the start to the present one.

        Between two of them lies a move; where a huff followed it, the position is the one after
        the huff.
        """
        return cast(tuple[Position, ...], self._law.positions)

    @property
    def events(self) -> tuple[Event, ...]:
        """Return everything that happened, in order."""
        return tuple(self._log())

    @property
    def length(self) -> int:
        """Return how many events there are, which takes no time however many they are.

        >>> from crownhead import Game
        >>> game = Game("english")
        >>> _ = game.play("11-15")
        >>> game.length
        1
        """
        return self._law.length

    def events_after(self, number: int) -> tuple[Event, ...]:
        """Return the events that came after the first so many.

        >>> from crownhead import Game
        >>> game = Game("english")
        >>> _ = game.play_all("11-15 22-18")
        >>> [event.kind for event in game.events_after(1)]
        ['played']
        """
        return tuple(event_of(*told) for told in self._law.events(number))

    @property
    def state(self) -> State:
        """Return the whole state as one value."""
        # Another thread may change the game meanwhile: what is kept says how long the log was
        # before it was asked for.
        law, shown = self._law, self._shown
        length = law.length
        if shown is None or shown[0] is not law or shown[1] != length:
            self._shown = shown = law, length, State(law.state, self.setup.time)
        return shown[2]

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None."""
        return self.state.outcome

    @property
    def result(self) -> str:
        """Return `1-0`, `0-1` or `1/2-1/2`, White first, and `*` while the game goes on."""
        return "*" if self.outcome is None else self.outcome.result

    def is_game_over(self) -> bool:
        """Return whether the game has ended, on the board or by what the players did."""
        return self.outcome is not None

    @property
    def clock(self) -> Clock | None:
        """Return the clock, or None where the game has none."""
        return self.state.clock

    @property
    def paused(self) -> bool:
        """Return whether the game is interrupted."""
        return self.state.paused

    @property
    def counters(self) -> tuple[Counter, ...]:
        """Return what is counting down, and under which rule."""
        return tuple(_counter(*told) for told in self._law.counters())

    def allowed_events(self, by: Color, at: int | None = None) -> frozenset[str]:
        """Return the kinds of event that `by` can bring about now (at time `at`).

        Decisions that belong to neither player are in it too, where they are due.

        >>> from crownhead import Game
        >>> sorted(Game("english").allowed_events("white"))
        ['awarded', 'draw_offered', 'paused', 'resigned']
        """
        return frozenset(self._law.allowed(by, at))

    allowed = formerly("allowed", allowed_events)

    def author_of(self, kind: str) -> Color:
        """Return the side an event of a kind falls to, where one person has both sides.

        It answers the offer or the request, made the offer, or can claim; else it is to move.
        Raises `ValueError` for what is no kind of event.

        >>> from crownhead import Game
        >>> Game("english").author_of("played")
        'black'
        """
        return self._law.author_of(kind)

    @property
    def can_abort(self) -> bool:
        """Return whether the game can be given up without a result: not both sides have moved."""
        return self._law.can_abort

    @property
    def flag_falls(self) -> int | None:
        """Return when the flag of the running clock falls, None where no clock runs."""
        return self._law.flag_falls

    def fallen_flag(self, at: int) -> Color | None:
        """Return the side whose flag is down at a time but has not lost yet, or None."""
        return self._law.fallen_flag(at)

    def view_json(self, at: int | None = None) -> str:
        """Return all that is needed to draw the game and to take input, as JSON.

        `at` counts for what the sides may do while no event has a time. The fields are those of
        `crownhead.server.messages.views.View`, but what belongs to the table around the game.
        Raises `TooComplex`.

        >>> import json
        >>> from crownhead import Game
        >>> json.loads(Game("english").view_json())["board"][:14]
        'bbbbbbbbbbbbee'
        """
        return self.view_json_with_cost(at)[0]

    shown = formerly("shown", view_json)

    def view_json_with_cost(self, at: int | None = None) -> tuple[str, int]:
        """Return what `view_json` does, and the states of the core's budget that were spent on it.

        Raises `TooComplex`.

        >>> from crownhead import Game
        >>> 0 < Game("english").view_json_with_cost()[1] < 1_000
        True
        """
        return self._law.shown(at)

    shown_at_cost = formerly("shown_at_cost", view_json_with_cost)

    def explain(self, move: Move | str) -> Reason | None:
        """Return why the move would be refused, or None; see `Position.explain`.

        Raises `InvalidMove` or `AmbiguousMove` for a text that names no single move.
        """
        refused = self._law.explain(move)
        return None if refused is None else reason_for(refused, self.position, move)

    def check(self, event: Event) -> Reason | None:
        """Return why an event would be refused now, or None.

        Raises `InvalidMove` or `AmbiguousMove` for a text that names no single move.

        >>> from crownhead import Game
        >>> from crownhead.events import DrawAccepted
        >>> Game("english").check(DrawAccepted("white"))
        NoDrawOffer()
        """
        refused = self._law.check(event)
        return None if refused is None else reason_for(refused, self.position, event)

    def text_of(self, move: Move, *, faulty: bool = False, recorded: bool = False) -> str:
        """Return the shortest text that `play` takes for this very move.

        `faulty` says that it is one of the faulty moves (H). With `recorded` it is what a `Played`
        event holds, which tells of itself whether its move is a faulty one.

        >>> from crownhead import Game
        >>> game = Game("english")
        >>> game.text_of(game.position.parse("b6-c5"))
        '9-14'
        """
        return self._law.text_of(move, faulty, faulty and recorded)

    def texts(self, *, faulty: bool = False) -> tuple[str, ...]:
        """Return what `text_of` says of each legal move, or of each faulty one (H), in their order.

        All together cost little more than one of them. Raises `TooComplex`.

        >>> from crownhead import Game
        >>> Game("english").texts()[:3]
        ('9-14', '10-15', '11-16')
        """
        return tuple(self._law.texts(faulty))

    @property
    def draw_offer(self) -> Color | None:
        """Return the side whose draw offer stands, or None."""
        return self.state.draw_offer

    @property
    def would_refuse(self) -> bool:
        """Return whether declining the standing offer, as by a move, takes on a duty (E24)."""
        return self._law.would_refuse

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Return the draws that can be claimed now, those with a move to announce last."""
        return tuple(Claim(*told) for told in self._law.claims())

    @property
    def duties(self) -> tuple[Duty, ...]:
        """Return the counts of rule E24 that run, nearest its end first; both may have one."""
        return tuple(Duty(*told) for told in self._law.duties())

    @property
    def duty(self) -> Duty | None:
        """Return the fullest running count of E24, or None."""
        return next(iter(self.duties), None)

    @property
    def verdict_due(self) -> Color | None:
        """Return the side on which the game waits for a verdict, or None."""
        return self._law.verdict_due

    @property
    def huffable(self) -> tuple[int, ...]:
        """Return the squares of the pieces that the side to move may huff now."""
        fault = self.state.fault
        return () if fault is None else fault.pieces

    @property
    def outcome_if_stood(self) -> Outcome | None:
        """Return how the game ends if the faulty move is let stand, or None if it goes on.

        Where it ends, no move can be played before `huff`, `compel` or `stand`.
        """
        return outcome_of(self._law.outcome_if_stood)

    @property
    def takeback(self) -> Takeback | None:
        """Return the standing take-back request, or None."""
        return self.state.takeback

    @property
    def questions(self) -> dict[str, Color]:
        """Return what waits for an answer: the side that asks, by the kind of event that did.

        >>> from crownhead import Game
        >>> game = Game("english")
        >>> game.offer_draw("black")
        >>> game.questions
        {'draw_offered': 'black'}
        """
        return self.state.questions

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            said = hint("Game", name)
            if not said and hasattr(Position, name):
                said = f"write .position.{spell(Position, name)}"
            if not said and (of_board := hint("Position", name)):
                said = f"of .position, {of_board}"
            raise absent(self, name, said)

    def _repr_svg_(self) -> str:
        from crownhead.formats import svg

        moves = self.moves
        return svg.board(self.position, last_move=moves[-1] if moves else None)

    def _log(self) -> list[Event]:
        """Return what happened; what the core has read is made into events when asked for."""
        with self._telling:
            known = len(self._happened)
            if known < self._law.length:
                self._happened.extend(event_of(*told) for told in self._law.events(known))
            return self._happened


def _counter(
    rule: str, plies: int, limit: int, unit: Unit, side: Color | None, resets: int, automatic: bool
) -> Counter:
    return Counter(rule, plies, limit, unit, side, Progress(resets), automatic)
