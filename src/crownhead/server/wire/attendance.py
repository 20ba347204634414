"""What a connection needs while it lasts, be it a socket or lines over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from typing import Any

from crownhead.server.metrics import SOCKETS
from crownhead.server.process.connection import Connection
from crownhead.server.process.service import Service


@contextlib.asynccontextmanager
async def attend(
    service: Service, connection: Connection, *more: Coroutine[Any, Any, object]
) -> AsyncIterator[tuple[asyncio.Task[object], ...]]:
    """Send what is posted to a connection, sign it out with its session, and leave its games.

    Yields what may end by itself, and so the connection: the task that sends, and those of `more`.
    """
    SOCKETS.inc()
    service.broadcaster.enter(connection)
    ends = tuple(asyncio.create_task(each) for each in (connection.write(), *more))
    tasks: list[asyncio.Task[object]] = [
        *ends,
        asyncio.create_task(connection.expire()),
        asyncio.create_task(service.check_caller(connection)),
    ]
    try:
        yield ends
    finally:
        SOCKETS.dec()
        tasks += connection.errands
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for game in service.broadcaster.leave(connection):
            service.computer.forsake(game)
            with contextlib.suppress(Exception):
                async with service.tables.open(game) as table:
                    service.tell_presence(table)
