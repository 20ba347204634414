"""Decisions where the duty after a refused draw has ended (E24): what a deed has to say of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crownhead.adjudication import Ground
from crownhead.competition.encounters import Encounter
from crownhead.competition.event import Event
from crownhead.competition.failure import CompetitionError
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.sides import other


def side_of(event: Event, encounter: Encounter, fields: Mapping[str, Any]) -> Color:
    """Return the side of who has refused the draw: sides alternate from game to game."""
    starts = event.game.first
    one = starts if fields["game"] % 2 == 1 else other(starts)
    return one if fields["name"] == encounter.one else other(one)


def difference(said: Ground, known: Ground) -> str:
    """Return how what a program has said differs from what endgame tables know; "" for not at all.

    What tables have said is compared with its length, what a search has proved by its value, and a
    score by whether it is a decided advantage.

    >>> difference(Ground("tables", "win", 61), Ground("tables", "win", 63))
    'tables: win in 61 plies, the tables here say tables: win in 63 plies'
    >>> difference(Ground("margin", depth=9, score=20, margin=100), Ground("tables", "draw"))
    ''
    """
    if said.said == "tables":
        same = said == known
    elif said.said == "search":
        same = said.value == known.value
    else:
        same = said.advantage == known.advantage
    return "" if same else f"{said}, the tables here say {known}"


def check_decision(event: Event, encounter: Encounter, fields: Mapping[str, Any]) -> None:
    """Raise `CrownheadError` unless a decision can be one about a game of a board.

    `game` is the one that goes on, `name` is who has refused the draw. `position` is a position of
    the event's game, `program` the ground of what the program says of it (`Ground`). An arbiter who
    decides gives a `reason`; without one it is the program's verdict, which must be wanted.
    """
    where = f"round {fields['round']}, board {fields['board']}, game {fields['game']}"
    if fields["game"] != len(encounter.games) + len(encounter.extra) + 1:
        raise CompetitionError(f"{where}: is not the one that goes on")
    if fields["name"] not in encounter.names:
        raise CompetitionError(f"{where}: {fields['name'][:40]!r} does not play there")
    Position.from_fen(fields["position"], event.game)
    ground = Ground.parse(fields["program"])
    if ground is None:
        raise CompetitionError(f"{where}: program: {fields['program'][:40]!r} is no ground")
    if "reason" in fields:
        return
    if event.adjudicator == "arbiter":
        raise CompetitionError(f"{where}: an arbiter decides, and says why")
    if fields.get("advantage", False) != ground.advantage:
        raise CompetitionError(f"{where}: is not what the program says, {ground}")
