"""A small proxy in front of a server, as operators run one: it says who asked, and how."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterable, Iterator
from typing import Self


class Proxy:
    """Pass every connection on over one of its own; each comes from the next of `addresses`."""

    def __init__(self, port: int, addresses: Iterable[str], scheme: str = "http") -> None:
        self._server_port = port
        self._addresses: Iterator[str] = iter(addresses)
        self._scheme = scheme
        self._loop = asyncio.new_event_loop()
        self._connections: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._loop.run_forever)

    def __enter__(self) -> Self:
        self._thread.start()
        listening = asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=1_000)
        self._listener = asyncio.run_coroutine_threadsafe(listening, self._loop).result()
        self.port: int = self._listener.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._listener.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        address = next(self._addresses)
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._server_port)
            try:
                head = (await reader.readuntil(b"\r\n\r\n")).removesuffix(b"\r\n")
                said = f"X-Forwarded-For: {address}\r\nX-Forwarded-Proto: {self._scheme}\r\n\r\n"
                up_writer.write(head + said.encode())
                await asyncio.gather(_pass(reader, up_writer), _pass(up_reader, writer))
            finally:
                up_writer.close()
        writer.close()
        self._connections.discard(task)


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while chunk := await reader.read(65_536):
        writer.write(chunk)
        await writer.drain()
    writer.close()
