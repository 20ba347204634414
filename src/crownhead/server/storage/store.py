"""Everything that is asked of the database, each question and each change in one place."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Generator, Sequence
from contextvars import Context
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeVar

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

from crownhead.rules import Color
from crownhead.server.messages.entries import LotsDrawn
from crownhead.server.messages.views import PlayerKind
from crownhead.server.metrics import NOT_STORED
from crownhead.server.room.deadlines import TableSummary, summary_of
from crownhead.server.room.entries import Entry
from crownhead.server.room.naming import apart
from crownhead.server.room.notices import Notice, notices_of
from crownhead.server.room.played import Played, summarise
from crownhead.server.room.rated import RatedGame
from crownhead.server.room.table import Table
from crownhead.server.room.terms import Terms
from crownhead.server.storage.database import Action, Database, put, sentence_of
from crownhead.server.storage.encryption import decrypt_all, encrypt_all
from crownhead.server.storage.history import keep, rows_of
from crownhead.server.storage.notices import queue
from crownhead.server.storage.ratings import count
from crownhead.server.storage.schema import (
    accounts,
    game_events,
    games,
    played_games,
    players,
    processes,
    ratings,
    seats,
)
from crownhead.sides import other

T = TypeVar("T")

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


SEATED = "seated"
PERSONAL = (SEATED, "contributed", "received")
"""The kinds of entries that name a player."""
NAMELESS = "Guest"
BYTES_OF_ENTRY = 60
"""What a row of a log takes besides its body."""
ONCE_A_MINUTE = 60.0
DRAWN = str(LotsDrawn.__struct_config__.tag)
WELL = 1.0
"""Seconds for which a database that has answered is taken to be there."""
_log = logging.getLogger("crownhead.server")


class Conflict(Exception):
    """Another process has written to the game's log first."""


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
class Profile:
    """What a player has said of himself."""

    name: str
    kind: PlayerKind


@dataclass(frozen=True, slots=True)
class Created:
    """The rows of new games."""

    games: list[dict[str, Any]]
    seats: list[dict[str, Any]]
    entries: list[dict[str, Any]]
    played: list[dict[str, Any]]
    told: list[Notice]


class Store:
    """Ask the database, and change it; seeds of lots lie there encrypted with the first key."""

    def __init__(self, database: Database, keys: Sequence[bytes] = ()) -> None:
        self.database = database
        self._keys = tuple(keys)
        self.trouble = ""
        self._told = -ONCE_A_MINUTE
        self._checking: asyncio.Task[None] | None = None
        self._well_until = float("-inf")

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
        at_once = not (self.database.sqlite or beside)
        if len(log) == 1 and at_once:
            await self._write_once(change_at_once, alone=True)
        else:
            await self._write_once(change)

    async def _write_once(self, change: Action[None], *, alone: bool = False) -> None:
        try:
            await self._write(change, alone=alone)
        except IntegrityError:
            raise Conflict from None

    async def _write(self, change: Action[T], *, alone: bool = False) -> T:
        """Change the database; `trouble` says from then on why it could not be changed."""
        try:
            changed = await self.database.write(change, alone=alone)
        except IntegrityError:
            raise
        except Exception as error:
            NOT_STORED.inc()
            self.trouble = sentence_of(error)[:200]
            if monotonic() - self._told >= ONCE_A_MINUTE:
                self._told = monotonic()
                _log.error("cannot store", extra={"error": self.trouble})
            raise
        self.trouble = ""
        return changed

    async def load(self, game: str) -> Loaded | None:
        """Return what a table is made of, or None."""

        def ask(connection: Connection) -> Loaded | None:
            row = connection.execute(_GAME, {"game": game}).first()
            if row is None:
                return None
            log = connection.execute(_LOG, {"game": game, "after": 0})
            return Loaded(game, row, tuple(log), self._keys)

        return await self.database.read(ask)

    async def load_all(self, wanted: Sequence[str]) -> list[Loaded]:
        """Return what several tables are made of, with one question; those that are gone lack."""
        mine = {"wanted": list(wanted)}

        def ask(connection: Connection) -> list[Loaded]:
            logs: dict[str, list[Any]] = {}
            for line in connection.execute(_LOGS, mine):
                logs.setdefault(line.game, []).append(line)
            rows = connection.execute(_GAMES, mine).fetchall()
            return [Loaded(row.id, row, tuple(logs.get(row.id, ())), self._keys) for row in rows]

        return await self.database.read(ask)

    async def log_after(self, game: str, after: int) -> list[Row[Any]]:
        """Return the lines of a log after a seq; `entries` reads them."""
        return await self._rows(_LOG, {"game": game, "after": after})

    async def find_by_origin(self, origin: str) -> str | None:
        """Return the game that a request has made, or None."""
        return _text(await self._one(select(games.c.id).where(games.c.origin == origin)))

    async def find_invited(self, code: str) -> str | None:
        """Return the game of an invitation, or None."""
        return _text(await self._one(select(games.c.id).where(games.c.code == code)))

    async def offers(self, most: int, variant: str | None = None) -> list[str]:
        """Return the games of the open offers, of all games or of one, newest first."""
        wanted = select(games.c.id).where(games.c.listed).order_by(games.c.created.desc())
        if variant is not None:
            wanted = wanted.where(games.c.variant == variant)
        return [str(row.id) for row in await self._rows(wanted.limit(most))]

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
            for row in await self._rows(wanted)
        ]

    async def count_running(self, since: int) -> int:
        """Return how many games two people play, that have gone on since a time."""
        return int(await self._one(select(func.count()).select_from(_running(since).subquery())))

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

    async def games_kept_of(self, player: str) -> int:
        """Return how many games a player has a seat in."""
        wanted = select(func.count(seats.c.game.distinct())).where(seats.c.player == player)
        return int(await self._one(wanted) or 0)

    async def bytes_kept_of(self, player: str) -> int:
        """Return about how many bytes the logs of a player's games take."""
        body = func.length(cast(game_events.c.body, Text)) + BYTES_OF_ENTRY
        wanted = (
            select(func.sum(body))
            .join(seats, seats.c.game == game_events.c.game)
            .where(seats.c.player == player)
        )
        return int(await self._one(wanted) or 0)

    async def prune(self, phase: Sequence[str], before: int, most: int = 200) -> int:
        """Delete games in one of these phases, not changed since `before`; return how many."""
        old = (
            select(games.c.id).where(games.c.phase.in_(phase), games.c.changed < before).limit(most)
        )
        gone = delete(games).where(games.c.id.in_(old))
        return int(await self._write(lambda connection: connection.execute(gone).rowcount))

    async def select_ended(self, names: Sequence[str]) -> set[str]:
        """Return which of these games have ended, with a result or without."""
        over = games.c.phase.in_(("over", "aborted"))
        found: set[str] = set()
        for first in range(0, len(names), 500):
            some = games.c.id.in_(names[first : first + 500])
            rows = await self._rows(select(games.c.id).where(some, over))
            found |= {str(row.id) for row in rows}
        return found

    async def due(self, at: int, most: int) -> list[str]:
        """Return games in which the server has had something to do since `at`."""
        wanted = select(games.c.id).where(games.c.due <= at).order_by(games.c.due).limit(most)
        return [str(row.id) for row in await self._rows(wanted)]

    async def list_clocked(self) -> list[str]:
        """Return the games whose clock runs."""
        return [row.id for row in await self._rows(select(games.c.id).where(games.c.clocked))]

    # Players

    async def profile_of(self, player: str) -> Profile | None:
        """Return what a player has said of himself, or None."""
        wanted = select(players.c.name, players.c.kind).where(players.c.id == player)
        rows = await self._rows(wanted)
        return Profile(rows[0].name, rows[0].kind) if rows else None

    async def rename(self, player: str, name: str, kind: PlayerKind, at: int) -> None:
        """Give a guest a name, and note whether it is a program."""
        said, first = {"name": name, "kind": kind}, {"created": at}
        await self._write(lambda c: put(c, players, {"id": player}, said, first))

    async def forget_player(self, player: str) -> None:
        """Forget the name of a player who has no account."""
        has = select(accounts.c.player).where(accounts.c.player == player).exists()
        gone = delete(players).where(players.c.id == player, ~has)
        await self._write(lambda connection: connection.execute(gone))

    async def all_games_of(self, player: str) -> list[str]:
        """Return every game in which a player has a seat, oldest first."""
        wanted = (
            select(games.c.id)
            .join(seats, seats.c.game == games.c.id)
            .where(seats.c.player == player)
            .group_by(games.c.id, games.c.created)
            .order_by(games.c.created)
        )
        return [str(row.id) for row in await self._rows(wanted)]

    async def ended_games_of(self, player: str) -> list[str]:
        """Return the games that a player has played to their end, oldest first."""
        wanted = (
            select(games.c.id)
            .join(seats, seats.c.game == games.c.id)
            .where(seats.c.player == player, games.c.phase == "over")
            .group_by(games.c.id, games.c.created)
            .order_by(games.c.created)
        )
        return [str(row.id) for row in await self._rows(wanted)]

    async def partners_of(self, player: str) -> list[str]:
        """Return who has a seat in a game of a player, besides himself."""
        own = select(seats.c.game).where(seats.c.player == player)
        others = seats.c.player.not_in((player, "engine"))
        wanted = select(seats.c.player).where(seats.c.game.in_(own), others).distinct()
        return [str(row.player) for row in await self._rows(wanted)]

    async def erase(self, game: str, player: str) -> None:
        """Delete a game in which nobody else sits, or make the player nameless in it."""

        def change(connection: Connection) -> None:
            if _sitting(connection, game) <= {player, "engine"}:
                connection.execute(delete(games).where(games.c.id == game))
            else:
                nobody = f"x{secrets.token_hex(12)}"
                _reseat(connection, game, player, nobody, NAMELESS)

        await self._write(change)

    async def adopt(self, game: str, guest: str, player: str) -> bool:
        """Give a guest's seats in a game to another player, unless he sits there himself.

        Returns whether that was done.
        """

        def change(connection: Connection) -> bool:
            if player in _sitting(connection, game):
                return False
            _reseat(connection, game, guest, player)
            return True

        return await self._write(change)

    # Processes

    async def alive(self, process: str, at: int, started: int) -> None:
        """Store that this process lives."""
        first = {"started": started}
        await self._write(lambda c: put(c, processes, {"id": process}, {"seen": at}, first))

    async def last_seen(self, but: str) -> int | None:
        """Return when another process was last alive, None if there never was one."""
        wanted = select(func.max(processes.c.seen)).where(processes.c.id != but)
        seen = await self._one(wanted)
        return None if seen is None else int(seen)

    async def forget(self, process: str) -> None:
        """Forget a process that ends."""
        gone = delete(processes).where(processes.c.id == process)
        await self._write(lambda connection: connection.execute(gone))

    async def forget_before(self, at: int) -> None:
        """Forget processes not seen since `at`."""
        gone = delete(processes).where(processes.c.seen < at)
        await self._write(lambda connection: connection.execute(gone))

    async def latest(self) -> int | None:
        """Return the time of the latest change of a game, None where there is none."""
        latest = await self._one(select(func.max(games.c.changed)))
        return None if latest is None else int(latest)

    async def now(self) -> int | None:
        """Return the time of the database, None where it has no clock of its own."""
        if self.database.sqlite:
            return None
        seconds = func.extract("epoch", func.clock_timestamp())
        return int(await self._one(select(seconds * 1000)))

    async def check(self) -> None:
        """Raise what the database raises where it cannot be used."""
        await self._one(select(1))

    async def check_lately(self) -> None:
        """Raise what `check` raises; however many ask, the database is asked once a second."""
        if monotonic() < self._well_until:
            return
        if self._checking is None:
            self._checking = asyncio.create_task(self.check(), context=Context())
        checking = self._checking
        try:
            await asyncio.shield(checking)
            self._well_until = monotonic() + WELL
        finally:
            if checking.done() and self._checking is checking:
                self._checking = None

    async def _rows(self, wanted: Any, values: dict[str, Any] | None = None) -> list[Row[Any]]:
        return await self.database.read(lambda c: list(c.execute(wanted, values or {})))

    async def _one(self, wanted: Any) -> Any:
        return await self.database.read(lambda connection: connection.execute(wanted).scalar())


def _sitting(connection: Connection, game: str) -> set[str]:
    """Return who has a seat in a game."""
    return {
        row.player for row in connection.execute(select(seats.c.player).where(seats.c.game == game))
    }


def _reseat(
    connection: Connection, game: str, player: str, other: str, name: str | None = None
) -> None:
    """Put another id, and perhaps name, in a player's place, in the seats and in the log."""
    mine = and_(seats.c.game == game, seats.c.player == player)
    connection.execute(update(seats).where(mine).values(player=other))
    own = and_(played_games.c.game == game, played_games.c.player == player)
    if name is None:
        connection.execute(update(played_games).where(own).values(player=other))
    else:  # he has none any more
        connection.execute(delete(played_games).where(own))
    theirs = and_(played_games.c.game == game, played_games.c.opponent == player)
    called = {} if name is None else {"name": name, "kind": "guest"}
    connection.execute(update(played_games).where(theirs).values(opponent=other, **called))
    asked = games.c.origin.startswith(f"{player}:")
    connection.execute(update(games).where(games.c.id == game, asked).values(origin=None))
    personal = and_(game_events.c.game == game, game_events.c.kind.in_(PERSONAL))
    if name is not None:
        _unname_first(connection, game, player, name)
    for row in connection.execute(select(game_events.c.seq, game_events.c.body).where(personal)):
        if row.body.get("player") == player:
            body = {**row.body, "player": other}
            if name is not None and "name" in body:
                body["name"] = name
            place = and_(game_events.c.game == game, game_events.c.seq == row.seq)
            connection.execute(update(game_events).where(place).values(body=body))


def _unname_first(connection: Connection, game: str, player: str, name: str) -> None:
    """Put another name in a player's place in what a second game holds of its match's first."""
    row = connection.execute(select(games.c.agreement).where(games.c.id == game)).first()
    agreement: dict[str, Any] = {} if row is None else row.agreement
    first = agreement.get("first")
    if first is None or (first.get("toss") or {}).get("players"):
        return  # a toss of before was between names: nobody could check it without them
    seated = and_(game_events.c.game == game, game_events.c.kind == SEATED)
    rows = [row.body for row in connection.execute(select(game_events.c.body).where(seated))]
    sides: list[Color] = [body["side"] for body in rows if body.get("player") == player]
    if len(sides) != 1:
        return
    before = other(sides[0])  # a second game has the sides swapped
    known = first["games"][0]
    called = {"white": known["white"], "black": known["black"], before: name}
    white, black = apart(called["white"], called["black"])
    new = {known["white"]: white, known["black"]: black}
    renamed = [{**known, "white": white, "black": black}, *first["games"][1:]]
    names = [new[each] for each in first["players"]]
    changed = {**agreement, "first": {**first, "games": renamed, "players": names}}
    connection.execute(update(games).where(games.c.id == game).values(agreement=changed))


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
