"""How often something may be done: token buckets for guests and networks, fair shares of the rest.

A guest and a network have what they have. What the networks of one site share, and all sites
together, runs out only for those who have had more than the others: nobody within his fair share is
refused, whatever the others do.
"""

from __future__ import annotations

import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import exp, inf, log
from time import monotonic

MOST_KEPT = 20_000
MOST_MEMBERS = 1_000
"""Members of one place after which those are forgotten who have had next to nothing lately."""
LITTLE = 0.01
SETTLED = 0.1
"""Seconds for which what is fair is not asked anew, unless many members have had something."""


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
    "watch_event": Rate(2, 20),
    "unwatch_event": Rate(2, 20),
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
    "account": Shared(Rate(0.02, 6), Rate(0.05, 20), Rate(0.1, 40), Rate(2, 100)),
    "sign-in": Shared(Rate(0.2, 12), Rate(0.3, 40), Rate(0.6, 80), Rate(5, 200)),
    "mail": Shared(Rate(0.003, 4), Rate(0.02, 10), Rate(0.04, 20), Rate(0.5, 50)),
    "report": Shared(Rate(0.05, 10), Rate(0.5, 60), Rate(1, 120), Rate(5, 200)),
    "search": Shared(Rate(1, 30), Rate(5, 120), Rate(10, 240), Rate(30, 500)),
    "base": Shared(Rate(5, 60), Rate(20, 200), Rate(40, 400), Rate(200, 2_000)),
    "collect": Shared(Rate(0.02, 10), Rate(0.04, 30), Rate(0.08, 60), Rate(0.5, 100)),
    "history": Shared(Rate(3, 40), Rate(20, 200), Rate(40, 400), Rate(200, 2_000)),
    "puzzle": Shared(Rate(0.05, 10), Rate(0.5, 60), Rate(1, 120), Rate(5, 200)),
    "study": Shared(Rate(1, 40), Rate(8, 240), Rate(16, 480), Rate(100, 2_000)),
    "talk": Shared(Rate(0.3, 6), Rate(3, 60), Rate(6, 120), Rate(50, 1_000)),
    "complaint": Shared(Rate(0.02, 5), Rate(0.2, 40), Rate(0.4, 80), Rate(5, 200)),
    "plan": Shared(Rate(0.5, 20), Rate(3, 120), Rate(6, 240), Rate(50, 1_000)),
    "lobby": Shared(Rate(0.5, 10), Rate(3, 60), Rate(6, 120), Rate(30, 300)),
    "hint": Shared(Rate(0.3, 6), Rate(3, 60), Rate(6, 120), Rate(30, 300)),
    "states": Shared(
        Rate(1e6, 10**7), Rate(4e6, 4 * 10**7), Rate(8e6, 8 * 10**7), Rate(2e7, 10**8)
    ),
}
"""What may be done over all connections and requests; `states` are work (see `quota`)."""


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


class FairLimits:
    """Share something among members, of whom each may always have as much as is fair.

    What a member has had is forgotten as fast as the whole comes in again. Fair is the level at
    which the whole would do, if whoever has had less had had all he asked for.

    >>> fair = FairLimits({"do": Rate(1, 6)}, lambda: 0.0)
    >>> [fair.missing("do", "", "anna") or fair.count("do", "", "anna") for _ in range(7)][-1] > 0
    True
    >>> fair.missing("do", "", "bert")
    0
    """

    def __init__(self, rates: Mapping[str, Rate], now: Callable[[], float] = monotonic) -> None:
        self._rates = rates
        self._now = now
        self._whole = Limits(rates, now)
        self._had: OrderedDict[tuple[str, str], _Had] = OrderedDict()

    def missing(self, kind: str, place: str, member: str) -> int:
        """Return the milliseconds to wait before a member may have one more of a place."""
        wait = self._whole.missing(kind, place)
        had = self._had.get((kind, place))
        if not wait or had is None:
            return wait
        over = (had.of(member) + 1) / max(had.level(member), 1e-9)
        return 0 if over <= 1 else max(1, min(wait, int(had.lasts * log(over) * 1000)))

    def count(self, kind: str, place: str, member: str, cost: float = 1) -> None:
        """Count what a member has had of a place."""
        self._whole.count(kind, place, cost)
        key = (kind, place)
        if key not in self._had:
            self._had[key] = _Had(self._rates[kind], self._now)
        self._had[key].add(member, cost)
        self._had.move_to_end(key)
        if len(self._had) > MOST_KEPT:
            self._had.popitem(last=False)


class _Had:
    """What the members of one place have had lately."""

    def __init__(self, rate: Rate, now: Callable[[], float]) -> None:
        self.lasts = rate.burst / rate.each
        self._burst = float(rate.burst)
        self._now = now
        self._amounts: dict[str, tuple[float, float]] = {}
        self._full = MOST_MEMBERS
        self._sorted: list[float] = []
        self._since = float("-inf")
        self._added = 0

    def of(self, member: str) -> float:
        """Return what a member has had, less what was forgotten of it."""
        amount, since = self._amounts.get(member, (0.0, 0.0))
        return amount * exp((since - self._now()) / self.lasts) if amount else 0.0

    def add(self, member: str, cost: float) -> None:
        """Count what a member has had."""
        self._amounts[member] = max(0.0, self.of(member) + cost), self._now()
        self._added += 1
        if len(self._amounts) > self._full:
            had = {each: self.of(each) for each in self._amounts}
            now = self._now()
            self._amounts = {each: (much, now) for each, much in had.items() if much > LITTLE}
            self._full = max(MOST_MEMBERS, 2 * len(self._amounts))

    def level(self, member: str) -> float:
        """Return how much each may have had, one more of this member included."""
        now = self._now()
        if 64 * self._added > len(self._sorted) or not self._since <= now < self._since + SETTLED:
            self._sorted = sorted(self.of(each) for each in self._amounts)
            self._since, self._added = now, 0
        left = self._burst
        others = len(self._sorted) + (self.of(member) <= LITTLE)
        for amount in self._sorted:
            if amount * others >= left:
                break
            left -= amount
            others -= 1
        return left / others if others else inf


class SharedLimits:
    """Count for a guest, his network, its site, and all together; nothing is counted if refused.

    A site is shared fairly by its networks, and the whole by all sites.

    >>> limits = SharedLimits({"do": Shared(Rate(1, 1), Rate(1, 2), Rate(1, 9), Rate(1, 9))})
    >>> [limits.wait("do", f"g{n}", f"2001:db8::{n}") > 0 for n in range(3)]
    [False, False, True]
    """

    def __init__(self, kinds: Mapping[str, Shared], now: Callable[[], float] = monotonic) -> None:
        self._guest = Limits({kind: shared.guest for kind, shared in kinds.items()}, now)
        self._network = Limits({kind: shared.network for kind, shared in kinds.items()}, now)
        self._site = FairLimits({kind: shared.site for kind, shared in kinds.items()}, now)
        self._all = FairLimits({kind: shared.all for kind, shared in kinds.items()}, now)

    def wait(self, kind: str, guest: str, address: str) -> int:
        """Count one more; return 0, or the milliseconds to wait, and then it does not count."""
        missing = self.missing(kind, guest, address)
        if not missing:
            self.charge(kind, guest, address, 1)
        return missing

    def missing(self, kind: str, guest: str, address: str) -> int:
        """Return the milliseconds to wait before one more is allowed; nothing is counted."""
        network, site = networks(address)
        return max(
            self._guest.missing(kind, guest),
            self._network.missing(kind, network),
            self._site.missing(kind, site, network),
            self._all.missing(kind, "", site),
        )

    def charge(self, kind: str, guest: str, address: str, cost: float) -> None:
        """Count something that was done; `cost` may be more than what is left."""
        network, site = networks(address)
        self._guest.count(kind, guest, cost)
        self._network.count(kind, network, cost)
        self._site.count(kind, site, network, cost)
        self._all.count(kind, "", site, cost)


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
        """Take a slot; return False if none is free."""
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
