"""What comes next in an event: rounds that are announced, and what they are for an entrant."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.service import open_service

from crownhead.server.clock import milliseconds
from crownhead.server.messages.event import acts as m
from crownhead.server.messages.event.rounds import NextRound
from crownhead.server.messages.event.settings import EventBallots, NewEvent
from crownhead.server.messages.event.views import YourNext
from crownhead.server.process.service import Service
from crownhead.server.room.refusals import Refusal

OLGA = "olga"
HOUR = 3_600_000
REAL: dict[str, Any] = {"name": "Club evening", "rounds": 3, "boards": "real"}
_numbers = itertools.count()


async def act(service: Service, event: str, what: m.AnyEventAct, who: str = OLGA) -> m.EventDone:
    """Act in an event."""
    return await service.events.do(event, who, m.EventCommand(f"c{next(_numbers)}", what))


async def make_event(service: Service, **settings: Any) -> str:
    """Make an event, and return its id."""
    return (await service.events.make(OLGA, NewEvent(**{**REAL, **settings}))).event


async def enter_guests(service: Service, event: str, count: int) -> dict[str, str]:
    """Enter guests, and return their ids by the names under which they play."""
    found = {}
    for n in range(count):
        player = f"player {n}"
        await act(service, event, m.EnterAct(), player)
        found[await service.guests.name_of(player)] = player
    return found


async def next_of(service: Service, event: str, player: str) -> YourNext | None:
    """Return what comes next for somebody."""
    return (await service.event_queries.you(event, player)).next


def test_a_round_is_announced_changed_and_taken_back(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_service(tmp_path) as service:
            event = await make_event(service)
            await enter_guests(service, event, 4)
            starts = milliseconds() + HOUR
            done = await act(service, event, m.AnnounceAct(starts=starts))
            assert (await service.event_queries.show(event, "")).next == NextRound(1, starts)
            assert (await act(service, event, m.AnnounceAct(starts=starts))).seq == done.seq
            news = await service.event_queries.news(event, "", done.seq - 1)
            assert news.next == NextRound(1, starts) and not news.whole
            [line] = news.lines
            assert line.kind == "announced" and line.fields == {"round": 1, "starts": starts}
            assert len(msgspec.json.encode(news)) < 1_000
            [listed] = (await service.event_queries.page(OLGA, "mine", None)).events
            assert listed.next == NextRound(1, starts)
            await act(service, event, m.AnnounceAct(starts=starts + HOUR))
            await act(service, event, m.PairRoundAct())
            assert (await service.event_queries.show(event, "")).next == NextRound(1, starts + HOUR)
            await act(service, event, m.AnnounceAct(starts=None))
            assert (await service.event_queries.show(event, "")).next is None
            await act(service, event, m.AnnounceAct(starts=starts))
            await act(service, event, m.StartRoundAct())
            assert (await service.event_queries.show(event, "")).next is None
            # The round that was announced is no more after one before it was annulled.
            await act(service, event, m.AnnounceAct(starts=starts))
            assert (await service.event_queries.show(event, "")).next == NextRound(2, starts)
            await act(service, event, m.AnnulRoundAct(reason="no board was set up"))
            assert (await service.event_queries.show(event, "")).next is None

    asyncio.run(asyncio.wait_for(run(), 60))


@pytest.mark.parametrize("starts", [0, 1_000_000_000_000, 9_999_999_999_999])
def test_a_time_that_has_passed_or_is_years_away_is_not_announced(
    tmp_path: Path, starts: int
) -> None:
    async def run() -> None:
        async with open_service(tmp_path) as service:
            event = await make_event(service)
            with pytest.raises(Refusal) as refused:
                await act(service, event, m.AnnounceAct(starts=starts))
            assert refused.value.text == "event_announce_when"

    asyncio.run(asyncio.wait_for(run(), 60))


def test_nothing_is_announced_where_no_round_can_follow(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_service(tmp_path) as service:
            event = await make_event(service, format="round robin", rounds=0)
            await enter_guests(service, event, 2)
            await act(service, event, m.PairRoundAct())
            await act(service, event, m.StartRoundAct())
            assert "announce" not in (await service.event_queries.show(event, OLGA)).you.acts
            with pytest.raises(Refusal) as refused:
                await act(service, event, m.AnnounceAct(starts=milliseconds() + HOUR))
            assert refused.value.text == "event_no_next"

    asyncio.run(asyncio.wait_for(run(), 60))


def test_an_entrant_is_told_his_board_his_bye_and_what_he_waits_for(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_service(tmp_path) as service:
            event = await make_event(service, ballots=EventBallots())
            players = await enter_guests(service, event, 5)
            starts = milliseconds() + HOUR
            await act(service, event, m.AnnounceAct(starts=starts))
            for player in players.values():
                assert await next_of(service, event, player) == YourNext("waits", 1, starts=starts)
            assert await next_of(service, event, OLGA) is None
            await act(service, event, m.PairRoundAct())
            seen = await service.event_queries.show(event, "")
            alone = next(board for board in seen.rounds[0].boards if board.two is None)
            assert await next_of(service, event, players[alone.one]) == YourNext(
                "alone", 1, alone="bye", starts=starts
            )
            board = seen.rounds[0].boards[0]
            assert board.two is not None
            told = await next_of(service, event, players[board.two])
            assert told == YourNext("board", 1, board=1, opponent=board.one, starts=starts)
            await act(service, event, m.StartRoundAct())
            told = await next_of(service, event, players[board.one])
            card = (await service.event_queries.show(event, "")).rounds[0].boards[0].card
            assert told == YourNext("board", 1, board=1, opponent=board.two, first=True, card=card)
            await act(service, event, m.RecordResultAct(round=1, board=1, games=("2-0",)))
            assert await next_of(service, event, players[board.one]) == YourNext("waits", 2)
            # The bye lasts as long as the others play.
            told = await next_of(service, event, players[alone.one])
            assert told is not None and told.kind == "alone"
            await act(service, event, m.RecordResultAct(round=1, board=2, games=("2-0",)))
            assert await next_of(service, event, players[alone.one]) == YourNext("waits", 2)
            await act(service, event, m.ExcuseAct(name=board.two, why="absent"))
            assert await next_of(service, event, players[board.two]) == YourNext(
                "waits", 2, alone="absent"
            )
            await act(service, event, m.WithdrawEntrantAct(name=board.one, reason="the bus"))
            assert await next_of(service, event, players[board.one]) is None

    asyncio.run(asyncio.wait_for(run(), 60))


def test_who_has_lost_in_a_knockout_waits_for_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_service(tmp_path) as service:
            event = await make_event(service, format="knockout", rounds=0)
            players = await enter_guests(service, event, 4)
            await act(service, event, m.PairRoundAct())
            await act(service, event, m.StartRoundAct())
            first = (await service.event_queries.show(event, "")).rounds[0].boards[0]
            assert first.two is not None
            await act(service, event, m.RecordResultAct(round=1, board=1, games=("1-1",)))
            # A level board goes on until somebody has won it.
            told = await next_of(service, event, players[first.two])
            assert told is not None and told.kind == "board"
            await act(service, event, m.TieBreakAct(round=1, board=1, games=("2-0",)))
            assert await next_of(service, event, players[first.two]) is None
            assert await next_of(service, event, players[first.one]) == YourNext("waits", 2)

    asyncio.run(asyncio.wait_for(run(), 60))


def test_who_rests_in_an_arena_is_told_so(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_service(tmp_path) as service:
            event = await make_event(service, format="arena", rounds=0, minutes=60, scoring="arena")
            players = await enter_guests(service, event, 5)
            await act(service, event, m.PairRoundAct())
            assert "announce" not in (await service.event_queries.show(event, OLGA)).you.acts
            told = {name: await next_of(service, event, p) for name, p in players.items()}
            kinds = sorted(each.kind for each in told.values() if each is not None)
            assert kinds == ["board"] * 4 + ["waits"]
            one = next(name for name, each in told.items() if each and each.kind == "board")
            await act(service, event, m.LeaveAct(), players[one])
            await act(service, event, m.RecordResultAct(round=1, board=1, games=("2-0",)))
            await act(service, event, m.RecordResultAct(round=1, board=2, games=("2-0",)))
            after = await next_of(service, event, players[one])
            assert after is not None and after.kind == "rests"

    asyncio.run(asyncio.wait_for(run(), 60))
