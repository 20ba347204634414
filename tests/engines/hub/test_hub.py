"""Driving an engine over Hub: the conversation, and every way in which it can fail."""

from __future__ import annotations

import gc
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.hub_peers import PATIENT, PEER, hurry, on_first
from support.hub_peers.leaks import children, count_held, is_alive, settles

from crownhead import Engine, Game, Limit, Position
from crownhead.engines.hub import process
from crownhead.engines.hub.engine import HubEngine
from crownhead.engines.hub.posix_child import PosixChild
from crownhead.engines.hub.windows_child import WindowsChild
from crownhead.errors import EngineDied, EngineError, EngineTimeout, ProtocolError

QUICK = 0.4
SHORT = Limit(seconds=0.1)


def peer(manner: str, log: Path | None = None) -> list[str]:
    return [sys.executable, "-I", "-S", str(PEER), manner, *([str(log)] if log else [])]


def start_engine(manner: str, log: Path | None = None, **settings: object) -> HubEngine:
    settings = {"timeout": PATIENT, "margin": PATIENT, **settings}
    return Engine.hub(peer(manner, log), **settings)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def expect_no_leaks() -> Iterator[None]:
    gc.collect()
    before, others = count_held(), children()
    yield
    gc.collect()
    assert settles(before), count_held()
    assert children() <= others


@pytest.fixture(autouse=True, params=[PosixChild, WindowsChild])
def kind_of_child(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "start", request.param)


# What goes well


@pytest.mark.parametrize("manner", ["good", "crlf", "halves", "spaced", "banner", "noisy", "plain"])
def test_drives_an_engine(manner: str) -> None:
    with start_engine(manner) as engine:
        assert engine.id["name"] == "Peer"
        assert engine.id["author"] == "Some One"
        for _ in range(3):
            assert str(engine.play(Game("international"), SHORT)) == "32-28"
        found = engine.analyse(Position.initial("international"), SHORT)
        assert [str(move) for move in found.line] == ["32-28", "19-23"]
        assert engine.ping() >= 0
        pid = engine.pid
    assert not is_alive(pid)


@pytest.mark.parametrize("limit", [Limit(seconds=1e12), Limit(clock=1e300)])
def test_a_limit_may_be_longer_than_any_wait(limit: Limit) -> None:
    with start_engine("good") as engine:
        assert str(engine.play(Game("international"), limit)) == "32-28"


def test_reads_names_in_latin_1() -> None:
    with start_engine("latin") as engine:
        assert engine.id["author"] == "Zo\xeb One"


def test_says_what_the_protocol_wants(tmp_path: Path) -> None:
    log = tmp_path / "log"
    game = Game("international")
    with start_engine(
        "good", log, variant="killer", params={"book": False, "threads": 4}
    ) as engine:
        engine.begin(game, "white")
        engine.play(game, Limit(seconds=1.5))
        engine.play(game, Limit(clock=60, increment=1, moves=9))
        engine.play(game, Limit(nodes=1000, depth=9))
        engine.analyse(game, Limit(depth=3))
    start = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
    assert log.read_text().splitlines() == [
        "hub",
        "set-param name=variant value=killer",
        "set-param name=book value=false",
        "set-param name=threads value=4",
        "init",
        "set-param name=variant value=normal",
        "init",
        "new-game",
        f"pos pos={start}",
        "level move-time=1.5",
        "go think",
        f"pos pos={start}",
        "level moves=9 time=59 inc=1",
        "go think",
        f"pos pos={start}",
        "level nodes=1000 depth=9",
        "go think",
        f"pos pos={start}",
        "level depth=3",
        "go analyze",
        "quit",
    ]


def test_streams_what_the_engine_says() -> None:
    with start_engine("good") as engine:
        found = list(engine.analysis(Game("international"), SHORT))
        assert [one.depth for one in found] == [1, 2, 3, 3]
        assert [one.score for one in found] == [1, 2, 3, 3]
        assert found[-1].nodes == 25 and str(found[-1].best) == "32-28"


def test_cuts_a_line_of_moves_at_the_first_that_is_illegal() -> None:
    with start_engine("odd_pv") as engine:
        found = next(engine.analysis(Game("international"), SHORT))
        assert (found.depth, found.score, found.nodes, found.seconds) == (0, 0, 1000, 0.0)
        assert [str(move) for move in found.line] == ["32-28"]


def test_an_answer_without_information_is_an_answer() -> None:
    with start_engine("bookish") as engine:
        found = engine.analyse(Game("international"), SHORT)
        assert (str(found.best), found.depth, len(found.line)) == ("32-28", 0, 1)


def test_leaving_the_stream_stops_the_engine() -> None:
    with start_engine("waits") as engine:
        for found in engine.analysis(Game("international")):
            assert found.depth == 1
            break
        assert engine.ping() >= 0
        stream = engine.analysis(Game("international"))
        next(stream)
        with pytest.raises(EngineError, match="thinking already"):
            engine.play(Game("international"))
        del stream
        assert engine.ping() >= 0


def test_stop_from_another_thread_ends_a_search_without_limit() -> None:
    with start_engine("waits", trace=on_first("info", lambda: engine.stop())) as engine:
        found = engine.analyse(Game("international"))
        assert str(found.best) == "32-28"
        engine.stop()  # nothing runs: nothing happens
        assert engine.ping() >= 0


def test_an_engine_that_only_thinks_long_is_pinged_and_left_alone() -> None:
    with start_engine("waits", trace=on_first("pong", lambda: engine.stop())) as engine:
        hurry(engine, timeout=2)
        assert str(engine.play(Game("international"), Limit(depth=30))) == "32-28"


def test_ponders_and_goes_on_when_the_reply_was_expected(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with start_engine("good", log, ponder=True) as engine:
        game = Game("international")
        game.play(engine.play(game, Limit(clock=10)))
        game.play("19-23")
        with pytest.raises(ProtocolError, match="32-28"):  # all the peer knows
            engine.play(game, Limit(clock=9))
    said = [line for line in log.read_text().splitlines() if not line.startswith("pos")]
    assert said[2:6] == ["level time=10", "go think", "level time=10", "go ponder"]
    moved = Position.initial("international").play("32-28").play("19-23")
    assert f"pos pos={moved.letters()}" in log.read_text().splitlines()


def test_pondering_ends_when_another_reply_comes() -> None:
    with start_engine("good", ponder=True) as engine:
        game = Game("international")
        engine.play(game, SHORT)
        assert str(engine.play(game, SHORT)) == "32-28"
        engine.end(game)
        assert engine.ping() >= 0


def test_asks_for_draws_by_its_own_scores() -> None:
    with start_engine("good") as engine:
        game = Game("international")
        assert not engine.offers_draw(game)
        with pytest.raises(EngineError, match="No draw"):
            engine.accepts_draw(game)
        with pytest.raises(EngineError, match="no faulty move"):
            engine.answer_fault(game)
        game.offer_draw("black")
        assert not engine.accepts_draw(game)
        ending = Game("international", start="W:WK31,32:BK1,K2")
        ending.offer_draw("black")
        assert ending.draw_offer == "black"


# What is refused, while the engine lives on


def test_refuses_what_it_cannot_do_and_lives_on() -> None:
    with start_engine("good") as engine:
        with pytest.raises(
            EngineError, match="does not play russian, only: international"
        ) as refused:
            engine.begin(Game("russian"), "white")
        assert type(refused.value) is EngineError
        with pytest.raises(EngineError, match="No legal move"):
            engine.play(Position.from_fen("W:W:B20", "international"))
        assert str(engine.play(Game("international"), SHORT)) == "32-28"
    with (
        start_engine("plain") as engine,
        pytest.raises(EngineError, match="plays international only"),
    ):
        engine.begin(Game("frisian"), "white")


@pytest.mark.parametrize(
    ("params", "wrong"),
    [
        ({"threads": 17}, "not within 1..16"),
        ({"threads": True}, "not of type int"),
        ({"threads": "many"}, "not of type int"),
        ({"book": 1}, "not of type bool"),
        ({"pace": float("nan")}, "not within"),
        ({"path": 'a"b'}, "cannot be sent"),
        ({"path": "a\nquit"}, "cannot be sent"),
        ({"books": True}, "no parameter 'books'; it has: variant, book"),
    ],
)
def test_checks_parameters_before_they_are_sent(params: dict[str, object], wrong: str) -> None:
    with pytest.raises(EngineError, match=wrong), start_engine("good", params=params):
        pass


def test_the_variant_is_no_parameter_of_its_own() -> None:
    with pytest.raises(EngineError, match="argument"):
        start_engine("good", params={"variant": "bt"})
    with pytest.raises(EngineError, match="timeout"):
        start_engine("good", timeout=0)


# What fails, and leaves nothing behind


def fails(manner: str, kind: type[EngineError], match: str, **settings: object) -> EngineError:
    """Play until it fails; the process is dead, and the handle refuses further use."""
    engine = start_engine(manner, **{"timeout": QUICK, "margin": QUICK, **settings})
    with pytest.raises(kind, match=match) as failed:
        engine.play(Game("international"), SHORT)
    with pytest.raises(EngineError, match="closed"):
        engine.play(Game("international"), SHORT)
    client = engine._client
    assert client is None or not is_alive(client.pid)
    engine.close()
    engine.close()
    return failed.value


def test_a_program_that_is_not_there() -> None:
    for command in (["/nowhere/scan", "hub"], [], "", "/nowhere/scan hub", ["/etc"]):
        with pytest.raises(EngineDied, match="Cannot start"), Engine.hub(command):
            pass


@pytest.mark.parametrize("manner", ["silent", "stubborn", "no_wait", "no_ready", "hangs", "waits"])
def test_an_engine_that_does_not_answer(manner: str) -> None:
    assert "signal" not in str(fails(manner, EngineTimeout, "did not say"))


@pytest.mark.parametrize(
    ("manner", "words"),
    [
        ("dies", "exit status 3; it wrote: cannot find my book"),
        ("quits_early", "exit status 7"),
        ("crashes", "ended by signal 11; it wrote: assertion failed"),
        ("leaves", "exit status 0"),
        ("shuts", "closed its output"),
        ("no_input", "closed its input"),
    ],
)
def test_an_engine_that_dies(manner: str, words: str) -> None:
    fails(manner, EngineDied, words, timeout=PATIENT, margin=PATIENT)


@pytest.mark.parametrize(
    ("manner", "words", "line"),
    [
        ("liar", "32-27x9", "done move=32-27x9"),
        ("illegal", "32 to 23 is too far", "done move=32-23"),
        ("nonsense", "hello", "done move=hello"),
        ("empty", "without a move", "done"),
        ("misspelt", "Quote not closed", 'done move="32-28'),
        ("complains", "bad position", 'error message="bad position"'),
        ("long", "line of over", "info pv="),
        ("binary", "no text", r"info \x00\x01\x02"),
        ("floods", "floods", ""),
        ("pours", "line of over", "xxx"),
    ],
)
def test_an_engine_that_talks_nonsense(manner: str, words: str, line: str) -> None:
    error = fails(manner, ProtocolError, words, timeout=PATIENT, margin=PATIENT)
    assert isinstance(error, ProtocolError)
    assert line in error.line and "signal" not in str(error)


def test_an_ambiguous_move_is_no_move() -> None:
    position = Position.from_fen("W:WK23:B42,21,11,18,31,20,5,28", "international")
    with (
        start_engine("ambiguous") as engine,
        pytest.raises(ProtocolError, match="fits several moves"),
    ):
        engine.play(position, SHORT)


def test_an_engine_that_ignores_stop() -> None:
    engine = hurry(start_engine("hangs"), timeout=QUICK)
    threading.Timer(0.2, engine.stop).start()
    with pytest.raises(EngineTimeout):
        engine.play(Game("international"), Limit(seconds=PATIENT))
    with start_engine("hangs") as engine, pytest.raises(EngineTimeout):
        hurry(engine, timeout=QUICK)
        engine.analyse(Game("international"))  # silent, and silent when pinged


@pytest.mark.parametrize(
    ("number", "kind"), [(signal.SIGSTOP, EngineTimeout), (signal.SIGKILL, EngineDied)]
)
def test_an_engine_that_is_frozen_or_killed_while_it_thinks(
    number: signal.Signals, kind: type[EngineError]
) -> None:
    engine = start_engine("waits", trace=on_first("info", lambda: os.kill(pid, number)))
    pid = engine.pid
    if kind is EngineTimeout:
        hurry(engine, timeout=QUICK, margin=QUICK)
    with pytest.raises(kind):
        engine.play(Game("international"), Limit(seconds=0.5))
    assert not is_alive(pid)


def test_an_engine_that_answers_stop_late() -> None:
    with start_engine("late", trace=on_first("info", lambda: engine.stop())) as engine:
        assert str(engine.play(Game("international"), Limit(depth=5))) == "32-28"


def test_an_engine_that_does_not_read() -> None:
    def hurry(line: str) -> None:
        if line == "< wait":
            assert engine._client is not None
            engine._client._timeout = QUICK

    engine = start_engine("unread", trace=hurry, params={"path": "x" * 200_000})
    with pytest.raises(EngineTimeout, match="does not read"):
        engine.ping()


def test_children_of_the_engine_end_with_it() -> None:
    error = fails("orphans", EngineDied, "child", timeout=PATIENT, margin=3.0)
    child = int(str(error).rsplit("child ", 1)[1])
    assert wait_for_end(child)
    wrapped = ["/bin/sh", "-c", f"{shlex.join(peer('stubborn'))}; true"]
    with pytest.raises(EngineTimeout), Engine.hub(wrapped, timeout=QUICK):
        pass


def test_closing_ends_an_engine_that_wants_to_stay() -> None:
    engine = start_engine("stays")
    pid = engine.pid
    engine.close()
    assert not is_alive(pid)
    with pytest.raises(EngineError, match="closed"):
        engine.ping()


def test_closing_from_another_thread_breaks_a_search_off() -> None:
    engine = start_engine("waits", trace=on_first("info", lambda: engine.close()))
    pid = engine.pid
    with pytest.raises(EngineDied):
        engine.analyse(Game("international"))
    engine.close()
    assert not is_alive(pid)


def test_a_forgotten_engine_is_ended() -> None:
    engine = start_engine("stubborn_later")
    pid = engine.pid
    assert is_alive(pid)
    del engine
    gc.collect()
    assert not is_alive(pid)


def test_ctrl_c_ends_the_engine() -> None:
    program = f"""
import os, signal, threading
from crownhead import Engine, Game
from crownhead.errors import EngineError
engine = Engine.hub({peer("waits")!r})
print(engine.pid, flush=True)
try:
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    engine.analyse(Game("international"))
except KeyboardInterrupt:
    try:
        engine.ping()
    except EngineError as error:
        print(error)
"""
    command = [sys.executable, "-c", program]  # of its own: it must not end the whole run
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300)
    pid, said = ran.stdout.split("\n", 1)
    assert "closed" in said and ran.stderr == ""
    assert wait_for_end(int(pid))


def test_the_engine_ends_with_the_program_that_forgot_it() -> None:
    program = f"""
from crownhead import Engine, Game
engine = Engine.hub({peer("waits")!r})
search = engine.analysis(Game("international"))
next(search)
print(engine.pid, flush=True)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=300
    )
    assert ran.stderr == ""
    assert wait_for_end(int(ran.stdout))


def test_many_failures_leak_nothing() -> None:
    before = count_held()
    for _ in range(5):
        for manner in ("dies", "liar", "binary", "leaves"):
            with pytest.raises(EngineError):
                start_engine(manner).play(Game("international"), SHORT)
    gc.collect()
    assert settles(before), count_held()


def wait_for_end(pid: int) -> bool:
    """Wait a moment for a process that is not our child."""
    for _ in range(6_000):
        if not is_alive(pid):
            return True
        time.sleep(0.01)
    return False
