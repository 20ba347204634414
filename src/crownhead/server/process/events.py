"""Competitions at this process: loaded from their logs, changed, stored, told of."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from contextvars import Context
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from typing import Any, get_args

import msgspec

from crownhead.competition import Scoring
from crownhead.errors import CrownheadError
from crownhead.ratings import Rating
from crownhead.server.clock import milliseconds
from crownhead.server.messages import events as m
from crownhead.server.messages.frames import EventChanged, EventGameBegun
from crownhead.server.metrics import FAULTS
from crownhead.server.people.rights import may_in_event
from crownhead.server.process.accounts import find_account
from crownhead.server.process.broadcaster import Broadcaster, encode
from crownhead.server.process.bus import Bus, EventGamesBegun, EventRewritten, EventStored
from crownhead.server.process.connection import Connection
from crownhead.server.process.fairqueue import Urgency
from crownhead.server.process.guests import Guests
from crownhead.server.process.queries import GameQueries
from crownhead.server.process.tables import Tables
from crownhead.server.process.timers import OVERDUE, SWEEP
from crownhead.server.process.work import Work
from crownhead.server.room import event_acts, event_files, event_view
from crownhead.server.room.entries import Entry
from crownhead.server.room.event_acts import Asker
from crownhead.server.room.event_log import (
    CalledArbiter,
    CallRuled,
    DeedDone,
    DeskAct,
    EventChange,
    EventEnded,
    EventState,
    InvitedByName,
    OfficerNamed,
    PlayerKnown,
    RoundStarted,
    TableMade,
    follow,
)
from crownhead.server.room.event_settings import list_of
from crownhead.server.room.event_tables import (
    decided_games,
    desk,
    due_games,
    event_table,
    give_up,
    possible_plies,
    result_of,
    rule,
    running_games,
    settle,
    stop,
)
from crownhead.server.room.naming import new_id
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Seat, Table
from crownhead.server.storage.accounts import AccountStore
from crownhead.server.storage.database import is_away
from crownhead.server.storage.events import EventRow, EventStore, entries
from crownhead.server.storage.notices import NoticeStore
from crownhead.server.storage.ratings import RatingStore
from crownhead.server.storage.store import Conflict, Store

MOST_KEPT = 40
"""Events in memory that nobody uses just now."""
MOST_OPEN = 20
"""Events of one organiser that have not ended."""
MOST_LISTED = 30
MOST_TRIES = 20
MOST_READ = 2_000
"""Lines of a log that are read at once for an answer about what has happened."""
AGAIN = 0.5
"""Seconds until what could not be done in an event is tried again."""
MOST_DONE = 2_000
"""Games of which it is remembered what the desk has done in them."""
MOST_ASKED = 50
"""Answers about what has happened in an event that are kept for others who ask the same."""
MOST_TOLD = 40
"""Players who are told of their games by one message between processes."""
_CALLS = (DeedDone, RoundStarted, CalledArbiter, CallRuled, *get_args(DeskAct))
"""The entries after which something may be due."""
_log = logging.getLogger("crownhead.server")


@dataclass(slots=True)
class _Held:
    """An event in memory, how everybody sees it, and the lock of whoever follows or changes it.

    `told` is what has happened after each seq that somebody has asked from, up to the last one.
    """

    state: EventState
    seen: m.EventShown | None = None
    standing: event_view.Standing | None = None
    told: dict[int, m.EventNews] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    telling: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0

    def keep(self, standing: event_view.Standing) -> None:
        """Keep a standing that is not older than the one that is kept."""
        if self.standing is None or self.standing.seq < standing.seq:
            self.standing = standing


class Events:
    """Make events, and do in them what is asked."""

    def __init__(
        self,
        store: EventStore,
        games: Store,
        accounts: AccountStore,
        ratings: RatingStore,
        guests: Guests,
        tables: Tables,
        queries: GameQueries,
        work: Work,
        broadcaster: Broadcaster,
        bus: Bus,
        notices: NoticeStore,
    ) -> None:
        self._store = store
        self._notices = notices
        self._games = games
        self._tables = tables
        self._queries = queries
        self._broadcaster = broadcaster
        self._bus = bus
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._over: dict[str, set[str]] = {}
        self._answered: set[tuple[str, int]] = set()
        self._done: dict[str, int] = {}
        self._accounts = accounts
        self._ratings = ratings
        self._guests = guests
        self._work = work
        self._pairing = Work(1, "pairing")  # nothing else of who pairs waits for it
        self._waiting: dict[str, int] = {}  # arenas in which nobody could be paired at a seq
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
            self._over.pop(event, None)

    async def _refresh(self, held: _Held) -> None:
        """Follow what other processes have stored, or everything."""
        state = held.state
        lines = await self._store.log_after(state.id, state.seq)
        if lines:
            held.state = await self._work.run_off_loop(
                state.id, lambda: follow(state, entries(lines)), metered=True
            )

    # Making and doing

    async def make(self, player: str, wish: m.NewEvent) -> m.EventMade:
        """Make an event. Raises `Refusal`."""
        origin = None if wish.id is None else f"{player}:{wish.id}"
        if origin is not None and (known := await self._store.made_by(origin)):
            return await self._describe_made(known)
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
                raise event_acts.to_refusal(error) from None
            return change

        change = await self._work.run_off_loop(player, work, metered=True)
        row = _row(change.state)
        try:
            await self._store.create(row, change.fresh, change.new_seeds, player, origin)
        except Conflict:
            known = origin and await self._store.made_by(origin)
            if not known:
                raise Refusal("unavailable") from None
            return await self._describe_made(known)
        self._held[event] = _Held(change.state)
        return m.EventMade(event, change.state.code or None)

    async def _describe_made(self, event: str) -> m.EventMade:
        async with self._open(event) as held:
            return m.EventMade(event, held.state.code or None)

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
                program = await self._propose(event, player, key, command.seq)
            judge = partial(_do, asker=asker, act=command.act, program=program)
            try:
                return await self._change(event, player, judge, key, command.seq, urgency)
            except event_acts.ProposalOutdated:
                continue
        raise Refusal("unavailable")

    async def _propose(
        self, event: str, player: str, key: str | None = None, seq: int | None = None
    ) -> event_acts.Proposal | None:
        """Return what the program would publish as the next round; the event is not locked.

        None where the command was done already. Raises `Refusal`.
        """
        async with self._open(event) as held:
            state = held.state
        if key in state.commands:
            return None
        if seq is not None and seq < state.seq:
            raise Refusal("stale", seq=state.seq)
        event_acts.check_paired(state)
        seeds = await self._store.seeds(event)

        def work() -> event_acts.Proposal:
            try:
                return event_acts.propose(state, seeds)
            except CrownheadError as error:
                raise event_acts.to_refusal(error) from None

        return await self._pairing.run_off_loop(player, work, Urgency.ANALYSIS, metered=True)

    async def _asker(self, event: str, player: str, act: m.AnyEventAct) -> Asker:
        """Look up what an act needs to know, of others only for who may do it."""
        async with self._open(event) as held:
            event_acts.check_right(held.state, player, act)
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
        urgency: Urgency = Urgency.MOVE,
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
                    player or state.organiser, partial(judge, change), urgency, metered=True
                )
                fresh = change.sign(key)
                if not fresh:
                    return m.EventDone(event, state.seq)
                try:
                    await self._store.append(
                        await self._row(change.state), fresh, change.new_seeds, _came(change)
                    )
                except Conflict:
                    continue
                held.state = change.state
            self._tell(event, change.state.seq)
            if any(isinstance(entry.event, _CALLS) for entry in fresh):
                self.attend_soon(event)
            return m.EventDone(event, change.state.seq)
        raise Refusal("unavailable")

    async def _row(self, state: EventState) -> EventRow:
        return await self._work.run_off_loop(state.organiser, lambda: _row(state))

    # The games of a round

    def listen(self, table: Table, _entries: Sequence[Entry] = ()) -> None:
        """Take the result of a game of an event that has ended."""
        place = table.terms.event
        if place is not None and table.phase in ("over", "aborted"):
            self.attend_soon(place.event)

    def attend_soon(self, event: str) -> None:
        """Do what is due in an event, beside whoever asks; once more if that is being done now."""
        if event in self._tasks:
            self._again.add(event)
            return
        # Not on behalf of whoever has made it due.
        task = asyncio.create_task(self._attend_patiently(event), context=Context())
        self._tasks[event] = task

    async def _attend_patiently(self, event: str) -> None:
        """Do what is due, also where others were faster too often, or the database is away."""
        try:
            while True:
                self._again.discard(event)
                try:
                    await self.attend(event)
                except Exception as error:
                    if not is_away(error) and getattr(error, "code", "") != "unavailable":
                        raise
                    self._again.add(event)
                    await asyncio.sleep(AGAIN)
                if event not in self._again:
                    return
        except Refusal as refusal:
            _log.warning("event not attended", extra={"event": event, "code": refusal.code})
        except Exception:
            FAULTS.inc()
            _log.exception("event not attended", extra={"event": event})
        finally:
            del self._tasks[event]

    async def catch_up(self) -> None:
        """Do in all running events what another process, gone meanwhile, was to do."""
        for event in await self._store.running():
            self.attend_soon(event)

    async def sweep(self) -> None:
        """Do again and again what another process, gone meanwhile, was to do at once."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                for event in await self._store.due(milliseconds() - OVERDUE):
                    self.attend_soon(event)
            except Exception as error:
                if not is_away(error):
                    FAULTS.inc()
                    _log.exception("events not swept")

    async def close(self) -> None:
        """Wait for what is being done."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._pairing.close()

    async def attend(self, event: str) -> None:
        """Take the results of games that have ended, begin those that are due, end those decided.

        All of it follows from the log and the games, so any process can do it at any time.
        """
        while True:
            async with self._open(event) as held:
                state = held.state
            took = await self._take_results(state)
            if took:
                continue
            if not await self._begin_games(state) and not await self._go_on(state):
                break
        await self._end_games(state)
        await self._answer_calls(state)
        await self._do_at_tables(state)

    async def _go_on(self, state: EventState) -> bool:
        """Pair those who are free in an arena, or end it; return whether something was done."""
        for _ in range(MOST_TRIES):
            due = event_acts.due_in_arena(state, milliseconds())
            if due is None or (due == "pair" and self._waiting.get(state.id) == state.seq):
                return False
            program = None
            if due == "pair":
                work = partial(event_acts.propose_free, state, await self._store.seeds(state.id))
                program = await self._pairing.run_off_loop(
                    state.organiser, work, Urgency.ANALYSIS, metered=True
                )
                if program is None:
                    self._waiting[state.id] = state.seq
                    return False
            self._waiting.pop(state.id, None)
            try:
                judge = partial(event_acts.go_on, program=program)
                done = await self._change(state.id, None, judge)
            except event_acts.ProposalOutdated:
                async with self._open(state.id) as held:
                    state = held.state
                continue
            return done.seq > state.seq
        raise Refusal("unavailable")

    async def _take_results(self, state: EventState) -> bool:
        """Enter the results of games that have ended; return whether there were any."""
        waited = running_games(state)
        found: dict[str, str] = {}
        for game in await self._games.ended_among(list(waited)):
            async with self._tables.open(game, current=True) as table:
                token = result_of(table, state.event.scoring)
            if token is not None:
                found[game] = token

        def judge(change: EventChange) -> None:
            for game, (number, n, nth) in running_games(change.state).items():
                board = change.state.competition.board(number, n)
                if game not in found or len(board.games) + len(board.extra) != nth - 1:
                    continue
                extra = board.is_over(change.state.event.games)
                games = [*(board.extra if extra else board.games), found[game]]
                change.act("tie-break" if extra else "result", round=number, board=n, games=games)

        if not found:
            return False
        done = await self._change(state.id, None, judge)
        return done.seq > state.seq

    async def _begin_games(self, state: EventState) -> bool:
        """Make the tables that are due; return whether there were any.

        One that was made before, and not noted, is found by its origin.
        """
        made: dict[tuple[int, int, int], tuple[str, str, str]] = {}
        for due in due_games(state):
            kinds = {name: await self._seat(state, name) for name in (due.starts, due.answers)}
            table = await self._work.run_off_loop(
                state.organiser, partial(event_table, state, due, kinds, milliseconds())
            )
            try:
                await self._tables.create(due.origin, table)
                game = table.id
            except Conflict:
                known = await self._games.made_by(due.origin)
                if known is None:
                    raise
                game = known
            made[due.round, due.board, due.number] = game, due.starts, due.answers
        if not made:
            return False

        def judge(change: EventChange) -> None:
            for due in due_games(change.state, halted=True):
                place = due.round, due.board, due.number
                if place in made:
                    change.add(TableMade(*place, made[place][0]))

        done = await self._change(state.id, None, judge)
        seats: list[tuple[str, str]] = []
        for game, *names in made.values():
            for name in names:
                player = state.player_of(name)
                assert player is not None
                seats.append((player, game))
        quiet = await self._notices.quiet([player for player, _ in seats], "round")
        seats = [seat for seat in seats if seat[0] not in quiet]
        self.tell_games_here(state.id, seats)
        for first in range(0, len(seats), MOST_TOLD):
            part = tuple(seats[first : first + MOST_TOLD])
            self._bus.publish(EventGamesBegun(state.id, part))
        return done.seq > state.seq

    async def _seat(self, state: EventState, name: str) -> Seat:
        """Return a seat for an entrant."""
        player = state.player_of(name)
        assert player is not None
        seat = await self._guests.seat_of(player)
        place = list_of(state.settings)
        if state.settings.rated and place is not None:
            standing = await self._ratings.one(player, *place)
            rating = Rating() if standing is None else standing.rating
            seat = replace(seat, rating=str(rating))
        return seat

    async def _end_games(self, state: EventState) -> None:
        """End games whose results an officer has entered, and those of annulled rounds."""
        decided = {game: token for game, token, _ in decided_games(state)}
        known = self._over.setdefault(state.id, set())
        open_ = [game for game in (*decided, *state.void) if game not in known]
        known |= await self._games.ended_among(open_)
        for game in open_:
            if game in known:
                continue
            if game in decided:
                change = partial(_settle, token=decided[game], scoring=state.event.scoring)
                await self._tables.change(game, change)
            else:
                await self._tables.change(game, give_up)

    async def _answer_calls(self, state: EventState) -> None:
        """Stop the games whose players have called, and do in them what was decided."""
        for number, call in state.calls.items():
            if (state.id, number) in self._answered:
                continue
            made, ruled = call.made, call.ruled
            try:
                if ruled is None:
                    change = partial(_stop, call=number, by=made.name, since=call.at)
                else:
                    change = partial(_rule, call=number, by=made.name, since=call.at, ruled=ruled)
                await self._tables.change(made.game, change)
            except Refusal as refusal:
                if refusal.code != "unknown_game":
                    raise  # else it was deleted since
            if ruled is not None:
                self._answered.add((state.id, number))

    async def _do_at_tables(self, state: EventState) -> None:
        """Do in the games that go on what the desk has decided."""
        running = running_games(state)
        for game, acts in state.desk.items():
            last = acts[-1][0]
            if game not in running or self._done.get(game, 0) >= last:
                continue
            await self._tables.change(game, partial(desk, acts=acts))
            self._done[game] = last
            while len(self._done) > MOST_DONE:
                del self._done[next(iter(self._done))]

    async def _check_plies(self, event: str, act: m.RuleAct | m.TakeBackAct) -> None:
        """Raise `Refusal` where a game has fewer plies than are to be taken back."""
        async with self._open(event) as held:
            state = held.state
        if isinstance(act, m.TakeBackAct):
            game = (event_acts.running_of(state, act.name) or (None,))[0]
        else:
            call = state.calls.get(act.call)
            game = None if call is None or act.ruling != "take_back" else call.made.game
        if game is None:
            return
        async with self._tables.open(game, current=True) as table:
            most = possible_plies(table)
        if act.plies > most:
            raise Refusal("not_allowed", text="event_plies", detail=str(most))

    # Telling

    async def watch(self, connection: Connection, event: str) -> None:
        """Have a connection follow an event. Raises `Refusal` where there is none."""
        async with self._open(event):
            self._broadcaster.watch_event(connection, event)
        async with self._open(event) as held:
            connection.post(encode(EventChanged(event, held.state.seq)))

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
            async with self._open(event) as held:
                self.tell_here(event, held.state.seq)

    # What is kept of a player

    async def adopt(self, guest: str, player: str) -> None:
        """Give a guest's place in events to a player, unless he has one of his own there."""
        for event in await self._store.all_of(guest):
            async with self._open(event) as held:
                if player not in held.state.players:
                    await self._replace(held, guest, player)

    async def forget(self, player: str) -> None:
        """Forget who somebody was in events; the name under which he took part stays in the file.

        An event whose organiser has gone is ended.
        """
        nobody = f"x{secrets.token_hex(12)}"
        for event in await self._store.all_of(player):
            async with self._open(event) as held:
                organises = held.state.organiser == player and not held.state.ended
            if organises:
                await self._change(event, player, lambda change: change.add(EventEnded()))
            async with self._open(event) as held:
                await self._replace(held, player, nobody)

    async def _replace(self, held: _Held, player: str, other: str) -> None:
        """Put another id in a player's place, and read the event again."""
        await self._store.replace_player(held.state.id, player, other)
        held.state = EventState(id=held.state.id)
        await self._refresh(held)
        self._bus.publish(EventRewritten(held.state.id))

    async def rewritten(self, event: str) -> None:
        """Read an event again of which another process has changed who is meant."""
        held = self._held.get(event)
        if held is not None:
            async with held.lock:
                held.state = EventState(id=event)

    async def kept_of(self, player: str) -> list[dict[str, Any]]:
        """Return what is kept of a player: his roles and his name in events."""
        found = []
        for event in await self._store.all_of(player):
            async with self._open(event) as held:
                state = held.state
            roles = sorted(state.roles(player))
            name = state.players.get(player)
            found.append({"event": {"id": event, "roles": roles, "name": name}})
        return found

    # Asking

    async def show(self, event: str, player: str) -> m.EventShown:
        """Return an event as it stands. Raises `Refusal`."""
        async with self._open(event) as held:
            state, seen = held.state, held.seen
        if seen is None or seen.seq != state.seq:
            seen = await self._see(held, state, player)
        return await self._work.run_off_loop(
            player, partial(event_view.as_seen_by, seen, state, player), Urgency.HINT
        )

    async def _see(self, held: _Held, state: EventState, player: str) -> m.EventShown:
        """Return an event as everybody sees it, and keep that for whoever asks next."""
        before = held.standing

        def work() -> tuple[event_view.Standing, m.EventShown]:
            standing = event_view.rank(state, before)
            return standing, event_view.show(state, standing)

        standing, seen = await self._work.run_off_loop(player, work, Urgency.HINT, metered=True)
        held.keep(standing)
        if held.seen is None or held.seen.seq < seen.seq:
            held.seen = seen
        return seen

    async def news(self, event: str, player: str, after: int) -> m.EventNews:
        """Return what has happened in an event after a seq. Raises `Refusal`."""
        async with self._open(event) as held:
            state = held.state
        async with held.telling:  # many ask at once, from the same seq: it is found out once
            found = held.told.get(after)
            if found is None or found.seq < state.seq:
                found = held.told[after] = await self._find_news(held, state, after)
                while len(held.told) > MOST_ASKED:
                    del held.told[next(iter(held.told))]
        you = await self._work.run_off_loop(
            player, partial(event_view.you, state, player), Urgency.HINT
        )
        return msgspec.structs.replace(found, you=you)

    async def _find_news(self, held: _Held, state: EventState, after: int) -> m.EventNews:
        rows = await self._store.log_after(state.id, after, MOST_READ)
        before = held.standing

        def work() -> tuple[event_view.Standing, m.EventNews]:
            standing = event_view.rank(state, before)
            lines = [entry for entry in entries(rows) if entry.seq <= state.seq]
            return standing, event_view.news(state, lines, after, standing)

        standing, news = await self._work.run_off_loop(
            state.organiser, work, Urgency.HINT, metered=True
        )
        held.keep(standing)
        return news

    async def rounds(self, event: str, player: str, before: int | None) -> m.RoundsPage:
        """Return rounds with all their boards, the last ones first. Raises `Refusal`."""
        async with self._open(event) as held:
            state = held.state
        return await self._work.run_off_loop(
            player, partial(event_view.rounds_before, state, before), Urgency.HINT, metered=True
        )

    async def explain(self, event: str, player: str, name: str) -> tuple[m.NumberShown, ...]:
        """Return the numbers of an entrant, each with its sum. Raises `Refusal`."""
        async with self._open(event) as held:
            state = held.state
        found = await self._work.run_off_loop(
            player, lambda: event_view.explain(state, name), Urgency.ANALYSIS, metered=True
        )
        if found is None:
            raise Refusal("unknown_game", text="event_nobody")
        return found

    async def file(self, event: str, player: str, kind: m.EventFile) -> tuple[str, str]:
        """Return the name of a file of an event, and its text. Raises `Refusal`."""
        async with self._open(event) as held:
            state = held.state
        text = await self._work.run_off_loop(
            player, partial(event_files.text, state, kind), Urgency.ANALYSIS, metered=True
        )
        return event_files.name(state, kind), text

    async def print(
        self, event: str, player: str, kind: m.EventSheet, number: int, language: str
    ) -> str:
        """Return a sheet that prints well. Raises `Refusal`."""
        async with self._open(event) as held:
            state = held.state
        return await self._work.run_off_loop(
            player,
            partial(event_files.print_sheet, state, kind, number, language),
            Urgency.ANALYSIS,
            metered=True,
        )

    async def pdn(self, event: str, language: str) -> tuple[str, AsyncIterator[bytes]]:
        """Return the name of a file with the games of an event, and its parts. Raises `Refusal`."""
        async with self._open(event) as held:
            state = held.state
        games = [game for _, tables in sorted(state.tables.items()) for game in tables]

        async def parts() -> AsyncIterator[bytes]:
            for game in games:
                yield (await self._queries.pdn(game, language))[1].encode()

        return event_files.name(state, "pdn"), parts()

    async def draft(self, event: str, player: str) -> m.Draft:
        """Return what the program would publish as the next round, to who directs."""
        async with self._open(event) as held:
            state = held.state
        if not may_in_event(state.roles(player), "direct"):
            raise Refusal("no_seat", text="event_right")
        program = await self._propose(event, player)
        assert program is not None
        return event_view.draft(state, program.boards)

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


def _do(
    change: EventChange, asker: Asker, act: m.AnyEventAct, program: event_acts.Proposal | None
) -> None:
    event_acts.do(change, asker, act, program)


def _row(state: EventState) -> EventRow:
    return EventRow(
        id=state.id,
        phase=state.phase,
        listed=state.settings.listed,
        changed=state.changed,
        seq=state.seq,
        due=_due(state),
        summary=msgspec.to_builtins(event_view.summary(state)),
    )


def _due(state: EventState) -> int | None:
    """Return from when on something is to be done in an event without anybody asking."""
    if any(due_games(state)) or event_acts.due_in_arena(state, state.changed):
        return state.changed
    return event_acts.arena_ends(state)


def _stop(table: Table, at: int, call: int, by: str, since: int) -> None:
    stop(table, call, by, since, at)


def _rule(table: Table, at: int, call: int, by: str, since: int, ruled: CallRuled) -> None:
    stop(table, call, by, since, at)  # where nobody has done so yet
    try:
        rule(table, call, ruled.ruling, ruled.plies, at)
    except CrownheadError as error:
        raise event_acts.to_refusal(error) from None


def _settle(table: Table, at: int, token: str, scoring: Scoring) -> None:
    settle(table, token, scoring, at)


def _came(change: EventChange) -> set[str]:
    """Return the players who belong to the event by what has happened."""
    return {
        entry.event.player
        for entry in change.fresh
        if isinstance(entry.event, PlayerKnown | OfficerNamed | InvitedByName)
    }


def _place(text: str) -> tuple[int, str]:
    at, _, id = text.partition("-")
    return int(at), id
