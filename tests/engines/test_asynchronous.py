"""Many calls of the built-in engine at a time."""

from __future__ import annotations

import asyncio
import os
import threading
from typing import cast

import pytest

from crownhead import Game
from crownhead.engines.asynchronous import AsyncBuiltinEngine
from crownhead.engines.hub.asynchronous import AsyncHubEngine
from crownhead.engines.interface import Engine


class Busy:
    """Take the place of an engine, and count how many calls run at once."""

    running = 0
    most = 0
    _lock = threading.Lock()

    def offers_draw(self, game: object) -> bool:
        with self._lock:
            Busy.running += 1
            Busy.most = max(Busy.most, Busy.running)
        threading.Event().wait(0.02)
        with self._lock:
            Busy.running -= 1
        return True

    def stop(self) -> None: ...


def test_no_more_calls_search_than_there_are_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)

    async def ask_all() -> list[bool]:
        engines = [AsyncBuiltinEngine(cast("Engine", Busy())) for _ in range(8)]
        return await asyncio.gather(*(engine.offers_draw(Game("english")) for engine in engines))

    assert all(asyncio.run(ask_all()))
    assert Busy.most == 2


def test_every_method_of_an_engine_is_there_to_be_awaited() -> None:
    plain = {name for name in vars(Engine) if not name.startswith("_")}
    assert {"begin", "end", "play", "analyse", "close"} <= plain
    kinds = {"builtin", "hub", "dxp"}  # these make engines
    for kind in (AsyncBuiltinEngine, AsyncHubEngine):
        assert [name for name in sorted(plain - kinds) if not hasattr(kind, name)] == []

    async def play() -> str:
        async with Engine.builtin(level=1, seed=1) as engine:
            game = Game("english")
            await engine.begin(game, "black")
            move = game.play(await engine.play(game))
            await engine.end(game)
            return str(move)

    assert asyncio.run(play()) in map(str, Game("english").legal_moves)
