"""Storing: the rows of games, with their names, texts and entries, written and removed together."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import Connection, Select, delete, func, insert, select, update

from crownhead.base import entries as entry
from crownhead.base import index, losses
from crownhead.base.identity import identity, salt
from crownhead.base.record import Record, game_of, record_of
from crownhead.base.schema import games, names, texts, variants
from crownhead.formats.pdn import PdnGame
from crownhead.formats.pdn.names import fold
from crownhead.variants import Variant

TOGETHER = 128
"""Games that are compressed together."""
AT_ONCE = 500
"""Values of one question."""


def portions(values: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Yield values in portions that a database takes at once."""
    for begin in range(0, len(values), AT_ONCE):
        yield values[begin : begin + AT_ONCE]


class Names:
    """Know the numbers of names and of variants, in one database and as long as it is written."""

    def __init__(self) -> None:
        self._names: dict[str, int] = {}
        self._variants: dict[Variant | None, tuple[int | None, int]] = {None: (None, 0)}

    def of_variant(self, connection: Connection, variant: Variant | None) -> tuple[int | None, int]:
        """Return the number of a variant, which is added where it is new, and its salt."""
        known = self._variants.get(variant)
        if known is None and variant is not None:
            text = identity(variant)
            number = connection.scalar(select(variants.c.id).where(variants.c.identity == text))
            if number is None:
                number = _next(connection, variants)
                connection.execute(insert(variants), {"id": number, "identity": text})
            known = self._variants[variant] = number, salt(variant)
        assert known is not None
        return known

    def number_names(self, connection: Connection, wanted: Iterable[str]) -> dict[str, int]:
        """Return the numbers of names, new ones added."""
        missing = sorted(set(wanted) - self._names.keys())
        for part in portions(missing):
            asked = select(names.c.text, names.c.id).where(names.c.text.in_(part))
            self._names.update((text, number) for text, number in connection.execute(asked))
        unknown = [name for name in missing if name not in self._names]
        if unknown:
            first = _next(connection, names)
            rows = [
                {"id": first + place, "text": name, "folded": fold(name)}
                for place, name in enumerate(unknown)
            ]
            connection.execute(insert(names), rows)
            self._names.update((str(row["text"]), int(str(row["id"]))) for row in rows)
        return self._names


def store(
    connection: Connection, known: Names, records: list[Record], numbers: Sequence[int | None]
) -> list[int]:
    """Store records as games with these numbers, the next free ones for those without.

    Returns the numbers, in the order of the records.
    """
    if not records:
        return []
    free = _next(connection, games)
    given = []
    for number in numbers:
        given.append(free if number is None else number)
        free += number is None
    stored = list(given)
    in_order = sorted(zip(given, records, strict=True), key=lambda pair: pair[0])
    records, given = [record for _, record in in_order], [number for number, _ in in_order]
    named = known.number_names(
        connection, (name for each in records for name in (each.white, each.black, each.event))
    )
    rows, salts = [], []
    places = _pack(connection, [record.text for record in records])
    for number, record, (text, begin, end) in zip(given, records, places, strict=True):
        variant, mixed = known.of_variant(connection, record.variant)
        rows.append(
            {
                "id": number,
                "variant": variant,
                "white": named[record.white],
                "black": named[record.black],
                "event": named[record.event],
                "date": record.date,
                "result": record.result,
                "plies": record.plies,
                "faults": len(record.errors),
                "source": record.source,
                "line": record.line,
                "text": text,
                "begin": begin,
                "end": end,
                "moves": record.moves,
            }
        )
        salts.append(mixed)
    connection.execute(insert(games), rows)
    trails, results = [each.trail for each in records], [each.result for each in records]
    index.write(connection, entry.of_games(trails, given, results, salts))
    losses.write(connection, (loss for record in records for loss in record.losses))
    return stored


def load(connection: Connection, numbers: Iterable[int]) -> dict[int, Stored]:
    """Return games as they were stored."""
    found: dict[int, Stored] = {}
    for part in portions(sorted(set(numbers))):
        unpacked: dict[int, bytes] = {}
        for row in connection.execute(_rows(part)).all():
            if row.text not in unpacked:
                wanted = select(texts.c.packed).where(texts.c.id == row.text)
                unpacked[row.text] = zlib.decompress(connection.scalars(wanted).one())
            found[row.id] = Stored(row, unpacked[row.text][row.begin : row.end])
    return found


@dataclass(slots=True, eq=False)
class Stored:
    """Hold a row of a game with its text, which is read when it is asked for."""

    row: Any
    text: bytes
    _record: Record | None = None

    @property
    def source(self) -> int:
        """Return the number of the file it came in."""
        return int(self.row.source)

    @property
    def game(self) -> PdnGame:
        """Return the game with every tag and comment of its file."""
        return game_of(self.text, self.row.identity, self.row.result)[0]

    @property
    def record(self) -> Record:
        """Return the record that was stored."""
        if self._record is None:
            row, record = self.row, self.read()
            record.line, record.result, record.date = row.line, row.result, row.date
            record.white, record.black, record.event = row.white, row.black, row.event
            self._record = record
        return self._record

    def read(self) -> Record:
        """Return the record as an import would make it now."""
        game, text = game_of(self.text, self.row.identity, self.row.result)
        return record_of(game, text, self.source)


def _rows(numbers: Sequence[int]) -> Select[Any]:
    white, black, event = names.alias("w"), names.alias("b"), names.alias("e")
    joined = (
        games.join(white, games.c.white == white.c.id)
        .join(black, games.c.black == black.c.id)
        .join(event, games.c.event == event.c.id)
        .outerjoin(variants, games.c.variant == variants.c.id)
    )
    columns = [games.c[name] for name in ("id", "source", "line", "result", "date")]
    columns += [games.c.text, games.c.begin, games.c.end, variants.c.identity]
    called = (white.c.text.label("white"), black.c.text.label("black"))
    wanted = select(*columns, *called, event.c.text.label("event")).select_from(joined)
    return wanted.where(games.c.id.in_(numbers)).order_by(games.c.id)


def remove(connection: Connection, numbers: Iterable[int]) -> None:
    """Remove games with all that was stored of them."""
    gone = {number: stored.record for number, stored in load(connection, numbers).items()}
    if not gone:
        return
    keys = [np.zeros(0, np.uint64)]
    for record in gone.values():
        mixed = 0 if record.variant is None else salt(record.variant)
        keys.append(entry.steps(record.trail)["key"] ^ np.uint64(mixed))
    index.remove(connection, np.concatenate(keys), sorted(gone))
    losses.write(connection, (loss for each in gone.values() for loss in each.losses), remove=True)
    holding: set[int] = set()
    for part in portions(sorted(gone)):
        here = games.c.id.in_(part)
        holding.update(connection.scalars(select(games.c.text).where(here)))
        connection.execute(delete(games).where(here))
    for text in sorted(holding):
        _repack(connection, text)


def _repack(connection: Connection, number: int) -> None:
    """Write a text anew with the games alone that are left of it."""
    here = select(games.c.id, games.c.begin, games.c.end).where(games.c.text == number)
    rows = connection.execute(here.order_by(games.c.begin)).all()
    this = texts.c.id == number
    whole = zlib.decompress(connection.scalars(select(texts.c.packed).where(this)).one())
    parts, at = [], 0
    for row in rows:
        part = whole[row.begin : row.end]
        place = {"begin": at, "end": at + len(part)}
        connection.execute(update(games).where(games.c.id == row.id).values(**place))
        parts.append(part)
        at += len(part)
    if parts:
        packed = zlib.compress(b"".join(parts), 1)
        connection.execute(update(texts).where(this).values(packed=packed))
    else:
        connection.execute(delete(texts).where(this))


def _pack(connection: Connection, parts: list[bytes]) -> list[tuple[int, int, int]]:
    """Store texts; return for each where it is: number, begin and end."""
    number = _next(connection, texts)
    places, rows = [], []
    for begin in range(0, len(parts), TOGETHER):
        together = parts[begin : begin + TOGETHER]
        at = 0
        for text in together:
            places.append((number, at, at + len(text)))
            at += len(text)
        rows.append({"id": number, "packed": zlib.compress(b"".join(together), 1)})
        number += 1
    connection.execute(insert(texts), rows)
    return places


def _next(connection: Connection, table: Any) -> int:
    return (connection.scalar(select(func.max(table.c.id))) or 0) + 1
