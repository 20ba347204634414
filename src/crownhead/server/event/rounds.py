"""Rounds of an event: announced, paired, started, annulled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crownhead.competition import Competition, CompetitionError, Encounter, new_seeds
from crownhead.competition.boards import swap_players
from crownhead.competition.lottery import commitment
from crownhead.errors import CrownheadError
from crownhead.server.event.change import EventChange
from crownhead.server.event.entries import Announced, RoundStarted, time_text
from crownhead.server.event.refusals import MOST_TEXT, require_line
from crownhead.server.event.state import EventState
from crownhead.server.messages.event import acts as m
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.texts import clean_line

MOST_AHEAD = 366 * 24 * 3_600_000
"""Milliseconds before the beginning of a round at which it may be announced."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the program would publish as the next round of an event as it was."""

    of: Competition
    boards: tuple[Encounter, ...]

    def fits(self, now: Competition) -> bool:
        """Return whether nothing has changed since of what a round is paired from."""
        was = self.of
        return (was.event, was.entrants, was.rounds) == (now.event, now.entrants, now.rounds)


class ProposalOutdated(Exception):
    """What a round is paired from has changed since the program was asked."""


def propose(state: EventState, seeds: dict[str, str]) -> Proposal:
    """Return what the program would publish as the next round. Long work in a Swiss."""
    ready = state.competition.reveal_numbers(_numbers_seed(state, seeds))
    return Proposal(state.competition, tuple(ready.propose()))


def check_paired(state: EventState) -> None:
    """Raise `Refusal` where the round published last has to be started first."""
    if state.competition.rounds and state.started < len(state.competition.rounds):
        raise Refusal("not_allowed", text="event_not_started")


def _numbers_seed(state: EventState, seeds: dict[str, str]) -> str:
    """Return the seed for numbers where round 1 is to reveal it, else nothing."""
    now = state.competition
    return "" if now.rounds or not now.commitments else _seed(seeds, now.commitments[0])


def _seed(seeds: dict[str, str], published: str) -> str:
    if published not in seeds:
        raise CrownheadError("The key that sealed the lots of this event is missing")
    return seeds[published]


def pair(
    change: EventChange,
    swaps: Sequence[tuple[str, str]],
    reason: str,
    program: Proposal | None,
) -> None:
    """Publish the next round; in an arena it begins at once."""
    state = change.state
    check_paired(state)
    if program is None:
        program = propose(state, change.seeds)
    if not program.fits(state.competition):
        raise ProposalOutdated
    boards = program.boards
    for one, two in swaps:
        boards = swap_players(boards, one, two)
    seed = _numbers_seed(state, change.seeds)
    said = clean_line(reason, MOST_TEXT)
    change.deeds(state.deeds.pair(time_text(change.at), boards, said, seed, program.boards))
    if state.event.format == "arena":
        start(change)  # nobody waits for others


def start(change: EventChange) -> None:
    """Draw the cards of the round published last, and begin it."""
    state = change.state
    number = len(state.competition.rounds)
    if not number or state.started >= number:
        raise Refusal("not_allowed", text="event_nothing_to_start")
    if state.event.ballots is not None:
        if number >= len(state.competition.commitments):
            raise Refusal("not_allowed", text="event_no_lot")
        seed = _seed(change.seeds, state.competition.commitments[number])
        change.deeds(state.deeds.reveal(time_text(change.at), seed))
    change.add(RoundStarted(number))


def next_round(state: EventState) -> int | None:
    """Return the round that is to be started next, None where none can be foreseen."""
    now, published = state.competition, len(state.competition.rounds)
    if state.ended or now.over:
        return None
    if state.started < published:
        return published
    if now.event.format == "arena" and published:
        return None  # it goes on by itself
    planned = count_planned(state)
    return published + 1 if not planned or published < planned else None


def count_planned(state: EventState) -> int:
    """Return how many rounds there will be; 0 where entrants decide that, and are not there yet."""
    if len(state.competition.entrants) < 2 and state.event.format not in ("swiss", "match"):
        return 0
    try:
        return state.competition.rounds_planned
    except CompetitionError:
        return 0  # somebody is in no team yet


def announce(change: EventChange, act: m.AnnounceAct) -> None:
    """Announce when the next round begins, or take that back."""
    state, number = change.state, next_round(change.state)
    if number is None:
        raise Refusal("not_allowed", text="event_no_next")
    if act.starts is not None and not change.at < act.starts <= change.at + MOST_AHEAD:
        raise Refusal("not_allowed", text="event_announce_when")
    before = None if state.announced is None else state.announced.starts
    if act.starts != before:
        change.add(Announced(number, act.starts))


def annul(change: EventChange, act: m.AnnulRoundAct) -> None:
    """Take back the round published last."""
    state, reason = change.state, require_line(act.reason, "reason")
    number, ballots = len(state.competition.rounds), state.event.ballots
    fresh = ""
    if ballots is not None and 0 < number < len(state.competition.commitments):
        seed = new_seeds(1)[0]
        fresh = commitment(seed, ballots)
        change.new_seeds = {fresh: seed}
    change.act("annul", round=number, reason=reason, commitment=fresh)
