"""What players are to be told who do not look: of their games, and of rounds that begin soon."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from crownhead.events import Played
from crownhead.server.clock import DAY
from crownhead.server.messages.entries import LotsDrawn, Seated
from crownhead.server.room.deadlines import flag_falls
from crownhead.server.room.entries import Entry
from crownhead.server.room.event_entries import Announced, EventEntry, PlayerKnown
from crownhead.server.room.event_rounds import next_round
from crownhead.server.room.event_state import EventState
from crownhead.server.room.table import Table

NoticeKind = Literal["turn", "deadline", "challenge", "round", "starts"]
"""One's turn in a game over days, its last day, a challenge by name, a round of a competition that
has begun, and one that was announced and begins soon."""
LAST_DAY = DAY
SOON = 3_600_000
"""Milliseconds after a turn began in which nobody is told of its last day, too."""


REMIND = 10 * 60_000
"""Milliseconds before the announced beginning of a round at which who takes part is reminded."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What a player is to be told of a game, or of an event."""

    player: str
    kind: NoticeKind
    game: str | None = None
    event: str | None = None


def reminders_of(state: EventState, fresh: Sequence[EventEntry]) -> tuple[list[Notice], int]:
    """Return the reminders that follow from entries of an event, and from when on they are due.

    An announcement reminds all who take part, and later whoever enters; another time takes the
    place of the one before.
    """
    players = {each.event.player for each in fresh if isinstance(each.event, PlayerKnown)}
    if any(isinstance(each.event, Announced) for each in fresh):
        players = set(state.players)
    return reminders_for(state, players, state.changed)


def reminders_for(state: EventState, players: Iterable[str], now: int) -> tuple[list[Notice], int]:
    """Return the reminders of those who take part in an event, and from when on they are due."""
    said = state.announced
    if said is None or said.starts is None:
        return [], 0
    told = [Notice(each, "starts", event=state.id) for each in sorted(players)]
    return told, max(now, said.starts - REMIND)


def soon(state: EventState, player: str, now: int) -> Announced | None:
    """Return the announced round for which a player is to be there soon, None where none is."""
    said, name = state.announced, state.players.get(player)
    if said is None or said.starts is None or name is None or said.round != next_round(state):
        return None
    if not said.starts - REMIND <= now < said.starts or not _plays(state, name, said.round):
        return None
    return said


def _plays(state: EventState, name: str, number: int) -> bool:
    """Return whether somebody is to be on a board of a round, as far as that is known."""
    now = state.competition
    if number > len(now.rounds):
        return now.entrant(name).plays(number)
    return any(name in each.names and each.two for each in now.rounds[number - 1].boards)


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
