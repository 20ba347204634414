"""Work is charged to those who ask for it, in states and not in requests."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from support.cookieless import cookieless
from support.service import open_service

from crownhead.server.limits import KINDS, Rate, Shared, SharedLimits
from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.process.connection import Connection
from crownhead.server.quota import STATES, bill_to
from crownhead.server.room.starting import open_table
from crownhead.server.room.table import Seat
from crownhead.server.room.view import view
from crownhead.server.settings import Settings
from crownhead.server.wire.middleware import Middleware

RICH = "W:WK13,K46:B27,K39,18,24,37,36,43"
ADDRESS = "203.0.113.9"
FAULTY = "W:WK13,K46:BK39,18,24,K37,36,K47,43"


def test_a_rich_position_costs_what_it_is(tmp_path: Path) -> None:
    now = [0.0]
    limits = SharedLimits({STATES: Shared(*[Rate(1_000, 1)] * 4)}, lambda: now[0])

    async def spend(guest: str, **wish: Any) -> tuple[int, int]:
        """Return what it costs to begin a game, and to look at it, in states."""
        folder = tmp_path / guest
        folder.mkdir()
        async with open_service(folder) as service:
            asked = r.NewGame(opponent=r.SameDevice(), variant="frisian", **wish)
            with bill_to(limits, guest, "192.0.2.1"):
                begun = await service.matchmaking.begin(guest, asked)
            first = limits.missing(STATES, guest, "198.51.100.1")
            with bill_to(limits, guest, "198.51.100.1"):
                await service.show(begun.game, guest, "de")
            second = limits.missing(STATES, guest, "198.51.100.1")
        return first, second - first

    plain = asyncio.run(spend("anna"))
    now[0] = 1e9
    rich = asyncio.run(spend("bert", start=RICH, huffing=True))
    assert plain[0] > 0 and plain[1] > 0
    assert rich[0] > 5 * plain[0] and rich[1] > 5 * plain[1]


def test_who_has_spent_his_share_waits_and_the_others_do_not(tmp_path: Path) -> None:
    limits = SharedLimits(KINDS)
    settings = Settings(folder=tmp_path, database="sqlite://", keys=(b"k" * 32,))

    async def app(scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    middleware = Middleware(app, settings, limits, cookieless(settings))

    def status(address: str) -> int:
        heard: list[Any] = []

        async def send(message: Any) -> None:
            heard.append(message)

        scope = {
            "type": "http",
            "method": "GET",
            "path": "/api/me",
            "headers": [(b"host", b"localhost")],
            "scheme": "http",
            "client": (address, 1),
        }
        asyncio.run(middleware(scope, None, send))  # type: ignore[arg-type]
        return int(heard[0]["status"])

    assert status(ADDRESS) == 200
    limits.charge(STATES, "somebody", ADDRESS, 50_000_000)
    assert status(ADDRESS) == 429
    assert status("192.0.2.1") == 200


def test_the_texts_of_many_faulty_moves_were_free(tmp_path: Path) -> None:
    wish = r.NewGame(opponent=r.SameDevice(), variant="frisian", start=FAULTY, huffing=True)
    table = open_table(wish, Seat("anna", "Anna"), 1_000)
    listed = table.game.position.complexity(huffing=True)
    view(table, "en")
    assert table.states > 3 * listed

    async def charge(guest: str, readers: int) -> int:
        """Return the states that a move costs of which so many are told."""
        limits = SharedLimits({STATES: Shared(*[Rate(1_000, 1)] * 4)}, lambda: 0.0)
        folder = tmp_path / guest
        folder.mkdir()
        async with open_service(folder) as service:
            game = (await service.matchmaking.begin(guest, wish)).game
            for number in range(readers):
                reader = Connection(f"reader-{number}", ADDRESS, lambda _: asyncio.sleep(0))
                service.broadcaster.watch(reader, game)
            with bill_to(limits, guest, ADDRESS):
                await service.act(game, guest, "command-1", m.MoveAct("13-9"), None)
        return limits.missing(STATES, guest, ADDRESS)

    alone, told, same = (asyncio.run(charge(f"guest-{n}", n)) for n in range(3))
    assert told > alone > 0
    assert same == told  # what is said in one language is made once
