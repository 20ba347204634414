"""How often something may be done: token buckets for guests, for networks, and for all together."""

from __future__ import annotations

import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
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
    "frame": Rate(40, 400),
}
"""What one connection may send, by the type of the message; `frame` is anything at all."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What one guest may do, the guests of one network (a /64 of IPv6), of a /48, and all.

    Behind one router may be a whole club, so a network may do far more than a guest.
    """

    guest: Rate
    network: Rate
    site: Rate
    all: Rate


KINDS = {
    "connect": Shared(Rate(2, 40), Rate(20, 400), Rate(60, 1_200), Rate(500, 10_000)),
    "message": Shared(Rate(40, 200), Rate(400, 2_000), Rate(1_200, 6_000), Rate(20_000, 50_000)),
    "read": Shared(Rate(10, 100), Rate(60, 600), Rate(200, 2_000), Rate(2_000, 10_000)),
    "write": Shared(Rate(5, 40), Rate(30, 300), Rate(100, 1_000), Rate(1_000, 5_000)),
    "create": Shared(Rate(0.2, 15), Rate(1, 60), Rate(3, 200), Rate(30, 1_000)),
    "invitation": Shared(Rate(0.1, 10), Rate(0.5, 40), Rate(1, 80), Rate(50, 500)),
    "house": Shared(Rate(0.05, 10), Rate(0.1, 20), Rate(0.2, 40), Rate(1, 200)),
    "hand-in": Shared(Rate(0.2, 20), Rate(1, 60), Rate(2, 120), Rate(10, 200)),
    "picture": Shared(Rate(2, 20), Rate(5, 60), Rate(10, 120), Rate(30, 200)),
    "data": Shared(Rate(0.01, 4), Rate(0.1, 20), Rate(0.2, 40), Rate(2, 100)),
    "report": Shared(Rate(0.05, 10), Rate(0.5, 60), Rate(1, 120), Rate(5, 200)),
    "search": Shared(Rate(1, 30), Rate(5, 120), Rate(10, 240), Rate(30, 500)),
    "base": Shared(Rate(5, 60), Rate(20, 200), Rate(40, 400), Rate(200, 2_000)),
    "collect": Shared(Rate(0.02, 10), Rate(0.04, 30), Rate(0.08, 60), Rate(0.5, 100)),
    "puzzle": Shared(Rate(0.05, 10), Rate(0.5, 60), Rate(1, 120), Rate(5, 200)),
    "hint": Shared(Rate(0.3, 6), Rate(3, 60), Rate(6, 120), Rate(30, 300)),
    "states": Shared(
        Rate(1e6, 10**7), Rate(4e6, 4 * 10**7), Rate(8e6, 8 * 10**7), Rate(2e7, 10**8)
    ),
}
"""What may be done over all connections and requests; `states` are work (see `spending`)."""


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
        missing = self.missing(kind, name)
        if not missing:
            self.count(kind, name)
        return missing

    def missing(self, kind: str, name: str = "") -> int:
        """Return the milliseconds to wait before one more is allowed; nothing is counted."""
        tokens, rate = self._tokens(kind, name), self._rates[kind]
        return 0 if tokens >= 1 else max(1, int((1 - tokens) / rate.each * 1000))

    def count(self, kind: str, name: str = "", cost: float = 1) -> None:
        """Count something that was done; `cost` may be more than what is left."""
        key = (kind, name)
        self._filled[key] = (self._tokens(kind, name) - cost, self._now())
        self._filled.move_to_end(key)
        if len(self._filled) > MOST_KEPT:
            self._filled.popitem(last=False)

    def _tokens(self, kind: str, name: str) -> float:
        rate, now = self._rates[kind], self._now()
        tokens, since = self._filled.get((kind, name), (float(rate.burst), now))
        return min(float(rate.burst), tokens + (now - since) * rate.each)


class SharedLimits:
    """Count for a guest, his network, its site, and all together; nothing is counted if refused.

    >>> limits = SharedLimits({"do": Shared(Rate(1, 1), Rate(1, 2), Rate(1, 9), Rate(1, 9))})
    >>> [limits.wait("do", f"g{n}", f"2001:db8::{n}") > 0 for n in range(3)]
    [False, False, True]
    """

    def __init__(self, kinds: Mapping[str, Shared], now: Callable[[], float] = monotonic) -> None:
        self._guest = Limits({kind: shared.guest for kind, shared in kinds.items()}, now)
        self._network = Limits({kind: shared.network for kind, shared in kinds.items()}, now)
        self._site = Limits({kind: shared.site for kind, shared in kinds.items()}, now)
        self._all = Limits({kind: shared.all for kind, shared in kinds.items()}, now)

    def wait(self, kind: str, guest: str, address: str) -> int:
        """Count one more; return 0, or the milliseconds to wait, and then it does not count."""
        missing = self.missing(kind, guest, address)
        if not missing:
            self.charge(kind, guest, address, 1)
        return missing

    def missing(self, kind: str, guest: str, address: str) -> int:
        """Return the milliseconds to wait before one more is allowed; nothing is counted."""
        return max(limits.missing(kind, name) for limits, name in self._places(guest, address))

    def charge(self, kind: str, guest: str, address: str, cost: float) -> None:
        """Count something that was done; `cost` may be more than what is left."""
        for limits, name in self._places(guest, address):
            limits.count(kind, name, cost)

    def _places(self, guest: str, address: str) -> tuple[tuple[Limits, str], ...]:
        network, site = networks(address)
        return (
            (self._guest, guest),
            (self._network, network),
            (self._site, site),
            (self._all, ""),
        )


class Occupancy:
    """Count what guests and networks hold open, each up to a number.

    >>> sockets = Occupancy(guest=1, network=2)
    >>> [sockets.enter(guest, "203.0.113.9") for guest in ("anna", "anna", "bert", "carl")]
    [True, False, True, False]
    >>> sockets.leave("anna", "203.0.113.9"); sockets.enter("carl", "203.0.113.9")
    True
    """

    def __init__(self, *, guest: int, network: int) -> None:
        self._most = {"guest": guest, "network": network}
        self._held: Counter[tuple[str, str]] = Counter()

    def enter(self, guest: str, address: str) -> bool:
        """Hold one more, unless it would be too many; return whether it is held."""
        if not self.has_place(guest, address):
            return False
        self.take(guest, address)
        return True

    def take(self, guest: str, address: str) -> None:
        """Hold one more, however many there are."""
        self._held.update(self._keys(guest, address))

    def has_place(self, guest: str, address: str) -> bool:
        """Return whether one more can be held."""
        keys = self._keys(guest, address)
        return all(self._held[key] < self._most[key[0]] for key in keys)

    def leave(self, guest: str, address: str) -> None:
        """Hold one less."""
        for key in self._keys(guest, address):
            self._held[key] -= 1
            if self._held[key] <= 0:
                del self._held[key]

    @staticmethod
    def _keys(guest: str, address: str) -> tuple[tuple[str, str], ...]:
        return ("guest", guest), ("network", networks(address)[0])


@lru_cache(4_096)
def networks(address: str) -> tuple[str, str]:
    """Return the network and the site of an address: what one subscriber has, and one customer.

    >>> networks("203.0.113.9")
    ('203.0.113.9', '203.0.113.0/24')
    >>> networks("2001:db8:1:2::9")
    ('2001:db8:1:2::/64', '2001:db8:1::/48')
    >>> networks("::ffff:203.0.113.9")
    ('203.0.113.9', '203.0.113.0/24')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown", "unknown"
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if isinstance(found, ipaddress.IPv4Address):
        return str(found), str(ipaddress.ip_network(f"{found}/24", strict=False))
    network, site = (ipaddress.ip_network(f"{found}/{bits}", strict=False) for bits in (64, 48))
    return str(network), str(site)
