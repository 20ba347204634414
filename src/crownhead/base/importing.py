"""Importing: PDN files of any size in batches, each of which is stored whole or not at all."""

from __future__ import annotations

import hashlib
import io
import re
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Engine, func, insert, select, update

from crownhead._core import PdnText
from crownhead.base import entries as entry
from crownhead.base import index, losses
from crownhead.base.identity import identity, salt
from crownhead.base.schema import games, names, sources, texts, variants
from crownhead.errors import PdnError
from crownhead.formats.pdn import PdnGame
from crownhead.formats.pdn.evaluations import SIGN
from crownhead.formats.pdn.reader import Reader
from crownhead.formats.pdn.results import meaning
from crownhead.formats.pdn.source import Source
from crownhead.formats.pdn.tags import tidy, value
from crownhead.variants import Variant

BATCH = 20_000
"""Games that are stored together."""
BATCH_BYTES = 64_000_000
TOGETHER = 128
"""Games that are compressed together."""
SHOWN = 100
"""Faults that a report holds."""
LONGEST_NAME = 300

_AT_ONCE = 500
_EDGE = 1 << 20
_MARKS = (b"\xff\xfe", b"\xfe\xff")
_DATE = re.compile(r"(\d{4})[./-](\d{1,2}|\?\?)[./-](\d{1,2}|\?\?)")
_YEAR = re.compile(r"\d{4}")
_NO_GAME = "This text is no game: it has no tag and no move"


@dataclass(slots=True)
class Report:
    """Count what an import did.

    `read` games stood in the files; `added` of them are new, `duplicates` were there already.
    `faulty` of the added ones could not be read to their end: they are stored with all their text.
    `no_games` counts texts without tag and move, which are left out. `faults` names the first
    hundred places of both.
    """

    read: int = 0
    added: int = 0
    duplicates: int = 0
    faulty: int = 0
    no_games: int = 0
    faults: list[tuple[str, PdnError]] = field(default_factory=list)


@dataclass(slots=True)
class _Item:
    """Hold a game that waits to be stored."""

    source: int
    game: PdnGame
    text: bytes
    line: int
    trail: bytes
    result: int
    white: str
    black: str
    event: str
    date: str
    digest: int = 0


Progress = Callable[[int, int], None]
"""What is told after each batch: the games read so far, and the bytes."""


class Importer:
    """Read files into a database, a batch at a time."""

    def __init__(
        self, engine: Engine, progress: Progress | None = None, batch: int = BATCH
    ) -> None:
        self.engine = engine
        self.report = Report()
        self._progress = progress
        self._batch = batch
        self._variants: dict[Variant, int] = {}
        self._salts: dict[Variant, int] = {}
        self._names: dict[str, int] = {}

    def file(self, path: Path, encoding: str | None = None) -> None:
        """Import a file; one that was cut short is gone on with where its last batch ended.

        Raises `OSError` where it cannot be read, `PdnError` where it is no text.
        """
        with path.open("rb") as file:
            mark, at_bytes = _fingerprint(file), encoding is None
            with self.engine.connect() as connection:
                wanted = select(sources).where(sources.c.fingerprint == mark)
                known = connection.execute(wanted).one_or_none()
            if known is not None and known.complete:
                return
            begin = 0 if known is None else known.read
            line = 0 if known is None else known.line
            file.seek(0)
            if not at_bytes or file.read(2) in _MARKS:
                at_bytes, begin, line = False, 0, 0
            file.seek(begin)
            number = known.id if known is not None else self._source(path.name, mark)
            self._import(Source(file, encoding), number, path.name, begin, line, at_bytes)

    def stream(self, handle: IO[Any], name: str, encoding: str | None = None) -> None:
        """Import what a handle yields; it is read once, and cannot be gone on with."""
        mark = _mark("stream", name)
        with self.engine.connect() as connection:
            known = connection.scalar(select(sources.c.id).where(sources.c.fingerprint == mark))
        number = known or self._source(name, mark)
        self._import(Source(handle, encoding), number, name, 0, 0, False)

    def named(self, texts: Mapping[str, str]) -> None:
        """Import texts of files with these names, all at once, but for those that are known."""
        with self.engine.begin() as connection:
            known = set(connection.scalars(select(sources.c.name)))
            items = []
            for name, text in texts.items():
                if name not in known:
                    number = self._numbered_source(connection, name, _mark("named", name))
                    reader = Reader()
                    cut = Source(io.StringIO(text))
                    items += self._items(reader, cut, 0, number, name)
                    done = update(sources).where(sources.c.id == number)
                    connection.execute(done.values(complete=1))
            self._store(connection, items, "text")

    def _source(self, name: str, mark: str) -> int:
        with self.engine.begin() as connection:
            return self._numbered_source(connection, name, mark)

    @staticmethod
    def _numbered_source(connection: Connection, name: str, mark: str) -> int:
        number = (connection.scalar(select(func.max(sources.c.id))) or 0) + 1
        row = {"id": number, "name": name, "fingerprint": mark}
        connection.execute(insert(sources), row | {"read": 0, "line": 0, "complete": 0})
        return number

    def _import(
        self, source: Source, number: int, name: str, begin: int, line: int, resumable: bool
    ) -> None:
        read, lines = begin, line
        reader = Reader()
        for batch, last in _batches(source, self._batch):
            with self.engine.begin() as connection:
                items = self._items(reader, batch, line, number, name)
                self._store(connection, items, name)
                if last is not None:
                    read = begin + last.offset + len(last.source)
                    lines = line + last.line - 1 + last.source.count(b"\n")
                done = update(sources).where(sources.c.id == number)
                place = {"read": read if resumable else 0, "line": lines if resumable else 0}
                connection.execute(done.values(**place, complete=int(last is None and resumable)))
            if self._progress is not None:
                self._progress(self.report.read, read)

    def _store(self, connection: Connection, read: list[_Item], name: str) -> None:
        items = _new(connection, read)
        report = self.report
        report.read += len(read)
        report.added += len(items)
        report.duplicates += len(read) - len(items)
        for item in items:
            report.faulty += bool(item.game.errors)
            self._tell(name, item.game.errors)
        if items:
            self._insert(connection, items)

    def _tell(self, name: str, errors: Iterable[PdnError]) -> None:
        room = SHOWN - len(self.report.faults)
        self.report.faults += [(name, error) for error in islice(errors, max(0, room))]

    def _items(
        self, reader: Reader, texts: Iterable[PdnText], line: int, source: int, name: str
    ) -> list[_Item]:
        """Return what is to be stored of these texts; those that hold no game are told."""
        items = []
        for text in texts:
            game = reader.game(text)
            if _is_game(text, game):
                items.append(self._item(game, text, line, source))
            else:
                self.report.no_games += 1
                self._tell(name, [PdnError(_NO_GAME, text.line + line, 1)])
        return items

    def _item(self, game: PdnGame, text: PdnText, line: int, source: int) -> _Item:
        if line:
            game._shift(text.line + line, text.offset)
        tags = game.tags
        trail = b"" if game._body is None else game._body.trail
        what = meaning(game.result)
        white, black, event = (
            tidy(value(tags, key))[:LONGEST_NAME] for key in ("White", "Black", "Event")
        )
        item = _Item(
            source=source,
            game=game,
            text=text.source,
            line=text.line + line,
            trail=trail,
            result=entry.RESULTS.index(what) if what in entry.RESULTS else 0,
            white=white,
            black=black,
            event=event,
            date=date(value(tags, "Date")),
        )
        item.digest = _digest(item)
        return item

    def _insert(self, connection: Connection, items: list[_Item]) -> None:
        known = self._numbered(connection, items)
        first = (connection.scalar(select(func.max(games.c.id))) or 0) + 1
        rows, salts = [], []
        for place, text in enumerate(_packed(connection, items)):
            item, number = items[place], first + place
            variant = item.game.variant
            rows.append(
                {
                    "id": number,
                    "variant": None if variant is None else self._variant(connection, variant),
                    "white": known[item.white],
                    "black": known[item.black],
                    "event": known[item.event],
                    "date": item.date,
                    "result": item.result,
                    "plies": max(0, len(item.trail) // entry.STEP.itemsize - 1),
                    "faults": len(item.game.errors),
                    "source": item.source,
                    "line": item.line,
                    "text": text[0],
                    "begin": text[1],
                    "end": text[2],
                    "digest": item.digest,
                }
            )
            salts.append(0 if variant is None else self._salts[variant])
        connection.execute(insert(games), rows)
        trails, results = [item.trail for item in items], [item.result for item in items]
        index.write(connection, entry.of_games(trails, first, results, salts))
        carrying = [
            loss
            for item, mixed in zip(items, salts, strict=True)
            if SIGN in item.text and item.game._body is not None
            for loss in losses.of_line(item.game._body, mixed)
        ]
        losses.write(connection, carrying)

    def _variant(self, connection: Connection, variant: Variant) -> int:
        if variant not in self._variants:
            text = identity(variant)
            wanted = select(variants.c.id).where(variants.c.identity == text)
            number = connection.scalar(wanted)
            if number is None:
                number = (connection.scalar(select(func.max(variants.c.id))) or 0) + 1
                connection.execute(insert(variants), {"id": number, "identity": text})
            self._variants[variant] = number
            self._salts[variant] = salt(variant)
        return self._variants[variant]

    def _numbered(self, connection: Connection, items: list[_Item]) -> dict[str, int]:
        """Return the numbers of all names of a batch, new ones added."""
        wanted = {name for item in items for name in (item.white, item.black, item.event)}
        missing = sorted(wanted - self._names.keys())
        for begin in range(0, len(missing), _AT_ONCE):
            part = missing[begin : begin + _AT_ONCE]
            asked = select(names.c.text, names.c.id).where(names.c.text.in_(part))
            self._names.update((text, number) for text, number in connection.execute(asked))
        unknown = [name for name in missing if name not in self._names]
        if unknown:
            first = (connection.scalar(select(func.max(names.c.id))) or 0) + 1
            rows = [
                {"id": first + place, "text": name, "folded": folded(name)}
                for place, name in enumerate(unknown)
            ]
            connection.execute(insert(names), rows)
            self._names.update((str(row["text"]), int(str(row["id"]))) for row in rows)
        return self._names


def _is_game(text: PdnText, game: PdnGame) -> bool:
    """Return whether a text has tags, or moves among which not everything is rubbish."""
    if text.body_offset:
        return True
    if not text.looks.first or game._body is None:
        return bool(text.looks.first)
    return bool(game._body.moves) or all(kind != "junk" for kind, *_ in game._body.items)


def _batches(source: Source, most: int) -> Iterator[tuple[list[PdnText], PdnText | None]]:
    """Yield games in batches with the last of each; behind them an empty batch without one."""
    batch: list[PdnText] = []
    size = 0
    for text in source:
        batch.append(text)
        size += len(text.source)
        if len(batch) == most or size > BATCH_BYTES:
            yield batch, text
            batch, size = [], 0
    if batch:
        yield batch, batch[-1]
    yield [], None


def _new(connection: Connection, items: list[_Item]) -> list[_Item]:
    """Return the items that are neither stored nor twice among themselves."""
    found = {item.digest: item for item in reversed(items)}
    digests = sorted(found)
    for begin in range(0, len(digests), _AT_ONCE):
        part = digests[begin : begin + _AT_ONCE]
        for digest in connection.scalars(select(games.c.digest).where(games.c.digest.in_(part))):
            del found[digest]
    return [item for item in items if found.get(item.digest) is item]


def _packed(connection: Connection, items: list[_Item]) -> Iterable[tuple[int, int, int]]:
    """Store the texts; return for each game its text, and where it begins and ends there."""
    number = (connection.scalar(select(func.max(texts.c.id))) or 0) + 1
    places, rows = [], []
    for begin in range(0, len(items), TOGETHER):
        part = [item.text for item in items[begin : begin + TOGETHER]]
        at = 0
        for text in part:
            places.append((number, at, at + len(text)))
            at += len(text)
        rows.append({"id": number, "packed": zlib.compress(b"".join(part), 1)})
        number += 1
    connection.execute(insert(texts), rows)
    return places


def _digest(item: _Item) -> int:
    """Return what two games share that are the same: players, date, result, start and moves.

    Games without a move that could be read are the same where their text is.
    """
    total = hashlib.blake2b(digest_size=8)
    game = item.game
    if len(item.trail) > entry.STEP.itemsize and game.variant is not None and not game.errors:
        total.update(item.trail)
        told = (identity(game.variant), folded(item.white), folded(item.black), item.date)
        total.update("\0".join((*told, str(item.result))).encode())
    else:
        total.update(item.text.strip())
    return int.from_bytes(total.digest(), "little", signed=True)


def _mark(kind: str, name: str) -> str:
    """Return what tells a text without a file from files and other texts."""
    return hashlib.sha256(f"{kind} {name}".encode()).hexdigest()


def _fingerprint(file: IO[bytes]) -> str:
    """Return what tells a file from others: its size, its beginning and its end."""
    size = file.seek(0, io.SEEK_END)
    total = hashlib.sha256(str(size).encode())
    for place in (0, max(0, size - _EDGE)):
        file.seek(place)
        total.update(file.read(_EDGE))
    return total.hexdigest()


@lru_cache(65_536)
def folded(name: str) -> str:
    """Return a name without case, accents and punctuation, as it is searched for.

    >>> folded("Ńowák,  Jan")
    'nowak jan'
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    kept = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return " ".join(kept.split())


@lru_cache(65_536)
def date(text: str) -> str:
    """Return a date as PDN writes it, with `??` for what is not known; empty without a year.

    >>> date("2024-3-9"), date("2024.??.??"), date("spring 1998"), date("?")
    ('2024.03.09', '2024.??.??', '1998.??.??', '')
    """
    if whole := _DATE.search(text):
        year, *rest = whole.groups()
        return ".".join((year, *(part.zfill(2) for part in rest)))
    alone = _YEAR.search(text)
    return f"{alone.group()}.??.??" if alone else ""
