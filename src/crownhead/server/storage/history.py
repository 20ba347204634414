"""Histories: the finished games of players, asked by filters and paged by key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Text,
    and_,
    case,
    cast,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    tuple_,
)

from crownhead.rules import Color
from crownhead.server.room.played import ONE_DEVICE, PEOPLE, PlainLog, Played
from crownhead.server.room.table import Seat
from crownhead.server.storage.database import Database
from crownhead.server.storage.schema import (
    accounts,
    game_events,
    games,
    played_games,
    players,
    unsorted_games,
)

MOST_OPENING_ENTRIES = 26
"""Entries of a log within which its opening lies, where nothing was taken back."""
_OWN_FIELDS = tuple(Played.__slots__)
_ROW = [played_games.c[name] for name in _OWN_FIELDS]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Which games of a history are asked for; None means all.

    `opponent` is a player's id; `since` and `until` are times in ms, the last one left out.
    `public`: those alone that everybody may see.
    """

    public: bool = False
    variant: str | None = None
    tempo: str | None = None
    points: int | None = None
    opponent: str | None = None
    opening: str | None = None
    since: int | None = None
    until: int | None = None

    def without_private(self) -> Filters:
        """Return the same for somebody else than the player."""
        return replace(self, public=True)


class Place(NamedTuple):
    """Where a page of a history ends: the time and id of its last game."""

    ended: int
    game: str


class Score(NamedTuple):
    """Games won, drawn and lost."""

    won: int
    drawn: int
    lost: int


class OpeningScore(NamedTuple):
    """What a player has scored with an opening of a game and a side."""

    variant: str
    opening: str
    side: str
    score: Score


@dataclass(frozen=True, slots=True)
class Listed:
    """A game of a history; `account`: what the opponent's account is called now, if he had one."""

    played: Played
    account: str | None


class HistoryStore:
    """Ask for histories, and keep them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(
        self, player: str, filters: Filters, before: Place | None, most: int
    ) -> list[Listed]:
        """Return the latest games of a player that end before a place, the newest first."""
        wanted = (
            select(*_ROW, players.c.name.label("account"))
            .outerjoin(accounts, accounts.c.player == played_games.c.opponent)
            .outerjoin(players, players.c.id == accounts.c.player)
            .where(*_conditions(player, filters))
            .order_by(played_games.c.ended.desc(), played_games.c.game.desc())
            .limit(most)
        )
        if before is not None:
            key = tuple_(played_games.c.ended, played_games.c.game)
            wanted = wanted.where(key < tuple_(before.ended, before.game))
        return await self._database.read(lambda c: [_read_row(row) for row in c.execute(wanted)])

    async def score(self, player: str, filters: Filters) -> Score:
        """Return how many of a player's games were won, drawn and lost against somebody else."""
        wanted = (
            select(played_games.c.points, func.count().label("number"))
            .where(*_conditions(player, filters), played_games.c.kind != ONE_DEVICE)
            .group_by(played_games.c.points)
        )

        def ask(connection: Connection) -> Score:
            return _score({row.points: row.number for row in connection.execute(wanted)})

        return await self._database.read(ask)

    async def openings(self, player: str, filters: Filters, most: int) -> list[OpeningScore]:
        """Return what a player has scored with named openings, the most played first."""
        known = played_games.c
        place = (known.variant, known.opening, known.side)
        wanted = (
            select(*place, known.points, func.count().label("number"))
            .where(
                *_conditions(player, filters),
                known.opening.is_not(None),
                known.kind != ONE_DEVICE,
            )
            .group_by(*place, known.points)
        )

        def ask(connection: Connection) -> list[OpeningScore]:
            counts: dict[tuple[str, str, str], dict[int, int]] = {}
            for row in connection.execute(wanted):
                counts.setdefault((row.variant, row.opening, row.side), {})[row.points] = row.number
            found = [OpeningScore(*key, _score(each)) for key, each in counts.items()]
            found.sort(key=lambda each: (-sum(each.score), each[:3]))
            return found[:most]

        return await self._database.read(ask)

    async def list_unsorted(self, most: int) -> list[str]:
        """Return games that ended before there was a history, and are in none yet."""
        wanted = select(unsorted_games.c.game).limit(most)
        return await self._database.read(lambda c: [str(row.game) for row in c.execute(wanted)])

    async def plain_logs(self, wanted: Sequence[str]) -> list[PlainLog]:
        """Return those of some games whose moves were all played once, for good.

        What the law made of them, their results, stands beside the logs.
        """
        log = game_events.c
        opening = and_(log.kind == "played", log.seq <= MOST_OPENING_ENTRIES)
        needed = or_(log.kind == "seated", opening)
        entry = literal("[").concat(cast(log.seq, Text)).concat(",").concat(cast(log.body, Text))
        asked = (
            select(
                games.c.id,
                games.c.result,
                cast(games.c.agreement, Text).label("terms"),
                func.max(case((log.kind.not_in(_OF_TABLE), log.at))).label("ended"),
                func.count(case((log.kind == "played", 1))).label("plies"),
                func.aggregate_strings(case((needed, entry)), "],").label("log"),
            )
            .join(games, games.c.id == log.game)
            .where(log.game.in_(wanted), games.c.result.is_not(None))
            .group_by(games.c.id)
            .having(func.count(case((log.kind.not_in(_PLAIN), 1))) == 0)
        )
        return await self._database.read(
            lambda c: [log for row in c.execute(asked) if (log := _plain(row)) is not None]
        )

    async def sort(self, games: Sequence[str], found: Iterable[Played]) -> None:
        """Put games into the histories that were in none yet."""
        rows = rows_of(found)

        def change(connection: Connection) -> None:
            gone = delete(unsorted_games).where(unsorted_games.c.game.in_(games))
            taken = connection.execute(gone.returning(unsorted_games.c.game))
            kept = {row.game for row in taken}  # by nobody else
            keep(connection, [row for row in rows if row["game"] in kept])

        await self._database.write(change)


def keep(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Put finished games into the histories of their players, once."""
    games = {row["game"] for row in rows}
    if not games:
        return
    there = select(played_games.c.game).where(played_games.c.game.in_(games))
    known = {row.game for row in connection.execute(there)}
    fresh = [row for row in rows if row["game"] not in known]
    if fresh:
        connection.execute(insert(played_games), fresh)


def rows_of(found: Iterable[Played]) -> list[dict[str, Any]]:
    """Return finished games as rows."""
    return [{name: getattr(each, name) for name in _OWN_FIELDS} for each in found]


def _conditions(player: str, filters: Filters) -> list[ColumnElement[bool]]:
    known = played_games.c
    found: list[ColumnElement[bool]] = [known.player == player]
    for name in ("variant", "tempo", "points", "opponent", "opening"):
        value = getattr(filters, name)
        if value is not None:
            found.append(known[name] == value)
    if filters.opponent is not None:
        # Whoever was a guest then is not found by the account that he made later.
        found.append(known.kind.in_(PEOPLE))
    if filters.public:
        found.append(known.shown.is_(True))
    if filters.since is not None:
        found.append(known.ended >= filters.since)
    if filters.until is not None:
        found.append(known.ended < filters.until)
    return found


def _score(counts: dict[int, int]) -> Score:
    return Score(*(counts.get(points, 0) for points in (2, 1, 0)))


def _read_row(row: Any) -> Listed:
    found = Played(**{name: getattr(row, name) for name in _OWN_FIELDS})
    return Listed(found, row.account if found.kind in PEOPLE else None)


_OF_TABLE = ("seated", "held", "leave", "away", "rematch_offered", "rematch_declined", "followed")
_PLAIN = (
    *_OF_TABLE,
    *("played", "resigned", "time_forfeited", "adjudicated"),
    *("paused", "resumed", "clock_set"),
    *("draw_offered", "draw_accepted", "draw_declined", "draw_withdrawn"),
    *("takeback_requested", "takeback_declined"),
)
"""The kinds of entries by which no move is taken back, changed or given before the game."""
_WINNERS: dict[str, Color | None] = {"1-0": "white", "0-1": "black", "1/2-1/2": None}


def _plain(row: Any) -> PlainLog | None:
    log = sorted(msgspec.json.decode(f"[{row.log}]]"), key=itemgetter(0))
    seats = {
        seat["side"]: Seat(seat["player"], seat["name"], seat["who"], seat["level"], seat["side"])
        for _, seat in log
        if "who" in seat
    }
    if seats.keys() != {"white", "black"} or not row.plies or row.result not in _WINNERS:
        return None
    moves = tuple(body["move"] for _, body in log if "move" in body)
    winner = _WINNERS[row.result]
    return PlainLog(
        *(row.id, row.terms, seats["white"], seats["black"], winner, row.ended, row.plies, moves)
    )
