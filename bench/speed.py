"""The speed of the search, single thread: million nodes per second of CPU time, beside perft.

The search judges by the learned evaluation and starts from positions of the middle game, each with
so many nodes; the table is empty before the first of them. "perft" counts the last ply without
making it, in the same run. "two" is how many times as many nodes two threads search in the same
time: it means something only where two processors are idle.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from time import perf_counter, process_time

from bench.generator import speed as leaves
from crownhead import Position
from crownhead._core import Search, instruction_set
from crownhead.weights import weights

GAMES = {"english": 11, "brazilian": 11, "russian": 11, "international": 9}
"""Each with the depth of its perft."""
POSITIONS = 20
RUNS = 3
MEGABYTES = 64


def main(options: Sequence[str] = ()) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="bench speed", description=main.__doc__)
    parser.add_argument("--nodes", type=int, default=200_000, help="nodes for each position")
    nodes = parser.parse_args(options).nodes
    print(f"Search ({instruction_set()} instructions), best of {RUNS} runs")
    print(f"{'game':14} {'nodes/s':>8} {'perft':>8} {'two':>6}")
    for game, depth in GAMES.items():
        positions = middle_game(game)
        alone, one, two = 0.0, 0.0, 0.0
        for _ in range(RUNS):
            searched, passed, worked = search(positions, nodes, 1)
            alone, one = max(alone, searched / worked / 1e6), max(one, searched / passed)
            searched, passed, _ = search(positions, nodes, 2)
            two = max(two, searched / passed)
        _, counted = leaves(Position.initial(game), depth, bulk=True)
        print(f"{game:14} {alone:8.2f} {counted:8.1f} {two / one:6.2f}", flush=True)
    return 0


def middle_game(game: str) -> list[Position]:
    """Return positions of games that the engine plays after six random plies, always the same."""
    dice, player, found = random.Random(game), Search(4), list[Position]()
    while len(found) < POSITIONS:
        position = Position.initial(game)
        player.clear()
        for ply in range(dice.randrange(14, 46)):
            legal = position.legal_moves
            if not len(legal):
                break
            best = player.run(position, nodes=1_500, weights=weights(position.variant)).best
            position = position.play(
                legal[dice.randrange(len(legal))] if ply < 6 else best or legal[0]
            )
        if len(position.legal_moves) > 1:
            found.append(position)
    return found


def search(positions: Sequence[Position], nodes: int, threads: int) -> tuple[int, float, float]:
    """Return the nodes searched, the seconds passed, and the seconds of processors."""
    engine = Search(MEGABYTES)
    searched, passed, worked = 0, perf_counter(), process_time()
    for position in positions:
        learned = weights(position.variant)
        searched += engine.run(position, nodes=nodes, threads=threads, weights=learned).nodes
    return searched, perf_counter() - passed, process_time() - worked


if __name__ == "__main__":
    raise SystemExit(main())
