"""Events at this process: made, changed by those who may, stored, told of."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Any, get_args

import msgspec

from crownhead.errors import CrownheadError
from crownhead.server.clock import milliseconds
from crownhead.server.event import acts as event_acts
from crownhead.server.event import setup as event_setup
from crownhead.server.event.arena import arena_ends, due_in_arena, propose_free
from crownhead.server.event.change import EventChange
from crownhead.server.event.entries import (
    CalledArbiter,
    CallRuled,
    DeedDone,
    DeskAct,
    DutyEnded,
    EventEnded,
    InvitedByName,
    OfficerNamed,
    PlayerKnown,
    RoundStarted,
)
from crownhead.server.event.refusals import to_refusal
from crownhead.server.event.reminders import reminders_for, reminders_of
from crownhead.server.event.rights import Asker, check_right
from crownhead.server.event.rounds import Proposal, ProposalOutdated, check_paired, propose
from crownhead.server.event.settings import list_of
from crownhead.server.event.state import EventState
from crownhead.server.event.tables import due_games, possible_plies, running_of
from crownhead.server.event.view import summary
from crownhead.server.messages.event import acts as m
from crownhead.server.messages.event.settings import EventMade, EventSettings, NewEvent
from crownhead.server.messages.frames import EventChanged, EventGameBegun
from crownhead.server.process.accounts import find_account
from crownhead.server.process.broadcaster import Broadcaster, encode
from crownhead.server.process.bus import Bus, EventRewritten, EventStored
from crownhead.server.process.connection import Connection
from crownhead.server.process.event_cache import EventCache, HeldEvent
from crownhead.server.process.fairqueue import Urgency
from crownhead.server.process.guests import Guests
from crownhead.server.process.tables import Tables
from crownhead.server.process.work import Work
from crownhead.server.room.naming import new_id
from crownhead.server.room.refusals import Refusal
from crownhead.server.storage.accounts import AccountStore
from crownhead.server.storage.database import Conflict
from crownhead.server.storage.events import EventRow, EventStore
from crownhead.server.storage.notices import NoticeStore
from crownhead.server.storage.ratings import RatingStore

MOST_OPEN = 20
"""Events of one organiser that have not ended."""
MOST_TRIES = 20
_CALLS = (DeedDone, RoundStarted, CalledArbiter, CallRuled, DutyEnded, *get_args(DeskAct))
"""The entries after which something may be due."""


class Events:
    """Make events, and do in them what is asked.

    `on_due` is called with an event in which something may be due by what was done.
    """

    def __init__(
        self,
        store: EventStore,
        held: EventCache,
        accounts: AccountStore,
        ratings: RatingStore,
        guests: Guests,
        tables: Tables,
        work: Work,
        broadcaster: Broadcaster,
        bus: Bus,
        notices: NoticeStore,
    ) -> None:
        self._store = store
        self._notices = notices
        self._held = held
        self._accounts = accounts
        self._ratings = ratings
        self._guests = guests
        self._tables = tables
        self._work = work
        self._pairing = Work(1, "pairing")  # nothing else of who pairs waits for it
        self._broadcaster = broadcaster
        self._bus = bus
        self.on_due: Callable[[str], None] = lambda event: None

    async def close(self) -> None:
        """End the thread that pairs."""
        await self._pairing.close()

    async def make(self, player: str, wish: NewEvent) -> EventMade:
        """Make an event. Raises `Refusal`."""
        origin = None if wish.id is None else f"{player}:{wish.id}"
        if origin is not None and (known := await self._store.find_by_origin(origin)):
            return await self._describe_made(known)
        if await self._store.count_of(player) >= MOST_OPEN:
            raise Refusal("not_allowed", text="too_many_events")
        given = {name: getattr(wish, name) for name in EventSettings.__struct_fields__}
        settings = EventSettings(**given)
        asker = Asker(player=player, name=await self._guests.name_of(player), account=True)
        event = new_id()

        def work() -> EventChange:
            change = EventChange(EventState(id=event), {}, player, milliseconds())
            try:
                event_setup.make(change, settings, asker, wish.code)
            except CrownheadError as error:
                raise to_refusal(error) from None
            return change

        change = await self._work.run_off_loop(player, work, metered=True)
        row = _row(change.state)
        try:
            await self._store.create(row, change.fresh, change.new_seeds, player, origin)
        except Conflict:
            known = origin and await self._store.find_by_origin(origin)
            if not known:
                raise Refusal("unavailable") from None
            return await self._describe_made(known)
        self._held.add(change.state)
        return EventMade(event, change.state.code or None)

    async def _describe_made(self, event: str) -> EventMade:
        return EventMade(event, (await self._held.read(event)).code or None)

    async def do(self, event: str, player: str, command: m.EventCommand) -> m.EventDone:
        """Do what somebody asks in an event, once. Raises `Refusal`."""
        key = sha256(f"{player}:{command.id}".encode()).hexdigest()[:40]
        asker = await self._asker(event, player, command.act)
        if isinstance(command.act, m.RuleAct | m.TakeBackAct):
            await self._check_plies(event, command.act)

        urgency = Urgency.ANALYSIS if isinstance(command.act, m.AmendAct) else Urgency.MOVE
        for _ in range(MOST_TRIES):
            program = None
            if isinstance(command.act, m.PairRoundAct):
                program = await self.propose(event, player, key, command.seq)
            judge = partial(_do, asker=asker, act=command.act, program=program)
            try:
                return await self.change(event, player, judge, key, command.seq, urgency)
            except ProposalOutdated:
                continue
        raise Refusal("unavailable")

    async def propose(
        self, event: str, player: str, key: str | None = None, seq: int | None = None
    ) -> Proposal | None:
        """Return what the program would publish as the next round; the event is not locked.

        None where the command was done already. Raises `Refusal`.
        """
        state = await self._held.read(event)
        if key in state.commands:
            return None
        if seq is not None and seq < state.seq:
            raise Refusal("stale", seq=state.seq)
        check_paired(state)
        seeds = await self._store.seeds(event)

        def work() -> Proposal:
            try:
                return propose(state, seeds)
            except CrownheadError as error:
                raise to_refusal(error) from None

        return await self._pairing.run_off_loop(player, work, Urgency.ANALYSIS, metered=True)

    async def propose_free(self, state: EventState) -> Proposal | None:
        """Return what the program would publish in an arena now, or None for nothing."""
        work = partial(propose_free, state, await self._store.seeds(state.id))
        return await self._pairing.run_off_loop(
            state.organiser, work, Urgency.ANALYSIS, metered=True
        )

    async def _asker(self, event: str, player: str, act: m.AnyEventAct) -> Asker:
        """Look up what an act needs to know, of others only for who may do it."""
        check_right(await self._held.read(event), player, act)
        seat = await self._guests.seat_of(player)
        asker = Asker(
            player=player,
            name=seat.name,
            account=await self._accounts.has_account(player),
            bot=seat.kind == "bot",
        )
        if isinstance(act, m.EnterAct) and asker.account:
            place = list_of((await self._held.read(event)).settings)
            standing = None if place is None else await self._ratings.one(player, *place)
            if standing is not None and not standing.rating.provisional:
                asker = replace(asker, rating=max(0, min(4000, round(standing.rating.value))))
        if isinstance(act, m.NameOfficerAct | m.InviteAct):
            account = await find_account(self._accounts, act.name)
            asker = replace(asker, other=(account.player, account.name))
        return asker

    async def change(
        self,
        event: str,
        player: str | None,
        judge: Callable[[EventChange], None],
        key: str | None = None,
        seq: int | None = None,
        urgency: Urgency = Urgency.MOVE,
    ) -> m.EventDone:
        """Change an event; where another process was first, its change is followed, then judged."""
        for _ in range(MOST_TRIES):
            async with self._held.open(event) as held:
                state = held.state
                if key is not None and key in state.commands:
                    return m.EventDone(event, state.commands[key])
                if seq is not None and seq < state.seq:
                    raise Refusal("stale", seq=state.seq)
                change = EventChange(state, await self._store.seeds(event), player, milliseconds())
                await self._work.run_off_loop(
                    player or state.organiser, partial(judge, change), urgency, metered=True
                )
                fresh = change.sign(key)
                if not fresh:
                    return m.EventDone(event, state.seq)
                try:
                    await self._store.append(
                        await self._row(change.state),
                        fresh,
                        change.new_seeds,
                        _came(change),
                        *reminders_of(change.state, fresh),
                    )
                except Conflict:
                    continue
                held.state = change.state
            self._tell(event, change.state.seq)
            if any(isinstance(entry.event, _CALLS) for entry in fresh):
                self.on_due(event)
            return m.EventDone(event, change.state.seq)
        raise Refusal("unavailable")

    async def _row(self, state: EventState) -> EventRow:
        return await self._work.run_off_loop(state.organiser, lambda: _row(state))

    async def _check_plies(self, event: str, act: m.RuleAct | m.TakeBackAct) -> None:
        """Raise `Refusal` where a game has fewer plies than are to be taken back."""
        state = await self._held.read(event)
        if isinstance(act, m.TakeBackAct):
            game = (running_of(state, act.name, act.board) or (None,))[0]
        else:
            call = state.calls.get(act.call)
            game = None if call is None or act.ruling != "take_back" else call.made.game
        if game is None:
            return
        async with self._tables.open(game, current=True) as table:
            most = possible_plies(table)
        if act.plies > most:
            raise Refusal("not_allowed", text="event_plies", values={"n": most})

    # Telling

    async def watch(self, connection: Connection, event: str) -> None:
        """Subscribe a connection to an event. Raises `Refusal` where there is none."""
        async with self._held.open(event):
            self._broadcaster.watch_event(connection, event)
        state = await self._held.read(event)
        connection.post(encode(EventChanged(event, state.seq)))

    def _tell(self, event: str, seq: int) -> None:
        self.tell_here(event, seq)
        self._bus.publish(EventStored(event, seq))

    def tell_here(self, event: str, seq: int) -> None:
        """Notify those who follow an event here that it has reached `seq`."""
        self._broadcaster.to_event(event, EventChanged(event, seq))

    def tell_games_here(self, event: str, seats: Iterable[tuple[str, str]]) -> None:
        """Notify players who are connected here that their games have begun."""
        for player, game in seats:
            self._broadcaster.to_player(player, EventGameBegun(event, game))

    async def tell_again(self) -> None:
        """Notify everybody here of what may have been missed of the events he follows."""
        for event in self._broadcaster.events_watched():
            self.tell_here(event, (await self._held.read(event)).seq)

    # What is kept of a player

    async def adopt(self, guest: str, player: str) -> None:
        """Give a guest's place in events to a player, unless he has one of his own there."""
        for event in await self._store.all_of(guest):
            async with self._held.open(event) as held:
                if player not in held.state.players:
                    await self._replace(held, guest, player)
                    await self._remind(held.state, player)

    async def remind(self, player: str) -> None:
        """Queue the reminders of announced rounds for a guest who has made an account just now.

        They are queued for accounts alone, so those of before have passed him by.
        """
        for event in await self._store.all_of(player):
            with contextlib.suppress(Refusal):
                await self._remind(await self._held.read(event), player)

    async def _remind(self, state: EventState, player: str) -> None:
        mine = {player} & state.players.keys()
        await self._notices.queue(*reminders_for(state, mine, milliseconds()))

    async def forget(self, player: str) -> None:
        """Forget who somebody was in events; the name under which he took part stays in the file.

        An event whose organiser has gone is ended.
        """
        nobody = f"x{secrets.token_hex(12)}"
        for event in await self._store.all_of(player):
            state = await self._held.read(event)
            if state.organiser == player and not state.ended:
                await self.change(event, player, lambda change: change.add(EventEnded()))
            async with self._held.open(event) as held:
                await self._replace(held, player, nobody)

    async def _replace(self, held: HeldEvent, player: str, other: str) -> None:
        """Put another id in a player's place, and read the event again."""
        await self._store.replace_player(held.state.id, player, other)
        await self._held.reread(held)
        self._bus.publish(EventRewritten(held.state.id))

    async def reload(self, event: str) -> None:
        """Read an event again of which another process has changed who is meant."""
        await self._held.drop_state(event)

    async def personal_data(self, player: str) -> list[dict[str, Any]]:
        """Return what is kept of a player: his roles and his name in events."""
        found = []
        for event in await self._store.all_of(player):
            state = await self._held.read(event)
            roles = sorted(state.roles(player))
            name = state.players.get(player)
            kept = {"id": event, "roles": roles, "name": name}
            if state.till is not None and name is not None:
                kept["paid"] = state.till.fees.text(state.till.paid(name))
            found.append({"event": kept})
        return found


def _do(change: EventChange, asker: Asker, act: m.AnyEventAct, program: Proposal | None) -> None:
    event_acts.do(change, asker, act, program)


def _row(state: EventState) -> EventRow:
    return EventRow(
        id=state.id,
        phase=state.phase,
        listed=state.settings.listed,
        changed=state.changed,
        seq=state.seq,
        due=_due(state),
        summary=msgspec.to_builtins(summary(state)),
    )


def _due(state: EventState) -> int | None:
    """Return from when on something is to be done in an event without anybody asking."""
    if any(due_games(state)) or due_in_arena(state, state.changed):
        return state.changed
    return arena_ends(state)


def _came(change: EventChange) -> set[str]:
    """Return the players who belong to the event by what has happened."""
    return {
        entry.event.player
        for entry in change.fresh
        if isinstance(entry.event, PlayerKnown | OfficerNamed | InvitedByName)
    }
