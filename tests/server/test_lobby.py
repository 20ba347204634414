"""The lobby is told whole once, and then as differences, in frames that anybody can read."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from support.service import open_service

from crownhead.server.limits import KINDS, SharedLimits
from crownhead.server.messages import bodies as r
from crownhead.server.process import lobby
from crownhead.server.process.connection import Connection
from crownhead.server.process.service import Service
from crownhead.server.quota import bill_to
from crownhead.server.room.refusals import Refusal

OFFER = r.NewGame(opponent=r.Anybody())


class Visitor:
    """Somebody in the lobby, who holds the list as he was told it."""

    def __init__(self, service: Service) -> None:
        self.frames: list[str] = []
        self.connection = Connection("visitor", "192.0.2.1", self._take)
        self.writing = asyncio.create_task(self.connection.write())
        self.offers: dict[str, Any] = {}
        self.kinds: list[str] = []
        service.broadcaster.enter(self.connection)

    async def _take(self, frame: str) -> None:
        self.frames.append(frame)
        told = json.loads(frame)
        self.kinds.append(told["t"])
        if told["t"] == "lobby":
            self.offers = {each["game"]: each for each in told["offers"]}
        else:
            for each in told["added"]:
                self.offers[each["game"]] = each
            for game in told["gone"]:
                del self.offers[game]


async def make_offer(service: Service, guest: str, address: str = "192.0.2.9") -> str:
    with bill_to(SharedLimits(KINDS), guest, address):
        return (await service.matchmaking.begin(guest, OFFER)).game


async def reaches(visitor: Visitor, games: set[str]) -> None:
    for _ in range(3_000):
        if set(visitor.offers) == games:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(set(visitor.offers) ^ games)


def test_a_long_lobby_comes_in_frames_of_a_bounded_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "PAGE", 2_000)

    async def test() -> None:
        async with open_service(tmp_path) as service:
            games = [await make_offer(service, f"guest-{n}", f"198.51.100.{n}") for n in range(20)]
            visitor = Visitor(service)
            await service.offers.enter(visitor.connection)
            await reaches(visitor, set(games))
            assert visitor.kinds == ["lobby"] + ["lobby_news"] * (len(visitor.kinds) - 1)
            assert len(visitor.kinds) > 2
            assert max(map(len, visitor.frames)) < 2 * lobby.PAGE
            newest_first = [each["created"] for each in visitor.offers.values()]
            assert newest_first == sorted(newest_first, reverse=True)
            found: list[str] = []
            while True:
                page = await service.offers.page(len(found))
                found += [each.game for each in page.offers]
                if not page.more:
                    break
            assert found == list(visitor.offers)
            visitor.writing.cancel()

    asyncio.run(test())


def test_what_comes_and_goes_is_told_and_not_the_list(tmp_path: Path) -> None:
    async def test() -> None:
        async with open_service(tmp_path) as service:
            first = await make_offer(service, "anna")
            visitor = Visitor(service)
            await service.offers.enter(visitor.connection)
            await reaches(visitor, {first})
            second = await make_offer(service, "bert")
            await reaches(visitor, {first, second})
            await service.matchmaking.join("carl", first)
            await reaches(visitor, {second})
            await service.matchmaking.withdraw(second, "bert")
            await reaches(visitor, set())
            assert visitor.kinds.count("lobby") == 1
            visitor.writing.cancel()

    asyncio.run(test())


def test_who_enters_while_it_changes_holds_what_the_others_hold(tmp_path: Path) -> None:
    async def test() -> None:
        async with open_service(tmp_path) as service:
            games: set[str] = set()
            visitors = []
            for number in range(12):
                games.add(await make_offer(service, f"guest-{number}", f"198.51.100.{number}"))
                visitors.append(Visitor(service))
                await service.offers.enter(visitors[-1].connection)
            for visitor in visitors:
                await reaches(visitor, games)
                visitor.writing.cancel()

    asyncio.run(test())


def test_a_guest_and_a_network_have_few_open_offers(tmp_path: Path) -> None:
    async def test() -> None:
        async with open_service(tmp_path) as service:
            for number in range(lobby.OF_NETWORK):
                await make_offer(service, f"guest-{number // lobby.OF_GUEST}")
            refused = []
            for guest in ("guest-0", "another"):
                with pytest.raises(Refusal) as refusal:
                    await make_offer(service, guest)
                refused.append(refusal.value.text)
            assert refused == ["too_many_offers"] * 2
            game = await make_offer(service, "neighbour", "203.0.113.7")  # of another network
            with pytest.raises(Refusal):
                await make_offer(service, "anna", "2001:db8::1") and await make_offer(
                    service, "guest-0"
                )
            # What is withdrawn, or taken by somebody, leaves its place.
            page = await service.offers.page(0)
            mine = [offer.game for offer in page.offers if offer.game != game]
            await service.matchmaking.withdraw(mine[1], guest_of(service, mine[1]))
            await service.matchmaking.join("bert", mine[2])
            assert await make_offer(service, "another") and await make_offer(service, "another")

    asyncio.run(test())


def guest_of(service: Service, game: str) -> str:
    table = service.tables._held[game].table
    assert table is not None
    return table.host


def test_nobody_is_asked_again_for_an_offer_that_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    real = lobby.offer
    monkeypatch.setattr(lobby, "offer", lambda table: made.append(table.id) or real(table))

    async def test() -> None:
        async with open_service(tmp_path) as service:
            games = [await make_offer(service, f"guest-{n}", f"198.51.100.{n}") for n in range(5)]
            for _ in range(20):
                visitor = Visitor(service)
                await service.offers.enter(visitor.connection)
                visitor.writing.cancel()
            assert sorted(made) == sorted(games)

    asyncio.run(test())


def test_who_leaves_while_the_list_is_read_takes_no_news_from_the_others(tmp_path: Path) -> None:
    """What he had begun to read counted as read, and was not told before the next change."""

    async def test() -> None:
        async with open_service(tmp_path) as service:
            visitor = Visitor(service)
            await service.offers.enter(visitor.connection)
            for end in ("leaves", "fails"):
                reads = asyncio.Event()
                offers = service.store.games.offers

                async def hang(most: int, reads: asyncio.Event = reads, end: str = end) -> Any:
                    reads.set()
                    if end == "fails":
                        raise OSError("the database is away")
                    await asyncio.Event().wait()

                game = await make_offer(service, f"host who {end}")
                service.store.games.offers = hang  # type: ignore[method-assign]
                other = Connection("other", "192.0.2.3", visitor._take)
                entering = asyncio.create_task(service.offers.enter(other))
                await reads.wait()
                service.store.games.offers = offers  # type: ignore[method-assign]
                entering.cancel()
                await asyncio.gather(entering, return_exceptions=True)
                await reaches(visitor, {*visitor.offers, game})
            visitor.writing.cancel()

    asyncio.run(test())
