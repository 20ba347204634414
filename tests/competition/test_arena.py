"""Arenas: whoever is free is paired, streaks count double, and a stranger checks all of it."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from crownhead.competition import (
    PRESETS,
    SCORINGS,
    CompetitionError,
    Encounter,
    Event,
    Log,
    NoPairing,
    Place,
    check,
)
from crownhead.competition.arena import STREAK, Game, Tally, is_repeat, pair, tally
from crownhead.competition.deeds import DID_NOT_COME
from crownhead.competition.eventfile import dumps

BEGAN = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)
ARENA = Event(
    name="Arena",
    format="arena",
    minutes=60,
    scoring=SCORINGS["arena"],
    ranking=PRESETS["arena"],
)


def at(seconds: int) -> str:
    """Return a time after the beginning, as deeds have it."""
    return (BEGAN + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def begin_arena(count: int) -> Log:
    """Return an arena with so many entrants."""
    log = Log.begin(ARENA, at(0))
    for n in range(count):
        log = log.act("enter", at(0), entrant={"name": f"Bot {n:03}", "rating": 1000 + n})
    return log


def play(count: int, seed: int, waves: int) -> Log:
    """Play an arena: games of 40 to 400 seconds, people who pause and come back."""
    dice = random.Random(seed)
    log, seconds = begin_arena(count), 0
    ends: dict[tuple[int, int], int] = {}
    met: dict[str, str] = {}
    for _ in range(waves):
        for place in [place for place, end in ends.items() if end <= seconds]:
            del ends[place]
            token = dice.choice(("2-0", "2-0", "0-2", "1-1", "0-0"))
            log = log.act("result", at(seconds), round=place[0], board=place[1], games=[token])
        now, number = log.competition, len(log.competition.rounds) + 1
        name = dice.choice(now.entrants).name
        kind = "withdraw" if now.entrant(name).here(number) else "return"
        if dice.random() < 0.3:
            log = log.act(kind, at(seconds), name=name, reason="a pause")
        try:
            log = log.pair(at(seconds))
        except NoPairing:
            seconds += 10
            continue
        busy = {n for r, b in ends for n in log.competition.board(r, b).names}
        for n, board in enumerate(log.competition.rounds[-1].boards, 1):
            assert board.two is not None and not busy & {board.one, board.two}
            repeated = met.get(board.one) == board.two or met.get(board.two) == board.one
            assert not (repeated and busy), "they meet again while others may become free"
            met |= {board.one: board.two, board.two: board.one}
            ends[number, n] = seconds + dice.randint(40, 400)
        seconds += 10
    for round_, board_ in ends:
        log = log.act("result", at(seconds + 400), round=round_, board=board_, games=["1-1"])
    return log


def test_an_arena_of_300_bots_is_paired_ranked_and_checked() -> None:
    log = play(300, 7, 120)
    now = log.competition
    games = sum(len(each.boards) for each in now.rounds)
    assert games > 500 and not now.over
    report = check(dumps(log))
    assert report.right, report.findings
    assert report.pairings == len(now.rounds) and report.rankings >= 1
    places = [row.place for row in now.standing()]
    assert places[0] == 1 and len(places) == 300


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 13])
def test_small_arenas_go_on_and_are_checked(count: int) -> None:
    for seed in range(4):
        log = play(count, seed, 120)
        assert len(log.competition.rounds) >= 2
        report = check(dumps(log))
        assert report.right, report.findings


def texts(places: tuple[Place, ...]) -> list[dict[str, object]]:
    """Return a standing without the sums behind its numbers."""
    return [row.to_dict() for row in places]


@pytest.mark.parametrize("scoring", ["arena", "2-1-0", "1-½-0", "football"])
@pytest.mark.parametrize("count", [2, 5, 9])
def test_what_is_kept_of_an_arena_is_what_all_its_boards_give(count: int, scoring: str) -> None:
    """Results, corrections, annulled rounds, pauses and expulsions, in any order."""
    dice = random.Random(f"{count} {scoring}")
    event = replace(ARENA, scoring=SCORINGS[scoring])
    log = Log.begin(event, at(0))
    for n in range(count):
        log = log.act("enter", at(0), entrant={"name": f"Bot {n}", "rating": 1000 + n})
    tokens = [each for each in (*event.scoring.outcomes, "+/-", "-/+", "-/-") if each[-1] != "+"]
    for _ in range(150):
        now = log.competition
        boards = [(r, b) for r, e in enumerate(now.rounds, 1) for b in range(1, len(e.boards) + 1)]
        deed = dice.choice(("result", "result", "result", "pair", "pair", "leave", "annul"))
        name = dice.choice(now.entrants).name
        try:
            if deed == "pair":
                log = log.pair(at(1))
            elif deed == "result" and boards:
                place = dice.choice([*now.progress.open] * 5 or boards)
                token = [dice.choice(tokens)] if dice.random() < 0.9 else []
                fields = {"round": place[0], "board": place[1], "reason": "read again"}
                log = log.act("result", at(1), games=token, **fields)
            elif deed == "leave":
                back = not now.entrant(name).here(len(now.rounds) + 1)
                expelled = dice.random() < 0.2
                fields = {} if back else {"expelled": expelled}
                kind = "return" if back else "withdraw"
                log = log.act(kind, at(1), name=name, reason="a pause", **fields)
            elif deed == "annul" and dice.random() < 0.2:
                log = log.act("annul", at(1), round=len(now.rounds), reason="too early")
        except CompetitionError:
            continue
        kept = log.competition
        fresh = replace(kept, _known=None)
        assert kept.progress == fresh.progress
        assert texts(kept.places()) == texts(fresh.standing())
    assert check(dumps(log)).right


def test_points_are_those_of_the_tallies() -> None:
    now = play(12, 3, 150).competition
    games = []
    for each in now.rounds:
        for board in each.boards:
            one, two = now.event.scoring.game_points(board.games)
            winner = board.one if one > two else board.two if two > one else None
            plies = 20 if one else 0
            games.append(Game(one=board.one, two=str(board.two), winner=winner, plies=plies))
    by_games = {name: each.total for name, each in tally(games).items()}
    assert by_games == {n: p for n, p in now.table().points.items() if n in by_games}
    before = (tally(games[:n]).get(each.one, Tally()) for n, each in enumerate(games))
    assert any(each.running >= STREAK for each in before), "somebody plays for double points"


def test_nobody_meets_the_same_one_twice_in_a_row_where_another_is_free() -> None:
    last = [Game(one="A", two="B", winner="A")]
    many = [Game(one="C", two=name, winner="C") for name in "DEF"]
    # C has played most and would wait: then A and B would meet again.
    boards = pair({"A", "B", "C"}, tally(many + last))
    assert len(boards) == 1 and "C" in boards[0].names
    again = [Game(one="A", two="B", winner="A"), Game(one="C", two="D", winner="C")]
    for board in pair(set("ABCD"), tally(again)):
        assert not is_repeat(board, tally(again))
    assert is_repeat(Encounter(one="B", two="A"), tally(again))


def test_a_board_that_begins_after_the_end_is_refused_and_found() -> None:
    log = begin_arena(4).pair(at(10))
    for board in (1, 2):
        log = log.act("result", at(3500), round=1, board=board, games=["2-0"])
    with pytest.raises(NoPairing, match="time is up"):
        log.pair(at(3611))
    log = log.pair(at(3610))
    assert check(dumps(log)).right
    report = check(
        dumps(log).replace('"minutes":60', '"minutes":59').replace('"minutes": 60', '"minutes": 59')
    )
    assert any("after the end of the arena" in each.what for each in report.findings)


def test_an_arena_has_minutes_and_single_games_without_ballots() -> None:
    for values in ({"minutes": 0}, {"games": 2}, {"format": "swiss", "rounds": 3}):
        with pytest.raises(CompetitionError, match="minutes|single games"):
            Event.from_dict({**ARENA.to_dict(), **values})
    assert Event.from_dict(ARENA.to_dict()) == ARENA


def test_who_comes_late_joins_and_a_running_board_keeps_its_players() -> None:
    log = begin_arena(3).pair(at(0))
    log = log.act("enter", at(5), entrant={"name": "Late"})
    log = log.pair(at(6))
    assert [len(each.boards) for each in log.competition.rounds] == [1, 1]
    names = [n for r in log.competition.rounds for b in r.boards for n in b.names]
    assert len(set(names)) == 4
    with pytest.raises(NoPairing, match="nobody is free"):
        log.pair(at(7))


def test_who_does_not_come_rests_until_he_is_back() -> None:
    log = begin_arena(4).pair(at(0))
    came, missing = log.competition.rounds[0].boards[0].names
    log = log.act("result", at(20), round=1, board=1, games=["+/-"])
    assert dict(log.deeds[-1].fields) == {"name": missing, "reason": DID_NOT_COME}
    log = log.act("result", at(30), round=1, board=2, games=["2-0"]).pair(at(31))
    assert missing not in names_of(log, 2)
    corrected = log.act("result", at(32), round=1, board=1, games=["2-0"], reason="he was there")
    assert not corrected.competition.entrant(missing).here(3), "he says himself that he is there"
    log = log.act("return", at(33), name=missing, reason="is there again").pair(at(34))
    assert missing in names_of(log, 3)
    assert check(dumps(log)).right
    both = begin_arena(2).pair(at(0)).act("result", at(9), round=1, board=1, games=["-/-"])
    assert [deed.kind for deed in both.deeds[-4:]] == ["result", "standing", "withdraw", "withdraw"]
    with pytest.raises(NoPairing, match="nobody is free"):
        both.pair(at(10))
    assert came in names_of(log, 2)


def names_of(log: Log, number: int) -> set[str]:
    """Return who plays in a round."""
    return {name for board in log.competition.rounds[number - 1].boards for name in board.names}
