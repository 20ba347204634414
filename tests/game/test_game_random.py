"""Long random games, mostly moves: every kind of event occurs, and every log replays."""

from __future__ import annotations

from support.random_games import random_game
from support.scripted import replayed

from crownhead.events import EVENTS
from crownhead.outcome import Termination


def test_random_games_reach_everything_and_replay() -> None:
    seen: set[str] = set()
    ends: set[Termination] = set()
    for seed in range(150):
        game = random_game(seed)
        replayed(game)
        seen |= {event.kind for event in game.events}
        if game.outcome is not None:
            ends.add(game.outcome.termination)
    assert seen >= set(EVENTS) - {"draw_accepted"}
    # One game alone ends by material; tests of its own play it to that end.
    rare = {Termination.ADJUDICATION, Termination.AGREEMENT, Termination.TOO_FEW}
    assert ends >= set(Termination) - rare
