"""Games that one account has offered to another by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from crownhead.server.room.notices import Notice
from crownhead.server.storage.database import Database
from crownhead.server.storage.notices import queue
from crownhead.server.storage.schema import accounts, game_challenges, games


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge by one player to another; `declined`: the other does not want it."""

    game: str
    challenger: str
    challenged: str
    at: int
    declined: bool


class Bounds(NamedTuple):
    """How many challenges may wait by one account, and to one."""

    sent: int
    received: int


Hindrance = Literal["gone", "waits", "many"]
"""Why no challenge is kept: one of the two is no more, one waits already, or too many do."""
_ROW = [game_challenges.c[name] for name in Challenge.__slots__]


class ChallengeStore:
    """Ask for challenges, and keep them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, challenge: Challenge, bounds: Bounds) -> Hindrance | None:
        """Keep a challenge, once; return what hinders it.

        Of several that come at once to an account, or by it, only so many are kept as may be.
        """
        row = {name: getattr(challenge, name) for name in Challenge.__slots__}
        both = (challenge.challenger, challenge.challenged)

        def change(connection: Connection) -> Hindrance | None:
            there = select(game_challenges.c.game).where(game_challenges.c.game == challenge.game)
            if connection.execute(there).first() is not None:
                return None
            known = select(accounts.c.player).where(accounts.c.player.in_(both))
            alone = known.order_by(accounts.c.player).with_for_update()
            if len(connection.execute(alone).fetchall()) < 2:
                return "gone"
            found = _hindrance(connection, *both, bounds)
            if found is None:
                connection.execute(insert(game_challenges), row)
                told = Notice(challenge.challenged, "challenge", challenge.game)
                queue(connection, [told], challenge.at)
            return found

        return await self._database.write(change)

    async def hindrance(self, challenger: str, challenged: str, bounds: Bounds) -> Hindrance | None:
        """Return what would hinder a challenge now."""
        return await self._database.read(lambda c: _hindrance(c, challenger, challenged, bounds))

    async def prune(self, before: int) -> None:
        """Delete challenges of before that wait no more."""
        waiting = select(games.c.id).where(games.c.phase == "waiting")
        known = game_challenges.c
        gone = delete(game_challenges).where(known.at < before, known.game.not_in(waiting))
        await self._database.write(lambda connection: connection.execute(gone))

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


def _hindrance(
    connection: Connection, challenger: str, challenged: str, bounds: Bounds
) -> Hindrance | None:
    known = game_challenges.c
    by, to = known.challenger == challenger, known.challenged == challenged
    if _count(connection, by, to):
        return "waits"
    if _count(connection, by) >= bounds.sent or _count(connection, to) >= bounds.received:
        return "many"
    return None


def _count(connection: Connection, *whose: ColumnElement[bool]) -> int:
    """Return how many challenges of somebody wait."""
    wanted = (
        select(func.count())
        .select_from(game_challenges)
        .join(games, games.c.id == game_challenges.c.game)
        .where(games.c.phase == "waiting", game_challenges.c.declined.is_(False), *whose)
    )
    return int(connection.execute(wanted).scalar_one())
