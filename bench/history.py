"""Ask histories among very many games: each question of a profile, on SQLite and PostgreSQL.

    python3 dev.py bench history                       1,000,000 games
    python3 dev.py bench history --games 100000

One player has 20,000 of the games, as many as a server keeps of one; all others are strewn over
5,000 players. Told are the median and the slowest of twenty questions each, over one connection, in
ms. Exits with 1 where a median takes longer than 100 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, insert, text

from bench.server import database
from crownhead.server.storage.database import Database
from crownhead.server.storage.history import Filters, HistoryStore, Place
from crownhead.server.storage.migrations import upgrade
from crownhead.server.storage.open_database import open_database
from crownhead.server.storage.schema import games, played_games

MOST_MS = 100
TIMES = 20
OF_ONE, PLAYERS = 20_000, 5_000
ONE = "g" + "0" * 24
_PORTION = 20_000
_BEGAN = 1_700_000_000_000
_OPENINGS = [None, "9-13", "11-15 23-19 8-11 22-17", "11-15 24-20", "10-14 22-17", "12-16"]
_TEMPI = ["bullet", "blitz", "rapid", "classical", "none"]
_VARIANTS = ["english", "international", "lite", "russian"]


def main(arguments: list[str] | None = None) -> int:
    """Measure; return 1 where a question took too long."""
    parser = argparse.ArgumentParser(prog="bench history")
    parser.add_argument("--games", type=int, default=1_000_000)
    options = parser.parse_args([] if arguments is None else arguments)
    slow = False
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="crownhead-")))
        for kind in ("SQLite", "PostgreSQL"):
            if kind == "SQLite":
                url = f"sqlite:///{folder / 'history.sqlite3'}"
            else:
                url = stack.enter_context(database(folder, True))
            slow |= asyncio.run(_measure(kind, url, folder, options.games))
    return int(slow)


async def _measure(kind: str, url: str, folder: Path, number: int) -> bool:
    known = open_database(url)
    await upgrade(known, folder)
    began = time.perf_counter()
    await _fill(known, number)
    print(f"{kind}: {number:,} games in {time.perf_counter() - began:.0f} s")
    slow = False
    for name, ask in _questions(HistoryStore(known)).items():
        times = []
        for _ in range(TIMES):
            began = time.perf_counter()
            await ask()
            times.append((time.perf_counter() - began) * 1000)
        middle = statistics.median(times)
        slow |= middle > MOST_MS
        print(f"  {name:<32} {middle:7.1f}  {max(times):7.1f}")
    await known.close()
    return slow


def _questions(store: HistoryStore) -> dict[str, Callable[[], Awaitable[Any]]]:
    """Return what a profile asks, of who has most games."""
    middle = Place(_BEGAN + 500_000_000, "")
    rare = Filters(
        public=True, variant="russian", tempo="classical", points=1, opening="10-14 22-17"
    )
    rival = Filters(public=True, opponent=_player(7))
    span = Filters(public=True, since=_BEGAN + 100_000_000, until=_BEGAN + 200_000_000)

    def page(filters: Filters, before: Place | None = None) -> Callable[[], Awaitable[Any]]:
        return lambda: store.page(ONE, filters, before, 26)

    def score(filters: Filters) -> Callable[[], Awaitable[Any]]:
        return lambda: store.score(ONE, filters)

    nothing = Filters(public=True, tempo="correspondence")
    return {
        "newest": page(Filters(public=True)),
        "a page from the middle": page(Filters(public=True), middle),
        "game, tempo, result, opening": page(rare),
        "what there is none of": page(nothing),
        "one opponent": page(rival),
        "a hundred days": page(span),
        "score of all": score(Filters(public=True)),
        "score with all filters": score(rare),
        "score against one": score(rival),
        "openings": lambda: store.openings(ONE, Filters(public=True), 200),
        "somebody with few games": lambda: store.page(_player(9), Filters(), None, 26),
    }


async def _fill(known: Database, number: int) -> None:
    chance = Random(7)
    for start in range(0, number, _PORTION):
        rows = [_row(chance, at, number) for at in range(start, min(start + _PORTION, number))]
        await known.write(lambda c, rows=rows: _store(c, rows))  # type: ignore[misc]

    # What PostgreSQL does by itself after so many new rows; not within a transaction.
    tidy = known.write if known.sqlite else known.read
    await tidy(lambda c: c.execute(text("ANALYZE" if known.sqlite else "VACUUM ANALYZE")))


def _store(connection: Connection, rows: list[dict[str, Any]]) -> None:
    game = {
        "variant": "english",
        "agreement": {},
        "lots": None,
        "phase": "over",
        "listed": False,
        "code": None,
        "seq": 1,
        "due": None,
        "clocked": False,
        "turn": None,
        "result": None,
        "origin": None,
    }
    made = [
        {**game, "id": row["game"], "created": row["ended"], "changed": row["ended"]}
        for row in rows
    ]
    connection.execute(insert(games), made)
    both = [each for row in rows for each in (row, _swap_sides(row))]
    connection.execute(insert(played_games), both)


def _row(chance: Random, at: int, number: int) -> dict[str, Any]:
    """Return a game of the one player, or of somebody else; strewn evenly over the time."""
    mine = at % max(1, number // OF_ONE) == 0
    return {
        "player": ONE if mine else _player(chance.randrange(PLAYERS)),
        "ended": _BEGAN + at * 1_000,
        "game": f"{at:012}",
        "variant": chance.choice(_VARIANTS),
        "tempo": chance.choice(_TEMPI),
        "side": chance.choice(("white", "black")),
        "points": chance.randrange(3),
        "opponent": _player(PLAYERS + chance.randrange(200)),
        "name": "Somebody",
        "kind": "account",
        "level": None,
        "rated": True,
        "shown": True,
        "opening": chance.choice(_OPENINGS),
        "plies": 60,
    }


def _swap_sides(row: dict[str, Any]) -> dict[str, Any]:
    sides = {"white": "black", "black": "white"}
    turned = {"side": sides[row["side"]], "points": 2 - row["points"]}
    return {**row, "player": row["opponent"], "opponent": row["player"], **turned}


def _player(number: int) -> str:
    return f"g{number + 1:024x}"
