"""What is agreed for a competition at the server, and the request that makes one."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from crownhead.server.messages.bodies import Body
from crownhead.server.messages.frames import Id
from crownhead.server.messages.records import AnyGame

MOST_ENTRANTS = 300
MOST_ROUNDS = 80
MOST_MINUTES = 1440
EventName = Annotated[str, Meta(min_length=1, max_length=60)]
Short = Annotated[str, Meta(max_length=40)]
Criterion = Annotated[str, Meta(min_length=1, max_length=40)]
RatingNumber = Annotated[int, Meta(ge=0, le=4000)]
Format = Literal[
    "round robin", "swiss", "knockout", "match", "teams", "scheveningen", "simultaneous", "arena"
]
ScoringKey = Literal[
    "2-1-0",
    "1-½-0",
    "ballot",
    "encounter",
    "plus-draws",
    "delft",
    "delft-12",
    "title-12",
    "football",
    "arena",
]
PresetKey = Literal[
    "club",
    "fmjd",
    "fmjd-before-2022",
    "ekl",
    "ekl-round-robin",
    "ekl-micro-matches",
    "kndb",
    "fide-2026",
    "knockout",
    "arena",
]
EventCode = Annotated[str, Meta(max_length=32)]
Admission = Literal["open", "code", "invited"]
"""Who may enter: everybody, whoever has the code, or whom the organiser has invited by name."""
Boards = Literal["server", "real"]
"""Where is played: at tables of the server, or on boards somewhere, with results typed in."""
Fees = Annotated[str, Meta(max_length=200)]
"""What it costs to enter, as people write it: `10 EUR`, or `adults 10, youth 5 EUR`."""
Adjudicator = Literal["program", "arbiter"]
"""Who decides whether a side that refused a draw has shown an advantage (E24)."""


class EventBallots(Body, frozen=True, kw_only=True):
    """From which deck cards are drawn, for whom, and which of them."""

    deck: Annotated[str, Meta(min_length=1, max_length=40)] = "english-3move"
    scope: Literal["round", "board"] = "round"
    repeats: Literal["yes", "entrant", "event"] = "event"
    tough: bool = False
    barred: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=200)] = ()


class EventSettings(Body, frozen=True, kw_only=True):
    """What is agreed for an event; docs/competition.md says what each means.

    `games` are those of an encounter. `time` and `mode` are as for a game. Without a `preset` and
    without `criteria` the ranking is the club's, in a knockout the knockout's. `rating_from` and
    `rating_to` bound who may enter by himself; with `unrated` so may who has no settled rating.
    `bots`: programs may enter. `most` is how many do (null: as many as the format takes). `late`:
    one may enter by himself after round 1, too, as long as the format lets anybody. `listed`:
    everybody finds it in lists. `minutes` is how long boards of an arena begin; its usual `scoring`
    and ranking are `arena`. `adjudicator` decides where the duty after a refused draw has ended.
    `fees` is what it costs to enter, "" where it costs nothing.
    """

    name: EventName
    format: Format = "swiss"
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    variant: AnyGame = "english"
    games: Literal[1, 2, 4] = 1
    time: Annotated[str, Meta(max_length=60)] | None = None
    mode: Literal["fischer", "bronstein", "delay", "per-move"] = "fischer"
    scoring: ScoringKey = "2-1-0"
    preset: PresetKey | None = None
    criteria: Annotated[tuple[Criterion, ...], Meta(max_length=20)] = ()
    unplayed: Literal["real", "zero", "fide"] | None = None
    ballots: EventBallots | None = None
    cycles: Literal[1, 2] = 1
    exchange: bool = False
    giver: Short = ""
    alternate: bool = False
    early: bool = False
    minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 0
    adjudicator: Adjudicator = "program"
    absences: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 2
    boards: Boards = "server"
    rated: bool = False
    admission: Admission = "open"
    rating_from: RatingNumber | None = None
    rating_to: RatingNumber | None = None
    unrated: bool = False
    bots: bool = True
    late: bool = False
    most: Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)] | None = None
    listed: bool = True
    fees: Fees = ""


class NewEvent(EventSettings, frozen=True, kw_only=True):
    """Make an event; its lots are committed to at once, and entries open.

    `id` is made by the client: a repeated request makes one event only. `code` is a password of
    one's own by which others enter, where the event takes a code; else one is made.
    """

    id: Id | None = None
    code: EventCode | None = None


class EventMade(Struct, frozen=True):
    """An event that was made: its id, and the code by which one enters, where it takes one."""

    event: str
    code: str | None
