"""Events of every format with deeds at random: what was run is right when it is checked."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from typing import Any

import pytest
from support.club_event import at, seed_of

from crownhead.competition import (
    PRESETS,
    SCORINGS,
    Ballots,
    CompetitionError,
    Event,
    Log,
    NoPairing,
    check,
)
from crownhead.competition.eventfile import dumps, loads
from crownhead.competition.lottery import commitment

SEEDS = 1000 if os.environ.get("CROWNHEAD_NIGHTLY") else 40
FORMATS: tuple[Any, ...] = ("swiss", "swiss", "swiss", "round robin", "knockout", "teams", "match")


class Evening:
    """An event that goes on at random."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        shape = rng.choice(FORMATS)
        ballots = rng.choice(
            [
                None,
                Ballots(scope=rng.choice(["round", "board"]), repeats=rng.choice(["yes", "event"])),
            ]
        )
        event = Event(
            name="At random",
            format=shape,
            rounds=rng.randint(2, 5) if shape in ("swiss", "match") else 0,
            games=rng.choice([1, 2]),
            scoring=SCORINGS[rng.choice(["2-1-0", "1-½-0", "ballot", "football", "delft-12"])],
            ranking=PRESETS[rng.choice(sorted(PRESETS))],
            ballots=ballots,
            absences=rng.choice([0, 1, 2]),
            cycles=rng.choice([1, 2]) if shape == "round robin" else 1,
        )
        self.seeds = [seed_of(seed * 100 + n) for n in range(30 if ballots else 1)]
        self.log = Log.begin(event, at(0)).publish(at(0), self.seeds)
        count = 2 if shape == "match" else 4 if shape == "teams" else rng.randint(4, 11)
        for n in range(count):
            team = f"team {n % 2}" if shape == "teams" else None
            self.act("enter", entrant={"name": f"p{n}", **({"team": team} if team else {})})

    def act(self, kind: str, **fields: Any) -> bool:
        """Do a deed; return whether it was allowed."""
        try:
            self.log = self.log.act(kind, at(1), **fields)
        except CompetitionError:
            return False
        return True

    def play(self) -> None:
        for _ in range(12):
            try:
                self.pair()
            except NoPairing:
                break
            self.draw()
            if self.rng.random() < 0.15:
                self.annul()
                continue
            self.results()
            if self.rng.random() < 0.3:
                self.surprise()

    def pair(self) -> None:
        rng, now = self.rng, self.log.competition
        for _ in range(rng.randint(0, 2)):
            self.surprise()
        seed = "" if now.rounds else self.seeds[0]
        now = self.log.competition.reveal_numbers(seed)
        boards = now.propose()
        pairs = [board for board in boards if board.two is not None and not board.games]
        if now.event.format == "swiss" and len(pairs) > 1 and rng.random() < 0.2:
            one, two = rng.sample(pairs, 2)
            swapped = {one: replace(one, two=two.two), two: replace(two, two=one.two)}
            boards = [swapped.get(board, board) for board in boards]
            self.log = self.log.pair(at(2), boards, "by hand", seed)
        else:
            self.log = self.log.pair(at(2), None, "", seed)

    def draw(self) -> None:
        now = self.log.competition
        if now.event.ballots is not None:
            self.log = self.log.reveal(at(3), self.seeds[len(now.rounds)])

    def annul(self) -> None:
        now = self.log.competition
        number = len(now.rounds)
        if now.event.ballots is None:
            assert self.act("annul", round=number, reason="wrong")
            return
        self.seeds[number] = seed_of(self.rng.randrange(10**9))
        fresh = commitment(self.seeds[number], now.event.ballots)
        assert self.act("annul", round=number, reason="wrong", commitment=fresh)

    def results(self) -> None:
        now = self.log.competition
        number = len(now.rounds)
        for n, board in enumerate(now.rounds[-1].boards, 1):
            if board.two is None or board.games:
                continue
            tokens = [*now.event.scoring.outcomes]
            games = [self.rng.choice(tokens) for _ in range(now.event.games)]
            if self.rng.random() < 0.1:
                games = [self.rng.choice(["+/-", "-/+", "-/-"])] * now.event.games
            assert self.act("result", round=number, board=n, games=games)
            encounter = self.log.competition.board(number, n)
            if now.event.format == "knockout" and encounter.winner(now.event.scoring) is None:
                best = max(tokens, key=lambda token: now.event.scoring.outcome(token).one)
                assert self.act("tie-break", round=number, board=n, games=[best])

    def surprise(self) -> None:
        rng, now = self.rng, self.log.competition
        name = rng.choice(now.entrants).name
        kind = rng.choice(
            ["withdraw", "return", "excuse", "contribute", "enter", "result", "amend", "expel"]
        )
        if kind == "excuse":
            why = rng.choice(["requested", "absent"])
            self.act("excuse", name=name, why=why, round=len(now.rounds) + 1)
        elif kind in ("withdraw", "expel", "return") and now.event.format in (
            "swiss",
            "round robin",
        ):
            deed = "return" if kind == "return" else "withdraw"
            self.act(
                deed, name=name, reason="so", **({"expelled": True} if kind == "expel" else {})
            )
        elif kind == "contribute":
            self.act("contribute", name=name, text=f"line {rng.random()}")
        elif kind == "enter" and now.event.format == "swiss":
            self.act("enter", entrant={"name": f"late {rng.randrange(10**9)}", "rating": 1500})
        elif kind == "result" and now.rounds and now.event.format != "knockout":
            number = rng.randint(1, len(now.rounds))
            board = rng.randint(1, len(now.rounds[number - 1].boards))
            token = rng.choice([*now.event.scoring.outcomes])
            games = [token] * now.event.games
            self.act("result", round=number, board=board, games=games, reason="read wrongly")
        elif kind == "amend":
            ranking = PRESETS[rng.choice(sorted(PRESETS))]
            other = replace(now.event, ranking=ranking, absences=rng.choice([0, 1, 2]))
            self.act("amend", event=other.to_dict(), reason="the meeting wished so")


@pytest.mark.parametrize("first", range(0, SEEDS, 10))
def test_what_was_run_at_random_is_right_when_it_is_checked(first: int) -> None:
    rounds, kinds = 0, set[str]()
    for seed in range(first, first + 10):
        evening = Evening(seed)
        evening.play()
        text = dumps(evening.log)
        report = check(text)
        assert report.findings == (), seed
        assert dumps(loads(text)) == text, seed
        rounds += report.pairings
        kinds |= {deed.kind for deed in evening.log.deeds}
    assert rounds > 10 and len(kinds) > 9
