"""Puzzles that guests report: once each, up to a bound, listed for whoever runs the server."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.served import Guest, Server

from crownhead.puzzles import sets
from crownhead.server.settings import database_url
from crownhead.server.storage import puzzle_reports
from crownhead.server.storage.migrations.upgrade import upgrade
from crownhead.server.storage.open_database import open_database

Make = Callable[..., Guest]
FIRST, SECOND = (puzzle.id for puzzle in sets.load("english").puzzles[:2])


def report(guest: Guest, puzzle: str = FIRST, fault: str = "another_move", **wish: str) -> Any:
    body = {"variant": "english", "puzzle": puzzle, "fault": fault, **wish}
    return guest.http.post("/api/puzzles/faults", json=body)


def list_reports(guest: Guest) -> list[dict[str, Any]]:
    lines = guest.http.get("/api/me/data").text.splitlines()
    return [line["reported"] for line in map(json.loads, lines) if "reported" in line]


def test_a_report_is_kept_once_for_each_puzzle_and_goes_with_the_guest(guest: Make) -> None:
    anna = guest()
    assert report(anna).status_code == 204
    assert report(anna, fault="wrong_solution").status_code == 204
    assert report(anna, SECOND).status_code == 204
    found = {(each["variant"], each["puzzle"]): each["fault"] for each in list_reports(anna)}
    assert found == {("english", FIRST): "wrong_solution", ("english", SECOND): "another_move"}
    assert list_reports(guest()) == []
    anna.http.delete("/api/me")
    assert list_reports(anna) == []


def test_what_is_no_puzzle_is_refused(guest: Make) -> None:
    anna = guest(language="de")
    for wish in ({"variant": "chess"}, {"variant": "russian"}, {"puzzle": "0" * 10}):
        refused = report(anna, **wish)
        assert refused.status_code == 404
        assert refused.json()["sentence"] == "Diese Aufgabe gibt es nicht."
    for broken in ({"puzzle": "../x"}, {"fault": "nonsense"}, {"more": "x"}):
        assert report(anna, **broken).status_code == 400
    assert list_reports(anna) == []


def test_the_puzzles_of_another_game_have_ids_of_their_own(guest: Make) -> None:
    lent = sets.load("lite").puzzles[0].id
    assert report(guest(), lent, variant="lite").status_code == 204


def test_one_guest_reports_so_many_puzzles_and_no_more(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'crownhead.sqlite3'}")

    async def fill() -> None:
        await upgrade(database, tmp_path)
        for number in range(puzzle_reports.MOST_OF_ONE):
            told = puzzle_reports.PuzzleReport("english", f"{number:010x}", "another_move", number)
            assert await puzzle_reports.store_report(database, "anna", told)
        one_more = puzzle_reports.PuzzleReport("english", "f" * 10, "another_move", 1)
        assert not await puzzle_reports.store_report(database, "anna", one_more)
        assert await puzzle_reports.store_report(database, "bert", one_more)
        again = puzzle_reports.PuzzleReport("english", f"{0:010x}", "something_else", 2)
        assert await puzzle_reports.store_report(database, "anna", again)
        assert len(await puzzle_reports.reports_of(database, "anna")) == puzzle_reports.MOST_OF_ONE
        await database.close()

    asyncio.run(fill())


def run_reports(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "crownhead.cli", "puzzle", "reports", "--data", str(folder)]
    return subprocess.run([*command, *options], capture_output=True, text=True)


def test_the_command_lists_what_most_guests_say_first(
    tmp_path: Path, close_later: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with Server(tmp_path, "--no-limits", "--no-delay") as server:
        for puzzle in (SECOND, FIRST, FIRST):
            assert report(close_later(Guest(server)), puzzle).status_code == 204
        asked = run_reports(tmp_path, "--json")  # while it serves
    assert asked.returncode == 0, asked.stderr
    rows = [(row["puzzle"], row["fault"], row["guests"]) for row in json.loads(asked.stdout)]
    assert rows == [(FIRST, "another_move", 2), (SECOND, "another_move", 1)]
    first, _ = run_reports(tmp_path).stdout.splitlines()
    assert first.split()[:4] == ["english", FIRST, "another_move", "2"]
    nothing = run_reports(tmp_path / "none")
    assert nothing.returncode == 2
    assert "holds no database of a server" in nothing.stderr
    assert nothing.stderr.count("\n") <= 3


def test_reports_wait_a_moment_where_they_come_too_fast(
    tmp_path: Path, close_later: Callable[[Any], Any]
) -> None:
    with Server(tmp_path, "--no-delay") as server:
        anna = close_later(Guest(server))
        answers = [report(anna) for _ in range(60)]
    assert answers[0].status_code == 204
    slow = [answer for answer in answers if answer.status_code == 429]
    assert slow and "Retry-After" in slow[0].headers


def test_a_guest_of_postgresql_reports_too(database: str, tmp_path: Path) -> None:
    held = open_database(database_url(tmp_path, database))

    async def ask() -> None:
        await upgrade(held, tmp_path)
        told = puzzle_reports.PuzzleReport("english", FIRST, "another_move", 5)
        assert await puzzle_reports.store_report(held, "anna", told)
        assert await puzzle_reports.store_report(held, "anna", told)
        assert list(await puzzle_reports.count_reports(held)) == [
            puzzle_reports.PuzzleReportCount("english", FIRST, "another_move", 1, 5)
        ]
        await puzzle_reports.delete_reports(held, "anna")
        assert list(await puzzle_reports.count_reports(held)) == []
        await held.close()

    asyncio.run(ask())
