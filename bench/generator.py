"""The speed of the generators, single thread: million leaves per second of CPU time.

"played" makes every leaf; "bulk" counts the last ply without making it. The last columns compare
with the fastest generators known to us, as they ran on a 2.6 GHz Zen 5 core: a ratio that means
something on such a machine only. Between the rows of one run ratios always hold.
"""

from __future__ import annotations

from time import process_time

from crownhead import Position
from crownhead._core import instruction_set

RUNS = 3
KINGS_8 = "WK21,K22,K23,K24,K25,K26,K27,K28,K29,K30,K31,K32"
KINGS_8 += ":BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12"
KINGS_10 = "W:W" + ",".join(f"K{n}" for n in range(31, 51))
KINGS_10 += ":B" + ",".join(f"K{n}" for n in range(1, 21))

# game, position, depth, what the fastest peer reached (played, bulk)
ROWS = (
    ("english", "", 11, 116, 199),
    ("international", "", 9, 111, 219),
    ("brazilian", "", 11, 61, 127),
    ("russian", "", 11, 65, 154),
    ("pool", "", 11, 65, 143),
    ("italian", "", 11, 61, 138),
    ("frisian", "", 9, 63, 124),
    ("killer", "", 9, 88, 209),
    ("english", f"B:{KINGS_8}", 9, 118, 237),
    ("international", KINGS_10, 8, 37, 48),
    ("russian", f"W:{KINGS_8}", 9, 41, 61),
    ("frisian", KINGS_10, 7, 21, 25),
    ("lite", "", 11, None, None),
    ("spanish", "", 11, None, None),
    ("czech", "", 11, None, None),
    ("thai", "", 9, None, None),
    ("canadian", "", 8, None, None),
    ("turkish", "", 7, None, None),
)


def main() -> int:
    """Print the table."""
    print(f"Generators ({instruction_set()} instructions), best of {RUNS} runs")
    print(f"{'game':22} depth {'leaves':>12} {'played':>8} {'bulk':>8}   ours / peer")
    for game, fen, depth, peer_played, peer_bulk in ROWS:
        position = Position.from_fen(fen, game) if fen else Position.initial(game)
        leaves, played = speed(position, depth, bulk=False)
        _, bulk = speed(position, depth, bulk=True)
        ratios = ""
        if peer_played and peer_bulk:
            ratios = f"{played / peer_played:5.2f} {bulk / peer_bulk:5.2f}"
        name = f"{game}, all kings" if fen else game
        print(f"{name:22} {depth:5} {leaves:12} {played:8.1f} {bulk:8.1f}   {ratios}", flush=True)
    return 0


def speed(position: Position, depth: int, *, bulk: bool) -> tuple[int, float]:
    """Return the leaves and the best million leaves per second."""
    best = 0.0
    leaves = 0
    for _ in range(RUNS):
        start = process_time()
        leaves = position.perft(depth, bulk=bulk)
        best = max(best, leaves / max(process_time() - start, 1e-9) / 1e6)
    return leaves, best
