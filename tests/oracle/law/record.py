"""A game as JSON: what was agreed, who plays, and the log of events.

A stored record is a stranger's input: it has a size limit, and whatever is wrong with it is an
`InvalidRecord` that says what and where.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NoReturn

from oracle.law.setup import Setup
from oracle.law.steps import MOST_EVENTS

from crownhead import events
from crownhead.errors import InvalidRecord
from crownhead.events import Event
from crownhead.sides import Pair

FORMAT = "crownhead-game"
VERSION = 1
MAX_CHARACTERS = 5_000_000
MAX_EVENTS = MOST_EVENTS + 10  # a full log still takes the event that ends the game
MAX_NAME = 200


def dump(setup: Setup, players: Pair[str], log: Iterable[Event]) -> str:
    """Return the record of a game as one line of JSON."""
    record = {
        "format": FORMAT,
        "version": VERSION,
        "white": players.white,
        "black": players.black,
        "setup": setup.to_dict(),
        "events": [event.to_dict() for event in log],
    }
    return json.dumps(record, separators=(",", ":"))


def load(text: str) -> tuple[Setup, Pair[str], tuple[Event, ...]]:
    """Read a record written by `dump`; the events are not yet checked against the procedure.

    Raises `InvalidRecord`.
    """
    record = _parse(text)
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise InvalidRecord("Game record: this is not the record of a game")
    if record.get("version") != VERSION:
        raise InvalidRecord("Game record: written by another version")
    players = Pair(_name(record, "white"), _name(record, "black"))
    log = record.get("events")
    if not isinstance(log, list):
        raise InvalidRecord("Game record: events is not a list")
    if len(log) > MAX_EVENTS:
        raise InvalidRecord(f"Game record: {len(log)} events, more than {MAX_EVENTS}")
    try:
        setup = Setup.from_dict(record.get("setup"))
    except InvalidRecord as error:
        raise InvalidRecord(f"Game record: {error}") from None
    return setup, players, tuple(_event(i, values) for i, values in enumerate(log))


def name(value: object) -> str | None:
    """Return the value if it can be a player's name, else None."""
    if not isinstance(value, str) or len(value) > MAX_NAME:
        return None
    return value if events.is_text(value) else None


def _event(index: int, values: Any) -> Event:
    try:
        return events.from_dict(values)
    except InvalidRecord as error:
        raise InvalidRecord(f"Game record: event {index}: {error}") from None


def _name(record: dict[str, Any], side: str) -> str:
    found = name(record.get(side, ""))
    if found is None:
        raise InvalidRecord(f"Game record: {side} is not a name of at most {MAX_NAME} characters")
    return found


def _parse(text: str) -> Any:
    if not isinstance(text, str):
        raise InvalidRecord("Game record: expected text")
    if len(text) > MAX_CHARACTERS:
        raise InvalidRecord(f"Game record: longer than {MAX_CHARACTERS} characters")
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise InvalidRecord("Game record: nested too deeply") from None
    except ValueError as error:
        raise InvalidRecord(f"Game record: not JSON ({error})") from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number")
