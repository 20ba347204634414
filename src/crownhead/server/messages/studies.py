"""Studies: chapters with texts of games, kept on the server and shared by links."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from crownhead.server.messages.bodies import Body

LONGEST_TITLE = 80
LONGEST_TEXT = 40_000
"""Characters of the text of one chapter."""
MOST_CHAPTERS = 64

Title = Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]
ChapterId = Annotated[str, Meta(pattern="^[A-Za-z0-9]{1,16}$", max_length=16)]
ChapterText = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
Revision = Annotated[int, Meta(ge=0, le=2**31 - 1)]

May = Literal["own", "write", "read"]
"""What somebody may do with a study: all, write chapters, or look at it."""
LinkKind = Literal["read", "write"]


class NewChapter(Body, frozen=True, kw_only=True):
    """A chapter: its title, and one game as PDN; `after` is the one that it is to stand behind."""

    title: Title
    pdn: ChapterText
    after: ChapterId | None = None


class NewStudy(Body, frozen=True, kw_only=True):
    """A study, with its first chapter."""

    title: Title
    chapter: NewChapter


class ChapterChange(Body, frozen=True, kw_only=True):
    """What a chapter is to be now, and the revision from which that was written.

    Where the chapter has another revision by now, or is gone, this becomes a chapter of its own
    beside it; `title` is then what it is called.
    """

    title: Title
    pdn: ChapterText
    revision: Revision


class Heading(Body, frozen=True, kw_only=True):
    """What a study or a chapter is called from now on."""

    title: Title


class ChapterOrder(Body, frozen=True, kw_only=True):
    """The order of chapters; those that are not named stay behind the others."""

    chapters: Annotated[tuple[ChapterId, ...], Meta(max_length=MOST_CHAPTERS)]


class ChapterSummary(Struct, frozen=True):
    """A chapter without its text; `revision` grows with each change of the text."""

    id: str
    title: str
    revision: int
    changed: int


class ChapterShown(Struct, frozen=True):
    """A chapter with its text, one game as PDN."""

    id: str
    title: str
    revision: int
    pdn: str


class ChapterStored(Struct, frozen=True):
    """Where a text lies now; `beside`: in a chapter of its own, for somebody else was first."""

    chapter: ChapterSummary
    beside: bool


class StudyLinks(Struct, frozen=True):
    """The codes by which others look at a study, and write in it; null: there is no such link."""

    read: str | None
    write: str | None


class StudyShown(Struct, frozen=True, kw_only=True):
    """A study as somebody sees it who has it, or a link to it.

    `revision` grows with each change of anything in it. `id` and `links` are its owner's alone.
    """

    title: str
    may: May
    revision: int
    chapters: tuple[ChapterSummary, ...]
    id: str | None = None
    links: StudyLinks | None = None


class StudySummary(Struct, frozen=True):
    """One of the own studies."""

    id: str
    title: str
    chapters: int
    changed: int
    links: StudyLinks


class OwnStudies(Struct, frozen=True):
    """The own studies, those changed last first, with the bytes they take and may take."""

    studies: tuple[StudySummary, ...]
    bytes: int
    most_bytes: int
