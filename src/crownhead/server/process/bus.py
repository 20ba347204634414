"""How the processes that share a database hear of each other.

Messages are a closed set of small structs, sent as JSON with the process they come from. None is
needed for anything but speed: what happened at a table is in its log.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Protocol

import asyncpg  # type: ignore[import-untyped]
import msgspec
from sqlalchemy.engine import make_url

from crownhead.rules import Color

CHANNEL = "crownhead"
MOST_AT_ONCE = 200
_log = logging.getLogger("crownhead.server")


class _Message(msgspec.Struct, frozen=True, tag_field="kind"):
    """What all messages between processes share: how their kind is written."""


class Stored(_Message, frozen=True, tag="stored"):
    """A game has reached `seq`; its log says with what."""

    game: str
    seq: int


class LobbyChanged(_Message, frozen=True, tag="lobby_changed"):
    """The open offers are others than before."""


class Present(_Message, frozen=True, tag="present"):
    """The sides of a game that are connected at the process that says it."""

    game: str
    sides: tuple[Color, ...]


class WhoIsPresent(_Message, frozen=True, tag="who_is_present"):
    """Ask the others for their `Present` of a game."""

    game: str


class Ended(_Message, frozen=True, tag="ended"):
    """The process that says it serves no more."""


BusMessage = Stored | LobbyChanged | Present | WhoIsPresent | Ended


class _Note(msgspec.Struct, frozen=True):
    """A message, and the process it comes from."""

    process: str
    message: BusMessage


_notes = msgspec.json.Decoder(_Note)

Receive = Callable[[str, BusMessage], None]
"""Take a message of another process, which is named first."""


class Bus(Protocol):
    """Carry messages to the other processes."""

    def publish(self, message: BusMessage) -> None:
        """Send a message to the others, soon."""

    async def open(self, receive: Receive, lost: Callable[[], None]) -> None:
        """Begin to receive; `lost` is called after an interruption: messages may be missing."""

    async def close(self) -> None:
        """Receive no more."""


class NoBus:
    """Serve a process that is alone."""

    def publish(self, message: BusMessage) -> None:
        """Send nothing."""

    async def open(self, receive: Receive, lost: Callable[[], None]) -> None:
        """Receive nothing."""

    async def close(self) -> None:
        """Do nothing."""


class PostgresBus:
    """Use LISTEN and NOTIFY on one connection of its own, which comes back by itself."""

    def __init__(self, url: str, process: str) -> None:
        self._url = make_url(url).set(drivername="postgresql").render_as_string(False)
        self._process = process
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue(10_000)
        self._task: asyncio.Task[None] | None = None

    def publish(self, message: BusMessage) -> None:
        """Send a message to the others, soon; when too many wait, it is not sent."""
        with contextlib.suppress(asyncio.QueueFull):
            note = _Note(self._process, message)
            self._waiting.put_nowait(msgspec.json.encode(note).decode())

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

        def heard(_connection: object, _pid: int, _channel: str, text: str) -> None:
            try:
                note = _notes.decode(text)
            except msgspec.DecodeError:
                _log.warning("bus message not understood")
                return
            if note.process != self._process:
                receive(note.process, note.message)

        def ended(_connection: object) -> None:
            with contextlib.suppress(asyncio.QueueFull):
                self._waiting.put_nowait(None)  # wakes `_serve`, which finds the connection gone

        await connection.add_listener(CHANNEL, heard)
        connection.add_termination_listener(ended)
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
        return [text for text in waiting if text is not None]

    async def _again(self, receive: Receive) -> asyncpg.Connection:
        pause = 0.1
        while True:
            await asyncio.sleep(pause)
            pause = min(2 * pause, 2.0)
            with contextlib.suppress(OSError, asyncpg.PostgresError, TimeoutError):
                return await self._connect(receive)
