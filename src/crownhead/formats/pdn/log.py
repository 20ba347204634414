"""What happens in a game beside its moves, as commands in comments: the closed set of them.

A command stands behind the move after which it happened. `[%at 1200]` and `[%lag 40]` give time
and lag, in milliseconds, of the move or command right before them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from crownhead import _core, events
from crownhead.errors import CrownheadError
from crownhead.events import Event
from crownhead.formats.pdn import faults
from crownhead.rules import Color

_WORDS = _core.event_words()

COMMANDS: Mapping[str, tuple[str, bool]] = {
    name: (kind, other)
    for kind, (word, second, _) in _WORDS.items()
    for name, other in ((word, False), (second, True))
    if name
}
"""The kind of event that a command is for, and whether it is the second one of two."""

HUFF_UNDONE = "unhuff"  # a huff that was taken back: readers must not lift a piece for it
TIMES = frozenset({"at", "lag"})


def write(event: Event, *, stands: bool = True) -> str:
    """Return the commands of an event other than a move that stands.

    >>> write(events.DrawOffered("black")), write(events.Awarded(None, "moonlight", at=7))
    ('[%offer black]', '[%award draw moonlight] [%at 7]')
    """
    return _core.pdn_command(event, stands)


def event(name: str, value: str, turn: Color, at: int | None, lag: int) -> Event:
    """Return the event of one of the `COMMANDS`; `turn` is the side to move.

    Raises `PdnError` where the value is not what the command wants.

    >>> event("takeback", "white 2", "black", None, 0)
    TakebackRequested(at=None, by='white', plies=2)
    """
    kind, other = COMMANDS[name]
    try:
        return events.EVENTS[kind](**_fields(kind, other, value, turn, lag), at=at)
    except (ValueError, IndexError, CrownheadError):
        raise faults.error("command", text=f"[%{name} {value[:60]}]") from None


def _fields(kind: str, other: bool, said: str, turn: Color, lag: int) -> dict[str, Any]:
    """Return the fields of an event: what its command says in their order, and what goes unsaid.

    A side or an answer is one word; a text or a number, the last of a command, all that is left.
    """
    _, second, side_is_implied = _WORDS[kind]
    found: dict[str, Any] = {}
    for name, slot, nullable, _ in _core.event_faces()[kind]:
        first, _, rest = said.partition(" ")
        if slot == "side" and side_is_implied:
            found[name] = turn
        elif slot == "flag" and second:
            found[name] = other
        elif name == "lag":
            found[name] = lag
        elif slot == "number":
            found[name] = int(said)
        elif slot == "text":
            found[name] = _read(said) if said or not nullable else None
        else:
            found[name] = _answer(first) if slot == "flag" else _side(first, nullable)
            said = rest
    return found


def _answer(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError
    return text == "yes"


def _side(text: str, nullable: bool) -> Color | None:
    if text == "white":
        return "white"
    if text == "black":
        return "black"
    if text == "draw" and nullable:
        return None
    raise ValueError


def _read(text: str) -> str:
    return unquote(text, errors="strict")
