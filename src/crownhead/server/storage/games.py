"""Games as they lie in the database: their logs, and what lists show of them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import (
    Connection,
    Row,
    Select,
    Text,
    and_,
    bindparam,
    cast,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from crownhead.server.messages.entries import LotsDrawn
from crownhead.server.room.deadlines import TableSummary, summary_of
from crownhead.server.room.entries import Entry
from crownhead.server.room.notices import Notice, notices_of
from crownhead.server.room.played import Played, summarise
from crownhead.server.room.rated import RatedGame
from crownhead.server.room.table import Table
from crownhead.server.room.terms import Terms
from crownhead.server.storage.access import Access
from crownhead.server.storage.database import Action, Conflict
from crownhead.server.storage.encryption import decrypt_all, encrypt_all
from crownhead.server.storage.history import keep, rows_of
from crownhead.server.storage.notices import queue
from crownhead.server.storage.ratings import count
from crownhead.server.storage.schema import (
    game_events,
    games,
    ratings,
    seats,
)

_GAME = select(games.c.agreement, games.c.lots, games.c.code, games.c.created).where(
    games.c.id == bindparam("game")
)
_GAMES = select(games.c.id, games.c.agreement, games.c.lots, games.c.code, games.c.created).where(
    games.c.id.in_(bindparam("wanted", expanding=True))
)
_LINE = (
    game_events.c.seq,
    game_events.c.kind,
    game_events.c.at,
    # As text: a long log is decoded beside the event loop.
    cast(game_events.c.body, Text).label("body"),
    game_events.c.command,
)
_LOGS = (
    select(game_events.c.game, *_LINE)
    .where(game_events.c.game.in_(bindparam("wanted", expanding=True)))
    .order_by(game_events.c.game, game_events.c.seq)
)
_LOG = (
    select(*_LINE)
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

DRAWN = str(LotsDrawn.__struct_config__.tag)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game as it lies in the database."""

    game: str
    row: Any
    log: Sequence[Any]
    keys: tuple[bytes, ...] = field(default=(), repr=False)

    def replay(self) -> Generator[None, None, Table]:
        """Make the table of its log; after each entry there is a step, for a log may be long."""
        row = self.row
        terms = Terms.from_dict(row.agreement)
        seeds = decrypt_all(row.lots or {}, self.keys)
        for entry in entries([line for line in self.log if line.kind == DRAWN]):
            if isinstance(entry.event, LotsDrawn):
                seeds |= entry.event.seeds or {}
        table = Table(self.game, terms, seeds, row.code, row.created)
        for line in self.log:
            table.load(entries([line]))
            yield
        return table

    def export(self, player: str) -> dict[str, Any]:
        """Return what is kept of the game, without the ids of the other players: long work too."""
        log = []
        for line in self.log:
            body = msgspec.json.decode(line.body)
            if body.get("player") not in (None, player, "engine"):
                body["player"] = None
            log.append({"seq": line.seq, "kind": line.kind, "at": line.at, **body})
        row = self.row
        return {"game": self.game, "created": row.created, "agreement": row.agreement, "log": log}


@dataclass(frozen=True, slots=True)
class Created:
    """The rows of new games."""

    games: list[dict[str, Any]]
    seats: list[dict[str, Any]]
    entries: list[dict[str, Any]]
    played: list[dict[str, Any]]
    told: list[Notice]


class GameStore:
    """Ask for games and store them; seeds of lots lie there encrypted with the first key."""

    def __init__(self, access: Access, keys: Sequence[bytes] = ()) -> None:
        self._access = access
        self._keys = tuple(keys)

    def prepare(self, made: Sequence[Table], origin: str | None) -> Created:
        """Return what is to be stored of new tables; the last one has the `origin`.

        Long work for long games.
        """
        last = made[-1]
        key = self._keys[0] if self._keys else None
        rows = [
            _new(table, summary_of(table), origin if table is last else None, key) for table in made
        ]
        sitting = [row for table in made for row in _seats(table, 0)]
        log = [row for table in made for row in _rows(table.id, table.fresh)]
        over = [each for table in made for each in summarise(table)]
        told = [each for table in made for each in notices_of(table, table.fresh, begins=True)]
        return Created(rows, sitting, log, rows_of(over), told)

    async def create(self, created: Created, at: int = 0) -> None:
        """Store new tables with their entries, all or none; players are told from `at` on.

        Raises `Conflict` where the request of this origin has made some already.
        """

        def change(connection: Connection) -> None:
            connection.execute(insert(games), created.games)
            connection.execute(insert(seats), created.seats)
            connection.execute(insert(game_events), created.entries)
            keep(connection, created.played)
            queue(connection, created.told, at)

        await self._write_once(change)

    async def append(
        self,
        table: Table,
        summary: TableSummary,
        seated: int,
        rated: RatedGame | None = None,
        over: Sequence[Played] = (),
        told: Sequence[Notice] = (),
        at: int = 0,
    ) -> None:
        """Store the fresh entries of a table; `seated` is the number of its seats known before.

        A `rated` game that is over counts in the same transaction, once, so a game comes into the
        histories of its players (`over`), and so they are `told` from `at` on. Raises `Conflict`
        where the log has gone on elsewhere.
        """
        log, game = _rows(table.id, table.fresh), table.id
        changes = {"seq": table.seq, "changed": table.last_at, **_row(summary)}
        sitting = _seats(table, seated)
        history = rows_of(over)

        def change(connection: Connection) -> None:
            connection.execute(insert(game_events), log)
            if sitting:
                connection.execute(insert(seats), sitting)
            connection.execute(_CHANGED, {"game": game, **changes})
            if rated is not None:
                count(connection, rated)
            keep(connection, history)
            queue(connection, told, at)

        def change_at_once(connection: Connection) -> None:
            connection.execute(_APPENDED, {"of": game, **changes, **_prefix_names(log[0])})

        beside = sitting or history or told or rated is not None
        at_once = not (self._access.database.sqlite or beside)
        if len(log) == 1 and at_once:
            await self._write_once(change_at_once, alone=True)
        else:
            await self._write_once(change)

    async def _write_once(self, change: Action[None], *, alone: bool = False) -> None:
        try:
            await self._access.write(change, alone=alone)
        except IntegrityError:
            raise Conflict from None

    async def load(self, game: str) -> Loaded | None:
        """Return what a table is made of, or None."""

        def ask(connection: Connection) -> Loaded | None:
            row = connection.execute(_GAME, {"game": game}).first()
            if row is None:
                return None
            log = connection.execute(_LOG, {"game": game, "after": 0})
            return Loaded(game, row, tuple(log), self._keys)

        return await self._access.database.read(ask)

    async def load_all(self, wanted: Sequence[str]) -> list[Loaded]:
        """Return what several tables are made of, with one question; those that are gone lack."""
        mine = {"wanted": list(wanted)}

        def ask(connection: Connection) -> list[Loaded]:
            logs: dict[str, list[Any]] = {}
            for line in connection.execute(_LOGS, mine):
                logs.setdefault(line.game, []).append(line)
            rows = connection.execute(_GAMES, mine).fetchall()
            return [Loaded(row.id, row, tuple(logs.get(row.id, ())), self._keys) for row in rows]

        return await self._access.database.read(ask)

    async def log_after(self, game: str, after: int) -> list[Row[Any]]:
        """Return the lines of a log after a seq; `entries` reads them."""
        return await self._access.rows(_LOG, {"game": game, "after": after})

    async def find_by_origin(self, origin: str) -> str | None:
        """Return the game that a request has made, or None."""
        return _text(await self._access.one(select(games.c.id).where(games.c.origin == origin)))

    async def find_invited(self, code: str) -> str | None:
        """Return the game of an invitation, or None."""
        return _text(await self._access.one(select(games.c.id).where(games.c.code == code)))

    async def offers(self, most: int, variant: str | None = None) -> list[str]:
        """Return the games of the open offers, of all games or of one, newest first."""
        wanted = select(games.c.id).where(games.c.listed).order_by(games.c.created.desc())
        if variant is not None:
            wanted = wanted.where(games.c.variant == variant)
        return [str(row.id) for row in await self._access.rows(wanted.limit(most))]

    async def running(
        self, since: int, most: int, *, strongest: bool = False
    ) -> list[tuple[str, int, int | None]]:
        """Return the games that two people play, gone on since a time, and how far they are.

        The third is the mean of the best ratings that both have in the game, in any tempo, None
        where one has none. The newest come first, or the `strongest`.
        """
        strength = (_best_of(0) + _best_of(1)) / 2
        first = [func.coalesce(strength, 0).desc()] if strongest else []
        wanted = _running(since).add_columns(strength.label("strength"))
        wanted = wanted.order_by(*first, games.c.created.desc(), games.c.id).limit(most)
        return [
            (str(row.id), int(row.seq), None if row.strength is None else round(row.strength))
            for row in await self._access.rows(wanted)
        ]

    async def count_running(self, since: int) -> int:
        """Return how many games two people play, that have gone on since a time."""
        return int(
            await self._access.one(select(func.count()).select_from(_running(since).subquery()))
        )

    async def prune(self, phase: Sequence[str], before: int, most: int = 200) -> int:
        """Delete games in one of these phases, not changed since `before`; return how many."""
        old = (
            select(games.c.id).where(games.c.phase.in_(phase), games.c.changed < before).limit(most)
        )
        gone = delete(games).where(games.c.id.in_(old))
        return int(await self._access.write(lambda connection: connection.execute(gone).rowcount))

    async def select_ended(self, names: Sequence[str]) -> set[str]:
        """Return which of these games have ended, with a result or without."""
        over = games.c.phase.in_(("over", "aborted"))
        found: set[str] = set()
        for first in range(0, len(names), 500):
            some = games.c.id.in_(names[first : first + 500])
            rows = await self._access.rows(select(games.c.id).where(some, over))
            found |= {str(row.id) for row in rows}
        return found

    async def due(self, at: int, most: int) -> list[str]:
        """Return games in which the server has had something to do since `at`."""
        wanted = select(games.c.id).where(games.c.due <= at).order_by(games.c.due).limit(most)
        return [str(row.id) for row in await self._access.rows(wanted)]

    async def latest(self) -> int | None:
        """Return the time of the latest change of a game, None where there is none."""
        latest = await self._access.one(select(func.max(games.c.changed)))
        return None if latest is None else int(latest)

    async def list_clocked(self) -> list[str]:
        """Return the games whose clock runs."""
        return [
            row.id for row in await self._access.rows(select(games.c.id).where(games.c.clocked))
        ]


def _running(since: int) -> Select[Any]:
    """Return the question for games that go on between two people, none of them the computer."""
    one, two = seats.alias(), seats.alias()
    return (
        select(games.c.id, games.c.seq)
        .join(one, and_(one.c.game == games.c.id, one.c.number == 0))
        .join(two, and_(two.c.game == games.c.id, two.c.number == 1))
        .where(
            and_(
                games.c.phase == "playing",
                games.c.changed >= since,
                one.c.player != two.c.player,
                one.c.player != "engine",
                two.c.player != "engine",
            )
        )
    )


def _best_of(number: int) -> Any:
    """Return the best rating that who has a seat has in a game, in any tempo."""
    seat = seats.alias()
    return (
        select(func.max(ratings.c.value))
        .select_from(seat)
        .join(ratings, ratings.c.player == seat.c.player)
        .where(
            seat.c.game == games.c.id,
            seat.c.number == number,
            ratings.c.variant == games.c.variant,
        )
        .correlate(games)
        .scalar_subquery()
    )


def _prefix_names(entry: dict[str, Any]) -> dict[str, Any]:
    return {f"entry_{name}": value for name, value in entry.items()}


def entries(lines: Sequence[Any]) -> list[Entry]:
    """Read lines of a log: long work for a long one."""
    return [
        Entry.from_row(row.seq, row.kind, row.at, msgspec.json.decode(row.body), row.command)
        for row in lines
    ]


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _new(
    table: Table, summary: TableSummary, origin: str | None, key: bytes | None
) -> dict[str, Any]:
    return {
        "id": table.id,
        "variant": table.game.variant.key,
        "agreement": table.terms.to_dict(),
        "lots": encrypt_all(table.seeds, key),
        "code": table.code,
        "origin": origin,
        "created": table.created,
        "changed": table.last_at,
        "seq": table.seq,
        **_row(summary),
    }


def _row(summary: TableSummary) -> dict[str, Any]:
    return {name: getattr(summary, name) for name in TableSummary.__slots__}


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
