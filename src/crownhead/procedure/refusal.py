"""From a refusal of the core to the exception that says the same."""

from __future__ import annotations

from typing import NoReturn

from crownhead import _core
from crownhead.errors import (
    AmbiguousMove,
    CrownheadError,
    IllegalMove,
    InvalidMove,
    NotAllowed,
)
from crownhead.events import Event, Played
from crownhead.explain import say
from crownhead.move import Move
from crownhead.position import Position
from crownhead.reasons import Reason
from crownhead.reasons.reason import by_code


def reason_of(told: _core.ReasonValues) -> Reason:
    """Return the reason that the core tells as its code and its values."""
    return by_code(*told)


def raise_for(
    refused: _core.RefusalValues, position: Position, what: Event | Move | str
) -> NoReturn:
    """Raise for a refusal in `position`; `what` was attempted, an event or a move.

    Raises `NotAllowed`, or for a move `IllegalMove`, `InvalidMove` or `AmbiguousMove`.
    """
    text = _text(what)
    match refused:
        case ("reason", told):
            reason = reason_of(told)
            raise NotAllowed(f"Not allowed now. {say(reason, position.variant)}", reason)
        case ("invalid_move", (wrong, column)):
            raise InvalidMove(f"Move {_short(text)} {wrong} (column {column})", text=text)
        case ("ambiguous_move", candidates):
            full = ", ".join(move.notation("full") for move in candidates)
            raise AmbiguousMove(f"Move {_short(text)} may mean {full}", tuple(candidates), text)
        case ("not_faulty", _):
            raise CrownheadError(f"{text} is marked as faulty, but it is legal")
        case ("illegal_move", _):
            raise _illegal(position, what, text)


def reason_for(
    refused: _core.RefusalValues, position: Position, what: Event | Move | str
) -> Reason:
    """Return the reason of a refusal; where there is none, raise as `raise_for` does."""
    try:
        raise_for(refused, position, what)
    except (IllegalMove, NotAllowed) as error:
        return error.reason


def _illegal(position: Position, what: Event | Move | str, text: str) -> CrownheadError:
    reason = position.explain(what if isinstance(what, Move) else text)
    if reason is None:
        return CrownheadError(f"Move {_short(text)} is legal, not faulty")
    why = say(reason, position.variant)
    if isinstance(what, Played):
        return IllegalMove(f"{text} is not allowed. {why}", reason)
    if isinstance(what, Event):
        return NotAllowed(f"Not allowed now. {why}", reason)
    return IllegalMove(f"Move {_short(text)} is not legal. {why}", reason)


def _text(what: Event | Move | str) -> str:
    if isinstance(what, Event):
        return str(getattr(what, "move", "") or "")
    return what.notation("hub") if isinstance(what, Move) else what


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
