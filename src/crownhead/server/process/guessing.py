"""Passwords that are guessed: waited for ever longer, and hashed by few at once."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from crownhead.server.limits import networks
from crownhead.server.process.callers import remember
from crownhead.server.room.refusals import Refusal

T = TypeVar("T")
WAITING = 32
"""Passwords that wait for a processor; each takes 64 MB while it is hashed."""


class Hashing:
    """Do long work with passwords, as many at once as there are processors."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(os.cpu_count() or 1)
        self._waiting = 0

    async def run(self, work: Callable[[], T]) -> T:
        """Return the result of the work. Raises `Refusal` if too many are waiting."""
        if self._waiting >= WAITING:
            raise Refusal("too_fast", wait=2_000, crowded=True)
        self._waiting += 1
        try:
            async with self._turns:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


class Failures:
    """Count wrong passwords of a name from a network, and from its site: each more is waited for
    twice as long.

    Others who try it from elsewhere do not lock its owner out.

    >>> failures, now = Failures(), [0.0]
    >>> failures._now = lambda: now[0]
    >>> for _ in range(6): failures.add("anna", "203.0.113.9")
    >>> failures.wait("anna", "203.0.113.9"), failures.wait("anna", "203.0.113.77")
    (2000, 0)
    """

    FREE, FREE_OF_SITE = 5, 20
    LONGEST = 15 * 60.0

    def __init__(self) -> None:
        self._now = monotonic
        self._failed: OrderedDict[tuple[str, str], tuple[int, float]] = OrderedDict()

    def wait(self, name: str, address: str) -> int:
        """Return the milliseconds to wait before the next attempt."""
        ends = [self._failed.get((name, place), (0, 0.0))[1] for place in networks(address)]
        return max(0, round((max(ends) - self._now()) * 1000))

    def check(self, name: str, address: str) -> None:
        """Raise `Refusal` where the next attempt has to wait."""
        wait = self.wait(name, address)
        if wait:
            raise Refusal("too_fast", wait=wait)

    def add(self, name: str, address: str) -> None:
        """Count a wrong password."""
        for place, free in zip(networks(address), (self.FREE, self.FREE_OF_SITE), strict=True):
            count = self._failed.get((name, place), (0, 0.0))[0] + 1
            pause = min(self.LONGEST, 2.0 ** min(count - free, 20)) if count > free else 0.0
            remember(self._failed, (name, place), (count, self._now() + pause))

    def clear(self, name: str, address: str) -> None:
        """Forget them: the right one was given."""
        for place in networks(address):
            self._failed.pop((name, place), None)
