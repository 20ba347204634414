"""Studies in the database: their chapters, who may see and write them, and how much one may keep.

A study is found by its id, by its owner alone, or by the code of one of its links. Each change
locks its row first, so that changes of one study come one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from crownhead.server.storage.accounts import has_account
from crownhead.server.storage.database import Database
from crownhead.server.storage.schema import accounts, studies, study_chapters

T = TypeVar("T")

May = Literal["own", "write", "read"]
Link = Literal["read", "write"]

BESIDE_TEXT = 200
"""Bytes that a chapter counts for beside its text."""
LONGEST_TITLE = 80
SEEN_EVERY = 86_400_000
"""Milliseconds after which it is noted anew that somebody has looked at a study."""


class NoStudy(Exception):
    """There is no such study, or the link to it is withdrawn."""


class NoChapter(Exception):
    """The study has no such chapter any more."""


class MayNotWrite(Exception):
    """Whoever asks may look at the study only, or is not its owner."""


class TooMuch(Exception):
    """There is no room for it: in this study, of its owner, or of guests in one network."""

    def __init__(self, where: Literal["study", "owner", "network"]) -> None:
        super().__init__(where)
        self.where = where


class ChapterChanged(Exception):
    """A chapter that is to be deleted is not the one that was looked at."""


class LastChapter(Exception):
    """A study has at least one chapter."""


@dataclass(frozen=True, slots=True)
class Room:
    """How much there may be: studies and bytes of an account, a guest, the guests of a network."""

    chapters: int
    study_bytes: int
    account: tuple[int, int]
    guest: tuple[int, int]
    network: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Study:
    """A study as it is stored."""

    id: str
    owner: str
    title: str
    revision: int
    bytes: int
    read_code: str | None
    write_code: str | None
    network: str | None
    created: int
    changed: int
    seen: int


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter without its text."""

    id: str
    title: str
    revision: int
    changed: int


@dataclass(frozen=True, slots=True)
class Found:
    """A study, what whoever asks may do with it, and its chapters in their order."""

    study: Study
    may: May
    chapters: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True)
class Stored:
    """Where a text lies now; `beside`: not where it was to be."""

    chapter: Chapter
    beside: bool


_STUDY = [studies.c[name] for name in Study.__slots__]
_CHAPTER = [study_chapters.c[name] for name in Chapter.__slots__]
_CODES = {"read": studies.c.read_code, "write": studies.c.write_code}


class StudyStore:
    """Ask the database about studies, and change them."""

    def __init__(self, database: Database, room: Room) -> None:
        self._database = database
        self._room = room

    # Looking

    async def of(self, owner: str) -> list[tuple[Study, int]]:
        """Return somebody's studies, those changed last first, each with its number of chapters."""
        count = select(func.count()).where(study_chapters.c.study == studies.c.id).scalar_subquery()
        wanted = (
            select(*_STUDY, count)
            .where(studies.c.owner == owner)
            .order_by(studies.c.changed.desc(), studies.c.id)
        )
        return await self._database.read(
            lambda c: [(Study(*row[:-1]), int(row[-1])) for row in c.execute(wanted)]
        )

    async def find(self, key: str, player: str, now: int) -> Found:
        """Return a study. Raises `NoStudy`."""

        def ask(connection: Connection) -> Found:
            study, may = _find(connection, key, player)
            return Found(study, may, _chapters(connection, study.id))

        found = await self._database.read(ask)
        if found.study.seen < now - SEEN_EVERY:
            seen = update(studies).where(studies.c.id == found.study.id).values(seen=now)
            await self._database.write(lambda connection: connection.execute(seen))
        return found

    async def chapter(self, key: str, player: str, id: str) -> tuple[Chapter, str]:
        """Return a chapter and its text. Raises `NoStudy`, `NoChapter`."""

        def ask(connection: Connection) -> tuple[Chapter, str]:
            study, _ = _find(connection, key, player)
            wanted = select(*_CHAPTER, study_chapters.c.text).where(_place(study.id, id))
            row = connection.execute(wanted).first()
            if row is None:
                raise NoChapter
            return Chapter(*row[:-1]), str(row[-1])

        return await self._database.read(ask)

    async def texts(self, key: str, player: str) -> tuple[str, list[tuple[str, str]]]:
        """Return the title of a study, and title and text of each chapter. Raises `NoStudy`."""

        def ask(connection: Connection) -> tuple[str, list[tuple[str, str]]]:
            study, _ = _find(connection, key, player)
            return study.title, _texts(connection, study.id)

        return await self._database.read(ask)

    async def has_account(self, player: str) -> bool:
        """Return whether a player has an account, who may keep more."""
        return await self._database.read(lambda c: has_account(c, player))

    # Changing

    async def make(self, study: Study, chapter: Chapter, text: str) -> None:
        """Make a study with its first chapter. Raises `TooMuch`."""
        size = _size(text)

        def change(connection: Connection) -> None:
            account = has_account(connection, study.owner)
            values = {name: getattr(study, name) for name in Study.__slots__}
            values |= {"bytes": size, "network": None if account else study.network}
            _check_room(connection, study, self._room, account=account, more=size, made=1)
            connection.execute(insert(studies), values)
            _insert(connection, study.id, 0, chapter, text)

        await self._database.write(change)

    async def rename(self, key: str, player: str, title: str, now: int) -> None:
        """Give a study another title. Raises `NoStudy`, `MayNotWrite`."""
        await self._change(key, player, now, lambda c, study: {"title": title}, own=True)

    async def delete(self, key: str, player: str) -> None:
        """Delete a study with all in it. Raises `NoStudy`, `MayNotWrite`."""

        def change(connection: Connection) -> None:
            study, may = _find(connection, key, player, lock=True)
            if may != "own":
                raise MayNotWrite
            connection.execute(delete(studies).where(studies.c.id == study.id))

        await self._database.write(change)

    async def set_link(self, key: str, player: str, link: Link, code: str | None, now: int) -> None:
        """Make a link by a code where there is none, or withdraw it by None.

        Raises `NoStudy`, `MayNotWrite`.
        """
        name = _CODES[link].name

        def values(_: Connection, study: Study) -> dict[str, Any]:
            there = study.read_code if link == "read" else study.write_code
            return {} if code is not None and there is not None else {name: code}

        await self._change(key, player, now, values, own=True)

    async def add(
        self, key: str, player: str, chapter: Chapter, text: str, after: str | None
    ) -> None:
        """Add a chapter, at the end or behind another. Raises `NoStudy`, `TooMuch`, …"""

        def values(connection: Connection, study: Study) -> dict[str, Any]:
            return self._add(connection, study, chapter, text, after)

        await self._change(key, player, chapter.changed, values)

    async def store(
        self, key: str, player: str, chapter: Chapter, beside: Chapter, text: str
    ) -> Stored:
        """Store the text of a chapter that was written from its revision.

        Where it has another one by now, or is gone, the text becomes the chapter `beside`, so that
        neither is lost. Raises `NoStudy`, `MayNotWrite`, `TooMuch`.
        """
        stored: list[Stored] = []

        def values(connection: Connection, study: Study) -> dict[str, Any]:
            columns = (*_CHAPTER, study_chapters.c.text, study_chapters.c.bytes)
            place = _place(study.id, chapter.id)
            row = connection.execute(select(*columns).where(place)).first()
            stored.clear()  # a change may be run again
            if row is not None and row.text == text:
                stored.append(Stored(Chapter(*row[:4]), beside=False))
                return {}
            if row is None or row.revision != chapter.revision:
                title = chapter.title if row is None else row.title
                known = [each.title for each in _chapters(connection, study.id)]
                copy = Chapter(beside.id, _free(title, known), 0, beside.changed)
                after = None if row is None else chapter.id
                changed = self._add(connection, study, copy, text, after)
                stored.append(Stored(copy, beside=True))
                return changed
            size, revision = _size(text), chapter.revision + 1
            account = has_account(connection, study.owner)
            more = size - row.bytes
            _check_room(connection, study, self._room, account=account, more=more)
            fresh = {"text": text, "bytes": size, "revision": revision, "changed": beside.changed}
            connection.execute(update(study_chapters).where(place).values(**fresh))
            now = Chapter(chapter.id, row.title, revision, beside.changed)
            stored.append(Stored(now, beside=False))
            return {"bytes": study.bytes + more}

        await self._change(key, player, beside.changed, values)
        return stored[0]

    async def rename_chapter(self, key: str, player: str, id: str, title: str, now: int) -> None:
        """Give a chapter another title. Raises `NoStudy`, `MayNotWrite`, `NoChapter`."""

        def values(connection: Connection, study: Study) -> dict[str, Any]:
            named = update(study_chapters).where(_place(study.id, id)).values(title=title)
            if not connection.execute(named).rowcount:
                raise NoChapter
            return {"title": study.title}

        await self._change(key, player, now, values)

    async def remove(self, key: str, player: str, id: str, revision: int, now: int) -> None:
        """Delete a chapter as it was seen at a revision; one that is gone already is no fault.

        Raises `NoStudy`, `MayNotWrite`, `ChapterChanged`, `LastChapter`.
        """

        def values(connection: Connection, study: Study) -> dict[str, Any]:
            c, place = study_chapters.c, _place(study.id, id)
            row = connection.execute(select(c.revision, c.bytes).where(place)).first()
            if row is None:
                return {}
            if row.revision != revision:
                raise ChapterChanged
            connection.execute(delete(study_chapters).where(place))
            if not _chapters(connection, study.id):
                raise LastChapter
            return {"bytes": study.bytes - row.bytes}

        await self._change(key, player, now, values)

    async def sort(self, key: str, player: str, wanted: Sequence[str], now: int) -> None:
        """Put chapters in an order; those that it does not name stay behind the others.

        Raises `NoStudy`, `MayNotWrite`.
        """

        def values(connection: Connection, study: Study) -> dict[str, Any]:
            there = [each.id for each in _chapters(connection, study.id)]
            first = [id for id in dict.fromkeys(wanted) if id in there]
            _sort(connection, study.id, [*first, *(id for id in there if id not in first)])
            return {"title": study.title}

        await self._change(key, player, now, values)

    async def _change(
        self,
        key: str,
        player: str,
        now: int,
        values: Callable[[Connection, Study], dict[str, Any]],
        *,
        own: bool = False,
    ) -> None:
        """Change a study by what a function does and returns: {} where nothing has changed."""

        def change(connection: Connection) -> None:
            study, may = _find(connection, key, player, lock=True)
            if may == "read" or (own and may != "own"):
                raise MayNotWrite
            changed = values(connection, study)
            if not changed:
                return
            changed |= {"revision": study.revision + 1, "changed": now, "seen": now}
            connection.execute(update(studies).where(studies.c.id == study.id).values(**changed))

        await self._database.write(change)

    def _add(
        self,
        connection: Connection,
        study: Study,
        chapter: Chapter,
        text: str,
        after: str | None,
    ) -> dict[str, Any]:
        """Add a chapter, and return what that changes of its study. Raises `TooMuch`."""
        there = [each.id for each in _chapters(connection, study.id)]
        if len(there) >= self._room.chapters:
            raise TooMuch("study")
        size = _size(text)
        account = has_account(connection, study.owner)
        _check_room(connection, study, self._room, account=account, more=size)
        _insert(connection, study.id, len(there), chapter, text)
        if after in there:
            there.insert(there.index(after) + 1, chapter.id)
            _sort(connection, study.id, there)
        return {"bytes": study.bytes + size}

    # What is kept of a player

    async def personal_data(self, player: str) -> list[dict[str, Any]]:
        """Return the studies of a player with their chapters and links."""
        wanted = select(*_STUDY).where(studies.c.owner == player).order_by(studies.c.created)

        def ask(connection: Connection) -> list[dict[str, Any]]:
            found = []
            for row in connection.execute(wanted).fetchall():
                study = Study(*row)
                about = {name: getattr(study, name) for name in ("title", "created", "changed")}
                about["network"] = study.network
                about["links"] = {"read": study.read_code, "write": study.write_code}
                texts = _texts(connection, study.id)
                about["chapters"] = [{"title": title, "pdn": text} for title, text in texts]
                found.append({"study": about})
            return found

        return await self._database.read(ask)

    async def adopt(self, guest: str, player: str) -> None:
        """Give a player the studies of a guest."""
        moved = update(studies).where(studies.c.owner == guest)
        await self._database.write(
            lambda connection: connection.execute(moved.values(owner=player, network=None))
        )

    async def forget(self, player: str) -> None:
        """Delete the studies of a player."""
        gone = delete(studies).where(studies.c.owner == player)
        await self._database.write(lambda connection: connection.execute(gone))

    async def prune(self, before: int) -> None:
        """Delete studies of guests at which nobody has looked since a time.

        From where a guest has made one is forgotten once he has an account.
        """
        known = studies.c.owner.in_(select(accounts.c.player))
        gone = delete(studies).where(studies.c.seen < before, ~known)
        hidden = update(studies).where(studies.c.network.is_not(None), known).values(network=None)

        def change(connection: Connection) -> None:
            connection.execute(hidden)
            connection.execute(gone)

        await self._database.write(change)


def _find(
    connection: Connection, key: str, player: str, *, lock: bool = False
) -> tuple[Study, May]:
    s = studies.c
    own = and_(s.id == key, s.owner == player)
    wanted = select(*_STUDY).where(or_(own, s.read_code == key, s.write_code == key))
    row = connection.execute(wanted.with_for_update() if lock else wanted).first()
    if row is None:
        raise NoStudy
    study = Study(*row)
    if study.owner == player:
        return study, "own"
    return study, "write" if study.write_code == key else "read"


def _chapters(connection: Connection, study: str) -> tuple[Chapter, ...]:
    c = study_chapters.c
    wanted = select(*_CHAPTER).where(c.study == study).order_by(c.place, c.id)
    return tuple(Chapter(*row) for row in connection.execute(wanted))


def _texts(connection: Connection, study: str) -> list[tuple[str, str]]:
    c = study_chapters.c
    wanted = select(c.title, c.text).where(c.study == study).order_by(c.place, c.id)
    return [(str(row.title), str(row.text)) for row in connection.execute(wanted)]


def _place(study: str, chapter: str) -> Any:
    return and_(study_chapters.c.study == study, study_chapters.c.id == chapter)


def _insert(connection: Connection, study: str, place: int, chapter: Chapter, text: str) -> None:
    values = {name: getattr(chapter, name) for name in Chapter.__slots__}
    values |= {"study": study, "place": place, "text": text, "bytes": _size(text)}
    connection.execute(insert(study_chapters), values)


def _sort(connection: Connection, study: str, ids: Sequence[str]) -> None:
    for place, id in enumerate(ids):
        moved = update(study_chapters).where(_place(study, id)).values(place=place)
        connection.execute(moved)


def _check_room(
    connection: Connection,
    study: Study,
    room: Room,
    *,
    account: bool,
    more: int,
    made: int = 0,
) -> None:
    """Raise `TooMuch` where so many bytes more, and studies more, are too much."""
    if more <= 0 and not made:
        return
    before = 0 if made else study.bytes
    if before + more > room.study_bytes:
        raise TooMuch("study")
    if not _fits(
        connection,
        studies.c.owner == study.owner,
        more,
        made,
        *(room.account if account else room.guest),
    ):
        raise TooMuch("owner")
    if account or study.network is None:
        return
    others = and_(
        studies.c.network == study.network, studies.c.owner.not_in(select(accounts.c.player))
    )
    if not _fits(connection, others, more, made, *room.network):
        raise TooMuch("network")


def _fits(
    connection: Connection, whose: Any, more: int, made: int, most: int, most_bytes: int
) -> bool:
    counted = select(func.count(), func.coalesce(func.sum(studies.c.bytes), 0)).where(whose)
    number, size = connection.execute(counted).one()
    return bool(number + made <= most and size + more <= most_bytes)


def _size(text: str) -> int:
    return len(text.encode()) + BESIDE_TEXT


def _free(title: str, taken: Sequence[str]) -> str:
    """Return a title that no other chapter has, the given one with a number behind it.

    >>> _free("Ends", ["Ends", "Ends (2)"])
    'Ends (3)'
    """
    number = 2
    while True:
        behind = f" ({number})"
        found = title[: LONGEST_TITLE - len(behind)] + behind
        if found not in taken:
            return found
        number += 1
