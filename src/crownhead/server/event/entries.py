"""The entries of an event's log: the deeds of its file, and what the server keeps beside them.

An entry holds a deed of `crownhead.competition`, or one of the server's own entries: who plays
under which name, who is an officer, which tables were made. The deeds alone are the published file.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec

from crownhead.rules import Color
from crownhead.server.messages.event.desk import OfficerRole, Ruling
from crownhead.server.messages.event.settings import EventSettings


class _ServerEntry(msgspec.Struct, frozen=True, tag_field="kind"):
    """What all entries beside the deeds share: how their kind is written."""


class DeedDone(_ServerEntry, frozen=True, tag="deed"):
    """A deed of the file, as the file has it."""

    deed: dict[str, Any]


class Opened(_ServerEntry, frozen=True, tag="opened"):
    """The event was made by `player`; `code` lets others enter."""

    player: str
    name: str
    settings: EventSettings
    code: str


class SettingsChanged(_ServerEntry, frozen=True, tag="settings"):
    """The settings are others than before; the deed `amend` says why.

    `code` lets others enter from now on, where there was none.
    """

    settings: EventSettings
    code: str = ""


class OfficerNamed(_ServerEntry, frozen=True, tag="officer"):
    """An account is an officer, or (`role` null) no more."""

    player: str
    name: str
    role: OfficerRole | None


class InvitedByName(_ServerEntry, frozen=True, tag="invited"):
    """An account may enter."""

    player: str
    name: str


class PlayerKnown(_ServerEntry, frozen=True, tag="player"):
    """A player of the server takes part under a name."""

    player: str
    name: str


class CheckedIn(_ServerEntry, frozen=True, tag="checked"):
    """An entrant is there for a round, or is not."""

    name: str
    round: int
    here: bool


class FeeNoted(_ServerEntry, frozen=True, tag="fee"):
    """An entrant has paid so much in all, of a fee of a kind, or (null) of the usual one."""

    name: str
    paid: int
    fee: str | None = None


class RoundStarted(_ServerEntry, frozen=True, tag="started"):
    """The boards of a round begin."""

    round: int


class TableMade(_ServerEntry, frozen=True, tag="table"):
    """A game of a board is played at a table of the server."""

    round: int
    board: int
    number: int
    game: str


class ResultClaimed(_ServerEntry, frozen=True, tag="claimed"):
    """A player has entered the result of his board."""

    round: int
    board: int
    name: str
    games: tuple[str, ...]


class CalledArbiter(_ServerEntry, frozen=True, tag="called"):
    """A player has called the arbiter to his game; the call has the number of this entry."""

    game: str
    round: int
    board: int
    name: str
    text: str


class CallRuled(_ServerEntry, frozen=True, tag="ruled"):
    """The arbiter has decided about a call."""

    call: int
    ruling: Ruling
    plies: int
    reason: str


class DutyEnded(_ServerEntry, frozen=True, tag="duty"):
    """The moves of a side that refused a draw are made; the question has this entry's number.

    It is the `nth` of its game. `program` is the ground of what the program says of `position`.
    """

    game: str
    round: int
    board: int
    number: int
    nth: int
    name: str
    side: Color
    moves: int
    position: str
    program: str


class Halted(_ServerEntry, frozen=True, tag="halted"):
    """The desk has stopped the games of boards, each a round and its board."""

    boards: tuple[tuple[int, int], ...]
    reason: str


class Continued(_ServerEntry, frozen=True, tag="continued"):
    """The desk lets the games of boards go on."""

    boards: tuple[tuple[int, int], ...]
    reason: str


class ClockChanged(_ServerEntry, frozen=True, tag="clock"):
    """The desk has added so many seconds to a player's clock, or set how many are `left` there."""

    game: str
    name: str
    add: int | None
    left: int | None
    reason: str


class TookBack(_ServerEntry, frozen=True, tag="took_back"):
    """The desk has taken back the last plies of a game."""

    game: str
    plies: int
    reason: str


class Announced(_ServerEntry, frozen=True, tag="announced"):
    """The next round begins at a time in ms, or (`starts` null) nobody knows any more when."""

    round: int
    starts: int | None


class EventEnded(_ServerEntry, frozen=True, tag="ended"):
    """The event was ended; `full` for want of room in its log."""

    full: bool = False


ServerEntry = (
    DeedDone
    | Opened
    | SettingsChanged
    | OfficerNamed
    | InvitedByName
    | PlayerKnown
    | CheckedIn
    | FeeNoted
    | RoundStarted
    | TableMade
    | ResultClaimed
    | CalledArbiter
    | CallRuled
    | DutyEnded
    | Halted
    | Continued
    | ClockChanged
    | TookBack
    | Announced
    | EventEnded
)

DeskAct = Halted | Continued | ClockChanged | TookBack
"""What the desk does in games that go on."""


@dataclass(frozen=True, slots=True)
class EventEntry:
    """One line of the log; `player` did it, `command` is his id of the request."""

    seq: int
    at: int
    event: ServerEntry
    player: str | None = None
    command: str | None = None

    @property
    def kind(self) -> str:
        """Return the kind of what happened, as it is stored."""
        return str(self.event.__struct_config__.tag)

    @property
    def body(self) -> dict[str, Any]:
        """Return the fields of what happened, as they are stored."""
        plain = msgspec.to_builtins(self.event)
        del plain["kind"]
        return dict(plain)

    @classmethod
    def from_row(
        cls, seq: int, at: int, kind: str, body: dict[str, Any], player: str | None, command: Any
    ) -> EventEntry:
        """Return the entry of a row of the database.

        >>> EventEntry.from_row(9, 5, "started", {"round": 2}, "anna", None).event
        RoundStarted(round=2)
        """
        event = msgspec.convert({"kind": kind, **body}, ServerEntry)
        return cls(seq, at, event, player, command)


def time_text(at: int) -> str:
    """Return a time in ms as deeds have it.

    >>> time_text(1_795_807_800_123)
    '2026-11-27T19:30:00Z'
    """
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def time_of(text: str) -> int:
    """Return a time of a deed in ms.

    >>> time_of("2026-11-27T19:30:00Z")
    1795807800000
    """
    return int(datetime.strptime(text, "%Y-%m-%dT%H:%M:%S%z").timestamp()) * 1000
