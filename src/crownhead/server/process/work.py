"""What is computed for tables: beside the event loop, each table's host in turn.

Replays, moves, views and explanations may take a while in composed positions. So none of it runs on
the loop's thread, and who opens costly games waits for his own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from crownhead.server.metrics import WORK
from crownhead.server.process.fairqueue import Crowded, FairQueue, Urgency
from crownhead.server.room.refusals import Refusal

T = TypeVar("T")

THREADS = 2
MOST = 200
"""Jobs of one owner that may wait; more are refused."""


class Work:
    """Run the work of tables on a few threads."""

    def __init__(self) -> None:
        self._queue = FairQueue(THREADS, "work", most=MOST)

    async def do(self, owner: str, action: Callable[[], T], urgency: Urgency = Urgency.MOVE) -> T:
        """Return what the action returns on a thread; `owner` is whom its cost is charged to.

        Raises what the action raises, and `Refusal` where too much of the owner's waits already.
        """
        WORK.set(self._queue.waiting)
        try:
            return await self._queue.run(urgency, owner, action)
        except Crowded:
            raise Refusal("too_fast", wait=1000) from None

    async def close(self) -> None:
        """Drop what waits."""
        await self._queue.close()
