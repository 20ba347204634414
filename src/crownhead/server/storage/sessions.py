"""Sessions, the devices that are signed in: asked of the database, and stored there.

Of a session's token there is a hash alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from crownhead.server.rights import Role
from crownhead.server.storage.database import Database, find_first
from crownhead.server.storage.deeds import write_down
from crownhead.server.storage.schema import accounts, challenges, sessions

MOST_SESSIONS = 50
"""Of one account; the one that was not used for longest makes room."""


class SessionGone(Exception):
    """The session that asks has ended meanwhile, or its proof has lapsed."""


@dataclass(frozen=True, slots=True)
class Session:
    """A device that is signed in; `proved` is when a credential was last shown there."""

    digest: str
    id: str
    player: str
    device: str
    created: int
    used: int
    proved: int
    role: Role


@dataclass(frozen=True, slots=True)
class NewSession:
    """What is stored of a device that signs in now."""

    digest: str
    id: str
    device: str


_SESSION = select(sessions, accounts.c.role).join(accounts, accounts.c.player == sessions.c.player)


class SessionStore:
    """Ask for sessions, and change them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, digest: str, since: int) -> Session | None:
        """Return a session that was used since a time, or None."""
        used = (sessions.c.digest == digest, sessions.c.used >= since)
        return await find_first(self._database, Session, _SESSION.where(*used))

    async def list_of(self, player: str, since: int) -> list[Session]:
        """Return the sessions of an account used since a time, the last used first."""
        mine = _SESSION.where(sessions.c.player == player, sessions.c.used >= since)
        wanted = mine.order_by(sessions.c.used.desc())
        return await self._database.read(
            lambda c: [Session(**row._mapping) for row in c.execute(wanted)]
        )

    async def use(self, digest: str, at: int, *, proved: bool = False) -> None:
        """Note that a session was used; `proved`: a credential was shown, too."""
        values = {"used": at, "proved": at} if proved else {"used": at}

        def change(connection: Connection) -> None:
            connection.execute(update(sessions).where(sessions.c.digest == digest).values(values))

        await self._database.write(change)

    async def end(self, player: str, id: str) -> list[str]:
        """End one session of an account; return its digest, or nothing."""
        return await self._database.write(lambda c: end_sessions(c, player, id=id))

    async def end_all(
        self, player: str, but: str = "", actor: str | None = None, at: int = 0
    ) -> list[str]:
        """End the sessions of an account, but for one; return their digests.

        With an `actor` it is written down who did.
        """

        def change(connection: Connection) -> list[str]:
            if actor is not None:
                write_down(connection, actor, "end_sessions", player, "", at)
            return end_sessions(connection, player, but=but)

        return await self._database.write(change)


def lock_account(connection: Connection, player: str) -> None:
    """Lock the account against other transactions. SQLite has one at a time."""
    mine = select(accounts.c.player).where(accounts.c.player == player)
    connection.execute(mine.with_for_update())


def hold_session(connection: Connection, session: str, player: str, fresh: int) -> None:
    """Raise `SessionGone` unless a session goes on that has shown a credential since `fresh`."""
    lock_account(connection, player)
    mine = (sessions.c.digest == session, sessions.c.player == player, sessions.c.proved >= fresh)
    if connection.execute(select(sessions.c.id).where(*mine)).first() is None:
        raise SessionGone


def put_session(
    connection: Connection, player: str, session: NewSession, at: int, *, proved: bool = True
) -> None:
    """Begin a session; one too many ends the one that was not used for longest."""
    newest = select(sessions.c.digest).where(sessions.c.player == player)
    kept = newest.order_by(sessions.c.used.desc()).limit(MOST_SESSIONS - 1)
    digests = [row.digest for row in connection.execute(kept)]
    if len(digests) == MOST_SESSIONS - 1:
        others = (sessions.c.player == player, sessions.c.digest.not_in(digests))
        connection.execute(delete(sessions).where(*others))
    times = {"created": at, "used": at, "proved": at if proved else 0}
    row = {"digest": session.digest, "id": session.id, "device": session.device, "player": player}
    connection.execute(insert(sessions), {**row, **times})


def end_sessions(
    connection: Connection, player: str, *, but: str = "", id: str | None = None
) -> list[str]:
    """End the sessions of an account but one, or one of them; return their digests."""
    mine = [sessions.c.player == player, sessions.c.digest != but]
    if id is not None:
        mine.append(sessions.c.id == id)
    found = [row.digest for row in connection.execute(select(sessions.c.digest).where(*mine))]
    connection.execute(delete(sessions).where(*mine))
    if id is None:  # and what was shown to other devices
        shown = (challenges.c.player == player, challenges.c.purpose == "pass")
        connection.execute(delete(challenges).where(*shown))
    return found
