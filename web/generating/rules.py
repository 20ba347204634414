"""The switches of house rules."""

from __future__ import annotations

from typing import Any

from crownhead.cli.play import house
from crownhead.errors import InvalidRules
from crownhead.rules import Board, Rules


def switches() -> list[dict[str, Any]]:
    """Return the switches of the builder, with the changes to the record behind each value."""
    return [
        {"name": switch.name, "values": {v: _to_plain(c) for v, c in switch.values.items()}}
        for switch in house.SWITCHES
    ]


def _to_plain(changes: dict[str, Any]) -> dict[str, Any]:
    """Return changes of the rules as they stand in a record."""
    for board in (Board.DARK_12, Board.FULL_8):
        try:
            changed = Rules(board=board).but(**changes).to_dict()
        except InvalidRules:
            continue
        return {field: changed[field] for field in changes}
    raise InvalidRules(f"no board allows {changes}")
