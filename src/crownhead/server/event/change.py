"""A change of an event that is tried: its entries are to be stored, or nothing has happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from crownhead.competition import Log
from crownhead.server.event.entries import (
    DeedDone,
    EventEnded,
    EventEntry,
    ServerEntry,
    time_text,
)
from crownhead.server.event.replay import with_entry
from crownhead.server.event.state import EventState
from crownhead.server.room.refusals import Refusal


class EventChange:
    """Try changes of an event: what is `fresh` is to be stored, or nothing has happened.

    `seeds` are the secrets of its lots, by their commitments; those of new ones are `new_seeds`.
    """

    def __init__(self, state: EventState, seeds: Mapping[str, str], player: str | None, at: int):
        self.state = state
        self.seeds = dict(seeds)
        self.new_seeds: dict[str, str] = {}
        self.fresh: list[EventEntry] = []
        self.player = player
        self.at = max(at, state.changed)

    def add(self, event: ServerEntry) -> None:
        """Add an entry beside the deeds."""
        self._add(event)

    def begin(self, log: Log) -> None:
        """Add the deeds with which an event begins."""
        for deed in log.deeds:
            self._add(DeedDone(deed.to_dict()))
        self.state = replace(self.state, log=log)

    def deeds(self, after: Log) -> None:
        """Add the deeds that a log has more than the event's."""
        for deed in after.deeds[len(self.state.deeds.deeds) :]:
            self._add(DeedDone(deed.to_dict()))
        self.state = replace(self.state, log=after)

    def act(self, kind: str, **fields: Any) -> None:
        """Do one deed, and what follows it. Raises `CrownheadError`."""
        self.deeds(self.state.deeds.act(kind, time_text(self.at), **fields))

    def _add(self, event: ServerEntry) -> None:
        if self.state.is_full and not isinstance(event, EventEnded):
            raise Refusal("not_allowed", text="event_full")
        entry = EventEntry(self.state.seq + 1, self.at, event, self.player)
        self.fresh.append(entry)
        self.state = with_entry(self.state, entry)

    def sign(self, command: str | None) -> list[EventEntry]:
        """Return the fresh entries as they are to be stored; the last one has the command's id."""
        if self.fresh and command is not None:
            self.fresh[-1] = replace(self.fresh[-1], command=command)
            commands = {**self.state.commands, command: self.state.seq}
            self.state = replace(self.state, commands=commands)
        return self.fresh
