"""Studies of guests and accounts, by themselves and by the links they give to others."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

from crownhead._core import PdnText
from crownhead.formats.pdn.reader import games
from crownhead.formats.pdn.source import Source
from crownhead.server.clock import DAY, milliseconds
from crownhead.server.messages import studies as m
from crownhead.server.process.work import Work
from crownhead.server.quota import hidden_network
from crownhead.server.room.naming import new_id
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.texts import clean_line, clean_text
from crownhead.server.settings import Settings
from crownhead.server.storage.database import Database
from crownhead.server.storage.studies import (
    Chapter,
    ChapterChanged,
    Found,
    LastChapter,
    MayNotWrite,
    NoChapter,
    NoStudy,
    Room,
    Study,
    StudyStore,
    TooMuch,
)

ROOM = Room(
    chapters=m.MOST_CHAPTERS,
    study_bytes=1_000_000,
    account=(200, 5_000_000),
    guest=(20, 1_000_000),
    network=(200, 8_000_000),
)
"""Chapters and bytes of a study; studies and bytes of an account, a guest, a network's guests."""

BEHIND = '\n\n[Event "?"]\n\n*\n'
"""A game behind a chapter, by which is seen where that ends."""


class Studies:
    """Keep studies, and show them to whoever has a link."""

    def __init__(self, database: Database, settings: Settings, work: Work) -> None:
        self._store = StudyStore(database, ROOM)
        self._settings = settings
        self._work = work
        self.adopt = self._store.adopt
        self.forget = self._store.forget
        self.personal_data = self._store.personal_data

    async def of(self, player: str) -> m.OwnStudies:
        """Return the studies of a player."""
        found = await self._store.of(player)
        account = await self._store.has_account(player)
        return m.OwnStudies(
            tuple(
                m.StudySummary(each.id, each.title, count, each.changed, _links(each))
                for each, count in found
            ),
            sum(each.bytes for each, _ in found),
            (ROOM.account if account else ROOM.guest)[1],
        )

    async def make(self, player: str, wish: m.NewStudy) -> m.StudyShown:
        """Make a study. Raises `Refusal`."""
        title, first = _title(wish.title), wish.chapter
        text = await self._check(player, first.pdn)
        now, id = milliseconds(), new_id()
        network = hidden_network(self._settings.keys, player)
        made = Study(id, player, title, 0, 0, None, None, network, now, now, now)
        with _refusing():
            await self._store.make(made, Chapter(new_id(), _title(first.title), 0, now), text)
        return await self.show(id, player)

    async def show(self, key: str, player: str) -> m.StudyShown:
        """Return a study as somebody sees it. Raises `Refusal`."""
        with _refusing():
            return _show(await self._store.find(key, player, milliseconds()))

    async def rename(self, key: str, player: str, title: str) -> m.StudyShown:
        """Give a study another title. Raises `Refusal`."""
        with _refusing():
            await self._store.rename(key, player, _title(title), milliseconds())
        return await self.show(key, player)

    async def delete(self, key: str, player: str) -> None:
        """Delete a study. Raises `Refusal`."""
        with _refusing():
            await self._store.delete(key, player)

    async def link(self, key: str, player: str, link: m.LinkKind) -> m.StudyShown:
        """Make a link where there is none. Raises `Refusal`."""
        with _refusing():
            code = secrets.token_urlsafe(18)
            await self._store.set_link(key, player, link, code, milliseconds())
        return await self.show(key, player)

    async def withdraw(self, key: str, player: str, link: m.LinkKind) -> m.StudyShown:
        """Withdraw a link: nobody comes in by it any more. Raises `Refusal`."""
        with _refusing():
            await self._store.set_link(key, player, link, None, milliseconds())
        return await self.show(key, player)

    async def file(self, key: str, player: str) -> str:
        """Return a study as one PDN file, a game for each chapter. Raises `Refusal`."""
        with _refusing():
            title, texts = await self._store.texts(key, player)
        return "\n\n".join(_with_titles(title, *each) for each in texts) + "\n"

    # Chapters

    async def chapter(self, key: str, player: str, id: str) -> m.ChapterShown:
        """Return a chapter with its text. Raises `Refusal`."""
        with _refusing():
            chapter, text = await self._store.chapter(key, player, id)
        return m.ChapterShown(chapter.id, chapter.title, chapter.revision, text)

    async def add(self, key: str, player: str, wish: m.NewChapter) -> m.ChapterSummary:
        """Add a chapter. Raises `Refusal`."""
        await self._check_writer(key, player)
        text = await self._check(player, wish.pdn)
        made = Chapter(new_id(), _title(wish.title), 0, milliseconds())
        with _refusing():
            await self._store.add(key, player, made, text, wish.after)
        return _summary(made)

    async def store(self, key: str, player: str, id: str, wish: m.ChapterChange) -> m.ChapterStored:
        """Store what somebody has written; beside the chapter where that has changed meanwhile.

        Raises `Refusal`.
        """
        await self._check_writer(key, player)
        text, title, now = await self._check(player, wish.pdn), _title(wish.title), milliseconds()
        of = Chapter(id, title, wish.revision, now)
        with _refusing():
            done = await self._store.store(key, player, of, Chapter(new_id(), title, 0, now), text)
        return m.ChapterStored(_summary(done.chapter), done.beside)

    async def rename_chapter(self, key: str, player: str, id: str, title: str) -> None:
        """Give a chapter another title. Raises `Refusal`."""
        with _refusing():
            await self._store.rename_chapter(key, player, id, _title(title), milliseconds())

    async def remove(self, key: str, player: str, id: str, revision: int) -> None:
        """Delete a chapter as it was at a revision. Raises `Refusal`."""
        with _refusing():
            await self._store.remove(key, player, id, revision, milliseconds())

    async def sort(self, key: str, player: str, wish: m.ChapterOrder) -> m.StudyShown:
        """Put the chapters in another order. Raises `Refusal`."""
        with _refusing():
            await self._store.sort(key, player, wish.chapters, milliseconds())
        return await self.show(key, player)

    async def prune(self, now: int) -> None:
        """Delete what guests have made and nobody has looked at for long."""
        await self._store.prune(now - self._settings.keep_days * DAY)

    async def _check_writer(self, key: str, player: str) -> None:
        """Raise `Refusal` where somebody may not write, before his text is looked at."""
        with _refusing():
            found = await self._store.find(key, player, milliseconds())
            if found.may == "read":
                raise MayNotWrite

    async def _check(self, player: str, pdn: str) -> str:
        """Return the text of one game without what nobody sees. Raises `Refusal` for any other.

        Its moves are for whoever reads it: a costly position costs the server nothing here.
        """
        text = clean_text(pdn.replace("\t", " "))
        if not await self._work.run_off_loop(player, lambda: _is_one_game(text), metered=True):
            raise Refusal("not_allowed", text="no_chapter_text")
        return text


def _is_one_game(text: str) -> bool:
    """Return whether a text is one game, and still that alone between others in one file.

    >>> _is_one_game("1. 11-15 24-20 *"), _is_one_game("1. 11-15 * 2. 8-11 *"), _is_one_game("no")
    (True, False, False)
    """
    [*alone] = games(Source(StringIO(text)))
    if len(alone) != 1 or not _is_game(alone[0]):
        return False
    between = _with_titles("Study", "Chapter", text) + BEHIND
    [*cut] = games(Source(StringIO(between)))
    return len(cut) == 2 and cut[1].tags == {"Event": "?"}


def _is_game(text: PdnText) -> bool:
    return bool(text.body_offset or text.looks.first or text.looks.result)


@contextmanager
def _refusing() -> Iterator[None]:
    """Refuse what the database has refused."""
    try:
        yield
    except NoStudy:
        raise Refusal("unknown_game", text="unknown_study") from None
    except NoChapter:
        raise Refusal("unknown_game", text="unknown_chapter") from None
    except MayNotWrite:
        raise Refusal("no_seat", text="study_read_only") from None
    except ChapterChanged:
        raise Refusal("stale", text="chapter_changed") from None
    except LastChapter:
        raise Refusal("not_allowed", text="last_chapter") from None
    except TooMuch as error:
        raise Refusal("not_allowed", text=f"study_room_{error.where}") from None


def _title(text: str) -> str:
    """Return a title as one line. Raises `Refusal` where nothing of it is visible."""
    title = clean_line(text, m.LONGEST_TITLE)
    if not title:
        raise Refusal("not_allowed", text="no_title")
    return title


def _links(study: Study) -> m.StudyLinks:
    return m.StudyLinks(study.read_code, study.write_code)


def _summary(chapter: Chapter) -> m.ChapterSummary:
    return m.ChapterSummary(chapter.id, chapter.title, chapter.revision, chapter.changed)


def _show(found: Found) -> m.StudyShown:
    own = found.may == "own"
    return m.StudyShown(
        title=found.study.title,
        may=found.may,
        revision=found.study.revision,
        chapters=tuple(map(_summary, found.chapters)),
        id=found.study.id if own else None,
        links=_links(found.study) if own else None,
    )


def _with_titles(study: str, chapter: str, text: str) -> str:
    tags = (("StudyName", study), ("ChapterName", chapter))
    return "\n".join(f'[{name} "{_quote(said)}"]' for name, said in tags) + "\n" + text


def _quote(text: str) -> str:
    """Return a text as the value of a tag; a backslash at its end would hide the closing quote."""
    quoted = text.replace('"', '\\"')
    return f"{quoted} " if quoted.endswith("\\") else quoted
