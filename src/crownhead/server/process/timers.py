"""What becomes due: flags that fall, lots that are drawn, offers that lapse, at any process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextvars import Context

from crownhead.server.clock import milliseconds
from crownhead.server.messages.entries import Aborted
from crownhead.server.metrics import FAULTS
from crownhead.server.process.computer import Computer
from crownhead.server.process.tables import Tables
from crownhead.server.room import acts
from crownhead.server.room.deadlines import due, engine_asked, flag_falls
from crownhead.server.room.entries import Entry
from crownhead.server.room.leave import settle
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.suspension import release
from crownhead.server.room.table import Table
from crownhead.server.storage.database import is_away

SWEEP = 1.0
OVERDUE = 1_500
"""Milliseconds after which any process does what another one was to do."""
FAR = 3_600_000
_log = logging.getLogger("crownhead.server")


class Timers:
    """Wake for each table that is in memory when something is due, and sweep for the others."""

    def __init__(self, tables: Tables, computer: Computer) -> None:
        self._tables = tables
        self._computer = computer
        self._handles: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to sweep."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Wake no more."""
        for handle in self._handles.values():
            handle.cancel()
        self._handles.clear()
        tasks = [*self._tasks, *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def listen(self, table: Table, _entries: Sequence[Entry] = ()) -> None:
        """Set the timer of a table at which something has happened."""
        self._set(table.id, due(table))

    def _set(self, game: str, when: int | None) -> None:
        handle = self._handles.pop(game, None)
        if handle is not None:
            handle.cancel()
        if when is None or when - milliseconds() > FAR:
            return
        loop = asyncio.get_running_loop()
        wait = max(0, when - milliseconds()) / 1000 + 0.001
        self._handles[game] = loop.call_later(wait, self._wake, game)

    def _wake(self, game: str) -> None:
        self._handles.pop(game, None)
        # Not on behalf of whoever has set the timer.
        task = asyncio.create_task(self.attend(game), context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def attend(self, game: str) -> None:
        """Do what is due at a table, whoever asks."""
        try:
            await self._tables.change(game, attend)
            async with self._tables.open(game) as table:
                self._computer.consider(table, due=True)
                falls = flag_falls(table)
                if engine_asked(table) is not None and falls and falls > milliseconds():
                    self._set(game, falls)  # what was due first was to think
        except Refusal as refusal:
            _log.warning("not attended", extra={"game": game, "code": refusal.code})
        except Exception:
            FAULTS.inc()
            _log.exception("not attended", extra={"game": game})

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                for game in await self._tables.store.due(milliseconds() - OVERDUE, 100):
                    await self.attend(game)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if not is_away(error):
                    FAULTS.inc()
                    _log.exception("sweep failed")


def attend(table: Table, at: int) -> None:
    """Do what is due at a table."""
    when = due(table)
    if when is None or at < when:
        return
    if table.phase == "waiting" or table.phase == "lots" and table.unready:
        table.add(Aborted(None), at)
    elif table.phase == "lots":
        acts.draw_lots(table, at)
    elif table.starts_until is not None:
        table.add(Aborted(None), at)
    elif table.held is not None:
        release(table, at)
    elif table.away is not None:
        settle(table, at)
    else:
        acts.flag(table, at)
