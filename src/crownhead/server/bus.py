"""How the processes that share a database hear of each other.

A message is short JSON: `{"g": game, "s": seq}` for what happened at a table (the log says what),
`{"l": 1}` for the lobby, `{"h": game, "w": sides}` for who is connected, `{"q": game}` to ask for
that. Each carries `p`, the process it comes from. None is needed for anything but speed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from typing import Any, Protocol

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy.engine import make_url

CHANNEL = "crownhead"
MOST_AT_ONCE = 200
_log = logging.getLogger("crownhead.server")

Hear = Callable[[dict[str, Any]], None]


class Bus(Protocol):
    """Carry messages to the other processes."""

    def publish(self, **message: Any) -> None:
        """Send a message to the others, soon."""

    async def open(self, hear: Hear, lost: Callable[[], None]) -> None:
        """Begin to hear; `lost` is called after an interruption, when messages may be missing."""

    async def close(self) -> None:
        """Hear no more."""


class NoBus:
    """Serve a process that is alone."""

    def publish(self, **message: Any) -> None:
        """Send nothing."""

    async def open(self, hear: Hear, lost: Callable[[], None]) -> None:
        """Hear nothing."""

    async def close(self) -> None:
        """Do nothing."""


class PostgresBus:
    """Use LISTEN and NOTIFY on one connection of its own, which comes back by itself."""

    def __init__(self, url: str, process: str) -> None:
        self._url = make_url(url).set(drivername="postgresql").render_as_string(False)
        self._process = process
        self._waiting: asyncio.Queue[str] = asyncio.Queue(10_000)
        self._task: asyncio.Task[None] | None = None

    def publish(self, **message: Any) -> None:
        """Send a message to the others, soon; when too many wait, it is not sent."""
        with contextlib.suppress(asyncio.QueueFull):
            text = json.dumps({**message, "p": self._process}, separators=(",", ":"))
            self._waiting.put_nowait(text)

    async def open(self, hear: Hear, lost: Callable[[], None]) -> None:
        """Begin to hear, and go on after every interruption."""
        connection = await self._connect(hear)
        self._task = asyncio.create_task(self._serve(connection, hear, lost))

    async def close(self) -> None:
        """Send what waits, and hear no more."""
        for _ in range(50):
            if self._waiting.empty():
                break
            await asyncio.sleep(0.01)
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _connect(self, hear: Hear) -> asyncpg.Connection:
        connection = await asyncpg.connect(self._url, timeout=10)

        def heard(_connection: object, _pid: int, _channel: str, text: str) -> None:
            message = json.loads(text)
            if message["p"] != self._process:
                hear(message)

        def ended(_connection: object) -> None:
            self.publish()  # wakes `_serve`, which then finds the connection gone

        await connection.add_listener(CHANNEL, heard)
        connection.add_termination_listener(ended)
        return connection

    async def _serve(
        self, connection: asyncpg.Connection, hear: Hear, lost: Callable[[], None]
    ) -> None:
        unsent: list[str] = []
        while True:
            try:
                while True:
                    unsent = unsent or await self._next()
                    notes = [(text,) for text in unsent]
                    await connection.executemany(f"SELECT pg_notify('{CHANNEL}', $1)", notes)
                    unsent = []
            except asyncio.CancelledError:
                with contextlib.suppress(Exception):
                    await connection.close(timeout=1)
                raise
            except Exception as error:
                _log.warning("bus lost", extra={"error": type(error).__name__})
            connection.terminate()
            connection = await self._again(hear)
            lost()

    async def _next(self) -> list[str]:
        """Wait for a message, and take those that wait with it."""
        texts = [await self._waiting.get()]
        while len(texts) < MOST_AT_ONCE and not self._waiting.empty():
            texts.append(self._waiting.get_nowait())
        return texts

    async def _again(self, hear: Hear) -> asyncpg.Connection:
        pause = 0.1
        while True:
            await asyncio.sleep(pause)
            pause = min(2 * pause, 2.0)
            with contextlib.suppress(OSError, asyncpg.PostgresError, TimeoutError):
                return await self._connect(hear)
