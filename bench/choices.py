"""Compare what two engines would play in the same positions: `dev.py bench choices ONE OTHER`.

Where their moves differ a longer search of the built-in engine judges both. That needs no games,
but tells only as much as the judge knows, who shares the evaluation. The yardstick is what twice
the nodes bring: `bench choices builtin:nodes=200000 builtin:nodes=100000`.

Engines are named as in `crownhead arena`. A gain is in hundredths of a man a position, for the
first engine over the other, with the 95 % interval; a single one counts a man at most.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence
from itertools import islice

from bench.speed import middle_game
from crownhead import Move, Position
from crownhead.arena.contestant import Contestant, Place
from crownhead.arena.entry import entry
from crownhead.arena.pace import Allowance, Pace
from crownhead.engines import Engine, Limit
from crownhead.errors import CrownheadError
from crownhead.variants import get

MOST = 100
"""What a choice may gain or lose at most, in hundredths of a man."""
PATIENCE = 60.0


def main(options: Sequence[str] = ()) -> int:
    """Print how often the engines differ and what the first one gains by it."""
    parser = argparse.ArgumentParser(
        "bench choices", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("engines", nargs=2, metavar="ENGINE")
    parser.add_argument("--variant", default="international")
    parser.add_argument("--positions", type=int, default=1000, help="of games of the engine")
    parser.add_argument("--limit", default="nodes=100000", help="of an engine without its own")
    parser.add_argument("--judge", type=int, default=1_000_000, help="nodes of the judge")
    chosen = parser.parse_args(options)
    if chosen.positions < 2:
        parser.error("--positions: an interval needs two of them at least")
    try:
        variant = get(chosen.variant)
        limit = Pace.parse(chosen.limit)
        both = [entry(text).with_default_pace(limit, variant) for text in chosen.engines]
        positions = list(islice(middle_game(variant.key), chosen.positions))
        one, other = (choices(engine, positions) for engine in both)
    except CrownheadError as error:
        print(f"bench choices: {error}", file=sys.stderr)
        return 2
    gains = judge(positions, one, other, Limit(nodes=chosen.judge))
    differ = sum(a != b for a, b in zip(one, other, strict=True))
    spread = 1.96 * statistics.stdev(gains) / len(gains) ** 0.5
    print(f"{len(gains)} positions, {differ} choices differ")
    print(f"{both[0].name} over {both[1].name}: {statistics.fmean(gains):+.2f} ± {spread:.2f}")
    return 0


def choices(engine: Contestant, positions: Sequence[Position]) -> list[Move]:
    """Return what an engine would play in each position, each for itself. Raises `ArenaError`."""
    variant = positions[0].variant
    limit = Allowance(engine.pace, 0).limit()
    with engine.make(Place(variant, seed=1, worker=0, patience=PATIENCE)) as playing:
        return [playing.play(position, limit) for position in positions]


def judge(
    positions: Sequence[Position], one: Sequence[Move], other: Sequence[Move], limit: Limit
) -> list[float]:
    """Return what the first choice gains over the other in each position."""
    gains = []
    with Engine.builtin(megabytes=64) as judging:

        def value(position: Position, move: Move) -> int:
            return -judging.analyse(position.play(move), limit).score

        for position, a, b in zip(positions, one, other, strict=True):
            gain = 0 if a == b else value(position, a) - value(position, b)
            gains.append(float(max(-MOST, min(MOST, gain))))
    return gains


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
