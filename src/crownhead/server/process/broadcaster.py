"""Who is connected to this process, and who follows what."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import msgspec

from crownhead.errors import CrownheadError, TooComplex
from crownhead.rules import Color
from crownhead.server.messages.entries import LotsDrawn
from crownhead.server.messages.frames import Closing, Presence, Reply, Update
from crownhead.server.metrics import FAULTS
from crownhead.server.process.connection import Connection
from crownhead.server.process.work import Work
from crownhead.server.quota import charge
from crownhead.server.room.entries import Entry
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import TOO_MANY, Table
from crownhead.server.room.view import view

_SIDES: tuple[Color, Color] = ("white", "black")
_log = logging.getLogger("crownhead.server")
_encoder = msgspec.json.Encoder()


def encode(message: Reply) -> str:
    """Return a message as the text of a frame."""
    return _encoder.encode(message).decode()


def encode_line(value: object) -> bytes:
    """Return a value as one line of JSON."""
    return _encoder.encode(value) + b"\n"


Reader = tuple[str, tuple[Color, ...] | None]
"""What the news of one connection depend on: its language, and its sides where they are told."""


def _news(
    table: Table, entries: Sequence[Entry], readers: set[Reader]
) -> tuple[dict[Reader, str], int]:
    """Return the frame that tells what has happened, for each kind of reader, and its states."""
    events = tuple(entry.public() for entry in entries)
    views = {language: view(table, language) for language, _ in readers}
    frames = {
        (language, you): encode(
            Update(table.id, table.seq, events, views[language], you, table.starts_until)
        )
        for language, you in readers
    }
    return frames, table.bill()


class Broadcaster:
    """Send to all who follow a game; each view is made once for each language.

    `listeners` are called with a game and what happened to it, whoever follows it.
    """

    def __init__(self, work: Work) -> None:
        self._work = work
        self.connections: set[Connection] = set()
        self._watching: defaultdict[str, set[Connection]] = defaultdict(set)
        self._at_events: defaultdict[str, set[Connection]] = defaultdict(set)
        self._elsewhere: dict[str, dict[str, frozenset[Color]]] = {}
        self._told: dict[str, dict[Color, bool]] = {}
        self.listeners: list[Callable[[Table, Sequence[Entry]], None]] = []

    def enter(self, connection: Connection) -> None:
        """Add a connection."""
        self.connections.add(connection)

    def leave(self, connection: Connection) -> list[str]:
        """Remove a connection; return the games it followed."""
        self.connections.discard(connection)
        for event in tuple(connection.events):
            self.unwatch_event(connection, event)
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

    def watch_event(self, connection: Connection, event: str) -> None:
        """Add a connection to those who follow a competition."""
        connection.events.add(event)
        self._at_events[event].add(connection)

    def unwatch_event(self, connection: Connection, event: str) -> None:
        """Remove a connection from those who follow a competition."""
        connection.events.discard(event)
        watching = self._at_events.get(event)
        if watching is not None:
            watching.discard(connection)
            if not watching:
                del self._at_events[event]

    def events_watched(self) -> list[str]:
        """Return the competitions that are followed at this process."""
        return list(self._at_events)

    def to_event(self, event: str, message: Reply) -> None:
        """Send a message to all who follow a competition."""
        if event in self._at_events:
            frame = encode(message)
            for connection in tuple(self._at_events[event]):
                connection.post(frame)

    def to_player(self, player: str, message: Reply) -> None:
        """Send a message to all pages of a player that are connected here."""
        frame = encode(message)
        for connection in tuple(self.connections):
            if connection.guest == player:
                connection.post(frame)

    def watchers(self, game: str) -> set[Connection]:
        """Return who follows a game at this process."""
        return self._watching.get(game, set())

    def watched_games(self) -> list[str]:
        """Return the games that are followed at this process."""
        return list(self._watching)

    async def publish(self, table: Table, entries: Sequence[Entry]) -> None:
        """Send everybody who follows the table what has happened; the table is locked."""
        decided = any(isinstance(entry.event, LotsDrawn) for entry in entries)

        def reader(connection: Connection) -> Reader:
            return connection.language, table.sides(connection.guest) if decided else None

        readers = {reader(connection) for connection in self.watchers(table.id)}
        if readers:
            try:
                frames, states = await self._work.run_off_loop(
                    table.host, lambda: _news(table, entries, readers)
                )
                charge(states)  # of whoever has acted, if anybody has
            except Exception as error:
                # It is stored all the same: who missed it comes back and asks.
                if isinstance(error, TooComplex):
                    charge(TOO_MANY)
                elif not isinstance(error, Refusal | CrownheadError):
                    FAULTS.inc()
                    _log.exception("news not told", extra={"game": table.id})
                frames = {}
            for connection in tuple(self.watchers(table.id)):
                if reader(connection) in frames:
                    connection.post(frames[reader(connection)])
                else:
                    connection.slow.set()
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
        guests = {each.guest for each in self.watchers(table.id) if not each.looks}
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

    def forget_process(self, process: str) -> None:
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
        self.to_watchers(table.id, Presence(table.id, here))
        return True

    def to_watchers(self, game: str, message: Reply) -> None:
        """Send a message to all who follow a game."""
        frame = encode(message)
        for connection in tuple(self.watchers(game)):
            connection.post(frame)

    def to_lobby(self, message: Reply) -> None:
        """Send a message to everybody in the lobby."""
        frame = encode(message)
        for connection in tuple(self.connections):
            if connection.in_lobby:
                connection.post(frame)

    def part(self, message: Closing) -> None:
        """Announce to everybody that the connections end."""
        frame = encode(message)
        for connection in tuple(self.connections):
            connection.part(frame)
