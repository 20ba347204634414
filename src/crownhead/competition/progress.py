"""How far an arena has come: kept up to date board by board, so that nobody reads all of it again.

All of it follows from the rounds. The full standing (`ranking.standing`) and the check of a file
compute it from there, and agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from crownhead.competition import arena
from crownhead.competition.encounters import Encounter
from crownhead.competition.entrants import Entrant
from crownhead.competition.explanation import Explanation
from crownhead.competition.ranking import PRESETS, Place
from crownhead.competition.rounds import Round
from crownhead.competition.scoring import FORFEITS, Scoring

CRITERIA = PRESETS["arena"].criteria
"""Those of which a standing is kept up to date."""


At = tuple[int, int]
"""A board by its round and its number there."""


@dataclass(frozen=True, slots=True)
class Score:
    """What the boards of one player bring in the standing; `running` is his wins in a row."""

    points: int = 0
    wins: int = 0
    running: int = 0

    def after(self, board: Encounter, scoring: Scoring) -> Score:
        """Return the score after one board more, as its first player sees it."""
        points, against = board.points(scoring, 1)
        if board.two is None:
            return Score(self.points + points, self.wins, self.running)
        double = scoring.streaks and self.running >= arena.STREAK
        outcomes = (scoring.outcome(token) for token in board.games if token not in FORFEITS)
        return Score(
            self.points + (2 * points if double else points),
            self.wins + sum(outcome.one > outcome.two for outcome in outcomes),
            self.running + 1 if points > against else 0,
        )


@dataclass(frozen=True, slots=True)
class Progress:
    """What has come of the `rounds` of an arena so far.

    `tallies` are what the next pairing goes by, `scores` what the standing does, `last` the last
    board of each player that is over, `open` the boards without a result, in their order.
    """

    rounds: Sequence[Round]
    tallies: Mapping[str, arena.Tally]
    scores: Mapping[str, Score]
    last: Mapping[str, At]
    open: Mapping[At, Encounter]

    @property
    def playing(self) -> frozenset[str]:
        """Return who is on a board without a result."""
        return frozenset(name for board in self.open.values() for name in board.names)

    @classmethod
    def of(cls, rounds: Sequence[Round], scoring: Scoring) -> Progress:
        """Return the progress of an arena, from all of its boards."""
        changed = _Changed(cls((), {}, {}, {}, {}), scoring)
        for number, published in enumerate(rounds, 1):
            changed.publish(number, published)
        return changed.finish(rounds)

    def with_round(self, rounds: Sequence[Round], scoring: Scoring) -> Progress:
        """Return the progress after one round more, the last of `rounds`."""
        changed = _Changed(self, scoring)
        changed.publish(len(rounds), rounds[-1])
        return changed.finish(rounds)

    def with_result(self, rounds: Sequence[Round], place: At, scoring: Scoring) -> Progress:
        """Return the progress after the first result of a board; other changes take `of`.

        So does a board that somebody had left open, and played others since.
        """
        board = rounds[place[0] - 1].boards[place[1] - 1]
        if any(self.last.get(name, place) > place for name in board.names):
            return Progress.of(rounds, scoring)
        changed = _Changed(self, scoring)
        changed.take(place, board)
        return changed.finish(rounds)

    def standing(self, entrants: Sequence[Entrant], scoring: Scoring) -> tuple[Place, ...]:
        """Return the standing by points and wins; its numbers do not open into their sums."""
        scores = {each.name: self.scores.get(each.name, Score()) for each in entrants}
        out = sorted(each.name for each in entrants if each.expelled)
        keys = {n: (-s.points, -s.wins) for n, s in scores.items() if n not in out}
        places: list[Place] = []
        for at, name in enumerate(sorted(keys, key=lambda name: (keys[name], name)), 1):
            shared = places and keys[places[-1].name] == keys[name]
            points, wins = _numbers(scores[name], scoring)
            places.append(Place(places[-1].place if shared else at, name, (points, wins)))
        places += [Place(None, name, _numbers(scores[name], scoring)[:1]) for name in out]
        return tuple(places)


class _Changed:
    """A progress that boards are added to."""

    def __init__(self, before: Progress, scoring: Scoring) -> None:
        self.scoring = scoring
        self.tallies = dict(before.tallies)
        self.scores = dict(before.scores)
        self.last = dict(before.last)
        self.open = dict(before.open)

    def publish(self, number: int, published: Round) -> None:
        """Add the boards of a round, each as it stands."""
        for n, board in enumerate(published.boards, 1):
            self.open[number, n] = board
            if board.is_over(1):
                self.take((number, n), board)

    def take(self, place: At, board: Encounter) -> None:
        """Add what a board that is over has brought; it is open no more."""
        del self.open[place]
        sides = [(board.one, board)] + ([] if board.two is None else [(board.two, board.turned)])
        for name, side in sides:
            self.scores[name] = self.scores.get(name, Score()).after(side, self.scoring)
            self.last[name] = place
        if board.two is not None:
            game = _game(board, self.scoring)
            for name in board.names:
                self.tallies[name] = self.tallies.get(name, arena.Tally()).after(game, name)

    def finish(self, rounds: Sequence[Round]) -> Progress:
        """Return the progress of rounds."""
        return Progress(rounds, self.tallies, self.scores, self.last, self.open)


def _numbers(score: Score, scoring: Scoring) -> tuple[Explanation, Explanation]:
    points = Explanation("points", (Fraction(score.points),), unit=scoring.scale)
    return points, Explanation("wins", (Fraction(score.wins),))


def _game(board: Encounter, scoring: Scoring) -> arena.Game:
    assert board.two is not None
    one, two = scoring.game_points(board.games)
    winner = board.one if one > two else board.two if two > one else None
    plies = arena.SHORT_DRAW if one else 0
    return arena.Game(one=board.one, two=board.two, winner=winner, plies=plies)
