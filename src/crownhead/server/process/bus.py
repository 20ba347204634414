"""How the processes that share a database hear of each other.

Messages are a closed set of small structs. None is needed for anything but speed: what happened at
a table is in its log.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from crownhead.rules import Color


class _Message(msgspec.Struct, frozen=True, tag_field="kind"):
    """What all messages between processes share: how their kind is written."""


class Line(msgspec.Struct, frozen=True, array_like=True):
    """A line of a log, as the database has it."""

    seq: int
    kind: str
    at: int
    body: dict[str, Any]
    command: str | None


class Stored(_Message, frozen=True, tag="stored"):
    """A game has reached `seq`; its log says with what, and so does `line` where it is short."""

    game: str
    seq: int
    line: Line | None = None


class Rewritten(_Message, frozen=True, tag="rewritten"):
    """What was stored of a game has changed: who has its seats."""

    game: str


class SessionsEnded(_Message, frozen=True, tag="sessions_ended"):
    """Sessions of a player have ended, given by the hashes of their tokens; he has an account."""

    player: str
    digests: tuple[str, ...]


class LobbyChanged(_Message, frozen=True, tag="lobby_changed"):
    """The open offers are others than before."""


class ChallengesChanged(_Message, frozen=True, tag="challenges_changed"):
    """The challenges of a player are others than before."""

    player: str


class Present(_Message, frozen=True, tag="present"):
    """The sides of a game that are connected at the process that says it."""

    game: str
    sides: tuple[Color, ...]


class WhoIsPresent(_Message, frozen=True, tag="who_is_present"):
    """Ask the others for their `Present` of a game."""

    game: str


class Ended(_Message, frozen=True, tag="ended"):
    """The process that says it serves no more."""


class TalkedElsewhere(_Message, frozen=True, tag="talked"):
    """Something was said in a game between these players."""

    game: str
    last: int
    players: tuple[str, ...]


class EventStored(_Message, frozen=True, tag="event_stored"):
    """A competition has reached `seq`."""

    event: str
    seq: int


class EventRewritten(_Message, frozen=True, tag="event_rewritten"):
    """What was stored of a competition has changed: who is meant by its entries."""

    event: str


class EventGamesBegun(_Message, frozen=True, tag="event_games"):
    """Games of a competition have begun: who plays which."""

    event: str
    seats: tuple[tuple[str, str], ...]


class Missed(_Message, frozen=True, tag="missed"):
    """The process that says it had more to tell than could wait: look at the logs."""


BusMessage = (
    Stored
    | Rewritten
    | SessionsEnded
    | LobbyChanged
    | ChallengesChanged
    | Present
    | WhoIsPresent
    | Ended
    | TalkedElsewhere
    | EventStored
    | EventRewritten
    | EventGamesBegun
    | Missed
)


Receive = Callable[[str, BusMessage], None]
"""Take a message of another process, which is named first."""


class Bus(Protocol):
    """Carry messages to the other processes."""

    def publish(self, message: BusMessage) -> None:
        """Send a message to the others, soon."""

    async def open(self, receive: Receive, lost: Callable[[], None]) -> None:
        """Begin to receive; `lost` is called after an interruption: messages may be missing."""

    async def close(self) -> None:
        """Receive no more."""


class NoBus:
    """Serve a process that is alone."""

    def publish(self, message: BusMessage) -> None:
        """Send nothing."""

    async def open(self, receive: Receive, lost: Callable[[], None]) -> None:
        """Receive nothing."""

    async def close(self) -> None:
        """Do nothing."""
