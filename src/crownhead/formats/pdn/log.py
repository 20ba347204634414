"""What happens in a game beside its moves, as commands in comments: the closed set of them.

A command stands behind the move after which it happened. `[%at 1200]` and `[%lag 40]` give time
and lag, in milliseconds, of the move or command right before them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote, unquote

from crownhead import events
from crownhead.errors import CrownheadError, PdnError
from crownhead.events import Event
from crownhead.rules import Color

_BY: dict[str, Callable[..., Event]] = {
    "offer": events.DrawOffered,
    "accept": events.DrawAccepted,
    "decline": events.DrawDeclined,
    "withdraw": events.DrawWithdrawn,
    "resign": events.Resigned,
    "takeback-yes": events.TakebackAccepted,
    "takeback-no": events.TakebackDeclined,
}
_NAMES_BY = {kind: name for name, kind in _BY.items()}

HUFF_UNDONE = "unhuff"  # a huff that was taken back: readers must not lift a piece for it
EVENTS = frozenset(
    {*_BY, "play", "fault", "claim", "huff", HUFF_UNDONE, "compel", "stand", "takeback", "verdict"}
    | {"award", "forfeit", "flag", "pause", "resume"}
)
TIMES = frozenset({"at", "lag"})

_UNSAFE = re.compile(r"[%\[\]{}\x00-\x1f\x7f-\x9f]|[^\S ]|^ | $| (?= )")


def written(event: Event, *, stands: bool = True) -> str:
    """Return the commands of an event other than a move that stands.

    >>> written(events.DrawOffered("black")), written(events.Awarded(None, "moonlight", at=7))
    ('[%offer black]', '[%award draw moonlight] [%at 7]')
    """
    words = " ".join(_words(event, stands))
    lag = event.lag if isinstance(event, events.Played) else 0
    return f"[%{words}]" + times(event.at, lag)


def times(at: int | None, lag: int) -> str:
    """Return the commands that say when something happened, with a blank before each."""
    when = "" if at is None else f" [%at {at}]"
    return f"{when} [%lag {lag}]" if lag else when


def _words(event: Event, stands: bool) -> list[str]:
    match event:
        case events.Played():
            return ["fault" if event.faulty else "play", _safe(event.move)]
        case events.DrawClaimed():
            return ["claim", event.by, *([_safe(event.move)] if event.move is not None else [])]
        case events.Huffed():
            return ["huff" if stands else HUFF_UNDONE, str(event.square)]
        case events.Compelled():
            return ["compel"]
        case events.Stood():
            return ["stand"]
        case events.TakebackRequested():
            return ["takeback", event.by, str(event.plies)]
        case events.Adjudicated():
            reason = [_safe(event.reason)] if event.reason else []
            return ["verdict", event.side, "yes" if event.advantage else "no", *reason]
        case events.Awarded():
            reason = [_safe(event.reason)] if event.reason else []
            return ["forfeit" if event.forfeit else "award", event.winner or "draw", *reason]
        case events.TimeForfeited():
            return ["flag", event.side]
        case events.Paused():
            return ["pause"]
        case events.Resumed():
            return ["resume"]
    return [_NAMES_BY[type(event)], event.by]  # type: ignore[attr-defined]


def event(name: str, value: str, turn: Color, at: int | None, lag: int) -> Event:
    """Return the event of a command; `turn` is the side to move.

    Raises `PdnError` where the value is not what the command wants.

    >>> event("takeback", "white 2", "black", None, 0)
    TakebackRequested(at=None, by='white', plies=2)
    """
    try:
        return _event(name, value, turn, at, lag)
    except (ValueError, IndexError, CrownheadError):
        raise PdnError(f"[%{name} {value[:60]}] is not a command as it should be") from None


def _event(name: str, value: str, turn: Color, at: int | None, lag: int) -> Event:
    first, _, rest = value.partition(" ")
    by: Color = "black" if first == "black" else "white"
    if name in _BY or name in ("claim", "takeback", "verdict", "flag"):
        _require(first in ("white", "black"))
    match name:
        case "play" | "fault":
            return events.Played(turn, _read(value), name == "fault", lag, at=at)
        case "claim":
            return events.DrawClaimed(by, _read(rest) if rest else None, at=at)
        case "huff" | "unhuff":
            return events.Huffed(turn, int(value), at=at)
        case "compel":
            return events.Compelled(turn, at=at)
        case "stand":
            return events.Stood(turn, at=at)
        case "takeback":
            return events.TakebackRequested(by, int(rest), at=at)
        case "verdict":
            answer, _, reason = rest.partition(" ")
            _require(answer in ("yes", "no"))
            return events.Adjudicated(by, answer == "yes", _read(reason), at=at)
        case "award" | "forfeit":
            _require(first in ("white", "black", "draw"))
            winner = None if first == "draw" else by
            return events.Awarded(winner, _read(rest), name == "forfeit", at=at)
        case "flag":
            return events.TimeForfeited(by, at=at)
        case "pause":
            return events.Paused(at=at)
        case "resume":
            return events.Resumed(at=at)
    return _BY[name](by, at=at)


def _require(good: bool) -> None:
    if not good:
        raise ValueError


def _safe(text: str) -> str:
    """Return a text that can stand in a comment, its dangerous characters as `%5D`."""
    return _UNSAFE.sub(lambda found: quote(found[0], safe=""), text)


def _read(text: str) -> str:
    return unquote(text, errors="strict")
