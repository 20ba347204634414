"""The calls of an engine that an event loop drives, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from crownhead.errors import EngineError

CLOSING = 5
"""In so many turns of the loop an analysis that was left has begun to close."""


class CallQueue:
    """Take one call after the other, but none while an analysis is being read.

    Whoever reads it might be the one who would wait.
    """

    def __init__(self) -> None:
        self._read = False
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def call(self) -> AsyncIterator[None]:
        """Hold the engine for one call.

        Raises `EngineError` while an analysis is being read.
        """
        for _ in range(CLOSING):
            if not self._read:
                break
            await asyncio.sleep(0)
        else:
            raise EngineError("The engine is thinking already: aclose() ends an analysis")
        async with self._lock:
            yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Refuse calls as long as an analysis may be read; its search ends afterwards."""
        self._read = True
        try:
            yield
        finally:
            self._read = False
