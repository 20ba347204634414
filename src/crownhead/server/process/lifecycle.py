"""The life of one process: it starts, shows that it lives, and ends so that nobody loses time.

When nobody has served for a while, the clocks of running games stand still for that while: the
last process stops them when it ends. Where it was killed, the next one to start stops them at the
moment when it was last alive; where it was only stopped, it does so itself. They go on when the
player whose clock runs is back, at the latest after a grace, for which any process cares.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import deque
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Any, assert_never

from sqlalchemy.exc import DatabaseError

from crownhead.errors import CrownheadError
from crownhead.position import Position
from crownhead.server.clock import DAY, SERVER, milliseconds
from crownhead.server.messages.frames import Closing
from crownhead.server.metrics import FAULTS, LAG
from crownhead.server.process.bus import (
    BusMessage,
    ChallengesChanged,
    Ended,
    EventGamesBegun,
    EventRewritten,
    EventStored,
    LobbyChanged,
    Missed,
    Present,
    Rewritten,
    SessionsEnded,
    Stored,
    TalkedElsewhere,
    WhoIsPresent,
)
from crownhead.server.process.service import Service
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.suspension import hold, release
from crownhead.server.room.table import Table
from crownhead.server.storage.database import is_away, sentence_of
from crownhead.server.storage.migrations import upgrade
from crownhead.variants import VARIANTS

PULSE = 1.0
DEAD_AFTER = 4_000
"""Milliseconds without a sign of life after which a process is taken to have ended."""
BEAT = 0.25
"""Seconds between two pulses of the process itself."""
AWAY = 0.3
"""Seconds between two attempts to read from a database that has gone away."""
KEEP_ABORTED = 7 * DAY
FORGET_AFTER = 3_600_000
_log = logging.getLogger("crownhead.server")


class Lifecycle:
    """Start and end one process."""

    def __init__(self, service: Service, process: str) -> None:
        self._service = service
        self._process = process
        self._started = milliseconds()
        self._lives: list[asyncio.Task[None]] = []
        self._tasks: set[asyncio.Task[object]] = set()
        self.stopping = False
        service.returns.append(self._resume_clock)

    async def prepare(self) -> None:
        """Bring the schema up to date, waiting for a database that is not there yet.

        Raises `CrownheadError` where it cannot be used, or does not come in time.
        """
        store = self._service.store
        end = monotonic() + self._service.settings.patience
        while True:
            try:
                await upgrade(store.database, self._service.settings.folder)
                await store.access.check()
                break
            except Exception as error:
                if not is_away(error) and not isinstance(error, DatabaseError):
                    raise
                sentence = sentence_of(error)
                shared = self._service.settings.shared
                if not shared or not is_away(error) or monotonic() > end:
                    raise CrownheadError(f"The database cannot be used: {sentence}") from error
                _log.warning("waiting for the database", extra={"error": sentence})
                await asyncio.sleep(1)
        # The known games have their rulesets before any stranger makes one.
        await asyncio.to_thread(lambda: [Position.initial(known) for known in VARIANTS.values()])
        now = await store.access.now()
        if now is not None:
            SERVER.set(now)
        for at in (await store.processes.last_seen(self._process), await store.games.latest()):
            if at is not None:
                SERVER.reach(at)

    async def start(self) -> None:
        """Listen to other processes, and stop the clocks that ran while nobody served."""
        service = self._service
        await service.bus.open(self._receive, self._look_at_all)
        seen = await service.store.processes.last_seen(self._process)
        SERVER.pulse()
        await service.store.processes.alive(self._process, milliseconds(), self._started)
        if service.settings.shared and seen is not None and self._lately(seen):
            self._spawn(self._look_again(seen))
        else:
            await self._recover(seen)
        service.timers.open()
        lives = (
            self._live(),
            self._beat(),
            service.histories.gather(),
            service.friends.watch(self._process),
            service.event_games.sweep(),
            service.notices.watch(),
        )
        self._lives = [asyncio.create_task(each) for each in lives]
        self._spawn(self._patiently(service.letters.catch_up))
        self._spawn(self._patiently(service.event_games.catch_up))
        self._spawn(self._patiently(service.accounts.finish_leaving))
        _log.info("started", extra={"server": self._process})

    async def stop(self) -> None:
        """Stop the clocks if nobody else serves, and tell the players."""
        if self.stopping:
            return
        self.stopping = True
        service = self._service
        await service.timers.close()
        with contextlib.suppress(Exception):
            seen = await service.store.processes.last_seen(self._process) or 0
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
        tasks = [*self._tasks, *self._lives]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await service.notices.close()
        await service.letters.close()
        await service.event_games.close()
        await service.events.close()
        await service.tables.close()
        await service.computer.close()
        await service.work.close()
        await service.guest_databases.close()
        await service.bases.close()
        await service.analysis.close()
        await service.offers.close()
        with contextlib.suppress(Exception):
            await service.store.processes.forget(self._process)
            await service.friends.close(self._process)
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
                await self._service.store.processes.alive(
                    self._process, milliseconds(), self._started
                )
                if beats % 60 == 0:
                    await self._service.letters.catch_up()
                    await self._service.event_games.catch_up()
                if beats % 600 == 0:
                    await self._service.store.processes.forget_before(milliseconds() - FORGET_AFTER)
                    await self._service.friends.forget_dead()
                    await self._prune()
            except Exception as error:
                if not is_away(error):
                    FAULTS.inc()
                    _log.exception("no sign of life")

    async def _prune(self) -> None:
        """Delete what nobody began within days, and what nobody finished within many."""
        store, now = self._service.store, milliseconds()
        await store.games.prune(("aborted",), now - KEEP_ABORTED)
        await store.games.prune(
            ("waiting", "lots", "playing"), now - self._service.settings.keep_days * DAY
        )
        await self._service.guest_databases.prune()
        await self._service.accounts.prune(now)
        await self._service.accounts.finish_leaving()
        await self._service.talking.prune(now)
        await self._service.challenging.prune(now)
        await self._service.notices.prune(now)
        await self._service.studies.prune(now)

    async def _beat(self) -> None:
        """Keep the time going, and measure how late the event loop comes to it."""
        lags: deque[float] = deque(maxlen=round(10 / BEAT))
        while True:
            before = monotonic()
            await asyncio.sleep(BEAT)
            lags.append(max(0.0, monotonic() - before - BEAT))
            LAG.set(max(lags))
            back: list[str] = []
            if SERVER.stalled:
                try:
                    await self._wake(back)
                except Exception as error:
                    if not is_away(error):
                        FAULTS.inc()
                        _log.exception("clocks not stopped")
            SERVER.pulse()
            for game in back:
                self._spawn(self._resume(game))

    async def _wake(self, back: list[str]) -> None:
        """Stop the clocks at the last pulse: the process was stopped since, or came to nothing.

        `back` gets the games that can go on at once, for whoever is to move is still connected.
        """
        since = milliseconds()
        service = self._service
        _log.warning("nobody was served for a while", extra={"since": since})
        seen = await service.store.processes.last_seen(self._process)
        others = service.settings.shared and seen is not None and self._lately(seen)
        for game in await service.store.games.list_clocked():
            with contextlib.suppress(Refusal):
                async with service.tables.open(game) as table:
                    served_here = self._mover_is_present(table)
                if served_here or not others:
                    await service.tables.change(game, lambda t, at: hold(t, since, at))
                if served_here:
                    back.append(game)

    def _mover_is_present(self, table: Table) -> bool:
        clock = table.game.clock
        running = None if clock is None else clock.running
        return running is not None and running in self._service.broadcaster.present(table)

    def _lately(self, seen: int) -> bool:
        return seen >= milliseconds() - DEAD_AFTER

    # Stopped clocks

    async def _look_again(self, seen: int) -> None:
        """Recover once the other process that was alive a moment ago has ended."""
        await asyncio.sleep(DEAD_AFTER / 1000)
        if await self._service.store.processes.last_seen(self._process) in (None, seen):
            await self._recover(seen)

    async def _recover(self, seen: int | None) -> None:
        """Stop the clocks that ran while nobody served."""
        games = await self._hold(seen)
        if games:
            _log.info("clocks stopped", extra={"games": len(games)})

    async def _hold(self, since: int | None) -> list[str]:
        """Stop all running clocks, at the time `since` or now; return all games so stopped."""
        games = await self._service.store.games.list_clocked()
        for game in games:
            with contextlib.suppress(Refusal):
                await self._service.tables.change(game, lambda t, at: hold(t, since, at))
        return games

    async def _resume(self, game: str) -> None:
        try:
            await self._service.tables.change(game, release)
        except Refusal as refusal:
            _log.warning("not resumed", extra={"game": game, "code": refusal.code})

    def _resume_clock(self, table: Table, player: str) -> None:
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
            case Stored(game=game, seq=seq, line=line):
                self._spawn(self._patiently(lambda: service.tables.follow_remote(game, seq, line)))
            case Rewritten(game=game):
                self._spawn(self._patiently(lambda: service.tables.reload(game)))
            case SessionsEnded(player=player, digests=digests):
                service.callers.hear_ended(digests, player)
            case LobbyChanged():
                service.offers.send_changes_soon()
            case ChallengesChanged(player=player):
                service.challenging.tell_here(player)
            case Present(game=game, sides=sides):
                service.broadcaster.elsewhere(game, process, frozenset(sides))
                if service.broadcaster.watchers(game):
                    self._spawn(self._presence(game))
            case WhoIsPresent(game=game):
                if service.broadcaster.watchers(game):
                    self._spawn(self._report(game))
            case Ended():
                service.broadcaster.forget_process(process)
            case TalkedElsewhere(game=game, last=last, players=players):
                service.talking.tell_here(game, last, frozenset(players))
            case EventStored(event=event, seq=seq):
                service.events.tell_here(event, seq)
            case EventRewritten(event=event):
                self._spawn(self._patiently(lambda: service.events.reload(event)))
            case EventGamesBegun(event=event, seats=seats):
                service.events.tell_games_here(event, seats)
            case Missed():
                service.offers.send_changes_soon()
                self._look_at_all()
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

    def _look_at_all(self) -> None:
        """Look at all who are connected, and what they follow: messages may be missing."""
        self._service.callers.forget_all()
        self._spawn(self._catch_up())

    async def _catch_up(self) -> None:
        tables = self._service.tables
        for connection in tuple(self._service.broadcaster.connections):
            await self._service.check_caller(connection)
        for game in self._service.broadcaster.watched_games():
            await self._patiently(lambda game=game: tables.look(game))  # type: ignore[misc]
        await self._patiently(self._service.events.tell_again)

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
        task.add_done_callback(self._note_end)

    def _note_end(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not (isinstance(error, Exception) and is_away(error)):
            FAULTS.inc()
            _log.error("task failed", exc_info=error)


def new_process() -> str:
    """Return the name of a process."""
    return secrets.token_hex(8)
