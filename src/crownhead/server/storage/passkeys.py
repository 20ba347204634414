"""Passkeys, and the challenges that devices sign: asked of the database, and stored there."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from crownhead.server.storage.database import Database, find_first, row_of
from crownhead.server.storage.schema import accounts, challenges, passkeys
from crownhead.server.storage.sessions import end_sessions, hold_session


class Superseded(Exception):
    """What somebody has shown is a credential no more."""


class KeyTaken(Exception):
    """The passkey is somebody's already."""


@dataclass(frozen=True, slots=True)
class Passkey:
    """A key of a device; id and public key in base64url."""

    id: str
    player: str
    public_key: str
    uses: int
    name: str
    created: int
    used: int | None


class PasskeyStore:
    """Ask for passkeys and challenges, and change them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_of(self, player: str) -> list[Passkey]:
        """Return the passkeys of an account, the oldest first."""
        wanted = select(passkeys).where(passkeys.c.player == player).order_by(passkeys.c.created)
        return await self._database.read(lambda c: [Passkey(*row) for row in c.execute(wanted)])

    async def find(self, id: str) -> Passkey | None:
        """Return the passkey of an id, or None."""
        return await find_first(
            self._database, Passkey, select(passkeys).where(passkeys.c.id == id)
        )

    async def add(self, key: Passkey, keep: str, most: int, fresh: int) -> list[str] | None:
        """Add a passkey, and end all sessions but one; None where there are too many already.

        Returns the digests of the sessions that have ended. Raises `KeyTaken`, `SessionGone`.
        """

        def change(connection: Connection) -> list[str] | None:
            hold_session(connection, keep, key.player, fresh)
            mine = select(func.count()).where(passkeys.c.player == key.player)
            if connection.execute(mine).scalar_one() >= most:
                return None
            connection.execute(insert(passkeys), row_of(key))
            return end_sessions(connection, key.player, but=keep)

        try:
            return await self._database.write(change)
        except IntegrityError:
            raise KeyTaken from None  # the same key was added at once

    async def remove(self, player: str, id: str, keep: str, fresh: int) -> list[str] | None:
        """Remove a passkey and end all sessions but one; None where it is not the account's.

        Also None where nothing else could be signed in with. Returns the digests of the sessions
        that have ended.
        """

        def change(connection: Connection) -> list[str] | None:
            hold_session(connection, keep, player, fresh)
            others = select(func.count()).where(passkeys.c.player == player, passkeys.c.id != id)
            password = select(accounts.c.password).where(accounts.c.player == player)
            other = connection.execute(password).scalar() is not None
            if not other and not connection.execute(others).scalar_one():
                return None
            mine = passkeys.c.player == player
            if not connection.execute(delete(passkeys).where(mine, passkeys.c.id == id)).rowcount:
                return None
            return end_sessions(connection, player, but=keep)

        return await self._database.write(change)

    async def use(self, player: str, key: tuple[str, int], at: int) -> None:
        """Note how often a passkey says it was used. Raises `Superseded` where it is gone."""
        await self._database.write(lambda connection: use_key(connection, player, key, at))

    async def put_challenge(self, challenge: str, purpose: str, player: str, until: int) -> None:
        """Store what a device is to sign, for a purpose."""
        row = {"challenge": challenge, "purpose": purpose, "player": player, "until": until}

        def change(connection: Connection) -> None:
            connection.execute(insert(challenges), row)

        await self._database.write(change)

    async def take_challenge(self, challenge: str, purpose: str, player: str, at: int) -> bool:
        """Use up a challenge; return whether it was there, for this purpose and player."""
        known = challenges.c
        place = (known.challenge == challenge, known.purpose == purpose, known.player == player)

        def change(connection: Connection) -> bool:
            found = connection.execute(delete(challenges).where(*place, known.until > at)).rowcount
            connection.execute(delete(challenges).where(known.until <= at))
            return bool(found)

        return await self._database.write(change)

    async def find_challenged(self, challenge: str, purpose: str, at: int) -> str | None:
        """Return whose a challenge is, None where there is none for this purpose."""
        known = challenges.c
        place = (known.challenge == challenge, known.purpose == purpose, known.until > at)
        wanted = select(known.player).where(*place)
        return await self._database.read(lambda c: c.execute(wanted).scalar())


def use_key(connection: Connection, player: str, key: tuple[str, int], at: int) -> None:
    """Note how often a passkey says it was used. Raises `Superseded` where it is gone."""
    place = (passkeys.c.id == key[0], passkeys.c.player == player)
    used = update(passkeys).where(*place).values(uses=key[1], used=at)
    if not connection.execute(used).rowcount:
        raise Superseded
