"""Competitions in the database: one log each, of which nobody writes a line twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, Text, and_, cast, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from crownhead.server.event.entries import EventEntry
from crownhead.server.room.notices import Notice
from crownhead.server.storage.database import Conflict, Database
from crownhead.server.storage.encryption import decrypt_all, encrypt_all
from crownhead.server.storage.notices import queue
from crownhead.server.storage.schema import event_log, event_people, events

_LOG = select(
    event_log.c.seq,
    event_log.c.at,
    event_log.c.kind,
    cast(event_log.c.body, Text).label("body"),  # a long log is decoded beside the event loop
    event_log.c.player,
    event_log.c.command,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRow:
    """What stands of an event beside its log."""

    id: str
    phase: str
    listed: bool
    changed: int
    seq: int
    due: int | None
    summary: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EventHead:
    """What can be said of an event without reading its log."""

    id: str
    organiser: str
    phase: str
    created: int
    seq: int
    summary: Mapping[str, Any]


_HEAD = [events.c[name] for name in EventHead.__slots__]


class EventStore:
    """Ask the database about events, and change them; seeds lie there encrypted."""

    def __init__(self, database: Database, keys: Sequence[bytes] = ()) -> None:
        self._database = database
        self._keys = tuple(keys)

    async def create(
        self,
        row: EventRow,
        entries: Sequence[EventEntry],
        seeds: Mapping[str, str],
        organiser: str,
        origin: str | None,
    ) -> None:
        """Store a new event. Raises `Conflict` where the request has made one already."""
        made = {
            "organiser": organiser,
            "origin": origin,
            "created": row.changed,
            "lots": self._seal(seeds),
            **_values(row),
        }
        log = _rows(row.id, entries)

        def change(connection: Connection) -> None:
            connection.execute(insert(events), {"id": row.id, **made})
            connection.execute(insert(event_log), log)
            connection.execute(insert(event_people), {"event": row.id, "player": organiser})

        await self._once(change)

    async def append(
        self,
        row: EventRow,
        entries: Sequence[EventEntry],
        seeds: Mapping[str, str],
        came: Iterable[str] = (),
        told: Sequence[Notice] = (),
        due: int = 0,
    ) -> None:
        """Store entries, and who has `come` by them. Raises `Conflict` where the log has gone on.

        `seeds` are those of new lots, by their commitments; `told` are notices that are `due` then.
        """
        log = _rows(row.id, entries)
        sealed = self._seal(seeds)
        people = [*came]

        def change(connection: Connection) -> None:
            connection.execute(insert(event_log), log)
            values = _values(row)
            if sealed:
                found = select(events.c.lots).where(events.c.id == row.id)
                values["lots"] = {**connection.execute(found).scalar_one(), **sealed}
            connection.execute(update(events).where(events.c.id == row.id).values(**values))
            for player in people:
                place = and_(event_people.c.event == row.id, event_people.c.player == player)
                if connection.execute(select(event_people.c.player).where(place)).first() is None:
                    connection.execute(insert(event_people), {"event": row.id, "player": player})
            queue(connection, told, due)

        await self._once(change)

    async def _once(self, change: Any) -> None:
        try:
            await self._database.write(change)
        except IntegrityError:
            raise Conflict from None

    def _seal(self, seeds: Mapping[str, str]) -> dict[str, str]:
        return encrypt_all(seeds, self._keys[0] if self._keys else None)

    async def log_after(self, event: str, after: int, most: int | None = None) -> list[Any]:
        """Return the lines of a log after a seq; `entries` reads them."""
        wanted = _LOG.where(event_log.c.event == event, event_log.c.seq > after)
        wanted = wanted.order_by(event_log.c.seq).limit(most)
        return await self._database.read(lambda c: list(c.execute(wanted)))

    async def seeds(self, event: str) -> dict[str, str]:
        """Return the secret seeds of an event's lots, by their commitments."""
        wanted = select(events.c.lots).where(events.c.id == event)
        found = await self._database.read(lambda c: c.execute(wanted).scalar())
        return decrypt_all(found or {}, self._keys)

    async def find_by_origin(self, origin: str) -> str | None:
        """Return the event that a request has made, or None."""
        wanted = select(events.c.id).where(events.c.origin == origin)
        return await self._database.read(lambda c: c.execute(wanted).scalar())

    async def count_of(self, organiser: str) -> int:
        """Return how many events of an organiser have not ended."""
        wanted = select(func.count()).where(
            events.c.organiser == organiser, events.c.phase != "ended"
        )
        return await self._database.read(lambda c: int(c.execute(wanted).scalar_one()))

    async def in_phase(
        self, phase: str, before: tuple[int, str] | None, most: int
    ) -> list[tuple[int, str, Mapping[str, Any]]]:
        """Return time, id and summary of the listed events of a phase, changed last first."""
        wanted = _select_listed().where(events.c.phase == phase, events.c.listed)
        return await self._page(wanted, before, most)

    async def of(
        self, player: str, before: tuple[int, str] | None, most: int
    ) -> list[tuple[int, str, Mapping[str, Any]]]:
        """Return time, id and summary of the events of a player, changed last first."""
        own = select(event_people.c.event).where(event_people.c.player == player)
        return await self._page(_select_listed().where(events.c.id.in_(own)), before, most)

    async def organised_by(
        self, player: str, before: tuple[int, str] | None, most: int
    ) -> list[tuple[int, str, Mapping[str, Any]]]:
        """Return time, id and summary of the events of an organiser, changed last first."""
        return await self._page(_select_listed().where(events.c.organiser == player), before, most)

    async def _page(
        self, wanted: Any, before: tuple[int, str] | None, most: int
    ) -> list[tuple[int, str, Mapping[str, Any]]]:
        if before is not None:
            at, id = before
            same = and_(events.c.changed == at, events.c.id < id)
            wanted = wanted.where(or_(events.c.changed < at, same))
        wanted = wanted.order_by(events.c.changed.desc(), events.c.id.desc()).limit(most)
        return await self._database.read(
            lambda c: [(row.changed, row.id, row.summary) for row in c.execute(wanted)]
        )

    async def heads(self, ids: Iterable[str]) -> dict[str, EventHead]:
        """Return the heads of events, by their ids; those that there are not are left out."""
        wanted = select(*_HEAD).where(events.c.id.in_(list(ids)))
        return await self._database.read(
            lambda c: {row.id: EventHead(*row) for row in c.execute(wanted)}
        )

    async def running(self) -> list[str]:
        """Return the events of which a round may go on."""
        wanted = select(events.c.id).where(events.c.phase == "running")
        return await self._database.read(lambda c: [str(row.id) for row in c.execute(wanted)])

    async def due(self, at: int) -> list[str]:
        """Return the events of which games are to be made since `at`."""
        wanted = select(events.c.id).where(events.c.due <= at).order_by(events.c.due).limit(50)
        return await self._database.read(lambda c: [str(row.id) for row in c.execute(wanted)])

    async def all_of(self, player: str) -> list[str]:
        """Return every event in which somebody is known."""
        wanted = select(event_people.c.event).where(event_people.c.player == player)
        return await self._database.read(lambda c: [str(row.event) for row in c.execute(wanted)])

    async def replace_player(self, event: str, player: str, other: str) -> None:
        """Put another id in a player's place in an event."""

        def change(connection: Connection) -> None:
            people = event_people.c
            mine = and_(people.event == event, people.player == player)
            theirs = and_(people.event == event, people.player == other)
            if connection.execute(select(people.player).where(theirs)).first() is None:
                connection.execute(update(event_people).where(mine).values(player=other))
            else:
                connection.execute(delete(event_people).where(mine))
            owned = and_(events.c.id == event, events.c.organiser == player)
            connection.execute(update(events).where(owned).values(organiser=other))
            log = event_log.c
            done = and_(log.event == event, log.player == player)
            connection.execute(update(event_log).where(done).values(player=other))
            personal = and_(log.event == event, log.kind.in_(_PERSONAL))
            rows = select(log.seq, log.kind, log.body).where(personal)
            for row in connection.execute(rows).fetchall():
                if row.body.get("player") == player:
                    place = and_(log.event == event, log.seq == row.seq)
                    body = {**row.body, "player": other}
                    if row.kind == "invited":
                        body["name"] = "–"  # he may never have taken part
                    connection.execute(update(event_log).where(place).values(body=body))

        await self._database.write(change)


_PERSONAL = ("opened", "officer", "invited", "player")
"""The kinds of entries that name a player."""


def entries(lines: Sequence[Any]) -> list[EventEntry]:
    """Read lines of a log: long work for a long one."""
    return [
        EventEntry.from_row(
            row.seq, row.at, row.kind, msgspec.json.decode(row.body), row.player, row.command
        )
        for row in lines
    ]


def _select_listed() -> Any:
    return select(events.c.changed, events.c.id, events.c.summary)


def _values(row: EventRow) -> dict[str, Any]:
    return {
        "phase": row.phase,
        "listed": row.listed,
        "changed": row.changed,
        "seq": row.seq,
        "due": row.due,
        "summary": dict(row.summary),
    }


def _rows(event: str, log: Sequence[EventEntry]) -> list[dict[str, Any]]:
    return [
        {
            "event": event,
            "seq": entry.seq,
            "kind": entry.kind,
            "body": entry.body,
            "player": entry.player,
            "command": entry.command,
            "at": entry.at,
        }
        for entry in log
    ]
