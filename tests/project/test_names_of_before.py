"""Names that were changed are known for one more release, and say what they are called now."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from crownhead import Game, Limit, Position
from crownhead.clock import Clock, TimeControl
from crownhead.competition import Table
from crownhead.engines.hub.params import Param
from crownhead.puzzles import sets
from crownhead.weights import carried, list_weights
from crownhead.workers import hired

BLITZ = TimeControl.sudden_death(180_000)


def test_encounters_between_two_were_called_met() -> None:
    met = SimpleNamespace(opponent="Bert")
    table: Any = SimpleNamespace(lines={"Anna": [met, SimpleNamespace(opponent="Carl")]})
    with pytest.warns(DeprecationWarning, match="Table.met is called encounters_between"):
        assert Table.met(table, "Anna", "Bert") == (met,)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: Position.initial().mirrored().turn == "white",
            "Position.mirrored is called mirror",
        ),
        (lambda: Clock.of(BLITZ).started("black", 5).running == "black", "Clock.started is called"),
        (lambda: Limit.checked(Limit(nodes=5)).nodes == 5, "Limit.checked is called check"),
        (
            lambda: "resigned" in Game().allowed("white"),
            "GameView.allowed is called allowed_events",
        ),
    ],
)
def test_what_is_called_by_its_name_of_before_says_the_new_one(
    call: Callable[[], bool], message: str
) -> None:
    with pytest.warns(DeprecationWarning, match=message):
        assert call()


def test_a_clock_was_told_what_it_is_made_from() -> None:
    clock = Clock.of(BLITZ).start("white", 5)
    values = ((180_000, 180_000), ((0, 0), (0, 0)), "white", 5, 0)
    with pytest.warns(DeprecationWarning, match="Clock.told is called from_values"):
        assert Clock.told(BLITZ, values) == clock


def test_a_parameter_was_typed_before_it_is_converted() -> None:
    with pytest.warns(DeprecationWarning, match="convert"):
        assert Param("margin", "real", 0.5, least=0, most=1).typed("0.25") == 0.25


def test_functions_of_modules_are_known_by_their_names_of_before() -> None:
    with pytest.warns(DeprecationWarning, match="sets.shipped is called load"):
        assert sets.shipped("english") is sets.load("english")
    with pytest.warns(DeprecationWarning, match="weights.carried is called list_weights"):
        assert carried() == list_weights()
    with pytest.warns(DeprecationWarning, match="hire"), hired(2) as workers:
        assert workers.submit(pow, 2, 5).result() == 32
