"""Seasons: the worked examples of real ones, and what each sum opens into."""

from __future__ import annotations

import pytest

from crownhead.competition import SCORINGS, Competition, CompetitionError, Entrant, Event
from crownhead.competition.season import (
    POINT_TABLES,
    SeasonRow,
    SeasonRule,
    Stage,
    rank_season,
)


def stage(places: dict[str, int], points: dict[str, int] | None = None) -> Stage:
    """Return an event that has come to these places."""
    return Stage(places, points or dict.fromkeys(places, 0), SCORINGS["2-1-0"])


def cell_texts(row: SeasonRow) -> list[str | None]:
    """Return the cells of a row as tables have them."""
    return [cell and cell.text for cell in row.cells]


def test_three_third_places_open_into_their_events_in_the_cup_of_2013() -> None:
    """European Cup 2013: 22-18-15-13-12-11, the best three stages count; 45 beat 44."""
    places: list[dict[str, int]] = [{"Anna": 3, "Bert": 1}, {"Anna": 3, "Bert": 1}, {"Anna": 3}]
    places.append({"Anna": 6, "Cleo": 5})
    rule = SeasonRule(points=POINT_TABLES["european-cup-2013"], best=3)
    rows = rank_season([stage(each) for each in places], rule)
    assert [(row.place, row.name, row.total) for row in rows] == [
        (1, "Anna", "45"),
        (2, "Bert", "44"),
        (3, "Cleo", "12"),
    ]
    assert cell_texts(rows[0]) == ["15", "15", "15", "(11)"]
    assert cell_texts(rows[1]) == ["22", "22", None, "(0)"]
    assert rows[1].cells[3] is not None and rows[1].cells[3].place is None
    assert (rows[0].tie, rows[1].tie) == (9, None)


def test_the_worst_of_a_st_petersburg_season_is_dropped_and_a_tie_goes_by_best_three_places() -> (
    None
):
    """50-44-38-33 …, worst result dropped, tie: sum of places in the best three."""
    places = [
        {"Anna": 1, "Bert": 2, "Cleo": 3},
        {"Anna": 2, "Bert": 1, "Cleo": 3},
        {"Anna": 6, "Bert": 5, "Cleo": 3},
        {"Anna": 3, "Bert": 3, "Cleo": 3},
    ]
    rows = rank_season([stage(each) for each in places], SeasonRule(drop=1))
    found = {row.name: row for row in rows}
    # both share places 3 and 4 (and 5) of the last event with Cleo: (38 + 33 + 28) / 3
    assert cell_texts(found["Anna"]) == ["50", "44", "(24)", "33"]
    assert cell_texts(found["Bert"]) == ["44", "50", "(28)", "33"]
    assert found["Anna"].total == found["Bert"].total == "127"
    assert (found["Anna"].place, found["Bert"].place) == (1, 1)
    assert found["Anna"].tie == found["Bert"].tie == 6
    assert (found["Cleo"].place, found["Cleo"].total) == (3, "114")


def test_points_of_two_events_are_added_and_the_last_decides_as_in_duesseldorf_2020() -> None:
    """6 rounds on 64 squares and 6 on 100 added; whoever is level stands by his place on 100."""
    on_64 = stage({"Anna": 1, "Bert": 2, "Cleo": 3}, {"Anna": 9, "Bert": 8, "Cleo": 7})
    on_100 = stage({"Bert": 1, "Anna": 2, "Dora": 3}, {"Bert": 7, "Anna": 6, "Dora": 5})
    rows = rank_season([on_64, on_100], SeasonRule(kind="combine"))
    assert [(row.place, row.name, row.total) for row in rows] == [
        (1, "Bert", "15"),
        (2, "Anna", "15"),
    ]
    assert cell_texts(rows[0]) == ["8", "7"]


def test_an_event_that_is_not_over_is_the_first_to_be_dropped_and_adds_nothing() -> None:
    done = stage({"Anna": 1, "Bert": 2}, {"Anna": 2, "Bert": 0})
    rows = rank_season([done, None], SeasonRule(points=(10, 4), drop=1))
    assert [(row.name, row.total, cell_texts(row)) for row in rows] == [
        ("Anna", "10", ["10", None]),
        ("Bert", "4", ["4", None]),
    ]
    rows = rank_season([None, done], SeasonRule(kind="combine"))
    assert [(row.name, row.total, cell_texts(row)) for row in rows] == [
        ("Anna", "2", [None, "2"]),
        ("Bert", "0", [None, "0"]),
    ]
    assert rank_season([None], SeasonRule(kind="combine")) == []


def test_an_expelled_entrant_stands_in_no_season() -> None:
    club = Competition(event=Event(name="Club", format="round robin"))
    for name in ("Anna", "Bert", "Cleo"):
        club = club.enter(Entrant(name=name))
    club = club.pair().withdraw("Cleo", "engine in the pocket", expelled=True)
    found = Stage.of(club)
    assert set(found.places) == set(found.points) == {"Anna", "Bert"}


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ({"kind": "sum"}, "neither series nor combine"),
        ({"points": ()}, "1 to 100 places"),
        ({"points": (10, -1)}, "0 to 10000 points"),
        ({"drop": 1, "best": 3}, "either"),
        ({"kind": "combine", "drop": 1}, "all events count"),
    ],
)
def test_a_rule_that_is_none_is_refused(rule: dict[str, object], said: str) -> None:
    with pytest.raises(CompetitionError, match=said):
        SeasonRule(**rule)  # type: ignore[arg-type]


def test_points_of_different_size_are_not_added() -> None:
    halves = Stage({"Anna": 1}, {"Anna": 3}, SCORINGS["1-½-0"])
    with pytest.raises(CompetitionError, match="different size"):
        rank_season([stage({"Anna": 1}, {"Anna": 2}), halves], SeasonRule(kind="combine"))
