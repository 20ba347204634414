"""One game: the procedure between two players, as a log of events.

Everything about a `Game` follows from what was agreed and from its events, so it can be stored
and replayed. Times are handed in as milliseconds; a game never looks at a clock of the machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock

from crownhead import _core, record
from crownhead.adjudication import Adjudicator, check_adjudicator
from crownhead.errors import CrownheadError
from crownhead.events import (
    Adjudicated,
    Awarded,
    ClockSet,
    Compelled,
    DrawAccepted,
    DrawClaimed,
    DrawDeclined,
    DrawOffered,
    DrawWithdrawn,
    Event,
    Huffed,
    Paused,
    Played,
    Resigned,
    Resumed,
    Stood,
    TakebackAccepted,
    TakebackDeclined,
    TakebackRequested,
    TimeForfeited,
)
from crownhead.gameview import GameView
from crownhead.hints import unheard
from crownhead.move import Move
from crownhead.position import Position
from crownhead.procedure.refusal import raise_for
from crownhead.procedure.setup import Draws, Setup, native, setup_of
from crownhead.renamed import formerly
from crownhead.rules import Color
from crownhead.sides import Pair, other
from crownhead.timecontrol import TimeControl
from crownhead.variants import Variant, get


class Game(GameView):
    """Play one game between two players; everything that happens is recorded.

    `huffing`, `refusal_duty` and the draw rules are those of the variant unless given. `draws`
    says who announces draws by repetition or count, `offers_after` from which move on a draw may
    be offered (FMJD: 40), `opening` how many plies a ballot card prescribes: they are not taken
    back. Without an `adjudicator` (see `crownhead.adjudication`) a full refusal duty waits for
    `adjudicate`.

    Every method that records an event raises `NotAllowed` with a `Reason` where the procedure
    forbids it now; nothing has changed then. `by` is a side, by default the one whose turn it is
    to do this; `at` is the time in milliseconds, needed where the game has a clock.

    >>> game = Game("english")
    >>> _ = game.play("11-15")
    >>> game.offer_draw("black")
    >>> game.decline_draw()
    >>> game.duty
    Duty(side='white', made=0, limit=40)
    """

    @unheard(fen="start=", position="start=", board="start=", clock="time=", time_control="time=")
    def __init__(
        self,
        variant: str | Variant | None = None,
        *,
        start: Position | str | None = None,
        huffing: bool | None = None,
        refusal_duty: int | None = None,
        reset_on_progress: bool = False,
        draws: Draws = "rules",
        offers_after: int = 0,
        opening: int = 0,
        time: TimeControl | None = None,
        adjudicator: Adjudicator | None = None,
        white: str = "",
        black: str = "",
    ) -> None:
        setup = Setup.of(
            _start(variant, start),
            huffing=huffing,
            refusal_duty=refusal_duty,
            reset_on_progress=reset_on_progress,
            draws=draws,
            offers_after=offers_after,
            opening=opening,
            time=time,
        )
        if record.name(white) is None or record.name(black) is None:
            raise CrownheadError(f"A name has at most {record.MAX_NAME} characters")
        self.setup = setup
        self.players = Pair(white, black)
        self.adjudicator = check_adjudicator(adjudicator)
        self._law = _core.LawGame.begun(native(setup), white, black)
        self._happened: list[Event] = []
        self._telling = Lock()
        self._shown = None

    # Moves

    def play(
        self, move: Move | str, *, by: Color | None = None, at: int | None = None, lag: int = 0
    ) -> Move:
        """Play a move, with huffing also a faulty one, and return it.

        `lag` milliseconds are not charged to the player's clock. Raises `IllegalMove` with the
        Reason, `InvalidMove`, `AmbiguousMove`, or `NotAllowed` where nothing may be played now.
        """
        if not isinstance(move, str | Move):
            raise TypeError(f"A move is a Move or its text, not {type(move).__name__}")
        by = self.turn if by is None else by
        Played(by, "", lag=lag, at=at)  # what is wrong with these values is said
        made = self._law.play(by, move, lag, at)
        if not isinstance(made, Move):
            raise_for(made, self.position, move)
        self.seek_verdict()
        return made

    def play_all(self, moves: Iterable[Move | str]) -> tuple[Move, ...]:
        """Play moves one after the other and return them; a text of several is split at blanks.

        Raises as `play` does for the first that is refused; those before it stay played.

        >>> [str(move) for move in Game("english").play_all("11-15 22-18 15x22")]
        ['11-15', '22-18', '15x22']
        """
        return tuple(
            self.play(move) for move in (moves.split() if isinstance(moves, str) else moves)
        )

    def push(self, move: Move | str) -> None:
        """Play a move, as `play` does; `pop` takes it back."""
        self.play(move)

    def pop(self) -> Move:
        """Take the last move back, with whatever happened since, and return it.

        It is taken out of the log as if it had never been played: for trying moves out, and for a
        game against oneself. Between two players it is `request_takeback`. A running clock stands.
        Raises `NotAllowed` where no move was played, and for those that a ballot card prescribes.

        >>> game = Game("english")
        >>> game.push("11-15")
        >>> str(game.pop()), game == Game("english")
        ('11-15', True)
        """
        last = self.state.move
        made = self._law.truncated(1)
        if not isinstance(made, _core.LawGame):
            raise_for(made, self.position, "")
        assert last is not None
        with self._telling:
            self._law = made
            self._happened = []
        return last

    # Draws

    def offer_draw(self, by: Color | None = None, *, at: int | None = None) -> None:
        """Offer a draw, by default for the side to move (D)."""
        self.add(DrawOffered(self.turn if by is None else by, at=at))

    def accept_draw(self, by: Color | None = None, *, at: int | None = None) -> None:
        """Agree to the standing offer: the game is drawn (E23)."""
        self.add(DrawAccepted(self.author_of("draw_accepted") if by is None else by, at=at))

    def decline_draw(self, by: Color | None = None, *, at: int | None = None) -> None:
        """Refuse the standing offer; this may take on the duty of E24."""
        self.add(DrawDeclined(self.author_of("draw_declined") if by is None else by, at=at))

    def withdraw_draw(self, by: Color | None = None, *, at: int | None = None) -> None:
        """Withdraw a standing offer of one's own."""
        self.add(DrawWithdrawn(self.author_of("draw_withdrawn") if by is None else by, at=at))

    def claim_draw(
        self, by: Color | None = None, move: Move | str | None = None, *, at: int | None = None
    ) -> None:
        """Claim a draw by repetition or count, or by the move that brings it about.

        Without `by` it is the side that just moved, or with `move` the side to move.
        """
        if by is None:
            by = other(self.turn) if move is None else self.turn
        self.add(DrawClaimed(by, None if move is None else str(move), at=at))

    # The duty of the side that refused a draw

    def adjudicate(
        self,
        advantage: bool,
        reason: str = "",
        *,
        side: Color | None = None,
        at: int | None = None,
    ) -> None:
        """Record the verdict: has the side that refused a draw shown a decided advantage?"""
        default = self.verdict_due or self.turn
        self.add(Adjudicated(default if side is None else side, advantage, reason, at=at))

    def seek_verdict(self) -> None:
        """Ask the adjudicator where a verdict is due, and record it; moves do this themselves."""
        side = self.verdict_due
        if side is None or self.adjudicator is None:
            return
        verdict = self.adjudicator.judge(self.position, side)
        if verdict is not None:
            self.adjudicate(verdict.advantage, verdict.reason, side=side, at=self.state.at)

    # Huffing

    def huff(self, square: int, *, by: Color | None = None, at: int | None = None) -> None:
        """Remove a piece that should have captured; the own move is still to be made (H1)."""
        self.add(Huffed(self.turn if by is None else by, square, at=at))
        self.seek_verdict()

    def compel(self, *, by: Color | None = None, at: int | None = None) -> None:
        """Take the faulty move back: its player must play a legal capture (H2)."""
        self.add(Compelled(self.turn if by is None else by, at=at))

    def stand(self, *, by: Color | None = None, at: int | None = None) -> None:
        """Accept the faulty move as it stands (H3); playing on does so too."""
        self.add(Stood(self.turn if by is None else by, at=at))
        self.seek_verdict()

    # The end, taking back, time

    def resign(self, by: Color | None = None, *, at: int | None = None) -> None:
        """Give up, by default for the side to move."""
        self.add(Resigned(self.turn if by is None else by, at=at))

    def award(
        self,
        winner: Color | None,
        reason: str = "",
        *,
        forfeit: bool = False,
        at: int | None = None,
    ) -> None:
        """End the game by an arbiter's decision; `winner` None is a draw."""
        self.add(Awarded(winner, reason, forfeit, at=at))

    def request_takeback(self, by: Color, plies: int = 1, *, at: int | None = None) -> None:
        """Ask to take back `plies` plies."""
        self.add(TakebackRequested(by, plies, at=at))

    def accept_takeback(self, by: Color | None = None, *, at: int | None = None) -> None:
        """Go back: everything is as it was before those plies, the clocks too."""
        self.add(TakebackAccepted(self.author_of("takeback_accepted") if by is None else by, at=at))

    def decline_takeback(self, by: Color | None = None, *, at: int | None = None) -> None:
        """Refuse to go back."""
        self.add(TakebackDeclined(self.author_of("takeback_declined") if by is None else by, at=at))

    def flag(self, side: Color | None = None, *, at: int | None = None) -> None:
        """Record that the time of `side` (by default the side to move) has run out: it loses."""
        self.add(TimeForfeited(self.turn if side is None else side, at=at))

    def pause(self, *, at: int | None = None) -> None:
        """Interrupt the game; the clock stands."""
        self.add(Paused(at=at))

    def resume(self, *, at: int | None = None) -> None:
        """Go on after a pause, or start the clock of the side to move."""
        self.add(Resumed(at=at))

    def set_clock(self, side: Color, left: int, *, at: int | None = None) -> None:
        """Give a side so many milliseconds, by an arbiter's decision.

        A take-back to a move before brings the earlier time back. Raises `NotAllowed` for a game
        without a clock, or one that is over.

        >>> game = Game("english", time=TimeControl.fischer(60_000, 0))
        >>> game.resume(at=0)
        >>> game.set_clock("black", 90_000, at=20_000)
        >>> game.clock.remaining("black", 25_000)
        85000
        """
        self.add(ClockSet(side, left, at=at))

    def without_last(self, plies: int = 1) -> Game:
        """Return a new game without the last plies and whatever happened since (solo undo).

        A running clock stands; `resume` starts it again. Raises `NotAllowed` beyond the start.
        """
        made = self._law.truncated(plies)
        if not isinstance(made, _core.LawGame):
            raise_for(made, self.position, "")
        return Game._of(made, self.adjudicator)

    truncated = formerly("truncated", without_last)

    # The log

    def to_json(self) -> str:
        """Return the game as one line of JSON.

        >>> Game.from_json(Game("lite").to_json()).variant.key
        'lite'
        """
        return self._law.json()

    @classmethod
    def from_json(cls, text: str, adjudicator: Adjudicator | None = None) -> Game:
        """Read a game written by `to_json` and replay it to the same state.

        Raises `InvalidRecord` saying what is wrong, and in which event (counted from 0). The
        adjudicator is not asked while replaying; `seek_verdict` asks it where it is due.
        """
        return cls._of(record.load(text), adjudicator)

    @classmethod
    def _of(cls, law: _core.LawGame, adjudicator: Adjudicator | None) -> Game:
        game = cls.__new__(cls)
        game.setup = setup_of(law.setup)
        game.players = Pair(*law.players)
        game.adjudicator = check_adjudicator(adjudicator)
        game._law = law
        game._happened = []
        game._telling = Lock()
        game._shown = None
        return game

    def add(self, event: Event) -> None:
        """Add an event, as a stored log or a server's command holds it.

        Raises `NotAllowed`, or for a move `IllegalMove` and its kin.
        """
        refused = self._law.add(event)
        if refused is not None:
            raise_for(refused, self.position, event)

    def follow(self, event: Event) -> None:
        """Add an event of a stored log, which may have been stored under an earlier law.

        Raises like `add`.
        """
        refused = self._law.follow(event)
        if refused is not None:
            raise_for(refused, self.position, event)

    def __eq__(self, value: object) -> bool:
        """Compare what was agreed, who plays, and what happened."""
        if not isinstance(value, Game):
            return NotImplemented
        return (
            self.setup == value.setup
            and self.players == value.players
            and self.events == value.events
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (Game.from_json, (self.to_json(),))

    def __repr__(self) -> str:
        result = self.outcome.result if self.outcome else "*"
        played = self.state.plies
        return f"<Game {self.variant.key}, {played} {'ply' if played == 1 else 'plies'}, {result}>"


def _start(variant: str | Variant | None, start: Position | str | None) -> Position:
    if isinstance(start, Position):
        if variant is not None and get(variant) != start.variant:
            raise CrownheadError("The start position belongs to another variant")
        # Only what a FEN holds is stored, so only that is played from.
        return Position.from_fen(start.fen(counters=True), start.variant)
    game = get("english" if variant is None else variant)
    return Position.initial(game) if start is None else Position.from_fen(start, game)
