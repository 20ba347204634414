"""Databases of games: importing, finding a position, the tree, beside other readers of the file.

The peers only read the file, and of a long one its beginning: they keep no database.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import crownhead as ch
from bench import pdn
from crownhead.base import Base, Query

GAMES = 20_000
DISTINCT = 20_000
"""Games that are made; more are the same between others, for making them takes the longest."""
VARIANTS = ("international", "international", "international", "russian", "frisian")
LOOKUPS = 200
PEER_GAMES = 300


def main(options: Sequence[str] = ()) -> int:
    """Print games a second, and milliseconds a question."""
    parser = argparse.ArgumentParser(prog="bench base", description=main.__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games of the file")
    number = parser.parse_args(options).games
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.pdn"
        with file.open("w", encoding="utf-8") as written:
            written.writelines(_file(number))
        print(f"{number:,} games, {file.stat().st_size >> 20} MiB of PDN")
        with Base(Path(folder) / "games.base") as base:
            begin = time.perf_counter()
            seconds = _cpu(lambda: base.add_files([file]))
            passed = time.perf_counter() - begin
            print(
                f"crownhead imports {len(base) / seconds:,.0f} games per second of processor time,"
                f" {len(base) / passed:,.0f} a second"
            )
        with Base.reader(Path(folder) / "games.base") as base:
            positions = _positions(LOOKUPS)
            _questions("find", positions, lambda p: base.find(Query(position=p), limit=50))
            _questions("tree", positions, base.tree)
        pdn.install_peer()
        for name, program in (("py-draughts", pdn.PY_DRAUGHTS), ("pydraughts", pdn.PYDRAUGHTS)):
            speed, bad = pdn.run(program, file, str(PEER_GAMES))
            print(f"{name} only reads {speed:,.1f} games per second, {bad:.0f} with errors")
    return 0


def _cpu(action: Callable[[], object]) -> float:
    begin = time.process_time()
    action()
    return time.process_time() - begin


def _questions(
    name: str, positions: list[ch.Position], ask: Callable[[ch.Position], object]
) -> None:
    took = []
    for position in positions:
        begin = time.perf_counter()
        ask(position)
        took.append((time.perf_counter() - begin) * 1000)
    took.sort()
    middle, most = took[len(took) // 2], took[len(took) * 95 // 100]
    print(f"{name}: {middle:.1f} ms a position, 95 of 100 within {most:.1f}, all {took[-1]:.1f}")


def _file(number: int) -> Iterator[str]:
    made = []
    for text in _games(min(number, DISTINCT)):
        made.append(text)
        yield text
    for copy in range(DISTINCT, number):
        text = made[copy % DISTINCT]
        yield text.replace('[White "', f'[White "{copy // DISTINCT}. ', 1)


def _games(number: int) -> Iterator[str]:
    """Yield games as the peers understand them; their first moves are those of many others."""
    dice = random.Random(1)
    for index in range(number):
        game = ch.pdn.PdnGame(VARIANTS[index % len(VARIANTS)])
        game.tags = {"White": f"Player {dice.randrange(2000)}", "Black": f"P {dice.randrange(99)}"}
        game.tags |= {"Event": "Bench", "Date": f"{1950 + index % 70}.01.01", "Round": str(index)}
        node = game.root
        for ply in range(dice.randrange(30, 80)):
            legal = node.position.legal_moves
            if not len(legal):
                break
            place = int(dice.expovariate(0.8 if ply < 10 else 0.2))
            node = node.add_variation(legal[min(place, len(legal) - 1)])
        yield ch.pdn.dumps(game)


def _positions(number: int) -> list[ch.Position]:
    dice = random.Random(2)
    found = []
    for index in range(number):
        position = ch.Position.initial(VARIANTS[index % len(VARIANTS)])
        for _ in range(dice.randrange(8)):
            legal = position.legal_moves
            position = position.play(legal[min(int(dice.expovariate(0.8)), len(legal) - 1)])
        found.append(position)
    return found


if __name__ == "__main__":
    raise SystemExit(main())
