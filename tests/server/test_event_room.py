"""The log of an event has an end: nothing that has begun is lost there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from support.service import open_service
from test_event_next import OLGA, act, enter_guests, make_event

from crownhead.competition import check
from crownhead.server.event import state as event_state
from crownhead.server.messages.event import acts as m
from crownhead.server.room.refusals import Refusal


def test_an_arena_whose_log_is_nearly_full_ends_with_all_its_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stood still: results of games that had ended were refused for ever."""
    monkeypatch.setattr(event_state, "MOST_ENTRIES", 80)
    monkeypatch.setattr(event_state, "KEPT_ENTRIES", 20)

    async def run() -> None:
        async with open_service(tmp_path) as service:
            event = await make_event(
                service, format="arena", rounds=0, minutes=1440, scoring="arena"
            )
            players = await enter_guests(service, event, 8)
            await act(service, event, m.PairRoundAct())
            count = 0
            while (seen := await service.event_queries.show(event, OLGA)).phase == "running":
                board = next(b for r in seen.rounds for b in r.boards if not b.games)
                result = m.RecordResultAct(round=board.round, board=board.board, games=("2-0",))
                await act(service, event, result)
                await service.event_games.attend(event)
                count += 1
            assert seen.room == 0 and seen.seq < 80
            text = (await service.event_queries.file(event, OLGA, "event"))[1].encode()
            report = check(text)
            assert report.right and report.pairings == seen.round, report.findings
            pages = await service.event_queries.rounds(event, OLGA, None)
            boards = [board for each in pages.rounds for board in each.boards]
            assert len(boards) == count and all(board.games for board in boards)
            news = await service.event_queries.news(event, OLGA, seen.seq - 1)
            assert [(line.kind, line.fields) for line in news.lines] == [("ended", {"full": True})]
            assert len(players) == 8

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_round_that_has_begun_is_finished_when_the_log_takes_nothing_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with open_service(tmp_path) as service:
            event = await make_event(service)
            players = await enter_guests(service, event, 4)
            await act(service, event, m.PairRoundAct())
            seq = (await service.event_queries.show(event, OLGA)).seq
            monkeypatch.setattr(event_state, "MOST_ENTRIES", seq + 20)
            monkeypatch.setattr(event_state, "KEPT_ENTRIES", 20)
            await act(service, event, m.StartRoundAct())
            one = next(iter(players.values()))
            for refused, who in (
                (m.CheckInAct(), one),
                (m.AdmitAct(name="Dora Nowak"), OLGA),
                (m.ClaimResultAct(round=1, board=1, games=("2-0",)), one),
            ):
                with pytest.raises(Refusal) as refusal:
                    await act(service, event, refused, who)
                assert refusal.value.text == "event_full"
            for board in (1, 2):
                result = m.RecordResultAct(round=1, board=board, games=("1-1",))
                await act(service, event, result)
            seen = await service.event_queries.show(event, OLGA)
            assert seen.room == 0 and seen.rounds[0].over and "pair" not in seen.you.acts
            with pytest.raises(Refusal) as refusal:
                await act(service, event, m.PairRoundAct())
            assert refusal.value.text == "event_full"
            await act(service, event, m.WithdrawEntrantAct(name=next(iter(players)), reason="ill"))
            await act(service, event, m.FinishAct())
            assert (await service.event_queries.show(event, OLGA)).phase == "ended"

    asyncio.run(asyncio.wait_for(run(), 60))
