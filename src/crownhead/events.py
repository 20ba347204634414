"""What happens in a game: the closed set of events, each a frozen record that becomes JSON.

An event says what a player, an arbiter or the clock did, never what follows from it. `at` is the
time in milliseconds on any clock that only goes forward, or None where nobody measured.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

from crownhead.errors import CrownheadError, InvalidRecord
from crownhead.rules import Color

MAX_TEXT = 300
MAX_INT = 2**53

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Event:
    """One thing that happened; `kind` names it in JSON.

    Raises `CrownheadError` where a field has a value of the wrong kind or size.
    """

    kind: ClassVar[str] = "event"
    at: int | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        shape = _shape(type(self))
        name = shape.misfit(vars(self))
        if name is not None:
            wanted = _describe_type(get_type_hints(type(self))[name])
            value = _short(getattr(self, name))
            raise CrownheadError(f"{self.kind}: {name}={value} is not {wanted}")

    def to_dict(self) -> dict[str, Any]:
        """Return the event as plain data; fields at their default are left out.

        >>> Resigned("white", at=1200).to_dict()
        {'kind': 'resigned', 'by': 'white', 'at': 1200}
        """
        values = {"kind": self.kind}
        ordered = sorted(fields(self), key=lambda f: f.name == "at")
        values.update((f.name, getattr(self, f.name)) for f in ordered)
        defaults = {f.name: f.default for f in fields(self)}
        return {k: v for k, v in values.items() if k == "kind" or v != defaults[k]}


@dataclass(frozen=True)
class Played(Event):
    """A move, in PDN; `faulty` if it ignores or breaks off a capture (H).

    `lag` milliseconds of the time used are not charged to the player (a slow connection).
    """

    kind: ClassVar[str] = "played"
    by: Color
    move: str
    faulty: bool = False
    lag: int = 0


@dataclass(frozen=True)
class DrawOffered(Event):
    """A draw is offered (E23, D)."""

    kind: ClassVar[str] = "draw_offered"
    by: Color


@dataclass(frozen=True)
class DrawAccepted(Event):
    """The standing offer is accepted: the game is drawn (E23)."""

    kind: ClassVar[str] = "draw_accepted"
    by: Color


@dataclass(frozen=True)
class DrawDeclined(Event):
    """The standing offer is refused; where E24 is on the refuser takes on the duty."""

    kind: ClassVar[str] = "draw_declined"
    by: Color


@dataclass(frozen=True)
class DrawWithdrawn(Event):
    """The standing offer is taken back by the side that made it."""

    kind: ClassVar[str] = "draw_withdrawn"
    by: Color


@dataclass(frozen=True)
class DrawClaimed(Event):
    """A draw is claimed under a rule; `move` announces the move that would bring it about."""

    kind: ClassVar[str] = "draw_claimed"
    by: Color
    move: str | None = None


@dataclass(frozen=True)
class Huffed(Event):
    """A piece that should have captured is removed by the opponent (H1)."""

    kind: ClassVar[str] = "huffed"
    by: Color
    square: int


@dataclass(frozen=True)
class Compelled(Event):
    """The faulty move is taken back; its player must capture (H2)."""

    kind: ClassVar[str] = "compelled"
    by: Color


@dataclass(frozen=True)
class Stood(Event):
    """The opponent lets the faulty move stand in so many words (H3); a move does the same."""

    kind: ClassVar[str] = "stood"
    by: Color


@dataclass(frozen=True)
class Resigned(Event):
    """A side gives up."""

    kind: ClassVar[str] = "resigned"
    by: Color


@dataclass(frozen=True)
class TakebackRequested(Event):
    """A side asks to go back by `plies` plies."""

    kind: ClassVar[str] = "takeback_requested"
    by: Color
    plies: int


@dataclass(frozen=True)
class TakebackAccepted(Event):
    """The other side agrees: the game goes back."""

    kind: ClassVar[str] = "takeback_accepted"
    by: Color


@dataclass(frozen=True)
class TakebackDeclined(Event):
    """The other side does not agree."""

    kind: ClassVar[str] = "takeback_declined"
    by: Color


@dataclass(frozen=True)
class Adjudicated(Event):
    """The verdict after a refused draw (E24): has `side` shown a decided advantage?"""

    kind: ClassVar[str] = "adjudicated"
    side: Color
    advantage: bool
    reason: str = ""


@dataclass(frozen=True)
class Awarded(Event):
    """An arbiter ends the game; `winner` None is a draw, `forfeit` a loss without play."""

    kind: ClassVar[str] = "awarded"
    winner: Color | None
    reason: str = ""
    forfeit: bool = False


@dataclass(frozen=True)
class TimeForfeited(Event):
    """The time of `side` has run out: it loses."""

    kind: ClassVar[str] = "time_forfeited"
    side: Color


@dataclass(frozen=True)
class Paused(Event):
    """The game is interrupted; clocks stand."""

    kind: ClassVar[str] = "paused"


@dataclass(frozen=True)
class Resumed(Event):
    """A paused game goes on, or the clock of the side to move is started."""

    kind: ClassVar[str] = "resumed"


@dataclass(frozen=True)
class ClockSet(Event):
    """An arbiter says how much time `side` has left, in milliseconds; a running clock runs on."""

    kind: ClassVar[str] = "clock_set"
    side: Color
    left: int


EVENTS: Mapping[str, type[Event]] = types.MappingProxyType(
    {cls.kind: cls for cls in Event.__subclasses__()}
)


def event_of(kind: str, values: Mapping[str, object]) -> Event:
    """Return the event that the core tells as its kind and its fields.

    >>> event_of("resigned", {"by": "white", "at": None})
    Resigned(at=None, by='white')
    """
    make: Callable[..., Event] = EVENTS[kind]
    return make(**values)


def from_dict(values: Any) -> Event:
    """Read an event written by `Event.to_dict`.

    Raises `InvalidRecord` saying which field is missing, unknown or wrong.

    >>> from_dict({"kind": "huffed", "by": "white", "square": 18})
    Huffed(at=None, by='white', square=18)
    """
    if not isinstance(values, dict):
        raise InvalidRecord(f"expected an object, found {type(values).__name__}")
    kind = values.get("kind")
    cls = EVENTS.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise InvalidRecord(f"kind={_short(kind)} is not a known event")
    shape = _shape(cls)
    # A log of a thousand events is read often: nothing is checked twice.
    if shape.misfit(values) is None and shape.required <= values.keys():
        event = object.__new__(cls)
        state = {**shape.defaults, **values}
        del state["kind"]
        object.__setattr__(event, "__dict__", state)
        return event
    read = {name: value for name, value in values.items() if name != "kind"}
    for name in read:
        if name not in shape.checks:
            raise InvalidRecord(f"{kind}: unknown field {_short(name)}")
    try:
        return cls(**read)
    except TypeError:
        missing = [name for name in shape.checks if name in shape.required - values.keys()]
        raise InvalidRecord(f"{kind}: missing {', '.join(missing)}") from None
    except CrownheadError as error:
        raise InvalidRecord(str(error)) from None


def is_text(value: str) -> bool:
    """Return whether the text can be encoded: JSON can smuggle in half a character."""
    return value.isascii() or not _SURROGATE.search(value)


@dataclass(frozen=True, slots=True)
class _Shape:
    """What is known of a kind of event: its fields' checks, which are required, the defaults."""

    checks: dict[str, Callable[[Any], bool]]
    required: frozenset[str]
    defaults: dict[str, Any]

    def misfit(self, values: Mapping[str, Any]) -> str | None:
        """Return the first field that is unknown or has a wrong value."""
        checks = self.checks
        for name, value in values.items():
            try:
                if not checks[name](value):
                    return name
            except (KeyError, TypeError):  # an unknown field; a list where a word is wanted
                return name
        return None


_SHAPES: dict[type[Event], _Shape] = {}


def _shape(cls: type[Event]) -> _Shape:
    if cls not in _SHAPES:
        hints, known = get_type_hints(cls), fields(cls)
        _SHAPES[cls] = _Shape(
            {"kind": {cls.kind}.__contains__} | {f.name: _check(hints[f.name]) for f in known},
            frozenset(f.name for f in known if f.default is MISSING),
            {f.name: None if f.default is MISSING else f.default for f in known},
        )
    return _SHAPES[cls]


def _check(hint: Any) -> Callable[[Any], bool]:
    if get_origin(hint) is Literal:
        return frozenset(get_args(hint)).__contains__
    if get_origin(hint) in (Union, types.UnionType):
        kind = next(option for option in get_args(hint) if option is not type(None))
        fits = _check(kind)
        return lambda value: value is None or fits(value)
    if hint is int:
        return lambda value: type(value) is int and 0 <= value <= MAX_INT
    if hint is str:
        return _is_short_text
    return lambda value: type(value) is hint


def _is_short_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_TEXT and is_text(value)


def _describe_type(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return " or ".join(repr(option) for option in get_args(hint))
    if get_origin(hint) in (Union, types.UnionType):
        return " or ".join(_describe_type(option) for option in get_args(hint))
    if hint is int:
        return "a whole number from 0 to 2**53"
    if hint is str:
        return f"a text of at most {MAX_TEXT} characters"
    return "nothing" if hint is type(None) else f"a {hint.__name__}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
