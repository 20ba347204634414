"""`crownhead dxp`: two of them play, strangers misbehave, Ctrl-C ends cleanly."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.dxp_peer import Peer, connect, listen

from crownhead import Limit
from crownhead.cli.command import run
from crownhead.cli.dxp_report import printable
from crownhead.engines.dxp.series import limits

COMMAND = [sys.executable, "-u", "-m", "crownhead.cli", "dxp", "--lang", "en"]
LISTEN = ["--listen", "--port", "0"]
TIME = re.compile(r" +\d+\.\d s$", re.MULTILINE)


@contextmanager
def start(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def port_of(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    found = re.search(r":(\d+);", process.stdout.readline())
    assert found is not None
    return int(found[1])


def wait_for_end(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def test_two_of_ours_play_a_match(tmp_path: Path) -> None:
    quick = ["--nodes", "200", "--games", "3"]
    with start(*LISTEN, *quick, "--name", "Listener") as server:
        address = f"127.0.0.1:{port_of(server)}"
        with start("--connect", address, *quick, "--moves", "20") as client:
            status, out, err = wait_for_end(client)
        there, listened, wrong = wait_for_end(server)
    assert (status, err, there, wrong) == (0, "", 0, "")
    assert out.startswith("Game 1: crownhead - Listener, 5 min.\n  1.   ")
    assert "Game 2: Listener - crownhead, 5 min.\n" in out
    assert re.search(r"^ 20\.\.\. \S+ +\d\.\d s$", out, re.MULTILINE)
    assert (
        "Game 3: * after move 20 (Black).\n3 games: 0 won, 0 drawn, 0 lost, 3 undecided.\n" in out
    )
    assert TIME.sub("", out).splitlines()[:40] == TIME.sub("", listened).splitlines()[:40]


def test_the_listener_may_ask_for_the_games() -> None:
    quick = ["--nodes", "100", "--games", "2"]
    with start(*LISTEN, "--initiator", "--moves", "5", *quick) as server:
        address = f"127.0.0.1:{port_of(server)}"
        with start("--connect", address, "--follower", "--name", "Guest", *quick) as client:
            status, out, err = wait_for_end(client)
        there, listened, wrong = wait_for_end(server)
    assert (status, err, there, wrong) == (0, "", 0, "")
    assert listened.startswith("Game 1: crownhead - Guest, 5 min.")
    assert TIME.sub("", out) == TIME.sub("", listened)


def test_games_are_appended_to_a_pdn_file(tmp_path: Path) -> None:
    from crownhead.formats import pdn

    path = tmp_path / "games.pdn"
    quick = ["--nodes", "200", "--games", "2", "--variant", "english", "--pdn", str(path)]
    with start(*LISTEN, *quick[:-2]) as server:
        with start("--connect", f"127.0.0.1:{port_of(server)}", *quick) as client:
            assert wait_for_end(client)[0] == 0
        assert wait_for_end(server)[0] == 0
    with path.open("rb") as handle:
        games = list(pdn.read(handle))
    assert [game.errors for game in games] == [(), ()]
    assert [game.tags["Round"] for game in games] == ["1", "2"]
    assert all(len(game.moves) > 20 and game.variant.key == "english" for game in games)


def test_a_server_survives_its_callers() -> None:
    def liar(peer: Peer) -> None:
        peer.request("W")
        peer.read()
        peer.read()
        peer.send("M0000505000")
        peer.expect_closed()

    def garbage(peer: Peer) -> None:
        peer.raw(b"GET / HTTP/1.1\r\n\r\n" + b"x" * 200)
        peer.expect_closed()

    def half(peer: Peer) -> None:
        peer.raw(b"R01")

    def reset(peer: Peer) -> None:
        peer.request("W")
        peer.read()
        peer.reset()

    def silent(peer: Peer) -> None:
        peer.expect_closed()

    def behave(peer: Peer) -> None:
        peer.request("Z", name="Good")
        peer.expect(f"A{'crownhead':32}0")
        peer.send("C\x1b[2Jhi", "E10")
        peer.expect("E01")
        peer.expect_closed()

    faults = {
        liar: "is not a legal move",
        garbage: "no end within 127 characters",
        half: "in the middle of the message 'R01'",
        reset: "broke",
        silent: "silent for 0.3 s",
    }
    options = ("--games", "1", "--nodes", "100", "--patience", "0.3")
    with start(*LISTEN, *options) as server:
        port = port_of(server)
        assert server.stderr is not None
        for script, words in faults.items():
            with connect(port, script):
                assert words in server.stderr.readline()
        with connect(port, behave):
            pass
        status, out, err = wait_for_end(server)
    assert (status, err) == (0, "")
    assert "Good says: ?[2Jhi\nGame 1: 0-1 before the first move.\n1 game: 1 won" in out


def test_ctrl_c_ends_the_game_with_a_message() -> None:
    def script(peer: Peer) -> None:
        assert peer.accept().startswith("R01")
        assert peer.read().startswith("M")
        client[0].send_signal(signal.SIGINT)
        peer.expect("E01")
        peer.send("E00")
        peer.expect_closed()

    client: list[subprocess.Popen[str]] = []
    with listen(script) as port:
        arguments = ("--connect", f"127.0.0.1:{port}", "--colour", "white", "--nodes", "100")
        with start(*arguments) as process:
            client.append(process)
            status, out, err = wait_for_end(process)
    assert (status, err.strip()) == (130, "")
    assert out.startswith("Game 1: crownhead - Scripted, 5 min.\n")


def test_ctrl_c_ends_a_server_that_waits() -> None:
    with start(*LISTEN) as server:
        port_of(server)
        server.send_signal(signal.SIGINT)
        status, out, err = wait_for_end(server)
    assert (status, out, err.strip()) == (130, "", "")


def test_every_message_can_be_printed() -> None:
    def script(peer: Peer) -> None:
        peer.accept()
        peer.send("C\x1b[2J\n> M1")
        peer.send("E20")
        peer.expect("E01")

    with listen(script) as port:
        arguments = ("--connect", f"localhost:{port}", "--colour", "black", "--trace")
        with start(*arguments) as process:
            status, out, err = wait_for_end(process)
    assert status == 0
    assert err.splitlines() == [
        f"> R01{'crownhead':32}W005000A",
        f"< A{'Scripted':32}0",
        "< C?[2J?> M1",
        "< E20",
        "> E01",
    ]
    assert (
        "Game 1: 1/2-1/2 before the first move.\n1 game: 0 won, 1 drawn, 0 lost, 0 undecided.\n"
        in out
    )


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("1", "Scripted speaks another version of DXP."),
        ("2", "Scripted does not play this game."),
        ("3", "Scripted plays no games."),
    ],
)
def test_a_refusal_is_told(code: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    def script(peer: Peer) -> None:
        peer.read()
        peer.send(f"A{'Scripted':32}{code}")
        peer.expect_closed()

    with listen(script) as port:
        assert run(["dxp", "--lang", "en", "--connect", f"127.0.0.1:{port}"]) == 1
    assert capsys.readouterr().out == words + "\n"


def test_a_series_that_the_other_side_cuts_short(capsys: pytest.CaptureFixture[str]) -> None:
    def script(peer: Peer) -> None:
        peer.accept()
        peer.send("E31")
        peer.read()
        peer.expect_closed()

    with listen(script) as port:
        options = ["--connect", f"127.0.0.1:{port}", "--colour", "black", "--games", "2"]
        assert run(["dxp", "--lang", "en", *options]) == 1
    out = capsys.readouterr().out
    assert "Scripted says it has won; the board does not show it." in out
    assert out.endswith("1 game: 0 won, 0 drawn, 0 lost, 1 undecided.\n")


def test_wrong_options_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        taken = str(door.getsockname()[1])
        for options, words in [
            ([], "--listen or --connect"),
            (["--listen", "--connect", "x"], "--listen or --connect"),
            (["--connect", "host:nowhere"], "is not HOST or HOST:PORT"),
            (["--connect", ":5"], "is not HOST or HOST:PORT"),
            (["--connect", "x", "--fen", "W:W1:B"], "Nobody can move"),
            (["--connect", "x", "--fen", "nonsense"], "FEN"),
            (["--listen", "--port", taken], "cannot listen"),
            (["--listen", "--pdn", str(tmp_path / "no" / "file")], "No such file"),
            (["--connect", "x", "--minutes", "1000"], "--minutes"),
        ]:
            assert run(["dxp", "--lang", "en", *options]) == 2, options
            said = capsys.readouterr()
            assert words in said.err
            assert said.err.count("\n") == 1
    assert run(["dxp", "--lang", "en", "--connect", f"127.0.0.1:{taken}"]) == 2
    assert "cannot connect" in capsys.readouterr().err


def test_the_clock_of_the_game_limits_the_engine() -> None:
    table = SimpleNamespace(own="white", most=30, game=SimpleNamespace(moves=[None] * 40))
    table.seconds_left = lambda side: 90.0
    assert limits(None, None, None)(table) == Limit(clock=90, moves=10)
    table.most = 0
    assert limits(None, None, None)(table) == Limit(clock=90, moves=25)
    table.seconds_left = lambda side: 0.0
    assert 0 < limits(None, None, None)(table).budget < 0.05
    assert limits(None, 2.0, 500)(table) == Limit(seconds=2, nodes=500)
    assert limits(3, None, None)(table) is None
    table.seconds_left = lambda side: None
    assert limits(None, None, None)(table) is None


def test_nothing_a_stranger_says_steers_the_terminal() -> None:
    assert printable("\x1b]0;x\x07ü\r") == "?]0;x???"
