"""Whom accounts follow, who of them is here, and what they play."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

from crownhead.server.clock import milliseconds
from crownhead.server.messages import friends as f
from crownhead.server.metrics import FAULTS
from crownhead.server.process.accounts import find_account
from crownhead.server.process.broadcaster import Broadcaster, encode_line
from crownhead.server.process.lobby import LATELY
from crownhead.server.room.refusals import Refusal
from crownhead.server.storage.accounts import AccountStore
from crownhead.server.storage.choices import ChoiceStore
from crownhead.server.storage.database import is_away
from crownhead.server.storage.friends import FriendStore

MOST = 200
"""Accounts that one follows."""
BEAT = 2.0
"""Seconds after which it is known everywhere who has come and who has left."""
_log = logging.getLogger("crownhead.server")


class Friends:
    """Follow accounts, and tell who is here."""

    def __init__(
        self,
        accounts: AccountStore,
        friends: FriendStore,
        choices: ChoiceStore,
        broadcaster: Broadcaster,
    ) -> None:
        self._accounts = accounts
        self._choices = choices
        self._friends = friends
        self._broadcaster = broadcaster
        self._known: frozenset[str] = frozenset()

    async def of(self, player: str) -> list[f.FollowedPlayer]:
        """Return whom an account follows: who is here first, then by name."""
        followed = await self._friends.of(player)
        ids = [each.player for each in followed]
        now = milliseconds()
        present = await self._friends.present(ids, now)
        games: dict[str, list[str]] = {}
        for other, game in await self._friends.running(ids, now - LATELY):
            games.setdefault(other, []).append(game)
        found = [
            f.FollowedPlayer(
                each.name, each.bot, each.player in present, tuple(games.get(each.player, ()))
            )
            for each in followed
        ]
        return sorted(found, key=lambda each: (not each.online, each.name.casefold()))

    async def follow(self, player: str, name: str) -> None:
        """Follow the account of a name. Raises `Refusal`."""
        other = await find_account(self._accounts, name)
        if other.player == player:
            raise Refusal("not_allowed", text="follow_self")
        if not await self._friends.follow(player, other.player, milliseconds(), MOST):
            raise Refusal("not_allowed", text="too_many_followed")

    async def unfollow(self, player: str, name: str) -> None:
        """Follow the account of a name no more. Raises `Refusal`."""
        await self._friends.unfollow(player, (await find_account(self._accounts, name)).player)

    async def data_of(self, player: str, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Yield whom an account follows and what it has chosen, as lines of JSON; then the rest."""
        yield encode_line({"follows": [each.name for each in await self._friends.of(player)]})
        yield encode_line({"choices": await self._choices.of(player)})
        async for line in rest:
            yield line

    # Who is here

    async def watch(self, process: str) -> None:
        """Note again and again who is connected to this process, where that has changed."""
        while True:
            await asyncio.sleep(BEAT)
            connected = self._broadcaster.connections
            here = frozenset(c.guest for c in connected if c.session and not c.looks)
            came, left = here - self._known, self._known - here
            if not came and not left:
                continue
            try:
                await self._friends.keep_present(process, came, left)
                self._known = here
            except Exception as error:
                if not is_away(error):
                    FAULTS.inc()
                    _log.exception("presence not noted")

    async def forget_dead(self) -> None:
        """Forget who was at processes that are known no more."""
        await self._friends.forget_process("")

    async def close(self, process: str) -> None:
        """Note that nobody is at this process any more."""
        await self._friends.forget_process(process)
