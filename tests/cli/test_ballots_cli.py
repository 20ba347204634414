"""`crownhead ballots`: claims are computed, verified, merged and shown; forged ones are named."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from crownhead.cli.command import run

QUICK = ("--nodes", "1000", "--megabytes", "1")


@pytest.fixture
def claims(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return a file with claims about four cards."""
    path = tmp_path / "mine.claims"
    assert run(["ballots", "compute", "english-3move", str(path), "--cards", "3-5,60", *QUICK]) == 0
    assert capsys.readouterr().out == f"{path}: 4 claims added\n"
    return path


def forge(path: Path, number: int, part: str, value: object) -> None:
    """Change one part of a claim."""
    lines = path.read_text(encoding="utf-8").splitlines()
    record = json.loads(lines[number - 1])
    record[part] = value
    lines[number - 1] = json.dumps(record)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_computing_goes_on_where_it_was(claims: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again = ["ballots", "compute", "english-3move", str(claims), "--cards", "4-6", *QUICK]
    assert run(again) == 0
    assert "1 claim added" in capsys.readouterr().out
    assert claims.read_text(encoding="utf-8").count("\n") == 5


def test_claims_that_hold_are_said_to_hold(
    claims: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ballots", "verify", str(claims)]) == 0
    out = capsys.readouterr().out
    assert out.count(": holds: english-3move ") == 4
    assert "search repeated" in out
    assert run(["ballots", "verify", str(claims), "--cards", "60", "--quick", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["line"], told["card"], told["outcome"]) == (4, "60", "holds")
    assert told["what"] == "search not repeated"


def test_a_forged_claim_is_refused_and_named(
    claims: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forge(claims, 2, "depth", 50)
    assert run(["ballots", "verify", str(claims)]) == 1
    told = capsys.readouterr()
    assert told.out.count("holds") == 3
    assert f"{claims}:2: refused: english-3move 4, " in told.err
    assert "depth: a search finds" in told.err
    forge(claims, 2, "verdict", "draw")
    assert run(["ballots", "verify", str(claims), "--json"]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["outcome"] for row in rows] == ["holds", "refused", "holds", "holds"]
    assert rows[1]["place"] == "verdict"


def test_what_another_engine_searched_has_a_status_of_its_own(
    claims: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forge(claims, 1, "engine", {"version": "0.0.9", "weights": "12", "search": "34"})
    assert run(["ballots", "verify", str(claims)]) == 3
    assert "not repeated: english-3move 3, " in capsys.readouterr().err
    assert run(["ballots", "verify", str(claims), "--quick"]) == 0


def test_merging_takes_what_holds_and_names_what_does_not(
    claims: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs, book = tmp_path / "theirs.claims", tmp_path / "book.claims"
    compute = ["ballots", "compute", "english-3move", str(theirs), "--cards", "5-8"]
    assert run([*compute, "--nodes", "2000", "--megabytes", "1"]) == 0
    forge(theirs, 4, "score", 29_000)
    forge(theirs, 3, "card", "9")
    assert run(["ballots", "merge", str(book), str(claims), str(theirs)]) == 1
    told = capsys.readouterr()
    assert f"{theirs}:3: refused: fen: it is" in told.err
    assert f"{theirs}:4: refused: english-3move 8, " in told.err
    assert "score: a search finds" in told.err
    assert f"{book}: 6 claims added, 2 claims refused" in told.out.splitlines()[-1]
    cards = [json.loads(line)["card"] for line in book.read_text(encoding="utf-8").splitlines()]
    assert cards == ["3", "4", "5", "6", "60"]
    assert run(["ballots", "merge", str(book), str(claims)]) == 0
    assert f"{book}: 0 claims added" in capsys.readouterr().out


def test_what_is_known_is_shown(claims: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = ["ballots", "show", "english-3move", "--file", str(claims), "--cards"]
    assert run([*shown, "60-61", "--lines"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("60. 10-14 22-17 9-13 (Denny: Black Hole): ")
    assert "(searched); " in lines[0]
    assert lines[1].startswith("    searched: 17x10 ")
    assert lines[2].endswith(": nothing known")
    assert run([*shown, "60", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["card"], told["status"], told["nodes"]) == ("60", "searched", 1000)
    assert run([*shown, "1"]) == 1


def test_lines_and_proofs_are_computed_and_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "claims"
    compute = ["ballots", "compute", "english-3move", str(path), "--cards", "60", "--what"]
    assert run([*compute, "table-backed", "--nodes", "300", "--megabytes", "1"]) == 0
    assert run([*compute, "proved", "--positions", "2000"]) == 0
    assert run(["ballots", "verify", str(path)]) == 0
    out = capsys.readouterr().out
    assert "positions shown" in out
    # A line's end is won or drawn there, and not at the card.
    assert len(re.findall(r"english-3move 60 after \d+ plies, ", out)) == 2
    assert run(["ballots", "show", "--file", str(path), "--cards", "60"]) == 0
    out = capsys.readouterr().out
    assert "(table-backed); its line of " in out
    assert "; proved from ply " in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("compute", "chess", "x"),
        ("compute", "english-3move", "{tmp}/x", "--cards", "175"),
        ("compute", "english-3move", "{tmp}/x", "--nodes", "0"),
        ("compute", "english-3move", "{tmp}"),
        ("verify", "{tmp}/nothing"),
        ("verify", "{empty}"),
        ("verify", "--deck", "english-5move"),
        ("merge", "{tmp}/book", "{empty}"),
        ("show", "english-5move"),
        ("show", "english-3move", "--file", "{broken}"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(
    arguments: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, broken = tmp_path / "empty", tmp_path / "broken"
    empty.write_bytes(b"")
    broken.write_bytes(b"no claim\n")
    named = {"{tmp}": str(tmp_path), "{empty}": str(empty), "{broken}": str(broken)}
    given = []
    for argument in arguments:
        for name, path in named.items():
            argument = argument.replace(name, path)
        given.append(argument)
    assert run(["ballots", *given]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "Traceback" not in told.err
