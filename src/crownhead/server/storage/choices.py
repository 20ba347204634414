"""What accounts have chosen about others."""

from __future__ import annotations

from dataclasses import dataclass
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

    async def keep(self, player: str, choices: Choices) -> bool:
        """Keep what an account has chosen; return False where there is none any more."""
        row: dict[str, Any] = {name: getattr(choices, name) for name in _NAMES}
        mine = account_settings.c.player == player

        def change(connection: Connection) -> bool:
            known = select(accounts.c.player).where(accounts.c.player == player).with_for_update()
            if connection.execute(known).first() is None:
                return False
            if not connection.execute(update(account_settings).where(mine).values(row)).rowcount:
                connection.execute(insert(account_settings), {"player": player, **row})
            return True

        return await self._database.write(change)
