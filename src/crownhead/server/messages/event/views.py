"""Competitions as their readers see them: lists, the whole event, what is new in it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from crownhead.server.messages.event.desk import CallShown, DutyShown, FeesShown, Officer, OwnFee
from crownhead.server.messages.event.rounds import BoardShown, EventCard, NextRound, RoundShown
from crownhead.server.messages.event.settings import Admission, Boards, EventSettings, Format
from crownhead.server.messages.event.standings import PlaceShown, TeamsShown
from crownhead.server.rights import EventRole

EventPhase = Literal["open", "running", "ended"]
"""Before round 1, from its pairing on, and when all is played or the organiser has ended it."""
EntrantState = Literal["here", "withdrawn", "expelled", "cancelled"]
EventFile = Literal["event", "csv", "trf", "crosstable"]
"""The published file, results one a line, FIDE's report, the table with cells such as `2/14b`."""
EventSheet = Literal[
    "pairings",
    "names",
    "slips",
    "standings",
    "crosstable",
    "placecards",
    "participants",
    "checkin",
]
EventList = Literal["open", "running", "ended", "mine", "organised"]
"""Listed ones by their phase, those in which one has a part, those that one has made."""


class EventSummary(Struct, frozen=True):
    """One event in a list; `round` is the number of the last one published, of `rounds`.

    `next` is the round that has been announced.
    """

    event: str
    name: str
    phase: EventPhase
    format: Format
    variant: str
    house: str
    games: int
    time: str | None
    boards: Boards
    rated: bool
    admission: Admission
    entrants: int
    round: int
    rounds: int
    organiser: str
    created: int
    changed: int
    next: NextRound | None = None


class EventsPage(Struct, frozen=True):
    """Events, the one changed last first; the next page begins `before` this time and id."""

    events: tuple[EventSummary, ...]
    before: str | None


class EntrantShown(Struct, frozen=True):
    """Who takes part; `number` is his pairing number, 0 before there is one.

    `account`: he has entered by himself. `here`: he has checked in for the next round. `away` are
    the rounds for which he is excused, with the reason. `cancelled`: his results count nowhere.
    """

    number: int
    name: str
    rating: int | None
    title: str
    club: str
    team: str
    state: EntrantState
    cancelled: bool
    account: bool
    here: bool
    away: dict[int, str]


class EventLine(Struct, frozen=True):
    """One line of the trail: what was done, when, by whom.

    `kind` is that of a deed of the file (docs/competition.md), or one of the server:
    `opened`, `officer`, `invited`, `player`, `checked`, `started`, `table`, `claimed`, `called`,
    `ruled`, `duty`, `halted`, `continued`, `clock`, `took_back`, `announced`, `ended`, and `fee`,
    which officers alone are shown.
    """

    seq: int
    at: int
    kind: str
    by: str | None
    fields: dict[str, Any]


class YourNext(Struct, frozen=True):
    """What comes next for an entrant in `round`.

    `kind` is `board` (his first board that is not over), `alone` (no opponent in the last published
    round, `alone` says why), `waits` (for a round that is not paired; `alone` where he is excused
    there), or `rests` (he has left an arena, and may come back). `first`: he starts the first game.
    `starts` is when the round begins, in ms, where that has been announced.
    """

    kind: Literal["board", "alone", "waits", "rests"]
    round: int
    board: int | None = None
    opponent: str | None = None
    first: bool = False
    card: EventCard | None = None
    alone: Literal["bye", "requested", "absent", "free"] | None = None
    starts: int | None = None


class EventYou(Struct, frozen=True):
    """What the reader is in the event: his roles, his entry, the acts that he may do now.

    `game` is his game that goes on now, `next` what comes next for him, null where nothing does.
    `fee` is what he has paid of what he owes, null where entering costs nothing.
    """

    roles: tuple[EventRole, ...]
    name: str | None
    acts: tuple[str, ...]
    game: str | None
    next: YourNext | None
    fee: OwnFee | None


class EventShown(Struct, frozen=True):
    """An event as it stands after `seq`.

    `criteria` are those of the ranking in their order. `commitments` are to the lot of numbers and
    then to those of the rounds. `code` is shown to officers. `planned` is how many rounds there
    will be with those who have entered, 0 where that is open. `over`: all is played.
    `ends` is when the last boards of an arena that goes on begin, in ms. `next` is the round that
    has been announced, until it is started. `room` is how many lines the trail takes before nothing
    new begins; what has begun is still brought to its end, and an arena ends then. `round` is how
    many rounds are published: all of them are in `rounds`, but of an arena only the boards that are
    played now, and the last ones before. `teams` is null where players play for themselves, or
    somebody is in no team yet. `fingerprint` stands on printed sheets, and says later what was
    known then. `calls` are those of the arbiter that he has not decided about, and those in the
    round that goes on; so are `duties`. `fees` officers alone are shown, where entering costs
    something.
    """

    event: str
    seq: int
    phase: EventPhase
    over: bool
    settings: EventSettings
    criteria: tuple[str, ...]
    created: int
    planned: int
    ends: int | None
    next: NextRound | None
    room: int
    round: int
    commitments: tuple[str, ...]
    fingerprint: str
    officers: tuple[Officer, ...]
    entrants: tuple[EntrantShown, ...]
    contributions: tuple[str, ...]
    rounds: tuple[RoundShown, ...]
    standing: tuple[PlaceShown, ...]
    teams: TeamsShown | None
    calls: tuple[CallShown, ...]
    duties: tuple[DutyShown, ...]
    you: EventYou
    code: str | None
    fees: FeesShown | None


class EventNews(Struct, frozen=True):
    """What has happened in an event after a seq, up to `seq`; `more`: ask again from there.

    `boards` and `entrants` are those that it changed, as they stand now; `rounds` new ones of an
    arena, `places` the rows of the standing that are others than before. `whole`: something changed
    that is not among them (rounds, settings, officers); ask for the event as a whole. `ranked`: a
    standing was published. `teams` has their standing and the matches of the boards that have
    changed, null where neither has. `next` is the round that has been announced, `room` as in the
    event. `you` is what the reader is and may do now.
    """

    event: str
    seq: int
    more: bool
    whole: bool
    ranked: bool
    phase: EventPhase
    over: bool
    next: NextRound | None
    room: int
    round: int
    fingerprint: str
    lines: tuple[EventLine, ...]
    rounds: tuple[RoundShown, ...]
    boards: tuple[BoardShown, ...]
    entrants: tuple[EntrantShown, ...]
    places: tuple[PlaceShown, ...]
    teams: TeamsShown | None
    you: EventYou
