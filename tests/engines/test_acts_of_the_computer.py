"""What the computer does in a game, by the kinds of event that a game knows."""

from __future__ import annotations

import random
from typing import get_args

import pytest
from support.random_games import some

from crownhead import Engine, Game, _core
from crownhead.engines.computer_turn import Act, Kind, decide
from crownhead.events import EVENTS, Event

NEVER_DONE = {
    "draw_withdrawn": "it lets its offer stand until it is answered",
    "resigned": "it plays on",
    "takeback_requested": "it takes nothing back",
    "takeback_accepted": "the host agrees for it at once: who plays alone may take back",
    "adjudicated": "the adjudicator gives verdicts",
    "awarded": "there is no arbiter",
    "time_forfeited": "the host of the game sees that a flag has fallen",
    "paused": "who plays alone stops the clocks",
    "resumed": "who plays alone starts the clocks again",
    "clock_set": "the arbiter of an event sets clocks",
}


def test_the_computer_answers_or_it_is_said_why_it_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    added: list[Event] = []
    monkeypatch.setattr(Game, "add", lambda _, event: added.append(event))
    game = Game("english")
    for kind in get_args(Kind):
        Act(kind, square=1, move="11-15", event="takeback_declined").on(game, "black")
    done = [event.kind for event in (*game.events, *added)]
    assert sorted([*done, *NEVER_DONE]) == sorted(EVENTS)


@pytest.mark.parametrize("asked", _core.question_faces())
def test_the_computer_answers_whatever_it_is_asked(asked: str) -> None:
    _, accepted, declined = _core.question_faces()[asked]
    game = Game("english")
    game.play("11-15")
    game.add(some(random.Random(1), EVENTS[asked], "white", None))
    assert game.questions == {asked: "white"}
    with Engine.builtin(level=1) as engine:
        decide(game, "black", engine).on(game, "black")
    assert game.events[-1].kind in (accepted, declined)
    assert not game.questions
