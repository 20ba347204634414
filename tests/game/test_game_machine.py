"""Random games with random events: refusals change nothing, and every record replays."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from crownhead import Game
from crownhead.clock import TimeControl
from crownhead.errors import IllegalMove, NotAllowed
from crownhead.events import EVENTS
from crownhead.rules import Color
from crownhead.sides import other

COLORS = st.sampled_from(["white", "black"])
STARTS = st.sampled_from(
    [
        ("english", None),
        ("english", "W:W18,27,32,K30:B5,15,24,K4"),
        ("english", "W:WK29,K30,21:BK4,K3,12"),
        ("lite", None),
        ("lite", "W:Wc3,e3,Ka1:Bd4,f6,Kh8,Kb8"),
        ("international", "W:W28,37,47,K46:B23,32,33,42,K5"),
        ("frisian", "W:WK47,46:BK2,5"),
        ("antidraughts", "W:W31,32,K46:B8,9,K5"),
    ]
)
TIMES = st.sampled_from(
    [
        None,
        TimeControl.fischer(30_000, 1_000),
        TimeControl.delay(9_000, 900),
        TimeControl.per_move(9_000),
    ]
)


class Games(RuleBasedStateMachine):
    """Two players who try everything at any moment."""

    game: Game
    at: int

    @initialize(
        start=STARTS,
        huffing=st.booleans(),
        duty=st.sampled_from([0, 2, 5]),
        reset=st.booleans(),
        draws=st.sampled_from(["rules", "claim", "automatic"]),
        offers_after=st.sampled_from([0, 0, 2]),
        time=TIMES,
    )
    def begin(
        self,
        start: tuple[str, str | None],
        huffing: bool,
        duty: int,
        reset: bool,
        draws: str,
        offers_after: int,
        time: TimeControl | None,
    ) -> None:
        variant, fen = start
        self.game = Game(
            variant,
            start=fen,
            huffing=huffing,
            refusal_duty=0 if variant == "antidraughts" else duty,
            reset_on_progress=reset,
            draws=draws,  # type: ignore[arg-type]
            offers_after=offers_after,
            time=time,
        )
        self.at = 0

    def now(self, passed: int) -> int | None:
        if self.game.clock is None:
            return None
        self.at += passed
        return self.at

    @precondition(lambda self: self.game.outcome is None)
    @rule(choice=st.integers(0, 999), faulty=st.booleans(), passed=st.integers(0, 3_000))
    def play(self, choice: int, faulty: bool, passed: int) -> None:
        position = self.game.position
        moves = position.faulty_moves if faulty else position.legal_moves
        if len(moves):
            self.attempt(lambda at: self.game.play(moves[choice % len(moves)], at=at), passed)

    @rule(choice=st.integers(0, 999), passed=st.integers(0, 500))
    def answer_fault(self, choice: int, passed: int) -> None:
        squares = (*self.game.huffable, 1)
        calls = (
            lambda at: self.game.huff(squares[choice % len(squares)], at=at),
            lambda at: self.game.compel(at=at),
            lambda at: self.game.stand(at=at),
        )
        self.attempt(calls[choice % 3], passed)

    @rule(by=COLORS, what=st.sampled_from(["offer", "accept", "decline", "withdraw"]))
    def speak_of_a_draw(self, by: Color, what: str) -> None:
        if what == "accept" and len(self.game.events) < 15:
            what = "decline"
        self.attempt(lambda at: getattr(self.game, f"{what}_draw")(by, at=at), 0)

    @rule(by=st.one_of(st.none(), COLORS), choice=st.integers(-1, 99))
    def claim(self, by: Color | None, choice: int) -> None:
        moves = self.game.position.legal_moves
        move = moves[choice % len(moves)] if choice >= 0 and len(moves) else None
        self.attempt(lambda at: self.game.claim_draw(by, move, at=at), 0)

    @rule(by=COLORS, plies=st.integers(-1, 6), what=st.sampled_from(["ask", "agree", "refuse"]))
    def take_back(self, by: Color, plies: int, what: str) -> None:
        if what == "ask":
            if plies >= 0:
                self.attempt(lambda at: self.game.request_takeback(by, plies, at=at), 10)
        elif what == "agree":
            self.attempt(lambda at: self.game.accept_takeback(by, at=at), 10)
        else:
            self.attempt(lambda at: self.game.decline_takeback(by, at=at), 10)

    @rule(side=COLORS, advantage=st.booleans())
    def adjudicate(self, side: Color, advantage: bool) -> None:
        self.attempt(lambda at: self.game.adjudicate(advantage, "seen", side=side, at=at), 2_000)

    @rule(pause=st.booleans(), passed=st.integers(0, 5_000))
    def interrupt(self, pause: bool, passed: int) -> None:
        call = self.game.pause if pause else self.game.resume
        self.attempt(lambda at: call(at=at), passed)

    @rule(side=COLORS)
    def flag(self, side: Color) -> None:
        self.attempt(lambda at: self.game.flag(side, at=at), 100)

    @precondition(lambda self: len(self.game.events) > 20)
    @rule(by=COLORS)
    def resign(self, by: Color) -> None:
        self.attempt(lambda at: self.game.resign(by, at=at), 0)

    @precondition(lambda self: self.game.moves)
    @rule(plies=st.integers(1, 3))
    def truncate(self, plies: int) -> None:
        moves = self.game.moves
        if plies <= len(moves):
            assert self.game.without_last(plies).moves == moves[:-plies]

    def attempt(self, call, passed: int) -> None:  # type: ignore[no-untyped-def]
        """Try something; where it is refused nothing may change."""
        before, events = self.game.state, self.game.events
        at = self.now(passed)
        try:
            call(at)
        except (NotAllowed, IllegalMove) as refused:
            assert refused.reason.code
            assert self.game.state is before
            assert self.game.events == events
        else:
            assert before.outcome is None
            assert self.game.state.events == len(self.game.events) == len(events) + 1

    @invariant()
    def the_record_replays(self) -> None:
        if not hasattr(self, "game"):
            return
        again = Game.from_json(self.game.to_json())
        assert again == self.game
        assert again.state == self.game.state
        assert again.moves == self.game.moves
        assert again.position.draw_counts == self.game.position.draw_counts
        assert again.counters == self.game.counters

    @invariant()
    def the_moves_lead_to_the_position(self) -> None:
        if not hasattr(self, "game"):
            return
        game = self.game
        states = list(game.state.chain())[::-1]
        assert game.positions == tuple(state.position for state in states)
        assert game.moves == tuple(state.move for state in states[1:])
        assert len(states) == game.state.plies + 1
        if game.outcome is None and game.verdict_due is None and not game.huffable:
            assert len(game.position.legal_moves)

    @invariant()
    def what_is_allowed_is_told(self) -> None:
        if not hasattr(self, "game"):
            return
        for by in ("white", "black"):
            kinds = self.game.allowed_events(by)  # type: ignore[arg-type]
            assert kinds <= set(EVENTS)
            assert (self.game.outcome is None) == ("resigned" in kinds)
        if self.game.draw_offer is not None:
            assert "draw_accepted" in self.game.allowed_events(other(self.game.draw_offer))


Games.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestGames = Games.TestCase
