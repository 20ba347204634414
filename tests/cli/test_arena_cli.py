"""`crownhead arena`: as a process, killed and interrupted, and what it says and returns."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from crownhead.arena.journal import records
from crownhead.cli.command import run
from crownhead.formats import pdn

Run = tuple[int, str, str]
NIGHTLY = bool(os.environ.get("CROWNHEAD_NIGHTLY"))
PLAYERS = ("builtin:nodes=300,noise=9", "builtin:nodes=400,noise=9")
NO_REGRESSION = "--sprt=-20,0"


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    def call(*arguments: str) -> Run:
        status = run(["arena", *arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "crownhead.cli", "arena", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUTF8": "1"},
    )


def wait_for_games(path: Path, games: int, child: subprocess.Popen[str]) -> None:
    while not path.exists() or len(records(path)) < games:
        assert child.poll() is None
        time.sleep(0.01)


def rounds(path: Path) -> list[str]:
    with path.open("rb") as handle:
        games = list(pdn.read(handle))
    assert not any(game.errors for game in games)
    return sorted(game.tags["Round"] for game in games)


def test_a_match_is_played_shown_and_found_complete(arena, tmp_path: Path) -> None:
    path = str(tmp_path / "match.pdn")
    status, out, err = arena(*PLAYERS, "--pdn", path, "--games", "8", "--json")
    assert (status, err) == (0, "")
    result = json.loads(out)
    assert result["games"] == 8 and sum(result["pentanomial"]) == 4 and not result["interrupted"]
    assert result["match"]["first"]["name"] == PLAYERS[0]
    status, out, _ = arena("show", path, "--json")
    shown = json.loads(out)
    assert status == 0 and {name: result[name] for name in shown} == shown
    # Naming `match` is possible, and a complete match is not played again.
    status, out, _ = arena("match", *PLAYERS, "--pdn", path, "--games", "8", "--lang", "de")
    players = "builtin:nodes=300,noise=9  -  builtin:nodes=400,noise=9"
    head = f"Spieler           {players}\nPartien           8 / 8\nErgebnis          +"
    assert status == 0 and out.startswith(head)
    status, out, _ = arena("show", path, "--lang", "de")
    assert status == 0 and out.startswith(head)
    assert len(rounds(tmp_path / "match.pdn")) == 8


@pytest.mark.parametrize("content", ["", "a text\n", "a text\n\nof two paragraphs\n\n"])
def test_a_file_that_holds_no_match_is_refused(arena, tmp_path: Path, content: str) -> None:
    (tmp_path / "text.txt").write_text(content)
    status, out, err = arena("show", str(tmp_path / "text.txt"))
    assert (status, out) == (2, "") and "text.txt" in err


def test_names_and_limits_of_each_player_are_kept(arena, tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    options = ("--limit", "nodes=20", "--second-limit", "depth=2", "--second-name", 'The "Other"')
    status, _, _ = arena("builtin", "builtin", "--pdn", str(path), "--games", "2", *options)
    stored = json.loads(path.with_name("match.pdn.match.json").read_text())["settings"]
    assert status == 0 and stored["first"]["limit"] == "nodes=20"
    assert (stored["second"]["name"], stored["second"]["limit"]) == ('The "Other"', "depth=2")
    with path.open("rb") as handle:
        assert {game.tags["White"] for game in pdn.headers(handle)} == {"builtin", 'The "Other"'}


def test_the_test_decides_about_the_exit_status(arena, tmp_path: Path) -> None:
    def status(name: str, first: str, second: str, games: int) -> Run:
        path = str(tmp_path / name)
        return arena(first, second, "--pdn", path, "--games", str(games), "--sprt", "0,200")

    won = status("won.pdn", "builtin:nodes=3000", "builtin:level=1", 100)
    assert won[0] == 0 and won[1].endswith("The test accepts H1.\n")
    lost = status("lost.pdn", "builtin:level=1", "builtin:nodes=3000", 100)
    assert lost[0] == 4 and lost[1].endswith("The test accepts H0.\n")
    assert status("open.pdn", "builtin:level=1", "builtin:level=1", 2)[0] == 3
    # The verdict is in the file: nothing more is played, however many games are allowed.
    before = (tmp_path / "won.pdn").read_bytes()
    assert status("won.pdn", "builtin:nodes=3000", "builtin:level=1", 1000)[0] == 0
    assert (tmp_path / "won.pdn").read_bytes() == before
    shown = arena("show", str(tmp_path / "won.pdn"))
    assert "0, 200 (logistic)" in shown[1] and shown[1].endswith("The test accepts H1.\n")
    other = arena("show", str(tmp_path / "won.pdn"), "--sprt", "-5,5", "--sprt-model", "normalized")
    assert "-5, 5 (normalized)" in other[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ("builtin", "nothing"),
        ("builtin", "builtin", "--limit", "hours=5"),
        ("builtin", "builtin", "--sprt", "5,0"),
        ("builtin", "builtin", "--openings", "deck:russian-64"),
        ("builtin", "builtin", "--openings", "fen:/nothing/here"),
        ("builtin", "builtin", "--variant", "chess"),
        ("builtin", "builtin", "--draw", "10"),
        ("builtin", "builtin", "--win", "600,1"),
        ("builtin", "builtin", "--first-name", ""),
        ("builtin", "hub:true"),
        ("builtin", "dxp:127.0.0.1:1", "--limit", "clock=300", "--concurrency", "2"),
        ("builtin", "dxp:127.0.0.1:1", "--limit", "seconds=1"),
        ("builtin", "builtin", "--games", "0"),
        ("builtin",),
        ("show", "/nothing/here.pdn"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(arena, arguments: tuple[str, ...], tmp_path) -> None:
    if arguments[0] != "show":
        arguments = (*arguments, "--pdn", str(tmp_path / "match.pdn"))
    status, out, err = arena(*arguments)
    assert (status, out) == (2, "") and err.count("\n") == 1 and len(err) < 400
    assert "Traceback" not in err


def test_without_arguments_it_says_how_it_is_used(arena) -> None:
    status, out, err = arena()
    assert status == 2 and "FIRST SECOND --pdn FILE" in out + err
    assert "Traceback" not in err


def test_killed_it_loses_the_running_games_alone(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    options = (*PLAYERS, "--pdn", str(path), "--games", "60", "--concurrency", "2", "--json")
    done = 0
    for games in (5, 15):
        child = start(*options)
        wait_for_games(path, max(games, done + 1), child)
        child.kill()
        child.communicate()
        kept = records(path)
        assert done < len(kept) < 60
        done = len(kept)
    before = path.read_bytes()
    child = start(*options)
    out, err = child.communicate(timeout=300)
    assert child.returncode == 0, err
    result = json.loads(out)
    assert (result["games"], result["pairs"]) == (60, 30)
    assert rounds(path) == sorted(f"{pair}.{half}" for pair in range(1, 31) for half in (1, 2))
    # What had been played before the last kill was kept as it was.
    complete = before[: before.rfind(b"\n\n") + 2]
    assert path.read_bytes().startswith(complete[: complete.rfind(b"[Event ")])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_it_stops_keeps_the_games_and_goes_on(number: int, tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    options = ("builtin:nodes=20000", *PLAYERS[:1], "--pdn", str(path), "--games", "12")
    child = start(*options)
    wait_for_games(path, 2, child)
    child.send_signal(number)
    out, err = child.communicate(timeout=300)
    assert child.returncode == 130, err
    assert out.endswith("Stopped; the same command goes on from here.\n")
    kept = len(records(path))
    assert f"Games             {kept} / 12\n" in out and 2 <= kept < 12
    child = start(*options)
    out, _ = child.communicate(timeout=300)
    assert child.returncode == 0 and "12 / 12" in out


def test_a_terminal_shows_a_live_table(tmp_path: Path) -> None:
    import pty

    driver, terminal = pty.openpty()
    path = str(tmp_path / "match.pdn")
    child = subprocess.Popen(
        [sys.executable, "-m", "crownhead.cli", "arena", *PLAYERS, "--pdn", path, "--games", "40"],
        stdout=subprocess.PIPE,
        stderr=terminal,
        env={**os.environ, "TERM": "xterm-256color", "LC_ALL": "en_GB.UTF-8", "COLUMNS": "80"},
    )
    os.close(terminal)
    shown = b""
    try:
        while part := os.read(driver, 65_536):
            shown += part
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(driver)
    out, _ = child.communicate(timeout=300)
    assert child.returncode == 0 and b"40 / 40" in out
    text = shown.decode()
    assert PLAYERS[0] in text and "Superiority" in text and "Pace, elapsed, left" in text


@pytest.mark.parametrize("variant", ["english", "international", "russian"])
def test_the_same_engine_passes_non_regression_and_half_the_nodes_fail(
    variant: str, arena, tmp_path: Path
) -> None:
    """With one seed a match of nodes is the same everywhere, its verdict too."""
    nodes, bounds = (3000, NO_REGRESSION) if NIGHTLY else (300, "--sprt=-60,0")
    whole, half = (f"builtin:nodes={share},noise=8,book=0" for share in (nodes, nodes // 2))
    options = (
        "--variant",
        variant,
        "--concurrency",
        "2",
        "--games",
        "20000",
        "--seed",
        "1",
        bounds,
    )
    passed = arena(whole, whole, "--pdn", str(tmp_path / "same.pdn"), *options)
    failed = arena(half, whole, "--pdn", str(tmp_path / "half.pdn"), *options)
    assert (passed[0], failed[0]) == (0, 4), passed[1] + failed[1]


def test_no_name_of_a_file_is_told(arena) -> None:
    """It was a traceback."""
    assert arena("show", "") == (2, "", "crownhead: . is no name of a file.\n")
