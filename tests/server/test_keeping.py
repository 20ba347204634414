"""What is kept of guests and games: up to a measure, and not for ever."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from support.served import Guest, Server
from support.service import open_service

from crownhead import Game
from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.room.refusals import Refusal

ALONE = r.NewGame(opponent=r.SameDevice(), variant="english")


def test_games_that_nobody_finished_are_deleted_in_the_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_service(tmp_path) as service:
            kept = (await service.matchmaking.begin("anna", ALONE)).game
            await service.act(kept, "anna", "command-1", m.ResignAct(by="white"), None)
            open_game = (await service.matchmaking.begin("anna", ALONE)).game
            store = service.store
            assert await store.games.prune(("waiting", "lots", "playing"), 0) == 0
            assert await store.games.prune(("waiting", "lots", "playing"), 2**60) == 1
            assert await store.players.all_games_of("anna") == [kept]
            assert await store.games.load(open_game) is None
            with pytest.raises(Refusal) as refused:
                await service.act(open_game, "anna", "command-2", m.MoveAct("11-15"), None)
            assert refused.value.code in ("unknown_game", "unavailable")

    asyncio.run(run())


def test_a_guest_keeps_so_many_games_and_no_more(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_service(tmp_path, most_kept=2) as service:
            for _ in range(2):
                await service.matchmaking.begin("anna", ALONE)
            with pytest.raises(Refusal) as refused:
                await service.matchmaking.begin("anna", ALONE)
            assert refused.value.text == "too_many_kept"
            await service.matchmaking.begin("bert", ALONE)

    asyncio.run(run())


def test_what_is_handed_in_has_a_measure_in_bytes(tmp_path: Path) -> None:
    game = Game("english")
    for move in ("11-15", "22-18", "15x22", "25x18"):
        game.play(move)
    record = json.loads(game.to_json())

    async def run() -> None:
        async with open_service(tmp_path, most_bytes=1_500) as service:
            for number in range(20):
                wish = r.HandIn(id=f"handed-{number:04}", record=record, you=("white", "black"))
                if await service.store.players.bytes_kept_of("anna") >= 1_500:
                    break
                await service.matchmaking.hand_in("anna", wish)
            assert 1 <= number <= 10
            with pytest.raises(Refusal) as refused:
                await service.matchmaking.hand_in("anna", wish)
            assert refused.value.text == "too_many_kept"

    asyncio.run(run())


def test_who_leaves_a_stream_is_seen_to_be_gone(server: Server) -> None:
    anna, bert = Guest(server, "Anna"), Guest(server, "Bert")
    begun = anna.begin("friend", side="black")
    bert.redeem(begun["code"])
    socket = anna.socket()
    socket.watch(begun["game"])
    with bert.http.stream("GET", f"/api/games/{begun['game']}/stream") as stream:
        next(stream.iter_lines())
        assert socket.until("here", here={"black": True, "white": True})
    bert.http.close()
    assert socket.until("here", here={"black": True, "white": False})
