"""Games over days: leave, conditional moves, notes, and questions that get no answer meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextvars import Context
from datetime import UTC, datetime
from functools import partial

from crownhead.errors import CrownheadError
from crownhead.events import Event
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.server.clock import DAY, milliseconds
from crownhead.server.messages import letters as m
from crownhead.server.messages.entries import LotsDrawn, Seated
from crownhead.server.messages.frames import AnyAct
from crownhead.server.metrics import FAULTS
from crownhead.server.process.callers import Callers, remember
from crownhead.server.process.tables import Tables
from crownhead.server.quota import hidden_network, payer
from crownhead.server.room import alike, leave, plans
from crownhead.server.room.entries import Entry
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Table
from crownhead.server.room.texts import clean_text
from crownhead.server.storage.database import is_away
from crownhead.server.storage.letters import LetterStore, StoredLeave, StoredPlan

MOST_BESIDE = 100
"""Games over days of others in a guest's network that are looked at, those last seen to."""
_log = logging.getLogger("crownhead.server")


class Letters:
    """Keep what surrounds games over days."""

    def __init__(
        self, store: LetterStore, tables: Tables, callers: Callers, keys: Sequence[bytes]
    ) -> None:
        self._store = store
        self._tables = tables
        self._callers = callers
        self._keys = keys
        self._networks: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Wait for answers that are being played."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def listen(self, table: Table, entries: Sequence[Entry] = ()) -> None:
        """Play what was foreseen of what has happened, and note who is on leave as games begin."""
        if not table.terms.daily:
            return
        if table.phase in ("over", "aborted"):
            if entries:
                self._spawn(table.id, self._store.close_game(table.id))
            return
        if table.phase != "playing":
            return
        self.note_network(table)
        if any(isinstance(entry.event, Event) for entry in entries):
            self._spawn(table.id, self._answer(table.id))
        elif any(isinstance(entry.event, Seated | LotsDrawn) for entry in entries):
            self._spawn(table.id, self._note_leave(table.id, frozenset(table.people)))

    def _spawn(self, game: str, action: object) -> None:
        task = asyncio.create_task(_guard(game, action), context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def catch_up(self) -> None:
        """Do what a process that has ended was to do."""
        last = ""
        while found := await self._store.plans_to_move(last):
            for game in found:
                await self._answer(game)
            last = found[-1]
        for player in await self._store.untold():
            await self._tell(player)

    # Conditional moves

    async def plan(self, game: str, player: str) -> m.PlanShown:
        """Return what a player has foreseen in a game. Raises `Refusal`."""
        async with self._tables.open(game, current=True) as table:
            side = _side(table, player)
            for row in await self._store.plans(game):
                if row.side == side and row.player == player:
                    found = plans.Plan.of(side, row.plan)
                    if plans.due_step(table, found) != "void":
                        return plans.show(found, table)
            return m.PlanShown(())

    async def foresee(self, game: str, player: str, wish: m.PlanWish) -> m.PlanShown:
        """Store what a player foresees in a game, in place of what he did before."""
        async with self._tables.open(game, current=True) as table:
            side = _side(table, player)
            if not wish.lines:
                await self._store.drop_plan(game, side)
                return m.PlanShown(())
            made = await self._tables.work.run_off_loop(
                player, lambda: plans.make(table, side, wish.lines), metered=True
            )
            await self._store.store_plan(game, side, player, made.stored)
            # The opponent may have moved at another process meanwhile.
            await self._tables.refresh(table)
            found = plans.show(made, table)
        await self._answer(game)
        return found

    async def _answer(self, game: str) -> None:
        """Play what is foreseen of what has happened in a game; what nobody foresaw ends a plan."""
        while True:
            rows = await self._store.plans(game)
            if not rows:
                return
            async with self._tables.open(game, current=True) as table:
                seq = table.seq
                due = [
                    (row, plans.due_step(table, plans.Plan.of(row.side, row.plan))) for row in rows
                ]
            played = False
            for row, act in due:
                if act == "void":
                    await self._store.drop_plan(game, row.side, row.stamp)
                elif act != "wait":
                    played |= await self._play(game, row, act, seq)
            if not played:
                return

    async def _play(self, game: str, row: StoredPlan, act: AnyAct, seq: int) -> bool:
        try:
            change = partial(_answer_plan, player=row.player, act=act)
            return await self._tables.change(game, change, seq)
        except Refusal as refusal:
            if refusal.code != "unavailable":
                await self._store.drop_plan(game, row.side, row.stamp)
            return False

    # Notes

    async def note(self, game: str, player: str) -> m.Note:
        """Return a player's own note on a game. Raises `Refusal`."""
        async with self._tables.open(game, current=True) as table:
            _check_seated(table, player)
        return m.Note(await self._store.note(game, player))

    async def write_note(self, game: str, player: str, text: str) -> m.Note:
        """Store a player's own note on a game."""
        async with self._tables.open(game, current=True) as table:
            _check_seated(table, player)
        found = clean_text(text)
        await self._store.store_note(game, player, found, milliseconds())
        return m.Note(found)

    # Leave

    async def leave(self, player: str) -> m.Leave:
        """Return a player's leave."""
        now = milliseconds()
        taken = await self._store.leaves_of(player)
        until = max((each.until for each in taken), default=0)
        return m.Leave(until if until > now else None, _count_left(taken, now))

    async def take_leave(self, player: str, days: int) -> m.Leave:
        """Take leave from now on: no clock of a game over days runs for him. Raises `Refusal`."""
        now = milliseconds()
        taken = await self._store.leaves_of(player)
        if any(each.until > now for each in taken):
            raise Refusal("not_allowed", text="leave_taken")
        wish = StoredLeave(player, now, days, now + days * DAY)
        years = {_year(day) for day in _days(wish)}
        if any(_count_used([*taken, wish], year) > m.DAYS_OF_LEAVE for year in years):
            raise Refusal("not_allowed", text="leave_over")
        if not await self._store.add_leave(len(taken), wish):
            raise Refusal("not_allowed", text="leave_taken")
        await self._tell(player)
        return await self.leave(player)

    async def end_leave(self, player: str) -> m.Leave:
        """End a player's leave; the days that have begun are used."""
        now = milliseconds()
        for each in await self._store.leaves_of(player):
            if each.until > now:
                days = max(1, -(-(now - each.since) // DAY))
                await self._store.end_leave(each, days, now)
                await self._tell(player)
        return await self.leave(player)

    async def _tell(self, player: str) -> None:
        """Note in all running games of a player until when he is, or was, on leave."""
        until = await self._store.leave_until(player)
        if until is None:
            return
        change = partial(_on_leave, player=player, until=until)
        told = True
        for game in await self._store.playing(player):
            try:
                await self._tables.change(game, change)
            except Refusal as refusal:
                told &= refusal.code != "unavailable"
                _log.warning("leave not noted", extra={"game": game, "code": refusal.code})
        if told:
            await self._store.tell_leave(player, until)

    async def _note_leave(self, game: str, players: frozenset[str]) -> None:
        for player in players:
            until = await self._store.leave_until(player, milliseconds())
            if until is not None:
                change = partial(_on_leave, player=player, until=until)
                await self._tables.change(game, change)

    # Questions

    async def check_question(
        self,
        player: str,
        positions: Sequence[Position],
        *,
        whole: bool = False,
        common: bool = True,
    ) -> None:
        """Raise `Refusal` for a question about a position of a running game of the player.

        `whole`: each position is asked about, not the last alone. `common`: also about what many
        games have in common. A guest is taken for whoever else plays from his network: nobody can
        tell him from the player's second browser.
        """
        own = dict.fromkeys(await self._store.playing(player), common)
        beside = dict.fromkeys(await self._games_beside(player), False)
        if not own and not beside:
            return
        off_loop = partial(self._tables.work.run_off_loop, player, metered=True)
        last = alike.key(positions[-1])
        asked = await off_loop(partial(alike.keys, positions)) if whole else frozenset((last,))
        for game, usual in {**beside, **own}.items():
            async with self._tables.open(game) as table:
                singular = alike.is_singular(table)
                if table.phase != "playing" or table.alone or not (usual or singular):
                    continue
                around = partial(alike.keys_around, table)
                near = await off_loop(partial(table.cache, "alike", "", around))
                if last in near or (singular and asked & near):
                    raise Refusal("not_allowed", text="own_game_runs")

    async def check_move(self, player: str, game: str, text: str) -> None:
        """Raise `Refusal` where the computer would answer in a position of such a game."""
        async with self._tables.open(game) as table:
            computer = any(seat.kind == "engine" for seat in table.seats)
            if not computer or table.phase != "playing" or not table.has_seat(player):
                return
            if not alike.is_singular(table, ahead=1):
                return
            position = table.game.position
            try:
                after = await self._tables.work.run_off_loop(player, lambda: position.play(text))
            except CrownheadError:
                return  # the law says why
        await self.check_question(player, [after], common=False)

    def note_network(self, table: Table) -> None:
        """Note from where somebody plays who acts in his running game over days, or looks at it."""
        asker = payer()
        if asker is None or not table.terms.daily or table.phase != "playing" or table.alone:
            return
        if asker.guest not in table.people:
            return
        seat, network = (table.id, asker.guest), hidden_network(self._keys, asker.guest)
        if self._networks.get(seat) != network:
            remember(self._networks, seat, network)
            noted = self._store.note_network(*seat, network, milliseconds())
            self._spawn(table.id, noted)

    async def _games_beside(self, player: str) -> list[str]:
        """Return the games over days of others in the network of a guest, who may be he himself."""
        if not await self._callers.is_guest(player):
            return []
        return await self._store.playing_from(
            hidden_network(self._keys, player), player, MOST_BESIDE
        )


def _answer_plan(table: Table, at: int, player: str, act: AnyAct) -> None:
    plans.answer(table, player, act, at)


def _on_leave(table: Table, at: int, player: str, until: int) -> None:
    leave.set_leave(table, player, until, at)


async def _guard(game: str, action: object) -> None:
    try:
        await action  # type: ignore[misc]
    except Refusal as refusal:
        _log.warning("not answered", extra={"game": game, "code": refusal.code})
    except Exception as error:
        if not is_away(error):
            FAULTS.inc()
            _log.exception("not answered", extra={"game": game})


def _check_seated(table: Table, player: str) -> None:
    if not table.has_seat(player):
        raise Refusal("no_seat")


def _side(table: Table, player: str) -> Color:
    """Return the one side of a player. Raises `Refusal`."""
    _check_seated(table, player)
    sides = table.sides(player)
    if len(sides) != 1:
        raise Refusal("not_allowed", text="plan_daily")
    return sides[0]


def _days(taken: StoredLeave) -> Iterator[int]:
    """Yield when each day of a leave begins."""
    return (taken.since + day * DAY for day in range(taken.days))


def _year(at: int) -> int:
    return datetime.fromtimestamp(at / 1000, UTC).year


def _count_used(taken: Sequence[StoredLeave], year: int) -> int:
    return sum(_year(day) == year for each in taken for day in _days(each))


def _count_left(taken: Sequence[StoredLeave], now: int) -> int:
    return max(0, m.DAYS_OF_LEAVE - _count_used(taken, _year(now)))
