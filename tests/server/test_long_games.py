"""A long game is replayed at the expense of whoever reads it, and memory has a bound in bytes."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from support.service import open_service

import crownhead as ch
from crownhead.errors import TooComplex
from crownhead.server.limits import KINDS, Rate, Shared, SharedLimits
from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.process import tables, work
from crownhead.server.process.connection import Connection
from crownhead.server.process.queries import STATES_A_BYTE
from crownhead.server.process.service import Service
from crownhead.server.quota import STATES, bill_to
from crownhead.server.room import starting

READER = "203.0.113.9"


def long_game(events: int) -> ch.Game:
    """Return a game that takes the same moves back again and again."""
    game = ch.Game("english", white="Bert", black="Anna")
    while game.length < events:
        game.play("11-15")
        game.request_takeback("black")
        game.accept_takeback()
    return game


async def hand_in(service: Service, guest: str, game: ch.Game) -> str:
    wish = r.HandIn("handed-in-1", json.loads(game.to_json()), ("white", "black"))
    return (await service.matchmaking.hand_in(guest, wish)).game


async def forget_tables(service: Service) -> None:
    """Let the process forget all tables, as after a while."""
    service.tables._held.clear()
    service.tables._bytes = 0


def test_the_reader_of_a_long_game_pays_for_its_replay(tmp_path: Path) -> None:
    async def test() -> None:
        rates = Shared(Rate(1_000, 1), *[Rate(1e9, 10**9)] * 3)
        limits = SharedLimits({STATES: rates}, lambda: 0.0)
        async with open_service(tmp_path) as service:
            game = await hand_in(service, "anna", long_game(900))
            await forget_tables(service)
            owners: list[str] = []
            run = service.work._queue.run

            async def note(urgency: Any, owner: str, *given: Any, **named: Any) -> Any:
                owners.append(f"{owner} {named['network']}")
                return await run(urgency, owner, *given, **named)

            service.work._queue.run = note  # type: ignore[method-assign]
            with bill_to(limits, "reader", READER):
                await service.show(game, "reader", "en")
            assert set(owners) == {f"reader {READER}"}
            assert limits.missing(STATES, "reader", READER) > 0
            assert not limits.missing(STATES, "anna", "192.0.2.1")

    asyncio.run(test())


def test_a_replay_lets_others_come_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "PIECE", 0.0)

    async def test() -> None:
        async with open_service(tmp_path) as service:
            game = await hand_in(service, "anna", long_game(600))
            short = (await service.matchmaking.begin("bert", WISH)).game
            await forget_tables(service)
            done: list[str] = []

            async def read(game: str, guest: str) -> None:
                with bill_to(SharedLimits(KINDS), guest, f"198.51.100.{len(guest)}"):
                    await service.show(game, guest, "en")
                done.append(guest)

            readers = [asyncio.create_task(read(game, f"reader-{n}")) for n in range(3)]
            await asyncio.sleep(0)
            mine = asyncio.create_task(read(short, "bert"))
            await asyncio.gather(*readers, mine)
            assert done[0] == "bert"

    asyncio.run(test())


WISH = r.NewGame(opponent=r.SameDevice())


def test_tables_in_memory_are_bounded_in_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with open_service(tmp_path) as service:
            held = service.tables
            games = [(await service.matchmaking.begin(f"guest-{n}", WISH)).game for n in range(12)]
            each = held._bytes // len(games)
            long = await hand_in(service, "anna", long_game(3_000))
            assert held._bytes > 12 * each + 2_000_000
            monkeypatch.setattr(tables, "MOST_BYTES", 10 * each)
            await service.show(games[0], "guest-0", "en")
            assert held._bytes <= 10 * each and games[0] in held._held
            # What was let go of is there for whoever asks for it.
            seq = (await service.show(long, "anna", "en")).seq
            assert seq > 3_000
            for number, game in enumerate(games):
                command = f"command-{number:04}"
                ack = await service.act(game, f"guest-{number}", command, m.MoveAct("11-15"), None)
                assert ack.seq > 2
            assert held._bytes <= 10 * each
            assert held._bytes == sum(one.bytes for one in held._held.values())

    asyncio.run(test())


def test_a_table_that_somebody_uses_is_not_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_BYTES", 0)

    async def test() -> None:
        async with open_service(tmp_path) as service:
            game = (await service.matchmaking.begin("anna", WISH)).game
            async with service.tables.open(game) as table:
                await service.matchmaking.begin("bert", WISH)
                async with asyncio.timeout(60):
                    other = asyncio.create_task(service.show(game, "anna", "en"))
                    await asyncio.sleep(0.05)
                    assert service.tables._held[game].table is table
            await other
            assert not service.tables._held

    asyncio.run(test())


def test_a_game_that_would_keep_others_waiting_is_not_taken_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = long_game(300)
    states = game.length * game.position.complexity()
    monkeypatch.setattr(starting, "MOST_REPLAYED", states // 2)
    with pytest.raises(TooComplex, match="to replay"):
        list(starting._check_work(json.loads(game.to_json())))
    monkeypatch.setattr(starting, "MOST_REPLAYED", 10 * states)
    assert len(list(starting._check_work(json.loads(game.to_json())))) == game.length

    async def test() -> None:
        async with open_service(tmp_path) as service:
            assert await hand_in(service, "anna", game)

    asyncio.run(test())


def test_the_longest_game_of_the_largest_board_is_taken_in() -> None:
    moves = ch.Game("canadian").position.complexity()
    assert 5_000 * 5 * moves < starting.MOST_REPLAYED  # five times the moves of the start


def test_whoever_hands_in_a_long_game_lets_others_come_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "PIECE", 0.0)

    async def test() -> None:
        async with open_service(tmp_path) as service:
            game = long_game(600)
            done: list[str] = []

            async def come(guest: str) -> None:
                with bill_to(SharedLimits(KINDS), guest, f"198.51.{len(guest)}.1"):
                    await hand_in(service, guest, game)
                done.append(guest)

            coming = [asyncio.create_task(come("a" * n)) for n in range(1, 4)]
            await asyncio.sleep(0)
            with bill_to(SharedLimits(KINDS), "bert", READER):
                await service.matchmaking.begin("bert", WISH)
            assert not done
            await asyncio.gather(*coming)

    asyncio.run(test())


def test_the_list_of_running_games_replays_none_of_them(tmp_path: Path) -> None:
    async def test() -> None:
        async with open_service(tmp_path) as service:
            wish = r.NewGame(opponent=r.Friend())
            begun = await service.matchmaking.begin("anna", wish)
            await service.matchmaking.redeem("bert", begun.code or "")
            await service.act(begun.game, "anna", "command-1", m.MoveAct("11-15"), None)
            await forget_tables(service)
            (listed,) = await service.queries.running()
            assert (listed.game, listed.ply) == (begun.game, 1)
            assert not service.tables._held
            await service.act(begun.game, "bert", "command-2", m.ResignAct(), None)
            assert await service.queries.running() == []

    asyncio.run(test())


def test_a_long_answer_costs_what_it_holds_until_it_is_read(tmp_path: Path) -> None:
    """A thousand sockets that asked for it and did not read took several times as much memory."""

    async def test() -> None:
        async with open_service(tmp_path) as service:
            game = await hand_in(service, "anna", long_game(900))
            reader = Connection("reader", READER, lambda _: asyncio.sleep(0))

            async def snapshot() -> str:
                async with service.tables.open(game) as table:
                    return await service.queries.snapshot(table, reader, 0)

            for ask in (snapshot, lambda: service.queries.history(game, "history-1")):
                limits = SharedLimits({STATES: Shared(*[Rate(1_000, 1)] * 4)}, lambda: 0.0)
                with bill_to(limits, "reader", READER):
                    frame = await ask()
                assert limits.missing(STATES, "reader", READER) >= STATES_A_BYTE * len(frame)

    asyncio.run(test())
