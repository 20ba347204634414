"""Criteria and orders: no division by zero, no order by entry, forfeits and byes by their rules."""

from __future__ import annotations

import os
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crownhead.competition import (
    PRESETS,
    SCORINGS,
    CompetitionError,
    Encounter,
    Entrant,
    Ranking,
    Scoring,
    Table,
    standing,
)
from crownhead.competition.criteria import CRITERIA, evaluate
from crownhead.competition.scoring import FORFEITS, Outcome
from crownhead.competition.table import UNPLAYED

NIGHTLY = bool(os.environ.get("CROWNHEAD_NIGHTLY"))
EVENTS = 10_000 if NIGHTLY else 500
SUMS = 10_000 if NIGHTLY else 300
ALL = [*CRITERIA, "truncated 1", "truncated 3", "truncated full"]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw an event with byes, forfeits, absences, repeats and people who never play."""
    names = [f"e{n}" for n in range(draw(st.integers(1, 9)))]
    scheme = draw(st.sampled_from(sorted(SCORINGS.values(), key=lambda s: s.key)))
    games = draw(st.sampled_from([1, 2, 4]))
    entrants = [
        Entrant(
            name=name,
            rating=draw(st.none() | st.integers(0, 2500)),
            expelled=draw(st.integers(0, 9)) == 0,
            cancelled=draw(st.integers(0, 9)) == 0,
        )
        for name in names
    ]
    tokens = st.sampled_from([*scheme.outcomes, *FORFEITS])
    rounds = []
    for _ in range(draw(st.integers(0, 6))):
        order = draw(st.permutations(names))
        boards = []
        while order:
            if len(order) > 1 and draw(st.integers(0, 5)):
                one, two, *order = order
                results = tuple(draw(st.lists(tokens, max_size=games)))
                boards.append(Encounter(one=one, two=two, games=results))
            else:
                one, *order = order
                why: Any = draw(st.sampled_from(["bye", "requested", "absent", "free"]))
                boards.append(Encounter(one=one, alone=why))
        rounds.append(boards)
    unplayed = draw(st.sampled_from(UNPLAYED))
    return Table(entrants, rounds, scheme, games, unplayed, seed="17" * 32)


@settings(max_examples=EVENTS)
@given(tables(), st.permutations(ALL), st.randoms(use_true_random=False))
def test_no_order_depends_on_the_order_of_entry(
    table: Table, criteria: list[str], rng: Any
) -> None:
    places = standing(table, criteria)
    shuffled = list(table.entrants)
    rng.shuffle(shuffled)
    boards = [rng.sample(list(r), len(list(r))) for r in table.rounds]
    again = Table(shuffled, boards, table.scoring, table.games, table.unplayed, table.seed)
    assert standing(again, criteria) == places
    assert sorted(row.name for row in places) == list(table.names)


@settings(max_examples=SUMS)
@given(tables())
def test_every_number_is_the_sum_that_it_opens_into(table: Table) -> None:
    sums = [name for name in ALL if name not in ("by rank", "lot", "average rating")]
    for name in sums:
        for number in evaluate(name, table, table.names, [table.names]).values():
            if number.key is not None:
                assert number.total == number.key[0], number.sentences()
            assert number.sentences()
            assert number.to_dict()["criterion"] == name


@settings(max_examples=SUMS)
@given(tables())
def test_fewer_criteria_never_contradict_more(table: Table) -> None:
    few = {row.name: row.place for row in standing(table, ["points", "wins"])}
    more = {row.name: row.place for row in standing(table, ["points", "wins", *ALL])}
    for one in table.names:
        for two in table.names:
            if few[one] and few[two] and few[one] < few[two]:  # type: ignore[operator]
                assert more[one] < more[two]  # type: ignore[operator]


def table(*rounds: list[Encounter], scoring: str = "2-1-0", games: int = 1, **more: Any) -> Table:
    names = sorted({name for boards in rounds for board in boards for name in board.names})
    entrants = more.pop("entrants", None) or [Entrant(name=name) for name in names]
    return Table(entrants, rounds, SCORINGS[scoring], games, **more)


def board(one: str, two: str, *games: str) -> Encounter:
    return Encounter(one=one, two=two, games=games)


def number(of: Table, criterion: str, name: str) -> Fraction | None:
    key = evaluate(criterion, of, [name], [])[name].key
    return None if key is None else key[0]


def test_two_games_a_round_count_every_game_once_and_a_bye_once() -> None:
    # PlayStrategy 1027: byes counted twice, and not every game counted.
    of = table(
        [board("A", "B", "2-0", "1-1"), Encounter(one="C", alone="bye")],
        [board("A", "C", "0-2", "1-1"), Encounter(one="B", alone="bye")],
        games=2,
    )
    assert of.points == {"A": 4, "B": 5, "C": 7}
    assert number(of, "solkoff", "A") == 5 + 7
    assert number(of, "solkoff", "B") == 4
    assert number(of, "sonneborn-berger", "A") == 3 * 5 + 1 * 7
    assert number(of, "wins", "A") == 1


def test_a_win_by_forfeit_is_no_win_on_the_board() -> None:
    of = table([board("A", "B", "+/-"), board("C", "D", "2-0")])
    assert of.points["A"] == of.points["C"] == 2
    assert number(of, "wins", "A") == 0
    assert number(of, "encounters won", "A") == 0
    assert number(of, "solkoff", "A") == 0


def test_what_an_unplayed_encounter_counts_is_a_setting() -> None:
    rounds = ([board("A", "B", "+/-"), board("C", "D", "2-0")], [board("B", "C", "2-0")])
    assert number(table(*rounds), "solkoff", "A") == 2  # B's points
    assert number(table(*rounds, unplayed="zero"), "solkoff", "A") == 0
    fide = table(*rounds, unplayed="fide")
    assert number(fide, "solkoff", "A") == 2  # a dummy: A's own points, no more than B's


def test_mutual_applies_only_where_all_have_met() -> None:
    of = table([board("A", "B", "2-0"), board("C", "D", "2-0")], [board("B", "C", "2-0")])
    both = evaluate("mutual", of, ["A", "C"], [])
    assert both["A"].key is None and both["A"].text == "-"
    assert evaluate("mutual", of, ["B", "C"], [])["B"].key == (2,)


def test_the_barrage_of_the_kndb_comes_after_plus_draws() -> None:
    of = table([board("A", "B", "1+-1"), board("C", "D", "1-1")], scoring="plus-draws")
    rows = standing(of, PRESETS["kndb"].criteria)
    assert [(row.place, row.name) for row in rows] == [(1, "A"), (2, "C"), (2, "D"), (4, "B")]


def test_post_and_van_der_staaij_differ_by_wins_then_by_sonneborn_berger() -> None:
    # Open Dutch title 1970: Solkoff may decide nothing at all.
    of = table([board("A", "B", "1-1")], [board("B", "A", "1-1")])
    assert number(of, "solkoff", "A") == number(of, "solkoff", "B") == 4


def test_riga_weighs_results_of_two_games() -> None:
    of = table(
        [board("A", "B", "2-0", "2-0"), board("C", "D", "1-1", "2-0")],
        [board("A", "C", "0-2", "1-1"), board("B", "D", "1-1", "1-1")],
        games=2,
    )
    assert of.points == {"A": 5, "B": 2, "C": 6, "D": 3}
    assert number(of, "riga", "A") == 4 * 2 + 1 * 6


@pytest.mark.parametrize(
    ("scheme", "games", "points"),
    [
        ("2-1-0", ("2-0",), (2, 0)),
        ("1-½-0", ("½-½",), (1, 1)),
        ("ballot", ("1-0", "½-½", "0-1", "0-1"), (2, 2)),
        ("ballot", ("1-0", "1-0", "½-½", "½-½"), (3, 1)),
        ("encounter", ("2-0", "1-1"), (2, 0)),
        ("plus-draws", ("1+-1",), (1, 1)),
        ("delft", ("3-1",), (3, 1)),
        ("delft-12", ("12-0",), (12, 0)),
        ("delft-12", ("9-1",), (9, 1)),
        ("title-12", ("8-4",), (8, 4)),
        ("football", ("3-0",), (3, 0)),
        ("football", ("+/-",), (3, 0)),
        ("ballot", ("-/-", "-/-"), (0, 0)),
    ],
)
def test_points_by_scheme(scheme: str, games: tuple[str, ...], points: tuple[int, int]) -> None:
    assert SCORINGS[scheme].encounter(games) == points


def test_a_scheme_of_ones_own_is_written_and_read_whole() -> None:
    own = Scoring(key="own", outcomes={"5-0": Outcome(5, 0), "0-5": Outcome(0, 5)}, bye="zero")
    assert Scoring.from_dict(own.to_dict()) == own
    for scheme in SCORINGS.values():
        assert Scoring.from_dict(scheme.to_dict()) == scheme


@pytest.mark.parametrize(
    "values",
    [
        None,
        {},
        {"key": "x", "unit": 1, "per": "game", "bye": "win", "outcomes": {"1-0": [1]}},
        {"key": "x", "unit": 3, "per": "game", "bye": "win", "outcomes": {"1-0": [1, 0, 0]}},
        {"key": "x", "unit": 1, "per": "life", "bye": "win", "outcomes": {"1-0": [1, 0, 0]}},
        {"key": "x", "unit": 1, "per": "game", "bye": "win", "outcomes": {"1-0": [10**9, 0, 0]}},
    ],
)
def test_what_is_no_scheme_is_refused(values: Any) -> None:
    with pytest.raises(CompetitionError, match="scoring"):
        Scoring.from_dict(values)


def test_a_result_of_another_scheme_is_refused_with_what_is_known() -> None:
    with pytest.raises(CompetitionError, match="'3-0' is none of 2-1-0: 2-0 1-1"):
        SCORINGS["2-1-0"].encounter(("3-0",))


@pytest.mark.parametrize(
    "name", ["", "luck", "truncated", "truncated 0", "truncated x", "truncated ²"]
)
def test_an_unknown_criterion_is_refused(name: str) -> None:
    with pytest.raises(CompetitionError, match="known are"):
        Ranking(("points", name))


def test_lots_are_the_same_for_the_same_seed() -> None:
    rounds = [[board(f"p{n}", f"q{n}", "1-1") for n in range(8)]]
    one = standing(table(*rounds, seed="11" * 32), ["points", "lot"])
    two = standing(table(*rounds, seed="11" * 32), ["points", "lot"])
    three = standing(table(*rounds, seed="22" * 32), ["points", "lot"])
    assert one == two
    assert [row.name for row in one] != [row.name for row in three]


def test_who_won_a_final_by_tie_break_stands_before_who_had_more_points() -> None:
    first = [board("A", "B", "2-0", "0-2"), board("C", "D", "2-0", "2-0")]
    first[0] = Encounter(one="A", two="B", games=("2-0", "0-2"), extra=("2-0",))
    final = [Encounter(one="C", two="A", games=("1-1", "1-1"), extra=("0-2",))]
    rows = standing(table(first, final, games=2), PRESETS["knockout"].criteria)
    assert [(row.place, row.name) for row in rows] == [(1, "A"), (2, "C"), (3, "B"), (4, "D")]
    by_points = standing(table(first, final, games=2), ["points"])
    assert by_points[0].name == "C"
