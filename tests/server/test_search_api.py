"""Positions searched on the server: what is found, who waits for whom, what is refused."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.served import WAIT, Guest
from support.service import open_service

import crownhead as ch
from crownhead.server.messages.searches import SearchRequest
from crownhead.server.process import analysis_service
from crownhead.server.room.refusals import Refusal

Make = Callable[..., Guest]
START = [ch.Position.initial("english")]
WISH = SearchRequest(variant="english")


def ask(player: Guest, **wish: Any) -> list[dict[str, Any]]:
    answer = player.http.post("/api/analysis", json={"variant": "english", **wish})
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_lines_are_told_as_they_deepen(guest: Make) -> None:
    found = ask(guest(), moves=["11-15", "22-17"], lines=3, nodes=400_000)
    assert [line["t"] for line in found] == ["found"] * len(found)
    nodes = [line["nodes"] for line in found]
    assert (
        nodes == sorted(nodes) and nodes[0] <= analysis_service.FIRST_PIECE and nodes[-1] <= 400_000
    )
    assert [line["done"] for line in found] == [False] * (len(found) - 1) + [True]
    assert len(found) > 1
    position = ch.Position.initial("english").play("11-15").play("22-17")
    legal = {move.notation("hub") for move in position.legal_moves}
    for one in found:
        assert one["depth"] > 0
        firsts = [line["moves"][0] for line in one["lines"]]
        assert len(set(firsts)) == 3 and set(firsts) <= legal
        scores = [line["score"] for line in one["lines"]]
        assert scores == sorted(scores, reverse=True)


def test_a_search_that_knows_all_ends_before_its_limit(guest: Make) -> None:
    (found,) = ask(guest(), start="W:W22:B18", nodes=analysis_service.LONGEST_PIECE)
    known = {"value": 1, "plies": 1, "cut": False}
    line = {"score": 29_999, "moves": ["22x15x18"], "tables": known}
    assert found["done"] and found["lines"] == [line]


def test_a_side_without_a_move_has_no_lines(guest: Make) -> None:
    (found,) = ask(guest(), start="W:WK1:BK32", variant="english", moves=["1-5"])[-1:]
    assert found["lines"]
    (found,) = ask(guest(), start="W:W5:B1,10")
    assert found == {
        "t": "found",
        "depth": 0,
        "nodes": 0,
        "milliseconds": 0,
        "lines": [],
        "done": True,
        "tables": None,
        "moves": [],
    }


def test_tables_of_five_pieces_judge_the_position_and_each_legal_move(guest: Make) -> None:
    fen = "W:WK1,K5,K14:BK28,K32"
    found = ask(guest(), start=fen, nodes=100_000)
    tables = ch.endgame.Tables.open("english")
    position = ch.Position.from_fen(fen, "english")
    value, plies = tables.value(position) or (None, None)
    assert value == 1
    best = tables.best(position)
    for line in found:
        assert line["tables"] == {"value": value, "plies": plies, "rule": None}
        judged = {move["hub"]: move["value"] for move in line["moves"]}
        signs = {"win": 1, "draw": 0, "loss": -1}
        assert judged == {each.move.notation("hub"): signs[each.value] for each in best}
        values = [move["value"] for move in line["moves"]]
        assert values == sorted(values, reverse=True)


def test_a_win_that_a_draw_rule_comes_before_says_which(guest: Make) -> None:
    fen = "W:W27,K28,29:BK18"
    (*_, found) = ask(guest(), variant="russian", start=fen, nodes=10_000)
    assert found["tables"]["value"] == 1
    assert found["tables"]["plies"] > 0 and found["tables"]["rule"] is not None
    cut = {move["hub"]: move["cut"] for move in found["moves"] if move["value"] == 1}
    assert cut == {"27-24": False, "28-32": True}


def test_a_position_that_no_table_knows_has_no_verdict(guest: Make) -> None:
    (*_, found) = ask(guest(), moves=["11-15"], nodes=10_000)
    assert (found["tables"], found["moves"]) == (None, [])


def test_what_cannot_be_searched_is_refused_with_a_sentence(guest: Make) -> None:
    player = guest()
    for status, wish in (
        (400, {"lines": 6}),
        (400, {"lines": 0}),
        (400, {"nodes": 10**9}),
        (400, {"moves": ["11-15"] * 601}),
        (400, {"moves": ["nonsense"]}),
        (400, {"more": 1}),
        (409, {"moves": ["11-16", "11-16"]}),
        (409, {"start": "W:W99"}),
        (409, {"variant": "chess"}),
    ):
        answer = player.http.post("/api/analysis", json={"variant": "english", **wish})
        assert answer.status_code == status, (wish, answer.text)
        assert answer.json()["sentence"]


def test_a_board_full_of_kings_ends_with_a_sentence_or_with_lines(guest: Make) -> None:
    white = ",".join(f"K{square}" for square in range(1, 51, 2))
    black = ",".join(f"K{square}" for square in range(2, 51, 4))
    wish = {"variant": "international", "start": f"W:W{white}:B{black}", "nodes": 10_000}
    answer = guest().http.post("/api/analysis", json=wish)
    assert answer.status_code in (200, 409)
    *_, last = answer.text.splitlines()
    said = json.loads(last)
    assert said.get("done") or said["sentence"]


def test_who_asks_anew_leaves_his_last_search(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_service(tmp_path) as service:
            first = service.analysis.lines("anna", START, WISH)
            assert json.loads(await anext(first))["done"] is False
            second = SearchRequest(variant="english", nodes=10_000)
            (line,) = [each async for each in service.analysis.lines("anna", START, second)]
            assert json.loads(line)["done"] is True
            assert [each async for each in first] == []
            assert service.analysis._going == {}

    asyncio.run(ask())


def test_who_goes_away_stops_his_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()
    run = analysis_service.run

    def tell_and_run(*given: Any, **named: Any) -> Any:
        begun.set()
        return run(*given, **named)

    monkeypatch.setattr(analysis_service, "run", tell_and_run)
    monkeypatch.setattr(analysis_service, "FIRST_PIECE", 2**40)
    monkeypatch.setattr(analysis_service, "PIECE_SECONDS", 1e6)
    endless = SearchRequest(variant="english", nodes=2**40)

    async def ask() -> None:
        async with open_service(tmp_path) as service:
            waiting = asyncio.ensure_future(anext(service.analysis.lines("anna", START, endless)))
            await asyncio.to_thread(begun.wait, WAIT)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            # The thread is free again: another guest's search is not behind an endless one.
            short = SearchRequest(variant="english", nodes=10_000)
            found = [each async for each in service.analysis.lines("bert", START, short)]
            assert json.loads(found[-1])["done"] is True
            assert service.analysis._going == {}

    asyncio.run(ask())


def test_who_plays_never_waits_for_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    run = analysis_service.run

    def wait_and_run(*given: Any, **named: Any) -> Any:
        assert go_on.wait(WAIT)
        return run(*given, **named)

    monkeypatch.setattr(analysis_service, "run", wait_and_run)

    async def ask() -> None:
        async with open_service(tmp_path, threads=2) as service:
            short = SearchRequest(variant="english", nodes=10_000)

            async def all_of(guest: str) -> list[bytes]:
                return [each async for each in service.analysis.lines(guest, START, short)]

            waiting = [asyncio.create_task(all_of(guest)) for guest in "abcdef"]
            await asyncio.sleep(0)
            assert await service.work.run_off_loop("anna", lambda: "moved") == "moved"
            thought = await service.computer.look("anna", lambda: "thought", 10**6, lambda: None)
            assert thought == "thought"
            assert not any(task.done() for task in waiting)
            go_on.set()
            assert [len(found) for found in await asyncio.gather(*waiting)] == [1] * 6

    asyncio.run(ask())


def test_so_many_search_at_once_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_service, "MOST", 2)

    async def ask() -> None:
        async with open_service(tmp_path) as service:
            going = [service.analysis.lines(guest, START, WISH) for guest in "ab"]
            for each in going:
                await anext(each)
            with pytest.raises(Refusal) as refusal:
                await anext(service.analysis.lines("c", START, WISH))
            assert refusal.value.code == "too_fast"
            for each in going:
                await each.aclose()  # type: ignore[attr-defined]
            short = SearchRequest(variant="english", nodes=10_000)
            assert [each async for each in service.analysis.lines("c", START, short)]

    asyncio.run(ask())
