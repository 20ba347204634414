"""What players say to each other, and what moderators see of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from crownhead.server.messages.bodies import Body
from crownhead.server.messages.views import Side

LONGEST_TEXT = 300
Phrase = Literal[
    "hello",
    "good_luck",
    "good_game",
    "thanks",
    "well_played",
    "nice_move",
    "oops",
    "sorry",
    "moment",
    "have_to_go",
    "one_more",
    "bye",
]
"""Phrases that every page says in its own language."""
Ground = Literal["insult", "threat", "advertising", "cheating", "something_else"]
Verdict = Literal["dismiss", "warn", "mute"]


class Say(Body, frozen=True, kw_only=True):
    """Send a phrase, or a text of one's own: one of them.

    Texts are for accounts, as long as neither side has switched them off.
    """

    phrase: Phrase | None = None
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] | None = None


class Said(Struct, frozen=True):
    """One thing that was said: a phrase, or else a text, to be shown as it stands."""

    id: int
    side: Side | None
    mine: bool
    phrase: Phrase | None
    text: str
    at: int


class Talk(Struct, frozen=True):
    """What was said in a game, the oldest first, and what can be said now.

    `free`: texts can be sent. `off`: a side has switched them off for good. `blocked`: the reader
    has blocked the other one. `muted`: until when a moderator lets the reader say nothing;
    `warned`: when a moderator last warned the reader for what he said, if that was lately.
    """

    said: tuple[Said, ...]
    free: bool
    off: bool
    blocked: bool
    muted: int | None = None
    warned: int | None = None


class Complaint(Body, frozen=True):
    """Report something that the other one has said."""

    ground: Ground = "something_else"


class Deed(Struct, frozen=True):
    """Something that a moderator or an administrator did about an account."""

    at: int
    deed: str
    detail: str


class ReportedTalk(Struct, frozen=True):
    """A report as moderators see it, with what was said around it and what was done before.

    `trail` has the moderators' deeds about the one who said it, the oldest first.
    """

    id: int
    game: str
    ground: Ground
    at: int
    by: str
    author: str
    author_name: str
    said: int
    context: tuple[Said, ...]
    trail: tuple[Deed, ...]


class Ruling(Body, frozen=True):
    """Decide about a report: there is nothing in it, a warning, or silence for some days."""

    verdict: Verdict
    days: Annotated[int, Meta(ge=1, le=365)] = 7
