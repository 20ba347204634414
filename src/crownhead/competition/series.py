"""Series over a season: places of single events give points; and events that are added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from crownhead.competition.failure import CompetitionError

ST_PETERSBURG = (50, 44, 38, 33, 28, 24, 20, 17, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
EUROPEAN_CUP_2013 = (22, 18, 15, 13, 12, 11)


@dataclass(frozen=True, slots=True)
class Total:
    """One row of a series: what counts, and what was dropped, each with the number of its stage."""

    name: str
    place: int
    points: Fraction
    counted: tuple[tuple[int, Fraction], ...]
    dropped: tuple[tuple[int, Fraction], ...]
    sum_of_places: int | None


def series(
    stages: Sequence[Mapping[str, int]],
    points: Sequence[int] = ST_PETERSBURG,
    *,
    drop: int = 0,
    best: int | None = None,
    tie_places: int = 3,
) -> list[Total]:
    """Return the standing of a series; a stage is the place of each who took part.

    Of the results of each entrant the worst `drop` of all stages are dropped, a stage without him
    first, or only the `best` count. Whoever is level stands by the sum of places in his best
    `tie_places` stages; who has fewer comes after. Who shares a place shares the points of the
    places that are shared.

    >>> two_wins = [{"Anna": 3, "Bert": 1}, {"Anna": 3, "Bert": 1}, {"Anna": 3}]
    >>> [(row.name, int(row.points)) for row in series(two_wins, EUROPEAN_CUP_2013, best=3)]
    [('Anna', 45), ('Bert', 44)]
    """
    if drop < 0 or (best is not None and best < 1):
        raise CompetitionError("series: drop is 0 or more, best 1 or more")
    names = sorted({name for stage in stages for name in stage})
    rows = []
    for name in names:
        earned = [(number, _points(stage, name, points)) for number, stage in enumerate(stages, 1)]
        order = sorted(earned, key=lambda row: (-row[1], row[0]))
        keep = len(order) - drop if best is None else best
        counted = sorted(order[: max(0, keep)])
        places = sorted(stage[name] for stage in stages if name in stage)[:tie_places]
        total = sum((value for _, value in counted), Fraction(0))
        tie = sum(places) if len(places) == tie_places else None
        dropped = sorted(order[max(0, keep) :])
        rows.append(Total(name, 0, total, tuple(counted), tuple(dropped), tie))
    keys = sorted({_key(row) for row in rows})
    ordered = sorted(rows, key=lambda row: (_key(row), row.name))
    found, place = [], 1
    for key in keys:
        level = [row for row in ordered if _key(row) == key]
        found += [
            Total(r.name, place, r.points, r.counted, r.dropped, r.sum_of_places) for r in level
        ]
        place += len(level)
    return found


def _points(stage: Mapping[str, int], name: str, points: Sequence[int]) -> Fraction:
    if name not in stage:
        return Fraction(0)
    place = stage[name]
    if place < 1:
        raise CompetitionError(f"series: place {place} of {name}")
    sharing = sum(other == place for other in stage.values())
    shared = (points[n - 1] if n <= len(points) else 0 for n in range(place, place + sharing))
    return Fraction(sum(shared), sharing)


def _key(row: Total) -> tuple[Fraction, bool, int]:
    return (-row.points, row.sum_of_places is None, row.sum_of_places or 0)


def combine(
    parts: Sequence[Mapping[str, int]], deciding: Sequence[Mapping[str, int]] = ()
) -> list[tuple[int, str, int]]:
    """Add the points of several events: place, name and sum of each who took part in all.

    Who is level stands by his place in the `deciding` parts, the first of them before the second
    (Düsseldorf 2020: 6 rounds on 64 squares and 6 on 100, where the better place on 100 decides).

    >>> combine([{"Anna": 8, "Bert": 9}, {"Anna": 7, "Bert": 6}], [{"Anna": 2, "Bert": 1}])
    [(1, 'Bert', 15), (2, 'Anna', 15)]
    """
    if not parts:
        raise CompetitionError("combine: no events")
    names = set(parts[0]).intersection(*parts[1:])
    keys = {
        name: (-sum(part[name] for part in parts), *(part.get(name, 10**6) for part in deciding))
        for name in names
    }
    ordered = sorted(names, key=lambda name: (keys[name], name))
    places = [keys[name] for name in ordered]
    return [(places.index(keys[name]) + 1, name, -keys[name][0]) for name in ordered]
