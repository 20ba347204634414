"""What goes out to other machines, beside all else: tried a few times, logged where it fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tenacity import (
    AsyncRetrying,
    retry_if_exception_type,
    stop_after_attempt,
    wait_random_exponential,
)

from crownhead.server.metrics import FAULTS
from crownhead.server.room.refusals import Refusal
from crownhead.server.storage.database import is_away

MOST_ON_THEIR_WAY = 32
"""Notices that one process has in hand; the others wait in the database."""
TRIES_AT_ONCE = 3
_log = logging.getLogger("crownhead.server")


class SendingFailed(Exception):
    """Something was not sent; it may help to try again, `later` once the operator has acted."""

    def __init__(self, said: str, *, later: bool = False) -> None:
        super().__init__(said)
        self.later = later


class Outgoing:
    """The tasks of one process that send something."""

    def __init__(self, *, haste: bool) -> None:
        self._haste = haste
        self._going: set[asyncio.Task[None]] = set()

    @property
    def room(self) -> int:
        """How many more may be on their way."""
        return max(0, MOST_ON_THEIR_WAY - len(self._going))

    def spawn(self, action: Awaitable[None]) -> None:
        """Send something beside all else; what goes wrong is logged."""
        task: asyncio.Task[None] = asyncio.ensure_future(_guard(action))
        self._going.add(task)
        task.add_done_callback(self._going.discard)

    async def retry(self, attempt: Callable[[], Awaitable[None]]) -> None:
        """Try something a few times within seconds.

        Raises `SendingFailed`, and whatever else it raises.
        """
        pause = 0.0 if self._haste else 1.0
        tries = AsyncRetrying(
            stop=stop_after_attempt(TRIES_AT_ONCE),
            wait=wait_random_exponential(multiplier=pause, max=20),
            retry=retry_if_exception_type(SendingFailed),
            reraise=True,
        )
        async for each in tries:
            with each:
                await attempt()

    async def close(self) -> None:
        """Send nothing more; what was not told waits for another process."""
        for task in self._going:
            task.cancel()
        await asyncio.gather(*self._going, return_exceptions=True)


def log_failure(way: str, failed: SendingFailed) -> None:
    """Log that something was not sent: an error where the operator has to do something."""
    said = {"way": way, "error": str(failed)[:200]}
    _log.log(logging.ERROR if failed.later else logging.WARNING, "not sent", extra=said)


async def _guard(action: Awaitable[None]) -> None:
    try:
        await action
    except Refusal as refusal:
        _log.warning("not told", extra={"code": refusal.code})
    except Exception as error:
        if not is_away(error):
            FAULTS.inc()
            _log.exception("not told")
