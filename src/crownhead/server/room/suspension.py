"""Clocks that the server itself stops while nobody serves, and lets go on."""

from __future__ import annotations

from crownhead.server.messages.entries import ClockSuspended
from crownhead.server.room.table import Table


def stands(table: Table) -> bool:
    """Return whether an arbiter alone lets the game go on."""
    return table.called is not None or table.halted


def hold(table: Table, since: int | None, now: int) -> None:
    """Stop a running clock at the time `since`, or now; one that is held is held from now on."""
    clock = table.game.clock
    if clock is None or table.phase != "playing":
        return
    if table.held is not None:
        table.add(ClockSuspended(), now)
    elif clock.since is not None:
        at = now if since is None else min(now, since)
        table.add(ClockSuspended(), now)
        table.game.pause(at=table.of_game(at))
        table.note(now)


def release(table: Table, at: int) -> None:
    """Resume a clock that the server has stopped."""
    if table.held is not None and table.game.paused and not stands(table):
        table.game.resume(at=table.of_game(at))
        table.note(at)
