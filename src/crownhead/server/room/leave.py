"""Leave in games over days: whoever is away loses no time, and the log says so."""

from __future__ import annotations

from crownhead.server.messages.entries import Away, LeaveSet
from crownhead.server.room.acts import flag
from crownhead.server.room.table import Table


def set_leave(table: Table, player: str, until: int, at: int) -> None:
    """Note until when a player is on leave; a time that has passed ends his leave."""
    if table.phase != "playing" or not table.terms.daily:
        return
    for side in table.sides(player):
        known = table.leave.get(side, 0)
        if known != until and max(known, until) > at:
            table.add(LeaveSet(side, until), at)
    settle(table, at)


def settle(table: Table, at: int) -> None:
    """Stop the clock of a side on leave that is to move, and start it again when leave is over."""
    if table.phase != "playing" or not table.terms.daily or table.held is not None:
        return
    game = table.game
    if table.away is not None:
        over = table.leave.get(table.away, 0)
        if over <= at:
            game.resume(at=table.of_game(over))
            table.note(at)
        return
    clock = game.clock
    if clock is None or clock.since is None or game.paused or game.verdict_due is not None:
        return
    side = clock.running
    if side is None or table.leave.get(side, 0) <= at or table.stays == game.state.plies:
        return
    if flag(table, at):
        return  # leave that is taken too late saves nobody
    table.add(Away(side), at)
    game.pause(at=table.of_game(at))
    table.note(at)
