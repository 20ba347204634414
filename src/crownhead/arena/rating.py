"""One rating list of several players: the ratings under which their games are most likely.

White wins with the probability f(x - d), Black with f(-x - d), and the rest are draws; f is the
logistic function, x the difference of the ratings and White's advantage, d as many points as draws
are frequent (Rao and Kupper's model, which BayesElo uses, too). Its logarithm is concave, so that
there is one maximum, and Newton's method finds it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crownhead.arena.elo import SCALE, SURE, below
from crownhead.arena.failure import ArenaError

PRIOR = 2.0
"""Draws that every player is given beside his games, shared among his opponents."""

_STEPS = 200
_EXACT = 1e-10
_LEAST_DRAW = 1e-6

Counts = tuple[float, float, float]
"""White's wins, draws, Black's wins."""


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """Hold one line of a list. `elo` is above the mean of the list, `error` half its 95 % interval.

    `points` are those of `games`, `draws` how many of them were drawn, `opposition` is the mean
    rating of the opponents, game by game.
    """

    name: str
    elo: float
    error: float
    games: int
    points: float
    draws: int
    opposition: float

    @property
    def score(self) -> float:
        """Return the share of the points, 0 to 1."""
        return self.points / self.games


@dataclass(frozen=True, slots=True)
class RatingList:
    """Hold the players, the strongest first, with what White and draws are worth, in Elo.

    `superiority[i][j]` is the likelihood that player i is stronger than player j.
    """

    players: tuple[RatedPlayer, ...]
    advantage: float
    draw_elo: float
    superiority: tuple[tuple[float, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the list as plain data, ready for JSON."""
        return {
            "players": [
                {name: getattr(player, name) for name in RatedPlayer.__slots__}
                for player in self.players
            ],
            "advantage": self.advantage,
            "draw_elo": self.draw_elo,
            "superiority": [list(row) for row in self.superiority],
        }


class Results:
    """Count games by who had White.

    >>> results = Results()
    >>> for points in (2, 1, 1, 0, 2, 2):
    ...     results.add("Ann", "Bob", points)
    ...     results.add("Bob", "Ann", 1)
    >>> [f"{p.name} {p.elo:+.0f} ± {p.error:.0f}" for p in rate(results).players]
    ['Ann +50 ± 97', 'Bob -50 ± 97']
    """

    def __init__(self) -> None:
        self.counts: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])

    def add(self, white: str, black: str, points: int) -> None:
        """Count a game in which White made so many half points (0, 1, 2)."""
        self.counts[white, black][2 - points] += 1

    @property
    def names(self) -> tuple[str, ...]:
        """Return the players in the order in which they came."""
        return tuple(dict.fromkeys(name for pair in self.counts for name in pair))


def rate(results: Results, *, prior: float = PRIOR) -> RatingList:
    """Return the rating list of these games.

    Each player is given `prior` virtual draws, so that a rating stays finite where somebody has won
    every game; among hundreds of games they change little. The margins of error follow from the
    curvature of the likelihood, which takes games to be independent: where openings that favour a
    side are played with both colours, they are too wide.

    Raises `ArenaError` without games, where no chain of games joins two players, and for a prior
    that is not positive.
    """
    if not 0 < prior < math.inf:
        raise ArenaError(f"A prior of {prior:g} draws is not greater than 0", "prior", prior=prior)
    names = results.names
    if not names:
        raise ArenaError("There are no games to rate players by", "unrated")
    place = {name: number for number, name in enumerate(names)}
    games = {(place[w], place[b]): tuple(c) for (w, b), c in results.counts.items()}
    _check_joined(names, games)
    fit = _Fit(len(names), _with_prior(len(names), games, prior))
    fit.run()
    return _list(names, games, fit)


def _check_joined(names: Sequence[str], games: Iterable[tuple[int, int]]) -> None:
    """Raise `ArenaError` where the players are two groups that have not met."""
    group = list(range(len(names)))
    for white, black in games:
        old, new = group[black], group[white]
        group = [new if one == old else one for one in group]
    apart = next((number for number, one in enumerate(group) if one != group[0]), None)
    if apart is not None:
        raise ArenaError(
            f"No chain of games joins {names[0]} and {names[apart]}: they cannot be compared",
            "apart",
            one=names[0],
            other=names[apart],
        )


def _with_prior(
    players: int, games: Mapping[tuple[int, int], tuple[int, ...]], prior: float
) -> list[tuple[int, int, Counts]]:
    met: defaultdict[tuple[int, int], int] = defaultdict(int)
    played = [0] * players
    for (white, black), counts in games.items():
        number = sum(counts)
        met[min(white, black), max(white, black)] += number
        played[white] += number
        played[black] += number
    found: list[tuple[int, int, Counts]] = []
    for (white, black), counts in games.items():
        found.append((white, black, (counts[0], counts[1], counts[2])))
    for (one, other), number in met.items():
        draws = prior * (number / played[one] + number / played[other]) / 4
        found += [(one, other, (0.0, draws, 0.0)), (other, one, (0.0, draws, 0.0))]
    return found


class _Fit:
    """Maximise the likelihood over the ratings, White's advantage and the draws' points.

    In units of `SCALE`. The ratings stay centred: their sum changes no probability, and one more
    term in the matrix makes it regular.
    """

    def __init__(self, players: int, games: Sequence[tuple[int, int, Counts]]) -> None:
        self.players = players
        self.games = games
        self.values = [0.0] * players + [0.0, 0.5]
        self.inverse: list[list[float]] = []

    def run(self) -> None:
        """Raise `ArenaError` where there is no end to it, which a prior prevents."""
        best = self._likelihood(self.values)
        for _ in range(_STEPS):
            slope, curve = self._derivatives()
            step = _solve(curve, [[value] for value in slope])
            move = [row[0] for row in step]
            share = 1.0
            while True:
                tried = [v + share * m for v, m in zip(self.values, move, strict=True)]
                likelihood = self._likelihood(tried) if tried[-1] > _LEAST_DRAW else -math.inf
                if likelihood >= best or share < _EXACT:
                    break
                share /= 2
            if likelihood >= best:
                self.values, best = tried, likelihood
            if max(abs(share * m) for m in move) < _EXACT:
                break
        else:
            raise ArenaError("The ratings of these games do not converge", "diverges")
        size = self.players + 2
        unit = [[float(i == j) for j in range(size)] for i in range(size)]
        self.inverse = _solve(self._derivatives()[1], unit)

    def covariance(self, one: int, other: int) -> float:
        """Return the covariance of two ratings around the mean of all."""
        return self.inverse[one][other] - 1 / self.players**2

    def _terms(self) -> Iterable[tuple[int | None, int | None, Counts]]:
        yield from self.games
        yield None, None, (1.0, 1.0, 1.0)  # of equals: without draws, or wins, d has no maximum

    def _likelihood(self, values: Sequence[float]) -> float:
        advantage, draw = values[-2:]
        total = 0.0
        for white, black, (wins, draws, losses) in self._terms():
            gap = 0.0 if white is None or black is None else values[white] - values[black]
            won, lost = _log_share(gap + advantage - draw), _log_share(-gap - advantage - draw)
            total += (wins + draws) * won + (losses + draws) * lost
            total += draws * math.log(math.expm1(2 * draw))
        return total

    def _derivatives(self) -> tuple[list[float], list[list[float]]]:
        """Return the slope of the likelihood, and its curvature with the sign turned."""
        size = self.players + 2
        slope = [0.0] * size
        curve = [
            [float(i < self.players and j < self.players) for j in range(size)] for i in range(size)
        ]
        advantage, draw = self.values[-2:]
        for white, black, (wins, draws, losses) in self._terms():
            gap = 0.0
            if white is not None and black is not None:
                gap = self.values[white] - self.values[black]
            for sign, weight in ((1, wins + draws), (-1, losses + draws)):
                share = 1 / (1 + math.exp(-(sign * (gap + advantage) - draw)))
                parts = [(size - 2, sign), (size - 1, -1)]
                if white is not None and black is not None:
                    parts += [(white, sign), (black, -sign)]
                for i, left in parts:
                    slope[i] += weight * (1 - share) * left
                    for j, right in parts:
                        curve[i][j] += weight * share * (1 - share) * left * right
            grown = math.expm1(2 * draw)
            slope[-1] += draws * 2 * (grown + 1) / grown
            curve[-1][-1] += draws * 4 * (grown + 1) / grown**2
        return slope, curve


def _log_share(x: float) -> float:
    return -math.log1p(math.exp(-x)) if x > 0 else x - math.log1p(math.exp(x))


def _solve(
    matrix: Sequence[Sequence[float]], right: Sequence[Sequence[float]]
) -> list[list[float]]:
    """Return the solutions of linear equations (Gauss, with pivots)."""
    rows = [[*left, *values] for left, values in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for number, row in enumerate(rows):
            if number != column and row[column]:
                factor = row[column]
                rows[number] = [a - factor * b for a, b in zip(row, rows[column], strict=True)]
    return [row[size:] for row in rows]


def _list(
    names: Sequence[str], games: Mapping[tuple[int, int], tuple[int, ...]], fit: _Fit
) -> RatingList:
    ratings = [SCALE * value for value in fit.values[: len(names)]]
    order = sorted(range(len(names)), key=lambda number: (-ratings[number], names[number]))
    players = []
    for number in order:
        own = [
            (black if white == number else white, counts if white == number else counts[::-1])
            for (white, black), counts in games.items()
            if number in (white, black)
        ]
        played = sum(sum(counts) for _, counts in own)
        players.append(
            RatedPlayer(
                names[number],
                ratings[number],
                SCALE * SURE * math.sqrt(max(fit.covariance(number, number), 0.0)),
                played,
                sum(counts[0] + counts[1] / 2 for _, counts in own),
                sum(counts[1] for _, counts in own),
                sum(ratings[other] * sum(counts) for other, counts in own) / played,
            )
        )

    def stronger(one: int, other: int) -> float:
        spread = fit.covariance(one, one) + fit.covariance(other, other)
        spread -= 2 * fit.covariance(one, other)
        if one == other or spread <= 0:
            return 0.5
        return below((fit.values[one] - fit.values[other]) / math.sqrt(spread))

    table = tuple(tuple(stronger(one, other) for other in order) for one in order)
    advantage, draw = (SCALE * value for value in fit.values[-2:])
    return RatingList(tuple(players), advantage, draw, table)
