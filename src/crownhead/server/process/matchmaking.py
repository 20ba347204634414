"""How games begin at the server: by a wish, an invitation, an offer, or after another game."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

import msgspec

from crownhead.errors import CrownheadError, TooComplex
from crownhead.ratings import Rating
from crownhead.rules import Color
from crownhead.server.clock import milliseconds
from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.messages.entries import Aborted, Followed, RematchOffered
from crownhead.server.process.fairqueue import Urgency
from crownhead.server.process.guests import Guests
from crownhead.server.process.letters import Letters
from crownhead.server.process.lobby import Offers, offer
from crownhead.server.process.tables import Tables
from crownhead.server.process.work import Work
from crownhead.server.quota import charge
from crownhead.server.room.fitting import Seeker, fit, reach
from crownhead.server.room.naming import clean_code
from crownhead.server.room.rated import Tempo, check_seat, list_of, tempo_of
from crownhead.server.room.records import TooDeep
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.starting import hand_in, is_first_of_match, next_table, open_table, seat
from crownhead.server.room.table import Seat, Table
from crownhead.server.room.terms import MOST_STATES, Terms, control
from crownhead.server.room.view import view
from crownhead.server.storage.database import Conflict
from crownhead.server.storage.games import GameStore
from crownhead.server.storage.ratings import RatingStore
from crownhead.sides import other
from crownhead.variants import get

T = TypeVar("T")

MOST_TRIED = 60
"""Offers of a game that are looked at for one quick pairing."""


class Matchmaking:
    """Begin games, and give seats; `describe_seat` hears of each game that somebody has begun."""

    def __init__(
        self,
        store: GameStore,
        tables: Tables,
        work: Work,
        guests: Guests,
        offers: Offers,
        begun: Callable[[Table], None],
        ratings: RatingStore,
        letters: Letters,
    ) -> None:
        self._store = store
        self._ratings = ratings
        self._letters = letters
        self._tables = tables
        self._work = work
        self._guests = guests
        self._offers = offers
        self._heard = begun

    async def begin(self, player: str, wish: r.NewGame) -> r.Begun:
        """Begin a game, or wait for an opponent."""
        origin = None if wish.id is None else f"{player}:{wish.id}"
        guest = await self._guests.seat_of(player)
        if wish.rated and await self._guests.has_account(player):
            guest = replace(guest, rating=await self._rating_wished(player, wish))
        await self._guests.has_room(player)
        if isinstance(wish.opponent, r.Anybody) and not await self._find_made(origin):
            self._offers.check()
        table, states = await self._make_wished(player, lambda: _playable(wish, guest))
        charge(states)
        if isinstance(wish.opponent, r.Computer) and wish.start is not None:
            await self._letters.check_question(player, [table.game.position])
        return await self._create(player, origin, table)

    async def _rating(self, player: str, place: tuple[str, Tempo]) -> str:
        """Return a player's rating in a list, as it is shown."""
        standing = await self._ratings.one(player, *place)
        return str(Rating() if standing is None else standing.rating)

    async def _rating_wished(self, player: str, wish: r.NewGame) -> str | None:
        """Return a player's rating in the list of what he wishes, None where it is in none."""
        with _refusing():
            time = control(wish.time, wish.mode)
            if time is None or not isinstance(wish.variant, str):
                return None  # what is wished is refused where it is made
            place = get(wish.variant).key, tempo_of(time)
        return await self._rating(player, place)

    async def _make_wished(self, player: str, make: Callable[[], T]) -> T:
        """Return what is made of a stranger's wish. Raises `Refusal`."""
        with _refusing():
            return await self._work.run_off_loop(player, make)

    async def hand_in(self, player: str, wish: r.HandIn) -> r.Begun:
        """Take in a game or a round that was played without a connection."""
        name = await self._guests.name_of(player)
        await self._guests.has_room(player, bytes_too=True)
        steps = hand_in(wish, player, name, milliseconds())
        with _refusing():
            tables = await self._work.step(player, steps, Urgency.ANALYSIS)
        if wish.level is not None:
            for table in (each for each in tables if each.phase == "playing"):
                await self._letters.check_question(player, [table.game.position], common=False)
        return await self._create(player, f"{player}:{wish.id}", *tables)

    async def find_begun(self, player: str, id: str | None) -> str | None:
        """Return the game that a request of a player has begun already, or None."""
        return None if id is None else await self._find_made(f"{player}:{id}")

    async def _find_made(self, origin: str | None) -> str | None:
        """Return the game that a request has made already, or None."""
        return origin and await self._store.find_by_origin(origin)

    async def _create(self, player: str, origin: str | None, *made: Table) -> r.Begun:
        """Store new tables, and return what the player is told of the last."""
        table = made[-1]
        try:
            await self._tables.create(origin, *made)
        except Conflict:
            known = await self._find_made(origin)
            if not known:
                raise Refusal("unavailable") from None
            async with self._tables.open(known) as table:
                return describe_seat(table, player)
        self._heard(table)
        return describe_seat(table, player)

    async def join(self, player: str, game: str) -> r.Begun:
        """Take an open offer."""
        async with self._tables.open(game, current=True) as table:
            if table.terms.rival != "anybody" and not table.has_seat(player):
                raise Refusal("no_seat", text="not_offered")
        return await self.sit(player, game)

    async def describe_invitation(self, player: str, code: str) -> r.Invited:
        """Return what an invitation is for, before it is redeemed."""
        async with self._tables.open(await self._invitation(code), current=True) as table:
            yours = table.has_seat(player)
            if table.phase != "waiting" and not yours:
                raise Refusal("not_allowed", text="taken")
            return r.Invited(offer(table), yours)

    async def redeem(self, player: str, code: str) -> r.Begun:
        """Redeem an invitation; by the same guest it can be redeemed again."""
        return await self.sit(player, await self._invitation(code))

    async def _invitation(self, code: str) -> str:
        """Return the game of an invitation. Raises `Refusal` where there is none."""
        game = await self._store.find_invited(clean_code(code))
        if game is None:
            raise Refusal("unknown_game", text="unknown_code")
        return game

    async def sit(self, player: str, game: str) -> r.Begun:
        """Take the free seat of a game, whoever is meant to have it. Raises `Refusal`."""
        guest = await self._guests.seat_of(player)
        async with self._tables.open(game) as table:
            terms = table.terms
        if terms.rated and await self._guests.has_account(player):
            guest = replace(guest, rating=await self._rating(player, list_of(terms)))

        def take(table: Table, at: int) -> None:
            if table.has_seat(player):
                if table.phase == "waiting":
                    raise Refusal("not_allowed", text="own_offer")
                return
            if table.phase != "waiting":
                raise Refusal("not_allowed", text="taken")
            if table.terms.rated:
                check_seat(guest)
            seat(table, replace(guest, side=table.free_side), at)

        await self._tables.change(game, take)
        async with self._tables.open(game) as table:
            return describe_seat(table, player)

    async def pair(self, player: str, wish: r.Pairing) -> r.Paired:
        """Take the open offer that fits best, or wait with one; who waits reaches ever wider."""
        agreed = {name: getattr(wish, name) for name in r.Agreement.__struct_fields__}
        fresh = r.NewGame(opponent=r.Anybody(), side="toss", id=wish.id, **agreed)
        own = await self._own_offer(player, wish.waiting)
        if own is None:
            await self._guests.has_room(player)
        elif own.phase not in ("waiting", "aborted"):
            return r.Paired(own.id, own.sides(player))
        guest = await self._guests.seat_of(player)
        if wish.rated and await self._guests.has_account(player):
            guest = replace(guest, rating=await self._rating_wished(player, fresh))
        table = await self._make_wished(player, lambda: open_table(fresh, guest, milliseconds()))
        if own is not None and own.phase == "waiting" and not _is_for(own.terms, table.terms):
            # Nobody has waited for what he seeks only now.
            with contextlib.suppress(Refusal):
                await self.withdraw(own.id, player)
            own = None
        waits = own is not None and own.phase == "waiting"
        since = own.created if own is not None and waits else milliseconds()
        seeker = Seeker(player, table.terms, guest.rating, since, own.id if own and waits else "")
        for game in await self._fitting(seeker):
            if own is not None and waits:
                try:
                    await self.withdraw(own.id, player)
                except Refusal:  # somebody has taken it in this moment
                    async with self._tables.open(own.id) as table:
                        return r.Paired(own.id, table.sides(player))
                waits = False
            try:
                found = await self.sit(player, game)
            except Refusal:
                continue
            return r.Paired(found.game, found.you)
        if own is not None and waits:
            return r.Paired(own.id, own.sides(player), reach(seeker.terms, milliseconds() - since))
        if await self._is_withdrawn(await self.find_begun(player, wish.id)):
            fresh = msgspec.structs.replace(fresh, id=None)  # the request's own offer of before
        begun = await self.begin(player, fresh)
        return r.Paired(begun.game, begun.you, reach(seeker.terms, 0))

    async def _is_withdrawn(self, game: str | None) -> bool:
        if game is None:
            return False
        async with self._tables.open(game) as table:
            return table.phase == "aborted"

    async def _own_offer(self, player: str, game: str | None) -> Table | None:
        """Return the table at which a player waits; None where he has no seat."""
        if game is None:
            return None
        try:
            async with self._tables.open(game, current=True) as table:
                return table if table.has_seat(player) else None
        except Refusal:
            return None  # it has lapsed, and was deleted since

    async def _fitting(self, seeker: Seeker) -> list[str]:
        """Return the offers within reach, the best first."""
        found = []
        variant = seeker.terms.variant.key
        for game in await self._store.offers(MOST_TRIED, variant):
            async with self._tables.open(game) as table:
                place = fit(table, seeker, milliseconds())
            if place is not None:
                found.append((place, game))
        return [game for _, game in sorted(found)]

    async def again(self, game: str, player: str, id: str, act: m.RematchAct | m.NextAct) -> m.Ack:
        """Offer another game, or begin it where that is agreed."""
        async with self._tables.open(game, current=True) as table:
            own = table.sides(player)
            if not own:
                raise Refusal("no_seat")
            if table.next is not None:
                return m.Ack(id, game, table.seq, table.next)
            known = table.commands.get(table.command(player, id))
            if known is not None:
                return m.Ack(id, game, known)
            second = is_first_of_match(table)
            alone = table.terms.event is not None  # the event says who plays whom
            if table.phase != "over" or alone or second != isinstance(act, m.NextAct):
                raise Refusal("not_allowed", text="no_further_game")
            by = act.by or own[0]
            if by not in own:
                raise Refusal("no_seat")
            if table.rematch_declined == other(by):
                raise Refusal("not_allowed", text="rematch_declined")
            agreed = second or table.alone or table.rematch == other(by)
            after = None
            if agreed:
                ratings = {}
                if table.terms.rated:
                    place = list_of(table.terms)
                    ratings = {each: await self._rating(each, place) for each in table.people}
                after = await self._work.run_off_loop(
                    table.host, lambda: next_table(table, milliseconds(), ratings)
                )
        if after is not None and after.terms.rival == "computer":
            await self._letters.check_question(player, [after.game.position], common=False)
        if after is None:
            await self._tables.change(game, lambda t, at: _offer_rematch(t, by, at))
            async with self._tables.open(game) as table:
                return m.Ack(id, game, table.seq)
        try:
            await self._tables.create(f"after:{game}", after)
            name = after.id
        except Conflict:
            name = await self._store.find_by_origin(f"after:{game}") or ""
        await self._tables.change(game, lambda t, at: _follow(t, name, at))
        async with self._tables.open(game) as table:
            return m.Ack(id, game, table.seq, name)

    async def withdraw(self, game: str, player: str) -> None:
        """Withdraw an own game that nobody has joined."""

        def take_away(table: Table, at: int) -> None:
            if not table.has_seat(player):
                raise Refusal("no_seat")
            if table.phase != "waiting":
                raise Refusal("not_allowed", text="taken")
            table.add(Aborted(None), at)

        await self._tables.change(game, take_away)


@contextmanager
def _refusing() -> Iterator[None]:
    """Raise `Refusal` for what cannot be made of a stranger's wish."""
    try:
        yield
    except TooDeep as error:
        raise Refusal("bad_message", detail=str(error)) from None
    except CrownheadError as error:
        if isinstance(error, TooComplex):
            charge(MOST_STATES)
        raise Refusal("not_allowed", error) from None


def describe_seat(table: Table, player: str) -> r.Begun:
    """Return what a player is told of a game that he has a seat in."""
    return r.Begun(table.id, table.sides(player), code(table, player))


def code(table: Table, player: str) -> str | None:
    """Return the invitation, for the one who waits for it to be redeemed."""
    waits = table.phase == "waiting" and table.has_seat(player)
    return table.code if waits else None


def _is_for(offered: Terms, sought: Terms) -> bool:
    """Return whether an offer is what somebody seeks, whichever side he offered."""
    return replace(offered, side=None) == replace(sought, side=None)


def _playable(wish: r.NewGame, guest: Seat) -> tuple[Table, int]:
    """Return a new table whose first view can be made, and what it takes: a stranger wishes it."""
    table = open_table(wish, guest, milliseconds())
    view(table, "en")
    return table, table.bill()


def _offer_rematch(table: Table, by: Color, at: int) -> None:
    if table.rematch is None:
        table.add(RematchOffered(by), at)


def _follow(table: Table, after: str, at: int) -> None:
    if table.next is None:
        table.add(Followed(after), at)
