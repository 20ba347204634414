"""Searching: by player, event, date, result, position, opening, material, or a pattern."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import ColumnElement, Connection, FromClause, Select, and_, func, not_, or_, select

from crownhead.base import entries as entry
from crownhead.base import index
from crownhead.base.identity import identity, salt, variant_of
from crownhead.base.names import RANKS, match_name
from crownhead.base.pattern import Pattern
from crownhead.base.schema import games, names, variants
from crownhead.errors import CrownheadError
from crownhead.openings import positions_of
from crownhead.position import Position
from crownhead.variants import Variant, get

_FIRST = 60
_AT_ONCE = 500

Trails = Callable[[Sequence[int]], Mapping[int, bytes]]
"""Return the trails of games by their numbers, without those that are gone."""

Material = tuple[int, int, int, int]
"""White men, white kings, black men, black kings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Describe the games that are wanted; what is None does not matter.

    `player` has parts of either side's name, in any order and without case and accents, `event`
    parts of an event's. `since` and `until` are dates such as `1998`, `1998.05` or `1998.05.31`,
    both included. `result` is `white`, `black` or `draw`. `position` finds transpositions too;
    `mirrored` adds the same position with the colours changed and the board turned. `opening` is
    a name of `crownhead.openings`, `material` the pieces left at some moment: White's men and
    kings, Black's men and kings. Raises `CrownheadError` for a value of another type.

    >>> from crownhead.base import Pattern
    >>> query = Query(material=(2, 1, 0, 1), pattern=Pattern.read("w27 B5 .22", "russian"))
    """

    player: str | None = None
    white: str | None = None
    black: str | None = None
    event: str | None = None
    since: str | None = None
    until: str | None = None
    result: str | None = None
    variant: str | Variant | None = None
    position: Position | None = None
    mirrored: bool = False
    opening: str | None = None
    material: Material | None = None
    pattern: Pattern | None = None

    def __post_init__(self) -> None:
        for name in ("player", "white", "black", "event", "since", "until", "result", "opening"):
            _check(name, getattr(self, name), str, "text")
        _check("position", self.position, Position, "a Position")
        _check("pattern", self.pattern, Pattern, "a Pattern; Pattern.read makes one of a text")
        given: object = self.material
        if given is not None and not (
            isinstance(given, tuple | list)
            and len(given) == 4
            and all(type(number) is int for number in given)
        ):
            raise CrownheadError(f"Query: material={given!r:.60} is not four numbers")


def _check(name: str, value: object, kind: type, wanted: str) -> None:
    if value is not None and not isinstance(value, kind):
        raise CrownheadError(f"Query: {name}={value!r:.60} is not {wanted}")


@dataclass(frozen=True, slots=True)
class Found:
    """One game that was found; `ply` says after how many plies what was looked for stands there.

    A `position` has no moves, but pieces of its own: a study, or a diagram.
    """

    id: int
    variant: str | None
    white: str
    black: str
    event: str
    date: str
    result: str
    plies: int
    faults: int
    ply: int
    position: bool = False


def find(
    connection: Connection, query: Query, trails: Trails, *, merged: bool = True
) -> Iterator[Found]:
    """Yield the games that a query asks for, those whose names fit as a whole first.

    Those that fit alike come in the order of their import. `merged` says whether the database
    knows names that were merged. Raises `CrownheadError` where the query asks for what cannot be.
    """
    for wanted in _rank(query, merged):
        selected = _select(merged).where(and_(True, *_conditions(query), *wanted))
        selected = selected.order_by(games.c.id)
        if _positions(query):
            rows = _by_position(connection, query, selected)
        else:
            rows = _rows(connection, selected)
        for part in _portions(rows):
            yield from _look_at(query, part, trails)


def _portions(rows: Iterable[tuple[Any, int]]) -> Iterator[list[tuple[Any, int]]]:
    """Yield rows in portions, small ones first: mostly few games are wanted."""
    left, size = iter(rows), _FIRST
    while part := list(islice(left, size)):
        yield part
        size = min(2 * size, _AT_ONCE)


def _look_at(query: Query, rows: list[tuple[Any, int]], trails: Trails) -> Iterator[Found]:
    """Yield those of the games on whose boards stands what a query asks for."""
    on_board = query.material is not None or query.pattern is not None
    needed = [row.id for row, _ in rows if on_board or not row.plies]
    replayed = trails(needed) if needed else {}
    for row, ply in rows:
        trail = replayed.get(row.id, b"")
        if on_board:
            place = _on_board(query, trail)
            if place is None:
                continue
            ply = max(ply, place)
        yield Found(
            row.id,
            row.identity,
            row.white,
            row.black,
            row.event,
            row.date,
            entry.RESULTS[row.result],
            row.plies,
            row.faults,
            ply,
            not row.plies and _set_up(trail, row.identity),
        )


def numbers(connection: Connection, query: Query, *, merged: bool = True) -> npt.NDArray[np.uint32]:
    """Return the numbers of the games that a query asks for, in ascending order.

    Raises `CrownheadError` where it asks for what stands on the board.
    """
    asked = (query.position, query.opening, query.material, query.pattern)
    if any(part is not None for part in asked):
        raise CrownheadError(
            "Query: a tree takes no position, opening, material or pattern", "query_tree"
        )
    wanted = _names(query, RANKS - 1, merged)
    joined = games.outerjoin(variants, games.c.variant == variants.c.id)
    selected = select(games.c.id).select_from(joined).where(*_conditions(query), *wanted)
    found = connection.scalars(selected.order_by(games.c.id))
    return np.fromiter(found, np.uint32)


def _rank(query: Query, merged: bool) -> Iterator[list[ColumnElement[bool]]]:
    """Yield conditions on the names that are asked for, one after the other; none overlaps."""
    before: ColumnElement[bool] | None = None
    for rank in range(RANKS):
        wanted = list(_names(query, rank, merged))
        if not wanted:
            yield []
            return
        yield wanted if before is None else [*wanted, not_(before)]
        before = and_(*wanted)


def _names(query: Query, rank: int, merged: bool) -> Iterator[ColumnElement[bool]]:
    if query.player is not None:
        meant = match_name(query.player, rank, merged=merged)
        yield or_(games.c.white.in_(meant), games.c.black.in_(meant))
    for text, column in (
        (query.white, games.c.white),
        (query.black, games.c.black),
        (query.event, games.c.event),
    ):
        if text is not None:
            yield column.in_(match_name(text, rank, merged=merged))


def _set_up(trail: bytes, variant: str | None) -> bool:
    """Return whether a trail begins with another position than its variant."""
    if variant is None or not trail:
        return False
    return int(entry.steps(trail)["key"][0]) != Position.initial(variant_of(variant)).key


def _positions(query: Query) -> list[Position]:
    found = []
    if query.position is not None:
        found.append(query.position)
        if query.mirrored:
            found.append(query.position.mirror())
    if query.opening is not None:
        if found:
            raise CrownheadError("Query: give a position or an opening, not both", "query_both")
        variant = None if query.variant is None else get(query.variant)
        found = positions_of(query.opening, variant)
    return found


def _by_position(
    connection: Connection, query: Query, selected: Select[Any]
) -> Iterator[tuple[Any, int]]:
    seen: set[int] = set()
    for position in _positions(query):
        key = position.key ^ salt(position.variant)
        for found in index.find(connection, key):
            plies = dict(zip(found["game"].tolist(), found["ply"].tolist(), strict=True))
            numbers = [number for number in plies if number not in seen]
            seen.update(numbers)
            for part in _parts(numbers):
                for row in connection.execute(selected.where(games.c.id.in_(part))):
                    yield row, plies[row.id]


def _parts(numbers: list[int]) -> Iterator[list[int]]:
    """Yield the numbers in parts, small ones first: mostly few games are wanted."""
    begin, size = 0, _FIRST
    while begin < len(numbers):
        yield numbers[begin : begin + size]
        begin, size = begin + size, min(2 * size, _AT_ONCE)


def _rows(connection: Connection, selected: Select[Any]) -> Iterator[tuple[Any, int]]:
    for row in connection.execute(selected.execution_options(yield_per=_AT_ONCE)):
        yield row, 0


def _select(merged: bool) -> Select[Any]:
    """Return what asks for games, with the names under which players are told."""
    white, black, event = names.alias("w"), names.alias("b"), names.alias("e")
    joined: FromClause = games
    for name, column in ((white, games.c.white), (black, games.c.black)):
        if merged:
            spelt = names.alias(f"{name.name}_spelt")
            person = func.coalesce(spelt.c.person, spelt.c.id)
            joined = joined.join(spelt, column == spelt.c.id).join(name, name.c.id == person)
        else:
            joined = joined.join(name, column == name.c.id)
    joined = joined.join(event, games.c.event == event.c.id)
    joined = joined.outerjoin(variants, games.c.variant == variants.c.id)
    columns = (
        games.c.id,
        variants.c.identity,
        white.c.text.label("white"),
        black.c.text.label("black"),
        event.c.text.label("event"),
        games.c.date,
        games.c.result,
        games.c.plies,
        games.c.faults,
    )
    return select(*columns).select_from(joined)


def _conditions(query: Query) -> Iterator[ColumnElement[bool]]:
    if query.since is not None:
        yield games.c.date >= _day(query.since)
    if query.until is not None:
        yield and_(games.c.date != "", games.c.date <= _day(query.until) + "~")
    if query.result is not None:
        if query.result not in entry.RESULTS:
            raise CrownheadError(
                f"Query: result={query.result!r} is not white, black or draw",
                "query_result",
                text=query.result,
            )
        yield games.c.result == entry.RESULTS.index(query.result)
    if query.variant is not None:
        yield variants.c.identity == identity(get(query.variant))


def _day(text: str) -> str:
    parts = re.split("[./-]", text)
    if not 1 <= len(parts) <= 3 or not all(part.isdecimal() for part in parts):
        raise CrownheadError(
            f"Query: {text[:20]!r} is not a date such as 1998 or 1998.05.31",
            "query_date",
            text=text[:20],
        )
    return ".".join((parts[0].zfill(4), *(part.zfill(2) for part in parts[1:])))


def _on_board(query: Query, trail: bytes) -> int | None:
    """Return the first ply at which material and pattern are on the board, or None."""
    positions = entry.steps(trail)
    held = np.ones(len(positions), bool)
    if query.pattern is not None:
        held[:] = False
        held[query.pattern.matches(trail)] = True
    if query.material is not None:
        kings = positions["kings"]
        sets = [
            positions[side] & (kings if crowned else ~kings)
            for side in ("white", "black")
            for crowned in (False, True)
        ]
        for pieces, number in zip(sets, query.material, strict=True):
            held &= np.bitwise_count(pieces).sum(axis=1) == number
    return next(map(int, islice(np.flatnonzero(held), 1)), None)
