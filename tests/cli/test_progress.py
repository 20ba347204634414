"""What a command says of how far it is, where nobody looks at a terminal."""

from __future__ import annotations

import pytest

from crownhead.cli import progress


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    return now


def test_what_is_soon_done_says_nothing(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    with progress.progress("work", 2) as shown:
        for done in (1, 2):
            clock[0] += 1
            shown(done, "")
    assert capsys.readouterr() == ("", "")


def test_long_work_says_how_far_it_is_and_that_it_is_done(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    with progress.progress("work", 8, 2) as shown:
        for done in range(3, 9):
            clock[0] += 6
            shown(done, "well")
    assert capsys.readouterr().err.splitlines() == [
        "work: 4/8, 24 s left well",
        "work: 6/8, 12 s left well",
        "work: 8/8 well",
    ]
