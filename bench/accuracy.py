"""The accuracy of known players, as reports tell it: `dev.py bench accuracy [OPTIONS]`.

Each player, the stand-ins `R` (random) and `T` (two plies, see `bench levels`) and the ten levels,
plays levels 1, 3 and 6; both sides of every game count. A line says how many games had enough
moves, the mean with its standard error, and the middle half. What seems to be a mistake is not
searched again here.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bench.levels import STAND_INS, AtLevel, Player, play_out
from crownhead.analysis import Analysing
from crownhead.engines.interface import Engine, Limit
from crownhead.engines.levels import ladder, levels
from crownhead.game import Game
from crownhead.variants import get

GAMES = ("english", "russian", "brazilian", "international")
PLAYERS = ("R", "T", *map(str, range(1, 11)))
OPPONENTS = ("1", "3", "6")
MOST_PLIES = 100


def players(variant: str, most_nodes: int) -> dict[str, Player]:
    """Return the stand-ins and levels of a game by name."""
    named: dict[str, Player] = {name: STAND_INS[name] for name in "RT"}
    for one in levels(ladder(get(variant))):
        named[str(one.number)] = AtLevel(replace(one, nodes=min(one.nodes, most_nodes)))
    return named


def games(chosen: argparse.Namespace) -> Iterator[tuple[str, str, Game]]:
    """Yield games with the names of White and Black."""
    for variant in chosen.variants.split(","):
        known = players(variant, chosen.most_nodes)
        for number in range(chosen.games):
            for name in chosen.players.split(","):
                for opponent in OPPONENTS:
                    if name == opponent:
                        continue
                    dice = random.Random(f"{chosen.seed} {variant} {number} {name} {opponent}")
                    sides = [name, opponent]
                    dice.shuffle(sides)
                    game = Game(variant)
                    play_out(game, [known[side] for side in sides], dice, MOST_PLIES)
                    yield (*sides, game)


def main(options: Sequence[str] = ()) -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser("bench accuracy", description=__doc__)
    parser.add_argument("--games", type=int, default=1, help="games with each opponent and side")
    parser.add_argument("--variants", default=",".join(GAMES))
    parser.add_argument("--nodes", type=int, default=30_000, help="searched for each move")
    parser.add_argument("--most-nodes", type=int, default=100_000, help="of a level, for a move")
    parser.add_argument("--players", default=",".join(PLAYERS))
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(options)
    found: defaultdict[str, list[float]] = defaultdict(list)
    for white, black, game in games(chosen):
        with Engine.builtin(megabytes=16) as engine:
            positions, moves = list(game.positions), list(game.moves)
            analysing = Analysing(positions, moves, engine, Limit(nodes=chosen.nodes))
            while analysing.done < analysing.total:
                analysing.step()
        accuracy = analysing.report().accuracy
        for name, value in ((white, accuracy.white), (black, accuracy.black)):
            if value is not None:
                found[name].append(value)
    for name in PLAYERS:
        values = found[name]
        if len(values) < 2:
            print(f"{name:3} {len(values)} games")
            continue
        low, _, high = statistics.quantiles(values, n=4)
        error = statistics.stdev(values) / len(values) ** 0.5
        mean = statistics.fmean(values)
        print(f"{name:3} {len(values):3} games  {mean:5.1f} ± {error:.1f}  {low:.0f} to {high:.0f}")
    return 0
