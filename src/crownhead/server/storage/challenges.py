"""Games that one account has offered to another by name."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, and_, func, insert, or_, select, update

from crownhead.server.storage.database import Database
from crownhead.server.storage.schema import accounts, game_challenges, games


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge by one player to another; `declined`: the other does not want it."""

    game: str
    challenger: str
    challenged: str
    at: int
    declined: bool


_ROW = [game_challenges.c[name] for name in Challenge.__slots__]


class ChallengeStore:
    """Ask for challenges, and keep them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, challenge: Challenge) -> None:
        """Keep a challenge, once; none to an account that is gone."""
        row = {name: getattr(challenge, name) for name in Challenge.__slots__}

        def change(connection: Connection) -> None:
            there = select(game_challenges.c.game).where(game_challenges.c.game == challenge.game)
            known = select(accounts.c.player).where(accounts.c.player == challenge.challenged)
            if connection.execute(known).first() is None:
                return
            if connection.execute(there).first() is None:
                connection.execute(insert(game_challenges), row)

        await self._database.write(change)

    async def get(self, game: str) -> Challenge | None:
        """Return the challenge that a game is, or None."""
        wanted = select(*_ROW).where(game_challenges.c.game == game)

        def ask(connection: Connection) -> Challenge | None:
            row = connection.execute(wanted).first()
            return None if row is None else Challenge(*row)

        return await self._database.read(ask)

    async def decline(self, game: str) -> None:
        """Note that a challenge is declined."""
        changed = update(game_challenges).where(game_challenges.c.game == game)
        declined = changed.values(declined=True)
        await self._database.write(lambda connection: connection.execute(declined))

    async def of(self, player: str, since: int, most: int) -> list[Challenge]:
        """Return what waits of a player's challenges, and what was declined since a time."""
        known = game_challenges.c
        mine = or_(known.challenger == player, known.challenged == player)
        open_ = and_(games.c.phase == "waiting", known.declined.is_(False))
        lately = and_(known.challenger == player, known.declined.is_(True), known.at >= since)
        wanted = (
            select(*_ROW)
            .join(games, games.c.id == known.game)
            .where(mine, or_(open_, lately))
            .order_by(known.at.desc())
            .limit(most)
        )
        return await self._database.read(lambda c: [Challenge(*row) for row in c.execute(wanted)])

    async def count(self, challenger: str | None, challenged: str | None) -> int:
        """Return how many challenges wait by somebody, to somebody, or both."""
        known = game_challenges.c
        conditions = [games.c.phase == "waiting", known.declined.is_(False)]
        if challenger is not None:
            conditions.append(known.challenger == challenger)
        if challenged is not None:
            conditions.append(known.challenged == challenged)
        wanted = (
            select(func.count())
            .select_from(game_challenges)
            .join(games, games.c.id == known.game)
            .where(*conditions)
        )
        return await self._database.read(lambda c: int(c.execute(wanted).scalar_one()))
