"""Bring a database of schema 0005 with very many games to the present, and count what is in it.

    python3 dev.py bench migration                     100,000 games
    python3 dev.py bench migration --games 10000

Told are the seconds until the server can start, and until the games are in the histories of their
players, which the running server does beside all else; both on SQLite. Exits with 1 where the first
takes longer than a minute, or a row is lost.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, func, insert, select, text

from crownhead.server.messages import bodies as r
from crownhead.server.process.histories import Histories
from crownhead.server.process.work import Work
from crownhead.server.room.starting import open_table, seat
from crownhead.server.room.table import Seat, Table
from crownhead.server.storage.accounts import AccountStore
from crownhead.server.storage.choices import ChoiceStore
from crownhead.server.storage.database import Database
from crownhead.server.storage.games import Created
from crownhead.server.storage.history import HistoryStore
from crownhead.server.storage.migrations import upgrade
from crownhead.server.storage.migrations.history import run_missing
from crownhead.server.storage.open_database import open_database
from crownhead.server.storage.schema import game_events, games, played_games, seats
from crownhead.server.storage.store import Store

MOST_SECONDS = 60
BEFORE = "0005"
DIFFERENT, PLAYERS, PLIES = 200, 2_000, 40
"""Games that are played, and stored again and again; players; plies of each at most."""
_PORTION = 500


def main(arguments: list[str] | None = None) -> int:
    """Measure; return 1 where it took too long, or something was lost."""
    parser = argparse.ArgumentParser(prog="bench migration")
    parser.add_argument("--games", type=int, default=100_000)
    options = parser.parse_args([] if arguments is None else arguments)
    with tempfile.TemporaryDirectory(prefix="crownhead-") as folder:
        return asyncio.run(_measure(Path(folder), options.games))


async def _measure(folder: Path, number: int) -> int:
    database = open_database(f"sqlite:///{folder / 'migration.sqlite3'}")
    await database.write(lambda connection: run_missing(connection, upto=BEFORE))
    await _fill(database, number)
    before = await database.read(_counts)
    print(f"{number:,} games, {before['game_events']:,} events")
    began = time.perf_counter()
    await upgrade(database, folder)
    seconds = time.perf_counter() - began
    kept = await database.read(_counts) == before
    print(f"present schema after {seconds:.1f} s, {'nothing' if kept else 'SOMETHING'} lost")
    began = time.perf_counter()
    store, work = Store(database).games, Work()
    histories = Histories(
        store, AccountStore(database), HistoryStore(database), ChoiceStore(database), work
    )
    await histories.gather()
    wanted = select(func.count()).select_from(played_games)
    rows = await database.read(lambda c: int(c.execute(wanted).scalar_one()))
    print(f"{rows:,} rows of histories after {time.perf_counter() - began:.1f} s more")
    await work.close()
    await database.close()
    return int(seconds > MOST_SECONDS or not kept or rows != 2 * number)


def _counts(connection: Connection) -> dict[str, int]:
    """Return how many rows there are of games, seats and events, and how many bytes of events."""
    found = {
        table.name: int(connection.execute(select(func.count()).select_from(table)).scalar_one())
        for table in (games, seats, game_events)
    }
    bytes_of = text("select sum(length(body)) from game_events")
    return {**found, "bytes": int(connection.execute(bytes_of).scalar_one())}


async def _fill(database: Database, number: int) -> None:
    chance = Random(5)
    store = Store(database).games
    made = [store.prepare([_play_game(chance)], None) for _ in range(DIFFERENT)]
    for start in range(0, number, _PORTION):
        portion = range(start, min(start + _PORTION, number))
        rows = [_rename(made[at % DIFFERENT], at, chance) for at in portion]

        def change(connection: Connection, rows: list[Any] = rows) -> None:
            for table, part in ((games, 0), (seats, 1), (game_events, 2)):
                connection.execute(insert(table), [row for each in rows for row in each[part]])

        await database.write(change)


def _play_game(chance: Random) -> Table:
    """Return a game between two that one of them has resigned."""
    wish = r.NewGame(opponent=r.Friend(), variant="english", side="black", time="300+5")
    table = open_table(wish, Seat("one", "Anna", side="black"), 1_000)
    seat(table, Seat("two", "Bert", side="white"), 2_000)
    at = 3_000
    while table.game.outcome is None and table.game.state.plies < PLIES:
        at += 900
        table.game.play(chance.choice(table.game.position.legal_moves), at=at)
        table.note(at)
    if table.game.outcome is None:
        table.game.resign(table.game.turn, at=at + 1)
        table.note(at + 1)
    return table


def _rename(created: Created, at: int, chance: Random) -> tuple[list[Any], ...]:
    """Return the rows of a game under another id, between two of the players."""
    game = f"{at:012}"
    one, two = (f"g{each:024x}" for each in chance.sample(range(PLAYERS), 2))
    who = {"one": one, "two": two}
    head = [{**row, "id": game, "code": None} for row in created.games]
    sitting = [{**row, "game": game, "player": who[row["player"]]} for row in created.seats]
    log = [{**row, "game": game, "body": _of(row["body"], who)} for row in created.entries]
    return head, sitting, log


def _of(body: dict[str, Any], who: dict[str, str]) -> dict[str, Any]:
    return {**body, "player": who[body["player"]]} if "player" in body else body
