"""What a request costs in work: states that the core looks at, counted where the work is done.

Acts are counted before they are done, work after it: whoever has spent more than his share waits
until it has come in again. So costly positions are dear to those who chose them.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import NamedTuple

from crownhead.server.limits import MOST_KEPT, SharedLimits, networks

STATES = "states"
"""The kind of limit that work is charged to."""
STATES_A_SECOND = 10_000_000
"""About how many states the core looks at in a second of a processor."""
MOST = 2**24
"""States charged for one request at most: a long game of costly positions that is replayed."""


class Payer(NamedTuple):
    """Who asks, and from where."""

    guest: str
    address: str


@dataclass(slots=True)
class _Bill:
    payer: Payer
    states: int = 0


_bill: ContextVar[_Bill | None] = ContextVar("bill", default=None)
_seen: OrderedDict[str, str] = OrderedDict()
"""The network from which each guest has asked last."""


def charge(states: int) -> None:
    """Charge work to the request on whose behalf this task runs, if it runs for one."""
    bill = _bill.get()
    if bill is not None:
        bill.states += states


def payer() -> Payer | None:
    """Return for whom this task runs; None where the server does something of itself."""
    bill = _bill.get()
    return None if bill is None else bill.payer


def network_of(guest: str) -> str:
    """Return the network from which a guest has asked last; one of his own, if he never has."""
    return _seen.get(guest, guest)


def hidden_network(keys: Sequence[bytes], guest: str) -> str:
    """Return the network of `network_of` as a keyed hash, so that nobody reads it where it lies.

    >>> len(hidden_network((b"secret",), "anna"))
    32
    """
    key = keys[0] if keys else b""
    network = network_of(guest).encode()
    return hmac.new(key, b"network " + network, hashlib.sha256).hexdigest()[:32]


@contextmanager
def bill_to(limits: SharedLimits, guest: str, address: str) -> Iterator[None]:
    """Charge a guest, and those beside him, with whatever is spent meanwhile.

    >>> from crownhead.server.limits import Rate, Shared
    >>> limits = SharedLimits({STATES: Shared(*[Rate(100, 1_000)] * 4)}, lambda: 0.0)
    >>> with bill_to(limits, "anna", "203.0.113.9"):
    ...     charge(2_000)
    >>> limits.missing(STATES, "anna", "203.0.113.9") > 10_000
    True
    """
    bill = _Bill(Payer(guest, address))
    _seen[guest] = networks(address)[0]
    _seen.move_to_end(guest)
    if len(_seen) > MOST_KEPT:
        _seen.popitem(last=False)
    token = _bill.set(bill)
    try:
        yield
    finally:
        _bill.reset(token)
        if bill.states:
            limits.charge(STATES, guest, address, min(bill.states, MOST))
