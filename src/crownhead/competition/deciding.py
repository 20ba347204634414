"""Games that decide between those who are level: barrage, and the match without an end.

Both are told as steps: what is to be played next, given what was played. A result is 1 where the
first wins, 0 where it is drawn, -1 where the second wins; a plus-draw counts as won in a barrage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from crownhead.competition.failure import CompetitionError

Sign = int


@dataclass(frozen=True, slots=True)
class Step:
    """One game to be played: who starts, and the clock in milliseconds.

    `left_one` and `left_two` are the times of the two with which the game begins.
    """

    one: str
    two: str
    left_one: int
    left_two: int
    increment: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Endless:
    """A match in which the first win decides and each has one amount of time for all games.

    With the default it is the Lehmann-Georgiev match of 2013 and 2015: 5 minutes and 2 s a move,
    sides alternate, the clock is carried on from game to game. `games` are what was played: the
    result as the first player sees it, and what each of the two had left at its end.

    >>> match = Endless(one="Anna", two="Bert", games=((0, 200_000, 180_000),))
    >>> match.next.one, match.next.left_one, match.winner
    ('Bert', 180000, None)
    """

    one: str
    two: str
    time: int = 300_000
    increment: int = 2_000
    games: tuple[tuple[Sign, int, int], ...] = ()

    def __post_init__(self) -> None:
        for number, (sign, left_one, left_two) in enumerate(self.games, 1):
            if sign not in (1, 0, -1) or min(left_one, left_two) < 0:
                raise CompetitionError(f"game {number}: no result, or less than no time left")
            if sign and number < len(self.games):
                raise CompetitionError(f"game {number + 1}: the match was decided before it")

    @property
    def winner(self) -> str | None:
        """Return who won the first game that was won."""
        if not self.games or not self.games[-1][0]:
            return None
        return self.one if self.games[-1][0] > 0 else self.two

    @property
    def next(self) -> Step | None:
        """Return the game to be played next, None once the match is decided."""
        if self.winner is not None:
            return None
        one, two = self.games[-1][1:] if self.games else (self.time, self.time)
        if len(self.games) % 2:
            return Step(self.two, self.one, two, one, self.increment)
        return Step(self.one, self.two, one, two, self.increment)


@dataclass(frozen=True, slots=True, kw_only=True)
class Barrage:
    """The barrage of the Dutch titles (KNDB 2011, 2012).

    Two who are level play two games of 5 minutes and 2 s a move, then one match without an end,
    of 15 minutes each. More than two play a round robin of 5 minutes and 2 s, again and again while
    more than two are level. `results` are those of the games in the order in which `next` asked for
    them, as the one who starts sees them; games without an end come with the times that were left.

    >>> Barrage(names=("Anna", "Bert"), results=(1, 0)).winner
    'Anna'
    """

    names: tuple[str, ...]
    results: tuple[Sign, ...] = ()
    endless: tuple[tuple[Sign, int, int], ...] = ()

    def __post_init__(self) -> None:
        if len(set(self.names)) != len(self.names) or len(self.names) < 2:
            raise CompetitionError("barrage: expected two or more different names")
        if any(sign not in (1, 0, -1) for sign in self.results):
            raise CompetitionError("barrage: a result is 1, 0 or -1")
        if self._state()[2] < len(self.results):
            raise CompetitionError("barrage: more results than games")

    def _state(self) -> tuple[tuple[str, ...], list[tuple[str, str]], int]:
        """Return who is still level, what they have to play now, and how many results are used."""
        level, used = tuple(sorted(self.names)), 0
        while len(level) > 1:
            games = _cycle(level)
            part = self.results[used : used + len(games)]
            if len(part) < len(games):
                return level, games[len(part) :], used + len(part)
            used += len(games)
            best = _best(level, games, part)
            if len(level) == 2 and len(best) == 2:
                return best, [], used
            level = best
        return level, [], used

    @property
    def winner(self) -> str | None:
        """Return who has won the barrage."""
        level, _, _ = self._state()
        if len(level) == 1:
            return level[0]
        return self._last(level).winner if len(level) == 2 else None

    @property
    def next(self) -> Step | None:
        """Return the game to be played next."""
        level, games, _ = self._state()
        if games:
            return Step(*games[0], 300_000, 300_000, 2_000)
        return self._last(level).next if len(level) == 2 else None

    def _last(self, level: tuple[str, ...]) -> Endless:
        one, two = level
        return Endless(one=one, two=two, time=900_000, increment=0, games=self.endless)


def _cycle(level: tuple[str, ...]) -> list[tuple[str, str]]:
    if len(level) == 2:
        return [level, level[::-1]]
    return [(a, b) if n % 2 == 0 else (b, a) for n, (a, b) in enumerate(combinations(level, 2))]


def _best(
    level: Sequence[str], games: Sequence[tuple[str, str]], results: Sequence[Sign]
) -> tuple[str, ...]:
    points: Mapping[str, list[int]] = {name: [] for name in level}
    for (one, two), sign in zip(games, results, strict=True):
        points[one].append(1 + sign)
        points[two].append(1 - sign)
    most = max(sum(each) for each in points.values())
    return tuple(name for name in level if sum(points[name]) == most)
