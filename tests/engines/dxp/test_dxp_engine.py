"""A program behind DXP as an engine: it plays whole games, and fails in typed ways."""

from __future__ import annotations

import pickle
import socket
from threading import Timer

import pytest
from support.dxp_peer import WAIT, Peer, connect, listen

from crownhead import Engine, Game, Limit, Position
from crownhead.engines.dxp.connection import Connection
from crownhead.engines.dxp.playing import play
from crownhead.engines.dxp.session import Session
from crownhead.errors import (
    EngineDied,
    EngineEndsGame,
    EngineError,
    EngineTimeout,
    ProtocolError,
)
from crownhead.variants import get

HOST = "127.0.0.1"


def accept_then(*then: str):
    """Return a script: accept the game, say something, wait for the connection to be closed."""

    def script(peer: Peer) -> None:
        peer.accept()
        peer.send(*then)
        while peer.read():
            pass

    return script


def ours(level: int, games: int = 1, variant: str = "international"):
    """Return a script: follow with our own engine."""

    def script(peer: Peer) -> None:
        session = Session(Connection(peer.link), get(variant), "Ours")
        with Engine.builtin(level) as engine:
            for _ in range(games):
                found = session.await_request(WAIT)
                assert found is not None
                play(session.accept(*found), engine, lambda table: Limit(nodes=300), WAIT)

    return script


def match(engine: Engine, side: str, variant: str = "international") -> Game:
    """Play a game as an arena does."""
    game = Game(variant, draws="automatic", huffing=False, refusal_duty=0)
    engine.begin(game, side)
    with Engine.builtin(1, seed=3) as builtin:
        while game.outcome is None:
            player = engine if game.turn == side else builtin
            game.play(player.play(game, Limit(nodes=200)))
    engine.end(game)
    return game


@pytest.mark.parametrize("variant", ["international", "english", "russian", "canadian"])
def test_games_with_a_program_that_listens(variant: str) -> None:
    with (
        listen(ours(1, 2, variant)) as port,
        Engine.dxp(HOST, port, patience=WAIT, minutes=1) as engine,
    ):
        for side in ("black", "white"):
            assert match(engine, side, variant).outcome is not None
        assert engine.opponent == "Ours"


def test_games_with_a_program_that_connects() -> None:
    def script(peer: Peer) -> None:
        session = Session(Connection(peer.link), get("international"), "Ours")
        with Engine.builtin(1) as engine:
            for own in ("white", "black"):
                table = session.request(own, WAIT, minutes=1)
                play(table, engine, lambda table: Limit(nodes=300), WAIT)  # type: ignore[arg-type]

    with Engine.dxp(HOST, 0, listen=True, patience=WAIT) as engine:
        assert engine.port is not None
        with connect(engine.port, script):
            for side in ("white", "black"):
                assert match(engine, side).outcome is not None


def test_the_one_that_listens_may_ask_for_the_game() -> None:
    with Engine.dxp(HOST, 0, listen=True, initiator=True, patience=WAIT) as engine:
        assert engine.port is not None
        with connect(engine.port, ours(1)):
            assert match(engine, "black").outcome is not None


def test_a_request_for_another_game_is_refused() -> None:
    def script(peer: Peer) -> None:
        peer.request("W")  # it wants to be Black, but is to be White
        peer.expect(f"A{'crownhead':32}2")
        peer.request("Z", "005000BW" + "w" + "e" * 48 + "z")
        peer.expect(f"A{'crownhead':32}2")
        peer.request("Z")
        peer.expect(f"A{'crownhead':32}0")
        peer.expect("E01")
        peer.send("E00")

    with Engine.dxp(HOST, 0, listen=True, patience=WAIT) as engine:
        assert engine.port is not None
        with connect(engine.port, script):
            engine.begin(Game("international"), "white")
            engine.close()


def test_a_game_begins_where_it_has_come_to() -> None:
    game = Game("international")
    game.play("32-28")

    def script(peer: Peer) -> None:
        assert peer.accept()[35:] == "Z005000B" + game.position.letters(dxp=True)
        peer.send("M0000192300")
        peer.expect("M000028190123")
        peer.expect_closed()

    with listen(script) as port, Engine.dxp(HOST, port, patience=WAIT) as engine:
        engine.begin(game, "black")
        game.play(engine.play(game))
        game.play("28x19")
        with pytest.raises(EngineTimeout):
            engine.patience = 0.05
            engine.play(game, Limit(seconds=0.05))


def test_a_position_is_a_game_of_one_move() -> None:
    position = Position.from_fen("W:W32,38:B18,20", "international")

    def script(peer: Peer) -> None:
        for square in ("28", "27"):
            peer.accept()
            peer.send(f"M000032{square}00")
            peer.expect("E00")
            peer.send("E00")

    with listen(script) as port, Engine.dxp(HOST, port, patience=WAIT) as engine:
        assert str(engine.play(position)) == "32-28"
        assert str(engine.play(position)) == "32-27"


@pytest.mark.parametrize(
    ("digit", "claim"), [("0", "unknown"), ("1", "loss"), ("2", "draw"), ("3", "win")]
)
def test_a_program_that_ends_the_game_says_why_and_plays_on(digit: str, claim: str) -> None:
    def script(peer: Peer) -> None:
        for _ in range(2):
            peer.accept()
            peer.send(f"E{digit}0")
            peer.expect("E00")

    with listen(script) as port, Engine.dxp(HOST, port, patience=WAIT) as engine:
        for _ in range(2):
            game = Game("international")
            engine.begin(game, "white")
            with pytest.raises(EngineEndsGame) as caught:
                engine.play(game)
            assert caught.value.claim == claim
            again = pickle.loads(pickle.dumps(caught.value))
            assert (again.claim, str(again)) == (claim, str(caught.value))
            with pytest.raises(EngineError, match="has ended the game"):
                engine.play(game)
            engine.end(game)


@pytest.mark.parametrize(
    ("then", "error", "words"),
    [
        ("M0000323000", ProtocolError, "is not a legal move"),
        ("garbage", ProtocolError, "is not known"),
        ("M00", ProtocolError, "cut short"),
        (f"A{'x':32}0", ProtocolError, "does not belong"),
    ],
)
def test_a_lying_program_is_disconnected(then: str, error: type, words: str) -> None:
    with (
        listen(accept_then(then)) as port,
        Engine.dxp(HOST, port, patience=WAIT) as engine,
    ):
        game = Game("international")
        engine.begin(game, "white")
        with pytest.raises(error, match=words):
            engine.play(game)
        for refused in (lambda: engine.play(game), lambda: engine.play(game.position)):
            with pytest.raises(EngineError):
                refused()
        engine.end(game)


def test_a_killed_program_is_dead() -> None:
    def script(peer: Peer) -> None:
        peer.accept()
        peer.reset()

    with listen(script) as port, Engine.dxp(HOST, port, patience=WAIT) as engine:
        game = Game("international")
        engine.begin(game, "white")
        with pytest.raises(EngineDied):
            engine.play(game)
        with pytest.raises(EngineError, match="has been closed"):
            engine.play(game)


def test_a_hung_program_times_out() -> None:
    with (
        listen(accept_then()) as port,
        Engine.dxp(HOST, port, patience=0.2, minutes=0) as engine,
    ):
        game = Game("international")
        engine.begin(game, "white")
        with pytest.raises(EngineTimeout, match="silent for 0.3 s"):
            engine.play(game, Limit(seconds=0.1))


@pytest.mark.parametrize(("code", "closed"), [("1", True), ("2", False), ("3", True)])
def test_a_program_that_refuses(code: str, closed: bool) -> None:
    def script(peer: Peer) -> None:
        peer.read()
        peer.send(f"A{'Scripted':32}{code}")
        peer.expect_closed()

    with listen(script) as port, Engine.dxp(HOST, port, patience=WAIT) as engine:
        with pytest.raises(EngineError, match="refuses the game"):
            engine.begin(Game("international"), "white")
        assert engine._session is not None
        assert engine._session.connection.closed is closed


def test_a_move_that_decides_is_sent_before_the_end() -> None:
    game = Game("international", start="W:W32:B28")

    def script(peer: Peer) -> None:
        peer.accept()
        peer.expect("M000032230128")
        peer.send("E10")
        peer.expect("E00")

    with listen(script) as port, Engine.dxp(HOST, port, patience=WAIT) as engine:
        engine.begin(game, "black")
        game.play("32x23")
        assert game.outcome is not None
        engine.end(game)


@pytest.mark.parametrize(("winner", "digit"), [(None, "2"), ("white", "3"), ("black", "1")])
def test_a_game_that_is_adjudicated_ends_instead_of_the_last_move(
    winner: str | None, digit: str
) -> None:
    def script(peer: Peer) -> None:
        peer.accept()
        peer.expect(f"E{digit}0")
        peer.send("E00")

    with listen(script) as port, Engine.dxp(HOST, port, patience=WAIT) as engine:
        game = Game("international")
        engine.begin(game, "black")
        game.play("32-28")
        game.award(winner)  # type: ignore[arg-type]
        engine.end(game)
        engine.end(game)  # once is enough


@pytest.mark.parametrize("answer", ["K0", "K1"])
def test_a_game_that_went_back(answer: str) -> None:
    def script(peer: Peer) -> None:
        peer.accept()
        peer.expect("M0000322800")
        peer.send("M0000192300")
        peer.expect("B001W")
        peer.send(answer)
        if answer == "K0":
            peer.expect("M0000332800")
            peer.send("M0000182200")
        peer.read()

    with listen(script) as port, Engine.dxp(HOST, port, patience=0.5) as engine:
        game = Game("international")
        engine.begin(game, "black")
        game.play("32-28")
        game.play(engine.play(game))
        game = game.without_last(2)
        game.play("33-28")
        if answer == "K0":
            assert str(engine.play(game)) == "18-22"
        else:
            with pytest.raises(EngineError, match="does not take moves back"):
                engine.play(game)


def test_what_dxp_cannot_do_is_refused() -> None:
    def script(peer: Peer) -> None:
        peer.accept()
        peer.read()

    with listen(script) as port, Engine.dxp(HOST, port, patience=0.2) as engine:
        game = Game("international")
        for refused in (
            lambda: engine.analyse(game),
            lambda: engine.answer_fault(game),
            lambda: engine.play(game),
            lambda: engine.begin(Game("english", huffing=True), "white"),
        ):
            with pytest.raises(EngineError):
                refused()
        assert not engine.accepts_draw(game)
        assert not engine.offers_draw(game)
        engine.begin(game, "black")
        for refused in (
            lambda: engine.begin(game, "black"),
            lambda: engine.play(game),  # it is not its turn
        ):
            with pytest.raises(EngineError):
                refused()
        game.play("32-28")
        game.play("19-23")
        game.play("28x19")
        with pytest.raises(EngineError, match="not the one that was begun"):
            engine.play(game)
    engine.close()
    for refused in (lambda: engine.play(game), lambda: engine.begin(game, "white")):
        with pytest.raises(EngineError):
            refused()
    with pytest.raises(EngineError, match="minutes and moves"):
        Engine.dxp(HOST, port, minutes=1000)


def test_stop_gives_up_waiting() -> None:
    with (
        listen(accept_then()) as port,
        Engine.dxp(HOST, port, patience=WAIT) as engine,
    ):
        game = Game("international")
        engine.begin(game, "white")
        engine.stop()  # nothing to stop yet
        timer = Timer(0.1, engine.stop)
        timer.start()
        with pytest.raises(EngineError, match="stopped"):
            engine.play(game)
        timer.join()


def test_nobody_there() -> None:
    with socket.create_server((HOST, 0)) as door:
        port = door.getsockname()[1]
        with pytest.raises(EngineError, match="cannot listen"):
            Engine.dxp(HOST, port, listen=True)
    with pytest.raises(EngineDied):
        Engine.dxp(HOST, port)
    with (
        Engine.dxp(HOST, 0, listen=True, patience=0.05) as engine,
        pytest.raises(EngineTimeout),
    ):
        engine.begin(Game("international"), "white")
