"""From what a request asks of an event to the settings that its file has, and to its games."""

from __future__ import annotations

from typing import Any

import msgspec

from crownhead.competition import PRESETS, SCORINGS, Event
from crownhead.competition.fees import Fees
from crownhead.server.messages.bodies import Agreement
from crownhead.server.messages.event.settings import MOST_ENTRANTS, MOST_ROUNDS, EventSettings
from crownhead.server.room import records
from crownhead.server.room.rated import Tempo, check_rated, tempo_of
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Seat
from crownhead.server.room.terms import Terms, agree, control
from crownhead.server.room.texts import clean_line
from crownhead.variants import VARIANTS, Variant, get

MOST_OF: dict[str, int] = {"round robin": 40, "scheveningen": 40, "teams": 120, "match": 2}
"""Entrants of a format in which everybody meets everybody, or nearly."""
PLAYABLE = ("2-1-0", "1-½-0", "ballot", "encounter", "plus-draws", "football", "arena")
"""Scorings that follow from who has won; by others somebody has to look at the last position."""
_AS_GIVEN = (
    *("format", "rounds", "games", "cycles", "exchange", "alternate", "early", "minutes"),
    "adjudicator",
)
SPARE_LOTS = 40
"""How many rounds have a commitment where the format does not say how many there will be."""


def event_of(settings: EventSettings) -> Event:
    """Return the settings as the file has them. Raises `CrownheadError`."""
    values: dict[str, Any] = {name: getattr(settings, name) for name in _AS_GIVEN}
    values |= {
        "name": clean_line(settings.name, 60),
        "absences": settings.absences,
        "clock": clock_text(settings),
        "giver": clean_line(settings.giver, 40),
        "scoring": SCORINGS[settings.scoring].to_dict(),
    }
    usual = settings.format if settings.format in ("knockout", "arena") else "club"
    ranking = PRESETS[settings.preset or usual]
    values["criteria"], values["unplayed"] = list(ranking.criteria), ranking.unplayed
    if settings.criteria:
        first = [] if "advanced" in settings.criteria else ["points"]
        values["criteria"] = first + [name for name in settings.criteria if name not in first]
    if settings.unplayed is not None:
        values["unplayed"] = settings.unplayed
    if isinstance(settings.variant, str):
        values["variant"] = get(settings.variant).key
    else:
        house = records.read(msgspec.to_builtins(settings.variant), Variant.from_dict)
        values["house"] = house.to_dict()
        values["variant"] = house.closest if house.closest in VARIANTS else "english"
    if settings.ballots is not None:
        values["ballots"] = msgspec.to_builtins(settings.ballots)
    return Event.from_dict(values)


def clock_text(settings: EventSettings) -> str:
    """Return the clock as the file has it: as PDN, with how its bonus is given if not at once."""
    if not settings.time:
        return ""
    return settings.time if settings.mode == "fischer" else f"{settings.time} {settings.mode}"


def agreement(settings: EventSettings) -> Agreement:
    """Return what is agreed before each game of the event."""
    return Agreement(
        variant=settings.variant, time=settings.time, mode=settings.mode, rated=settings.rated
    )


def check(settings: EventSettings) -> tuple[Event, Terms]:
    """Return what the file has and what games are played by; long work for new house rules.

    Raises `CrownheadError` or `Refusal` where no event can be made of it.
    """
    event = event_of(settings)
    if settings.fees:
        Fees.parse(settings.fees)
    terms = agree(agreement(settings), "friend", None)
    if settings.rated:
        check_rated(terms, Seat("", "", rating="1500"))
    if settings.most is not None and settings.most > MOST_OF.get(settings.format, MOST_ENTRANTS):
        raise Refusal("not_allowed", text="event_too_many", values={"n": MOST_OF[settings.format]})
    if settings.boards == "server" and settings.scoring not in PLAYABLE:
        raise Refusal("not_allowed", text="event_scoring")
    low, high = settings.rating_from, settings.rating_to
    if (low, high) != (None, None) and list_of(settings) is None:
        raise Refusal("not_allowed", text="event_no_list")
    if low is not None and high is not None and low > high:
        raise Refusal("not_allowed", text="event_rating_order")
    if settings.boards == "real" and settings.rated:
        raise Refusal("not_allowed", text="rated_alone")
    return event, terms


def most_of(settings: EventSettings) -> int:
    """Return how many entrants an event takes."""
    most = MOST_OF.get(settings.format, MOST_ENTRANTS)
    return most if settings.most is None else min(most, settings.most)


def lots_of(settings: EventSettings) -> int:
    """Return how many rounds have a lot of their own."""
    if settings.ballots is None:
        return 0
    if settings.format == "round robin":
        most = most_of(settings)
        return min((most - 1 + most % 2) * settings.cycles, MOST_ROUNDS)
    return settings.rounds or SPARE_LOTS


def list_of(settings: EventSettings) -> tuple[str, Tempo] | None:
    """Return the list of ratings that the event's games belong to, None where they have none."""
    time = control(settings.time, settings.mode)
    if time is None or not isinstance(settings.variant, str):
        return None
    return get(settings.variant).key, tempo_of(time)
