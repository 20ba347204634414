"""A network between a page and the server that can fail without a word."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from types import TracebackType
from typing import Self


class Proxy:
    """Pass on what comes for the server; while it swallows, connections stay open and mute.

    What was swallowed stays lost, and so are the connections that it was lost from.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self._swallows = False
        self._ended = False
        # A loop does not keep tasks alive that wait for a connection which is gone.
        self._serving: set[asyncio.Task[None] | None] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        starting = asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(starting, self._loop).result(10)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def swallow(self) -> None:
        self._swallows = True

    def restore(self) -> None:
        self._swallows = False

    async def _end(self) -> None:
        self._ended = True
        self._server.close()
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in others:
                task.cancel()
            await asyncio.wait(others)
        # Transports close in the next turn of the loop.
        await asyncio.sleep(0.05)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._serving.add(asyncio.current_task())
        lost = asyncio.Event()
        writers = [writer]
        try:
            if self._ended:
                return
            onward, out = await asyncio.open_connection("127.0.0.1", self.target)
            writers.append(out)
            await asyncio.gather(self._pass(reader, out, lost), self._pass(onward, writer, lost))
        except asyncio.CancelledError:
            return
        finally:
            for each in writers:
                each.close()
            self._serving.discard(asyncio.current_task())

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, lost: asyncio.Event
    ) -> None:
        """Pass one direction on to its end."""
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                if self._swallows:
                    lost.set()
                if not lost.is_set():
                    writer.write(data)
                    await writer.drain()
            if not lost.is_set():
                writer.close()
