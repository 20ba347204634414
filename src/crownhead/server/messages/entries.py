"""What happens in a game and at its table, and the log of both as its readers see it.

The game's part is the closed set of `crownhead.events`; each kind has its entry by the fields of
its class. What happens at the table is stored as it stands here; readers see it without ids.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Union, get_args, get_type_hints

from msgspec import NODEFAULT, Struct, defstruct
from msgspec.structs import fields

from crownhead.events import EVENTS, Event
from crownhead.server.messages.views import PlayerKind, Side


class _TableEvent(Struct, frozen=True, tag_field="kind"):
    """What all events of a table share: how their kind is written."""


class Seated(_TableEvent, frozen=True, tag="seated"):
    """A seat was taken; `side` is None until a coin has decided, `level` that of an engine.

    `rating` is what the player had then in a game that is rated, `1512` or, provisional, `1500?`.
    """

    player: str
    name: str
    who: PlayerKind
    level: int | None
    side: Side | None
    rating: str | None = None


class PublishedToss(Struct, frozen=True, omit_defaults=True):
    """A coin decides between the seats, in their order; in logs of before, between `players`."""

    players: tuple[str, str] | None = None


class PublishedCard(Struct, frozen=True):
    """The deck from which a card is drawn."""

    deck: str


class LotsPublished(_TableEvent, frozen=True, tag="lots"):
    """The commitments to a toss or a card are public."""

    toss: PublishedToss | None
    card: PublishedCard | None


class LotsReceived(_TableEvent, frozen=True, tag="received"):
    """A player has been sent the commitments: nothing is drawn before all have them."""

    player: str


class Contributed(_TableEvent, frozen=True, tag="contributed"):
    """A player has added a line to the lots."""

    player: str
    text: str


class LotsDrawn(_TableEvent, frozen=True, tag="drawn"):
    """The lots are drawn: sides and card follow from the seeds, public from now on.

    `shown` are the milliseconds for which the players look on before the clock runs: none in logs
    that do not say.
    """

    seeds: dict[str, str] | None = None
    shown: int = 0


class ClockSuspended(_TableEvent, frozen=True, tag="held"):
    """The server itself has stopped the clock; the game's `paused` follows."""


class LeaveSet(_TableEvent, frozen=True, tag="leave"):
    """A side is on leave until a time; one that has passed ends it."""

    by: Side
    until: int


class Away(_TableEvent, frozen=True, tag="away"):
    """The clock of a side on leave, which is to move, stops; the game's `paused` follows."""

    by: Side


class ArbiterCalled(_TableEvent, frozen=True, tag="called"):
    """A player of an event has called the arbiter; the clock stands (`paused` follows).

    `call` is the number of the call in the event.
    """

    by: Side
    call: int


class ArbiterAsked(_TableEvent, frozen=True, tag="asked"):
    """An arbiter of an event decides whether a side has shown an advantage; the game waits.

    `duty` is the number of the question in the event.
    """

    duty: int


class DeskActed(_TableEvent, frozen=True, tag="desk"):
    """The desk of an event has done something in the game; what, the game's events say.

    `act` is the number of its entry in the event. From now on the game is `halted`, or is not.
    """

    act: int
    halted: bool


class RematchOffered(_TableEvent, frozen=True, tag="rematch_offered"):
    """A side offers another game."""

    by: Side


class RematchDeclined(_TableEvent, frozen=True, tag="rematch_declined"):
    """A side declines the other's offer of another game."""

    by: Side


class Followed(_TableEvent, frozen=True, tag="followed"):
    """Another game has begun after this one."""

    game: str


class Aborted(_TableEvent, frozen=True, tag="aborted"):
    """The game was given up without a result; `by` is None where its offer has lapsed."""

    by: Side | None


TableEvent = (
    Seated
    | LotsPublished
    | LotsReceived
    | Contributed
    | LotsDrawn
    | ClockSuspended
    | LeaveSet
    | Away
    | ArbiterCalled
    | ArbiterAsked
    | DeskActed
    | RematchOffered
    | RematchDeclined
    | Followed
    | Aborted
)


class LogEntry(Struct, frozen=True, tag_field="kind", kw_only=True):
    """One line of a log: `kind` says what happened, `at` when, in milliseconds since 1970."""

    seq: int
    at: int


PRIVATE = frozenset({"player"})
"""Fields of the table's events that nobody else may see."""


def _entry(
    kind: str, event: type[Any], shown: Iterable[tuple[str, Any, Any]], *, sparse: bool
) -> type[LogEntry]:
    """Return the entry of an event with these fields; `sparse`: without those at their default."""
    name = "".join(word.title() for word in kind.split("_")) + "Entry"
    made: type[Any] = defstruct(
        name,
        [each[:2] if each[2] is NODEFAULT else each for each in shown],
        bases=(LogEntry,),
        module=__name__,
        namespace={"__doc__": event.__doc__},
        tag=kind,
        frozen=True,
        kw_only=True,
        omit_defaults=sparse,
    )
    return made


def _of_game(event: type[Event]) -> type[LogEntry]:
    hints = get_type_hints(event)
    told = [field for field in dataclasses.fields(event) if field.name != "at"]
    defaults = (NODEFAULT if f.default is dataclasses.MISSING else f.default for f in told)
    shown = ((f.name, hints[f.name], default) for f, default in zip(told, defaults, strict=True))
    return _entry(event.kind, event, shown, sparse=True)


def _of_table(event: type[Struct]) -> type[LogEntry]:
    told = (field for field in fields(event) if field.name not in PRIVATE)
    shown = ((field.name, field.type, field.default) for field in told)
    return _entry(str(event.__struct_config__.tag), event, shown, sparse=False)


ENTRIES: dict[str, type[LogEntry]] = {kind: _of_game(event) for kind, event in EVENTS.items()} | {
    str(event.__struct_config__.tag): _of_table(event) for event in get_args(TableEvent)
}
"""The entry of each kind, of the game or of its table."""

if TYPE_CHECKING:
    AnyEntry = LogEntry
else:
    AnyEntry = Union[tuple(ENTRIES.values())]  # noqa: UP007
