"""The connection to a database of SQLite, in the data folder."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event

from crownhead.server.storage.database import Action, T

READERS = 4
MOST_AT_ONCE = 100


class Sqlite:
    """Use one thread that writes and a few that read.

    Changes that wait for each other are stored together, with one writing to the disk.
    """

    sqlite = True

    def __init__(self, url: str) -> None:
        self.engine: Engine = create_engine(url, pool_size=READERS + 1)
        event.listen(self.engine, "connect", _prepare)
        event.listen(self.engine, "begin", _begin)
        self._readers = ThreadPoolExecutor(READERS, "read")
        self._writer = ThreadPoolExecutor(1, "write")
        self._waiting: list[tuple[Action[Any], asyncio.Future[Any]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def read(self, action: Action[T]) -> T:
        """Ask something."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._ask, action)

    async def write(self, action: Action[T], *, alone: bool = False) -> T:
        """Run an action that changes something, in one transaction."""
        loop = asyncio.get_running_loop()
        stored: asyncio.Future[T] = loop.create_future()
        self._waiting.append((action, stored))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        return await stored

    async def close(self) -> None:
        """Close all connections."""
        if self._writing is not None:
            await asyncio.gather(self._writing, return_exceptions=True)
        self._readers.shutdown()
        self._writer.shutdown()
        self.engine.dispose()

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                actions = [action for action, _ in batch]
                results = await loop.run_in_executor(self._writer, self._store, actions)
                for (_, stored), (result, error) in zip(batch, results, strict=True):
                    if stored.done():
                        continue  # nobody waits any more
                    if error is None:
                        stored.set_result(result)
                    else:
                        stored.set_exception(error)
        finally:
            self._writing = None

    def _ask(self, action: Action[T]) -> T:
        with self.engine.connect() as connection:
            return action(connection)

    def _store(self, actions: list[Action[Any]]) -> list[tuple[Any, Exception | None]]:
        """Store all at once; if one of them fails, each for itself."""
        if len(actions) > 1:
            try:
                with self._transaction() as connection:
                    return [(action(connection), None) for action in actions]
            except Exception:
                pass  # the one that failed is found below
        return [self._store_one(action) for action in actions]

    def _store_one(self, action: Action[Any]) -> tuple[Any, Exception | None]:
        try:
            with self._transaction() as connection:
                return action(connection), None
        except Exception as error:
            return None, error

    def _transaction(self) -> Any:
        return self.engine.execution_options(crownhead_writes=True).begin()


def _prepare(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        "busy_timeout=10000",
        "journal_mode=WAL",
        "synchronous=FULL",  # what is acknowledged survives a power cut too
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("crownhead_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
