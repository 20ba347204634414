"""One socket: what waits to be sent to it, and what is known of who is behind it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic

from crownhead.server.clock import milliseconds
from crownhead.server.limits import SOCKET, Limits

MOST_FRAMES = 256
MOST_CHARACTERS = 4_000_000
MOST_LAG = 500
"""Milliseconds; a longer way there and back is not believed."""


class Connection:
    """Send to one socket without ever waiting for it.

    What it does not read waits here, up to a bound; beyond it `slow` is set and the socket is
    to be dropped: the client comes back and asks for what it missed.
    """

    def __init__(
        self, guest: str, address: str, send: Callable[[str], Awaitable[None]], language: str = "en"
    ) -> None:
        self.guest = guest
        self.address = address
        self.language = language
        self.watched: set[str] = set()
        self.events: set[str] = set()
        self.in_lobby = False
        self.limits = Limits(SOCKET)
        self.slow = asyncio.Event()
        self.leaving = False
        self.session = ""  # the digest of that by which an account came
        self.until: int | None = None  # when that ends, where it does by itself
        self.looks = False  # a program that may look, and do nothing
        self.signed_out = asyncio.Event()
        self.strikes = 0
        self.errands: set[asyncio.Task[None]] = set()
        self._send = send
        self._waiting: deque[str] = deque()
        self._characters = 0
        self._news = asyncio.Event()
        self._beaten: float | None = None
        self._lags: deque[int] = deque(maxlen=5)

    def post(self, frame: str) -> None:
        """Send a frame as soon as the socket takes it."""
        if self.slow.is_set():
            return
        self._waiting.append(frame)
        self._characters += len(frame)
        if len(self._waiting) > MOST_FRAMES or self._characters > MOST_CHARACTERS:
            self._waiting.clear()
            self.slow.set()
        self._news.set()

    def part(self, frame: str) -> None:
        """Send a last frame: the server ends the connection."""
        self.post(frame)
        self.leaving = True

    async def write(self) -> None:
        """Send what is posted, until cancelled."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                frame = self._waiting.popleft()
                self._characters -= len(frame)
                await self._send(frame)

    async def expire(self) -> None:
        """Sign out when that by which an account came has ended by itself."""
        while self.until is not None and (left := self.until - milliseconds()) > 0:
            await asyncio.sleep(left / 1000)
        if self.until is not None:
            self.signed_out.set()

    @property
    def idle(self) -> bool:
        """Return whether nothing waits to be sent."""
        return not self._waiting

    # The way there and back

    def beat(self) -> None:
        """Ask for a heartbeat, to measure the lag."""
        if self._beaten is None:
            self._beaten = monotonic()
            self.post("p")

    def beaten(self) -> None:
        """Record the heartbeat."""
        if self._beaten is not None:
            self._lags.append(int((monotonic() - self._beaten) * 1000))
            self._beaten = None

    @property
    def lag(self) -> int:
        """Return the ms that a message takes there and back: the least measured lately."""
        return min(min(self._lags), MOST_LAG) if self._lags else 0
