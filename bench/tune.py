"""Find the numbers of the levels of a game: `dev.py bench tune -o FILE [OPTIONS]`.

The lowest two levels are set by players that stand in for beginners (`bench levels`), each further
level by its score against the one below. A number is moved to where the score should be, by
a line through all scores so far. Then the levels play once more, with other openings: what they
score is printed, and the ratings follow from it. `src/crownhead/data/levels.json` is such a file.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench.levels import STAND_INS, AtLevel, Player, play, table_line
from crownhead.arena.elo import expected_score, logistic
from crownhead.arena.pentanomial import Pentanomial
from crownhead.engines.levels import ALL_CAPTURES, HIGHEST, Level
from crownhead.variants import VARIANTS
from crownhead.weights import list_weights

RANDOM_V_1, CHILD_V_1, CHILD_V_2 = 0.27, 0.66, 0.42
"""What the stand-ins should score; against level 1, at most."""
STEP = 0.725
"""What a level should score against the one below: 168 Elo."""
TOLERANCE = 0.03
"""How much more a level may score with its least number of nodes."""
EVEN = 0.5
"""The share of two that are alike."""
PER_DOUBLING = 110.0
"""Elo that a line begins with, for twice the number."""
TRUST = 1.0
"""How many measurements that slope counts as."""
NEAR = 60.0
"""A score so many Elo from its target counts half."""
SURE = 0.02
"""A share is never nearer to 0 or 1 than this."""
TOP_NODES, TOP_PAIRS = 100_000, 15
"""How the highest level is measured: a lower bound is all that can be known."""
BEGINNERS = (
    Level(1, 1, 60, taste=90, blind=350, quiescence_depth=1, learned=False),
    Level(2, 1, 50, taste=70, blind=200, quiescence_depth=1, learned=False),
    Level(3, 20, 40, taste=50, blind=50, quiescence_depth=1, learned=False),
)
"""The levels for people who learn the game; how much they overlook is tuned."""
OTHERS = (
    Level(4, 75, 36, quiescence_depth=1, learned=False),
    Level(5, 30, 34, learned=False),
    Level(6, 150, 32, learned=False),
    Level(7, 50, 28),
    Level(8, 200, 24),
    Level(9, 500, 18),
)
"""The levels that overlook nothing; their number of nodes is tuned."""
COMMON = ("number", "oversight", "seconds")
"""What is the same in all games, and stands in the library."""


@dataclass
class Line:
    """Where a score meets its target, from scores at several numbers, the nearest above all."""

    target: float
    _points: list[tuple[float, float]] = field(default_factory=list)

    def add(self, number: int, share: float) -> None:
        """Take in what was scored at a number."""
        self._points.append((math.log2(number), _lead(share)))

    def crossing(self) -> float:
        """Return the number at which the score should be that wanted."""
        wanted = logistic(self.target)
        near = [(x, y, 1 / (1 + ((y - wanted) / NEAR) ** 2)) for x, y in self._points]
        weight = sum(w for _, _, w in near)
        at = sum(w * x for x, _, w in near) / weight
        elo = sum(w * y for _, y, w in near) / weight
        spread = sum(w * (x - at) ** 2 for x, _, w in near)
        common = sum(w * (x - at) * (y - elo) for x, y, w in near)
        slope = (common + TRUST * PER_DOUBLING) / (spread + TRUST)
        if slope <= 0:
            slope = PER_DOUBLING
        return float(2 ** (at + max(-2.0, min(2.0, (wanted - elo) / slope))))


@dataclass
class Tuner:
    """Tune one game, from what its levels have been so far."""

    variant: str
    pairs: int
    rounds: int
    known: Sequence[Mapping[str, Any]] = ()
    _seed: int = 1000

    def tune(self) -> list[Level]:
        """Return the ten levels."""
        first, second, third, *others = self._levels_to_begin()
        child, at_random = STAND_INS["C"], STAND_INS["R"]
        blind = min(
            self._overlooking(first, child, CHILD_V_1),
            self._overlooking(first, at_random, RANDOM_V_1),
        )
        found = [replace(first, blind=blind)]
        blind = self._overlooking(second, child, CHILD_V_2, blind)
        found.append(replace(second, blind=blind))
        found.append(self._between(third, found[-1], replace(others[0], nodes=1)))
        for model in others:
            found.append(self._searching(model, found[-1]))
        return [*found, HIGHEST]

    def measure(self, ten: Sequence[Level]) -> list[int]:
        """Print what the levels score, and return their ratings in Elo above a random mover."""
        rated = -_elo(self._line("R v 1", STAND_INS["R"], ten[0]))
        ratings = [rated]
        for name, number in (("C", 1), ("C", 2), ("T", 3)):
            self._line(f"{name} v {number}", STAND_INS[name], ten[number - 1])
        for lower, higher in pairwise(ten[:-1]):
            name = f"{higher.number} v {lower.number}"
            rated += _elo(self._line(name, AtLevel(higher), lower))
            ratings.append(rated)
        top = AtLevel(replace(ten[-1], nodes=TOP_NODES))
        counts = self._line("10 v 9", top, ten[-2], TOP_PAIRS)
        ratings.append(rated + (counts.bound or counts.elo.low))
        return [10 * round(rating / 10) for rating in ratings]

    def _levels_to_begin(self) -> Sequence[Level]:
        """Return the nine levels to begin with: of what is tuned, what has been found before."""
        models = (*BEGINNERS, *OTHERS)
        if not self.known:
            return models
        tuned = ["blind"] * len(BEGINNERS) + ["nodes"] * len(OTHERS)
        before = zip(models, tuned, self.known, strict=True)
        return [replace(model, **{name: one[name]}) for model, name, one in before]

    def _overlooking(self, model: Level, other: Player, target: float, most: int = 1000) -> int:
        """Return how much a level must overlook for the other player to score so much."""
        line = Line(target)
        blind = min(model.blind, most)
        for _ in range(self.rounds):
            level = replace(model, blind=blind)
            line.add(blind, self._play(other, AtLevel(level)).mean)
            blind = round(min(max(line.crossing(), 1), most))
        return blind

    def _between(self, model: Level, below: Level, above: Level) -> Level:
        """Return the level a step above the one below, or midway where two steps are too few.

        What is above here overlooks nothing and searches least: it cannot be made weaker.
        """
        blind = self._overlooking(model, AtLevel(below), 1 - STEP, below.blind)
        if self._share(above, replace(model, blind=blind)) <= STEP + TOLERANCE:
            return replace(model, blind=blind)
        line = Line(EVEN)
        for _ in range(self.rounds):
            level = replace(model, blind=blind)
            steps = _lead(self._share(above, level)), _lead(self._share(level, below))
            line.add(blind, expected_score(steps[0] - steps[1]))
            blind = round(min(max(line.crossing(), 1), below.blind))
        return replace(model, blind=blind)

    def _searching(self, model: Level, below: Level) -> Level:
        """Return the level with as many nodes as it needs to be a step above the one below.

        One that is too strong with a single node follows captures less far, or has learnt nothing.
        """
        kind = (model.quiescence_depth, model.learned)
        lesser = [k for k in ((1, False), (ALL_CAPTURES, False)) if _kind(below) <= k < kind]
        least = 1
        while lesser and self._share(replace(model, nodes=1), below) > STEP + TOLERANCE:
            captures, learned = lesser.pop()
            model = replace(model, quiescence_depth=captures, learned=learned)
            if _kind(model) == _kind(below):
                least = below.nodes + 1
        line = Line(STEP)
        nodes = max(least, model.nodes)
        for _ in range(self.rounds):
            line.add(nodes, self._share(replace(model, nodes=nodes), below))
            nodes = max(least, round(line.crossing()))
        return replace(model, nodes=nodes)

    def _share(self, level: Level, below: Level) -> float:
        return self._play(AtLevel(level), AtLevel(below)).mean

    def _line(self, name: str, first: Player, level: Level, pairs: int = 0) -> Pentanomial:
        begun = time.monotonic()
        counts = self._play(first, AtLevel(level), pairs)
        print(table_line(name, self.variant, counts, time.monotonic() - begun), flush=True)
        return counts

    def _play(self, first: Player, second: Player, pairs: int = 0) -> Pentanomial:
        self._seed += 1
        return play(first, second, self.variant, pairs or self.pairs, self._seed)


def _lead(share: float) -> float:
    """Return what a share is in Elo; one near 0 or 1 is taken as a little farther away."""
    return logistic(min(max(share, SURE), 1 - SURE))


def _kind(level: Level) -> tuple[int, bool]:
    return level.quiescence_depth, level.learned


def _elo(counts: Pentanomial) -> float:
    """Return what the counts say, and where one side has won all, what it is beyond."""
    return counts.bound or counts.elo.value


def _numbers(level: Level) -> dict[str, Any]:
    """Return what a level has of its own."""
    usual = {one.name: one.default for one in fields(Level)}
    return {
        name: value
        for name, value in asdict(level).items()
        if name not in COMMON and value != usual[name]
    }


def _to_text(table: dict[str, Any]) -> str:
    """Return the table as JSON, a level to a line, the games in the library's order."""
    games = []
    for key in (key for key in VARIANTS if key in table):
        levels = ",\n      ".join(map(json.dumps, table[key]["levels"]))
        games.append(
            f' "{key}": {{\n    "ratings": {json.dumps(table[key]["ratings"])},\n'
            f'    "levels": [\n      {levels}\n    ]\n  }}'
        )
    return "{\n " + ",\n ".join(games) + "\n}\n"


def main(options: Sequence[str] = ()) -> int:
    """Tune games one after the other, and write what was found after each."""
    parser = argparse.ArgumentParser("bench tune", description=__doc__)
    parser.add_argument("--variants", default=",".join(sorted(list_weights())))
    parser.add_argument("--pairs", type=int, default=120, help="pairs of games for each score")
    parser.add_argument("--rounds", type=int, default=6, help="scores for each number")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the table to write to")
    chosen = parser.parse_args(options)
    for variant in chosen.variants.split(","):
        table = json.loads(chosen.output.read_text()) if chosen.output.exists() else {}
        known = table.get(variant, {"levels": ()})["levels"]
        tuner = Tuner(variant, chosen.pairs, chosen.rounds, known)
        ten = tuner.tune()
        levels = [_numbers(level) for level in ten[:-1]]
        table[variant] = {"ratings": tuner.measure(ten), "levels": levels}
        chosen.output.write_text(_to_text(table))
        print(f"{variant:14} {table[variant]}", flush=True)
    return 0
