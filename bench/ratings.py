"""How well ratings foresee results, by their settings: `python3 dev.py bench ratings`.

There are no games of people here, so players are invented: a third are as strong as ever, a third
go up and down, a third are learning; opponents are not far apart. What counts is the mean logarithm
of the chance that was given to each result (a coin has 0.693), over all games and over those of
players with less than ten. Less is better.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crownhead import ratings
from crownhead.ratings import Rating, update

DRAWS = 0.4
"""How many games between equal players end in a draw."""
NEAR = 6
"""Opponents are as near in strength as a deviation of this part of all players."""
SETTINGS = {
    "TAU": (0.2, 0.3, 0.5, 0.8, 1.2),
    "FIRST_DEVIATION": (200.0, 250.0, 300.0, 350.0),
    "FIRST_VOLATILITY": (0.03, 0.06, 0.09, 0.12),
    "LEAST_DEVIATION": (30.0, 45.0, 60.0, 75.0),
}


@dataclass(eq=False)
class Player:
    """Somebody whose true strength is known, and moves on by the week."""

    strength: float
    drift: float
    learns: float
    games_a_week: float


def main(options: Sequence[str] = ()) -> int:
    """Play, rate by each setting, and print what was foreseen."""
    parser = argparse.ArgumentParser("bench ratings", description=__doc__)
    parser.add_argument("--players", type=int, default=150)
    parser.add_argument("--weeks", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(options)
    games = list(_games(chosen.players, chosen.weeks, random.Random(chosen.seed)))
    print(f"{chosen.players} players, {chosen.weeks} weeks, {len(games)} games")
    print(f"{'setting':26} {'all games':>10} {'new players':>12}")
    usual = {name: getattr(ratings, name) for name in SETTINGS}
    for name, values in SETTINGS.items():
        for value in values:
            with_one = usual | {name: value}
            every, fresh = _mean_losses(games, with_one)
            mark = "  as it is" if value == usual[name] else ""
            print(f"{name + ' ' + str(value):26} {every:10.4f} {fresh:12.4f}{mark}")
    for name, value in usual.items():
        setattr(ratings, name, value)
    return 0


Game = tuple[float, int, int, float]
"""When in weeks, two players, and the score of the first."""


def _games(count: int, weeks: int, dice: random.Random) -> Iterator[Game]:
    """Yield the games in their order: everybody meets others who are not far from his strength."""
    players = [
        Player(
            dice.gauss(1500, 300),
            15.0 if number % 3 == 1 else 0.0,
            dice.uniform(3, 12) if number % 3 == 2 else 0.0,
            dice.expovariate(1 / 3),
        )
        for number in range(count)
    ]
    for week in range(weeks):
        order = sorted(range(count), key=lambda each: players[each].strength)
        places = {each: place for place, each in enumerate(order)}
        pairs = []
        for each, player in enumerate(players):
            for _ in range(int(player.games_a_week + dice.random())):
                near = places[each] + round(dice.gauss(0, count / NEAR))
                if 0 <= near < count and near != places[each]:
                    pairs.append((week + dice.random(), each, order[near]))
        for at, one, two in sorted(pairs):
            yield at, one, two, _score(players[one].strength - players[two].strength, dice)
        for player in players:
            player.strength += dice.gauss(0, player.drift) + player.learns


def _score(ahead: float, dice: random.Random) -> float:
    """Return a score whose mean is that of the strengths."""
    expected = 1 / (1 + 10 ** (-ahead / 400))
    drawn = DRAWS * 4 * expected * (1 - expected)
    luck = dice.random()
    return 1.0 if luck < expected - drawn / 2 else 0.5 if luck < expected + drawn / 2 else 0.0


def _mean_losses(games: Sequence[Game], settings: dict[str, float]) -> tuple[float, float]:
    """Return the mean loss of all games, and of those with a player of less than ten."""
    for name, value in settings.items():
        setattr(ratings, name, value)
    first = Rating(1500.0, settings["FIRST_DEVIATION"], settings["FIRST_VOLATILITY"])
    known: dict[int, tuple[Rating, float, int]] = {}
    losses: list[float] = []
    fresh: list[float] = []
    for at, one, two, score in games:
        (a, a_at, a_games), (b, b_at, b_games) = (
            known.get(each, (first, at, 0)) for each in (one, two)
        )
        before = a.age(at - a_at), b.age(at - b_at)
        expected = before[0].expected_score(before[1])
        loss = -score * math.log(expected) - (1 - score) * math.log(1 - expected)
        losses.append(loss)
        if min(a_games, b_games) < 10:
            fresh.append(loss)
        tau = settings["TAU"]
        known[one] = update(a, [(before[1], score)], at - a_at, tau), at, a_games + 1
        known[two] = update(b, [(before[0], 1 - score)], at - b_at, tau), at, b_games + 1
    return sum(losses) / len(losses), sum(fresh) / len(fresh)
