"""Server processes at one database: which are alive, and since when."""

from __future__ import annotations

from sqlalchemy import delete, func, select

from crownhead.server.storage.access import Access
from crownhead.server.storage.database import put
from crownhead.server.storage.schema import processes


class ProcessStore:
    """Store when a process was last alive, and ask for it."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def alive(self, process: str, at: int, started: int) -> None:
        """Store that this process lives."""
        first = {"started": started}
        await self._access.write(lambda c: put(c, processes, {"id": process}, {"seen": at}, first))

    async def last_seen(self, but: str) -> int | None:
        """Return when another process was last alive, None if there never was one."""
        wanted = select(func.max(processes.c.seen)).where(processes.c.id != but)
        seen = await self._access.one(wanted)
        return None if seen is None else int(seen)

    async def forget(self, process: str) -> None:
        """Forget a process that ends."""
        gone = delete(processes).where(processes.c.id == process)
        await self._access.write(lambda connection: connection.execute(gone))

    async def forget_before(self, at: int) -> None:
        """Forget processes not seen since `at`."""
        gone = delete(processes).where(processes.c.seen < at)
        await self._access.write(lambda connection: connection.execute(gone))
