"""Places for what takes long and holds memory: few in all, few of a network, fewer of a guest.

When all are taken, the network that has the most gives one up to one that has fewer. So nobody is
kept out by others who have come with many cookies, or from several networks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from crownhead.server.quota import network_of
from crownhead.server.room.refusals import Refusal


@dataclass(eq=False, slots=True)
class Place:
    """One place that is held; it is `lost` once another network has got it."""

    guest: str
    network: str
    give_up: Callable[[], None] = field(repr=False)
    wait: int = 0
    lost: bool = False

    def check(self) -> None:
        """Raise `Refusal` where the place is lost."""
        if self.lost:
            raise Refusal("too_fast", wait=self.wait, crowded=True)


def _nothing() -> None:
    """Leave it to whoever holds the place to see that it is lost."""


class Places:
    """Give places to guests, up to a number of each, of each network, and in all.

    Where it `renews`, who has as many as he may gives up his first for the next.

    >>> places = Places(most=1, network=1)
    >>> held = places.enter("anna")
    >>> places.enter("bert")
    Traceback (most recent call last):
    ...
    crownhead.server.room.refusals.Refusal: too_fast
    """

    def __init__(
        self, *, most: int, network: int, guest: int = 1, wait: int = 5_000, renews: bool = False
    ) -> None:
        self._most = most
        self._of_network = network
        self._of_guest = guest
        self._wait = wait
        self._renews = renews
        self._held: list[Place] = []

    def __len__(self) -> int:
        return len(self._held)

    def check(self, guest: str) -> None:
        """Raise `Refusal` where there is no place for this guest now."""
        self._find_taken(guest, network_of(guest))

    def enter(self, guest: str, give_up: Callable[[], None] = _nothing) -> Place:
        """Hold one more; `give_up` is called if another network gets it.

        Raises `Refusal` where there is none for this guest, or for his network.
        """
        network = network_of(guest)
        loser = self._find_taken(guest, network)
        if loser is not None:
            self.leave(loser)
            loser.lost = True
            loser.give_up()
        place = Place(guest, network, give_up, self._wait)
        self._held.append(place)
        return place

    def leave(self, place: Place) -> None:
        """Hold a place no longer; one that is lost is not held any more."""
        if place in self._held:
            self._held.remove(place)

    @contextmanager
    def hold(self, guest: str, give_up: Callable[[], None] = _nothing) -> Iterator[Place]:
        """Hold a place for the length of the block. Raises `Refusal` if none is free."""
        place = self.enter(guest, give_up)
        try:
            yield place
        finally:
            self.leave(place)

    def _find_taken(self, guest: str, network: str) -> Place | None:
        """Return the place that is taken from somebody else, None where one is free."""
        own = [place for place in self._held if place.guest == guest]
        if self._renews and len(own) >= self._of_guest:
            return own[0]
        count = Counter(place.network for place in self._held)
        full = len(self._held) >= self._most
        richest, most = count.most_common(1)[0] if count else ("", 0)
        poor = full and most < count[network] + 2
        if len(own) >= self._of_guest or count[network] >= self._of_network or poor:
            raise Refusal("too_fast", wait=self._wait, crowded=True)
        if not full:
            return None
        return next(place for place in reversed(self._held) if place.network == richest)
