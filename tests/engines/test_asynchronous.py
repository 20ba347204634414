"""Many calls of the built-in engine at a time."""

from __future__ import annotations

import asyncio
import os
import threading
from typing import cast

import pytest

from crownhead import Game
from crownhead.engines.asynchronous import AsyncBuiltinEngine
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
