"""The bus of processes that share a database of PostgreSQL.

Messages are sent as JSON, with the process they come from.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

import asyncpg  # type: ignore[import-untyped]
import msgspec
from sqlalchemy.engine import make_url

from crownhead.server.metrics import NOT_TOLD
from crownhead.server.process.bus import BusMessage, Missed, Receive

CHANNEL = "crownhead"
MOST_AT_ONCE = 200
MOST_WAITING = 10_000
"""Messages that wait for the database; beyond them the others are told that they missed some."""
_log = logging.getLogger("crownhead.server")


class _Note(msgspec.Struct, frozen=True):
    """A message, and the process it comes from."""

    process: str
    message: BusMessage


_notes = msgspec.json.Decoder(_Note)


class PostgresBus:
    """Use LISTEN and NOTIFY on one connection of its own, which comes back by itself."""

    def __init__(self, url: str, process: str) -> None:
        self._url = make_url(url).set(drivername="postgresql").render_as_string(False)
        self._process = process
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self._missed = False
        self._task: asyncio.Task[None] | None = None

    def publish(self, message: BusMessage) -> None:
        """Send a message to the others, soon.

        When too many wait it is not sent but counted, and the others are told so once there is
        room: they look at the logs, which have everything.
        """
        try:
            self._waiting.put_nowait(self._note(message))
        except asyncio.QueueFull:
            NOT_TOLD.inc()
            self._missed = True

    def _note(self, message: BusMessage) -> str:
        return msgspec.json.encode(_Note(self._process, message)).decode()

    async def open(self, receive: Receive, lost: Callable[[], None]) -> None:
        """Begin to receive, and go on after every interruption."""
        connection = await self._connect(receive)
        self._task = asyncio.create_task(self._serve(connection, receive, lost))

    async def close(self) -> None:
        """Send what waits, and receive no more."""
        for _ in range(50):
            if self._waiting.empty():
                break
            await asyncio.sleep(0.01)
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _connect(self, receive: Receive) -> asyncpg.Connection:
        connection = await asyncpg.connect(self._url, timeout=10)

        def on_note(_connection: object, _pid: int, _channel: str, text: str) -> None:
            try:
                note = _notes.decode(text)
            except msgspec.DecodeError:
                _log.warning("bus message not understood")
                return
            if note.process != self._process:
                receive(note.process, note.message)

        def on_end(_connection: object) -> None:
            with contextlib.suppress(asyncio.QueueFull):
                self._waiting.put_nowait(None)  # wakes `_serve`, which finds the connection gone

        await connection.add_listener(CHANNEL, on_note)
        connection.add_termination_listener(on_end)
        return connection

    async def _serve(
        self, connection: asyncpg.Connection, receive: Receive, lost: Callable[[], None]
    ) -> None:
        unsent: list[str] = []
        while True:
            try:
                while True:
                    unsent = unsent or await self._next()
                    if connection.is_closed():
                        raise ConnectionError("closed")
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
            connection = await self._again(receive)
            lost()

    async def _next(self) -> list[str]:
        """Wait for a message, and take those that wait with it."""
        waiting = [await self._waiting.get()]
        while len(waiting) < MOST_AT_ONCE and not self._waiting.empty():
            waiting.append(self._waiting.get_nowait())
        if self._missed and self._waiting.empty():
            self._missed = False
            waiting.append(self._note(Missed()))
        return [text for text in waiting if text is not None]

    async def _again(self, receive: Receive) -> asyncpg.Connection:
        pause = 0.1
        while True:
            await asyncio.sleep(pause)
            pause = min(2 * pause, 2.0)
            with contextlib.suppress(OSError, asyncpg.PostgresError, TimeoutError):
                return await self._connect(receive)
