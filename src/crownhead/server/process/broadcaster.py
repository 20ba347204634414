"""Who is connected to this process, and who follows what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import msgspec

from crownhead.rules import Color
from crownhead.server.messages.frames import Closing, Here, News, Reply
from crownhead.server.process.connection import Connection
from crownhead.server.room.entries import Entry
from crownhead.server.room.table import Table
from crownhead.server.room.view import view

_SIDES: tuple[Color, Color] = ("white", "black")
_encoder = msgspec.json.Encoder()


def encoded(message: Reply) -> str:
    """Return a message as the text of a frame."""
    return _encoder.encode(message).decode()


class Broadcaster:
    """Send to all who follow a game; each view is made once for each language.

    `listeners` are called with a game and what happened to it, whoever follows it.
    """

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self._watching: defaultdict[str, set[Connection]] = defaultdict(set)
        self._elsewhere: dict[str, dict[str, frozenset[Color]]] = {}
        self._told: dict[str, dict[Color, bool]] = {}
        self.listeners: list[Callable[[Table, Sequence[Entry]], None]] = []

    def enter(self, connection: Connection) -> None:
        """Add a connection."""
        self.connections.add(connection)

    def leave(self, connection: Connection) -> list[str]:
        """Remove a connection; return the games it followed."""
        self.connections.discard(connection)
        watched = list(connection.watched)
        for game in watched:
            self.unwatch(connection, game)
        return watched

    def watch(self, connection: Connection, game: str) -> None:
        """Add a connection to those who follow a game."""
        connection.watched.add(game)
        self._watching[game].add(connection)

    def unwatch(self, connection: Connection, game: str) -> None:
        """Remove a connection from those who follow a game."""
        connection.watched.discard(game)
        watching = self._watching.get(game)
        if watching is not None:
            watching.discard(connection)
            if not watching:
                del self._watching[game]

    def watchers(self, game: str) -> set[Connection]:
        """Return who follows a game at this process."""
        return self._watching.get(game, set())

    def watched(self) -> list[str]:
        """Return the games that are followed at this process."""
        return list(self._watching)

    def publish(self, table: Table, entries: Sequence[Entry]) -> None:
        """Send everybody who follows the table what has happened."""
        events = tuple(entry.public() for entry in entries)
        frames: dict[str, str] = {}
        for connection in tuple(self.watchers(table.id)):
            language = connection.language
            if language not in frames:
                news = News(table.id, table.seq, events, view(table, language))
                frames[language] = encoded(news)
            connection.post(frames[language])
        for listener in self.listeners:
            listener(table, entries)

    # Presence

    def here(self, table: Table) -> dict[Color, bool]:
        """Return which sides are connected, at this process or another."""
        present = self.present(table)
        for sides in self._elsewhere.get(table.id, {}).values():
            present = present | sides
        return {
            side: side in present
            or (seat := table.seat(side)) is not None
            and seat.kind == "engine"
            for side in _SIDES
        }

    def present(self, table: Table) -> frozenset[Color]:
        """Return which sides are connected at this process."""
        return frozenset(self._present(table))

    def _present(self, table: Table) -> Iterator[Color]:
        guests = {connection.guest for connection in self.watchers(table.id)}
        for seat in table.seats:
            if seat.side is not None and seat.player in guests:
                yield seat.side

    def elsewhere(self, game: str, process: str, sides: frozenset[Color]) -> None:
        """Note which sides are connected at another process."""
        if sides:
            self._elsewhere.setdefault(game, {})[process] = sides
        elif game in self._elsewhere:
            self._elsewhere[game].pop(process, None)
            if not self._elsewhere[game]:
                del self._elsewhere[game]

    def gone(self, process: str) -> None:
        """Forget who was connected at a process that has ended."""
        for game in list(self._elsewhere):
            self.elsewhere(game, process, frozenset())

    def tell_presence(self, table: Table) -> bool:
        """Send who is connected, if that has changed; return whether it has."""
        here = self.here(table)
        watching = self.watchers(table.id)
        if self._told.get(table.id) == here:
            return False
        if watching:
            self._told[table.id] = here
        else:
            self._told.pop(table.id, None)
        self.to_watchers(table.id, Here(table.id, here))
        return True

    def to_watchers(self, game: str, message: Reply) -> None:
        """Send a message to all who follow a game."""
        frame = encoded(message)
        for connection in tuple(self.watchers(game)):
            connection.post(frame)

    def to_lobby(self, message: Reply) -> None:
        """Send a message to everybody in the lobby."""
        frame = encoded(message)
        for connection in tuple(self.connections):
            if connection.in_lobby:
                connection.post(frame)

    def part(self, message: Closing) -> None:
        """Announce to everybody that the connections end."""
        frame = encoded(message)
        for connection in tuple(self.connections):
            connection.part(frame)
