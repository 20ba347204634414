"""The time of the server: steady, whatever happens to the clock on the machine's wall.

It is set once, when the process starts, and goes on with the machine's monotonic clock. Where the
process was stopped, or came to nothing for too long, the time stands at its last pulse until the
clocks of the games are stopped there (see `lifecycle`): nobody loses what nobody served.
"""

from __future__ import annotations

import time
from collections.abc import Callable

STALL = 2.0
"""Seconds without a pulse after which nobody was served."""
DAY = 24 * 3_600_000


class ServerTime:
    """The time in milliseconds since 1970.

    >>> wall, steady = [1000.0], [5.0]
    >>> clock = ServerTime(lambda: wall[0], lambda: steady[0])
    >>> wall[0], steady[0] = 4600.0, 6.0    # somebody has put the clock forward by an hour
    >>> clock.now()
    1001000
    >>> steady[0] = 60.0                    # the machine slept
    >>> clock.now(), clock.stalled
    (1000000, True)
    >>> clock.pulse(); clock.now()
    1055000
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._steady = steady
        self._pulse = steady()
        self._zero = wall() - self._pulse

    def now(self) -> int:
        """Return the time, which stands while the process is `stalled`."""
        steady = self._pulse if self.stalled else self._steady()
        return int((self._zero + steady) * 1000)

    @property
    def stalled(self) -> bool:
        """Return whether the last pulse is too long ago."""
        return self._steady() - self._pulse > STALL

    def pulse(self) -> None:
        """Note that the process goes on."""
        self._pulse = self._steady()

    def set(self, at: int) -> None:
        """Make it `at` now: a database that several processes share has one clock."""
        self._zero = at / 1000 - self._steady()

    def reach(self, at: int) -> None:
        """Make it `at` at least, which is stored already: time does not go back over a restart.

        What lies more than a day ahead was a wrong clock, and is not believed.
        """
        if self.now() < at <= self.now() + DAY:
            self.set(at)


SERVER = ServerTime()
"""The time of this process."""


def milliseconds() -> int:
    """Return the time of the server: milliseconds since 1970."""
    return SERVER.now()
