"""Leaving, coming back, corrections and annulled rounds: what was known when a round was paired."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from test_formats import event_of, play_round

from crownhead.competition import Change, Competition, CompetitionError, Encounter, Entrant, Event


def test_who_leaves_twice_keeps_both_gaps() -> None:
    rng = random.Random(1)
    event = event_of(6, rounds=5)
    seen = []
    for number in range(1, 6):
        if number in (2, 4):
            event = event.withdraw("p002", "left")
        if number in (3, 5):
            event = event.readmit("p002", "came back")
        event = play_round(event.pair(), rng)
        seen.append("p002" in [n for b in event.rounds[-1].boards for n in b.names])
    assert seen == [True, False, True, False, True]
    entrant = event.entrant("p002")
    assert [entrant.here(n) for n in range(1, 6)] == seen
    assert Entrant.from_dict(entrant.to_dict()) == entrant


def test_who_has_left_cannot_leave_later_by_leaving_again() -> None:
    event = play_round(event_of(6, rounds=5).pair(), random.Random(1)).withdraw("p002", "left")
    event = play_round(event.pair(), random.Random(2)).withdraw("p002", "cheated", expelled=True)
    assert event.entrant("p002").left == 2 and event.entrant("p002").expelled


def test_an_expelled_one_does_not_come_back_into_the_standing_by_leaving() -> None:
    event = play_round(event_of(6, rounds=5).pair(), random.Random(1))
    event = event.withdraw("p002", "cheated", expelled=True)
    with pytest.raises(CompetitionError, match="p002: has left already"):
        event.withdraw("p002", "by himself")
    with pytest.raises(CompetitionError, match="p002: has left already"):
        event.withdraw("p002", "cheated", expelled=True)
    assert event.entrant("p002").expelled


def test_who_is_back_cannot_come_back_again_and_so_lose_the_rounds_between() -> None:
    event = play_round(event_of(6, rounds=5).pair(), random.Random(1)).withdraw("p002", "left")
    event = play_round(event.readmit("p002", "came back").pair(), random.Random(2))
    with pytest.raises(CompetitionError, match="p002 has not left"):
        event.readmit("p002", "came back")
    assert event.entrant("p002").here(2)


def test_a_tie_break_decides_level_games_of_two_alone() -> None:
    event = event_of(3, rounds=0, format="knockout").pair()
    [board] = [n for n, each in enumerate(event.rounds[0].boards, 1) if each.two is not None]
    with pytest.raises(CompetitionError, match="is alone"):
        event.break_tie(1, 3 - board, ["2-0"])
    with pytest.raises(CompetitionError, match="not level"):
        event.break_tie(1, board, ["2-0"])
    with pytest.raises(CompetitionError, match="not level"):
        event.record(1, board, ["2-0"]).break_tie(1, board, ["0-2"])
    level = event.record(1, board, ["1-1"])
    assert level.break_tie(1, board, ["0-2"]).rounds[0].boards[board - 1].extra == ("0-2",)
    swiss = event_of(4, rounds=3).pair().record(1, 1, ["1-1"])
    with pytest.raises(CompetitionError, match="knockout"):
        swiss.break_tie(1, 1, ["2-0"])


def test_who_leaves_during_a_round_that_is_annulled_is_not_paired_anew() -> None:
    event = event_of(6, rounds=5).pair().withdraw("p001", "ill").annul("wrong list")
    event = event.enter(Entrant(name="late")).pair()
    names = {name for board in event.rounds[0].boards for name in board.names}
    assert "p001" not in names and "late" in names


def test_changed_settings_are_undone_for_the_rounds_before() -> None:
    event = event_of(8, rounds=5).pair()
    event = play_round(event, random.Random(1))
    longer = replace(event.event, rounds=3, prohibited=(("p001", "p002"),))
    event = play_round(event.amend(longer, "the hall closes").pair(), random.Random(2))
    assert event.as_paired(1).event.rounds == 5
    assert event.as_paired(1).event.prohibited == ()
    assert event.as_paired(2).event == longer
    again = Change.from_dict(event.trail[-1].to_dict())
    assert again == event.trail[-1] and again.settings["rounds"] == 5


def test_a_round_paired_anew_is_seen_as_it_was_paired_anew() -> None:
    event = play_round(event_of(4, rounds=3, format="round robin").pair(), random.Random(1))
    event = event.record(1, 1, ["2-0"], "first")
    event = event.pair().record(1, 1, ["0-2"], "read wrongly").annul("wrong hall").pair()
    assert event.as_paired(2).rounds[0].boards[0].games == ("0-2",)
    later = event.record(1, 1, ["1-1"], "both say so")
    assert later.as_paired(2).rounds[0].boards[0].games == ("0-2",)
    assert later.rounds[0].boards[0].games == ("1-1",)


@pytest.mark.parametrize("seed", range(12))
def test_every_round_can_be_proposed_again_from_what_was_known(seed: int) -> None:
    """Corrections, absences, returns and annulled rounds, at random."""
    rng = random.Random(seed)
    event = event_of(rng.randint(8, 16), rounds=6)
    for number in range(1, 7):
        gone = [e.name for e in event.entrants if not e.here(number)]
        here = [e.name for e in event.entrants if e.here(number)]
        if gone and rng.random() < 0.5:
            event = event.readmit(rng.choice(gone), "back")
        if rng.random() < 0.4:
            event = event.withdraw(rng.choice(here), "left")
        event = event.pair()
        if number > 1 and rng.random() < 0.4:
            past, board = rng.randint(1, number - 1), 1
            if event.board(past, board).two is not None:
                event = event.record(past, board, [rng.choice(["2-0", "0-2"])], "read wrongly")
            event = event.annul("wrong list").pair()
        event = play_round(event, rng)
        past = rng.randint(1, number)
        if event.board(past, 1).two is not None:
            event = event.record(past, 1, [rng.choice(["2-0", "1-1", "0-2"])], "read wrongly")
        if rng.random() < 0.3:
            rounds = max(number + 1, 6 + rng.randint(0, 2))
            event = event.amend(replace(event.event, rounds=rounds), "time")
    for number in range(1, 7):
        before = event.as_paired(number)
        assert tuple(before.propose()) == tuple(
            replace(board, games=(), extra=()) for board in event.rounds[number - 1].boards
        ), number


@pytest.mark.parametrize(
    "values",
    [
        {"name": "A", "rating": "12"},
        {"name": "A", "rating": True},
        {"name": "A", "gaps": [[1]]},
        {"name": "A", "title": 3},
        {"name": "A", "expelled": "yes"},
        {"name": "A", "joined": 10**9},
        {"name": "A\n"},
        {"name": "A", "shoe": 43},
    ],
)
def test_an_entrant_that_cannot_be_read_is_refused(values: object) -> None:
    with pytest.raises(CompetitionError):
        Entrant.from_dict(values)


def test_boards_by_hand_need_a_reason_and_everybody_once() -> None:
    event = event_of(4, rounds=2)
    boards = [Encounter(one="p001", two="p002"), Encounter(one="p003", two="p004")]
    with pytest.raises(CompetitionError, match="needs a reason"):
        event.pair(boards)
    by_hand = event.pair(boards, "they share a car")
    assert by_hand.rounds[0].manual and "instead of" in by_hand.trail[-1].what
    with pytest.raises(CompetitionError, match="p004 is on no board"):
        event.pair([boards[0], Encounter(one="p003", alone="bye")], "ill")
    assert Competition(event=Event(name="x", rounds=1)).trail == ()
