"""The guests: what they are called, what is kept of them, and how much of it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any

from crownhead.server.clock import milliseconds
from crownhead.server.messages import bodies as r
from crownhead.server.people.names import skeleton
from crownhead.server.process.broadcaster import encode_line
from crownhead.server.process.guest_databases import GuestDatabases
from crownhead.server.process.lobby import house
from crownhead.server.process.tables import Tables
from crownhead.server.room.deadlines import flag_falls
from crownhead.server.room.leave import set_leave
from crownhead.server.room.naming import first_name, is_first_name, own_name
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Seat
from crownhead.server.room.view import players
from crownhead.server.settings import Settings
from crownhead.server.storage import puzzle_reports
from crownhead.server.storage.accounts import AccountStore
from crownhead.server.storage.games import Loaded
from crownhead.server.storage.letters import LetterStore
from crownhead.server.storage.store import Store
from crownhead.server.storage.talk import TalkStore
from crownhead.variants import VARIANTS

MOST_LISTED = 30


class Guests:
    """Name guests, list their games, and give or delete what is kept of them.

    `adopting`, `forgetting` and `keeping` do the same for what other parts keep of a player.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        accounts: AccountStore,
        tables: Tables,
        guest_databases: GuestDatabases,
        letters: LetterStore,
    ) -> None:
        self._settings = settings
        self._store = store
        self._accounts = accounts
        self._tables = tables
        self._databases = guest_databases
        self._letters = letters
        self._talk = TalkStore(store.database)
        self.adopting: list[Callable[[str, str], Awaitable[None]]] = []
        self.forgetting: list[Callable[[str], Awaitable[None]]] = []
        self.keeping: list[Callable[[str], Awaitable[list[dict[str, Any]]]]] = []

    async def seat_of(self, player: str) -> Seat:
        """Return a seat for a guest, on whichever side he gets."""
        known = await self._store.players.profile_of(player)
        if known is None:
            return Seat(player, first_name(player))
        name = known.name or first_name(player)
        if not await self._accounts.is_free(skeleton(name), player, milliseconds()):
            name = first_name(player)  # an account has taken it since
        return Seat(player, name, known.kind)

    async def has_account(self, player: str) -> bool:
        """Return whether a player has an account, a person's or a program's."""
        return await self._accounts.has_account(player)

    async def name_of(self, player: str) -> str:
        """Return what a guest is called."""
        return (await self.seat_of(player)).name

    async def rename(self, player: str, wish: r.Naming) -> None:
        """Give a guest a name, the first one again where nothing of it is printable."""
        first = is_first_name(wish.name, player)
        cleaned = "" if first else own_name(wish.name)
        before = await self.seat_of(player)
        if await self._accounts.has_account(player):
            raise Refusal("not_allowed", text="rename_account")
        if cleaned and not await self._accounts.is_free(skeleton(cleaned), player, milliseconds()):
            raise Refusal("not_allowed", text="name_taken")
        bot = before.kind == "bot" if wish.bot is None else wish.bot
        await self._store.players.rename(
            player, cleaned or first_name(player), "bot" if bot else "guest", milliseconds()
        )

    async def has_room(self, player: str, *, bytes_too: bool = False) -> None:
        """Raise `Refusal` where a guest has as many games, or as much of them, as he may."""
        settings, players = self._settings, self._store.players
        if await players.open_games_of(player) >= settings.most_games:
            raise Refusal("not_allowed", text="too_many_games")
        if await players.games_kept_of(player) >= settings.most_kept:
            raise Refusal("not_allowed", text="too_many_kept")
        if bytes_too and await players.bytes_kept_of(player) >= settings.most_bytes:
            raise Refusal("not_allowed", text="too_many_kept")

    async def me(self, player: str) -> r.Me:
        """Return the guest's name and games."""
        cards = []
        for row in await self._store.players.games_of(player, MOST_LISTED):
            async with self._tables.open(row.id) as table:
                known = VARIANTS.get(table.game.variant.key) == table.game.variant
                outcome = table.game.outcome
                cards.append(
                    r.GameSummary(
                        game=table.id,
                        variant=table.game.variant.key,
                        house=None if known else house(table),
                        phase=table.phase,
                        players=players(table),
                        you=table.sides(player),
                        turn=table.game.turn if table.phase == "playing" else None,
                        result=outcome.result if outcome else None,
                        created=table.created,
                        daily=table.terms.daily,
                        falls=flag_falls(table),
                        away=table.away,
                        until=table.leave.get(table.away, 0) if table.away else None,
                    )
                )
        seat = await self.seat_of(player)
        account = await self._accounts.has_account(player)
        return r.Me(seat.name, tuple(cards), bot=seat.kind == "bot", account=account)

    async def data_of(self, player: str) -> AsyncIterator[bytes]:
        """Yield all that is kept of a guest: himself, each report, each game as a line of JSON.

        What he has handed in as databases of games comes as it stood in his files.
        """
        known = await self._store.players.profile_of(player)
        name, bot = (None, False) if known is None else (known.name, known.kind == "bot")
        yield encode_line({"guest": {"name": name, "bot": bot}})
        for told in await puzzle_reports.reports_of(self._store.database, player):
            kept = {"variant": told.variant, "puzzle": told.puzzle, "fault": told.fault}
            yield encode_line({"reported": {**kept, "at": told.at}})
        for game in await self._store.players.all_games_of(player):
            loaded = await self._store.games.load(game)
            if loaded is not None:
                yield await self._tables.work.run_off_loop(player, partial(_line, loaded, player))
        for collect in (self._letters.personal_data, self._talk.personal_data, *self.keeping):
            for beside in await collect(player):
                yield encode_line(beside)
        async for base, text in self._databases.texts(player):
            yield encode_line({"collected": {"base": base.id, "name": base.name, "pdn": text}})

    async def adopt(self, guest: str, player: str) -> int:
        """Give all that is kept of a guest to a player; return how many games that were.

        A game in which both sit stays as it is. What has come to a stop on the way goes on when it
        is asked for again.
        """
        games = 0
        for game in await self._store.players.all_games_of(guest):
            with contextlib.suppress(Refusal):
                change = partial(self._store.players.adopt, game, guest, player)
                games += await self._tables.leave(game, change)
        await self._databases.adopt(guest, player)
        await self._letters.adopt(guest, player)
        await self._talk.adopt(guest, player)
        for adopt in self.adopting:
            await adopt(guest, player)
        database = self._store.database
        for told in await puzzle_reports.reports_of(database, guest):
            await puzzle_reports.store_report(database, player, told)
        await puzzle_reports.delete_reports(database, guest)
        await self._store.players.forget_player(guest)
        return games

    async def erase(self, player: str) -> None:
        """Delete what is kept of a guest: his name, his databases, the games he had for himself.

        Games with others stay theirs, without his id and name. The name of an account goes with it.
        """
        partners = await self._store.players.partners_of(player)
        away = await self._letters.leave_until(player, milliseconds()) is not None
        for game in await self._store.players.all_games_of(player):
            with contextlib.suppress(Refusal):
                if away:  # nobody comes back from this leave, and somebody waits
                    await self._tables.change(game, lambda t, at: set_leave(t, player, at, at))
                await self._tables.leave(game, partial(self._store.players.erase, game, player))
        await self._databases.forget(player, partners)
        await self._letters.forget(player)
        await self._talk.forget(player)
        for forget in self.forgetting:
            await forget(player)
        await puzzle_reports.delete_reports(self._store.database, player)
        if not await self._accounts.has_account(player):
            await self._store.players.forget_player(player)


def _line(loaded: Loaded, player: str) -> bytes:
    return encode_line(loaded.export(player))
