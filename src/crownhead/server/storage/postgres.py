"""The connection to a database of PostgreSQL."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import create_async_engine

from crownhead.server.storage.database import Action, T

POOL = 10


class Postgres:
    """Use a pool of connections of asyncpg."""

    sqlite = False

    def __init__(self, url: str) -> None:
        self.engine = create_async_engine(
            url, pool_size=POOL, max_overflow=POOL, pool_timeout=10, pool_recycle=1800
        )
        # One statement needs no BEGIN and no COMMIT.
        self._plain = self.engine.execution_options(isolation_level="AUTOCOMMIT")

    async def read(self, action: Action[T]) -> T:
        """Ask something."""
        async with self._plain.connect() as connection:
            return await connection.run_sync(action)

    async def write(self, action: Action[T], *, alone: bool = False) -> T:
        """Change something, as one transaction."""
        if alone:
            return await self.read(action)
        async with self.engine.begin() as connection:
            return await connection.run_sync(action)

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()
