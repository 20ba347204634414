"""A season: what several events bring together, and the cells that each sum of it opens into."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from crownhead.competition.competition import Competition
from crownhead.competition.failure import CompetitionError
from crownhead.competition.scoring import Scoring, number_text
from crownhead.competition.series import (
    EUROPEAN_CUP_2013,
    ST_PETERSBURG,
    Total,
    combine,
    series,
)

SeasonKind = Literal["series", "combine"]
"""Places of each event give points, or the points of the events themselves are added."""
POINT_TABLES: Mapping[str, tuple[int, ...]] = {
    "st-petersburg": ST_PETERSBURG,
    "european-cup-2013": EUROPEAN_CUP_2013,
}
"""Points of the places that are in use, by name."""
MOST_STAGES = 60
MOST_PLACES = 100
MOST_POINTS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRule:
    """How events become one standing; `points` of the places, `drop` and `best` are a series'.

    Raises `CompetitionError` where they contradict each other.
    """

    kind: SeasonKind = "series"
    points: tuple[int, ...] = ST_PETERSBURG
    drop: int = 0
    best: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in get_args(SeasonKind):
            raise CompetitionError(f"season: {str(self.kind)[:20]!r} is neither series nor combine")
        if not 1 <= len(self.points) <= MOST_PLACES:
            raise CompetitionError(f"season: expected points of 1 to {MOST_PLACES} places")
        if not all(0 <= each <= MOST_POINTS for each in self.points):
            raise CompetitionError(f"season: a place gives 0 to {MOST_POINTS} points")
        if self.drop and self.best is not None:
            raise CompetitionError(
                "season: either so many results are dropped, or the best count", "season_drop_best"
            )
        if self.kind == "combine" and (self.drop or self.best is not None):
            raise CompetitionError(
                "season: where points are added, all events count", "season_combine_drop"
            )


@dataclass(frozen=True, slots=True)
class Stage:
    """What a season takes of one event that is over: places and points of who stands in it."""

    places: Mapping[str, int]
    points: Mapping[str, int]
    scoring: Scoring

    @classmethod
    def of(cls, event: Competition) -> Stage:
        """Return what an event brings to a season."""
        places = {row.name: row.place for row in event.standing() if row.place is not None}
        points = event.table().points
        return cls(places, {name: points[name] for name in places}, event.event.scoring)


@dataclass(frozen=True, slots=True)
class Cell:
    """What one event brings to somebody; `place` is None where he did not take part.

    What does not `count` was dropped.
    """

    place: int | None
    value: str
    counts: bool = True

    @property
    def text(self) -> str:
        """Return the value as tables have it: in brackets where it was dropped."""
        return self.value if self.counts else f"({self.value})"


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One row of a season's standing, with a cell for each event, None where it says nothing.

    `tie` is the sum of the best three places, by which those who are level stand in a series; None
    for who has fewer.
    """

    place: int
    name: str
    total: str
    cells: tuple[Cell | None, ...]
    tie: int | None = None

    @property
    def texts(self) -> list[str]:
        """Return the row as tables have it: place, name, what each event brings, the total."""
        cells = ("" if cell is None else cell.text for cell in self.cells)
        return [str(self.place), self.name, *cells, self.total]


def rank_season(stages: Sequence[Stage | None], rule: SeasonRule) -> list[SeasonRow]:
    """Return the standing of a season; a stage is None as long as its event is not over.

    In a series such a stage brings nobody anything, and so is the first that is dropped; where
    points are added it is left out. Raises `CompetitionError`.

    >>> from crownhead.competition import SCORINGS
    >>> won = Stage({"Anna": 1, "Bert": 2}, {"Anna": 6, "Bert": 4}, SCORINGS["2-1-0"])
    >>> lost = Stage({"Anna": 2, "Bert": 1}, {"Anna": 3, "Bert": 8}, SCORINGS["2-1-0"])
    >>> for row in rank_season([won, lost, None], SeasonRule(points=(10, 4), drop=1)):
    ...     print(row.place, row.name, row.total, [cell and cell.text for cell in row.cells])
    1 Anna 14 ['10', '4', None]
    1 Bert 14 ['4', '10', None]
    >>> for row in rank_season([won, lost, None], SeasonRule(kind="combine")):
    ...     print(row.place, row.name, row.total, [cell and cell.text for cell in row.cells])
    1 Bert 12 ['4', '8', None]
    2 Anna 9 ['6', '3', None]
    """
    if len(stages) > MOST_STAGES:
        raise CompetitionError(f"season: more than {MOST_STAGES} events")
    return _rank_places(stages, rule) if rule.kind == "series" else _add_points(stages)


def _rank_places(stages: Sequence[Stage | None], rule: SeasonRule) -> list[SeasonRow]:
    places = [{} if stage is None else stage.places for stage in stages]
    return [
        SeasonRow(
            row.place, row.name, number_text(row.points), _cells(row, stages), row.sum_of_places
        )
        for row in series(places, rule.points, drop=rule.drop, best=rule.best)
    ]


def _cells(row: Total, stages: Sequence[Stage | None]) -> tuple[Cell | None, ...]:
    counted, dropped = dict(row.counted), dict(row.dropped)
    found: list[Cell | None] = []
    for number, stage in enumerate(stages, 1):
        place = None if stage is None else stage.places.get(row.name)
        if stage is None or (place is None and number in counted):
            found.append(None)
        else:
            value = counted.get(number, dropped.get(number, Fraction(0)))
            found.append(Cell(place, number_text(value), number in counted))
    return tuple(found)


def _add_points(stages: Sequence[Stage | None]) -> list[SeasonRow]:
    parts = [stage for stage in stages if stage is not None]
    if not parts:
        return []
    if len({part.scoring.scale for part in parts}) != 1:
        raise CompetitionError("the events count points of different size", "season_scale")
    text = parts[0].scoring.text

    def cell(stage: Stage | None, name: str) -> Cell | None:
        return None if stage is None else Cell(stage.places[name], text(stage.points[name]))

    deciding = [part.places for part in reversed(parts)]
    return [
        SeasonRow(place, name, text(total), tuple(cell(stage, name) for stage in stages))
        for place, name, total in combine([part.points for part in parts], deciding)
    ]
