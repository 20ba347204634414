"""What a game of an arena costs the server, counted in lines of the program."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from crownhead.server.event.arena import due_in_arena, go_on, propose_free
from crownhead.server.event.change import EventChange
from crownhead.server.event.entries import PlayerKnown, TableMade
from crownhead.server.event.rights import Asker
from crownhead.server.event.rounds import pair, propose
from crownhead.server.event.setup import make
from crownhead.server.event.standing import Standing, rank
from crownhead.server.event.state import EventState
from crownhead.server.event.tables import decided_games, due_games, running_games
from crownhead.server.event.view import show
from crownhead.server.event.you import you
from crownhead.server.messages.event.settings import EventSettings
from crownhead.server.process.events import _row

PLAYERS = 8
ARENA = EventSettings(name="Blitz", format="arena", minutes=1440, scoring="arena", time="300+3")


class Arena:
    """An arena of which games begin and end one after the other, with somebody who looks on."""

    def __init__(self) -> None:
        asker = Asker(player="olga", name="Olga", account=True)
        self.at = 1_795_807_800_000
        made = EventChange(EventState(id="x"), {}, "olga", self.at)
        make(made, ARENA, asker)
        self.state, self.seeds = made.state, dict(made.new_seeds)
        self.standing: Standing | None = None
        self.dice = random.Random(1)
        for n in range(PLAYERS):
            name = f"Player {n}"
            self.change(lambda c, name=name: c.act("enter", entrant={"name": name}))
            self.change(lambda c, name=name: c.add(PlayerKnown(f"id of {name}", name)))
        program = propose(self.state, self.seeds)
        self.change(lambda c: pair(c, (), "", program))
        self.begin_games()

    def change(self, do: Callable[[EventChange], Any]) -> None:
        self.at += 100
        change = EventChange(self.state, self.seeds, None, self.at)
        do(change)
        change.sign(None)
        self.state = change.state
        _row(self.state)

    def begin_games(self) -> None:
        def judge(change: EventChange) -> None:
            for due in due_games(change.state, halted=True):
                game = f"game {due.round} {due.board}"
                change.add(TableMade(due.round, due.board, due.number, game))

        if any(due_games(self.state)):
            self.change(judge)

    def play(self) -> None:
        """End one game, begin those that are due then, and show the arena to who looks on."""
        running = running_games(self.state)
        number, n, _ = running[self.dice.choice(sorted(running))]
        token = self.dice.choice(("2-0", "1-1", "0-2"))
        self.change(lambda c: c.act("result", round=number, board=n, games=[token]))
        if due_in_arena(self.state, self.at) == "pair":
            program = propose_free(self.state, self.seeds)
            if program is not None:
                self.change(lambda c: go_on(c, program))
        self.begin_games()
        assert not list(decided_games(self.state))
        self.standing = rank(self.state, self.standing)
        show(self.state, self.standing)
        you(self.state, "id of Player 3")

    def count_lines(self, games: int) -> int:
        """Return how many lines of the program so many games take."""
        found = 0

        def trace(frame: FrameType, event: str, arg: object) -> Any:
            nonlocal found
            found += event == "line"
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            for _ in range(games):
                self.play()
        finally:
            sys.settrace(before)
        return found


def test_a_game_of_an_arena_cost_more_the_more_there_were() -> None:
    """Each pairing, standing and view read all games: 27 ms of the first 1,000, 190 ms later."""
    arena = Arena()
    for _ in range(100):
        arena.play()
    early = arena.count_lines(20)
    for _ in range(900):
        arena.play()
    late = arena.count_lines(20)
    games = sum(len(each.boards) for each in arena.state.competition.rounds)
    assert games > 1_000
    assert late < 1.15 * early, (early, late)
