"""Teams in an event: matches, standings and cross tables, in the view, its news and the prints."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.service import open_service
from test_event_next import OLGA, act, make_event

from crownhead.server.messages.event import acts as m
from crownhead.server.process.service import Service
from crownhead.server.room.refusals import Refusal

CLUBS: dict[str, Any] = {"format": "teams", "rounds": 0, "scoring": "1-½-0"}


async def begin_event(service: Service, **settings: Any) -> str:
    """Return an event of two teams of two whose first round goes on."""
    event = await make_event(service, **{**CLUBS, **settings})
    for name, team, rating in (
        ("Anna", "North", 1900),
        ("Bert", "North", 1800),
        ("Cleo", "South", 1850),
        ("Dora", "South", 1700),
    ):
        await act(service, event, m.AdmitAct(name=name, team=team, rating=rating))
    await act(service, event, m.PairRoundAct())
    await act(service, event, m.StartRoundAct())
    return event


def test_a_match_of_teams_is_shown_told_and_printed(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_service(tmp_path) as service:
            event = await begin_event(service)
            seen = await service.event_queries.show(event, OLGA)
            assert seen.teams is not None
            [match] = seen.teams.matches
            assert match.points == ("0", "0") and match.boards == (1, 2) and not match.over
            assert {match.one, match.two} == {"North", "South"}
            boards = seen.rounds[0].boards
            # On board 2 the other team starts.
            of = {each.name: each.team for each in seen.entrants}
            assert [of[each.one] for each in boards] == [match.one, match.two]
            await act(service, event, m.RecordResultAct(round=1, board=1, games=("1-0",)))
            done = await act(service, event, m.RecordResultAct(round=1, board=2, games=("½-½",)))
            news = await service.event_queries.news(event, OLGA, seen.seq)
            assert news.seq == done.seq and not news.whole and news.teams is not None
            [match] = news.teams.matches
            assert match.points == ("1½", "½") and match.over
            assert [row.name for row in news.teams.standing] == [match.one, match.two]
            assert [row.place for row in news.teams.standing] == [1, 2]
            assert news.teams.criteria[0] == "points"
            assert (await service.event_queries.show(event, OLGA)).teams == news.teams
            assert len(msgspec.json.encode(news.teams)) < 1_000
            printed = await service.event_queries.print(event, OLGA, "pairings", 0, "en")
            assert f"<h3>{match.one} – {match.two}  1½ : ½</h3>" in printed
            standings = await service.event_queries.print(event, OLGA, "standings", 0, "de")
            assert standings.index("Mannschaft") < standings.index("Einzelwertung")
            assert standings.count("<table") == 2
            table = await service.event_queries.print(event, OLGA, "crosstable", 0, "en")
            assert table.count("<table") == 2

    asyncio.run(asyncio.wait_for(run(), 60))


def test_in_scheveningen_each_result_counts_at_once(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_service(tmp_path) as service:
            event = await begin_event(service, format="scheveningen")
            await act(service, event, m.RecordResultAct(round=1, board=1, games=("1-0",)))
            seen = await service.event_queries.show(event, OLGA)
            assert seen.teams is not None and seen.teams.criteria == ("game points", "wins")
            first = seen.rounds[0].boards[0]
            [best, other] = seen.teams.standing
            assert best.numbers == ("1", "1") and other.numbers == ("0", "0")
            printed = await service.event_queries.print(event, OLGA, "crosstable", 0, "en")
            assert first.one in printed and printed.count("<table") == 2

    asyncio.run(asyncio.wait_for(run(), 60))


def test_who_is_in_no_team_yet_keeps_nobody_from_the_event(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_service(tmp_path) as service:
            event = await make_event(service, **CLUBS)
            await act(service, event, m.AdmitAct(name="Anna", team="North"))
            await act(service, event, m.AdmitAct(name="Bert"))
            assert (await service.event_queries.show(event, OLGA)).teams is None

    asyncio.run(asyncio.wait_for(run(), 60))


def test_numbers_of_teams_did_not_open_into_their_sums(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_service(tmp_path) as service:
            event = await begin_event(service)
            await act(service, event, m.RecordResultAct(round=1, board=1, games=("1-0",)))
            await act(service, event, m.RecordResultAct(round=1, board=2, games=("½-½",)))
            explain = service.event_queries.explain
            seen = await service.event_queries.show(event, OLGA)
            assert seen.teams is not None
            for row in seen.teams.standing:
                found = await explain(event, OLGA, row.name, "team")
                assert tuple(number.criterion for number in found) == seen.teams.criteria
                assert tuple(number.value for number in found) == row.numbers
            first, second = (row.name for row in seen.teams.standing)
            points, _, game_points, *_ = await explain(event, OLGA, first, "team")
            assert [(term.opponent, term.points) for term in points.terms] == [(second, "2")]
            assert game_points.value == "1½" and game_points.terms[0].opponent == second
            with pytest.raises(Refusal):
                await explain(event, OLGA, "Anna", "team")
            with pytest.raises(Refusal):
                await explain(event, OLGA, first, "entrant")
            alone = await make_event(service, format="swiss")
            await act(service, alone, m.AdmitAct(name="Anna", team="North"))
            with pytest.raises(Refusal):
                await explain(alone, OLGA, "North", "team")

    asyncio.run(run())
