"""Requests of which only a part has arrived, and the clients that have too many of them.

Which client comes through a proxy is not known before the head of its request has arrived. So all
requests through trusted proxies are bounded as a whole, and the proxy must see to it that no client
of its own has too many.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

MOST_OF_NETWORK = 200
"""Unfinished requests of one network: as many as it may have sockets, which come back at once."""
MOST_OF_STRANGERS = 2_000
MOST_OF_PROXIES = 4_000

T = TypeVar("T", bound=Hashable)


class HalfSent(Generic[T]):
    """Hold the connections that are awaited, the one that has waited longest first.

    >>> half_sent = HalfSent[str](network=1, strangers=2, proxies=2)
    >>> [half_sent.enter(connection, connection[0]) for connection in ("a1", "b1", "b2", "c1")]
    [None, None, 'b1', 'a1']
    >>> [half_sent.enter(connection, None) for connection in ("p1", "p2", "p3")]
    [None, None, 'p1']
    """

    def __init__(
        self,
        *,
        network: int = MOST_OF_NETWORK,
        strangers: int = MOST_OF_STRANGERS,
        proxies: int = MOST_OF_PROXIES,
    ) -> None:
        self._most_of_network = network
        self._most_of_strangers = strangers
        self._most_of_proxies = proxies
        self._strangers: OrderedDict[T, str] = OrderedDict()
        self._proxied: OrderedDict[T, None] = OrderedDict()
        self._of_network: Counter[str] = Counter()

    def enter(self, connection: T, network: str | None) -> T | None:
        """Await a connection of a network, None for a believed proxy; return which one has to go.

        That is the oldest of whoever has too many. It has left already.
        """
        if network is None:
            self._proxied[connection] = None
            many = len(self._proxied) > self._most_of_proxies
            oldest = next(iter(self._proxied)) if many else None
        else:
            self._strangers[connection] = network
            self._of_network[network] += 1
            oldest = self._oldest_of_too_many(network)
        if oldest is not None:
            self.leave(oldest)
        return oldest

    def leave(self, connection: T) -> None:
        """Await a connection no longer; it need not have been awaited."""
        self._proxied.pop(connection, None)
        network = self._strangers.pop(connection, None)
        if network is not None:
            self._of_network[network] -= 1
            if not self._of_network[network]:
                del self._of_network[network]

    def _oldest_of_too_many(self, network: str) -> T | None:
        if self._of_network[network] > self._most_of_network:
            return next(other for other, whose in self._strangers.items() if whose == network)
        if len(self._strangers) > self._most_of_strangers:
            return next(iter(self._strangers))
        return None
