"""The programs of docs/machine-learning.md run, and its table is right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crownhead.arrays import ActionSpace

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "machine-learning.md").read_text("utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_has_a_program_for_each_thing() -> None:
    assert len(PROGRAMS) == 10


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_a_program_of_the_page_runs(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(program, "docs/machine-learning.md", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_the_sizes_of_the_page_are_those_of_the_spaces() -> None:
    told = [int(size.replace(",", "")) for size in re.findall(r"\| ([\d,]+) \|\n", PAGE)]
    games = ("english", "russian", "international", "canadian", "turkish")
    assert told == [ActionSpace(game).size for game in games]
