"""The games that an earlier server has stored open as they were."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.served import Server

STORED = Path(__file__).parent / "stored"
EXPECTED: dict[str, dict[str, Any]] = json.loads((STORED / "views.json").read_text("utf-8"))

# What the law makes of a log; the rest of a view is the table's, and clocks go on.
LAW = [
    "variant",
    "phase",
    "board",
    "turn",
    "ply",
    "fen",
    "start",
    "moves",
    "last",
    "legal",
    "faulty",
    "must",
    "counters",
    "offer",
    "would_refuse",
    "duties",
    "verdict_due",
    "huffing",
    "huffable",
    "must_answer",
    "takeback",
    "claims",
    "outcome",
]


def restore(folder: Path) -> Path:
    """Return a folder of data with the stored database in it."""
    folder.mkdir(parents=True, exist_ok=True)
    database = sqlite3.connect(folder / "crownhead.sqlite3")
    try:
        database.executescript((STORED / "games.sql").read_text("utf-8"))
        database.commit()
    finally:
        database.close()
    return folder


def law_view(url: str, game: str) -> dict[str, Any]:
    """Return what the server shows of a game: the part of the law."""
    answer = httpx.get(f"{url}/api/games/{game}", headers={"accept-language": "en"})
    assert answer.status_code == 200, answer.text
    view = answer.json()["view"]
    if view["outcome"]:
        del view["outcome"]["sentence"]  # the catalogues' business
    return {name: view[name] for name in LAW}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the address of a server on the stored database."""
    folder = restore(tmp_path_factory.mktemp("stored"))
    with Server(folder, "--no-limits", "--no-delay") as server:
        yield server.url


def test_a_game_of_the_earlier_law_about_takebacks_opens_and_goes_on(tmp_path: Path) -> None:
    folder = restore(tmp_path / "earlier")
    game = "ylke9bNGocWB"
    log: list[tuple[str, dict[str, Any]]] = [
        ("draw_offered", {"by": "black"}),
        ("played", {"by": "black", "move": "11-15"}),
        ("played", {"by": "white", "move": "22-18"}),  # declines
        ("takeback_requested", {"by": "white", "plies": 1}),
        ("takeback_accepted", {"by": "black"}),
        ("draw_declined", {"by": "white"}),  # for it stood again
        ("played", {"by": "white", "move": "23-19"}),
    ]
    with contextlib.closing(sqlite3.connect(folder / "crownhead.sqlite3")) as database:
        database.execute("DELETE FROM game_events WHERE game = ? AND seq > 2", (game,))
        database.executemany(
            "INSERT INTO game_events VALUES (?, ?, ?, ?, NULL, 1795328687500)",
            [(game, 3 + n, kind, json.dumps(body)) for n, (kind, body) in enumerate(log)],
        )
        database.commit()
    with Server(folder, "--no-limits", "--no-delay") as server:
        view = law_view(server.url, game)
    assert view["phase"] == "playing"
    assert view["turn"] == "black"
    assert [duty["side"] for duty in view["duties"]] == ["white"]


@pytest.mark.parametrize("game", EXPECTED)
def test_a_stored_game_opens_as_it_was(url: str, game: str) -> None:
    expected, found = EXPECTED[game], law_view(url, game)
    if expected["phase"] == "playing" and not expected["legal"]:
        # Its clock stood, so that no moves were told; it goes on when 20 s are over.
        found |= {"legal": [], "faulty": [], "must": []}
    assert found == expected
