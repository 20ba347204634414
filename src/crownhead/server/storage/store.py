"""Everything that is asked of the database, each question and each change in one place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, delete, func, insert, select, update
from sqlalchemy import Table as SchemaTable
from sqlalchemy.exc import IntegrityError

from crownhead.server.room.due import Facts
from crownhead.server.room.entries import Entry
from crownhead.server.room.table import Table
from crownhead.server.room.terms import Terms
from crownhead.server.storage.database import Action, Database
from crownhead.server.storage.schema import game_events, games, players, processes, seats

_GAME = select(games.c.agreement, games.c.lots, games.c.code, games.c.created).where(
    games.c.id == bindparam("game")
)
_LOG = (
    select(
        game_events.c.seq,
        game_events.c.kind,
        game_events.c.at,
        game_events.c.body,
        game_events.c.command,
    )
    .where(game_events.c.game == bindparam("game"), game_events.c.seq > bindparam("after"))
    .order_by(game_events.c.seq)
)
_ENTRY = ("game", "seq", "kind", "body", "command", "at")
_APPENDED = (
    # Both in one statement: PostgreSQL then needs no transaction around it.
    update(games)
    .where(games.c.id == bindparam("of"))
    .add_cte(
        insert(game_events)
        .values({name: bindparam(f"entry_{name}") for name in _ENTRY})
        .cte("appended")
    )
)
_CHANGED = update(games).where(games.c.id == bindparam("game"))


class Conflict(Exception):
    """Another process has written to the game's log first."""


class Store:
    """Ask the database, and change it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def create(self, made: Sequence[tuple[Table, Facts]], origin: str | None) -> None:
        """Store new tables with their fresh entries, all or none; the last one has the `origin`.

        Raises `Conflict` where the request of this origin has made one already.
        """
        last = made[-1][0]
        rows = [_new(table, facts, origin if table is last else None) for table, facts in made]
        sitting = [row for table, _ in made for row in _seats(table, 0)]
        log = [row for table, _ in made for row in _rows(table.id, table.fresh)]

        def change(connection: Connection) -> None:
            connection.execute(insert(games), rows)
            connection.execute(insert(seats), sitting)
            connection.execute(insert(game_events), log)

        await self._write_once(change)

    async def append(self, table: Table, facts: Facts, seated: int) -> None:
        """Store the fresh entries of a table; `seated` is the number of its seats known before.

        Raises `Conflict` where its log has gone on elsewhere.
        """
        log, game = _rows(table.id, table.fresh), table.id
        changes = {"seq": table.seq, "changed": table.last_at, **_row(facts)}
        sitting = _seats(table, seated)

        def change(connection: Connection) -> None:
            connection.execute(insert(game_events), log)
            if sitting:
                connection.execute(insert(seats), sitting)
            connection.execute(_CHANGED, {"game": game, **changes})

        def change_at_once(connection: Connection) -> None:
            connection.execute(_APPENDED, {"of": game, **changes, **_named(log[0])})

        if len(log) == 1 and not sitting and not self.database.sqlite:
            await self._write_once(change_at_once, alone=True)
        else:
            await self._write_once(change)

    async def _write_once(self, change: Action[None], *, alone: bool = False) -> None:
        try:
            await self.database.write(change, alone=alone)
        except IntegrityError:
            raise Conflict from None

    async def load(self, game: str) -> Table | None:
        """Return a table as its log makes it, or None."""

        def ask(connection: Connection) -> tuple[Any, list[Entry]]:
            row = connection.execute(_GAME, {"game": game}).first()
            log = () if row is None else connection.execute(_LOG, {"game": game, "after": 0})
            return row, [_entry(line) for line in log]

        row, log = await self.database.read(ask)
        if row is None:
            return None
        terms = Terms.from_dict(row.agreement)
        table = Table(game, terms, row.lots or {}, row.code, row.created)
        table.load(log)
        return table

    async def entries(self, game: str, after: int) -> list[Entry]:
        """Return the entries of a log after a seq."""
        return [_entry(line) for line in await self._rows(_LOG, {"game": game, "after": after})]

    async def made_by(self, origin: str) -> str | None:
        """Return the game that a request has made, or None."""
        return _text(await self._one(select(games.c.id).where(games.c.origin == origin)))

    async def invited(self, code: str) -> str | None:
        """Return the game of an invitation, or None."""
        return _text(await self._one(select(games.c.id).where(games.c.code == code)))

    async def offers(self, most: int) -> list[str]:
        """Return the games of the open offers, newest first."""
        wanted = select(games.c.id).where(games.c.listed).order_by(games.c.created.desc())
        return [str(row.id) for row in await self._rows(wanted.limit(most))]

    async def playing(self, since: int) -> int:
        """Return how many games are played and have gone on since a time."""
        lately = and_(games.c.phase == "playing", games.c.changed >= since)
        wanted = select(func.count()).select_from(games).where(lately)
        return int(await self._one(wanted) or 0)

    async def games_of(self, player: str, most: int) -> list[Row[Any]]:
        """Return id, phase and more of the games of a player, newest first."""
        wanted = (
            select(games.c.id, games.c.phase, games.c.turn, games.c.result, games.c.created)
            .join(seats, seats.c.game == games.c.id)
            .where(seats.c.player == player)
            .group_by(games.c.id)
            .order_by(games.c.changed.desc())
            .limit(most)
        )
        return await self._rows(wanted)

    async def open_games_of(self, player: str) -> int:
        """Return how many games of a player have not ended."""
        wanted = (
            select(func.count(games.c.id.distinct()))
            .join(seats, seats.c.game == games.c.id)
            .where(
                and_(seats.c.player == player, games.c.phase.in_(("waiting", "lots", "playing")))
            )
        )
        return int(await self._one(wanted) or 0)

    async def due(self, at: int, most: int) -> list[str]:
        """Return games in which the server has had something to do since `at`."""
        wanted = select(games.c.id).where(games.c.due <= at).order_by(games.c.due).limit(most)
        return [str(row.id) for row in await self._rows(wanted)]

    async def clocked(self) -> list[str]:
        """Return the games whose clock runs."""
        return [row.id for row in await self._rows(select(games.c.id).where(games.c.clocked))]

    # Players

    async def name_of(self, player: str) -> str | None:
        """Return the name that a player has given himself, or None."""
        return _text(await self._one(select(players.c.name).where(players.c.id == player)))

    async def rename(self, player: str, name: str, at: int) -> None:
        """Give a guest a name."""
        row = {"id": player, "kind": "guest", "name": name, "created": at}
        await self._put(players, row, {"name": name})

    # Processes

    async def alive(self, process: str, at: int, started: int) -> None:
        """Store that this process lives."""
        await self._put(processes, {"id": process, "started": started, "seen": at}, {"seen": at})

    async def last_seen(self, but: str) -> int | None:
        """Return when another process was last alive, None if there never was one."""
        wanted = select(func.max(processes.c.seen)).where(processes.c.id != but)
        seen = await self._one(wanted)
        return None if seen is None else int(seen)

    async def forget(self, process: str) -> None:
        """Forget a process that ends."""
        gone = delete(processes).where(processes.c.id == process)
        await self.database.write(lambda connection: connection.execute(gone))

    async def forget_before(self, at: int) -> None:
        """Forget processes not seen since `at`."""
        gone = delete(processes).where(processes.c.seen < at)
        await self.database.write(lambda connection: connection.execute(gone))

    async def check(self) -> None:
        """Raise what the database raises where it cannot be used."""
        await self._one(select(1))

    async def _put(self, into: SchemaTable, row: dict[str, Any], changes: dict[str, Any]) -> None:
        """Change a row, or make it."""
        changed = update(into).where(into.c.id == row["id"]).values(**changes)

        def change(connection: Connection) -> None:
            if not connection.execute(changed).rowcount:
                connection.execute(insert(into), row)

        await self.database.write(change)

    async def _rows(self, wanted: Any, values: dict[str, Any] | None = None) -> list[Row[Any]]:
        return await self.database.read(lambda c: list(c.execute(wanted, values or {})))

    async def _one(self, wanted: Any) -> Any:
        return await self.database.read(lambda connection: connection.execute(wanted).scalar())


def _named(entry: dict[str, Any]) -> dict[str, Any]:
    return {f"entry_{name}": value for name, value in entry.items()}


def _entry(row: Any) -> Entry:
    return Entry.stored(row.seq, row.kind, row.at, row.body, row.command)


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _new(table: Table, facts: Facts, origin: str | None) -> dict[str, Any]:
    return {
        "id": table.id,
        "variant": table.game.variant.key,
        "agreement": table.terms.to_dict(),
        "lots": table.seeds,
        "code": table.code,
        "origin": origin,
        "created": table.created,
        "changed": table.last_at,
        "seq": table.seq,
        **_row(facts),
    }


def _row(facts: Facts) -> dict[str, Any]:
    return {name: getattr(facts, name) for name in Facts.__slots__}


def _rows(game: str, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    return [
        {
            "game": game,
            "seq": entry.seq,
            "kind": entry.kind,
            "body": entry.body,
            "command": entry.command,
            "at": entry.at,
        }
        for entry in entries
    ]


def _seats(table: Table, known: int) -> list[dict[str, Any]]:
    return [
        {"game": table.id, "number": number, "player": seat.player}
        for number, seat in enumerate(table.seats)
        if number >= known
    ]
