"""Several games over one DXP connection, in both roles, against scripted peers and ourselves."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from support.dxp_peer import WAIT, Peer, pair, run_beside

from crownhead import Engine, Game, Limit, Move, Position
from crownhead.engines.dxp.connection import Connection
from crownhead.engines.dxp.ending import Ending
from crownhead.engines.dxp.messages import Back, Code, Reason, Request
from crownhead.engines.dxp.playing import play
from crownhead.engines.dxp.session import MOST_REFUSED, Session
from crownhead.engines.dxp.table import Table, WentBack
from crownhead.errors import EngineDied, EngineError, EngineTimeout, ProtocolError
from crownhead.variants import VARIANTS, get

Sit = Callable[..., tuple[Session, Peer]]
NODES = Limit(nodes=300)


@pytest.fixture
def sit() -> Iterator[Sit]:
    with ExitStack() as stack:

        def make(variant: str = "international", **options: object) -> tuple[Session, Peer]:
            link, peer = stack.enter_context(pair())
            session = Session(Connection(link), get(variant), "Ours", **options)  # type: ignore[arg-type]
            stack.callback(session.close)
            return session, peer

        yield make


def refuses(answer: str) -> str:
    return f"A{'Ours':32}{answer}"


# The initiator


def test_a_request_names_the_peers_colour_and_the_clock(sit: Sit) -> None:
    session, peer = sit()
    with run_beside(lambda: peer.expect(f"R01{'Ours':32}Z060065A")):
        peer.send("Choi", f"A{'Theirs':32}0")
        table = session.request("white", WAIT, minutes=60, moves=65)
    assert isinstance(table, Table)
    assert (table.own, table.minutes, table.most) == ("white", 60, 65)
    assert (session.peer, table.game.players.white, table.game.players.black) == (
        "Theirs",
        "Ours",
        "Theirs",
    )


def test_a_request_carries_the_start_position(sit: Sit) -> None:
    session, peer = sit()
    start = Position.from_fen("B:W31,K32:B1,K50", "international")
    peer.send(f"A{'Theirs':32}0")
    table = session.request("black", WAIT, start=start)
    letters = ["e"] * 50
    letters[30], letters[31], letters[0], letters[49] = "w", "W", "z", "Z"
    peer.expect(f"R01{'Ours':32}W000000BZ{''.join(letters)}")
    assert isinstance(table, Table)
    assert table.game.position == start


@pytest.mark.parametrize("code", [Code.VERSION, Code.NOT_THIS_GAME, Code.NO_GAMES])
def test_a_refusal_is_returned(sit: Sit, code: Code) -> None:
    session, peer = sit()
    peer.send(f"A{'Theirs':32}{code.value}")
    assert session.request("white", WAIT) is code


def test_a_request_that_nobody_answers_times_out(sit: Sit) -> None:
    session, peer = sit()
    with pytest.raises(EngineTimeout):
        session.request("white", 0.05)


@pytest.mark.parametrize("said", ["M0000322800", f"R01{'x':32}W005000A"])
def test_what_does_not_belong_between_games_is_a_fault(sit: Sit, said: str) -> None:
    session, peer = sit()
    peer.send(said)
    with pytest.raises(ProtocolError, match="outside a game"):
        session.request("white", WAIT)
    peer.expect(f"R01{'Ours':32}Z000000A")
    peer.expect_closed()


def test_late_words_about_the_last_game_are_passed_over(sit: Sit) -> None:
    heard: list[str] = []
    session, peer = sit(heard=heard.append)
    peer.send("E00", "K1", "B001W", "Cagain?", f"A{'Theirs':32}0")
    assert isinstance(session.request("white", WAIT), Table)
    peer.read()
    peer.expect("K1")
    assert heard == ["again?"]


# The follower


def test_a_request_is_accepted(sit: Sit) -> None:
    session, peer = sit()
    peer.request("Z", "010075A")
    found = session.await_request(WAIT)
    assert found == (Request("Scripted", "black", 10, 75), Position.initial("international"))
    table = session.accept(*found)
    peer.expect(refuses("0"))
    assert (table.own, table.minutes, table.most) == ("black", 10, 75)
    assert table.game.players.white == "Scripted"


def test_a_request_of_another_version_is_refused_and_asked_again(sit: Sit) -> None:
    session, peer = sit()
    peer.send("R02whatever comes then", f"R00{'x':32}W005000A")
    peer.request("W")
    assert session.await_request(WAIT) is not None
    peer.expect(refuses("1"), refuses("1"))


@pytest.mark.parametrize(
    "start",
    [
        "BW" + "e" * 50,  # nobody can move
        "BWz" + "e" * 49,  # White cannot
        "BW" + "e" * 49,
        "BW" + "e" * 51,
        "BW",
    ],
)
def test_an_impossible_start_is_refused_and_asked_again(sit: Sit, start: str) -> None:
    session, peer = sit()
    peer.request("W", "005000" + start)
    peer.request("W")
    assert session.await_request(WAIT) is not None
    peer.expect(refuses("2"))


def test_a_peer_that_never_asks_for_anything_possible_is_given_up(sit: Sit) -> None:
    session, peer = sit()
    for _ in range(MOST_REFUSED):
        peer.send("R02")
    with pytest.raises(ProtocolError, match="could not be accepted"):
        session.await_request(WAIT)
    assert session.connection.closed


def test_a_peer_that_stops_or_goes_asks_for_nothing(sit: Sit) -> None:
    session, peer = sit()
    peer.send("E01")
    assert session.await_request(WAIT) is None
    session, peer = sit()
    peer.link.close()
    assert session.await_request(WAIT) is None
    session, peer = sit()
    peer.reset()
    with pytest.raises(EngineDied):
        session.await_request(WAIT)
    session, peer = sit()
    with pytest.raises(EngineTimeout):
        session.await_request(0.05)


# Ourselves against ourselves


class Follower:
    """Accept games and play them with an engine, beside the test."""

    def __init__(self, session: Session, engine: Engine) -> None:
        self.session = session
        self.engine = engine
        self.endings: list[Ending] = []
        self.games: list[Game] = []

    def __call__(self) -> None:
        while (found := self.session.await_request(WAIT)) is not None:
            table = self.session.accept(*found)
            self.endings.append(play(table, self.engine, lambda table: NODES, WAIT))
            self.games.append(table.game)
            if self.endings[-1].stop:
                return


def both(sit: Sit, variant: str, **options: object) -> tuple[Session, Session]:
    first, peer = sit(variant, **options)
    second = Session(Connection(peer.link), get(variant), "Follower", **options)  # type: ignore[arg-type]
    return first, second


@pytest.mark.parametrize("variant", VARIANTS)
def test_two_of_ours_play_in_both_colours(sit: Sit, variant: str) -> None:
    session, other = both(sit, variant)
    with Engine.builtin(1) as engine, Engine.builtin(1, seed=2) as second:
        follower = Follower(other, second)
        played = []
        with run_beside(follower):
            for own in ("white", "black"):
                table = session.request(own, WAIT, minutes=1, moves=60)
                assert isinstance(table, Table)
                table.last = own == "black"
                ending = play(table, engine, lambda table: NODES, WAIT)
                played.append((ending.result, table.game.moves))
                assert ending.agreed
    assert [(e.result, g.moves) for e, g in zip(follower.endings, follower.games, strict=True)] == (
        played
    )
    assert [ending.stop for ending in follower.endings] == [False, True]


def test_random_games_from_random_positions_agree(sit: Sit) -> None:
    chance = random.Random(7)
    session, other = both(sit, "international")
    with Engine.builtin(1) as engine, Engine.builtin(1) as second:
        follower = Follower(other, second)
        with run_beside(follower):
            for number in range(6):
                start = Position.initial("international")
                for _ in range(chance.randrange(60)):
                    if start.has_legal_move:
                        start = start.play(chance.choice(list(start.legal_moves)))
                if start.outcome is not None:
                    continue
                table = session.request("white", WAIT, start=start)
                assert isinstance(table, Table)
                table.last = number == 5
                assert play(table, engine, lambda table: NODES, WAIT).agreed
                assert follower.session.variant.key == "international"


def test_two_of_ours_talk_and_take_back(sit: Sit) -> None:
    said: list[str] = []
    session, other = both(sit, "international", back=Back.YES, heard=said.append)
    happened: list[object] = []
    with Engine.builtin(1) as engine, Engine.builtin(1) as second:

        def follow() -> None:
            found = other.await_request(WAIT)
            assert found is not None
            play(other.accept(*found), second, lambda table: NODES, WAIT)

        with run_beside(follow):
            table = session.request("white", WAIT, moves=10)
            assert isinstance(table, Table)
            asked = False

            def limit(table: Table) -> Limit:
                nonlocal asked
                if len(table.game.moves) == 8 and not asked:
                    asked = True
                    table.say("may I?")
                    table.ask_back(4)
                    assert table.receive(WAIT) == WentBack(4, "white")
                return NODES

            def notice(table: Table, event: object, side: str, seconds: float) -> None:
                happened.append((event, side))

            ending = play(table, engine, limit, WAIT, notice)
    assert said == ["may I?"]
    assert ending.result == "*"
    assert len(table.game.moves) == 20
    assert sum(isinstance(event, Move) for event, _ in happened) == 24


class Sleeper(Engine):
    """Think until stopped."""

    def __init__(self, inner: Engine) -> None:
        self.inner = inner
        self.stopped = False

    def play(self, on, limit=None):
        return self.inner.play(on, Limit(seconds=60))

    def stop(self) -> None:
        self.stopped = True
        self.inner.stop()

    def close(self) -> None: ...
    def analyse(self, on, limit=None): ...
    def accepts_draw(self, game): ...
    def offers_draw(self, game): ...
    def answer_fault(self, game): ...


def test_what_the_peer_does_while_the_engine_thinks_stops_it(sit: Sit) -> None:
    session, peer = sit(back=Back.YES)
    peer.send(f"A{'Theirs':32}0")
    table = session.request("white", WAIT)
    assert isinstance(table, Table)
    with Engine.builtin() as inner:
        sleeper = Sleeper(inner)
        peer.send("Cquick", "E10")
        assert play(table, sleeper, lambda table: None, WAIT).result == "1-0"
        assert sleeper.stopped


def test_an_engine_that_fails_at_the_table_is_heard_of(sit: Sit) -> None:
    session, peer = sit()
    peer.send(f"A{'Theirs':32}0")
    table = session.request("white", WAIT)
    assert isinstance(table, Table)
    engine = Engine.builtin()
    engine.close()
    with pytest.raises(EngineError, match="engine is closed"):
        play(table, engine, lambda table: None, WAIT)


def test_a_program_at_its_limit_of_moves_is_met(sit: Sit) -> None:
    """A public engine ends with E0 and says why in a chat before it is answered."""
    heard: list[str] = []
    session, peer = sit(heard=heard.append)
    peer.request("Z", "005001A")
    found = session.await_request(WAIT)
    assert found is not None
    table = session.accept(*found)
    peer.expect(refuses("0"))
    peer.send("M0000322800")
    with Engine.builtin(1) as engine:

        def script() -> None:
            assert peer.read().startswith("M")
            peer.send("E00", "Cgame ended (1 moves played)")
            peer.expect("E00")
            peer.request("W")

        with run_beside(script):
            ending = play(table, engine, lambda table: NODES, WAIT)
            assert (ending.result, ending.theirs) == ("*", Reason.UNKNOWN)
            assert session.await_request(WAIT) is not None
    assert heard == ["game ended (1 moves played)"]
