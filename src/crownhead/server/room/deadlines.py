"""What the server itself has to do at a table, and when: for its timers and its lists."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.rules import Color
from crownhead.server.room.table import LOTS_LAST, PATIENCE, Table
from crownhead.server.room.terms import Terms
from crownhead.sides import other

GRACE = 20_000
"""Milliseconds after which a clock that a server has stopped goes on, whoever is back."""
OFFER_LASTS = 15 * 60_000
INVITATION_LASTS = 7 * 24 * 3_600_000


@dataclass(frozen=True, slots=True)
class TableSummary:
    """What of a table stands beside its log, for lists and for what is due."""

    phase: str
    listed: bool
    due: int | None
    clocked: bool
    turn: str | None
    result: str | None


def summary_of(table: Table) -> TableSummary:
    """Return what is stored of a table beside its log."""
    game, phase = table.game, table.phase
    outcome = game.outcome
    clock = game.clock
    return TableSummary(
        phase=phase,
        listed=phase == "waiting" and table.terms.rival == "anybody",
        due=due(table),
        clocked=phase == "playing"
        and clock is not None
        and (clock.since is not None or table.held is not None),
        turn=game.turn if phase == "playing" else None,
        result=outcome.result if phase == "over" and outcome is not None else None,
    )


def due(table: Table) -> int | None:
    """Return when the server has something to do if nobody does anything before, or None."""
    game, phase = table.game, table.phase
    if phase == "waiting":
        return table.created + offer_lasts(table.terms)
    if phase == "lots":
        if table.unready:
            return (table.lots_at or table.last_at) + LOTS_LAST
        return max(table.received_at or 0, table.lots_at or 0) + PATIENCE
    if phase != "playing":
        return None
    if table.called is not None or table.asked is not None or table.halted:
        return None  # the arbiter decides
    if table.held is not None:
        return table.held + GRACE
    if table.away is not None and game.verdict_due is None:
        return table.leave.get(table.away, 0)
    if game.paused:
        return None
    if game.verdict_due is not None:
        return table.last_at
    clock = game.clock
    if table.starts_until is not None:
        return table.starts_until
    if clock is None or clock.since is None or clock.running is None:
        return None
    if engine_asked(table) is not None:
        return table.last_at  # its clock runs, whether anybody looks on or not
    return flag_falls(table)


def offer_lasts(terms: Terms) -> int:
    """Return the milliseconds for which a free seat is kept.

    Where there are days for a move nobody sits and waits for somebody to take it.
    """
    soon = terms.rival == "anybody" and not terms.daily
    return OFFER_LASTS if soon else INVITATION_LASTS


def flag_falls(table: Table) -> int | None:
    """Return when the running clock will be at nought, None where none runs."""
    return table.game.flag_falls if table.phase == "playing" else None


def engine_asked(table: Table) -> Color | None:
    """Return the side of the engine that has to do something, or None."""
    if table.phase != "playing" or table.game.paused or table.game.verdict_due is not None:
        return None
    for seat in table.seats:
        if seat.kind == "engine" and seat.side is not None:
            game = table.game
            if game.turn == seat.side or other(seat.side) in game.questions.values():
                return seat.side
    return None
