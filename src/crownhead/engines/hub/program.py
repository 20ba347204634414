"""What a `HubServer` answers for: what it is called, what can be set, and how it searches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from typing import Protocol

from crownhead.engines.hub.params import Param, Value
from crownhead.engines.hub.syntax import Line
from crownhead.engines.limit import Limit
from crownhead.position import Position

Say = Callable[[Line], None]


class Program(Protocol):
    """The engine behind a server: one search at a time, each answered by one `done`."""

    @property
    def id(self) -> Mapping[str, str]:
        """Return what `id` says: name, version and more."""

    @property
    def params(self) -> Sequence[Param]:
        """Return what can be set, `variant` among it."""

    @property
    def limit(self) -> Limit | None:
        """Return the limit of a search where no `level` has come."""

    def prepare(self, values: MutableMapping[str, Value]) -> None:
        """Make ready for a search with these values; one that is not possible is changed."""

    def forget(self) -> None:
        """Begin a new game: nothing of the one before counts."""

    def go(
        self,
        positions: Sequence[Position],
        limit: Limit | None,
        mode: str,
        values: Mapping[str, Value],
    ) -> None:
        """Begin a search of the last position: to `think`, `ponder` or `analyze`."""

    def hit(self) -> None:
        """Go on from pondering: the expected move was played."""

    def stop(self) -> None:
        """End the search soon; it still says `done`."""

    def finish(self) -> None:
        """Stop, and wait until `done` has been said."""
