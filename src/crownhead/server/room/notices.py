"""What players are to be told who do not look: of their games, and of rounds that begin soon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from crownhead.events import Played
from crownhead.server.clock import DAY
from crownhead.server.messages.entries import LotsDrawn, Seated
from crownhead.server.room.deadlines import flag_falls
from crownhead.server.room.entries import Entry
from crownhead.server.room.table import Table

NoticeKind = Literal["turn", "deadline", "challenge", "round", "starts"]
"""One's turn in a game over days, its last day, a challenge by name, a round of a competition that
has begun, and one that was announced and begins soon."""
LAST_DAY = DAY
SOON = 3_600_000
"""Milliseconds after a turn began in which nobody is told of its last day, too."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What a player is to be told of a game, or of an event."""

    player: str
    kind: NoticeKind
    game: str | None = None
    event: str | None = None


def notices_of(table: Table, entries: Sequence[Entry], *, begins: bool = False) -> list[Notice]:
    """Return what follows from entries of a table; `begins`: it was made with them."""
    if table.phase != "playing":
        return []
    if table.terms.event is not None:
        return [Notice(who, "round", table.id) for who in sorted(table.people)] if begins else []
    if not table.terms.daily or table.alone:
        return []
    if not any(isinstance(entry.event, Played | Seated | LotsDrawn) for entry in entries):
        return []
    mover = _mover(table)
    return [] if mover is None else [Notice(mover, "turn", table.id)]


def last_day(table: Table, now: int) -> Notice | None:
    """Return the warning that a clock over days falls within a day, None where none is due.

    Where the turn has begun within the hour its player has been told just now.
    """
    falls, clock, mover = flag_falls(table), table.game.clock, _mover(table)
    if not table.terms.daily or table.alone or falls is None or clock is None or mover is None:
        return None
    if not now < falls <= now + LAST_DAY or now < turn_began(table) + SOON:
        return None
    return Notice(mover, "deadline", table.id)


def turn_began(table: Table) -> int:
    """Return when the last move was made; that a clock was stopped since begins no turn."""
    moves = (entry.at for entry in reversed(table.log) if isinstance(entry.event, Played))
    return next(moves, table.begun or table.created)


def still_holds(notice: Notice, table: Table, now: int) -> bool:
    """Return whether a notice is no news of yesterday."""
    match notice.kind:
        case "turn":
            return table.phase == "playing" and _mover(table) == notice.player
        case "deadline":
            falls = flag_falls(table)
            mine = table.phase == "playing" and _mover(table) == notice.player
            return mine and falls is not None and now < falls <= now + LAST_DAY
        case "challenge":
            return table.phase == "waiting"
        case "round":
            return table.phase == "playing" and notice.player in table.people
        case "starts":
            return False  # `soon` says it of an event


def _mover(table: Table) -> str | None:
    seat = table.seat(table.game.turn)
    return None if seat is None or seat.kind == "engine" else seat.player
