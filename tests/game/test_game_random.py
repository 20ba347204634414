"""Long random games, mostly moves: every kind of event occurs, and every log replays."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest
from support.random_games import others, random_game, random_games
from support.scripted import replay

from crownhead import Game
from crownhead.cli.play.narrate import counter_lines, event_text
from crownhead.events import EVENTS
from crownhead.locales import Catalogue
from crownhead.outcome import Termination


def test_random_games_reach_everything_and_replay() -> None:
    # One game alone ends by material; tests of its own play it to that end.
    rare = {Termination.ADJUDICATION, Termination.TOO_FEW}
    for _, game in random_games({*EVENTS, *Termination} - rare):
        replay(game)


@pytest.mark.parametrize("language", ["de", "en"])
def test_everything_that_happens_and_counts_in_random_games_has_its_sentence(language: str) -> None:
    speech = Catalogue(language)
    for seed in range(50):
        game = random_game(seed)
        assert all(event_text(event, speech) for event in game.events)
        assert all(counter_lines(game, speech))
        assert all(f"draw_rule.{count.rule}" in speech for count in game.counters)


def test_whatever_is_accepted_was_shown_as_allowed() -> None:
    for seed in range(60):
        made = random_game(seed)
        options = {f.name: getattr(made.setup, f.name) for f in fields(made.setup)}
        again = Game(**options)
        for event in made.events:
            sides = (getattr(event, "by", "white"), getattr(event, "by", "black"))
            assert any(event.kind in again.allowed_events(by, event.at) for by in sides), (
                seed,
                event,
            )
            again.add(event)


def test_a_kind_of_event_that_nobody_draws_yet_is_drawn_by_its_fields() -> None:
    made = others(random.Random(8), (), "white", 7)
    assert [event.kind for event in made] == list(EVENTS)
    assert {event.at for event in made} == {7}
