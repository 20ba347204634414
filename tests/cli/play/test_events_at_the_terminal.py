"""Each kind of event can be brought about at the terminal, or it is said why not."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from support.terminal_fakes import session

from crownhead.events import EVENTS

OPEN: Mapping[str, Any] = {}
FAULTY = {"fen": "B:W18,19:B1,14,15", "huffing": True}  # Black must capture with 14 or 15
KINGS = {"fen": "B:WK32:BK1"}
SHUFFLE = ["1-6", "32-27", "6-1", "27-32"]
BACK = ["6-1", "32-27", "1-6", "27-32"]
REFUSED = {"fen": "B:WK32,31:BK1"}
SHORT_OF_TIME = {"time": "60", "clock": count(step=40_000).__next__}

TYPED: dict[str, tuple[list[str], Mapping[str, Any]]] = {
    "played": (["11-15"], OPEN),
    "draw_offered": (["draw", "n", "y"], OPEN),
    "draw_accepted": (["draw", "y"], OPEN),
    "draw_declined": (["draw", "n", "y"], OPEN),
    "draw_claimed": ([*SHUFFLE * 2, "claim", "y"], KINGS),
    "huffed": (["1-6", "huff 14"], FAULTY),
    "compelled": (["1-6", "compel"], FAULTY),
    "stood": (["1-6", "stand"], FAULTY),
    "resigned": (["resign", "y"], OPEN),
    "takeback_requested": (["11-15", "undo", "n"], OPEN),
    "takeback_accepted": (["11-15", "undo", "y"], OPEN),
    "takeback_declined": (["11-15", "undo", "n"], OPEN),
    "adjudicated": (["draw", "n", "y", "1-6", "31-26", *BACK * 20, "n"], REFUSED),
    "time_forfeited": (["11-15"], SHORT_OF_TIME),
}
"""What two players at one keyboard type, and in which game."""

NEVER = {
    "draw_withdrawn": "an offer is answered at once",
    "awarded": "no arbiter sits at the keyboard",
    "paused": "the clock of a game that is left stands without it",
    "resumed": "the clock of a game that is left stands without it",
    "clock_set": "no arbiter sits at the keyboard",
}


def test_it_is_said_of_each_kind_of_event_how_it_is_typed() -> None:
    assert sorted([*TYPED, *NEVER]) == sorted(EVENTS)


@pytest.mark.parametrize("kind", TYPED)
def test_an_event_is_typed(kind: str, tmp_path: Path) -> None:
    lines, choices = TYPED[kind]
    played, script = session([*lines, "quit"], tmp_path, language="en", rival="friend", **choices)
    played.run()
    assert kind in {event.kind for event in played.game.events}, script.text
