"""The tables that this process serves: loaded from the log, changed, stored, published.

Any process can serve any table. A change is tried on the table as it is known here, stored under
the next seq, and only then told to anybody; where another process was first, the table is read
again and the change tried again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from crownhead.events import Event
from crownhead.server.clock import milliseconds
from crownhead.server.messages import frames as m
from crownhead.server.messages.entries import Seated
from crownhead.server.metrics import EVENTS, STORED, TABLE_BYTES, TABLES
from crownhead.server.process.broadcaster import Broadcaster
from crownhead.server.process.bus import Bus, Line, Rewritten, Stored
from crownhead.server.process.work import Work
from crownhead.server.quota import charge
from crownhead.server.room import acts
from crownhead.server.room.deadlines import TableSummary, summary_of
from crownhead.server.room.entries import Entry
from crownhead.server.room.leave import settle
from crownhead.server.room.notices import notices_of
from crownhead.server.room.played import Played, summarise
from crownhead.server.room.rated import rate_end
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Table
from crownhead.server.storage.database import PATIENCE, Conflict, is_away, is_full, refusal_of
from crownhead.server.storage.games import GameStore, entries

T = TypeVar("T")

MOST_KEPT = 2_000
MOST_BYTES = 256_000_000
"""What the tables in memory take that nobody uses just now."""
MOST_TRIES = 8
SHORT = 200
"""Characters of a field that another process is told at once; what is longer it reads."""
GRACE = 5_000
"""Milliseconds for which a turn waits before anybody is told: it may be answered at once."""

Beside = tuple[TableSummary, tuple[Played, ...]]
"""What is stored of a table beside its log, and what it is in histories once it has ended."""
Change = Callable[[Table, int], None]
"""Change a table at a time; whatever it raises, nothing of it is kept."""


async def _to_the_end(action: Coroutine[Any, Any, None]) -> None:
    """Do something to its end, though the one who waits for it be cancelled."""
    task = asyncio.create_task(action)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


def _short_line(entries: Sequence[Entry]) -> Line | None:
    """Return the line of a single event of a game; None if there are several, or it is long."""
    if len(entries) != 1 or not isinstance(entries[0].event, Event):
        return None
    (entry,) = entries
    body = entry.body
    line = Line(entry.seq, entry.kind, entry.at, body, entry.command)
    return line if all(len(str(value)) <= SHORT for value in body.values()) else None


class _Held:
    """A table in memory, or the place for one, and the lock of whoever changes it.

    `told` is set where a change was not seen to be stored. The log may have it all the same, or
    what another process was faster with; nobody here has been told of anything after that seq.
    """

    __slots__ = ("bytes", "lock", "table", "told", "users")

    def __init__(self) -> None:
        self.bytes = 0
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.told: int | None = None
        self.users = 0


class Tables:
    """Open tables one at a time each, and change them so that nothing is lost or doubled."""

    def __init__(self, store: GameStore, broadcaster: Broadcaster, bus: Bus, work: Work) -> None:
        self.store = store
        self.work = work
        self.broadcaster = broadcaster
        self.bus = bus
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self._bytes = 0
        self.grace = GRACE
        self._changing: set[asyncio.Task[object]] = set()

    async def close(self) -> None:
        """Wait for the changes that are being stored."""
        await asyncio.gather(*self._changing, return_exceptions=True)

    @asynccontextmanager
    async def open(self, game: str, *, current: bool = False) -> AsyncIterator[Table]:
        """Lock the table. Raises `Refusal` where there is none of this name.

        `current`: first follow what other processes have stored of it. Without it, a table may be
        known here as it was before the bus brings word of a change: enough to look at, and to
        change (`change` notices), but not to refuse anybody anything.
        """
        held = self._held.get(game)
        if held is None:
            held = self._held[game] = _Held()
        self._held.move_to_end(game)
        held.users += 1
        try:
            async with held.lock:
                if held.table is None:
                    loaded = await self.store.load(game)
                    if loaded is None:
                        raise Refusal("unknown_game")
                    held.table = await self.work.step(game, loaded.replay())
                if held.told is not None:
                    await _to_the_end(self._tell_late(held.table, held))
                if current:
                    await self.refresh(held.table)
                try:
                    yield held.table
                finally:
                    if held.table is not None and held.table.unsaved:
                        # Something was not seen to be stored: the log has the truth.
                        held.told = held.table.seq - len(held.table.fresh)
                        held.table = None
        finally:
            held.users -= 1
            self._weigh(held)
            if held.table is None and held.told is None and not held.users:
                self._held.pop(game, None)
            self._shrink()

    def _weigh(self, held: _Held) -> None:
        """Count what a table takes, as it stands now."""
        now = 0 if held.table is None else held.table.bytes
        self._bytes += now - held.bytes
        held.bytes = now

    def _shrink(self) -> None:
        """Drop tables that nobody uses, the least recent first: their logs have everything."""
        if len(self._held) > MOST_KEPT or self._bytes > MOST_BYTES:
            for game, held in tuple(self._held.items()):
                if not held.users:
                    self._bytes -= self._held.pop(game).bytes
                if len(self._held) <= MOST_KEPT and self._bytes <= MOST_BYTES:
                    break
        TABLES.set(len(self._held))
        TABLE_BYTES.set(self._bytes)

    async def _tell_late(self, table: Table, held: _Held) -> None:
        """Publish what is in the log though it was not stored here, or not seen to be."""
        told, held.told = held.told, None
        if told is not None and told < table.seq:
            await self._tell(table, table.log[told:])

    async def _tell(self, table: Table, entries: Sequence[Entry]) -> None:
        """Publish what is stored."""
        await self.broadcaster.publish(table, entries)
        self.bus.publish(Stored(table.id, table.seq, _short_line(entries)))

    async def refresh(self, table: Table) -> bool:
        """Follow what other processes have stored, and tell it to those who watch here.

        Return whether there was anything.
        """
        lines = await self.store.log_after(table.id, table.seq)
        if lines:
            await _to_the_end(self._follow(table, lambda: entries(lines)))
        return bool(lines)

    async def _follow(self, table: Table, reading: Callable[[], list[Entry]]) -> None:
        def work() -> list[Entry]:
            read = reading()
            table.load(read)
            return read

        await self.broadcaster.publish(table, await self.work.run_off_loop(table.host, work))

    async def follow_remote(self, game: str, seq: int, line: Line | None = None) -> None:
        """Follow a table that has reached `seq` at another process, with the last `line`.

        The log is asked only where more is missing.
        """
        held = self._held.get(game)
        if held is None or (held.table is not None and held.table.seq >= seq):
            return
        async with self.open(game) as table:
            if line is not None and table.seq == line.seq - 1:
                last = Entry.from_row(line.seq, line.kind, line.at, line.body, line.command)
                await _to_the_end(self._follow(table, lambda: [last]))
            elif table.seq < seq:
                await self.refresh(table)

    async def _judge(self, game: str, judgement: Callable[[Table], Coroutine[Any, Any, T]]) -> T:
        """Return what a judgement of a table comes to.

        What is refused is judged again where another process was ahead: it may have seated the one
        who asks, or moved.
        """
        async with self.open(game) as table:
            try:
                return await judgement(table)
            except Refusal:
                if table.unsaved or not await self.refresh(table):
                    raise
                return await judgement(table)

    async def leave(self, game: str, change: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Change what is stored of a game beside its log, and read it again afterwards."""
        async with self.open(game):
            changed = await change()
            self._held[game].table = None
        self.bus.publish(Rewritten(game))
        return changed

    async def reload(self, game: str) -> None:
        """Read a game again, of which another process has changed what is stored."""
        if game in self._held:
            async with self.open(game):
                self._held[game].table = None

    async def look(self, game: str) -> None:
        """Follow whatever a table has come to at another process."""
        async with self.open(game, current=True):
            pass

    async def do(
        self, game: str, player: str, id: str, act: m.AnyAct, seq: int | None, lag: int = 0
    ) -> m.Ack:
        """Do what a player asks; return the confirmation once what he did is stored for good.

        Raises `Refusal`. The time between now and the storing is not the player's, and neither are
        `lag` ms.
        """
        arrived = milliseconds()

        async def judgement(table: Table) -> m.Ack:
            if not table.has_seat(player):
                raise Refusal("no_seat")
            if seq is not None and seq > table.seq:
                await self.refresh(table)
            key = table.command(player, id)
            known = table.commands.get(key)
            if known is not None:
                return m.Ack(id, game, known)
            # A line for the lots is the same whatever has happened meanwhile.
            if seq not in (None, table.seq) and not isinstance(act, m.ContributeAct):
                raise Refusal("stale", seq=table.seq)
            now = milliseconds()
            at = max(now, table.last_at)
            credit = lag + max(0, now - arrived)
            try:
                beside = await self._make_change(
                    table, lambda: acts.do(table, player, act, at, credit)
                )
            except Refusal:
                await self._keep(table, await self._make_change(table), None)  # a flag may fall
                raise
            await self._keep(table, beside, key)
            return m.Ack(id, game, table.seq)

        return await self._try(lambda: self._judge(game, judgement))

    async def change(self, game: str, change: Change, seq: int | None = None) -> bool:
        """Change as the server itself a table, unless it has gone beyond `seq`.

        Return whether anything has changed.
        """

        async def judgement(table: Table) -> bool:
            if seq is not None and table.seq != seq:
                return False
            at = max(milliseconds(), table.last_at)
            beside = await self._make_change(table, lambda: change(table, at))
            return await self._keep(table, beside, None)

        return await self._try(lambda: self._judge(game, judgement))

    async def create(self, origin: str | None, *made: Table) -> None:
        """Store new tables together. Raises `Conflict` where their origin has made some already."""
        created = await self.work.run_off_loop(
            made[-1].host, lambda: self.store.prepare(made, origin)
        )
        await self.store.create(created, milliseconds() + self.grace)
        for table in made:
            entries = table.sign(None)
            table.mark_stored()
            held = self._held.setdefault(table.id, _Held())
            held.table = table
            self._weigh(held)
            self._shrink()
            EVENTS.inc(len(entries))
            await self.broadcaster.publish(table, entries)

    async def _make_change(self, table: Table, change: Callable[[], None] | None = None) -> Beside:
        """Change a table, and return what is to be stored of it beside its log."""

        def work() -> tuple[Beside, int]:
            if change is not None:
                change()
            settle(table, max(milliseconds(), table.last_at))
            ends = any(isinstance(entry.event, Event) for entry in table.fresh)
            return (summary_of(table), summarise(table) if ends else ()), table.states

        beside, states = await self.work.run_off_loop(table.host, work)
        charge(states)
        return beside

    async def _keep(self, table: Table, beside: Beside, command: str | None) -> bool:
        """Store what is fresh, and tell it."""
        facts, over = beside
        entries = table.sign(command)
        if not entries:
            return False
        seated = len(table.seats) - sum(isinstance(entry.event, Seated) for entry in entries)
        with STORED.time():
            told = notices_of(table, entries)
            due = milliseconds() + self.grace
            await self.store.append(table, facts, seated, rate_end(table), over, told, due)
        table.mark_stored()
        EVENTS.inc(len(entries))
        await self._tell(table, entries)
        return True

    async def _try(self, attempt: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Try again where another process was first, and while the database is away."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        pause, tries = 0.05, 0
        while True:
            # What is being stored is stored and told, though the one who asked may be gone.
            changing = asyncio.create_task(attempt())
            self._changing.add(changing)
            changing.add_done_callback(self._note_end)
            try:
                return await asyncio.shield(changing)
            except Conflict:
                tries += 1
                if tries >= MOST_TRIES:
                    raise Refusal("unavailable") from None
            except Exception as error:
                if not is_away(error):
                    raise
                if is_full(error) or loop.time() + pause > end:
                    raise refusal_of(error) from error
                await asyncio.sleep(pause)
                pause = min(2 * pause, 1.0)

    def _note_end(self, changing: asyncio.Task[Any]) -> None:
        self._changing.discard(changing)
        if not changing.cancelled():
            changing.exception()  # whoever still waits hears of it
