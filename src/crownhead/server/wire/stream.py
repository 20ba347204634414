"""A game as lines of JSON over HTTP, for bots that have no socket."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from crownhead.server.metrics import SOCKETS
from crownhead.server.process.connection import Connection
from crownhead.server.process.service import Service

BEAT = 15.0
"""Seconds of silence after which an empty line is sent."""


async def lines(
    service: Service, guest: str, address: str, game: str, language: str, session: str = ""
) -> AsyncIterator[bytes]:
    """Yield what a socket that watches the game would hear, until the server ends it.

    `session`: the digest of that by which an account came, with which the lines end.
    """
    heard: asyncio.Queue[str] = asyncio.Queue(1)
    connection = Connection(guest, address, heard.put, language)
    connection.session = session
    service.broadcaster.enter(connection)
    SOCKETS.inc()
    tasks = [asyncio.create_task(connection.write()), asyncio.create_task(_end(connection))]
    try:
        async with service.tables.open(game, current=True) as table:
            service.broadcaster.watch(connection, game)
            connection.post(await service.queries.snapshot(table, connection, 0))
            service.tell_presence(table)
            service.computer.consider(table)
            service.watched(table, guest)
        while not connection.slow.is_set():
            try:
                frame = await asyncio.wait_for(heard.get(), BEAT)
            except TimeoutError:
                frame = ""
            yield frame.encode() + b"\n"
            if connection.leaving and connection.idle and heard.empty():
                return
    finally:
        SOCKETS.dec()
        for task in tasks:
            task.cancel()
        service.broadcaster.leave(connection)
        service.computer.forsake(game)
        with contextlib.suppress(Exception):
            async with service.tables.open(game) as table:
                service.tell_presence(table)


async def _end(connection: Connection) -> None:
    """End the lines with the session."""
    await connection.signed_out.wait()
    connection.part("")
