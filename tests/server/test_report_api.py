"""The report of a game by HTTP: what it says, who waits for it, what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from support.served import Guest

import crownhead as ch
from crownhead.endgame import Tables

Make = Callable[..., Guest]
MOVES = ["11-15", "22-17", "15-19", "24x15", "10x19", "23x16", "12x19"]


def ask(player: Guest, **wish: Any) -> list[dict[str, Any]]:
    answer = player.http.post("/api/report", json={"variant": "english", "nodes": 2000, **wish})
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_report_tells_its_progress_and_then_what_it_found(guest: Make) -> None:
    *progress, report = ask(guest(), moves=MOVES)
    assert {line["t"] for line in progress} == {"progress"}
    looking = [line["done"] for line in progress if not line["doubtful"]]
    assert looking == list(range(len(MOVES) + (looking[-1] == len(MOVES))))
    for line in progress[len(looking) :]:
        assert line["done"] == len(MOVES) and line["checked"] <= line["doubtful"]
    assert report["t"] == "report"
    assert [move["text"] for move in report["moves"]] == MOVES
    assert [move["by"] for move in report["moves"]][:2] == ["black", "white"]
    assert all(move["cost"] >= 0 and 0 <= move["lost"] <= 1 for move in report["moves"])
    # So few moves say nothing of how well somebody plays.
    assert report["accuracy"] == {"white": None, "black": None}


def test_a_win_that_tables_hold_is_told_as_proven(guest: Make) -> None:
    start = "W:WK15,K32:B16,K28"
    position = ch.Position.from_fen(start, "english")
    tables = Tables.open("english")
    worst = tables.best(position)[-1]
    assert worst.value != "win", "every move wins here"
    *_, report = ask(guest(), start=start, moves=[worst.move.notation("hub")])
    (moment,) = report["moments"]
    assert moment["kind"] == "win_missed" and moment["proven"]
    assert "Endgame tables prove it." in moment["sentence"]
    assert report["moves"][0]["proven"] in ("draw", "loss")


def test_the_sentences_are_in_the_reader_s_language(guest: Make) -> None:
    player = guest()
    player.http.headers["accept-language"] = "de"
    start, moves = "W:WK15,K32:B16,K28", ["32-27"]
    *_, report = ask(player, start=start, moves=moves)
    assert report["opening"] is None
    assert all("Endgame" not in moment["sentence"] for moment in report["moments"])


def test_openings_have_their_names(guest: Make) -> None:
    *_, report = ask(guest(), moves=["9-13", "22-18"])
    assert report["opening"] is not None


def test_what_is_no_game_is_refused_with_a_sentence(guest: Make) -> None:
    player = guest()
    for status, wish in (
        (400, {"moves": []}),
        (400, {"moves": ["11-15"] * 601}),
        (409, {"moves": ["11-16", "11-16"]}),
        (400, {"moves": ["nonsense"]}),
        (409, {"moves": ["11-15"], "start": "W:W99"}),
        (409, {"moves": ["11-15"], "variant": "chess"}),
        (400, {"moves": ["11-15"], "nodes": 10**9}),
    ):
        answer = player.http.post("/api/report", json={"variant": "english", **wish})
        assert answer.status_code == status, (wish, answer.text)
        assert answer.json()["sentence"]


def test_who_goes_away_stops_the_search(guest: Make) -> None:
    player = guest()
    wish = {"variant": "international", "moves": ["32-28", "19-23"], "nodes": 200_000}
    with player.http.stream("POST", "/api/report", json=wish) as answer:
        next(answer.iter_lines())
    *_, report = ask(player, moves=MOVES)
    assert report["t"] == "report"
