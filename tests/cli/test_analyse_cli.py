"""`crownhead analyse` as people call it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crownhead.cli.command import run
from crownhead.formats import pdn

GAME = (
    '[White "Anna"] [GameType "21"]'
    " 1. 11-15 22-18 2. 15x22 25x18 3. 9-14 18x9 4. 5x14 29-25 5. 14-18 *"
)


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "game.pdn").write_text(GAME)
    return str(tmp_path / "game.pdn")


def test_tells_the_mistake_in_words(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", file, "--nodes", "3000", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "14-18 is a mistake" in said
    assert "accuracy" not in said, "nine moves say nothing of it"


def test_prints_plain_data(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", file, "--nodes", "3000", "--json", "--lines", "2"]) == 0
    [game] = json.loads(capsys.readouterr().out)["games"]
    assert [move["text"] for move in game["moves"]][-1] == "14-18"
    assert game["moves"][-1]["cost"] > 50
    assert (9, "shot") in [(moment["ply"], moment["kind"]) for moment in game["moments"]]


def test_prints_a_game_that_reads_back(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", file, "--nodes", "3000", "--pdn"]) == 0
    game = pdn.loads(capsys.readouterr().out)
    assert len(game.moves) == 9 and game.end().nags and not game.errors


def test_a_broken_game_is_told_and_the_next_is_analysed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "two.pdn").write_text('[GameType "21"] 1. 9-10 *\n\n' + GAME)
    assert run(["analyse", str(tmp_path / "two.pdn"), "--nodes", "1000", "--json"]) == 1
    said = capsys.readouterr()
    assert len(json.loads(said.out)["games"]) == 2
    assert "two.pdn:1:" in said.err


@pytest.mark.parametrize(
    "text", ['[GameType "21"] 1. 9-10 *', '[FEN "nonsense"] 1. 11-15 *', '[GameType "21"] *']
)
def test_what_is_wrong_with_a_game_is_told_once(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.pdn"
    path.write_text(text)
    assert run(["analyse", str(path), "--nodes", "1000", "--lang", "en"]) == 1
    [said] = capsys.readouterr().err.splitlines()
    assert said.startswith(f"{path}:1:") and "computer opponent" not in said


def test_json_and_pdn_at_once_are_refused(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", file, "--json", "--pdn", "--lang", "de"]) == 2
    assert "--json und --pdn: gib nur eines davon an." in capsys.readouterr().err


def test_a_file_without_a_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.pdn").write_text("")
    assert run(["analyse", str(tmp_path / "empty.pdn")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "moves",
    [
        '[Huffing "1"] 1. 11-15 22-18 2. 9-13 18x11 *',
        '1. 11-15 22-18 /FEN "B:W18:B1,5"/ 2. 1-6 18-14 *',
    ],
)
def test_a_report_was_silent_about_what_it_does_not_reach(
    moves: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It said that no move of the game cost much."""
    path = tmp_path / "game.pdn"
    path.write_text(f'[GameType "21"] {moves}', encoding="utf-8")
    assert run(["analyse", str(path), "--nodes", "500"]) == 0
    said = capsys.readouterr().out.splitlines()[1:]
    until = "The report reaches only as far as 1... 22-18: after it a capture was left out, or"
    assert said == ["  Opening: Single Corner.", f"  {until} the position was changed."]
    assert run(["analyse", str(path), "--nodes", "500", "--json"]) == 0
    [game] = json.loads(capsys.readouterr().out)["games"]
    assert (len(game["moves"]), game["beyond"]) == (2, 2 if "Huffing" in moves else 3)
