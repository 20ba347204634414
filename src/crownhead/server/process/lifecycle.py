"""The life of one process: it starts, tells that it lives, and ends so that nobody loses time.

When nobody has served for a while, the clocks of running games stand still for that while: the
last process stops them when it ends, and where it was killed, the next one to start stops them at
the moment when it was last alive. They go on when the player whose clock runs is back, at the
latest after a grace.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Coroutine
from typing import Any, assert_never

from crownhead.server.messages.frames import Closing
from crownhead.server.metrics import FAULTS
from crownhead.server.process.bus import (
    BusMessage,
    Ended,
    LobbyChanged,
    Present,
    Stored,
    WhoIsPresent,
)
from crownhead.server.process.service import Service
from crownhead.server.process.tables import milliseconds
from crownhead.server.room.entries import Held
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Table
from crownhead.server.storage.database import is_away
from crownhead.server.storage.migrations import upgrade

PULSE = 1.0
DEAD_AFTER = 4_000
"""Milliseconds without a sign of life after which a process is taken to have ended."""
GRACE = 20.0
AWAY = 0.3
"""Seconds between two attempts to read from a database that has gone away."""
FORGET_AFTER = 3_600_000
_log = logging.getLogger("crownhead.server")


class Lifecycle:
    """Start and end one process."""

    def __init__(self, service: Service, process: str) -> None:
        self._service = service
        self._process = process
        self._started = milliseconds()
        self._pulse: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[object]] = set()
        self.stopping = False
        service.returns.append(self._returned)

    async def start(self) -> None:
        """Bring the schema up to date, listen to other processes, and resume stopped clocks."""
        service = self._service
        await upgrade(service.store.database, service.settings.folder)
        await service.bus.open(self._receive, self._lost)
        seen = await service.store.last_seen(self._process)
        await service.store.alive(self._process, milliseconds(), self._started)
        if service.settings.shared and seen is not None and self._lately(seen):
            self._spawn(self._look_again(seen))
        else:
            await self._recover(seen)
        service.timers.open()
        self._pulse = asyncio.create_task(self._live())
        _log.info("started", extra={"server": self._process})

    async def stop(self) -> None:
        """Stop the clocks if nobody else serves, and tell the players."""
        if self.stopping:
            return
        self.stopping = True
        service = self._service
        await service.timers.close()
        with contextlib.suppress(Exception):
            seen = await service.store.last_seen(self._process) or 0
            if not (service.settings.shared and self._lately(seen)):
                await self._hold(None)
        service.broadcaster.part(Closing("restart", 500))
        for _ in range(50):
            if all(connection.idle for connection in service.broadcaster.connections):
                break
            await asyncio.sleep(0.02)
        _log.info("stopping", extra={"server": self._process})

    async def close(self) -> None:
        """Give back everything."""
        await self.stop()
        service = self._service
        tasks = [*self._tasks, *([self._pulse] if self._pulse else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await service.tables.close()
        await service.computer.close()
        await service.offers.close()
        with contextlib.suppress(Exception):
            await service.store.forget(self._process)
        service.bus.publish(Ended())
        await service.bus.close()
        await service.store.database.close()

    async def _live(self) -> None:
        """Store again and again that this process lives."""
        beats = 0
        while True:
            await asyncio.sleep(PULSE)
            beats += 1
            try:
                await self._service.store.alive(self._process, milliseconds(), self._started)
                if beats % 600 == 0:
                    await self._service.store.forget_before(milliseconds() - FORGET_AFTER)
            except Exception as error:
                if not is_away(error):
                    FAULTS.inc()
                    _log.exception("no sign of life")

    def _lately(self, seen: int) -> bool:
        return seen >= milliseconds() - DEAD_AFTER

    # Stopped clocks

    async def _look_again(self, seen: int) -> None:
        """Recover after all if the other process that lived lately has ended since."""
        await asyncio.sleep(DEAD_AFTER / 1000)
        if await self._service.store.last_seen(self._process) in (None, seen):
            await self._recover(seen)

    async def _recover(self, seen: int | None) -> None:
        """Stop the clocks that run since nobody served, and let all go on soon."""
        games = await self._hold(seen)
        if games:
            _log.info("clocks stopped", extra={"games": len(games)})
            self._spawn(self._resume_after(games))

    async def _hold(self, since: int | None) -> list[str]:
        """Stop all running clocks, at the time `since` or now; return all games so stopped."""
        games = await self._service.store.clocked()
        for game in games:
            with contextlib.suppress(Refusal):
                await self._service.tables.change(game, lambda t, at: hold(t, since, at))
        return games

    async def _resume_after(self, games: list[str]) -> None:
        await asyncio.sleep(GRACE)
        for game in games:
            await self._resume(game)

    async def _resume(self, game: str) -> None:
        try:
            await self._service.tables.change(game, release)
        except Refusal as refusal:
            _log.warning("not resumed", extra={"game": game, "code": refusal.code})

    def _returned(self, table: Table, player: str) -> None:
        """Resume the clock of a player who follows his table again."""
        clock = table.game.clock
        if table.held is None or self.stopping or clock is None or clock.running is None:
            return
        seat = table.seat(clock.running)
        if seat is not None and (seat.player == player or seat.kind == "engine"):
            self._spawn(self._resume(table.id))

    # Other processes

    def _receive(self, process: str, message: BusMessage) -> None:
        service = self._service
        match message:
            case Stored(game=game, seq=seq):
                self._spawn(self._patiently(lambda: service.tables.reached(game, seq)))
            case LobbyChanged():
                service.offers.changed()
            case Present(game=game, sides=sides):
                service.broadcaster.elsewhere(game, process, frozenset(sides))
                if service.broadcaster.watchers(game):
                    self._spawn(self._presence(game))
            case WhoIsPresent(game=game):
                if service.broadcaster.watchers(game):
                    self._spawn(self._report(game))
            case Ended():
                service.broadcaster.gone(process)
            case _:
                assert_never(message)

    async def _presence(self, game: str) -> None:
        with contextlib.suppress(Refusal):
            async with self._service.tables.open(game) as table:
                self._service.broadcaster.tell_presence(table)

    async def _report(self, game: str) -> None:
        with contextlib.suppress(Refusal):
            async with self._service.tables.open(game) as table:
                sides = tuple(sorted(self._service.broadcaster.present(table)))
                self._service.bus.publish(Present(game, sides))

    def _lost(self) -> None:
        """Look at every game that is followed: messages of other processes may be missing."""
        self._spawn(self._catch_up())

    async def _catch_up(self) -> None:
        tables = self._service.tables
        for game in self._service.broadcaster.watched():
            await self._patiently(lambda game=game: tables.look(game))  # type: ignore[misc]

    async def _patiently(self, read: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Read what others have stored, however long the database is away."""
        while not self.stopping:
            try:
                return await read()
            except Refusal:
                return  # no such game
            except Exception as error:
                if not is_away(error):
                    raise
                await asyncio.sleep(AWAY)

    def _spawn(self, action: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(action)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not (isinstance(error, Exception) and is_away(error)):
            FAULTS.inc()
            _log.error("task failed", exc_info=error)


def hold(table: Table, since: int | None, now: int) -> None:
    """Stop a running clock at the time `since`, or now."""
    clock = table.game.clock
    if table.held is not None or clock is None or clock.since is None:
        return
    at = now if since is None else min(now, max(since, table.game.state.at or 0))
    table.add(Held(), now)
    table.game.pause(at=at)
    table.note(now)


def release(table: Table, at: int) -> None:
    """Resume a clock that the server has stopped."""
    if table.held is not None and table.game.paused:
        table.game.resume(at=at)
        table.note(at)


def new_process() -> str:
    """Return the name of a process."""
    return secrets.token_hex(8)
