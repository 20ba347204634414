"""Arenas: after the first pairing, which an officer asks for, they go on by themselves."""

from __future__ import annotations

from typing import Literal

from crownhead.competition.deeds import is_late
from crownhead.competition.failure import NoPairing
from crownhead.server.event.change import EventChange
from crownhead.server.event.entries import EventEnded, time_of, time_text
from crownhead.server.event.rounds import Proposal, pair, propose
from crownhead.server.event.state import EventState


def propose_free(state: EventState, seeds: dict[str, str]) -> Proposal | None:
    """Return the next boards of an arena, None where nobody can be paired now."""
    try:
        return propose(state, seeds)
    except NoPairing:
        return None


def arena_ends(state: EventState) -> int | None:
    """Return when the last boards of a running arena begin, in ms; None of all other events."""
    if state.ended or state.event.format != "arena" or not state.competition.rounds:
        return None
    began = next(each.at for each in state.deeds.deeds if each.kind == "pair")
    return time_of(began) + 60_000 * state.event.minutes


def count_free(state: EventState) -> int:
    """Return how many entrants of an arena are on no board."""
    now = state.competition
    playing, number = now.progress.playing, len(now.rounds) + 1
    return sum(each.plays(number) and each.name not in playing for each in now.entrants)


def due_in_arena(state: EventState, at: int) -> Literal["pair", "end"] | None:
    """Return what may be due: boards for those who are free, or the end.

    An arena whose log is nearly full ends as if its time were up.
    """
    if arena_ends(state) is None:
        return None
    if not state.room or is_late(state.deeds.deeds, state.event, time_text(at)):
        return None if state.competition.progress.open else "end"
    return "pair" if count_free(state) > 1 else None


def go_on(change: EventChange, program: Proposal | None) -> None:
    """Give boards to those who are free in an arena; end it when its time is up and all is played.

    Without a `program` nobody is to be paired. Raises `CrownheadError`, or `ProposalOutdated`.
    """
    due = due_in_arena(change.state, change.at)
    if due == "end":
        change.add(EventEnded(full=not change.state.room))
    elif due == "pair" and program is not None:
        pair(change, (), "", program)
