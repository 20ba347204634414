"""An event at the server after an entry of its log: its competition, and what is beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from crownhead.competition import Competition, Encounter, Event, Log
from crownhead.competition.fees import Fees, Payment, Till
from crownhead.server.event.entries import (
    Announced,
    CalledArbiter,
    CallRuled,
    DeskAct,
    DutyEnded,
)
from crownhead.server.messages.event.desk import OfficerRole
from crownhead.server.messages.event.settings import EventSettings
from crownhead.server.messages.event.views import EventPhase
from crownhead.server.rights import EventRole

MOST_ENTRIES = 20_000
"""Of one log; an event of 300 entrants and 60 rounds has fewer."""
KEPT_ENTRIES = 2_000
"""The last of them, for what has begun: results of a whole round, decisions, the end."""
Place = tuple[int, int]
"""A board of a round."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the arbiter, when it was made, and what he has decided."""

    at: int
    made: CalledArbiter
    ruled: CallRuled | None = None


@dataclass(frozen=True, slots=True)
class Duty:
    """A duty that has ended, and what was decided: an advantage or none, and in whose words."""

    at: int
    ended: DutyEnded
    advantage: bool | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventState:
    """An event after an entry of its log.

    `players` are the names of those who have entered by themselves, by their ids; `checked` the
    round for which somebody is there; `started` the round that was started last; `tables` the games
    of a board, in their order; `void` those of rounds that were annulled; `attempts` how often a
    round was; `own` how often a player has said something of himself since the last pairing;
    `by_hand` are boards with results that somebody has entered, whose games may go on yet;
    `resting` who left, or was left out of an arena, and may come back by himself; `halted` the
    boards that the desk has stopped; `desk` what it has done in each game, with the
    number of the entry and its time; `announced` when a round is to begin that is not started;
    `payments` who has paid how much.
    """

    id: str
    seq: int = 0
    created: int = 0
    changed: int = 0
    log: Log | None = None
    settings: EventSettings = field(default_factory=lambda: EventSettings(name="-"))
    organiser: str = ""
    organiser_name: str = ""
    code: str = ""
    officers: Mapping[str, tuple[str, OfficerRole]] = field(default_factory=dict)
    invited: frozenset[str] = frozenset()
    players: Mapping[str, str] = field(default_factory=dict)
    checked: Mapping[str, int] = field(default_factory=dict)
    started: int = 0
    tables: Mapping[Place, tuple[str, ...]] = field(default_factory=dict)
    claims: Mapping[Place, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    calls: Mapping[int, Call] = field(default_factory=dict)
    duties: Mapping[int, Duty] = field(default_factory=dict)
    void: tuple[str, ...] = ()
    attempts: Mapping[int, int] = field(default_factory=dict)
    commands: Mapping[str, int] = field(default_factory=dict)
    own: Mapping[str, int] = field(default_factory=dict)
    by_hand: frozenset[Place] = frozenset()
    resting: frozenset[str] = frozenset()
    halted: frozenset[Place] = frozenset()
    desk: Mapping[str, tuple[tuple[int, int, DeskAct], ...]] = field(default_factory=dict)
    announced: Announced | None = None
    payments: Mapping[str, Payment] = field(default_factory=dict)
    ended: bool = False

    @property
    def deeds(self) -> Log:
        """Return the deeds and what they have made."""
        assert self.log is not None
        return self.log

    @property
    def competition(self) -> Competition:
        """Return what the deeds have made."""
        return self.deeds.competition

    @property
    def event(self) -> Event:
        """Return the settings as the file has them."""
        return self.competition.event

    @property
    def phase(self) -> EventPhase:
        """Return how far the event has come."""
        if self.ended:
            return "ended"
        return "running" if self.competition.rounds else "open"

    @property
    def room(self) -> int:
        """Return how many entries there may still be before nothing new begins."""
        return max(0, MOST_ENTRIES - KEPT_ENTRIES - self.seq)

    @property
    def is_full(self) -> bool:
        """Return whether the log takes no entry but the end of the event."""
        return self.seq >= MOST_ENTRIES

    @property
    def till(self) -> Till | None:
        """Return who has paid how much, None where entering costs nothing."""
        fees = self.settings.fees
        return Till(Fees.parse(fees), self.payments) if fees else None

    def roles(self, player: str) -> frozenset[EventRole]:
        """Return what somebody is in the event."""
        found: set[EventRole] = set()
        if player == self.organiser:
            found.add("organiser")
        if player in self.officers:
            found.add(self.officers[player][1])
        if player in self.players:
            found.add("entrant")
        return frozenset(found)

    def boards_going(self) -> Iterator[tuple[int, int, Encounter]]:
        """Yield boards of started rounds, with round and number, on which somebody may yet play.

        Of an arena those without a result alone, however many there were; else all boards.
        """
        now = self.competition
        if now.event.format == "arena":
            for (number, n), board in now.progress.open.items():
                if number <= self.started:
                    yield number, n, board
            return
        for number, published in enumerate(now.rounds[: self.started], 1):
            for n, board in enumerate(published.boards, 1):
                yield number, n, board

    def player_of(self, name: str) -> str | None:
        """Return the player who has entered under a name, None where nobody of the server has."""
        return next((player for player, known in self.players.items() if known == name), None)

    def name_of(self, player: str | None) -> str | None:
        """Return what somebody is called in the event."""
        if player is None:
            return None
        if player == self.organiser:
            return self.organiser_name
        if player in self.officers:
            return self.officers[player][0]
        return self.players.get(player)
