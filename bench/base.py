"""Databases of games: importing, finding a position, the tree, beside other readers of the file."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import crownhead as ch
from bench import pdn
from crownhead.base import Base, Query

GAMES = 20_000
LOOKUPS = 200


def main() -> int:
    """Print games a second and milliseconds a question."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.pdn"
        file.write_text("\n".join(_games(GAMES)), encoding="utf-8")
        with Base(Path(folder) / "games.base") as base:
            seconds = _cpu(lambda: base.add_files([file]))
            print(f"import: {GAMES / seconds:,.0f} games per second of processor time")
            positions = _positions(LOOKUPS)
            seconds = _cpu(lambda: [base.find(Query(position=p), limit=50) for p in positions])
            print(f"find: {seconds / LOOKUPS * 1000:.1f} ms a position, {GAMES:,} games")
            seconds = _cpu(lambda: [base.tree(p) for p in positions])
            print(f"tree: {seconds / LOOKUPS * 1000:.1f} ms a position")
        file.write_text(pdn.sample(), encoding="utf-8")
        pdn.install_peer()
        for name, program in (("py-draughts", pdn.PY_DRAUGHTS), ("pydraughts", pdn.PYDRAUGHTS)):
            speed, _ = pdn.run(program, file)
            print(f"{name} only reads {speed:,.0f} games per second")
    return 0


def _cpu(action: Callable[[], object]) -> float:
    begin = time.process_time()
    action()
    return time.process_time() - begin


def _games(number: int) -> list[str]:
    dice = random.Random(1)
    made = []
    for index in range(number):
        game = ch.pdn.PdnGame("english")
        game.tags = {"White": f"Player {dice.randrange(2000)}", "Black": f"P {dice.randrange(99)}"}
        game.tags |= {"Date": f"{1950 + index % 70}.01.01", "Result": dice.choice(("1-0", "0-1"))}
        node = game.root
        for ply in range(dice.randrange(30, 80)):
            legal = node.position.legal_moves
            if not len(legal):
                break
            place = int(dice.expovariate(0.8 if ply < 10 else 0.2))
            node = node.add_variation(legal[min(place, len(legal) - 1)])
        made.append(str(game))
    return made


def _positions(number: int) -> list[ch.Position]:
    dice = random.Random(2)
    found = []
    for _ in range(number):
        position = ch.Position.initial("english")
        for _ in range(dice.randrange(8)):
            position = position.play(dice.choice(list(position.legal_moves)))
        found.append(position)
    return found


if __name__ == "__main__":
    raise SystemExit(main())
