"""Fit what is expected of players of a rating, and count false alarms: `dev.py bench fairplay`.

The levels 1 to 10 of each game play their neighbours. From half of the games it is fitted how often
they find the engine's move where they have a real choice, and what their choices cost, by their
ratings. In the other half ten games of one level are one player: how many are listed, as often as
such a player is drawn? Then the same with players who take some of their moves from a search.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

from bench.levels import AtLevel, play_out
from crownhead.engines.interface import Engine, Limit
from crownhead.engines.levels import ladder, levels, ratings
from crownhead.fairplay import Choice, evidence, expectation, find_choices, weigh
from crownhead.fairplay.evidence import LISTED_FROM, LISTED_HARD
from crownhead.game import Game
from crownhead.move import Move
from crownhead.rules import Color
from crownhead.variants import get

GAMES = ("english", "brazilian", "russian", "international")
COLORS: tuple[Color, Color] = ("white", "black")
MOST_PLIES = 120
HELP = Limit(nodes=20_000)
A_PLAYER = 10
"""Games that one player is judged by."""
SHARES = (0.0, 0.25, 0.5, 1.0)
"""How many of the moves a helped player takes from a search."""

Row = tuple[str, int, float, float, list[Choice]]
"""Game, level, rating, share of moves with help, and the choices of one game."""


def main(options: Sequence[str] = ()) -> int:
    """Fit, count and print."""
    parser = argparse.ArgumentParser("bench fairplay", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="of each two neighbours")
    parser.add_argument("--helped", type=int, default=10, help="games of each helped player")
    parser.add_argument("--variants", default=",".join(GAMES))
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(options)
    jobs = [
        (variant, level, share, number, chosen.seed)
        for variant in chosen.variants.split(",")
        for share in SHARES
        for level in (range(1, 10) if not share else (3, 5, 7))
        for number in range(chosen.helped if share else chosen.games)
    ]
    rows: list[Row] = []
    with ProcessPoolExecutor(2) as pool:
        for found in pool.map(_play, jobs, chunksize=4):
            rows += found
    own = [row for row in rows if not row[3]]
    print(f"{len(own)} sides of games, {sum(len(row[4]) for row in own)} choices")
    fitted, kept = own[::2], own[1::2]
    for variant in ("", *chosen.variants.split(",")):
        expectation.AGREEMENT[variant], expectation.COST[variant] = {}, {}
        for hard in (False, True):
            _fit([row for row in fitted if variant in ("", row[0])], variant, hard=hard)
    _spread(fitted)
    print("These belong into crownhead/fairplay/expectation.py. With them, in the other half:")
    for share in SHARES:
        _count([row for row in (rows if share else kept) if row[3] == share], share)
    return 0


@dataclass(eq=False)
class Helped(AtLevel):
    """Play at a level, but take a share of the moves from a search."""

    share: float = 0.0
    engine: Engine | None = None

    def __call__(self, game: Game, dice: random.Random) -> Move:
        """Return the move of the search, or the level's."""
        assert self.engine is not None
        if dice.random() < self.share:
            return self.engine.play(game, HELP)
        return super().__call__(game, dice)


def _play(job: tuple[str, int, float, int, int]) -> list[Row]:
    """Play one game of a level and its neighbour, and return what both chose."""
    variant, level, share, number, seed = job
    known = {one.number: one for one in levels(ladder(get(variant)))}
    dice = random.Random(f"{seed} {variant} {level} {share} {number}")
    numbers = [level, level if share else level + 1]
    own, others = (replace(known[n], nodes=min(known[n].nodes, 20_000)) for n in numbers)
    order = -1 if number % 2 else 1  # they change sides from game to game
    game = Game(variant)
    with Engine.builtin(megabytes=16) as engine:
        sides = [AtLevel(own), Helped(others, share=share, engine=engine)][::order]
        play_out(game, sides, dice, MOST_PLIES)
    found: list[Row] = []
    for side, player, n in zip(COLORS, sides, numbers[::order], strict=True):
        if isinstance(player, Helped) or not share:
            choices = list(find_choices(game.positions, game.moves, side))
            found.append((variant, n, float(ratings(get(variant))[n - 1]), share, choices))
    return found


def _fit(rows: Sequence[Row], variant: str, *, hard: bool) -> None:
    """Print the log odds of agreement, and the logarithm of the cost, by rating."""
    points = [
        ((rating - 1500) / 400, choice.agreed, choice.cost)
        for *_, rating, _, choices in rows
        for choice in choices
        if choice.hard == hard
    ]
    base = slope = 0.0
    for _ in range(30):  # Newton's method for a logistic regression of two numbers
        g0 = g1 = h00 = h01 = h11 = 0.0
        for x, agreed, _cost in points:
            p = 1 / (1 + math.exp(-(base + slope * x)))
            w = p * (1 - p)
            g0, g1 = g0 + agreed - p, g1 + (agreed - p) * x
            h00, h01, h11 = h00 + w, h01 + w * x, h11 + w * x * x
        by = h00 * h11 - h01 * h01
        base, slope = base + (h11 * g0 - h01 * g1) / by, slope + (h00 * g1 - h01 * g0) / by
    low = high = 0.0
    for _ in range(60):  # the same for a mean that grows by a factor
        g0 = g1 = h00 = h01 = h11 = 0.0
        for x, _agreed, cost in points:
            m = math.exp(low + high * x)
            g0, g1 = g0 + cost - m, g1 + (cost - m) * x
            h00, h01, h11 = h00 + m, h01 + m * x, h11 + m * x * x
        by = h00 * h11 - h01 * h01
        low += max(-1.0, min(1.0, (h11 * g0 - h01 * g1) / by))
        high += max(-1.0, min(1.0, (h00 * g1 - h01 * g0) / by))
    print(
        f"{variant or 'all':14}{'hard' if hard else 'easy'}: {len(points)} choices,"
        f" agreement ({base:.3f}, {slope:.3f}),"
        f" cost ({low:.3f}, {high:.3f})"
    )
    expectation.AGREEMENT[variant][hard] = base, slope
    expectation.COST[variant][hard] = low, high


def _spread(rows: Sequence[Row]) -> None:
    """Print how many times wider the deviations of single games are than those of coins."""
    values = [weigh(choices, rating) for *_, rating, _, choices in rows if len(choices) >= 5]
    evidence.SPREAD *= statistics.fmean(value * value for value in values)
    print(f"spread {evidence.SPREAD:.2f}")


def _count(rows: Sequence[Row], share: float) -> None:
    """Print how many players of ten games are listed."""
    by_player: defaultdict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rows:
        by_player[row[:2]].append(row)
    dice = random.Random(1)
    deviations: list[float] = []
    listed = 0
    for games in by_player.values():
        for _ in range(50 if len(games) > A_PLAYER else 1):
            drawn = dice.sample(games, min(A_PLAYER, len(games)))
            choices = [choice for row in drawn for choice in row[4]]
            deviations.append(weigh(choices, drawn[0][2]))
            hard = sum(choice.hard for choice in choices)
            listed += deviations[-1] >= LISTED_FROM and hard >= LISTED_HARD
    deviations.sort()
    middle = statistics.median(deviations)
    print(
        f"help in {share:.0%} of the moves: {len(deviations)} players, deviation {middle:+.1f}"
        f" ({deviations[0]:+.1f} to {deviations[-1]:+.1f}), listed {listed / len(deviations):.1%}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
