"""Importing: PDN files of any size in batches, each of which is stored whole or not at all."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BufferedReader
from itertools import islice
from pathlib import Path

from sqlalchemy import Connection, Engine, func, insert, select, update

from crownhead._core import PdnText
from crownhead.base import storing
from crownhead.base.identity import identity
from crownhead.base.matching import Decision, Faulty, Matcher, faulty_games
from crownhead.base.persons import persons_of
from crownhead.base.record import Record, record_of
from crownhead.base.sameness import shorten
from crownhead.base.schema import sources
from crownhead.errors import PdnError
from crownhead.formats.pdn import PdnGame, faults
from crownhead.formats.pdn.reader import Reader
from crownhead.formats.pdn.source import Source
from crownhead.variants import Variant, get

BATCH = 20_000
"""Games that are stored together."""
BATCH_BYTES = 64_000_000
SHOWN = 100
"""Faults, and notes, that a report holds."""


@dataclass(slots=True)
class Report:
    """Count what an import did.

    `read` games stood in the files; `added` of them are new, `replaced` took the place of known
    ones, as they say more or have no errors, and `duplicates` were there already. `beside` of the
    added ones are known, but say something that the known one does not, so both are there.
    `faulty` could not be read to their end: they are stored with all their text. `no_games` counts
    texts without tag and move, which are left out. `faults` names the first hundred places of both,
    and `notes` those where something is not as it stood in the file. `again` are files that had
    been imported before.
    """

    read: int = 0
    added: int = 0
    replaced: int = 0
    duplicates: int = 0
    beside: int = 0
    faulty: int = 0
    no_games: int = 0
    faults: list[tuple[str, PdnError]] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    again: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Note:
    """What became of a game that is known: where it stands, and a sentence."""

    file: str
    line: int
    text: str


Progress = Callable[[int, int], None]
"""What is told after each batch: the games read so far, and the bytes."""


class Importer:
    """Read files into a database, a batch at a time.

    `variant` says which game it is where a file does not.
    """

    def __init__(
        self,
        engine: Engine,
        progress: Progress | None = None,
        batch: int = BATCH,
        variant: str | Variant | None = None,
    ) -> None:
        self.engine = engine
        self.report = Report()
        self._progress = progress
        self._batch = batch
        self._variant = variant
        self._names = storing.Names()
        self._files: dict[int, str] = {}
        self._faulty: Faulty | None = None
        self._persons: dict[str, str] = {}
        self._separate: frozenset[int] = frozenset()

    def file(self, path: Path, encoding: str | None = None) -> None:
        """Import a file; one that was cut short is gone on with where its last batch ended.

        Raises `OSError` where it cannot be read, `PdnError` where it is no text.
        """
        with path.open("rb") as file:
            mark = self._fingerprint(file, encoding)
            with self.engine.connect() as connection:
                wanted = select(sources).where(sources.c.fingerprint == mark)
                known = connection.execute(wanted).one_or_none()
            file.seek(0)
            if known is not None and known.complete:
                self._count_again(Source(file, encoding), path.name)
                return
            number = known.id if known is not None else self._source(path.name, mark)
            self._files[number] = path.name
            self._import(Source(file, encoding), number, 0 if known is None else known.read)

    def _fingerprint(self, file: BufferedReader, encoding: str | None) -> str:
        """Return what tells a file from others, and from itself where it is read otherwise."""
        whole = hashlib.file_digest(file, "sha256").hexdigest()
        if encoding is None and self._variant is None:
            return whole
        return _mark(f"{encoding} {self._variant and identity(get(self._variant))}", whole)

    def _count_again(self, source: Source, name: str) -> None:
        """Count the games of a file that was imported before; none of them is replayed."""
        count = sum(bool(text.body_offset or text.looks.first) for text in source)
        self.report.read += count
        self.report.duplicates += count
        self.report.again.append(name)

    def import_texts(self, texts: Iterable[str]) -> None:
        """Import texts, their games stored together, a batch at a time."""
        mark = _mark("stream", "text")
        with self.engine.connect() as connection:
            known = connection.scalar(select(sources.c.id).where(sources.c.fingerprint == mark))
        number = known or self._source("text", mark)
        self._files[number] = "text"
        left = list[Record]()
        for text in texts:
            for batch, _, _ in self._batches(Source(io.StringIO(text)), number, 0):
                left += batch
            if len(left) >= self._batch:
                self._store_of(number, left, complete=1)
                left = []
        self._store_of(number, left, complete=1)

    def _store_of(self, number: int, batch: list[Record], **reached: int) -> None:
        """Store games of a source, and how far it was read, both or neither."""
        with self.engine.begin() as connection:
            self._store(connection, batch)
            source = update(sources).where(sources.c.id == number)
            connection.execute(source.values(**reached))

    def import_named(self, texts: Mapping[str, str]) -> None:
        """Import texts of files with these names, all at once, but for those that are known."""
        with self.engine.begin() as connection:
            known = set(connection.scalars(select(sources.c.name)))
            items: list[Record] = []
            for name, text in texts.items():
                if name not in known:
                    number = self._number_source(connection, name, _mark("named", name))
                    reader = Reader(self._variant)
                    cut = Source(io.StringIO(text))
                    self._files[number] = name
                    for each in reader.survey(cut):
                        items += self._record(reader.game(each), each, number)
                    done = update(sources).where(sources.c.id == number)
                    connection.execute(done.values(complete=1))
            self._store(connection, items)

    def _source(self, name: str, mark: str) -> int:
        with self.engine.begin() as connection:
            return self._number_source(connection, name, mark)

    @staticmethod
    def _number_source(connection: Connection, name: str, mark: str) -> int:
        number = (connection.scalar(select(func.max(sources.c.id))) or 0) + 1
        row = {"id": number, "name": name, "fingerprint": mark}
        connection.execute(insert(sources), row | {"read": 0, "line": 0, "complete": 0})
        return number

    def _import(self, source: Source, number: int, begin: int) -> None:
        for batch, end, line in self._batches(source, number, begin):
            self._store_of(number, batch, read=end, line=line, complete=int(not batch))
            if self._progress is not None:
                self._progress(self.report.read, end)

    def _batches(
        self, source: Source, number: int, begin: int
    ) -> Iterator[tuple[list[Record], int, int]]:
        """Yield games in batches, with the byte and the line where each ends; an empty one last.

        What stands in front of `begin` is read, too: games tell what others of their file are.
        """
        reader, batch, size, end, line = Reader(self._variant), list[Record](), 0, 0, 0
        for text in reader.survey(source):
            game = reader.game(text)
            end, line = text.offset + len(text.source), text.line + text.source.count(b"\n")
            if text.offset < begin:
                continue
            batch += self._record(game, text, number)
            size += len(text.source)
            if len(batch) == self._batch or size > BATCH_BYTES:
                yield batch, end, line
                batch, size = [], 0
        self._tell_order(reader, number)
        if batch:
            yield batch, end, line
        yield [], end, line

    def _tell_order(self, reader: Reader, source: int) -> None:
        """Note whose win `1-0` was read as, where it is Black's, or the games do not show it."""
        if reader.order is None or reader.tally.order == "white":
            return
        if reader.order == "first":
            shown = f"{reader.tally.right} of {reader.tally.games} games of the file show"
            text = f"Results name the points of the side that begins first, as {shown}"
        else:
            text = "Results are read as White's first; the games of the file do not show it"
        if len(self.report.notes) < SHOWN:
            self.report.notes.append(Note(self._files[source], 1, text))

    def _store(self, connection: Connection, read: list[Record]) -> None:
        if self._faulty is None:
            self._persons, self._separate = persons_of(connection), _texts_named(connection)
            self._faulty = faulty_games(connection, self._persons)
        matcher = Matcher(
            connection, read, self._faulty, separate=self._separate, persons=self._persons
        )
        gone: list[int] = []
        for record in read:
            decision = matcher.decide(record)
            if decision.kind != "new":
                self._note(record, decision)
            if decision.kind in ("known", "faulty"):
                continue
            number = None
            if decision.kind in ("fuller", "clean"):
                for other in decision.others:
                    taken = matcher.forget(other)
                    number = taken if number is None else number
                    if other.number is not None:
                        gone.append(other.number)
            matcher.accept(record, number)
        accepted = matcher.accepted
        storing.remove(connection, gone)
        matcher.settle(
            storing.store(connection, self._names, list(accepted), list(accepted.values()))
        )
        self._count(read, accepted)

    def _count(self, read: list[Record], accepted: dict[Record, int | None]) -> None:
        report = self.report
        replacing = sum(number is not None for number in accepted.values())
        report.read += len(read)
        report.replaced += replacing
        report.added += len(accepted) - replacing
        report.duplicates += len(read) - len(accepted)
        for record in accepted:
            report.faulty += bool(record.errors)
            self._tell(record.source, record.errors)

    def _note(self, record: Record, decision: Decision) -> None:
        """Note where not all of a game is what stands in the database afterwards."""
        self.report.beside += decision.kind == "beside"
        sentence = _SENTENCES.get(decision.kind)
        if sentence is None or len(self.report.notes) >= SHOWN:
            return
        other = decision.others[0]
        which = f"game {other.number}" if other.number else f"that of line {other.record.line}"
        if decision.lost:
            sentence += _LOST.get(decision.kind, "")
        text = sentence.format(which=which, lost=shorten(decision.lost))
        self.report.notes.append(Note(self._files[record.source], record.line, text))

    def _tell(self, source: int, errors: Iterable[PdnError]) -> None:
        name, room = self._files[source], SHOWN - len(self.report.faults)
        self.report.faults += [(name, error) for error in islice(errors, max(0, room))]

    def _record(self, game: PdnGame, text: PdnText, source: int) -> list[Record]:
        """Return what is to be stored of a text; one that holds no game is told."""
        if _is_game(text, game):
            return [record_of(game, text, source)]
        self.report.no_games += 1
        self._tell(source, [faults.error("no_move", text.line)])
        return []


_SENTENCES = {
    "beside": "Known as {which}, but each says something of its own: both are kept",
    "fuller": "Says more than {which}, and has taken its place",
    "clean": "Has taken the place of {which}, a copy with errors",
    "faulty": "A copy with errors of {which}: left out",
}
_LOST = {
    "beside": ", this one {lost}",
    "clean": ", which said also {lost}",
    "faulty": ", with {lost}",
}


def _texts_named(connection: Connection) -> frozenset[int]:
    """Return the texts that were imported by a name, of which each is a source of its own."""
    found = connection.execute(select(sources.c.id, sources.c.name, sources.c.fingerprint))
    return frozenset(row.id for row in found if row.fingerprint == _mark("named", row.name))


def _is_game(text: PdnText, game: PdnGame) -> bool:
    """Return whether a text has tags, or moves among which not everything is rubbish."""
    if text.body_offset:
        return True
    if not text.looks.first or game._body is None:
        return bool(text.looks.first)
    return bool(game._body.moves) or all(kind != "junk" for kind, *_ in game._body.items)


def _mark(kind: str, name: str) -> str:
    """Return what tells a text without a file from files and other texts."""
    return hashlib.sha256(f"{kind} {name}".encode()).hexdigest()
