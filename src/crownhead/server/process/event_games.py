"""What is due in an event: its games begin, their results are taken, arenas are paired."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from contextvars import Context
from dataclasses import replace
from functools import partial

from crownhead.competition import Scoring
from crownhead.errors import CrownheadError
from crownhead.ratings import Rating
from crownhead.rules import Color
from crownhead.server.clock import milliseconds
from crownhead.server.event.arena import due_in_arena, go_on
from crownhead.server.event.change import EventChange
from crownhead.server.event.desk import end_duty
from crownhead.server.event.entries import CallRuled, DutyEnded, TableMade
from crownhead.server.event.refusals import to_refusal
from crownhead.server.event.rounds import ProposalOutdated
from crownhead.server.event.settings import list_of
from crownhead.server.event.state import Duty, EventState
from crownhead.server.event.tables import (
    answer_duty,
    decided_games,
    desk,
    due_games,
    duty_of,
    event_table,
    give_up,
    result_of,
    rule,
    running_games,
    settle,
    stop,
)
from crownhead.server.metrics import FAULTS
from crownhead.server.process.bus import Bus, EventGamesBegun
from crownhead.server.process.event_cache import MOST_KEPT, EventCache
from crownhead.server.process.events import MOST_TRIES, Events
from crownhead.server.process.guests import Guests
from crownhead.server.process.tables import Tables
from crownhead.server.process.timers import OVERDUE, SWEEP
from crownhead.server.process.work import Work
from crownhead.server.room.entries import Entry
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Seat, Table
from crownhead.server.storage.database import Conflict, is_away
from crownhead.server.storage.events import EventStore
from crownhead.server.storage.games import GameStore
from crownhead.server.storage.notices import NoticeStore
from crownhead.server.storage.ratings import RatingStore

AGAIN = 0.5
"""Seconds until what could not be done in an event is tried again."""
MOST_DONE = 2_000
"""Games of which it is remembered what the desk has done in them."""
MOST_TOLD = 40
"""Players who are told of their games by one message between processes."""
_log = logging.getLogger("crownhead.server")


class EventGames:
    """Do what is due in events, at their tables and in their logs."""

    def __init__(
        self,
        store: EventStore,
        held: EventCache,
        events: Events,
        games: GameStore,
        tables: Tables,
        guests: Guests,
        ratings: RatingStore,
        notices: NoticeStore,
        work: Work,
        bus: Bus,
    ) -> None:
        self._store = store
        self._held = held
        self._events = events
        self._games = games
        self._tables = tables
        self._guests = guests
        self._ratings = ratings
        self._notices = notices
        self._work = work
        self._bus = bus
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._over: OrderedDict[str, set[str]] = OrderedDict()
        self._answered: set[tuple[str, int]] = set()
        self._done: dict[str, int] = {}
        self._waiting: dict[str, int] = {}  # arenas in which nobody could be paired at a seq

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

    async def attend(self, event: str) -> None:
        """Take the results of games that have ended, begin those that are due, end those decided.

        All of it follows from the log and the games, so any process can do it at any time.
        """
        while True:
            state = await self._held.read(event)
            took = await self._take_results(state)
            if took:
                continue
            if not await self._begin_games(state) and not await self._go_on(state):
                break
        await self._end_games(state)
        await self._answer_calls(state)
        await self._answer_duties(state)
        await self._do_at_tables(state)

    async def _go_on(self, state: EventState) -> bool:
        """Pair those who are free in an arena, or end it; return whether something was done."""
        for _ in range(MOST_TRIES):
            due = due_in_arena(state, milliseconds())
            if due is None or (due == "pair" and self._waiting.get(state.id) == state.seq):
                return False
            program = None
            if due == "pair":
                program = await self._events.propose_free(state)
                if program is None:
                    self._waiting[state.id] = state.seq
                    return False
            self._waiting.pop(state.id, None)
            try:
                judge = partial(go_on, program=program)
                done = await self._events.change(state.id, None, judge)
            except ProposalOutdated:
                state = await self._held.read(state.id)
                continue
            return done.seq > state.seq
        raise Refusal("unavailable")

    async def _take_results(self, state: EventState) -> bool:
        """Enter the results of games that have ended; return whether there were any."""
        waited = running_games(state)
        found: dict[str, str] = {}
        for game in await self._games.select_ended(list(waited)):
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
        done = await self._events.change(state.id, None, judge)
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
                known = await self._games.find_by_origin(due.origin)
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

        done = await self._events.change(state.id, None, judge)
        seats: list[tuple[str, str]] = []
        for game, *names in made.values():
            for name in names:
                player = state.player_of(name)
                assert player is not None
                seats.append((player, game))
        quiet = await self._notices.quiet([player for player, _ in seats], "round")
        seats = [seat for seat in seats if seat[0] not in quiet]
        self._events.tell_games_here(state.id, seats)
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
        known = self._find_over(state.id)
        open_ = [game for game in (*decided, *state.void) if game not in known]
        known |= await self._games.select_ended(open_)
        for game in open_:
            if game in known:
                continue
            if game in decided:
                change = partial(_settle, token=decided[game], scoring=state.event.scoring)
                await self._tables.change(game, change)
            else:
                await self._tables.change(game, give_up)

    def _find_over(self, event: str) -> set[str]:
        """Return the games of an event of which it is known that they have ended."""
        known = self._over.setdefault(event, set())
        self._over.move_to_end(event)
        while len(self._over) > MOST_KEPT:
            self._over.popitem(last=False)
        return known

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

    async def end_duty(self, game: str, side: Color, program: str) -> None:
        """Put before its event that a side's moves after a refused draw are made.

        `program` is the ground of what the program says of the position. Raises `Refusal`.
        """
        async with self._tables.open(game, current=True) as table:
            ended = duty_of(table, side, program)
            place = table.terms.event
        if ended is None or place is None:
            return
        await self._events.change(place.event, None, partial(_end_duty, ended=ended))
        self.attend_soon(place.event)

    async def _answer_duties(self, state: EventState) -> None:
        """Stop games until an arbiter decides, and carry out in them what was decided."""
        running = running_games(state)
        for number, duty in state.duties.items():
            if duty.ended.game not in running or (state.id, number) in self._answered:
                continue
            await self._tables.change(
                duty.ended.game, partial(_answer_duty, number=number, duty=duty)
            )
            if duty.advantage is not None:
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


def _stop(table: Table, at: int, call: int, by: str, since: int) -> None:
    stop(table, call, by, since, at)


def _rule(table: Table, at: int, call: int, by: str, since: int, ruled: CallRuled) -> None:
    stop(table, call, by, since, at)  # where nobody has done so yet
    try:
        rule(table, call, ruled.ruling, ruled.plies, at)
    except CrownheadError as error:
        raise to_refusal(error) from None


def _end_duty(change: EventChange, ended: DutyEnded) -> None:
    end_duty(change, ended)


def _answer_duty(table: Table, at: int, number: int, duty: Duty) -> None:
    answer_duty(table, number, duty, at)


def _settle(table: Table, at: int, token: str, scoring: Scoring) -> None:
    settle(table, token, scoring, at)
