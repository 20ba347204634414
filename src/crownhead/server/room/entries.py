"""The log of a game at the server: the events of the game, and those of its table.

An entry of the game holds a `crownhead` event, one of the table a `TableEvent`. In the database
and for readers both are a `kind` and fields.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from crownhead import events
from crownhead.events import Event
from crownhead.server.messages.entries import ENTRIES, LogEntry, TableEvent


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

    def public(self) -> LogEntry:
        """Return what everybody may see of it: who plays is known by name only.

        >>> from crownhead.server.messages.entries import Contributed
        >>> Entry(1, 5, Contributed("secret", "sunny")).public()
        ContributedEntry(seq=1, at=5, text='sunny')
        """
        cls = ENTRIES[self.kind]
        own = cls.__struct_fields__[len(LogEntry.__struct_fields__) :]
        shown = {name: getattr(self.event, name) for name in own}
        return cls(seq=self.seq, at=self.at, **shown)

    @classmethod
    def from_row(
        cls, seq: int, kind: str, at: int, body: dict[str, Any], command: str | None
    ) -> Entry:
        """Return the entry of a row of the database.

        >>> Entry.from_row(3, "aborted", 5, {"by": None}, None).event
        Aborted(by=None)
        """
        plain = {"kind": kind, **body}
        if kind in events.EVENTS:
            return cls(seq, at, events.from_dict(plain), command)
        return cls(seq, at, msgspec.convert(plain, TableEvent), command)
