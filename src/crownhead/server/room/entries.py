"""The log of a game at the server: the events of the game, and those of its table.

An entry of the game holds a `crownhead` event, one of the table a `TableEvent`. In the database
and for readers both are a `kind` and fields.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from crownhead import events
from crownhead.events import Event
from crownhead.rules import Color

Kind = Literal["guest", "account", "bot", "engine"]


class _TableEvent(msgspec.Struct, frozen=True, tag_field="kind"):
    """What all events of a table share: how their kind is written."""


class Seated(_TableEvent, frozen=True, tag="seated"):
    """A seat was taken; `side` is None until a coin has decided, `level` that of an engine."""

    player: str
    name: str
    who: Kind
    level: int | None
    side: Color | None


class PublishedToss(msgspec.Struct, frozen=True, omit_defaults=True):
    """A coin decides between the seats, in their order; in logs of before, between `players`."""

    players: tuple[str, str] | None = None


class PublishedCard(msgspec.Struct, frozen=True):
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


class Held(_TableEvent, frozen=True, tag="held"):
    """The server itself has stopped the clock; the game's `paused` follows."""


class RematchOffered(_TableEvent, frozen=True, tag="rematch_offered"):
    """A side offers another game."""

    by: Color


class RematchDeclined(_TableEvent, frozen=True, tag="rematch_declined"):
    """A side declines the other's offer of another game."""

    by: Color


class Followed(_TableEvent, frozen=True, tag="followed"):
    """Another game has begun after this one."""

    game: str


class Aborted(_TableEvent, frozen=True, tag="aborted"):
    """The game was given up without a result; `by` is None where its offer has lapsed."""

    by: Color | None


TableEvent = (
    Seated
    | LotsPublished
    | LotsReceived
    | Contributed
    | LotsDrawn
    | Held
    | RematchOffered
    | RematchDeclined
    | Followed
    | Aborted
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log; `command` is the client's id of what brought it about."""

    seq: int
    at: int
    event: Event | TableEvent
    command: str | None = None

    @property
    def kind(self) -> str:
        """Return the kind of what happened, as it is stored."""
        event = self.event
        return event.kind if isinstance(event, Event) else str(event.__struct_config__.tag)

    @property
    def body(self) -> dict[str, Any]:
        """Return the fields of what happened, as they are stored."""
        event = self.event
        plain = event.to_dict() if isinstance(event, Event) else msgspec.to_builtins(event)
        del plain["kind"]
        return dict(plain)

    def public(self) -> dict[str, Any]:
        """Return what everybody may see of it: who plays is known by name only.

        >>> Entry(1, 5, Contributed("secret", "sunny")).public()
        {'seq': 1, 'kind': 'contributed', 'text': 'sunny', 'at': 5}
        """
        shown = self.body
        if isinstance(self.event, Seated | Contributed | LotsReceived):
            del shown["player"]
        return {"seq": self.seq, "kind": self.kind, **shown, "at": self.at}

    @classmethod
    def stored(
        cls, seq: int, kind: str, at: int, body: dict[str, Any], command: str | None
    ) -> Entry:
        """Return the entry of a row of the database.

        >>> Entry.stored(3, "aborted", 5, {"by": None}, None).event
        Aborted(by=None)
        """
        plain = {"kind": kind, **body}
        if kind in events.EVENTS:
            return cls(seq, at, events.from_dict(plain), command)
        return cls(seq, at, msgspec.convert(plain, TableEvent), command)
