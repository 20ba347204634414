"""A game as lines of JSON over HTTP, for bots that have no socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from crownhead.server.process.connection import Connection
from crownhead.server.process.service import Service
from crownhead.server.wire.attendance import attend
from crownhead.server.wire.doorkeeper import Caller

BEAT = 15.0
"""Seconds of silence after which an empty line is sent."""


async def lines(
    service: Service, caller: Caller, address: str, game: str, language: str
) -> AsyncIterator[bytes]:
    """Yield what a socket that watches the game would hear, until the server ends it.

    The lines end with that by which the caller came.
    """
    heard: asyncio.Queue[str] = asyncio.Queue(1)
    connection = Connection(caller.player, address, heard.put, language)
    caller.introduce(connection)
    async with attend(service, connection, _end(connection)):
        async with service.tables.open(game, current=True) as table:
            service.broadcaster.watch(connection, game)
            connection.post(await service.queries.snapshot(table, connection, 0))
            service.tell_presence(table)
            service.computer.consider(table)
            service.note_follower(table, connection)
        while not connection.slow.is_set():
            try:
                frame = await asyncio.wait_for(heard.get(), BEAT)
            except TimeoutError:
                frame = ""
            yield frame.encode() + b"\n"
            if connection.leaving and connection.idle and heard.empty():
                return


async def _end(connection: Connection) -> None:
    """End the lines with the session."""
    await connection.signed_out.wait()
    connection.part("")
