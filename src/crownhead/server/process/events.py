"""Competitions at this process: loaded from their logs, changed, stored, told of."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256

import msgspec

from crownhead.errors import CrownheadError
from crownhead.server.clock import milliseconds
from crownhead.server.messages import events as m
from crownhead.server.people.rights import may_in_event
from crownhead.server.process.accounts import find_account
from crownhead.server.process.fairqueue import Urgency
from crownhead.server.process.guests import Guests
from crownhead.server.process.work import Work
from crownhead.server.room import event_acts, event_view
from crownhead.server.room.event_acts import Asker
from crownhead.server.room.event_log import (
    EventChange,
    EventState,
    OfficerNamed,
    PlayerKnown,
    follow,
)
from crownhead.server.room.event_settings import list_of
from crownhead.server.room.naming import new_id
from crownhead.server.room.refusals import Refusal
from crownhead.server.storage.accounts import AccountStore
from crownhead.server.storage.events import EventRow, EventStore, entries
from crownhead.server.storage.ratings import RatingStore
from crownhead.server.storage.store import Conflict

MOST_KEPT = 40
"""Events in memory that nobody uses just now."""
MOST_OPEN = 20
"""Events of one organiser that have not ended."""
MOST_LISTED = 30
MOST_TRIES = 8
MOST_READ = 2_000
"""Lines of a log that are read at once for an answer about what has happened."""


@dataclass(slots=True)
class _Held:
    """An event in memory, and the lock of whoever follows or changes it."""

    state: EventState
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0


class Events:
    """Make events, and do in them what is asked."""

    def __init__(
        self,
        store: EventStore,
        accounts: AccountStore,
        ratings: RatingStore,
        guests: Guests,
        work: Work,
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._ratings = ratings
        self._guests = guests
        self._work = work
        self._held: OrderedDict[str, _Held] = OrderedDict()

    @asynccontextmanager
    async def _open(self, event: str) -> AsyncIterator[_Held]:
        """Lock an event, and follow what was stored of it. Raises `Refusal` where there is none."""
        held = self._held.get(event)
        if held is None:
            held = self._held[event] = _Held(EventState(id=event))
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

    def _shrink(self) -> None:
        idle = [event for event, held in self._held.items() if not held.users]
        for event in idle[: max(0, len(self._held) - MOST_KEPT)]:
            del self._held[event]

    async def _refresh(self, held: _Held) -> None:
        """Follow what other processes have stored, or everything."""
        state = held.state
        lines = await self._store.log_after(state.id, state.seq)
        if lines:
            held.state = await self._work.run_off_loop(
                state.id, lambda: follow(state, entries(lines)), Urgency.ANALYSIS, metered=True
            )

    # Making and doing

    async def make(self, player: str, wish: m.NewEvent) -> m.EventMade:
        """Make an event. Raises `Refusal`."""
        origin = None if wish.id is None else f"{player}:{wish.id}"
        if origin is not None and (known := await self._store.made_by(origin)):
            return await self._made(known)
        if await self._store.count_of(player) >= MOST_OPEN:
            raise Refusal("not_allowed", text="too_many_events")
        given = {name: getattr(wish, name) for name in m.EventSettings.__struct_fields__}
        settings = m.EventSettings(**given)
        asker = Asker(player=player, name=await self._guests.name_of(player), account=True)
        event = new_id()

        def work() -> EventChange:
            change = EventChange(EventState(id=event), {}, player, milliseconds())
            try:
                event_acts.make(change, settings, asker)
            except CrownheadError as error:
                raise event_acts.refused(error) from None
            return change

        change = await self._work.run_off_loop(player, work, metered=True)
        row = _row(change.state)
        try:
            await self._store.create(row, change.fresh, change.new_seeds, player, origin)
        except Conflict:
            known = origin and await self._store.made_by(origin)
            if not known:
                raise Refusal("unavailable") from None
            return await self._made(known)
        self._held[event] = _Held(change.state)
        return m.EventMade(event, change.state.code or None)

    async def _made(self, event: str) -> m.EventMade:
        async with self._open(event) as held:
            return m.EventMade(event, held.state.code or None)

    async def do(self, event: str, player: str, command: m.EventCommand) -> m.EventDone:
        """Do what somebody asks in an event, once. Raises `Refusal`."""
        key = sha256(f"{player}:{command.id}".encode()).hexdigest()[:40]
        asker = await self._asker(event, player, command.act)

        def judge(change: EventChange) -> None:
            event_acts.do(change, asker, command.act)

        return await self._change(event, player, judge, key, command.seq)

    async def _asker(self, event: str, player: str, act: m.AnyEventAct) -> Asker:
        """Look up what an act needs to know."""
        asker = Asker(
            player=player,
            name=await self._guests.name_of(player),
            account=await self._accounts.has_account(player),
        )
        if isinstance(act, m.EnterAct) and asker.account:
            async with self._open(event) as held:
                place = list_of(held.state.settings)
            standing = None if place is None else await self._ratings.one(player, *place)
            if standing is not None and not standing.rating.provisional:
                asker = replace(asker, rating=max(0, min(4000, round(standing.rating.value))))
        if isinstance(act, m.NameOfficerAct | m.InviteAct):
            account = await find_account(self._accounts, act.name)
            asker = replace(asker, other=(account.player, account.name))
        return asker

    async def _change(
        self,
        event: str,
        player: str | None,
        judge: Callable[[EventChange], None],
        key: str | None = None,
        seq: int | None = None,
    ) -> m.EventDone:
        """Change an event; where another process was first, its change is followed, then judged."""
        for _ in range(MOST_TRIES):
            async with self._open(event) as held:
                state = held.state
                if key is not None and key in state.commands:
                    return m.EventDone(event, state.commands[key])
                if seq is not None and seq < state.seq:
                    raise Refusal("stale", seq=state.seq)
                change = EventChange(state, await self._store.seeds(event), player, milliseconds())
                await self._work.run_off_loop(
                    player or state.organiser, partial(judge, change), metered=True
                )
                fresh = change.signed(key)
                if not fresh:
                    return m.EventDone(event, state.seq)
                try:
                    await self._store.append(
                        await self._row(change.state), fresh, change.new_seeds, _came(change)
                    )
                except Conflict:
                    continue
                held.state = change.state
                return m.EventDone(event, change.state.seq)
        raise Refusal("unavailable")

    async def _row(self, state: EventState) -> EventRow:
        return await self._work.run_off_loop(state.organiser, lambda: _row(state))

    # Asking

    async def show(self, event: str, player: str) -> m.EventShown:
        """Return an event as it stands. Raises `Refusal`."""
        async with self._open(event) as held:
            state = held.state
        return await self._work.run_off_loop(
            player, lambda: event_view.shown(state, player), Urgency.ANALYSIS, metered=True
        )

    async def news(self, event: str, after: int) -> m.EventNews:
        """Return what has happened in an event after a seq. Raises `Refusal`."""
        async with self._open(event) as held:
            state = held.state
        rows = await self._store.log_after(event, after, MOST_READ)
        return await self._work.run_off_loop(
            state.organiser,
            lambda: event_view.news(
                state, [entry for entry in entries(rows) if entry.seq <= state.seq], after
            ),
            Urgency.ANALYSIS,
            metered=True,
        )

    async def explain(self, event: str, player: str, name: str) -> tuple[m.NumberShown, ...]:
        """Return the numbers of an entrant, each with its sum. Raises `Refusal`."""
        async with self._open(event) as held:
            state = held.state
        found = await self._work.run_off_loop(
            player, lambda: event_view.explained(state, name), Urgency.ANALYSIS, metered=True
        )
        if found is None:
            raise Refusal("unknown_game", text="event_nobody")
        return found

    async def draft(self, event: str, player: str) -> m.Draft:
        """Return what the program would publish as the next round, to who directs."""
        async with self._open(event) as held:
            state = held.state
        if not may_in_event(state.roles(player), "direct"):
            raise Refusal("no_seat", text="event_right")
        seeds = await self._store.seeds(event)

        def work() -> m.Draft:
            try:
                return event_view.draft(state, event_acts.propose(state, seeds))
            except CrownheadError as error:
                raise event_acts.refused(error) from None

        return await self._work.run_off_loop(player, work, Urgency.ANALYSIS, metered=True)

    async def page(self, player: str, which: m.EventList, before: str | None) -> m.EventsPage:
        """Return a page of the lists of events."""
        place = None if before is None else _place(before)
        if which == "mine":
            found = await self._store.of(player, place, MOST_LISTED + 1)
        else:
            found = await self._store.in_phase(which, place, MOST_LISTED + 1)
        shown = tuple(msgspec.convert(dict(each), m.EventSummary) for _, _, each in found)
        last = found[MOST_LISTED - 1] if len(found) > MOST_LISTED else None
        return m.EventsPage(shown[:MOST_LISTED], None if last is None else f"{last[0]}-{last[1]}")


def _row(state: EventState) -> EventRow:
    return EventRow(
        id=state.id,
        phase=state.phase,
        listed=state.settings.listed,
        changed=state.changed,
        seq=state.seq,
        summary=msgspec.to_builtins(event_view.summary(state)),
    )


def _came(change: EventChange) -> set[str]:
    """Return the players who belong to the event by what has happened."""
    return {
        entry.event.player
        for entry in change.fresh
        if isinstance(entry.event, PlayerKnown | OfficerNamed)
    }


def _place(text: str) -> tuple[int, str]:
    at, _, id = text.partition("-")
    return int(at), id
