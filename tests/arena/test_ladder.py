"""`dev.py bench ladder`: one list of levels and named engines, which is gone on with."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from bench import ladder

GAMES = ("--levels", "1-3", "--games", "2", "--limit", "nodes=50")


def lines(capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    assert ladder.main(options) == 0
    return capsys.readouterr().out.splitlines()


def test_levels_from_ballots_make_one_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--folder", str(tmp_path), *GAMES)
    first = lines(capsys, *options)
    assert {line.split()[1] for line in first[1:4]} == {f"builtin:level={n}" for n in (1, 2, 3)}
    # Two games with each of two others, from each of the three sets of openings.
    assert [int(line.split()[4]) for line in first[1:4]] == [12, 12, 12]
    assert first[4].startswith("To have White is worth")
    names = {path.parent.name for path in tmp_path.rglob("*.pdn")}
    assert names == {"random", "deck-english-3move-lost", "deck-english-11man"}
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.pdn")}
    assert lines(capsys, *options) == first
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.pdn")} == before


def test_the_highest_level_heeds_the_limit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--folder", str(tmp_path), *GAMES, "--openings", "start", "--levels", "10")
    found = lines(capsys, *options, "--engine", "builtin:nodes=30")
    assert any("builtin:level=10,nodes=50 " in line for line in found)
    (path,) = tmp_path.rglob("*.pdn")
    nodes = [int(each) for each in re.findall(r"%nodes ([0-9]+)", path.read_text())]
    assert len(nodes) > 20
    assert max(nodes) < 1_000


def test_other_engines_join_the_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engine = f"hub:{sys.executable} -m crownhead hub"
    options = ("--folder", str(tmp_path), *GAMES, "--openings", "random")
    found = lines(capsys, *options, "--engine", engine, "--engine", "builtin:nodes=30")
    assert len(found) == 7
    games = [path.read_text().count("[Event ") for path in tmp_path.rglob("*.pdn")]
    # Three pairings of levels, each engine against two of them, and the engines.
    assert games == [2] * (3 + 4 + 1)


@pytest.mark.parametrize(
    "options",
    [
        ("--levels", "0-3"),
        ("--levels", "x"),
        ("--variant", "chess"),
        ("--openings", "deck:english-3move,won"),
        ("--limit", "hours=3"),
        ("--engine", "hub:/nothing/here"),
        ("--levels", "5"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(
    options: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ladder.main(("--folder", str(tmp_path), *GAMES, *options)) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("bench ladder: ")
    assert told.err.count("\n") == 1
