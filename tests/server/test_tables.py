"""The tables of one process where storing goes wrong: whoever watches hears of what is stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import InterfaceError

from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.process.broadcaster import Broadcaster
from crownhead.server.process.bus import NoBus, Stored
from crownhead.server.process.tables import Tables
from crownhead.server.process.work import Work
from crownhead.server.room.entries import Entry
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.starting import open_table
from crownhead.server.room.table import Seat, Table
from crownhead.server.storage.database import Database
from crownhead.server.storage.migrations import upgrade
from crownhead.server.storage.open_database import open_database
from crownhead.server.storage.store import Store


class Shaky:
    """A database whose next change is stored, though the connection is lost before it says so."""

    sqlite = True

    def __init__(self, real: Database) -> None:
        self.real = real
        self.shaken = False
        self.slow = 0.0

    async def read(self, action: Any) -> Any:
        return await self.real.read(action)

    async def write(self, action: Any, *, alone: bool = False) -> Any:
        await asyncio.sleep(self.slow)
        stored = await self.real.write(action, alone=alone)
        if self.shaken:
            self.shaken = False
            raise InterfaceError("commit", {}, OSError("connection lost"))
        return stored

    async def close(self) -> None:
        await self.real.close()


@asynccontextmanager
async def open_tables(folder: Path) -> AsyncIterator[tuple[Shaky, Tables, Tables, str, list[str]]]:
    """Give a database, two processes on it, a game, and what those hear who watch the first."""
    database = open_database(f"sqlite:///{folder / 'games.sqlite3'}")
    shaky = Shaky(database)
    await upgrade(database, folder)
    heard: list[str] = []

    def listen(table: Table, entries: Sequence[Entry]) -> None:
        heard.extend(f"{table.id} {entry.seq} {entry.kind}" for entry in entries)

    work = Work()
    tables, elsewhere = (
        Tables(Store(shaky).games, Broadcaster(work), NoBus(), work) for _ in range(2)
    )
    tables.broadcaster.listeners.append(listen)
    table = open_table(
        r.NewGame(variant="english", opponent=r.SameDevice()), Seat("anna", "Anna"), 1
    )
    await tables.create(None, table)
    heard.clear()
    yield shaky, tables, elsewhere, table.id, heard
    await tables.close()
    await work.close()
    await shaky.close()


def test_tells_what_was_stored_though_the_connection_broke(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_tables(tmp_path) as (database, tables, _, game, heard):
            before = len((await tables.store.load(game)).log)  # type: ignore[union-attr]
            database.shaken = True
            ack = await tables.do(game, "anna", "command-1", m.MoveAct("11-15"), before)
            assert ack.seq == before + 1
            assert heard == [f"{game} {ack.seq} played"]

    asyncio.run(run())


def test_tells_what_another_process_was_faster_with(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_tables(tmp_path) as (_, tables, elsewhere, game, heard):
            first = await elsewhere.do(game, "anna", "command-1", m.MoveAct("11-15"), None)
            with pytest.raises(Refusal):
                await tables.do(game, "anna", "command-2", m.MoveAct("11-16"), None)
            assert heard == [f"{game} {first.seq} played"]

    asyncio.run(run())


def test_refuses_nothing_before_it_has_heard_of_other_processes(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_tables(tmp_path) as (_, tables, elsewhere, game, heard):
            first = await elsewhere.do(game, "anna", "command-1", m.MoveAct("11-15"), None)
            # As far as this process knows, it is black's turn.
            second = await tables.do(game, "anna", "command-2", m.MoveAct("23-19"), None)
            assert heard == [f"{game} {first.seq} played", f"{game} {second.seq} played"]

    asyncio.run(run())


def test_stores_and_tells_though_the_one_who_moved_is_gone(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_tables(tmp_path) as (database, tables, _, game, heard):
            database.slow = 0.1
            acting = tables.do(game, "anna", "command-1", m.MoveAct("11-15"), None)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(acting, 0.02)
            await tables.close()
            assert [line.split()[2] for line in heard] == ["played"]

    asyncio.run(run())


def test_a_move_that_another_process_tells_is_followed_without_the_log(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_tables(tmp_path) as (_, tables, elsewhere, game, heard):
            said: list[Stored] = []
            elsewhere.bus.publish = said.append  # type: ignore[method-assign,assignment]
            asked: list[int] = []
            log_after = tables.store.log_after

            async def count(name: str, after: int) -> Any:
                asked.append(after)
                return await log_after(name, after)

            tables.store.log_after = count  # type: ignore[method-assign]
            for number, text in enumerate(("11-15", "23-19", "8-11", "22-17")):
                await elsewhere.do(game, "anna", f"command-{number}", m.MoveAct(text), None)
            for at in (0, 0, 1):  # one of them comes twice
                await tables.follow_remote(said[at].game, said[at].seq, said[at].line)
            assert asked == []
            assert heard == [f"{game} {each.seq} played" for each in said[:2]]
            # One was missed: the log has it.
            await tables.follow_remote(said[3].game, said[3].seq, said[3].line)
            assert asked == [said[1].seq]
            assert heard == [f"{game} {each.seq} played" for each in said]
            async with tables.open(game) as here, elsewhere.open(game) as there:
                assert (here.log, here.commands) == (there.log, there.commands)

    asyncio.run(run())
