"""The standing of an event: places by a list of criteria, every number with its sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from crownhead.competition.criteria import criterion, evaluate
from crownhead.competition.explanation import Explanation
from crownhead.competition.failure import CompetitionError
from crownhead.competition.table import UNPLAYED, Table, Unplayed

MOST_CRITERIA = 20


@dataclass(frozen=True, slots=True)
class Ranking:
    """A list of criteria, and what unplayed encounters count in them.

    >>> PRESETS["ekl"].criteria
    ('points', 'truncated 1', 'wins', 'mutual', 'by rank')
    """

    criteria: tuple[str, ...] = ("points",)
    unplayed: Unplayed = "real"

    def __post_init__(self) -> None:
        if not 1 <= len(self.criteria) <= MOST_CRITERIA:
            raise CompetitionError(f"criteria: expected 1 to {MOST_CRITERIA}")
        for name in self.criteria:
            criterion(name)
        if self.unplayed not in UNPLAYED:
            raise CompetitionError(
                f"unplayed: {str(self.unplayed)[:20]!r} is none of {', '.join(UNPLAYED)}"
            )


PRESETS: Mapping[str, Ranking] = MappingProxyType(
    {
        # The "Dra" programme: reproduces all places of Ouagadougou 2022.
        "fmjd": Ranking(("points", "truncated 1", "solkoff plus")),
        "fmjd-before-2022": Ranking(("points", "truncated full")),
        # Eesti 2007 üldjuhend: Swiss, round robin, round robin of micro-matches.
        "ekl": Ranking(("points", "truncated 1", "wins", "mutual", "by rank")),
        "ekl-round-robin": Ranking(("points", "wins", "mutual", "by rank")),
        "ekl-micro-matches": Ranking(("points", "riga", "encounters won", "mutual", "game points")),
        # A barrage comes after plus draws: its winner is placed by hand, or by `mutual`.
        "kndb": Ranking(("points", "plus draws", "mutual", "by rank")),
        "fide-2026": Ranking(
            ("points", "truncated 1", "solkoff", "mutual", "wins"), unplayed="fide"
        ),
        # Who came further in a knockout, whatever it brought.
        "knockout": Ranking(("advanced", "points")),
        "arena": Ranking(("points", "wins")),
        "club": Ranking(("points", "mutual", "wins", "sonneborn-berger", "truncated 1")),
    }
)
"""Lists of criteria in use; a list can be put together freely before round 1."""


def find_ranking(key: str | Ranking) -> Ranking:
    """Find a preset by its key. Raises `CompetitionError`, naming those that are known."""
    if isinstance(key, Ranking):
        return key
    if key not in PRESETS:
        raise CompetitionError(f"ranking {str(key)[:20]!r}: known are {', '.join(PRESETS)}")
    return PRESETS[key]


@dataclass(frozen=True, slots=True)
class Place:
    """One row of a standing; those whom nothing separates share a place.

    `place` is None for who was expelled, or whose games were cancelled.
    """

    place: int | None
    name: str
    numbers: tuple[Explanation, ...]

    @property
    def points(self) -> str:
        """Return the first number, the points in all lists in use but that of knockouts."""
        return self.numbers[0].text if self.numbers else ""

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain data: place, name and numbers, without how these add up."""
        return {
            "place": self.place,
            "name": self.name,
            "numbers": [number.text for number in self.numbers],
        }


def standing(table: Table, criteria: Sequence[str]) -> tuple[Place, ...]:
    """Return the places of all entrants, the best first; shared places by name.

    >>> from crownhead.competition import Encounter, Entrant, SCORINGS
    >>> two = [Entrant(name="Bert"), Entrant(name="Anna")]
    >>> played = [[Encounter(one="Bert", two="Anna", games=("0-2",))]]
    >>> table = Table(two, played, SCORINGS["2-1-0"])
    >>> [(row.place, row.name, row.points) for row in standing(table, ["points"])]
    [(1, 'Anna', '2'), (2, 'Bert', '0')]
    """
    ranked = [name for name in table.names if not _out(table, name)]
    rank: list[list[str]] = [ranked] if ranked else []
    numbers: dict[str, list[Explanation]] = {name: [] for name in table.names}
    for name in criteria:
        refined = []
        for group in rank:
            found = evaluate(name, table, group, rank)
            for each in group:
                numbers[each].append(found[each])
            keys = {each: _key(found[each]) for each in group}
            for key in sorted(set(keys.values()), reverse=True):
                refined.append([each for each in group if keys[each] == key])
        rank = refined
    places, next_place = [], 1
    for group in rank:
        places += [Place(next_place, name, tuple(numbers[name])) for name in group]
        next_place += len(group)
    for name in table.names:
        if _out(table, name):
            places.append(Place(None, name, (evaluate("points", table, [name], [])[name],)))
    return tuple(places)


def _out(table: Table, name: str) -> bool:
    entrant = table.entrant(name)
    return entrant.expelled or entrant.cancelled


def _key(number: Explanation) -> tuple[Fraction, ...]:
    return number.key if number.key is not None else ()
