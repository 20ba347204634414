"""Formats: Berger tables, Swiss beside another program, knockouts, teams, arenas, series."""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from support.swiss_checker import checked_pairs, pairs_of

from crownhead.competition import (
    SCORINGS,
    Caution,
    Competition,
    CompetitionError,
    Encounter,
    Entrant,
    Event,
    NoPairing,
    arena,
)
from crownhead.competition.berger import berger, sides
from crownhead.competition.deciding import Barrage, Endless
from crownhead.competition.knockout import bracket
from crownhead.competition.series import EUROPEAN_CUP_2013, ST_PETERSBURG, series
from crownhead.competition.teams import TEAM_PRESETS, team_grid, team_matches, team_standing

SWISS = 50 if os.environ.get("CROWNHEAD_NIGHTLY") else 6


def event_of(count: int, **settings: Any) -> Competition:
    """Return an event with so many entrants, the strongest first by name."""
    found = Competition(event=Event(**{"name": "test", **settings}))
    for number in range(1, count + 1):
        found = found.enter(Entrant(name=f"p{number:03}", rating=2500 - number))
    return found


def play_round(event: Competition, rng: random.Random, forfeits: float = 0.0) -> Competition:
    """Return the event with results in its last round."""
    number = len(event.rounds)
    for n, board in enumerate(event.rounds[-1].boards, 1):
        if board.two is None or board.games:
            continue
        absent = rng.random() < forfeits
        tokens = ("+/-", "-/+", "-/-") if absent else ("2-0", "1-1", "0-2")
        games = [rng.choice(tokens)] * event.event.games if absent else []
        event = event.record(
            number, n, games or [rng.choice(tokens) for _ in range(event.event.games)]
        )
    return event


def test_berger_tables_are_those_of_the_handbook() -> None:
    # FIDE C.05 annex 1, 5 or 6 players.
    assert berger(6) == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


@pytest.mark.parametrize("count", range(2, 21))
def test_everybody_meets_everybody_once_and_sides_are_even(count: int) -> None:
    rounds = berger(count)
    pairs = [pair for boards in rounds for pair in boards if 0 not in pair]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs) == count * (count - 1) // 2
    for number in range(1, count + 1):
        seen = sides(rounds, number)
        assert abs(seen.count("s") - seen.count("r")) <= 1
        both = sides(berger(count, 2), number)
        assert both.count("s") == both.count("r")


@pytest.mark.parametrize("count", range(4, 21, 2))
def test_exchanged_rounds_give_nobody_one_side_three_times_in_a_row(count: int) -> None:
    plain = [sides(berger(count, 2), n) for n in range(1, count + 1)]
    exchanged = [sides(berger(count, 2, exchange=True), n) for n in range(1, count + 1)]
    assert any("sss" in seen or "rrr" in seen for seen in plain)
    assert not any("sss" in seen or "rrr" in seen for seen in exchanged)


def test_rounds_of_a_swiss_are_those_of_another_program() -> None:
    compared = 0
    for seed in range(SWISS):
        rng = random.Random(seed)
        event = event_of(rng.randint(14, 40), rounds=rng.randint(5, 7))
        for number in range(1, event.event.rounds + 1):
            if rng.random() < 0.3 and number < 4:
                event = event.enter(Entrant(name=f"late{number}", rating=rng.randint(1, 2500)))
            for entrant in event.entrants:
                chance = rng.random()
                if not entrant.here(number) or number in entrant.away:
                    continue
                if chance < 0.03 and number < event.event.rounds - 1 and not entrant.away:
                    event = event.excuse(entrant.name)
                elif chance < 0.05:
                    event = event.excuse(entrant.name, "absent")
                elif chance < 0.06:
                    event = event.withdraw(entrant.name, "ill")
            left = event.missing_twice()
            for name in left:
                event = event.withdraw(name, "absent twice")
            assert pairs_of(event, event.propose()) == checked_pairs(event), (seed, number)
            event = play_round(event.pair(), rng, forfeits=0.04)
            compared += 1
    assert compared >= 5 * SWISS


@pytest.mark.parametrize(("count", "rounds"), [(61, 4), (64, 3), (101, 2)])
def test_rounds_of_large_fields_are_those_of_another_program(count: int, rounds: int) -> None:
    rng = random.Random(count)
    event = event_of(count, rounds=9)
    for number in range(1, rounds + 1):
        event = event.withdraw(f"p{count - number:03}", "ill")
        for name in event.missing_twice():
            event = event.withdraw(name, "absent twice")
        assert pairs_of(event, event.propose()) == checked_pairs(event), number
        event = play_round(event.pair(), rng, forfeits=0.04)


def test_the_tie_break_of_the_standing_pairs_nobody() -> None:
    # lila 7353
    rng = random.Random(1)
    event = event_of(16, rounds=5)
    for _ in range(3):
        event = play_round(event.pair(), rng)
    other = replace(event.event, ranking=replace(event.event.ranking, criteria=("points", "lot")))
    assert event.propose() == replace(event, event=other).propose()


def test_leaving_and_coming_back_gives_no_second_bye() -> None:
    # lila 12497, 6619
    event = event_of(5, rounds=6)
    event = event.pair()
    bye = next(board.one for board in event.rounds[0].boards if board.alone == "bye")
    rng = random.Random(2)
    event = play_round(event, rng).withdraw(bye, "left")
    event = play_round(event.pair(), rng).readmit(bye, "came back")
    for _ in range(2):
        event = play_round(event.pair(), rng)
        assert bye not in [b.one for b in event.rounds[-1].boards if b.alone == "bye"]


def test_an_event_in_which_one_is_left_ends() -> None:
    # lila 10812
    event = play_round(event_of(2, rounds=5).pair(), random.Random(1)).withdraw("p002", "left")
    with pytest.raises(NoPairing, match="fewer than two"):
        event.pair()


def test_seven_rounds_of_eight_are_warned_of() -> None:
    # lila 7675
    event = event_of(8, rounds=7)
    assert "round robin" in str(event.warnings()[0])
    assert not event_of(16, rounds=7).warnings()


def test_a_round_that_cannot_be_paired_says_so() -> None:
    event = event_of(4, rounds=6)
    rng = random.Random(1)
    with pytest.raises(NoPairing, match="nobody can be paired"):
        for _ in range(5):
            event = play_round(event.pair(), rng)


def test_who_is_absent_twice_counts_as_withdrawn() -> None:
    event = event_of(10, rounds=6)
    rng = random.Random(3)
    for number in (1, 2):
        event = play_round(event.excuse("p003", "absent", number).pair(), rng)
    event = event.pair()
    assert event.entrant("p003").left == 3
    assert "p003" not in [name for board in event.rounds[2].boards for name in board.names]
    assert event.trail[-1].reason == "absent 2 times"
    assert event.table().points["p003"] == 0


def test_a_requested_bye_is_half_a_win_once_and_not_at_the_end() -> None:
    event = event_of(6, rounds=5).excuse("p001").pair()
    assert Encounter(one="p001", alone="requested") in event.rounds[0].boards
    assert event.table().points["p001"] == 1
    with pytest.raises(CompetitionError, match="already"):
        event.excuse("p001")
    with pytest.raises(CompetitionError, match="last two rounds"):
        event.excuse("p002", "requested", 4)
    with pytest.raises(CompetitionError, match="has been paired"):
        event.excuse("p002", "requested", 1)


def test_nobody_enters_when_half_of_the_rounds_are_over() -> None:
    event = play_round(event_of(8, rounds=4).pair(), random.Random(1))
    event = event.enter(Entrant(name="late"))
    assert event.entrant("late").joined == 2
    event = play_round(event.pair(), random.Random(2))
    with pytest.raises(CompetitionError, match="half of the rounds"):
        event.enter(Entrant(name="later"))


def test_who_leaves_a_round_robin_early_counts_nowhere() -> None:
    event = event_of(6, format="round robin")
    rng = random.Random(4)
    for _ in range(2):
        event = play_round(event.pair(), rng)
    early = event.withdraw("p004", "ill")
    assert early.entrant("p004").cancelled and early.standing()[-1].place is None
    assert all("p004" != line.opponent for line in early.table().lines["p001"])
    for _ in range(1):
        event = play_round(event.pair(), rng)
    late = event.withdraw("p004", "ill")
    assert not late.entrant("p004").cancelled
    late = late.pair()
    lost = next(board for board in late.rounds[-1].boards if "p004" in board.names)
    assert lost.games in (("+/-",), ("-/+",)) and not lost.played


def test_games_against_one_who_left_early_were_not_counted_as_played() -> None:
    event = event_of(6, format="round robin")
    rng = random.Random(4)
    for _ in range(2):
        event = play_round(event.pair(), rng)
    first = event.rounds[0].boards[0]
    event = play_round(event.withdraw(str(first.two), "ill").pair(), rng)
    # He has played three of his five games, one of them against somebody who is gone.
    assert all(len(board.games) for board in event.rounds[2].boards)
    event = event.withdraw(first.one, "ill, too")
    assert event.entrant(str(first.two)).cancelled
    assert not event.entrant(first.one).cancelled


def test_an_expelled_one_is_marked_and_out_of_the_standing() -> None:
    event = play_round(event_of(6, rounds=3).pair(), random.Random(1))
    event = event.withdraw("p001", "cheated", expelled=True)
    last = event.standing()[-1]
    assert (last.name, last.place) == ("p001", None)


def test_a_pairing_by_hand_is_recorded_with_what_is_different() -> None:
    event = event_of(4, rounds=2)
    boards = [Encounter(one="p001", two="p002"), Encounter(one="p003", two="p004")]
    with pytest.raises(CompetitionError, match="needs a reason"):
        event.pair(boards)
    paired = event.pair(boards, "brothers")
    assert paired.rounds[0].manual
    assert paired.trail[-1].what == "p001 - p002, p003 - p004 instead of p001 - p003, p004 - p002"
    program = event.propose()
    assert not event.pair(program).rounds[0].manual
    with pytest.raises(CompetitionError, match="stands on two boards"):
        event.pair([boards[0], Encounter(one="p001", two="p004")], "x")
    with pytest.raises(CompetitionError, match="p003 is on no board"):
        event.pair(boards[:1] + [Encounter(one="p004", alone="bye")], "x")


def test_a_repeat_by_hand_is_warned_of() -> None:
    event = event_of(4, rounds=3)
    event = play_round(event.pair(), random.Random(1))
    again = [replace(board, games=()) for board in event.rounds[0].boards]
    event = event.pair(again, "wanted")
    assert Caution("met_before", round=2, board=1) in event.warnings()


def test_the_result_of_an_ended_event_can_be_corrected_with_a_reason() -> None:
    # lila 6766
    event = play_round(event_of(2, format="match", rounds=1).pair(), random.Random(1))
    assert event.over
    games = {"2-0": "0-2", "0-2": "2-0", "1-1": "2-0"}[event.board(1, 1).games[0]]
    with pytest.raises(CompetitionError, match="needs a reason"):
        event.record(1, 1, [games])
    mended = event.record(1, 1, [games], "typed the wrong way round")
    assert mended.board(1, 1).games == (games,)
    assert mended.trail[-1].before == event.board(1, 1).games


def test_prohibited_pairs_do_not_meet() -> None:
    event = event_of(4, rounds=1, prohibited=(("p001", "p003"),))
    assert {frozenset(board.names) for board in event.propose()} == {
        frozenset(("p001", "p004")),
        frozenset(("p002", "p003")),
    }


@pytest.mark.parametrize("count", [2, 3, 5, 8, 11, 16, 33])
def test_in_a_knockout_the_best_meet_in_the_final_if_they_win(count: int) -> None:
    event = event_of(count, format="knockout")
    met = []
    while not event.over:
        event = event.pair()
        number = len(event.rounds)
        for n, board in enumerate(event.rounds[-1].boards, 1):
            if board.two is not None:
                event = event.record(number, n, ["2-0" if board.one < board.two else "0-2"])
                met.append(set(board.names))
    assert met[-1] == {"p001", "p002"}
    assert len(met) == count - 1
    byes = [board.one for board in event.rounds[0].boards if board.alone == "bye"]
    assert sorted(byes) == [f"p{n:03}" for n in range(1, len(byes) + 1)]


def test_a_level_encounter_of_a_knockout_waits_for_its_tie_break() -> None:
    event = event_of(4, format="knockout", games=2).pair()
    event = event.record(1, 1, ["2-0", "0-2"]).record(1, 2, ["2-0", "1-1"])
    with pytest.raises(NoPairing, match="board 1: .* is level: play a tie-break"):
        event.pair()
    event = event.break_tie(1, 1, ["1-1", "0-2"])
    assert event.table().points["p004"] == 2, "a tie-break brings no points"
    assert [set(board.names) for board in event.pair().rounds[1].boards] == [{"p004", "p002"}]


def test_bracket_sizes() -> None:
    assert bracket(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_a_title_match_ends_when_one_cannot_be_caught() -> None:
    # 2020: nine rounds of 12 points; more than 54 decide.
    title = Event(
        name="t", format="match", rounds=9, scoring=SCORINGS["title-12"], early=True, absences=0
    )
    event = Competition(event=title).enter(Entrant(name="A")).enter(Entrant(name="B"))
    for number in range(1, 10):
        event = event.pair()
        first = event.rounds[-1].boards[0].one
        assert first == ("A" if number % 2 else "B")
        event = event.record(number, 1, ["12-0" if first == "A" else "0-12"])
        if event.over:
            break
    assert number == 5
    with pytest.raises(NoPairing, match="cannot be caught"):
        event.pair()


def test_everybody_of_one_team_meets_everybody_of_the_other() -> None:
    event = Competition(event=Event(name="s", format="scheveningen"))
    for name in ("A1", "A2", "A3", "B1", "B2", "B3"):
        event = event.enter(Entrant(name=name, team=name[0]))
    for _ in range(3):
        event = play_round(event.pair(), random.Random(1))
    boards = [board for each in event.rounds for board in each.boards]
    assert len({frozenset(board.names) for board in boards}) == 9
    assert all(board.one[0] != (board.two or "")[0] for board in boards)
    assert event.over


def test_level_teams_stand_by_their_match_then_by_board_points() -> None:
    event = Competition(event=Event(name="t", format="teams"))
    for team in "ABC":
        for n in (1, 2):
            event = event.enter(Entrant(name=f"{team}{n}", team=team, rating=2000 - n))
    results = {"AB": ("2-0", "2-0"), "BC": ("2-0", "1-1"), "AC": ("0-2", "1-1")}
    while not event.over:
        event = event.pair()
        for n, board in enumerate(event.rounds[-1].boards, 1):
            one, two = board.one, board.two or ""
            token = results[min(one[0], two[0]) + max(one[0], two[0])][int(one[1]) - 1]
            ours = token if one[0] < two[0] else token[::-1]
            event = event.record(len(event.rounds), n, [ours])
    rows = team_standing(event)
    assert [(row.name, row.points) for row in rows] == [("A", "2"), ("C", "2"), ("B", "2")]
    assert [row.numbers[2].text for row in rows] == ["5", "4", "3"]  # board points decide
    rae = team_standing(event, TEAM_PRESETS["rae"])
    assert [row.name for row in rae] == ["A", "C", "B"]


def test_the_top_board_of_a_match_has_all_its_games() -> None:
    """Of two games on the first board the second one did not count."""
    event = Competition(event=Event(name="t", format="teams", games=2))
    for name, rating in (("A1", 1900), ("A2", 1800), ("B1", 1850), ("B2", 1700)):
        event = event.enter(Entrant(name=name, team=name[0], rating=rating))
    event = event.pair().record(1, 1, ["2-0", "0-2"]).record(1, 2, ["1-1", "1-1"])
    assert [row.numbers[-1].criterion for row in team_standing(event)] == ["top board"] * 2
    assert [row.numbers[-1].text for row in team_standing(event)] == ["2", "2"]


def test_large_teams_have_a_standing() -> None:
    """A match of more than 64 games was refused as an encounter."""
    event = Competition(event=Event(name="t", format="teams", games=2))
    for n in range(40):
        for team in "AB":
            event = event.enter(Entrant(name=f"{team}{n}", team=team, rating=2000 - n))
    event = event.pair()
    for n in range(1, 41):
        event = event.record(1, n, ["2-0", "1-1"])
    assert [row.points for row in team_standing(event)] == ["1", "1"]
    assert team_matches(event, 1)[0].points == (80, 80)


def test_a_board_within_a_team_belongs_to_no_match() -> None:
    """After two had changed places by hand there was no standing of teams any more."""
    event = Competition(event=Event(name="t", format="teams"))
    for name, rating in (("A1", 1900), ("A2", 1800), ("B1", 1850), ("B2", 1700)):
        event = event.enter(Entrant(name=name, team=name[0], rating=rating))
    boards = [Encounter(one="A1", two="A2"), Encounter(one="B1", two="B2")]
    event = event.pair(boards, "they share a car").record(1, 1, ["2-0"]).record(1, 2, ["2-0"])
    assert team_matches(event, 1) == ()
    assert [row.points for row in team_standing(event)] == ["0", "0"]


def test_matches_of_teams_and_their_cross_table_go_by_the_team_of_the_first_board() -> None:
    event = Competition(event=Event(name="t", format="teams", cycles=2))
    for team in "AB":
        for n in (1, 2, 3):
            event = event.enter(Entrant(name=f"{team}{n}", team=team, rating=2000 - n))
    event = event.pair()
    first = team_matches(event, 1)[0]
    assert first.boards == (1, 2, 3) and not first.over and first.points == (0, 0)
    for n, token in enumerate(("2-0", "2-0", "1-1"), 1):
        event = event.record(1, n, [token])
    after = team_matches(event, 1)[0]
    # Who starts alternates: the second board is won by the other team.
    assert after.points == (3, 3) and after.over
    event = event.pair().record(2, 1, ["2-0"])
    starts = event.rounds[1].boards[0].one[0]
    rows = {row[1]: row[2:] for row in team_grid(event)[1]}
    other = "B" if starts == "A" else "A"
    assert sorted(rows[starts]) == ["", "3, 2"] and sorted(rows[other]) == ["", "3, 0"]


def test_a_cross_table_of_scheveningen_is_player_against_player() -> None:
    event = Competition(event=Event(name="t", format="scheveningen"))
    for name, rating in (("A1", 1900), ("A2", 1800), ("B1", 1850), ("B2", 1700)):
        event = event.enter(Entrant(name=name, team=name[0], rating=rating))
    assert team_grid(event)[1] == [
        ["1", "A1", "", "", "0"],
        ["2", "A2", "", "", "0"],
        ["", "B", "0", "0", ""],
    ]
    while not event.over:
        event = event.pair()
        for n, board in enumerate(event.rounds[-1].boards, 1):
            event = event.record(len(event.rounds), n, ["2-0" if board.one[0] == "A" else "1-1"])
    headings, rows = team_grid(event)
    assert headings == ["no", "name", "B1", "B2", "points"]
    assert rows == [
        ["1", "A1", "2", "1", "3"],
        ["2", "A2", "1", "2", "3"],
        ["", "B", "1", "1", ""],
    ]
    assert [(row.name, row.points) for row in team_standing(event)] == [("A", "6"), ("B", "2")]


@pytest.mark.parametrize("size", range(1, 9))
def test_nobody_in_scheveningen_starts_more_often_than_he_answers(size: int) -> None:
    """Of teams of even size half of the second team started every game, the rest none."""
    event = Competition(event=Event(name="t", format="scheveningen"))
    for team in "AB":
        for n in range(size):
            event = event.enter(Entrant(name=f"{team}{n}", team=team, rating=2000 - n))
    while not event.over:
        event = play_round(event.pair(), random.Random(1))
    starts = Counter(board.one for each in event.rounds for board in each.boards)
    for each in event.entrants:
        assert abs(2 * starts[each.name] - size) <= size % 2
    of_one = sum(count for name, count in starts.items() if name[0] == "A")
    assert abs(2 * of_one - size * size) <= size % 2


def test_the_giver_of_a_simultaneous_has_one_side_or_alternates() -> None:
    one = event_of(5, format="simultaneous", giver="p001").pair()
    assert [board.one for board in one.rounds[0].boards] == ["p001"] * 4
    two = event_of(5, format="simultaneous", giver="p001", alternate=True).pair()
    assert [b.one == "p001" for b in two.rounds[0].boards] == [True, False, True, False]


def test_an_arena_by_the_rules_of_lidraughts() -> None:
    def game(winner: str | None, plies: int = 40) -> arena.Game:
        return arena.Game(one="A", two="B", winner=winner, plies=plies)

    wins = [game("A"), game("A"), game("A"), game(None), game("A")]
    totals = [arena.tally(wins[:n])["A"].total for n in range(1, 6)]
    assert totals == [2, 4, 8, 10, 12]  # the draw counts double and ends the streak
    assert [arena.tally(wins[:n])["A"].running for n in range(1, 6)] == [1, 2, 3, 0, 1]
    assert arena.tally(wins)["B"].total == 1
    assert arena.tally([game(None, plies=19)])["A"].total == 0
    assert arena.tally([game(None, plies=20)])["A"].total == 1


@pytest.mark.parametrize("count", range(2, 31))
def test_in_an_arena_nobody_waits_who_could_play(count: int) -> None:
    # lila 6259
    names = [f"n{n:02}" for n in range(count)]
    rng, games = random.Random(count), []
    for _ in range(20):
        boards = arena.pair(names, arena.tally(games))
        assert len(boards) == count // 2
        for board in boards:
            winner = rng.choice([board.one, board.two, None])
            games.append(arena.Game(one=board.one, two=board.two or "", winner=winner))
    if count > 3:
        previous: dict[str, str] = {}
        again = 0
        for each in games:
            again += previous.get(each.one) == each.two
            previous |= {each.one: each.two, each.two: each.one}
        assert not again


def test_three_third_places_beat_two_wins_in_the_cup_of_2013() -> None:
    stages = [{"A": 3, "B": 1}, {"A": 3, "B": 1}, {"A": 3, "C": 1}, {"A": 6, "C": 6}]
    rows = series(stages, EUROPEAN_CUP_2013, best=3)
    assert rows[0].name == "A" and rows[0].points == 45
    assert rows[0].dropped == ((4, 5.5),)


def test_a_series_drops_the_worst_and_breaks_ties_by_places() -> None:
    stages = [{"A": 1, "B": 2}, {"A": 2, "B": 1}, {"A": 3, "B": 4}, {"B": 3, "A": 9}]
    rows = series(stages, ST_PETERSBURG, drop=1)
    assert [(row.place, row.name, row.points) for row in rows] == [(1, "A", 132), (1, "B", 132)]


def test_a_lehmann_georgiev_match_carries_the_clocks_on() -> None:
    match = Endless(one="A", two="B", games=((0, 250_000, 200_000), (0, 90_000, 60_000)))
    assert match.next is not None and match.next.one == "A"
    assert (match.next.left_one, match.next.left_two) == (90_000, 60_000)
    done = replace(match, games=(*match.games, (-1, 1_000, 2_000)))
    assert done.winner == "B" and done.next is None
    with pytest.raises(CompetitionError, match="decided before"):
        replace(done, games=(*done.games, (0, 1, 1)))


def test_a_barrage_of_three_goes_on_until_one_is_left() -> None:
    names = ("A", "B", "C")
    step = Barrage(names=names).next
    assert step is not None and step.left_one == 300_000
    level = Barrage(names=names, results=(0, 0, 0))
    assert level.winner is None and level.next is not None
    won = Barrage(names=names, results=(0, 1, 1))  # A-B drawn, C-A won by C, B-C won by B
    assert won.winner == "B" and won.next is None
    two = Barrage(names=names, results=(1, 0, -1))  # A-B won by A, C-A drawn, B-C won by C
    assert two.next is not None and {two.next.one, two.next.two} == {"A", "C"}
    last = Barrage(names=("A", "B"), results=(1, 1))
    assert last.next is not None and last.next.left_one == 900_000
    assert replace(last, endless=((0, 5, 5), (1, 4, 4))).winner == "A"
    with pytest.raises(CompetitionError, match="more results"):
        Barrage(names=("A", "B"), results=(1, 1, 1))
