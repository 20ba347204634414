"""Decisions where the duty after a refused draw has ended (E24): what a deed has to say of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crownhead.adjudication import Ground
from crownhead.competition.encounters import Encounter
from crownhead.competition.event import Event
from crownhead.competition.failure import CompetitionError
from crownhead.position import Position


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
