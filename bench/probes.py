"""How long the core takes to probe the endgame tables of the package, as a search asks them.

The positions are random and quiet, with as many pieces as the table has. "resident" is a probe of
pages that are decoded already, of a few positions and of so many that they are far apart in memory;
"cold" is the first probe of a page, whose bytes the system holds: the median, and what 90 % do not
exceed. Nothing but the probe is timed.
"""

from __future__ import annotations

import random
from statistics import median

from bench.endings import with_men
from crownhead import Position
from crownhead.endgame import Tables

GAMES = {"english": (4, 5), "brazilian": (4, 5), "russian": (4, 5), "international": (3, 4)}
"""Each with the pieces of the tables that are probed."""
FEW, MANY = 64, 4096
ROUNDS = 20


def main() -> int:
    """Print the table."""
    print("Probes of endgame tables")
    print(f"{'':22} {'resident, ns':>15} {'cold, µs':>13}")
    print(f"{'game':14} {'pieces':>7} {FEW:>7} {MANY:>7} {'50 %':>7} {'90 %':>5}")
    for game, sizes in GAMES.items():
        for pieces in sizes:
            positions = quiet_positions(game, pieces)
            few, many = resident(game, positions[:FEW]), resident(game, positions)
            first = sorted(cold_probe_times(game, positions))
            late = first[len(first) * 9 // 10]
            line = f"{few * 1e9:7.0f} {many * 1e9:7.0f} {median(first) * 1e6:7.1f}"
            print(f"{game:14} {pieces:7} {line} {late * 1e6:5.1f}", flush=True)
    return 0


def quiet_positions(game: str, pieces: int) -> list[Position]:
    """Return random positions without a capture, always the same."""
    dice, found = random.Random(f"{game} {pieces}"), list[Position]()
    while len(found) < MANY:
        mine = dice.randint(1, pieces - 1)
        men, others = dice.randint(0, mine), dice.randint(0, pieces - mine)
        position = with_men(game, (men, mine - men), (others, pieces - mine - others), dice)
        if position is None or position.outcome is not None:
            continue
        if not position.legal_moves[0].captures:
            found.append(position)
    return found


def resident(game: str, positions: list[Position]) -> float:
    """Return the seconds of a probe where all pages are decoded; best of some rounds."""
    native = Tables.open(game).native
    native.timed(positions)
    return min(native.timed(positions) for _ in range(ROUNDS)) / len(positions)


def cold_probe_times(game: str, positions: list[Position]) -> list[float]:
    """Return the seconds of probes of pages that are not decoded.

    The tables are opened again for each few, so that hardly two are of the same page; the first
    round, in which the system reads the files, does not count.
    """
    found = []
    for begin in (0, *range(0, len(positions), FEW)):
        native = Tables.open(game).native
        found += [native.timed([position]) for position in positions[begin : begin + FEW]]
    return found[FEW:]


if __name__ == "__main__":
    raise SystemExit(main())
