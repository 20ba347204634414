"""Ratings of accounts: changed in the transaction that stores a result, asked, computed anew.

All ratings follow from the rated games in the order of their numbers. A level of the computer has
in each of its games the points that were its anchor then; no game changes them.
"""

from __future__ import annotations

import secrets
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy import Row as SqlRow

from crownhead.ratings import PROVISIONAL, Rating
from crownhead.ratings import update as rated_anew
from crownhead.server.clock import DAY
from crownhead.server.room.rated import LEVEL, RatedGame, anchor, level_of, level_rating
from crownhead.server.storage.accounts import has_account
from crownhead.server.storage.database import Database, put
from crownhead.server.storage.schema import accounts, players, rated_games, ratings

PERIOD = 7 * DAY
"""Milliseconds in which somebody who does not play becomes as much less certain as Glicko says."""
LATELY = 90 * DAY
"""Milliseconds without a game after which nobody stands in a list of the best."""
MOSTLY = 0.8
"""The part of the points between two that one of them has where it looks as if given away."""
FED_BY, FED_FROM = 3, 2
"""Accounts that have played nobody but one who wins, and games of each, that look so together."""
_LOCK = 0x726174696E67  # any number, the same for all
_PORTION = 5_000


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating in one list, after so many games, the last of them at `at`."""

    variant: str
    tempo: str
    rating: Rating
    games: int
    at: int


@dataclass(frozen=True, slots=True)
class Change:
    """What a rated game has done to both ratings, in points."""

    game: str
    variant: str
    tempo: str
    at: int
    white: str
    black: str
    score: float
    annulled: bool
    white_before: float
    white_after: float
    black_before: float
    black_after: float


@dataclass(frozen=True, slots=True)
class OneSided:
    """A pair whose rated games nearly all go to one of them: names, games, the winner's points.

    The name of an account that is deleted is empty. `winner_bot`, `loser_bot`: it is a program's.
    """

    winner: str
    loser: str
    games: int
    points: float
    winner_bot: bool = False
    loser_bot: bool = False


_CHANGE = [rated_games.c[name] for name in Change.__slots__]
Key = tuple[str, str, str]


class RatingStore:
    """Ask for ratings, and compute them anew."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: str) -> list[Standing]:
        """Return the ratings of a player, the most played first."""
        wanted = select(ratings).where(ratings.c.player == player).order_by(ratings.c.games.desc())
        return await self._database.read(lambda c: [_standing(row) for row in c.execute(wanted)])

    async def one(self, player: str, variant: str, tempo: str) -> Standing | None:
        """Return a player's rating in one list, None where he has not played."""
        wanted = select(ratings).where(_place((player, variant, tempo)))

        def ask(connection: Connection) -> Standing | None:
            row = connection.execute(wanted).first()
            return None if row is None else _standing(row)

        return await self._database.read(ask)

    async def changes_of(self, player: str, most: int) -> list[Change]:
        """Return the last rated games of a player, the newest first."""
        mine = or_(rated_games.c.white == player, rated_games.c.black == player)
        wanted = select(*_CHANGE).where(mine).order_by(rated_games.c.number.desc()).limit(most)
        return await self._database.read(lambda c: [Change(*row) for row in c.execute(wanted)])

    async def change(self, game: str) -> Change | None:
        """Return what a rated game has done, None where it is not rated, or not over."""
        wanted = select(*_CHANGE).where(rated_games.c.game == game)

        def ask(connection: Connection) -> Change | None:
            row = connection.execute(wanted).first()
            return None if row is None else Change(*row)

        return await self._database.read(ask)

    async def best(
        self, variant: str, tempo: str, now: int, most: int
    ) -> list[tuple[str, bool, Standing]]:
        """Return the best of a list who have played lately: name, whether a program, rating.

        Whoever has met levels of the computer alone is not among them.
        """
        there = and_(ratings.c.variant == variant, ratings.c.tempo == tempo)
        known = rated_games.c
        others = exists().where(
            or_(known.white == ratings.c.player, known.black == ratings.c.player),
            known.variant == variant,
            known.tempo == tempo,
            known.at > now - LATELY,
            known.annulled.is_(False),
            *_between_players(),
        )
        wanted = (
            select(ratings, players.c.name, players.c.kind)
            .join(players, players.c.id == ratings.c.player)
            .join(accounts, accounts.c.player == ratings.c.player)
            .where(there, ratings.c.at > now - LATELY, ratings.c.deviation <= PROVISIONAL, others)
            .order_by(ratings.c.value.desc(), players.c.name)
            .limit(most)
        )
        return await self._database.read(
            lambda c: [
                (str(row.name), row.kind == "bot", _standing(row)) for row in c.execute(wanted)
            ]
        )

    async def one_sided(self, since: int, least: int, most: int) -> list[OneSided]:
        """Return pairs of accounts with many rated games since a time, nearly all won by one.

        At least `least` games, of which the winner has at least four fifths of the points; those
        with most games first. Fewer games count, too, where several accounts have played nobody
        but him. Annulled games do not count, games of accounts that are deleted do.
        """
        known = rated_games.c
        counted = (known.at >= since, known.annulled.is_(False), *_between_players())
        wanted = (
            select(known.white, known.black, known.score, func.count().label("number"))
            .where(*counted)
            .group_by(known.white, known.black, known.score)
        )
        names = select(players.c.id, players.c.name, players.c.kind).join(
            accounts, accounts.c.player == players.c.id
        )

        def ask(connection: Connection) -> list[OneSided]:
            rows = [tuple(row) for row in connection.execute(wanted)]
            found = _find_one_sided(rows, least)[:most]
            ids = {each for pair in found for each in (pair.winner, pair.loser)}
            named = connection.execute(names.where(players.c.id.in_(ids)))
            called = {row.id: (str(row.name), row.kind == "bot") for row in named}
            gone = ("", False)
            return [
                OneSided(
                    *(called.get(pair.winner, gone)[0], called.get(pair.loser, gone)[0]),
                    *(pair.games, pair.points),
                    winner_bot=called.get(pair.winner, gone)[1],
                    loser_bot=called.get(pair.loser, gone)[1],
                )
                for pair in found
            ]

        return await self._database.read(ask)

    async def annul(self, game: str) -> bool:
        """Annul a game, and compute all ratings anew; return whether it had counted."""

        def change(connection: Connection) -> bool:
            counted = and_(rated_games.c.game == game, rated_games.c.annulled.is_(False))
            annulled = update(rated_games).where(counted).values(annulled=True)
            if not connection.execute(annulled).rowcount:
                return False
            compute_all(connection)
            return True

        return await self._database.write(change)

    async def compute_all(self) -> int:
        """Compute all ratings anew from the games; return how many games there are."""
        return await self._database.write(compute_all)

    async def forget(self, player: str) -> None:
        """Delete a player's ratings; his games stay in the others', without his id."""

        def change(connection: Connection) -> None:
            nobody = _nobody()
            connection.execute(delete(ratings).where(ratings.c.player == player))
            for side in (rated_games.c.white, rated_games.c.black):
                connection.execute(
                    update(rated_games).where(side == player).values({side.name: nobody})
                )

        await self._database.write(change)


def count(connection: Connection, game: RatedGame) -> None:
    """Count a rated game that is over for both ratings, once."""
    _lock(connection)
    there = select(rated_games.c.game).where(rated_games.c.game == game.game)
    if connection.execute(there).first() is not None:
        return
    white, black = (_present(connection, player) for player in (game.white, game.black))
    keys: list[Key] = [(player, game.variant, game.tempo) for player in (white, black)]
    levels = _levels(keys, *(_anchor_of(key) for key in keys))
    known = {key: standing for key in keys if (standing := _read(connection, key)) is not None}
    number = connection.execute(select(func.coalesce(func.max(rated_games.c.number), 0) + 1))
    points = _apply(known, keys, levels, game.score, game.at)
    for key in keys:
        if key in known and not _is_nobody(key[0]):
            _write(connection, key, known[key])
    row = {
        "game": game.game,
        "variant": game.variant,
        "tempo": game.tempo,
        "white": white,
        "black": black,
        "score": game.score,
        "at": game.at,
        "number": number.scalar_one(),
        "annulled": False,
    }
    connection.execute(insert(rated_games), {**row, **points})


def compute_all(connection: Connection) -> int:
    """Compute all ratings anew from the games in their order; return how many games there are."""
    _lock(connection)
    known: dict[Key, Standing] = {}
    games = 0
    for rows in _portions(connection):
        changed = []
        for row in rows:
            games += 1
            keys = [(player, row.variant, row.tempo) for player in (row.white, row.black)]
            if row.annulled:
                continue
            levels = _levels(keys, row.white_before, row.black_before)
            points = _apply(known, keys, levels, row.score, row.at)
            if any(getattr(row, name) != value for name, value in points.items()):
                changed.append({"of": row.game, **points})
        if changed:
            connection.execute(_NEW_POINTS, changed)
    connection.execute(delete(ratings))
    kept = [_row(key, each) for key, each in known.items() if not _is_nobody(key[0])]
    for start in range(0, len(kept), _PORTION):
        connection.execute(insert(ratings), kept[start : start + _PORTION])
    return games


def _lock(connection: Connection) -> None:
    """Change ratings one after the other: two games of one player may end in the same moment."""
    if connection.dialect.name == "postgresql":  # SQLite has one transaction at a time
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))


_POINTS = ("white_before", "white_after", "black_before", "black_after")


_NEW_POINTS = (
    update(rated_games)
    .where(rated_games.c.game == bindparam("of"))
    .values({name: bindparam(name) for name in _POINTS})
)


def _nobody() -> str:
    return f"x{secrets.token_hex(12)}"


def _is_nobody(player: str) -> bool:
    """Return whether an id stands for somebody who is no more."""
    return player.startswith("x")


def _anchor_of(key: Key) -> float:
    """Return the points of a level's anchor as it is now; of a player, nought."""
    level = level_of(key[0])
    return 0.0 if level is None else anchor(key[1], level).value


def _levels(keys: Sequence[Key], *points: float) -> dict[Key, Rating]:
    """Return the ratings of those of two opponents who are levels, from the points of both."""
    return {
        key: level_rating(each)
        for key, each in zip(keys, points, strict=True)
        if level_of(key[0]) is not None
    }


def _between_players() -> tuple[Any, Any]:
    """Return the conditions that no level of the computer has played."""
    white, black = rated_games.c.white, rated_games.c.black
    return white.not_like(f"{LEVEL}%"), black.not_like(f"{LEVEL}%")


def _find_one_sided(rows: Sequence[tuple[str, str, float, int]], least: int) -> list[OneSided]:
    """Return the pairs that stand out, by their ids, from White, Black, score and how often."""
    scores: dict[tuple[str, str], list[int]] = {}
    played: Counter[str] = Counter()
    for white, black, score, number in rows:
        played.update({white: number, black: number})
        one, two = sorted((white, black))
        gained = score if one == white else 1 - score
        scores.setdefault((one, two), [0, 0, 0])[round(2 * gained)] += number
    found: list[OneSided] = []
    feeders: defaultdict[str, list[OneSided]] = defaultdict(list)
    for (one, two), (lost, drawn, won) in scores.items():
        games = lost + drawn + won
        ids, points = ((one, two), won) if won >= lost else ((two, one), lost)
        pair = OneSided(*ids, games, points + drawn / 2)
        if pair.points < MOSTLY * games:
            continue
        if games >= least:
            found.append(pair)
        elif games >= FED_FROM and played[pair.loser] == games:
            feeders[pair.winner].append(pair)
    for fed in feeders.values():
        if len(fed) >= FED_BY and sum(each.games for each in fed) >= 2 * least:
            found += fed
    return sorted(found, key=lambda each: (-each.games, -each.points, each.winner, each.loser))


def _present(connection: Connection, player: str) -> str:
    """Return a player's id, another where he has no account any more."""
    if _is_nobody(player) or level_of(player) is not None:
        return player
    return player if has_account(connection, player) else _nobody()


def _portions(connection: Connection) -> Iterator[Sequence[SqlRow[Any]]]:
    last = 0
    while True:
        wanted = select(rated_games).where(rated_games.c.number > last)
        rows = connection.execute(wanted.order_by(rated_games.c.number).limit(_PORTION)).fetchall()
        if not rows:
            return
        last = rows[-1].number
        yield rows


def _apply(
    known: dict[Key, Standing],
    keys: Sequence[Key],
    levels: dict[Key, Rating],
    score: float,
    at: int,
) -> dict[str, float]:
    """Change what is known of White and Black by a game; return their points before and after.

    `levels` are the ratings of those who are levels of the computer, and stay as they are.
    """
    before = [known.get(key) or Standing(key[1], key[2], Rating(), 0, at) for key in keys]
    aged = [
        levels.get(key) or each.rating.age(max(0, at - each.at) / PERIOD)
        for key, each in zip(keys, before, strict=True)
    ]
    values: list[float] = []
    for number, gained in ((0, score), (1, 1 - score)):
        key, old, rival = keys[number], before[number], aged[1 - number]
        if key in levels:
            values += [levels[key].value] * 2
            continue
        new = rated_anew(aged[number], [(rival, gained)], periods=0)
        known[key] = Standing(key[1], key[2], new, old.games + 1, max(old.at, at))
        values += [old.rating.value, new.value]
    return dict(zip(_POINTS, values, strict=True))


def _place(key: Key) -> Any:
    player, variant, tempo = key
    return and_(ratings.c.player == player, ratings.c.variant == variant, ratings.c.tempo == tempo)


def _read(connection: Connection, key: Key) -> Standing | None:
    row = connection.execute(select(ratings).where(_place(key))).first()
    return None if row is None else _standing(row)


def _write(connection: Connection, key: Key, standing: Standing) -> None:
    row = _row(key, standing)
    put(connection, ratings, {name: row[name] for name in ("player", "variant", "tempo")}, row)


def _row(key: Key, standing: Standing) -> dict[str, Any]:
    player, variant, tempo = key
    rating = standing.rating
    return {
        "player": player,
        "variant": variant,
        "tempo": tempo,
        "value": rating.value,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "games": standing.games,
        "at": standing.at,
    }


def _standing(row: SqlRow[Any]) -> Standing:
    rating = Rating(row.value, row.deviation, row.volatility)
    return Standing(row.variant, row.tempo, rating, row.games, row.at)
