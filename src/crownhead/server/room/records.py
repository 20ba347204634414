"""Records that strangers send: house rules and games as plain data, looked at before they are read.

Numbers in records are whole. A float, a huge number or endless nesting is no mistake of a player,
so it is refused at once, with its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from crownhead.errors import CrownheadError, InvalidRecord

T = TypeVar("T")

DEEPEST = 16
MOST_PARTS = 200_000
MOST_TOGETHER = 10_000
"""Parts of one list, or of one object; a game has 5,000 events."""
LONGEST_TEXT = 1_000
"""Characters: no position is longer."""
LARGEST = 2**53
_AMISS = (TypeError, ValueError, AttributeError, LookupError, OverflowError, RecursionError)


class MalformedRecord(InvalidRecord):
    """Refuse a record that is no record at all."""


class TooDeep(MalformedRecord):
    """Refuse a record that is nested as no record is."""


def check(record: Any) -> None:
    """Raise `MalformedRecord` for what no record holds: floats, huge numbers, texts without end.

    >>> check({"rules": {"endings": [0.5]}})
    Traceback (most recent call last):
    ...
    crownhead.server.room.records.MalformedRecord: Record: rules.endings.0: 0.5 is no whole number
    """
    parts = 0
    waiting: list[tuple[str, Any, int]] = [("", record, 0)]
    while waiting:
        where, value, depth = waiting.pop()
        parts += 1
        if depth > DEEPEST:
            raise TooDeep("Record: nested too deeply")
        if parts > MOST_PARTS:
            raise MalformedRecord("Record: too many parts")
        if isinstance(value, float):
            raise MalformedRecord(f"Record: {where}: {value!r} is no whole number")
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            raise MalformedRecord(f"Record: {where}: longer than {LONGEST_TEXT} characters")
        if isinstance(value, dict | list) and len(value) > MOST_TOGETHER:
            raise MalformedRecord(f"Record: {where}: more than {MOST_TOGETHER} parts")
        if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
            raise MalformedRecord(f"Record: {where}: the number is too large")
        inside: Iterable[tuple[object, Any]] = ()
        if isinstance(value, dict):
            if any(len(str(key)) > LONGEST_TEXT for key in value):
                raise MalformedRecord(f"Record: {where}: a name is too long")
            inside = value.items()
        elif isinstance(value, list):
            inside = enumerate(value)
        prefix = f"{where[:80]}." if where else ""
        waiting += ((f"{prefix}{str(key)[:40]}", part, depth + 1) for key, part in inside)


def read(record: Any, reader: Callable[[Any], T]) -> T:
    """Return what the reader makes of a record. Raises `CrownheadError` for whatever is amiss."""
    check(record)
    try:
        return reader(record)
    except CrownheadError:
        raise
    except _AMISS as error:
        raise MalformedRecord(f"Record: {str(error).splitlines()[0][:120]}") from None
