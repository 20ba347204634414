"""Arenas at the server: who is free gets a board by himself, until the time is up."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.served import Guest, Server, new_id, until
from support.service import open_service
from test_events import PASSWORD, beside, did, get_event, make_event, play, resign, two

from crownhead.competition import check
from crownhead.server.event import boards as event_boards
from crownhead.server.messages.event import acts as m
from crownhead.server.messages.event.rounds import BoardShown, RoundShown
from crownhead.server.messages.event.settings import NewEvent
from crownhead.server.messages.event.views import EventNews, EventShown
from crownhead.server.process import events as process
from crownhead.server.process.service import Service

__all__ = ["two"]

ARENA: dict[str, Any] = {
    "name": "Blitz",
    "format": "arena",
    "rounds": 0,
    "minutes": 60,
    "scoring": "arena",
    "time": "300+3",
}
NAMES = ("Anna", "Bert", "Cleo", "Dora")
OLGA = "olga"
REAL: dict[str, Any] = {**ARENA, "time": None, "boards": "real"}
_numbers = itertools.count()


def organiser_at(server: Server) -> Guest:
    """Return somebody with an account."""
    who = Guest(server)
    made = {"name": f"Olga {new_id()[-8:]}", "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    return who


def count_results(who: Guest, event: str) -> int:
    """Return how many boards have their results."""
    rounds = get_event(who, event)["rounds"]
    return sum(bool(board["games"]) for each in rounds for board in each["boards"])


def wait_for_boards(who: Guest, event: str, count: int = 1) -> list[dict[str, Any]]:
    """Return the boards that are played, once there are so many."""

    def find_boards() -> list[dict[str, Any]]:
        rounds = get_event(who, event)["rounds"]
        boards = [b for r in rounds for b in r["boards"] if b["tables"] and not b["games"]]
        return boards if len(boards) >= count else []

    return list(until(find_boards))


def test_an_arena_pairs_who_is_free_and_a_stranger_checks_it(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits", "--no-delay") as server:
        organiser = organiser_at(server)
        event = make_event(organiser, **ARENA, boards="server")
        players = {name: Guest(server, name) for name in NAMES}
        for each in players.values():
            did(each, event, "enter")
        did(organiser, event, "pair")
        assert "pair" not in get_event(organiser, event)["you"]["acts"]
        first, second = wait_for_boards(organiser, event, 2)
        play(players, first["tables"][0], "draw")
        until(lambda: count_results(organiser, event) == 1)
        # The two who are free have just met, and wait for the others.
        assert len(get_event(organiser, event)["rounds"]) == 1
        resign(players[second["one"]], second["tables"][0])
        after = wait_for_boards(organiser, event, 2)
        met = {frozenset((board["one"], board["two"])) for board in (first, second)}
        assert all(frozenset((board["one"], board["two"])) not in met for board in after)
        server.kill()
        server.start()
        for board in wait_for_boards(organiser, event, 2):
            for name in (board["one"], board["two"]):
                players[name].socket().watch(board["tables"][0])
            resign(players[board["two"]], board["tables"][0])
        until(lambda: count_results(organiser, event) == 4)
        wait_for_boards(organiser, event, 2)
        seen = get_event(organiser, event)
        assert seen["ends"] is not None and count_results(organiser, event) == 4
        by = {row["name"]: row["numbers"][0] for row in seen["standing"]}
        assert by[second["two"]] >= "2"
        # A draw in fewer than 20 plies brings nothing.
        drawn = next(b for b in seen["rounds"][0]["boards"] if b["tables"] == first["tables"])
        assert drawn["games"] == ["0-0"]
        report = check(organiser.http.get(f"/api/events/{event}/file").content)
        assert report.right, report.findings
        assert report.pairings == len(seen["rounds"])


def test_two_processes_go_on_with_one_arena_where_one_was_killed(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    organiser = organiser_at(one)
    there = beside(organiser, other)
    event = make_event(organiser, **ARENA, boards="server")
    players = {name: Guest(other, name) for name in NAMES}
    for each in players.values():
        did(each, event, "enter")
    did(organiser, event, "pair")
    for board in wait_for_boards(there, event, 2):
        resign(players[board["one"]], board["tables"][0])
    one.kill()
    until(lambda: count_results(there, event) == 2)
    for board in wait_for_boards(there, event, 2):
        resign(players[board["one"]], board["tables"][0])
    until(lambda: count_results(there, event) == 4)
    wait_for_boards(there, event, 2)
    seen = get_event(there, event)
    games = [game for r in seen["rounds"] for b in r["boards"] for game in b["tables"]]
    assert len(games) == len(set(games)) == 6 and count_results(there, event) == 4
    report = check(there.http.get(f"/api/events/{event}/file").content)
    assert report.right, report.findings


async def act(service: Service, event: str, what: m.AnyEventAct) -> m.EventDone:
    """Act in an event as its organiser."""
    return await service.events.do(event, OLGA, m.EventCommand(f"c{next(_numbers)}", what))


async def began(service: Service, names: Iterable[str]) -> str:
    """Return an arena on real boards whose first round is paired."""
    event = (await service.events.make(OLGA, NewEvent(**REAL))).event
    for name in names:
        await act(service, event, m.AdmitAct(name=name))
    await act(service, event, m.PairRoundAct())
    return event


def test_no_board_begins_when_the_time_is_up_and_the_last_result_ends_the_arena(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with open_service(tmp_path) as service:
            event = await began(service, NAMES)
            for board in (1, 2):
                result = m.RecordResultAct(round=1, board=board, games=("2-0",))
                await act(service, event, result)
            await service.event_games.attend(event)
            before = await service.event_queries.show(event, OLGA)
            assert len(before.rounds) == 2 and before.phase == "running"
            late = process.milliseconds() + 61 * 60_000
            monkeypatch.setattr(process, "milliseconds", lambda: late)
            await act(service, event, m.RecordResultAct(round=2, board=1, games=("1-1",)))
            await service.event_games.attend(event)
            assert (await service.event_queries.show(event, OLGA)).phase == "running"
            await act(service, event, m.RecordResultAct(round=2, board=2, games=("0-2",)))
            await service.event_games.attend(event)
            ended = await service.event_queries.show(event, OLGA)
            assert ended.phase == "ended" and len(ended.rounds) == 2 and ended.ends is None
            _, text = await service.event_queries.file(event, OLGA, "event")
            assert check(text.encode()).right

    asyncio.run(asyncio.wait_for(run(), 60))


def test_who_does_not_come_is_not_paired_until_he_says_that_he_is_there(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits", "--no-delay") as server:
        organiser = organiser_at(server)
        event = make_event(organiser, **ARENA, boards="server")
        players = {name: Guest(server, name) for name in NAMES}
        for each in players.values():
            did(each, event, "enter")
        did(organiser, event, "pair")
        first, second = wait_for_boards(organiser, event, 2)
        missing = first["two"]
        assert "check_in" not in get_event(players[missing], event)["you"]["acts"]
        did(organiser, event, "result", round=1, board=first["board"], games=["+/-"])
        resign(players[second["one"]], second["tables"][0])
        seen = until(lambda: (e := get_event(organiser, event)) and len(e["rounds"]) == 2 and e)
        assert len(seen["rounds"][1]["boards"]) == 1
        assert missing not in [seen["rounds"][1]["boards"][0][each] for each in ("one", "two")]
        assert "check_in" in get_event(players[missing], event)["you"]["acts"]
        did(players[missing], event, "check_in")
        after = until(lambda: (e := get_event(organiser, event)) and len(e["rounds"]) == 3 and e)
        assert missing in [after["rounds"][2]["boards"][0][each] for each in ("one", "two")]
        # Who was withdrawn by an arbiter does not come back by himself.
        playing, other = (after["rounds"][2]["boards"][0][each] for each in ("one", "two"))
        did(organiser, event, "withdraw", name=playing, reason="he shouts")
        assert "check_in" not in get_event(players[playing], event)["you"]["acts"]
        assert act_of(players[playing], event, "check_in") == 409
        did(players[other], event, "leave")
        assert "check_in" in get_event(players[other], event)["you"]["acts"]
        report = check(organiser.http.get(f"/api/events/{event}/file").content)
        assert report.right, report.findings


def act_of(who: Guest, event: str, kind: str) -> int:
    """Return the status of the answer to an act."""
    body = {"id": new_id(), "act": {"kind": kind}}
    return who.http.post(f"/api/events/{event}/do", json=body).status_code


Place = tuple[int, int]


class Follower:
    """An arena as somebody knows it who is told what has changed, and no more."""

    def __init__(self, whole: EventShown) -> None:
        self.seq = whole.seq
        self.boards = boards_of(whole.rounds)
        self.rows = {row.name: row for row in whole.standing}

    def take(self, news: EventNews) -> None:
        """Take in what has changed."""
        assert not news.whole and not news.more
        self.seq = news.seq
        self.boards |= boards_of(news.rounds)
        self.boards |= {(board.round, board.board): board for board in news.boards}
        self.rows |= {row.name: row for row in news.places}


def boards_of(rounds: Iterable[RoundShown]) -> dict[Place, BoardShown]:
    """Return boards by their rounds and numbers."""
    return {(board.round, board.board): board for each in rounds for board in each.boards}


def test_an_arena_is_told_by_what_changes_and_a_view_has_its_last_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_boards, "MOST_OVER", 5)
    monkeypatch.setattr(event_boards, "MOST_PAGE", 7)

    async def run() -> None:
        async with open_service(tmp_path) as service:
            event = await began(service, [f"Player {n:02}" for n in range(40)])
            follower = Follower(await service.event_queries.show(event, OLGA))
            sizes = []
            for n in range(30):
                whole = await service.event_queries.show(event, OLGA)
                open_ = [place for place, b in boards_of(whole.rounds).items() if not b.games]
                number, board = open_[n * 7 % len(open_)]
                token = ("2-0", "0-2", "1-1")[n % 3]
                await act(
                    service, event, m.RecordResultAct(round=number, board=board, games=(token,))
                )
                await service.event_games.attend(event)
                news = await service.event_queries.news(event, "", follower.seq)
                sizes.append(len(msgspec.json.encode(news)))
                follower.take(news)
            whole = await service.event_queries.show(event, OLGA)
            shown = boards_of(whole.rounds)
            assert follower.seq == whole.seq and whole.round > 5
            assert {place: follower.boards[place] for place in shown} == shown
            assert follower.rows == {row.name: row for row in whole.standing}
            assert sum(bool(board.games) for board in shown.values()) == 5
            running = sum(not board.games for board in shown.values())
            assert max(sizes) < 6_000
            found: dict[Place, BoardShown] = {}
            before: int | None = None
            while True:
                page = await service.event_queries.rounds(event, "", before)
                found |= boards_of(page.rounds)
                before = page.before
                if before is None:
                    break
            assert found == follower.boards and len(found) == running + 30
            printed = await service.event_queries.print(event, OLGA, "pairings", 0, "en")
            assert printed.count("<tr>") == len(found) + 1
            slips = await service.event_queries.print(event, OLGA, "slips", 0, "de")
            assert slips.count("class=slip>") == running
            table = await service.event_queries.print(event, OLGA, "crosstable", 0, "de")
            assert table.count("<th>") + table.count("<th class") == 4

    asyncio.run(asyncio.wait_for(run(), 60))
