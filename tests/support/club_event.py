"""Events as clubs play them, deed by deed, the same in every run."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace

from crownhead.competition import PRESETS, Ballots, Entrant, Event
from crownhead.competition.deeds import Log
from crownhead.competition.lottery import commitment

NAMES = ("Ida Berg", "Jan de Vries", "Łukasz Nowak", "Mia Sommer", "Olga Petrowa", "Per Holm")


def seed_of(number: int) -> str:
    return hashlib.sha256(f"a secret {number}".encode()).hexdigest()


def at(minute: int) -> str:
    return f"2026-11-27T{18 + minute // 60:02}:{minute % 60:02}:00Z"


def play_round(log: Log, rng: random.Random, minute: int) -> Log:
    """Return the log with results of the last round, of one board after another."""
    now = log.competition
    tokens = [t for t in ("2-0", "1-1", "0-2") if t in now.event.scoring.outcomes]
    number = len(now.rounds)
    for n, board in enumerate(now.rounds[-1].boards, 1):
        if board.two is not None and not board.games:
            games = [rng.choice(tokens) for _ in range(now.event.games)]
            log = log.act("result", at(minute), round=number, board=n, games=games)
    return log


def club_evening() -> Log:
    """Return a Swiss of ballots in which all happens that may happen on an evening."""
    rng = random.Random(36)
    event = Event(
        name="Evening of the club",
        rounds=4,
        games=2,
        clock="10+5",
        ballots=Ballots(scope="board", repeats="event"),
        ranking=PRESETS["club"],
    )
    log = Log.begin(event, at(0)).publish(at(1), [seed_of(n) for n in range(5)])
    for n, name in enumerate(NAMES):
        entrant = Entrant(name=name, rating=1900 - 37 * n, club="North" if n % 2 else "South")
        log = log.act("enter", at(2 + n), entrant=entrant.to_dict())
    log = log.act("contribute", at(9), name="Ida Berg", text="the third tram was red")
    log = log.pair(at(10), numbers_seed=seed_of(0)).reveal(at(11), seed_of(1))
    log = log.act("enter", at(20), entrant={"name": "Zoé Late", "rating": 1700})
    log = play_round(log, rng, 40)
    log = log.act("excuse", at(41), name="Mia Sommer", why="requested", round=2)
    log = log.act("withdraw", at(42), name="Per Holm", reason="fell ill")
    log = log.pair(at(45)).reveal(at(46), seed_of(2))
    log = log.act("result", at(70), round=1, board=1, games=["2-0", "2-0"], reason="read wrongly")
    fresh = commitment(seed_of(9), event.ballots)
    log = log.act("annul", at(71), round=2, reason="paired by a wrong result", commitment=fresh)
    log = log.pair(at(72)).reveal(at(73), seed_of(9))
    log = play_round(log, rng, 90)
    log = log.act("return", at(91), name="Per Holm", reason="feels better")
    longer = replace(log.competition.event, absences=3)
    log = log.act("amend", at(92), event=longer.to_dict(), reason="the tram does not run")
    proposed = log.competition.propose()
    one, two, *others = proposed
    if one.two is None or two.two is None:
        raise AssertionError("two boards were expected")
    by_hand = [replace(one, two=two.one), replace(two, one=one.two), *others]
    log = log.act("contribute", at(94), name="Jan de Vries", text="eleven geese")
    log = log.pair(at(95), by_hand, "two of a family").reveal(at(96), seed_of(3))
    log = play_round(log, rng, 120)
    log = log.act("withdraw", at(121), name="Zoé Late", reason="shouted", expelled=True)
    log = log.pair(at(125)).reveal(at(126), seed_of(4))
    return play_round(log, rng, 150)


def knockout() -> Log:
    """Return a knockout with a tie-break, without lots."""
    log = Log.begin(
        Event(name="Cup", format="knockout", games=2, ranking=PRESETS["knockout"]), at(0)
    )
    for n, name in enumerate(NAMES[:3]):
        log = log.act("enter", at(1), entrant={"name": name, "rating": 1900 - n})
    log = log.pair(at(2))
    board = 2 if log.competition.rounds[0].boards[0].two is None else 1
    log = log.act("result", at(30), round=1, board=board, games=["2-0", "0-2"])
    log = log.act("tie-break", at(40), round=1, board=board, games=["1-1", "2-0"])
    log = log.pair(at(45))
    return log.act("result", at(70), round=2, board=1, games=["2-0", "1-1"])


def round_robin() -> Log:
    """Return a round robin in which draws are refused, and one leaves early."""
    rng = random.Random(5)
    event = Event(name="Autumn", format="round robin", ranking=PRESETS["ekl-round-robin"])
    log = Log.begin(event, at(0)).publish(at(1), [seed_of(20)])
    for name in NAMES:
        log = log.act("enter", at(2), entrant={"name": name})
    log = log.pair(at(3), numbers_seed=seed_of(20))
    asked = {"round": 1, "board": 1, "game": 1, "name": log.competition.board(1, 1).one}
    asked |= {"position": "B:W21,K5:BK14,K10", "program": "tables: win in 61 plies"}
    log = log.act("adjudicate", at(15), **asked, advantage=True)
    log = log.act("adjudicate", at(18), **asked, reason="nobody wins that here")
    log = play_round(log, rng, 20)
    log = log.act("withdraw", at(21), name=NAMES[4], reason="moved away")
    while not log.competition.over:
        log = play_round(log.pair(at(30)), rng, 50)
    return log
