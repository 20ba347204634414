"""What is computed for tables: beside the event loop, each network's and each guest's in turn.

Replays, moves, views and explanations may take a while in composed positions. So none of it runs on
the loop's thread, and whoever asks about costly games waits for his own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from time import thread_time
from typing import TypeVar

from crownhead.server.metrics import WORK
from crownhead.server.process.fairqueue import Crowded, FairQueue, Urgency
from crownhead.server.quota import STATES_A_SECOND, charge, network_of, payer
from crownhead.server.room.refusals import Refusal

T = TypeVar("T")

THREADS = 2
MOST = 200
"""Jobs of one owner that may wait; more are refused."""
OF_NETWORK = 400
PIECE = 0.01
"""Seconds of a processor after which long work lets others come first."""


class Work:
    """Run the work of tables on a few threads, or other long work on its own."""

    def __init__(self, threads: int = THREADS, name: str = "work") -> None:
        self._queue = FairQueue(threads, name, spares=True, most=MOST, crowd=OF_NETWORK)
        self._counted = name == "work"

    async def run_off_loop(
        self,
        host: str,
        action: Callable[[], T],
        urgency: Urgency = Urgency.MOVE,
        *,
        size: int = 0,
        metered: bool = False,
    ) -> T:
        """Return what the action returns on a thread.

        Whoever asks waits for it in his turn; where nobody does it is done on behalf of the `host`.
        `size` are the bytes that the action holds until then. What is `metered` is charged by the
        time it takes of a processor: work of which the core does not tell how much it was.

        Raises what the action raises, and `Refusal` where too much waits already of whoever asks,
        or of his network.
        """
        if metered:
            return await self._measure(host, action, urgency, size)
        if self._counted:
            WORK.set(self._queue.waiting)
        asker = payer()
        guest = host if asker is None else asker.guest
        try:
            return await self._queue.run(
                urgency, guest, action, network=network_of(guest), size=size
            )
        except Crowded:
            raise Refusal("too_fast", wait=1000, crowded=True) from None

    async def _measure(self, host: str, action: Callable[[], T], urgency: Urgency, size: int) -> T:
        seconds = 0.0

        def measure() -> T:
            nonlocal seconds
            began = thread_time()
            try:
                return action()
            finally:
                seconds = thread_time() - began

        try:
            return await self.run_off_loop(host, measure, urgency, size=size)
        finally:
            charge(int(seconds * STATES_A_SECOND))

    async def step(
        self, host: str, steps: Generator[None, None, T], urgency: Urgency = Urgency.MOVE
    ) -> T:
        """Return what many small steps come to, which others may come in between; `metered`."""

        def go_on() -> tuple[T] | None:
            end = thread_time() + PIECE
            try:
                while True:
                    next(steps)
                    if thread_time() > end:
                        return None
            except StopIteration as ended:
                return (ended.value,)

        while True:
            found = await self.run_off_loop(host, go_on, urgency, metered=True)
            if found is not None:
                return found[0]

    async def close(self) -> None:
        """Drop what waits."""
        await self._queue.close()
