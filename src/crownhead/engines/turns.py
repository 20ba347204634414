"""The calls of an engine that an event loop drives, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from crownhead.errors import EngineError

CLOSING = 5
"""In so many turns of the loop an analysis that was left has begun to close."""


class Turns:
    """Let calls wait for each other, but not for an analysis that is being read.

    Whoever reads it might be the one who would wait. `read` is set as long as that may be.
    """

    def __init__(self) -> None:
        self.read = False
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def call(self) -> AsyncIterator[None]:
        """Hold the engine for one call.

        Raises `EngineError` while an analysis is being read.
        """
        for _ in range(CLOSING):
            if not self.read:
                break
            await asyncio.sleep(0)
        else:
            raise EngineError("The engine is thinking already: aclose() ends an analysis")
        async with self._lock:
            yield
