"""How often somebody may do something: token buckets by name."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic

MOST_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Rate:
    """Allow `burst` at once and `each` a second in the long run."""

    each: float
    burst: int


SOCKET = {
    "hello": Rate(1, 5),
    "watch": Rate(5, 80),
    "unwatch": Rate(5, 80),
    "do": Rate(10, 30),
    "explain": Rate(10, 30),
    "hint": Rate(0.5, 5),
    "history": Rate(2, 10),
    "lobby": Rate(1, 10),
    "beat": Rate(2, 10),
    "bad": Rate(2, 20),
}
"""What one connection may send, by the type of the message."""

ADDRESS = {
    "connect": Rate(5, 100),
    "message": Rate(100, 500),
    "read": Rate(20, 100),
    "write": Rate(5, 40),
    "create": Rate(0.5, 30),
    "invitation": Rate(0.2, 10),
    "house": Rate(0.1, 20),
    "hand-in": Rate(0.5, 20),
    "picture": Rate(5, 30),
}
"""What one address may do, over all its connections and requests."""


class Limits:
    """Count what each name has done lately; the least recent names are forgotten.

    >>> limits = Limits({"do": Rate(1, 2)}, lambda: 0.0)
    >>> [limits.wait("do", "anna") for _ in range(3)]
    [0, 0, 1000]
    """

    def __init__(self, rates: Mapping[str, Rate], now: Callable[[], float] = monotonic) -> None:
        self._rates = rates
        self._now = now
        self._filled: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def wait(self, kind: str, name: str = "") -> int:
        """Count one more; return 0, or the milliseconds to wait, and then it does not count."""
        rate, now = self._rates[kind], self._now()
        key = (kind, name)
        tokens, since = self._filled.get(key, (float(rate.burst), now))
        tokens = min(float(rate.burst), tokens + (now - since) * rate.each)
        if tokens < 1:
            return int((1 - tokens) / rate.each * 1000)
        self._filled[key] = (tokens - 1, now)
        self._filled.move_to_end(key)
        if len(self._filled) > MOST_KEPT:
            self._filled.popitem(last=False)
        return 0
