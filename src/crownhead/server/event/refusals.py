"""Refusals of what is done in an event, and texts that have to say something."""

from __future__ import annotations

from crownhead.competition import CompetitionError
from crownhead.errors import CrownheadError
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.texts import clean_line

MOST_TEXT = 200


def to_refusal(error: CrownheadError) -> Refusal:
    """Return the refusal for what the library of competitions, or a game, does not allow."""
    if isinstance(error, CompetitionError) and error.key:
        return Refusal("not_allowed", text=f"event_rule.{error.key}", values=error.values)
    if isinstance(error, CompetitionError):
        return Refusal("not_allowed", text="event_rules", detail=str(error)[:200])
    return Refusal("not_allowed", error)


def require_line(text: str, what: str) -> str:
    """Return a text without what nobody sees in it. Raises `Refusal` where nothing is left."""
    plain = clean_line(text, MOST_TEXT)
    if not plain:
        raise Refusal("bad_message", text="invisible", detail=f"{what}: nothing of it is visible")
    return plain
