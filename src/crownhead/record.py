"""A game as JSON: what was agreed, who plays, and the log of events.

A stored record is a stranger's input: it has a size limit, and whatever is wrong with it is an
`InvalidRecord` that says what and where. The core reads and writes it (`core/game/record.hpp`).
"""

from __future__ import annotations

import json
from typing import Any, cast

from crownhead import _core, events
from crownhead.errors import CrownheadError, InvalidFen, InvalidRecord, InvalidRules, UnknownVariant
from crownhead.position import Position
from crownhead.procedure.refusal import raise_for, reason_of
from crownhead.procedure.setup import variant_in
from crownhead.rulesets import law_of
from crownhead.variants import Variant

MAX_NAME = 200


def load(text: str) -> _core.LawGame:
    """Read a record and replay it. Raises `InvalidRecord`."""
    if not isinstance(text, str):
        raise InvalidRecord("Game record: expected text")
    record = _core.LawRecord()
    _refuse(record.read(text))
    try:
        variant = variant_in(json.loads(record.variant))
    except (InvalidRules, UnknownVariant) as error:
        raise InvalidRecord(f"Game record: setup: {error}") from error
    wrong = record.finish(law_of(variant))
    if wrong is not None:
        _refuse(wrong, _fen_error(json.loads(text), variant))
    played = record.play(Position)
    if isinstance(played, _core.LawGame):
        return played
    index, refused, before = played
    if before is None:
        raise InvalidRecord("Game record: setup: the captures of the start are too many")
    try:
        event = events.event_of(*record.event(index))
        raise_for(refused, cast(Position, before.state.position), event)
    except CrownheadError as error:
        raise InvalidRecord(f"Game record: event {index}: {error}") from error


def name(value: object) -> str | None:
    """Return the value if it can be a player's name, else None."""
    if not isinstance(value, str) or len(value) > MAX_NAME:
        return None
    return value if events.is_text(value) else None


def _refuse(
    wrong: tuple[str, _core.ReasonValues | None] | None, cause: InvalidFen | None = None
) -> None:
    if wrong is not None:
        what, told = wrong
        raise InvalidRecord(what if told is None else f"{what}{reason_of(told)}") from cause


def _fen_error(record: Any, variant: Variant) -> InvalidFen | None:
    """Return what is wrong with the FEN of a record, which the core tells in English alone."""
    try:
        Position.from_fen(record["setup"]["start"], variant)
    except InvalidFen as error:
        return error
    return None
