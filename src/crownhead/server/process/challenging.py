"""Challenges by name: made, shown at once to the one who is meant, taken, declined."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import assert_never

from crownhead.rules import Color
from crownhead.server.clock import DAY, milliseconds
from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.messages import friends as f
from crownhead.server.messages.entries import Aborted, Seated
from crownhead.server.process.accounts import find_account, unknown_account
from crownhead.server.process.broadcaster import Broadcaster, encode
from crownhead.server.process.bus import Bus, ChallengesChanged
from crownhead.server.process.lobby import offer
from crownhead.server.process.matchmaking import Matchmaking
from crownhead.server.process.notifications.page import PageNotices
from crownhead.server.process.tables import Tables
from crownhead.server.room.deadlines import flag_falls
from crownhead.server.room.entries import Entry
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Table
from crownhead.server.storage.accounts import AccountStore
from crownhead.server.storage.challenges import Bounds, Challenge, ChallengeStore, Hindrance
from crownhead.server.storage.choices import ChoiceStore
from crownhead.server.storage.friends import FriendStore
from crownhead.server.storage.talk import TalkStore

BOUNDS = Bounds(sent=10, received=20)
"""Challenges that wait by one account, and to one."""
MOST_SHOWN = 50
TOLD = DAY
"""Milliseconds for which somebody is told that his challenge was declined."""


class Challenging:
    """Carry challenges from one account to another."""

    def __init__(
        self,
        accounts: AccountStore,
        challenges: ChallengeStore,
        friends: FriendStore,
        choices: ChoiceStore,
        talk: TalkStore,
        matchmaking: Matchmaking,
        tables: Tables,
        broadcaster: Broadcaster,
        bus: Bus,
        page: PageNotices,
    ) -> None:
        self._accounts = accounts
        self._challenges = challenges
        self._friends = friends
        self._choices = choices
        self._talk = talk
        self._matchmaking = matchmaking
        self._tables = tables
        self._broadcaster = broadcaster
        self._bus = bus
        self._page = page

    async def challenge(self, player: str, wish: f.NewChallenge) -> r.Begun:
        """Offer a game to the account of a name. Raises `Refusal`."""
        other = (await find_account(self._accounts, wish.to)).player
        known = await self._matchmaking.find_begun(player, wish.id)
        if known is not None and await self._is_made(known, player, other):
            return r.Begun(known, await self._sides(known, player))
        await self._check(player, other)
        agreed = {name: getattr(wish, name) for name in r.Agreement.__struct_fields__}
        fresh = r.NewGame(opponent=r.Friend(), side=wish.side, id=wish.id, **agreed)
        begun = await self._matchmaking.begin(player, fresh)
        challenge = Challenge(begun.game, player, other, milliseconds(), False)
        hindrance = await self._challenges.put(challenge, BOUNDS)
        if hindrance is not None:  # another one was faster
            with contextlib.suppress(Refusal):
                await self._matchmaking.withdraw(begun.game, player)
            raise _refuse(hindrance)
        self.tell(other)
        return r.Begun(begun.game, begun.you)

    async def _is_made(self, game: str, player: str, other: str) -> bool:
        """Return whether a game that a request has begun is this challenge already.

        Raises `Refusal` where it is something else: no challenge is made of it.
        """
        found = await self._challenges.get(game)
        if found is not None and (found.challenger, found.challenged) == (player, other):
            return True
        async with self._tables.open(game) as table:
            if found is None and table.phase == "waiting" and table.terms.rival == "friend":
                return False  # the process was stopped between the game and the challenge
        raise Refusal("bad_message", detail="id: it has begun another game")

    async def _sides(self, game: str, player: str) -> tuple[Color, ...]:
        async with self._tables.open(game) as table:
            return table.sides(player)

    async def _check(self, player: str, other: str) -> None:
        """Raise `Refusal` where a player cannot challenge another now."""
        if other == player:
            raise Refusal("not_allowed", text="challenge_self")
        takes = (await self._choices.of(other)).challenges
        closed = takes == "nobody" or await self._talk.has_blocked(other, player)
        if closed or (takes == "followed" and not await self._friends.follows(other, player)):
            raise Refusal("not_allowed", text="challenge_closed")
        hindrance = await self._challenges.hindrance(player, other, BOUNDS)
        if hindrance is not None:
            raise _refuse(hindrance)

    async def of(self, player: str) -> f.Challenges:
        """Return what waits of a player's challenges, the newest first."""
        received: list[f.ChallengeView] = []
        sent: list[f.ChallengeView] = []
        for each in await self._challenges.of(player, milliseconds() - TOLD, MOST_SHOWN):
            mine = each.challenger == player
            account = await self._accounts.account(each.challenged if mine else each.challenger)
            try:
                async with self._tables.open(each.game) as table:
                    if account is None or (table.phase != "waiting" and not each.declined):
                        continue
                    shown = f.ChallengeView(account.name, offer(table), each.declined)
            except Refusal:
                continue  # it is gone in this moment
            (sent if mine else received).append(shown)
        waits = tuple(
            f.TurnCall(table.id, queued.kind == "deadline", flag_falls(table))
            for queued, table in await self._page.games(player)
        )
        quiet = bool(received) and await self._page.is_quiet(player, "challenge")
        starts = tuple(
            f.RoundCall(state.id, state.event.name, said.round, said.starts or 0)
            for state, said in await self._page.rounds(player)
        )
        return f.Challenges(tuple(received), tuple(sent), waits, starts, quiet)

    async def accept(self, player: str, game: str) -> r.Begun:
        """Take a challenge. Raises `Refusal`."""
        await self._mine(player, game)
        return await self._matchmaking.sit(player, game)

    async def decline(self, player: str, game: str) -> None:
        """Decline a challenge; whoever made it is told. Raises `Refusal`."""
        found = await self._mine(player, game)

        def give_up(table: Table, at: int) -> None:
            if table.phase != "waiting":
                raise Refusal("not_allowed", text="taken")
            table.add(Aborted(None), at)

        await self._tables.change(game, give_up)
        await self._challenges.decline(game)
        self.tell(found.challenger)
        self.tell(player)

    async def _mine(self, player: str, game: str) -> Challenge:
        found = await self._challenges.get(game)
        if found is None or found.challenged != player:
            raise Refusal("no_seat", text="not_challenged")
        return found

    async def prune(self, now: int) -> None:
        """Delete challenges that wait no more, once nobody is told of them."""
        await self._challenges.prune(now - TOLD)

    # Telling

    async def notify_change(self, game: str) -> None:
        """Notify both players of a challenge that no longer waits."""
        found = await self._challenges.get(game)
        if found is not None:
            self.tell(found.challenged)
            self.tell(found.challenger)

    @staticmethod
    def is_settled(table: Table, entries: Sequence[Entry]) -> bool:
        """Return whether these entries end what may be a challenge's waiting."""
        if table.terms.rival != "friend":
            return False
        if any(isinstance(entry.event, Seated) for entry in entries):
            return table.phase != "waiting"
        ended = any(isinstance(entry.event, Aborted) for entry in entries)
        return ended and len(table.seats) < 2

    def tell(self, player: str) -> None:
        """Make a player's pages, at every process, fetch his challenges again."""
        self.tell_here(player)
        self._bus.publish(ChallengesChanged(player))

    def tell_here(self, player: str) -> None:
        """Ask the pages that a player has open at this process to fetch his challenges again."""
        frame = encode(m.ChallengeNews())
        for connection in tuple(self._broadcaster.connections):
            if connection.guest == player:
                connection.post(frame)


def _refuse(hindrance: Hindrance) -> Refusal:
    """Return what is told to somebody whose challenge is not kept."""
    match hindrance:
        case "gone":
            return unknown_account()
        case "waits":
            return Refusal("not_allowed", text="challenge_waits")
        case "many":
            return Refusal("not_allowed", text="too_many_challenges")
        case _:
            assert_never(hindrance)
