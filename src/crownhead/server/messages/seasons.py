"""Seasons at the server: several competitions of one organiser that are ranked together."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from crownhead.competition.season import MOST_PLACES, MOST_POINTS, MOST_STAGES, SeasonKind
from crownhead.server.messages.bodies import Body
from crownhead.server.messages.event.settings import EventName
from crownhead.server.messages.event.views import EventPhase
from crownhead.server.messages.frames import Id

PointsKey = Literal["st-petersburg", "european-cup-2013"]
Points = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=MOST_POINTS)], ...],
    Meta(min_length=1, max_length=MOST_PLACES),
]
StageEvent = Annotated[str, Meta(pattern="^[A-Za-z0-9]{1,32}$")]
SeasonList = Literal["all", "mine"]


class SeasonSettings(Body, frozen=True, kw_only=True):
    """What is agreed for a season.

    In a `series` places give points: those of a table in use, or own numbers from the first place
    on; the worst `drop` results of each are dropped, or his `best` alone count. `combine` adds the
    points of the events, for those who took part in all. `events` are the organiser's own, in their
    order; one that is not over counts nothing yet.
    """

    name: EventName
    kind: SeasonKind = "series"
    points: PointsKey | Points = "st-petersburg"
    drop: Annotated[int, Meta(ge=0, le=MOST_STAGES)] = 0
    best: Annotated[int, Meta(ge=1, le=MOST_STAGES)] | None = None
    events: Annotated[tuple[StageEvent, ...], Meta(max_length=MOST_STAGES)] = ()


class NewSeason(SeasonSettings, frozen=True, kw_only=True):
    """Make a season; `id` is made by the client: a repeated request makes one season only."""

    id: Id | None = None


class SeasonChange(Body, frozen=True, kw_only=True):
    """Other settings of a season, as it was at a `revision`; if it has gone on, that is `stale`."""

    settings: SeasonSettings
    revision: Annotated[int, Meta(ge=1, le=2**31 - 1)]


class SeasonSummary(Struct, frozen=True):
    """One season in a list; `stages` is how many events it has."""

    season: str
    name: str
    kind: SeasonKind
    stages: int
    organiser: str
    changed: int


class SeasonsPage(Struct, frozen=True):
    """Seasons, the one changed last first; the next page begins `before` this time and id."""

    seasons: tuple[SeasonSummary, ...]
    before: str | None


class StageShown(Struct, frozen=True):
    """An event of a season; only one that is `over` counts. `created` is when, in ms."""

    event: str
    name: str
    phase: EventPhase
    over: bool
    created: int


class SeasonCell(Struct, frozen=True):
    """What one event brings to somebody; `place` is null where he did not take part.

    What does not `count` was dropped.
    """

    place: int | None
    value: str
    counts: bool


class SeasonPlace(Struct, frozen=True):
    """One row of the standing, with a cell for each event, null where it says nothing.

    `tie` is the sum of the best three places, by which those who are level stand in a series; null
    for who has fewer.
    """

    place: int
    name: str
    total: str
    cells: tuple[SeasonCell | None, ...]
    tie: int | None


class SeasonShown(Struct, frozen=True):
    """A season as it stands; `own`: the reader has made it, and may change it.

    `mixed`: its events count points of different size, so that nothing can be added.
    """

    season: str
    revision: int
    settings: SeasonSettings
    organiser: str
    created: int
    changed: int
    stages: tuple[StageShown, ...]
    standing: tuple[SeasonPlace, ...]
    mixed: bool
    own: bool
