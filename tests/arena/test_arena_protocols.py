"""Matches against other processes: over Hub and over DXP, and against a program that dies."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

from crownhead.arena.journal import records
from crownhead.arena.score import MatchScore
from crownhead.cli.command import run
from crownhead.formats import pdn

PYTHON = sys.executable


def games(path: Path) -> list[pdn.PdnGame]:
    with path.open("rb") as handle:
        found = list(pdn.read(handle))
    assert not any(game.errors for game in found)
    return found


def test_a_match_over_hub(tmp_path: Path) -> None:
    path = tmp_path / "hub.pdn"
    player = tmp_path / "own.toml"
    player.write_text(
        f'engine = "hub"\nname = "Own"\ncommand = ["{PYTHON}", "-m", "crownhead.cli", "hub"]\n'
        "[parameters]\nlevel = 4\n"
    )
    status = run(
        ["arena", str(player), "builtin:level=1", "--variant", "international", "--games", "4"]
        + ["--limit", "nodes=300", "--concurrency", "2", "--pdn", str(path)]
    )
    assert status == 0
    played = games(path)
    assert sorted(game.tags["Round"] for game in played) == ["1.1", "1.2", "2.1", "2.2"]
    assert {game.tags["White"] for game in played} == {"Own", "builtin:level=1"}
    assert MatchScore(None, records(path)).faults == [0, 0]


def test_a_match_over_dxp_several_games_on_one_connection(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    path = tmp_path / "dxp.pdn"
    command = [PYTHON, "-m", "crownhead.cli", "dxp", "--listen", "--port", str(port)]
    peer = subprocess.Popen(
        [*command, "--variant", "international", "--nodes", "300"],
        stdout=subprocess.DEVNULL,
        env=os.environ | {"PYTHONUTF8": "1"},
    )
    try:
        end = time.monotonic() + 300
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except ConnectionRefusedError:
                assert time.monotonic() < end
                time.sleep(0.1)
        status = run(
            ["arena", "builtin:level=1", f"dxp:127.0.0.1:{port}", "--variant", "international"]
            + ["--games", "4", "--limit", "clock=300+0", "--pdn", str(path)]
        )
    finally:
        peer.kill()
        peer.wait()
    assert status == 0 and len(games(path)) == 4
    assert MatchScore(None, records(path)).faults == [0, 0]


def test_a_program_that_is_none_ends_the_match_in_one_sentence(tmp_path: Path, capsys) -> None:
    path = tmp_path / "none.pdn"
    for spec in ("hub:/nothing/here", "dxp:127.0.0.1:1"):
        assert run(["arena", "builtin", spec, "--limit", "clock=300", "--pdn", str(path)]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "does not start: " in said
        assert "3 times in a row" in said
    assert records(path) == []


def test_a_program_that_says_nothing_ends_the_match_and_is_told_what_is_waited_for(
    tmp_path: Path, capsys
) -> None:
    command = ["arena", "hub:cat", "builtin:level=1", "--limit", "depth=1", "--patience", "2"]
    assert run([*command, "--pdn", str(tmp_path / "none.pdn")]) == 2
    said = capsys.readouterr().err
    assert "hub:cat does not start: The engine did not say `wait` within 2.5 s" in said


def test_a_program_that_dies_in_a_game_loses_it_and_is_started_again(tmp_path: Path) -> None:
    """It ends, without a word, at its third move of each game."""
    program = tmp_path / "dying.py"
    program.write_text(
        "import os, subprocess, sys\n"
        "command = [sys.executable, '-m', 'crownhead.cli', 'hub']\n"
        "child = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, bufsize=1)\n"
        "searches = 0\n"
        "for line in sys.stdin:\n"
        "    searches += line.startswith('go')\n"
        "    if searches == 3:\n"
        "        child.kill()\n"
        "        os._exit(3)\n"
        "    child.stdin.write(line)\n"
    )
    path = tmp_path / "match.pdn"
    status = run(
        ["arena", f"hub:{PYTHON} {program}", "builtin:level=1", "--variant", "international"]
        + ["--games", "4", "--limit", "nodes=200", "--first-name", "Dying", "--pdn", str(path)]
    )
    assert status == 0
    assert [game.tags["Termination"].partition(":")[0] for game in games(path)] == ["crash"] * 4
    score = MatchScore(None, records(path))
    assert (score.losses, score.faults) == (4, [4, 0])


def test_an_illegal_move_over_hub_is_called_one(tmp_path: Path) -> None:
    program = tmp_path / "cheating.py"
    program.write_text(
        "import sys\n"
        "print('id name=Cheating\\nwait') if sys.stdin.readline() else None\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    said = {'hub': 'wait', 'init': 'ready', 'go': 'done move=1-50', 'ping': 'pong'}\n"
        "    word in said and print(said[word], flush=True)\n"
        "    if word == 'quit': break\n"
    )
    path = tmp_path / "match.pdn"
    status = run(
        ["arena", f"hub:{PYTHON} -u {program}", "builtin:level=1", "--variant", "international"]
        + ["--games", "2", "--limit", "nodes=200", "--first-name", "Cheating", "--pdn", str(path)]
    )
    assert status == 0
    assert [game.tags["Termination"].partition(":")[0] for game in games(path)] == [
        "illegal move"
    ] * 2


def test_what_programs_are_told_and_say_is_kept_by_game(tmp_path: Path) -> None:
    path, trace = tmp_path / "match.pdn", tmp_path / "trace"
    program = f"hub:{PYTHON} -m crownhead.cli hub --level 1"
    command = ["arena", program, "builtin:level=1", "--variant", "international"]
    status = run(
        [*command, "--games", "2", "--limit", "nodes=200", "--first-name", "Own Hub"]
        + ["--pdn", str(path), "--trace", str(trace)]
    )
    assert status == 0
    assert sorted(file.name for file in trace.iterdir()) == ["1.1.log", "1.2.log"]
    moves = {game.tags["Round"]: len(game.moves) for game in games(path)}
    for file in trace.iterdir():
        lines = file.read_text().splitlines()
        assert all(line.split(" ", 1)[1].startswith("Own Hub ") for line in lines)
        thought = [line for line in lines if "Own Hub > go think" in line]
        answers = [line for line in lines if "Own Hub < done move=" in line]
        assert len(thought) == len(answers) and 0 < len(answers) < moves[file.stem]
