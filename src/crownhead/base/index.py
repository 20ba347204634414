"""The index of positions: sorted segments of entries, found by key without reading the rest.

A batch of games becomes one segment. Where segments of about the same size grow many they are
merged into one, so that a position is looked up in a few places however many batches there were.
Blocks are ordered by the unsigned key; the database compares signed numbers, so a key is kept with
its highest bit turned over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, delete, func, insert, select, update

from crownhead.base import entries as entry
from crownhead.base.entries import Counts, Entries
from crownhead.base.schema import blocks, counts, segments

MOST_ALIKE = 8
"""Segments of about one size that are not merged yet."""

LARGEST = 30_000_000
"""Entries of a segment from which on it is left as it is: more would not fit into memory twice."""

_FLIP = 2**63


def _place(key: int) -> int:
    """Return a key as a signed number that is ordered as the unsigned keys are."""
    return key - _FLIP


def write(connection: Connection, entries: Entries) -> None:
    """Store a batch of entries, sorted by key and game, as a new segment."""
    if len(entries):
        _store(connection, entries)
        _merge(connection)


def _store(connection: Connection, ordered: Entries) -> None:
    number = (connection.scalar(select(func.max(segments.c.id))) or 0) + 1
    connection.execute(insert(segments), {"id": number, "entries": len(ordered)})
    rows = []
    for place, begin in enumerate(range(0, len(ordered), entry.BLOCK)):
        block = ordered[begin : begin + entry.BLOCK]
        rows.append({"segment": number, "place": place} | _block(block))
    connection.execute(insert(blocks), rows)
    many = [
        {"segment": number, "key": _place(key), "packed": entry.count_moves(found).tobytes()}
        for key, found in entry.groups(ordered)
    ]
    if many:
        connection.execute(insert(counts), many)


def _block(block: Entries) -> dict[str, Any]:
    """Return what is stored of a block: where it begins and ends, and its entries."""
    first, last = _place(int(block["key"][0])), _place(int(block["key"][-1]))
    return {"first": first, "last": last, "packed": entry.pack(block)}


def _merge(connection: Connection) -> None:
    """Merge the segments of one size, where they have grown many."""
    rows = connection.execute(select(segments.c.id, segments.c.entries)).all()
    sizes: dict[int, list[int]] = {}
    for number, size in rows:
        if size < LARGEST:
            sizes.setdefault(size.bit_length() // 3, []).append(number)
    alike = next((found for found in sizes.values() if len(found) >= MOST_ALIKE), None)
    if alike is None:
        return
    found = [_segment(connection, number) for number in alike]
    for table, column in ((blocks, blocks.c.segment), (counts, counts.c.segment)):
        connection.execute(delete(table).where(column.in_(alike)))
    connection.execute(delete(segments).where(segments.c.id.in_(alike)))
    _store(connection, entry.sort_entries(np.concatenate(found)))


def _segment(connection: Connection, number: int) -> Entries:
    wanted = select(blocks.c.packed).where(blocks.c.segment == number).order_by(blocks.c.place)
    return np.concatenate([entry.unpack(block) for block in connection.scalars(wanted)])


def remove(connection: Connection, keys: npt.NDArray[np.uint64], games: list[int]) -> None:
    """Delete the entries of games, whose positions have these keys, and count without them."""
    places = np.unique(keys ^ np.uint64(_FLIP)).view(np.int64)
    for number in connection.scalars(select(segments.c.id)).all():
        gone = _take_out(connection, number, np.sort(places), games)
        if len(gone):
            left = segments.c.entries - len(gone)
            changed = update(segments).where(segments.c.id == number)
            connection.execute(changed.values(entries=left))
            _discount(connection, number, gone)
    connection.execute(delete(segments).where(segments.c.entries == 0))


def _take_out(
    connection: Connection, number: int, places: npt.NDArray[np.int64], games: list[int]
) -> Entries:
    """Delete entries of games from the blocks of a segment, and return them."""
    here = blocks.c.segment == number
    wanted = select(blocks.c.place, blocks.c.first, blocks.c.last).where(here)
    gone = [np.zeros(0, entry.ENTRY)]
    for place, first, last in connection.execute(wanted).all():
        if np.searchsorted(places, first, "left") == np.searchsorted(places, last, "right"):
            continue
        this = (here, blocks.c.place == place)
        block = entry.unpack(connection.scalars(select(blocks.c.packed).where(*this)).one())
        mask = np.isin(block["game"], games)
        if not mask.any():
            continue
        gone.append(block[mask])
        if mask.all():
            connection.execute(delete(blocks).where(*this))
        else:
            connection.execute(update(blocks).where(*this).values(_block(block[~mask])))
    return np.concatenate(gone)


def _discount(connection: Connection, number: int, gone: Entries) -> None:
    """Take entries out of the counts of a segment."""
    here = counts.c.segment == number
    for place in connection.scalars(select(counts.c.key).where(here)).all():
        part = gone[gone["key"] == np.uint64(place + _FLIP)]
        if not len(part):
            continue
        this = (here, counts.c.key == place)
        known = connection.scalars(select(counts.c.packed).where(*this)).one()
        left = entry.subtract(np.frombuffer(known, entry.COUNT), part)
        if len(left):
            connection.execute(update(counts).where(*this).values(packed=left.tobytes()))
        else:
            connection.execute(delete(counts).where(*this))


def find(connection: Connection, key: int) -> Iterator[Entries]:
    """Yield the entries of a position, block by block, the games of a segment in order."""
    for number in connection.scalars(select(segments.c.id).order_by(segments.c.id)):
        yield from _find(connection, number, key)


def _find(connection: Connection, number: int, key: int) -> Iterator[Entries]:
    place = _place(key)
    here = blocks.c.segment == number
    start = select(func.max(blocks.c.first)).where(here, blocks.c.first <= place)
    first = connection.scalar(start)
    if first is None:
        return
    # Blocks that begin with this very key may stand behind one that ends with it.
    before = select(func.max(blocks.c.first)).where(here, blocks.c.first < place)
    earliest = connection.scalar(before) if first == place else first
    wanted = (
        select(blocks.c.packed)
        .where(here, blocks.c.first >= (first if earliest is None else earliest))
        .where(blocks.c.first <= place, blocks.c.last >= place)
        .order_by(blocks.c.place)
    )
    for block in connection.scalars(wanted):
        found = entry.unpack(block)
        begin = np.searchsorted(found["key"], np.uint64(key), "left")
        end = np.searchsorted(found["key"], np.uint64(key), "right")
        if end > begin:
            yield found[begin:end]


def count(connection: Connection, key: int) -> Counts:
    """Return what was played in a position, and how those games ended."""
    parts = []
    # With the segments named the key is looked up in each; else all keys would be gone through.
    ready = select(counts.c.segment, counts.c.packed).where(
        counts.c.segment.in_(select(segments.c.id)), counts.c.key == _place(key)
    )
    counted = {row.segment: row.packed for row in connection.execute(ready)}
    for number in connection.scalars(select(segments.c.id)):
        if number in counted:
            parts.append(np.frombuffer(counted[number], entry.COUNT))
        else:
            parts += [entry.count_moves(found) for found in _find(connection, number, key)]
    return entry.sum_counts(parts)


def count_within(connection: Connection, key: int, games: npt.NDArray[np.uint32]) -> Counts:
    """Return what was played in a position, and how those games ended, in some games alone."""
    return entry.sum_counts(
        [entry.count_moves(found[np.isin(found["game"], games)]) for found in find(connection, key)]
    )
