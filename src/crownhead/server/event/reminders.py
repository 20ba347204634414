"""Reminders of rounds that were announced and begin soon."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crownhead.server.event.entries import Announced, EventEntry, PlayerKnown
from crownhead.server.event.rounds import next_round
from crownhead.server.event.state import EventState
from crownhead.server.room.notices import Notice

REMIND = 10 * 60_000
"""Milliseconds before the announced beginning of a round at which who takes part is reminded."""


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
