"""Every command of docs/competition.md runs, and a lot by hand is the one that was drawn."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from support.club_event import club_evening

from crownhead.ballots import deck
from crownhead.cli.command import run
from crownhead.competition.deeds import FIELDS
from crownhead.competition.eventfile import dumps

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "competition.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_every_command_of_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.csv").write_text(blocks("csv")[0], encoding="utf-8")
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    assert len(commands) > 60
    for command in commands:
        program, *arguments = shlex.split(command)
        capsys.readouterr()
        assert program == "crownhead" and run(arguments) == 0, (command, capsys.readouterr().err)
    for file in sorted(tmp_path.glob("*.event")):
        assert run(["event", "check", str(file)]) == 0, file
    assert len(list(tmp_path.glob("*.html"))) == 9


def test_the_example_of_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCS / "examples")  # where it can be saved from the page
    found = doctest.testfile(str(DOCS / "competition.md"), module_relative=False)
    assert found.attempted == 4 and found.failed == 0


def test_a_lot_computed_by_hand_is_the_one_that_was_drawn() -> None:
    """With a shell and sha256sum alone, as the page says."""
    done = subprocess.run(
        ["bash", "-c", "".join(blocks("hand"))], capture_output=True, text=True, check=True
    )
    commitment, *_, lot = done.stdout.split()
    now = club_evening().competition
    assert commitment == now.commitments[1] and commitment in PAGE
    card = deck("english-3move").playable[int(lot) - 1]
    assert card.code == now.rounds[0].card(1)
    assert str(card) in PAGE and f"lot {lot}" in PAGE


def test_the_example_is_the_evening_of_the_tests() -> None:
    """After a change that is meant: write `dumps(club_evening())` there."""
    example = (DOCS / "examples" / "evening.event").read_text(encoding="utf-8")
    assert example == dumps(club_evening())


def test_the_page_has_every_deed_with_its_fields() -> None:
    for kind, fields in FIELDS.items():
        said = ", ".join(f"`{name}`" for name in fields)
        assert f"| `{kind}` | {said} |" in PAGE
