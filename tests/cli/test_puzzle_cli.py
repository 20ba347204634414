"""`crownhead puzzle`: make, go on, check, list; refusals in one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crownhead.cli.command import BAD_INPUT, run

MAKE = ["puzzle", "make", "english", "--nodes", "20000", "--seed", "5", "--workers", "1"]


@pytest.fixture
def puzzle_file(tmp_path: Path) -> Path:
    path = tmp_path / "english.json"
    assert run([*MAKE, "--count", "1", "--out", str(path)]) == 0
    return path


def test_making_goes_on_where_it_was(puzzle_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = json.loads(puzzle_file.read_text())
    assert run([*MAKE, "--count", "2", "--out", str(puzzle_file)]) == 0
    two = json.loads(puzzle_file.read_text())
    assert two["puzzles"][:1] == one["puzzles"]
    assert len(two["puzzles"]) == 2
    assert two["made"]["sources"] > one["made"]["sources"]
    assert "2 puzzles of english" in capsys.readouterr().out


def test_another_seed_wants_another_file(
    puzzle_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    again = ["puzzle", "make", "english", "--seed", "6", "--out", str(puzzle_file)]
    assert run(again) == BAD_INPUT
    assert "another seed" in capsys.readouterr().err
    assert run(["puzzle", "make", "russian", "--out", str(puzzle_file)]) == BAD_INPUT
    assert "not of russian" in capsys.readouterr().err


def test_a_good_file_is_found_good(puzzle_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzle", "check", str(puzzle_file), "--nodes", "20000"]) == 0
    assert "1 puzzle checked, 0 wrong" in capsys.readouterr().out


def test_a_wrong_solution_is_found(puzzle_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = json.loads(puzzle_file.read_text())
    content["puzzles"][0]["themes"] = ["block"]
    content["puzzles"].append({"id": "x"})
    puzzle_file.write_text(json.dumps(content))
    assert run(["puzzle", "check", str(puzzle_file), "--nodes", "20000"]) == 1
    heard = capsys.readouterr()
    assert "its themes are" in heard.err
    assert "puzzle 2 (x): Puzzle x has no 'fen'" in heard.err
    assert "2 puzzles checked, 2 wrong" in heard.out


def test_what_is_right_can_be_kept(puzzle_file: Path, tmp_path: Path) -> None:
    content = json.loads(puzzle_file.read_text())
    content["puzzles"].append({"id": "x"})
    puzzle_file.write_text(json.dumps(content))
    kept = tmp_path / "kept.json"
    check = ["puzzle", "check", str(puzzle_file), "--nodes", "20000"]
    assert run([*check, "--keep", str(kept)]) == 1
    left = json.loads(kept.read_text())
    assert left["puzzles"] == content["puzzles"][:1]
    assert left["made"] == content["made"] | {"checked": [20_000]}
    assert run([*check, "--keep", str(kept), "--sample", "1"]) == BAD_INPUT


def test_games_of_a_file_alone_and_only_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "shot.pdn"
    game.write_text(
        '[GameType "21"]\n[FEN "W:W5,29,31,32:B17,20,22,26"]\n1. 29-25 22x29 2. 31x13 *\n'
    )
    out = tmp_path / "english.json"
    for _ in range(2):
        assert run([*MAKE, "--files-alone", str(game), "--out", str(out)]) == 0
        assert "1 puzzle of english, from 0 sources" in capsys.readouterr().out
        assert json.loads(out.read_text())["made"]["files"] == ["shot.pdn"]


def test_listing(puzzle_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["puzzle", "list", "english", "--file", str(puzzle_file), "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert {"id", "fen", "solution", "themes", "rating"} <= row.keys()
    assert run(["puzzle", "list", "english", "--file", str(puzzle_file)]) == 0
    assert row["id"] in capsys.readouterr().out
    assert run(["puzzle", "list", "english", "--file", str(puzzle_file), "--theme", "block"]) == 0
    assert (row["id"] in capsys.readouterr().out) == ("block" in row["themes"])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "no JSON"),
        ("[]", "holds no puzzles"),
        ('{"puzzles": []}', "which game"),
        ('{"puzzles": [], "variant": "chess"}', "chess"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_a_file_that_is_no_set_is_refused_in_one_sentence(
    tmp_path: Path, content: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "set.json"
    path.write_text(content)
    assert run(["puzzle", "check", str(path)]) == BAD_INPUT
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
