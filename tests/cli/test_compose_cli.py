"""`crownhead compose`: verdicts and their statuses, certificates, the search, sheets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crownhead.cli.command import run

STUDY = "W:W31,K30:BK29,22,19"
QUICK = ("--positions", "2000", "--nodes", "2000")
DATA = Path(__file__).parents[2] / "data"


def test_a_sound_study_is_said_to_be_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compose", "check", STUDY, "--variant", "english"]) == 0
    out = capsys.readouterr().out
    assert "sound, proved" in out
    assert "31-27" in out
    assert "that a game leads there is not disproved" in out


def test_flaws_and_doubts_have_statuses_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    def status(fen: str) -> int:
        return run(["compose", "check", fen, "--variant", "english", *QUICK])

    assert status("W:WK22,K23,K24:BK31,K32") == 1
    assert status("W:WK1:BK32") == 1
    assert status("B:W20,K19,K3:BK11,K10,K6") == 3
    out = capsys.readouterr().out
    assert "second solution (cook) at move 1, proved" in out
    assert "no solution at move 1, proved" in out
    assert "not decided within the limit at move 1" in out


def test_a_position_that_no_game_reaches_is_flawed(capsys: pytest.CaptureFixture[str]) -> None:
    status = run(["compose", "check", "W:W2,31,K30:BK29,22,19", "--variant", "english", *QUICK])
    assert status == 1
    assert "a white man stands on the row where it is crowned" in capsys.readouterr().out


def test_a_certificate_is_verified_and_a_forged_one_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "study.json"
    given = ["compose", "check", STUDY, "--variant", "english", "--certificate", str(path)]
    assert run(given) == 0
    assert run(["compose", "verify", str(path)]) == 0
    assert f"{path}: holds: sound, proved" in capsys.readouterr().out
    record = json.loads(path.read_text(encoding="utf-8"))
    record["verdict"] = "cook"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert run(["compose", "verify", str(path)]) == 1
    assert "refused: verdict: what is shown makes it 'sound'" in capsys.readouterr().err
    assert run(["compose", "verify", str(path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["holds"], told["place"]) == (False, "verdict")


def test_a_file_is_checked_one_by_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.fen"
    file.write_text(f"{STUDY}\nW:W99\nW:WK1:BK32\n", encoding="utf-8")
    folder = tmp_path / "certificates"
    status = run(
        ["compose", "check", str(file), "--variant", "english", "--json", *QUICK]
        + ["--certificate", str(folder)]
    )
    assert status == 2
    told = capsys.readouterr()
    assert "mine.fen, line 2" in told.err
    rows = [json.loads(line) for line in told.out.splitlines()]
    assert [(row["number"], row["verdict"]) for row in rows] == [(1, "sound"), (2, "no solution")]
    assert sorted(path.name for path in folder.iterdir()) == ["0001.json", "0002.json"]
    assert run(["compose", "verify", *map(str, sorted(folder.iterdir()))]) == 0


def test_some_of_a_file_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(DATA / "compositions.pdn")
    assert run(["compose", "check", file, "--number", "50-51", "--json", *QUICK]) in (0, 1, 3)
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["number"] for row in rows] == [50, 51]
    for numbers in ("0", "62", "5-4", "x", "1,", "1-2-3"):
        assert run(["compose", "check", file, "--number", numbers]) == 2
        assert "--number" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["nowhere.pdn"], "neither a file nor a FEN"),
        ([STUDY], "give --variant"),
        (["W:W99:B1", "--variant", "english"], "99"),
        (["W:W:B1", "--variant", "english"], "no move"),
    ],
)
def test_what_cannot_be_read_is_refused(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["compose", "check", *given]) == 2
    assert said in capsys.readouterr().err


def test_a_position_is_found_in_a_collection(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(DATA / "compositions.pdn")
    assert run(["compose", "find", "B:W21,K19,K8:BK31,17,5", file, "--exact"]) == 1
    assert run(["compose", "find", STUDY, file]) == 0
    assert "after 0 plies" in capsys.readouterr().out
    assert run(["compose", "find", STUDY, file, "--json"]) == 0
    row = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (row["ply"], row["mirrored"], row["other_turn"]) == (0, False, False)


def test_a_sheet_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "sheet.html"
    file = str(DATA / "compositions.pdn")
    given = ["compose", "sheet", file, "--number", "1-3", "--title", "Club", "-o", str(out)]
    assert run([*given, "--lang", "de"]) == 0
    text = out.read_text(encoding="utf-8")
    assert text.count("<svg") == 3
    assert "Lösungen: Club" in text
    assert "3 diagrams" in capsys.readouterr().out
    assert run([*given, "--theme", "mud"]) == 2
    assert "mud" in capsys.readouterr().err
