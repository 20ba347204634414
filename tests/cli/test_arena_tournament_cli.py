"""`crownhead arena gauntlet`, `round-robin` and `rate`: killed, gone on with, and shown."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crownhead.arena.journal import records
from crownhead.cli.command import run
from crownhead.formats import pdn

ENGINES = tuple(f"builtin:nodes={nodes},noise=9" for nodes in (200, 100, 150, 250))
PLAYED = ("--games", "4", "--openings", "random:plies=6", "--json")


def games(folder: Path) -> dict[tuple[str, str], tuple[str, list[str]]]:
    """Return result and moves of each game by its file and round."""
    found: dict[tuple[str, str], tuple[str, list[str]]] = {}
    for path in folder.glob("*.pdn"):
        with path.open("rb") as handle:
            for game in pdn.read(handle):
                key = (path.name, game.tags["Round"])
                assert key not in found and not game.errors
                found[key] = (game.result, [str(move) for move in game.moves])
    return found


def count_games(folder: Path) -> int:
    return sum(len(records(path)) for path in folder.glob("*.pdn"))


def test_a_gauntlet_of_four_engines_that_is_killed_goes_on_without_loss(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ends with the games of one that nobody has killed, each once, and with its list."""
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert run(["arena", "gauntlet", *ENGINES, "--folder", str(whole), *PLAYED]) == 0
    expected = json.loads(capsys.readouterr().out)
    assert not expected.pop("interrupted")
    assert len(games(whole)) == 12 and len(expected["players"]) == 4
    command = ["arena", "gauntlet", *ENGINES, "--folder", str(killed), *PLAYED]
    for wanted in (1, 6):
        child = subprocess.Popen(
            [sys.executable, "-m", "crownhead.cli", *command],
            stdout=subprocess.DEVNULL,
            env=os.environ | {"PYTHONUTF8": "1"},
        )
        while not killed.exists() or count_games(killed) < wanted:
            assert child.poll() in (None, 0)
            if child.poll() == 0:
                break  # it was faster than this test
            time.sleep(0.01)
        child.kill()
        child.wait()
    kept = games(killed)
    assert len(kept) >= 6
    assert run(command) == 0
    found = json.loads(capsys.readouterr().out)
    assert found.pop("interrupted") is False and found == expected
    assert games(killed) == games(whole)
    assert kept.items() <= games(killed).items()


def test_a_round_robin_is_played_and_its_files_are_rated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "all"
    command = ["arena", "round-robin", *ENGINES[:3], "--folder", str(folder), *PLAYED[:-1]]
    assert run([*command, "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[0].split() == [
        *("Player", "Elo", "±", "Games", "Score", "Draws", "Opponents")
    ]
    assert len(said.splitlines()) == 5 and all(name in said for name in ENGINES[:3])
    files = sorted(map(str, folder.glob("*.pdn")))
    assert run(["arena", "rate", *files, "--lang", "en"]) == 0
    assert capsys.readouterr().out == said
    assert run(["arena", "rate", files[0], "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [player["games"] for player in found["players"]] == [4, 4]


@pytest.mark.parametrize(
    "arguments",
    [
        ("gauntlet", "builtin", "--folder", "X"),
        ("round-robin", "builtin", "--folder", "X"),
        ("round-robin", "builtin", "builtin:level=1", "nothing", "--folder", "X"),
        ("round-robin", "builtin", "builtin", "--folder", "X", "--games", "3"),
        ("round-robin", "builtin", "hub:true", "--folder", "X"),
        ("rate", "/nothing/here.pdn"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(
    arguments: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [str(tmp_path) if part == "X" else part for part in arguments]
    assert run(["arena", *given]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
    assert count_games(tmp_path) == 0
