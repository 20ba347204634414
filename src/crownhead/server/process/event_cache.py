"""Events in memory: read from their logs, each behind a lock, dropped when nobody uses them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from crownhead.server.event.replay import follow
from crownhead.server.event.standing import Standing
from crownhead.server.event.state import EventState
from crownhead.server.messages.event.views import EventNews, EventShown
from crownhead.server.process.work import Work
from crownhead.server.room.refusals import Refusal
from crownhead.server.storage.events import EventStore, entries

MOST_KEPT = 40
"""Events in memory that nobody uses just now."""


@dataclass(slots=True)
class HeldEvent:
    """An event in memory, how everybody sees it, and the lock of whoever follows or changes it.

    `told` is what has happened after each seq that somebody has asked from, up to the last one.
    """

    state: EventState
    seen: EventShown | None = None
    standing: Standing | None = None
    told: dict[int, EventNews] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    telling: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0

    def keep(self, standing: Standing) -> None:
        """Keep a standing that is not older than the one that is kept."""
        if self.standing is None or self.standing.seq < standing.seq:
            self.standing = standing


class EventCache:
    """Keep events in memory, as far as their logs have been followed."""

    def __init__(self, store: EventStore, work: Work) -> None:
        self._store = store
        self._work = work
        self._held: OrderedDict[str, HeldEvent] = OrderedDict()

    @asynccontextmanager
    async def open(self, event: str) -> AsyncIterator[HeldEvent]:
        """Lock an event, and follow what was stored of it. Raises `Refusal` where there is none."""
        held = self._held.get(event)
        if held is None:
            held = self._held[event] = HeldEvent(EventState(id=event))
        self._held.move_to_end(event)
        held.users += 1
        try:
            async with held.lock:
                await self._refresh(held)
                if held.state.log is None:
                    raise Refusal("unknown_game", text="unknown_event")
                yield held
        finally:
            held.users -= 1
            if held.state.log is None and not held.users:
                self._held.pop(event, None)
            self._shrink()

    async def read(self, event: str) -> EventState:
        """Return an event as it stands. Raises `Refusal` where there is none."""
        async with self.open(event) as held:
            return held.state

    def add(self, state: EventState) -> None:
        """Keep an event that was just made."""
        self._held[state.id] = HeldEvent(state)

    async def reread(self, held: HeldEvent) -> None:
        """Read an event again that is held, from the beginning of its log."""
        held.state = EventState(id=held.state.id)
        await self._refresh(held)

    async def drop_state(self, event: str) -> None:
        """Drop what is held of an event; whoever opens it next reads it again."""
        held = self._held.get(event)
        if held is not None:
            async with held.lock:
                held.state = EventState(id=event)

    def _shrink(self) -> None:
        idle = [event for event, held in self._held.items() if not held.users]
        for event in idle[: max(0, len(self._held) - MOST_KEPT)]:
            del self._held[event]

    async def _refresh(self, held: HeldEvent) -> None:
        """Follow what other processes have stored, or everything."""
        state = held.state
        lines = await self._store.log_after(state.id, state.seq)
        if lines:
            held.state = await self._work.run_off_loop(
                state.id, lambda: follow(state, entries(lines)), metered=True
            )
