"""Whom accounts follow, and who of them is here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select

from crownhead.server.storage.database import Database
from crownhead.server.storage.schema import (
    accounts,
    follows,
    games,
    players,
    presences,
    processes,
    seats,
)

ALIVE = 10_000
"""Milliseconds without a sign of life after which nobody is taken to be at a process."""


@dataclass(frozen=True, slots=True)
class Followed:
    """Somebody who is followed: his id, what he is called, whether he is a program."""

    player: str
    name: str
    bot: bool


class FriendStore:
    """Ask whom accounts follow, and keep it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def follow(self, player: str, followed: str, at: int, most: int) -> bool:
        """Follow somebody, once; return False where as many are followed as may be."""

        def change(connection: Connection) -> bool:
            both = select(accounts.c.player).where(accounts.c.player.in_((player, followed)))
            if len(connection.execute(both.with_for_update()).fetchall()) < 2:
                return True  # one of them is gone in this moment
            mine = follows.c.player == player
            there = select(follows.c.at).where(mine, follows.c.followed == followed)
            if connection.execute(there).first() is not None:
                return True
            if connection.execute(select(func.count()).where(mine)).scalar_one() >= most:
                return False
            row = {"player": player, "followed": followed, "at": at}
            connection.execute(insert(follows), row)
            return True

        return await self._database.write(change)

    async def unfollow(self, player: str, followed: str) -> None:
        """Follow somebody no more."""
        gone = delete(follows).where(follows.c.player == player, follows.c.followed == followed)
        await self._database.write(lambda connection: connection.execute(gone))

    async def follows(self, player: str, other: str) -> bool:
        """Return whether a player follows another."""
        wanted = select(follows.c.at).where(follows.c.player == player, follows.c.followed == other)
        return await self._database.read(lambda c: c.execute(wanted).first() is not None)

    async def of(self, player: str) -> list[Followed]:
        """Return whom a player follows, by name."""
        wanted = (
            select(follows.c.followed, players.c.name, players.c.kind)
            .join(accounts, accounts.c.player == follows.c.followed)
            .join(players, players.c.id == follows.c.followed)
            .where(follows.c.player == player)
            .order_by(players.c.name)
        )
        return await self._database.read(
            lambda c: [
                Followed(row.followed, row.name, row.kind == "bot") for row in c.execute(wanted)
            ]
        )

    # Who is here

    async def present(self, of: Sequence[str], now: int) -> frozenset[str]:
        """Return who of some players is connected to a process that lives."""
        wanted = (
            select(presences.c.player)
            .join(processes, processes.c.id == presences.c.process)
            .where(presences.c.player.in_(of), processes.c.seen >= now - ALIVE)
        )
        return await self._database.read(
            lambda c: frozenset(str(row.player) for row in c.execute(wanted))
        )

    async def keep_present(self, process: str, came: Iterable[str], left: Iterable[str]) -> None:
        """Note who has come to a process, and who has left it."""
        rows = [{"player": player, "process": process} for player in came]
        gone = [*left]

        def change(connection: Connection) -> None:
            here = presences.c.process == process
            both = [*gone, *(row["player"] for row in rows)]
            connection.execute(delete(presences).where(here, presences.c.player.in_(both)))
            if rows:
                connection.execute(insert(presences), rows)

        await self._database.write(change)

    async def forget_process(self, process: str) -> None:
        """Note that nobody is at a process any more, nor at any that is known no more."""
        dead = presences.c.process.not_in(select(processes.c.id))
        gone = delete(presences).where((presences.c.process == process) | dead)
        await self._database.write(lambda connection: connection.execute(gone))

    async def running(self, of: Sequence[str], since: int) -> list[tuple[str, str]]:
        """Return players and the games they play with somebody, gone on since a time."""
        other = seats.alias()
        wanted = (
            select(seats.c.player, games.c.id)
            .join(games, games.c.id == seats.c.game)
            .join(other, other.c.game == games.c.id)
            .where(
                seats.c.player.in_(of),
                games.c.phase == "playing",
                games.c.changed >= since,
                other.c.player != seats.c.player,
                other.c.player != "engine",
            )
            .order_by(games.c.changed.desc())
        )
        return await self._database.read(
            lambda c: [(str(row.player), str(row.id)) for row in c.execute(wanted)]
        )
