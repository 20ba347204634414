"""Reports for FIDE are read as they are written; a wrong line is named by its number."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from support.club_event import club_evening, knockout, round_robin
from support.cross_tables import load, table_of
from test_cross_tables import delft

from crownhead.competition import (
    SCORINGS,
    Competition,
    CompetitionError,
    Encounter,
    Entrant,
    Event,
    Log,
    Round,
    Table,
    check,
    trf,
)
from crownhead.competition.eventfile import dumps
from crownhead.competition.importing import to_log
from crownhead.competition.trfreading import loads

AT = "2026-11-28T12:00:00Z"
TABLES: dict[str, tuple[Callable[[], Table], str]] = {
    "ouagadougou_2022": (lambda: table_of(load("ouagadougou_2022")), "swiss"),
    "sangmelima_2014": (lambda: table_of(load("sangmelima_2014")), "swiss"),
    "world_1948": (lambda: table_of(load("world_1948")), "round robin"),
    "delft_2018": (delft, "round robin"),
}


def event_of(name: str) -> Competition:
    """Return the cross table of a real event as an event."""
    make, format_ = TABLES[name]
    table = make()
    rounds = tuple(Round(boards=tuple(boards)) for boards in table.rounds)
    settings = {"name": name, "format": format_, "scoring": table.scoring.to_dict()}
    if format_ == "swiss":
        settings["rounds"] = len(rounds)
    if name == "world_1948":
        settings["cycles"] = 2
    event = Event.from_dict(settings)
    return Competition(event=event, entrants=tuple(table.entrants), rounds=rounds)


def boards_of(event: Competition) -> list[set[Encounter]]:
    """Return the boards of each round in no order; nobody is free in a Swiss, but absent."""
    swiss = event.event.format == "swiss"
    return [
        {
            replace(board, alone="absent") if swiss and board.alone == "free" else board
            for board in each.boards
        }
        for each in event.rounds
    ]


@pytest.mark.parametrize("name", TABLES)
def test_the_cross_table_of_a_real_event_is_read_as_it_was_written(name: str) -> None:
    event = event_of(name)
    read = loads(trf.dumps(event).encode())
    everybody = {each.name for each in event.entrants}
    wanted = boards_of(event)
    for boards in wanted:  # a row without a cell is a round without an opponent
        alone = everybody - {one for board in boards for one in board.names}
        why = "absent" if event.event.format == "swiss" else "free"
        boards |= {Encounter(one=one, alone=why) for one in alone}  # type: ignore[arg-type]
    assert boards_of(read) == wanted
    assert (read.event.scoring, read.event.games) == (event.event.scoring, 1)
    assert read.table().points == event.table().points


@pytest.mark.parametrize("make", [club_evening, knockout, round_robin])
def test_an_event_with_all_that_may_happen_is_read_as_it_was_written(
    make: Callable[[], Log],
) -> None:
    event = make().competition
    read = loads(trf.dumps(event))
    assert boards_of(read) == [
        names | lone_encounters(event, n) for n, names in enumerate(boards_of(event), 1)
    ]
    assert read.table().points == event.table().points
    assert {e.name: e.rating for e in read.entrants} == {e.name: e.rating for e in event.entrants}
    assert {e.name for e in read.entrants if e.cancelled} == {
        e.name for e in event.entrants if e.cancelled
    }


def lone_encounters(event: Competition, number: int) -> set[Encounter]:
    """Return who is on no board of a round, as a report has it."""
    names = {name for board in event.rounds[number - 1].boards for name in board.names}
    why = "absent" if event.event.format == "swiss" else "free"
    gone = [each.name for each in event.entrants if each.name not in names]
    return {Encounter(one=name, alone=why) for name in gone}  # type: ignore[arg-type]


def swiss(seed: int) -> Competition:
    """Return a Swiss of four rounds with byes, absences and forfeits."""
    dice = random.Random(seed)
    event = Competition(event=Event(name="Open", rounds=5, absences=0))
    for n in range(dice.randint(6, 13)):
        event = event.enter(Entrant(name=f"Player {n:02}", rating=1900 - 7 * n))
    for number in range(1, 5):
        if dice.random() < 0.5:
            name = dice.choice(event.entrants).name
            if number not in event.entrant(name).away:
                event = event.excuse(name, "absent")
        event = event.pair()
        for n, board in enumerate(event.rounds[-1].boards, 1):
            if board.two is not None:
                token = dice.choice(("2-0", "1-1", "0-2", "2-0", "1-1", "+/-", "-/+"))
                event = event.record(number, n, [token])
    return event


@pytest.mark.parametrize("seed", range(6))
def test_a_swiss_that_comes_in_is_checked_and_gone_on_with_as_it_would_have_been(seed: int) -> None:
    event = swiss(seed)
    log = to_log(loads(trf.dumps(event)), AT, "from a report")
    report = check(dumps(log))
    assert report.right, report.findings
    assert [boards.boards for boards in log.competition.rounds] == [r.boards for r in event.rounds]
    assert not any(each.manual for each in log.competition.rounds)
    assert log.competition.propose() == event.propose()


def test_pairings_of_others_stand_as_made_by_hand() -> None:
    log = to_log(event_of("sangmelima_2014"), AT, "from a report")
    assert check(dumps(log)).right
    manual = [change for change in log.competition.trail if change.kind == "manual"]
    assert manual and all(change.reason == "from a report" for change in manual)


GOOD = trf.dumps(
    Competition(event=Event(name="Club", rounds=3))
    .enter(Entrant(name="Anna", rating=1800))
    .enter(Entrant(name="Bert", rating=1700))
    .enter(Entrant(name="Cleo", rating=1600))
    .pair()
    .record(1, 1, ["2-0"])
)


def test_the_report_that_is_spoilt_below_is_read() -> None:
    assert [line[:4] for line in GOOD.splitlines()[-3:]] == ["001 "] * 3
    assert loads(GOOD).table().points == {"Anna": 2, "Bert": 0, "Cleo": 2}
    assert loads(GOOD, SCORINGS["2-1-0"], 1) == loads(GOOD)
    assert loads(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()) == loads(GOOD)


def spoilt(line: int, old: str, new: str) -> str:
    """Return the report with one line changed, counted from the last one, 1."""
    lines = GOOD.splitlines()
    assert old in lines[-line], lines[-line]
    lines[-line] = lines[-line].replace(old, new, 1)
    return "\n".join(lines)


FIRST = len(GOOD.splitlines()) - 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (spoilt(3, "w 1", "x 1"), f"line {FIRST}: round 1: '2 x 1' is no cell such as 12 w 1"),
        (spoilt(3, "w 1", "w 7"), f"line {FIRST}: round 1: '2 w 7' is no cell"),
        (spoilt(3, "  2 w", " 44 w"), f"line {FIRST}: round 1: there is no player 44"),
        (spoilt(3, "w 1", "w 0"), f"line {FIRST}: round 1: result 0, number 2 has 0"),
        (spoilt(3, "  2 w", "  3 w"), f"line {FIRST}: round 1: meets number 3, who does not"),
        (spoilt(2, "b 0", "w 0"), f"line {FIRST}: round 1: he and number 2 have the same side"),
        (spoilt(3, " 2.0 ", " 1.0 "), f"line {FIRST}: Anna has 1 points, the rounds bring 2"),
        (spoilt(3, " 2.0 ", " x.0 "), f"line {FIRST}: points: 'x.0' is no number"),
        (spoilt(3, "1800", "18OO"), f"line {FIRST}: rating: '18OO' is not 0 to 4000"),
        (spoilt(2, "001    2", "001    1"), f"line {FIRST + 1}: starting number 1 is none, or"),
        (spoilt(2, "Bert", "    "), f"line {FIRST + 1}: has no name"),
        (spoilt(2, "Bert", "Anna"), f"line {FIRST + 1}: two players have the name Anna"),
        (GOOD.replace("142 3", "142 three"), "line 5: number of rounds: 'three'"),
        (GOOD.replace("162", "16", 1), "line 7: begins with none of the codes"),
        (GOOD + "### round 1: 1-2: 7-7\n", f"line {FIRST + 3}: round 1: result '7-7' is none"),
        (GOOD + "### round 1: 1-2: 0-2\n", f"line {FIRST + 3}: round 1: 0-2 is not the result"),
        (GOOD + "### round 2: 1-2: 2-0\n", f"line {FIRST + 3}: 1 and 2 do not meet so"),
        (GOOD + "260 1 3 1 9\n", f"line {FIRST + 3}: there is no player 9"),
        ("012 Nobody\n", "0 players"),
        ("", "0 players"),
    ],
)
def test_a_wrong_line_gives_one_error_with_its_number(text: str, said: str) -> None:
    with pytest.raises(CompetitionError) as raised:
        loads(text)
    assert said in str(raised.value)


def test_bytes_that_are_no_text_are_named_by_their_line() -> None:
    with pytest.raises(CompetitionError, match="line 2: is no UTF-8"):
        loads(b"012 Club\n022 \xff\n")
