"""Endgame tables against the oracle: `dev.py bench slices GAME PIECES [--dir DIR]`.

In random positions of each material the oracle's own rules list the moves. What the tables say of
the position must follow from what they say of the positions after these moves.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from crownhead.endgame import Tables
from crownhead.errors import CrownheadError

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.oracle_endings import disagreements  # noqa: E402


def main(options: Sequence[str] = ()) -> int:
    """Print each position where the tables are wrong, and how many were asked."""
    parser = argparse.ArgumentParser(
        "bench slices", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("pieces", type=int)
    parser.add_argument("--dir", type=Path, action="append", default=[], help="of the tables")
    parser.add_argument("--positions", type=int, default=1000, help="of each material")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(options)
    try:
        tables = Tables.open(chosen.game, chosen.dir)
        materials = list(tables.stats(chosen.pieces).slices)
        wrong = 0
        for name in materials:
            dice = random.Random(f"{chosen.seed} {name}")
            for position, said, follows in disagreements(tables, name, chosen.positions, dice):
                wrong += 1
                print(f"{position.fen()}: {said} in the tables, {follows} by the oracle")
    except CrownheadError as error:
        print(f"bench slices: {error}", file=sys.stderr)
        return 2
    print(f"{len(materials)} materials, {chosen.positions} positions each: {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
