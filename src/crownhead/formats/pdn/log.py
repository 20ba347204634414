"""What happens in a game beside its moves, as commands in comments: the closed set of them.

A command stands behind the move after which it happened. `[%at 1200]` and `[%lag 40]` give time
and lag, in milliseconds, of the move or command right before them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, assert_never, get_args
from urllib.parse import unquote

from crownhead import _core, events
from crownhead.errors import CrownheadError, PdnError
from crownhead.events import Event
from crownhead.rules import Color

Command = Literal[
    "play",
    "fault",
    "offer",
    "accept",
    "decline",
    "withdraw",
    "claim",
    "huff",
    "unhuff",
    "compel",
    "stand",
    "resign",
    "takeback",
    "takeback-yes",
    "takeback-no",
    "verdict",
    "award",
    "forfeit",
    "flag",
    "pause",
    "resume",
]

COMMANDS: Mapping[str, Command] = {name: name for name in get_args(Command)}
HUFF_UNDONE = "unhuff"  # a huff that was taken back: readers must not lift a piece for it
TIMES = frozenset({"at", "lag"})


def written(event: Event, *, stands: bool = True) -> str:
    """Return the commands of an event other than a move that stands.

    >>> written(events.DrawOffered("black")), written(events.Awarded(None, "moonlight", at=7))
    ('[%offer black]', '[%award draw moonlight] [%at 7]')
    """
    return _core.pdn_command(event, stands)


def event(name: Command, value: str, turn: Color, at: int | None, lag: int) -> Event:
    """Return the event of a command; `turn` is the side to move.

    Raises `PdnError` where the value is not what the command wants.

    >>> event("takeback", "white 2", "black", None, 0)
    TakebackRequested(at=None, by='white', plies=2)
    """
    try:
        return _event(name, value, turn, at, lag)
    except (ValueError, IndexError, CrownheadError):
        raise PdnError(f"[%{name} {value[:60]}] is not a command as it should be") from None


def _event(name: Command, value: str, turn: Color, at: int | None, lag: int) -> Event:
    first, _, rest = value.partition(" ")
    match name:
        case "play" | "fault":
            return events.Played(turn, _read(value), name == "fault", lag, at=at)
        case "claim":
            return events.DrawClaimed(_side(first), _read(rest) if rest else None, at=at)
        case "huff" | "unhuff":
            return events.Huffed(turn, int(value), at=at)
        case "compel":
            return events.Compelled(turn, at=at)
        case "stand":
            return events.Stood(turn, at=at)
        case "takeback":
            return events.TakebackRequested(_side(first), int(rest), at=at)
        case "verdict":
            answer, _, reason = rest.partition(" ")
            if answer not in ("yes", "no"):
                raise ValueError
            return events.Adjudicated(_side(first), answer == "yes", _read(reason), at=at)
        case "award" | "forfeit":
            winner = None if first == "draw" else _side(first)
            return events.Awarded(winner, _read(rest), name == "forfeit", at=at)
        case "flag":
            return events.TimeForfeited(_side(first), at=at)
        case "pause":
            return events.Paused(at=at)
        case "resume":
            return events.Resumed(at=at)
        case "offer":
            return events.DrawOffered(_side(first), at=at)
        case "accept":
            return events.DrawAccepted(_side(first), at=at)
        case "decline":
            return events.DrawDeclined(_side(first), at=at)
        case "withdraw":
            return events.DrawWithdrawn(_side(first), at=at)
        case "resign":
            return events.Resigned(_side(first), at=at)
        case "takeback-yes":
            return events.TakebackAccepted(_side(first), at=at)
        case "takeback-no":
            return events.TakebackDeclined(_side(first), at=at)
        case _:
            assert_never(name)


def _side(text: str) -> Color:
    if text == "white":
        return "white"
    if text == "black":
        return "black"
    raise ValueError


def _read(text: str) -> str:
    return unquote(text, errors="strict")
