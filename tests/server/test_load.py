"""The load test measures: what it sends is played, and what it hears is counted."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from support.served import Server
from websockets.exceptions import ConnectionClosed

from bench.players import Crowd


@pytest.fixture
def unlimited_server(tmp_path: Path) -> Server:
    """Return a server without limits."""
    return Server(tmp_path, "--no-limits")


def test_every_move_of_the_load_is_acknowledged_and_told(unlimited_server: Server) -> None:
    async def play() -> tuple[int, int, int, int]:
        crowd = Crowd([server.url])
        await crowd.gather(4)
        times = await crowd.play(20, 1.0, random.Random(7))
        await crowd.close()
        return times.sent, len(times.acknowledged), len(times.told), times.refused

    with unlimited_server as server:
        sent, acknowledged, told, refused = asyncio.run(play())
    assert sent > 4
    assert (acknowledged, refused) == (sent, 0)
    assert told == sent


def test_a_player_who_fails_ends_the_measurement(unlimited_server: Server) -> None:
    async def play() -> None:
        crowd = Crowd([server.url])
        await crowd.gather(1)
        server.stop()
        try:
            await crowd.play(20, 1.0, random.Random(7))
        finally:
            await crowd.close()

    with unlimited_server as server, pytest.raises((ConnectionError, ConnectionClosed)):
        asyncio.run(play())
