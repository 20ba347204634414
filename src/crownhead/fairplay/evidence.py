"""What the choices of a player's games amount to, beside what is expected at his rating."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median
from typing import Any

from crownhead.analysis.report import course
from crownhead.fairplay.choices import NODES, Choice, find_choices, times_of
from crownhead.fairplay.expectation import SPREAD, expected_agreement, expected_cost
from crownhead.formats.pdn import PdnGame
from crownhead.game import Game
from crownhead.position import Position
from crownhead.rules import Color

LISTED_FROM = 4.0
"""Standard deviations above what is expected, from where on a moderator should look."""
LISTED_HARD = 10
"""With fewer hard choices nobody is listed: anybody may be lucky for a game."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Choices of one kind: how many, how many agree with the engine, and how many would.

    Costs are means in hundredths of a man, None where there is no choice.
    """

    choices: int
    agreed: int
    expected: float
    cost: float | None
    expected_cost: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, with one decimal."""
        told = asdict(self).items()
        return {
            name: round(value, 1) if isinstance(value, float) else value for name, value in told
        }


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of one player's games.

    `choices` are all his real choices. `forced_seconds` and `choice_seconds` are the medians of how
    long he took where one move was legal, and where he had a real choice; None where fewer than
    five such moves have a time. Who reads his moves from somewhere takes as long for both.
    """

    rating: float
    games: int
    choices: tuple[Choice, ...]
    forced_seconds: float | None = None
    choice_seconds: float | None = None

    @property
    def easy(self) -> Comparison:
        """Return what the choices that anybody may find come to."""
        return self._compare(hard=False)

    @property
    def hard(self) -> Comparison:
        """Return what the hard choices come to."""
        return self._compare(hard=True)

    def _compare(self, *, hard: bool) -> Comparison:
        kind = [choice for choice in self.choices if choice.hard == hard]
        rates = (expected_agreement(self.rating, each.variant, hard=hard) for each in kind)
        costs = [expected_cost(self.rating, each.variant, hard=hard) for each in kind]
        return Comparison(
            choices=len(kind),
            agreed=sum(choice.agreed for choice in kind),
            expected=sum(rates, 0.0),
            cost=fmean(choice.cost for choice in kind) if kind else None,
            expected_cost=fmean(costs) if kind else None,
        )

    @property
    def deviation(self) -> float:
        """Return by how many standard deviations more choices agree than expected."""
        return weigh(self.choices, self.rating)

    @property
    def listed(self) -> bool:
        """Return whether a moderator should look at these games; that is no verdict."""
        return self.deviation >= LISTED_FROM and self.hard.choices >= LISTED_HARD


def weigh(choices: Iterable[Choice], rating: float) -> float:
    """Return by how many standard deviations choices agree more than expected at a rating.

    >>> weigh([Choice(8, 5, True, 0, True)] * 40, 900) > 4 > weigh([], 900)
    True
    """
    more = variance = 0.0
    for choice in choices:
        expected = expected_agreement(rating, choice.variant, hard=choice.hard)
        more += choice.agreed - expected
        variance += expected * (1 - expected)
    return more / math.sqrt(SPREAD * variance) if variance else 0.0


def examine(
    games: Iterable[tuple[Game | PdnGame, Color]],
    rating: float,
    *,
    nodes: int = NODES,
    progress: Callable[[int], None] | None = None,
) -> Evidence:
    """Return the evidence of games, each with the side that is looked at.

    `rating` is the player's. `progress` is told how many games are done. A game is looked at up to
    its first illegal or faulty move.

    >>> game = Game("english")
    >>> for move in "11-15 23-19 8-11 22-17 4-8 17-13 15-18 24-20 11-15 28-24 8-11".split():
    ...     _ = game.play(move)
    >>> evidence = examine([(game, "black")], 1200, nodes=1000)
    >>> evidence.games, len(evidence.choices), evidence.listed
    (1, 2, False)
    """
    choices: list[Choice] = []
    forced: list[float] = []
    count = 0
    for game, side in games:
        positions, moves = course(game)
        times = times_of(game)
        choices += find_choices(positions, moves, side, nodes=nodes, seconds=times)
        forced += forced_times(positions, times, side)
        count += 1
        if progress is not None:
            progress(count)
    return gather(rating, count, choices, forced)


def gather(
    rating: float, games: int, choices: Sequence[Choice], forced: Sequence[float]
) -> Evidence:
    """Return the evidence of choices, and of the seconds that forced moves took."""
    chosen = [choice.seconds for choice in choices if choice.seconds is not None]
    return Evidence(rating, games, tuple(choices), _median(forced), _median(chosen))


def forced_times(
    positions: Sequence[Position], times: Sequence[float | None], side: Color
) -> list[float]:
    """Return the seconds of the moves of a side that were the only ones."""
    return [
        took
        for before, took in zip(positions, times, strict=False)
        if took is not None and before.turn == side and len(before.legal_moves) == 1
    ]


def _median(seconds: Sequence[float]) -> float | None:
    return median(seconds) if len(seconds) >= 5 else None
