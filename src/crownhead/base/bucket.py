"""Games that may be one, as far as players and moves say: looked up by what tells most apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Generic, TypeVar

from crownhead.base.sameness import Tags
from crownhead.formats.pdn.names import parts

T = TypeVar("T")

_TELLING = ("site", "round", "event", "date")
_MANY = 8
"""Members from which on they are looked up, not gone through."""
_MOST_NEAR = 50
"""Members that one game is compared with."""


class Bucket(Generic[T]):
    """Hold games that are compared with others; `tags` returns what is known of one."""

    def __init__(self, tags: Callable[[T], Tags]) -> None:
        self.members: list[T] = []
        self._tags = tags
        self._by_tag: dict[str, dict[object, list[T]]] = {}

    def add(self, member: T) -> None:
        """Add a game."""
        self.members.append(member)
        if self._by_tag:
            for members in self._lists(member):
                members.append(member)

    def _lists(self, member: T) -> Iterator[list[T]]:
        tags = self._tags(member)
        for name, known in self._by_tag.items():
            yield known[_value(name, tags)]

    def remove(self, member: T) -> None:
        """Remove a game, if it is there."""
        if member in self.members:
            self.members.remove(member)
            for members in self._lists(member):
                members.remove(member)

    def near(self, tags: Tags) -> Iterator[T]:
        """Yield games that agree in one of the telling tags, up to a bound."""
        if len(self.members) < _MANY:
            return iter(self.members)
        if not self._by_tag:
            self._by_tag = {name: defaultdict(list) for name in _TELLING}
            for member in self.members:
                for members in self._lists(member):
                    members.append(member)
        found = [[self.members]]
        for name, known in self._by_tag.items():
            value = _value(name, tags)
            if value is not None:
                found.append([known.get(value, []), known.get(None, [])])
        fewest = min(found, key=lambda lists: sum(map(len, lists)))
        return islice(chain.from_iterable(fewest), _MOST_NEAR)


def _value(name: str, tags: Tags) -> object:
    """Return a value that is the same where two texts say the same, None where it is not known."""
    text = tags.get(name)
    if text is None or (name == "date" and "?" in text):
        return None
    return parts(text) or text
