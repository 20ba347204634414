"""Which open offers fit somebody who wants to play now: ever more of them, the longer he waits."""

from __future__ import annotations

from dataclasses import dataclass, replace

from crownhead.server.messages.bodies import Reach
from crownhead.server.room.rated import tempo_of
from crownhead.server.room.table import Table
from crownhead.server.room.terms import Terms

WIDTHS: tuple[tuple[int, int | None], ...] = (
    (0, 150),
    (15_000, 300),
    (30_000, 600),
    (60_000, None),
)
"""From so many milliseconds of waiting on, so many points of rating more or less: None is any."""
OTHER_TIMES = 30_000
"""Milliseconds of waiting after which other times of the same tempo will do."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """Who wants to play, by what terms, with what rating, since when; `own` is his own offer."""

    player: str
    terms: Terms
    rating: str | None
    since: int
    own: str


Fit = tuple[bool, int, int]
"""How well an offer fits, the least best: another time, points between, when it was made."""


def width(waited: int) -> int | None:
    """Return within how many points of rating somebody is paired who has waited so long.

    >>> width(0), width(20_000), width(90_000)
    (150, 300, None)
    """
    found = [points for since, points in WIDTHS if max(0, waited) >= since]
    return found[-1]


def reach(terms: Terms, waited: int) -> Reach:
    """Return who comes into question for somebody who has waited so long, as he is told.

    Points matter in rated games alone, and other times where there is a clock.
    """
    timed, steps = terms.setup.time is not None, set()
    if terms.rated:
        steps |= {since for since, _ in WIDTHS}
    if timed:
        steps.add(OTHER_TIMES)
    wider = min((since - waited for since in steps if since > waited), default=None)
    points = width(waited) if terms.rated else None
    return Reach(points, timed and waited >= OTHER_TIMES, wider)


def fit(table: Table, seeker: Seeker, now: int) -> Fit | None:
    """Return how well an open offer fits; None where it does not.

    The wider reach of the two counts: who has waited long is found by whoever comes. Of two who
    wait, the later one goes to the other.
    """
    theirs, mine = table.terms, seeker.terms
    if table.phase != "waiting" or theirs.rival != "anybody" or table.has_seat(seeker.player):
        return None
    if seeker.own and (table.created, table.id) > (seeker.since, seeker.own):
        return None
    waited = now - seeker.since
    another = theirs.setup != mine.setup
    if another and not (waited >= OTHER_TIMES and _is_alike(theirs, mine)):
        return None
    if theirs.deck != mine.deck or theirs.rated != mine.rated:
        return None
    apart = _points_apart(table.seats[0].rating, seeker.rating)
    within = width(max(waited, now - table.created))
    if within is not None and apart > within:
        return None
    return another, apart, table.created


def _is_alike(theirs: Terms, mine: Terms) -> bool:
    """Return whether nothing differs but the time, and that not by its tempo."""
    one, two = theirs.setup, mine.setup
    if one.time is None or two.time is None or tempo_of(one.time) != tempo_of(two.time):
        return False
    return replace(one, time=two.time) == two


def _points_apart(one: str | None, two: str | None) -> int:
    """Return how many points two ratings are apart, 0 where one of them is none."""
    if one is None or two is None:
        return 0
    return abs(int(one.rstrip("?")) - int(two.rstrip("?")))
