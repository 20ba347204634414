"""A cross table as the criteria of a ranking read it: who met whom, and what it brought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal, get_args

from crownhead.competition.encounters import Encounter
from crownhead.competition.entrants import Entrant
from crownhead.competition.failure import CompetitionError
from crownhead.competition.scoring import Scoring
from crownhead.renamed import formerly

Unplayed = Literal["real", "zero", "fide"]
"""What an encounter that was not played counts in tie-breaks.

`real`: the points of the opponent who was not met, for both; a bye adds nothing (FMJD). `zero`:
nothing. `fide`: a dummy with capped points (FIDE C.07 art. 16).
"""

UNPLAYED = get_args(Unplayed)


@dataclass(frozen=True, slots=True)
class Line:
    """One round of one entrant, as he sees it: what it brought him, and `against` him.

    `voluntary` is an unplayed round of his own doing: a requested bye, absence, a forfeit.
    `advanced` says whether he won the encounter, by its tie-break games where its games are level,
    or had a bye.
    """

    round: int
    opponent: str | None
    played: bool
    points: int
    against: int
    games: tuple[str, ...] = ()
    first: bool = True
    voluntary: bool = False
    advanced: bool = False


@dataclass(frozen=True)
class Table:
    """The lines of all entrants, and their points.

    `rounds` are the encounters of each round. Those of cancelled entrants are left out. An
    encounter without a result yet counts for nobody.
    """

    entrants: Sequence[Entrant]
    rounds: Sequence[Iterable[Encounter]]
    scoring: Scoring
    games: int = 1
    unplayed: Unplayed = "real"
    seed: str = ""
    _by_name: Mapping[str, Entrant] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.unplayed not in UNPLAYED:
            raise CompetitionError(f"unplayed: {self.unplayed!r} is none of {', '.join(UNPLAYED)}")
        by_name = {each.name: each for each in self.entrants}
        if len(by_name) != len(self.entrants):
            raise CompetitionError("entrants: two have the same name")
        object.__setattr__(self, "_by_name", by_name)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names, in alphabetical order: nothing may depend on the order of entry."""
        return tuple(sorted(self._by_name))

    def entrant(self, name: str) -> Entrant:
        """Return an entrant. Raises `CompetitionError` where nobody is called so."""
        if name not in self._by_name:
            raise CompetitionError(f"nobody is called {name[:40]!r}")
        return self._by_name[name]

    @cached_property
    def lines(self) -> Mapping[str, tuple[Line, ...]]:
        """Return the rounds of every entrant."""
        found: dict[str, list[Line]] = {name: [] for name in self.names}
        for number, encounters in enumerate(self.rounds, 1):
            for encounter in encounters:
                if any(self.entrant(name).cancelled for name in encounter.names):
                    continue
                if encounter.two is not None and not encounter.games:
                    continue
                for name, line in self._sides(number, encounter):
                    found[name].append(line)
        if self.scoring.streaks:
            found = {name: _with_streaks(lines) for name, lines in found.items()}
        return {name: tuple(lines) for name, lines in found.items()}

    def _sides(self, number: int, encounter: Encounter) -> Iterable[tuple[str, Line]]:
        one, two = encounter.points(self.scoring, self.games)
        if encounter.two is None:
            own = encounter.alone in ("requested", "absent")
            free = encounter.alone == "bye"
            yield encounter.one, Line(number, None, False, one, 0, voluntary=own, advanced=free)
            return
        winner = encounter.winner(self.scoring)
        other, played = encounter.turned, encounter.played
        lost_one = not played and one == 0
        lost_two = not played and two == 0
        yield (
            encounter.one,
            Line(
                number,
                encounter.two,
                played,
                one,
                two,
                encounter.games,
                True,
                lost_one,
                winner == encounter.one,
            ),
        )
        yield (
            encounter.two,
            Line(
                number,
                encounter.one,
                played,
                two,
                one,
                other.games,
                False,
                lost_two,
                winner == encounter.two,
            ),
        )

    @cached_property
    def points(self) -> Mapping[str, int]:
        """Return the points of every entrant."""
        return {name: sum(line.points for line in lines) for name, lines in self.lines.items()}

    @cached_property
    def adjusted(self) -> Mapping[str, Fraction]:
        """Return the points that an entrant counts for his opponents (C.07 art. 16.3).

        Rounds at the end which he did not want to play count as draws.
        """
        if self.unplayed != "fide":
            return {name: Fraction(points) for name, points in self.points.items()}
        found = {}
        for name, lines in self.lines.items():
            by_round = {line.round: line for line in lines}
            last = max((n for n, line in by_round.items() if not line.voluntary), default=0)
            total = Fraction(0)
            for number in range(1, len(self.rounds) + 1):
                line = by_round.get(number)
                if number <= last or (line is not None and line.opponent is not None):
                    total += line.points if line is not None else 0
                else:
                    total += self.draw
            found[name] = total
        return found

    @property
    def draw(self) -> Fraction:
        """Return what a drawn encounter brings."""
        return Fraction(self.scoring.half(self.games))

    def encounters_between(self, one: str, two: str) -> tuple[Line, ...]:
        """Return the encounters of `one` with `two`, as `one` sees them."""
        return tuple(line for line in self.lines[one] if line.opponent == two)

    met = formerly("met", encounters_between)


def _with_streaks(lines: Sequence[Line]) -> list[Line]:
    """Return lines in which after two wins in a row all counts double until one is not won."""
    found, running = [], 0
    for each in lines:
        double = running >= 2 and each.opponent is not None
        found.append(replace(each, points=2 * each.points) if double else each)
        if each.opponent is not None:
            running = running + 1 if each.points > each.against else 0
    return found
