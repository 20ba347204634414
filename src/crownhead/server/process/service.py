"""What players ask of the server, whether by socket or by HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from time import monotonic
from typing import Any, TypeVar

from crownhead.errors import CrownheadError, EngineError
from crownhead.rules import Color
from crownhead.server.clock import milliseconds
from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.process.broadcaster import Broadcaster, encoded, encoded_line
from crownhead.server.process.bus import Bus, Present
from crownhead.server.process.computer import Computer
from crownhead.server.process.connection import Connection
from crownhead.server.process.fairqueue import Urgency
from crownhead.server.process.lobby import Offers, house
from crownhead.server.process.tables import Tables
from crownhead.server.process.timers import Timers
from crownhead.server.process.work import Work
from crownhead.server.room import acts, pictures
from crownhead.server.room.entries import (
    Aborted,
    Entry,
    Followed,
    LotsDrawn,
    RematchOffered,
    Seated,
)
from crownhead.server.room.naming import clean_code, first_name, own_name
from crownhead.server.room.opening import followed, handed_in, is_first_of_match, opened, seat
from crownhead.server.room.records import TooDeep
from crownhead.server.room.refusals import Refusal, moves, refused, squares
from crownhead.server.room.table import Seat, Table
from crownhead.server.room.view import history, players, view
from crownhead.server.settings import Settings
from crownhead.server.storage.store import Conflict, Store
from crownhead.sides import other
from crownhead.variants import VARIANTS

T = TypeVar("T")
_log = logging.getLogger("crownhead.server")

LATELY = 120.0
"""Seconds for which somebody who asks by HTTP is taken to wait for the computer's answer."""
MOST_LISTED = 30


class Service:
    """Hold the parts of the server together, and do what players ask."""

    def __init__(self, settings: Settings, store: Store, bus: Bus, haste: bool = False) -> None:
        self.settings = settings
        self.store = store
        self.bus = bus
        self.work = Work()
        self.broadcaster = Broadcaster(self.work)
        self.tables = Tables(store, self.broadcaster, bus, self.work)
        self.computer = Computer(self.tables, self.interested, settings.threads, haste)
        self.timers = Timers(self.tables, self.computer)
        self.offers = Offers(self.tables, self.broadcaster, bus)
        self.returns: list[Callable[[Table, str], None]] = []
        self._asked: dict[str, float] = {}
        self._errands: set[asyncio.Task[object]] = set()
        listeners = (
            self.timers.listen,
            self.computer.listen,
            self.offers.listen,
            self._presence,
            self._lots,
        )
        self.broadcaster.listeners += listeners

    # Who waits

    def interested(self, game: str) -> bool:
        """Return whether anybody follows a game, or has asked about it lately."""
        return bool(self.broadcaster.watchers(game)) or self._asked.get(game, 0) > monotonic()

    def asked(self, game: str) -> None:
        """Note that somebody asks about a game by HTTP."""
        self._asked[game] = monotonic() + LATELY
        if len(self._asked) > 10_000:
            now = monotonic()
            self._asked = {g: until for g, until in self._asked.items() if until > now}

    def _presence(self, table: Table, entries: Sequence[Entry]) -> None:
        if any(isinstance(entry.event, Seated | LotsDrawn) for entry in entries):
            self.tell_presence(table)

    def tell_presence(self, table: Table) -> None:
        """Send who of a table is connected, if that has changed."""
        if self.broadcaster.tell_presence(table):
            self.bus.publish(Present(table.id, tuple(sorted(self.broadcaster.present(table)))))

    # Games

    async def name_of(self, player: str) -> str:
        """Return what a guest is called."""
        return await self.store.name_of(player) or first_name(player)

    async def rename(self, player: str, name: str) -> str:
        """Give a guest a name, the first one again where nothing of it is printable; return it."""
        cleaned = own_name(name) or first_name(player)
        await self.store.rename(player, cleaned, milliseconds())
        return cleaned

    async def begin(self, player: str, wish: r.NewGame) -> r.Begun:
        """Begin a game, or wait for an opponent."""
        origin = None if wish.id is None else f"{player}:{wish.id}"
        name = await self.name_of(player)
        await self._has_room(player)
        table = await self._wished(player, lambda: _playable(wish, player, name))
        return await self._create(player, origin, table)

    async def _has_room(self, player: str) -> None:
        """Raise `Refusal` where a guest has as many games as he may."""
        if await self.store.open_games_of(player) >= self.settings.most_games:
            raise Refusal("not_allowed", text="too_many_games")
        if await self.store.games_kept_of(player) >= self.settings.most_kept:
            raise Refusal("not_allowed", text="too_many_kept")

    async def _wished(
        self, player: str, make: Callable[[], T], urgency: Urgency = Urgency.MOVE
    ) -> T:
        """Return what is made of a stranger's wish. Raises `Refusal`."""
        try:
            return await self.work.do(player, make, urgency)
        except TooDeep as error:
            raise Refusal("bad_message", detail=str(error)) from None
        except CrownheadError as error:
            raise Refusal("not_allowed", error) from None

    async def hand_in(self, player: str, wish: r.HandIn) -> r.Begun:
        """Take in a game or a round that was played without a connection."""
        name = await self.name_of(player)
        await self._has_room(player)
        if await self.store.bytes_kept_of(player) >= self.settings.most_bytes:
            raise Refusal("not_allowed", text="too_many_kept")
        tables = await self._wished(
            player, lambda: handed_in(wish, player, name, milliseconds()), Urgency.ANALYSIS
        )
        return await self._create(player, f"{player}:{wish.id}", *tables)

    async def _create(self, player: str, origin: str | None, *made: Table) -> r.Begun:
        """Store new tables, and return what the player is told of the last."""
        table = made[-1]
        try:
            await self.tables.create(origin, *made)
        except Conflict:
            known = origin and await self.store.made_by(origin)
            if not known:
                raise Refusal("unavailable") from None
            async with self.tables.open(known) as table:
                return self.begun(table, player)
        self.asked(table.id)
        self.computer.consider(table)
        return self.begun(table, player)

    def begun(self, table: Table, player: str) -> r.Begun:
        """Return what a player is told of a game that he has a seat in."""
        return r.Begun(table.id, table.sides(player), self.code(table, player))

    def code(self, table: Table, player: str) -> str | None:
        """Return the invitation, for the one who waits for it to be redeemed."""
        waits = table.phase == "waiting" and table.has_seat(player)
        return table.code if waits else None

    async def join(self, player: str, game: str) -> r.Begun:
        """Take an open offer."""
        async with self.tables.open(game) as table:
            if table.terms.rival != "anybody" and not table.has_seat(player):
                raise Refusal("no_seat", text="not_offered")
        return await self._sit(player, game)

    async def redeem(self, player: str, code: str) -> r.Begun:
        """Redeem an invitation; by the same guest it can be redeemed again."""
        game = await self.store.invited(clean_code(code))
        if game is None:
            raise Refusal("unknown_game", text="unknown_code")
        return await self._sit(player, game)

    async def _sit(self, player: str, game: str) -> r.Begun:
        name = await self.name_of(player)

        def take(table: Table, at: int) -> None:
            if table.has_seat(player):
                if table.phase == "waiting":
                    raise Refusal("not_allowed", text="own_offer")
                return
            if table.phase != "waiting":
                raise Refusal("not_allowed", text="taken")
            seat(table, Seat(player, name, side=table.free_side), at)

        await self.tables.change(game, take)
        async with self.tables.open(game) as table:
            return self.begun(table, player)

    async def pair(self, player: str, wish: r.Pairing) -> r.Begun:
        """Take the oldest open offer with this agreement, or make it."""
        agreed = {name: getattr(wish, name) for name in r.Agreement.__struct_fields__}
        fresh = r.NewGame(opponent=r.Anybody(), side="toss", id=wish.id, **agreed)
        await self._has_room(player)
        table = await self._wished(player, lambda: opened(fresh, player, "", milliseconds()))
        mine = table.terms
        for game in reversed(await self.store.offers(MOST_LISTED)):
            async with self.tables.open(game) as table:
                theirs = table.terms
                fits = table.phase == "waiting" and not table.has_seat(player)
                fits &= (theirs.setup, theirs.deck) == (mine.setup, mine.deck)
            if fits:
                try:
                    return await self._sit(player, game)
                except Refusal:
                    continue
        return await self.begin(player, fresh)

    # In a game

    async def act(
        self, game: str, player: str, id: str, act: m.AnyAct, seq: int | None, lag: int = 0
    ) -> m.Ack:
        """Do what a player asks in a game. Raises `Refusal`."""
        if isinstance(act, m.RematchAct | m.NextAct):
            return await self._again(game, player, id, act)
        return await self.tables.do(game, player, id, act, seq, lag)

    async def _again(self, game: str, player: str, id: str, act: m.RematchAct | m.NextAct) -> m.Ack:
        async with self.tables.open(game) as table:
            own = table.sides(player)
            if not own:
                raise Refusal("no_seat")
            if table.next is not None:
                return m.Ack(id, game, table.seq, table.next)
            known = table.commands.get(table.command(player, id))
            if known is not None:
                return m.Ack(id, game, known)
            second = is_first_of_match(table)
            if table.phase != "over" or second != isinstance(act, m.NextAct):
                raise Refusal("not_allowed", text="no_further_game")
            by = act.by or own[0]
            if by not in own:
                raise Refusal("no_seat")
            agreed = second or table.alone or table.rematch == other(by)
            after = None
            if agreed:
                after = await self.work.do(table.host, lambda: followed(table, milliseconds()))
        if after is None:
            await self.tables.change(game, lambda t, at: _offer_rematch(t, by, at))
            async with self.tables.open(game) as table:
                return m.Ack(id, game, table.seq)
        try:
            await self.tables.create(f"after:{game}", after)
            name = after.id
        except Conflict:
            name = await self.store.made_by(f"after:{game}") or ""
        await self.tables.change(game, lambda t, at: _follow(t, name, at))
        async with self.tables.open(game) as table:
            return m.Ack(id, game, table.seq, name)

    async def snapshot(self, table: Table, connection: Connection, since: int) -> str:
        """Return the frame of a game as it stands, for one reader. Raises `Refusal`."""
        here = self.broadcaster.here(table)

        def work() -> str:
            snapshot = m.Snapshot(
                game=table.id,
                seq=table.seq,
                you=table.sides(connection.guest),
                here=here,
                code=self.code(table, connection.guest),
                time=milliseconds(),
                events=tuple(entry.public() for entry in table.log[since:]),
                view=view(table, connection.language),
                until=table.starts_until,
            )
            return encoded(snapshot)

        return await self._of_table(table, work)

    async def _of_table(
        self, table: Table, action: Callable[[], T], urgency: Urgency = Urgency.MOVE
    ) -> T:
        """Return what is computed for a table. Raises `Refusal`, too where it is too complex."""
        try:
            return await self.work.do(table.host, action, urgency)
        except CrownheadError as error:
            raise refused(error, table.game.variant) from None

    def _lots(self, table: Table, _entries: Sequence[Entry]) -> None:
        """Note which players are connected and so have been sent what was published."""
        if table.phase == "lots" and table.unready:
            for connection in self.broadcaster.watchers(table.id):
                self._receives(table, connection.guest)

    def _receives(self, table: Table, player: str) -> None:
        if table.phase == "lots" and player in table.people - table.receivers:
            self._spawn(
                self.tables.change(table.id, lambda t, at: acts.receive_lots(t, player, at))
            )

    def _spawn(self, action: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(action)
        self._errands.add(task)
        task.add_done_callback(self._errand_done)

    def _errand_done(self, task: asyncio.Task[object]) -> None:
        self._errands.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal):
            _log.error("errand failed", exc_info=error)

    def watched(self, table: Table, player: str) -> None:
        """Note that somebody follows a table: who is to move may have come back to it."""
        self._receives(table, player)
        for listener in self.returns:
            listener(table, player)

    async def show(self, game: str, player: str, language: str) -> r.Shown:
        """Return a game as it stands, by HTTP."""
        self.asked(game)
        async with self.tables.open(game) as table:
            await self.tables.refresh(table)
            self.computer.consider(table)
            seen = await self._of_table(table, lambda: view(table, language))
            self._receives(table, player)
            return r.Shown(game, table.seq, table.sides(player), seen)

    async def explain(self, game: str, text: str, id: str, language: str) -> m.Why:
        """Return why a move would be refused now."""
        async with self.tables.open(game) as table:
            variant = table.game.variant
            try:
                reason = await self.work.do(
                    table.host, lambda: table.game.explain(text), Urgency.HINT
                )
            except CrownheadError as error:
                raise refused(error, variant, text) from None
        if reason is None:
            return m.Why(id, "", "", (), (), None)
        said = Refusal("illegal_move", _Explained(reason), variant=variant).said(language)
        return m.Why(id, said.rule, said.sentence, squares(reason), moves(reason), said.reason)

    async def hint(self, game: str, player: str, id: str) -> m.Hint:
        """Return a good move, where nobody else plays."""
        async with self.tables.open(game) as table:
            if not table.has_seat(player):
                raise Refusal("no_seat")
            if not table.alone:
                raise Refusal("not_allowed", text="not_alone")
            if table.phase != "playing":
                raise Refusal("not_allowed", text="no_hint")
            record = await self._of_table(table, table.game.to_json)
            ply = table.game.state.plies
        try:
            line = await self.computer.hint(player, record)
            return m.Hint(id, game, ply, line[0], line)
        except EngineError as error:
            raise Refusal("not_allowed", error) from None

    async def history(self, game: str, id: str) -> str:
        """Return the frame with every position of a game."""
        async with self.tables.open(game) as table:
            return await self._of_table(
                table, lambda: encoded(m.History(id, game, history(table.game))), Urgency.ANALYSIS
            )

    async def pdn(self, game: str) -> str:
        """Return a game as a PDN file."""
        async with self.tables.open(game) as table:
            return await self._of_table(table, lambda: pictures.pdn(table), Urgency.ANALYSIS)

    async def svg(
        self, game: str, ply: int | None, *, flip: bool, film: bool, language: str
    ) -> bytes:
        """Return the picture of a game's position, or the game as a film."""
        async with self.tables.open(game) as table:
            record = await self._of_table(table, table.game.to_json, Urgency.ANALYSIS)
            host = table.host
        return await self.work.do(
            host,
            lambda: pictures.svg(record, ply, flip=flip, film=film, language=language),
            Urgency.ANALYSIS,
        )

    async def withdraw(self, game: str, player: str) -> None:
        """Withdraw an own game that nobody has joined."""

        def take_away(table: Table, at: int) -> None:
            if not table.has_seat(player):
                raise Refusal("no_seat")
            if table.phase != "waiting":
                raise Refusal("not_allowed", text="taken")
            table.add(Aborted(None), at)

        await self.tables.change(game, take_away)

    async def data_of(self, player: str) -> AsyncIterator[bytes]:
        """Yield all that is kept of a guest, one line of JSON for himself and for each game."""
        yield encoded_line({"guest": {"name": await self.store.name_of(player)}})
        for game in await self.store.all_games_of(player):
            kept = await self.store.kept_of(game, player)
            if kept is not None:
                yield encoded_line(kept)

    async def erase(self, player: str) -> None:
        """Delete what is kept of a guest: his name, and the games that he had for himself.

        Games with others stay theirs, without his id and name.
        """
        for game in await self.store.all_games_of(player):
            with contextlib.suppress(Refusal):
                await self.tables.leave(game, lambda game=game: self.store.erase(game, player))  # type: ignore[misc]
        await self.store.forget_player(player)

    async def me(self, player: str) -> r.Me:
        """Return the guest's name and games."""
        cards = []
        for row in await self.store.games_of(player, MOST_LISTED):
            async with self.tables.open(row.id) as table:
                known = VARIANTS.get(table.game.variant.key) == table.game.variant
                outcome = table.game.outcome
                cards.append(
                    r.GameCard(
                        game=table.id,
                        variant=table.game.variant.key,
                        house=None if known else house(table),
                        phase=table.phase,
                        players=players(table),
                        you=table.sides(player),
                        turn=table.game.turn if table.phase == "playing" else None,
                        result=outcome.result if outcome else None,
                        created=table.created,
                    )
                )
        return r.Me(await self.name_of(player), tuple(cards))


def _playable(wish: r.NewGame, player: str, name: str) -> Table:
    """Return a new table whose first view can be made: a stranger chooses the position."""
    table = opened(wish, player, name, milliseconds())
    view(table, "en")
    return table


class _Explained(CrownheadError):
    """Carry the reason of a move that was only asked about."""

    def __init__(self, reason: object) -> None:
        super().__init__("explained")
        self.reason = reason


def _offer_rematch(table: Table, by: Color, at: int) -> None:
    if table.rematch is None:
        table.add(RematchOffered(by), at)


def _follow(table: Table, after: str, at: int) -> None:
    if table.next is None:
        table.add(Followed(after), at)
