"""Tokens, by which programs of an account come: asked of the database, and stored there.

Of a token there is a hash alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from crownhead.server.rights import Scope
from crownhead.server.storage.database import Database, find_first, row_of
from crownhead.server.storage.schema import api_tokens
from crownhead.server.storage.sessions import hold_session


@dataclass(frozen=True, slots=True)
class Token:
    """By what a program of an account comes, until a time; `scope` is `read` or `play`."""

    digest: str
    id: str
    player: str
    name: str
    scope: Scope
    created: int
    until: int
    used: int | None


class TokenStore:
    """Ask for tokens, and change them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_of(self, player: str) -> list[Token]:
        """Return the tokens of an account, the newest first."""
        mine = select(api_tokens).where(api_tokens.c.player == player)
        wanted = mine.order_by(api_tokens.c.created.desc())
        return await self._database.read(
            lambda c: [Token(**row._mapping) for row in c.execute(wanted)]
        )

    async def find(self, digest: str, at: int) -> Token | None:
        """Return the token of a hash that is valid at a time, or None."""
        valid = (api_tokens.c.digest == digest, api_tokens.c.until > at)
        return await find_first(self._database, Token, select(api_tokens).where(*valid))

    async def add(self, token: Token, most: int, session: str, fresh: int) -> bool:
        """Add a token; return False where the account has as many as it may.

        Raises `SessionGone`.
        """

        def change(connection: Connection) -> bool:
            hold_session(connection, session, token.player, fresh)
            mine = select(func.count()).where(api_tokens.c.player == token.player)
            if connection.execute(mine).scalar_one() >= most:
                return False
            connection.execute(insert(api_tokens), row_of(token))
            return True

        return await self._database.write(change)

    async def use(self, digest: str, at: int) -> None:
        """Note that a token was used."""

        def change(connection: Connection) -> None:
            used = update(api_tokens).where(api_tokens.c.digest == digest).values(used=at)
            connection.execute(used)

        await self._database.write(change)

    async def remove(self, player: str, id: str) -> list[str]:
        """Remove a token of an account; return its hash, or nothing."""
        return await self._database.write(lambda c: end_tokens(c, player, id=id))


def end_tokens(connection: Connection, player: str, *, id: str | None = None) -> list[str]:
    """Delete the tokens of an account, or one of them; return their hashes."""
    mine = [api_tokens.c.player == player]
    if id is not None:
        mine.append(api_tokens.c.id == id)
    found = [row.digest for row in connection.execute(select(api_tokens.c.digest).where(*mine))]
    connection.execute(delete(api_tokens).where(*mine))
    return found
