"""Settings of accounts: who may challenge them, and whether their history is private."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import Connection, insert, select, update

from crownhead.server.storage.database import Database
from crownhead.server.storage.schema import account_settings, accounts

ChallengesFrom = Literal["all", "followed", "nobody"]


@dataclass(frozen=True, slots=True)
class Choices:
    """What an account has chosen; `private`: its history is nobody else's.

    `challenges` are from whom it takes challenges: all, whom it has `followed`, or nobody.
    """

    private: bool = False
    challenges: ChallengesFrom = "all"


_NAMES = tuple(Choices.__slots__)


class ChoiceStore:
    """Ask what accounts have chosen, and keep it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: str) -> Choices:
        """Return what an account has chosen, the usual where it has chosen nothing."""
        columns = [account_settings.c[name] for name in _NAMES]
        wanted = select(*columns).where(account_settings.c.player == player)

        def ask(connection: Connection) -> Choices:
            row = connection.execute(wanted).first()
            return Choices() if row is None else Choices(*row)

        return await self._database.read(ask)

    async def change(
        self,
        player: str,
        *,
        private: bool | None = None,
        challenges: ChallengesFrom | None = None,
    ) -> Choices:
        """Store what is not None, and return all that the account has chosen now.

        An account that is gone has chosen nothing, and nothing is stored for it.
        """
        wishes = {"private": private, "challenges": challenges}
        wished: dict[str, Any] = {name: wish for name, wish in wishes.items() if wish is not None}
        mine = account_settings.c.player == player
        columns = [account_settings.c[name] for name in _NAMES]

        def change(connection: Connection) -> Choices:
            known = select(accounts.c.player).where(accounts.c.player == player).with_for_update()
            if connection.execute(known).first() is None:
                return Choices()
            row = connection.execute(select(*columns).where(mine)).first()
            before = Choices() if row is None else Choices(*row)
            after = replace(before, **wished)
            values = {name: getattr(after, name) for name in _NAMES}
            if row is None:
                connection.execute(insert(account_settings), {"player": player, **values})
            else:
                connection.execute(update(account_settings).where(mine).values(values))
            return after

        return await self._database.write(change)
