"""Dates as people write them, in the one form of PDN."""

from __future__ import annotations

import re
from calendar import monthrange
from functools import lru_cache

_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})([./-])(\d{1,2}|\?\?)(?:\2(\d{1,2}|\?\?))?(?!\d)")
_YEAR_LAST = re.compile(r"(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)")
_DIGITS = re.compile(r"(?<!\d)(\d{4})(\d\d)(\d\d)(?!\d)")
_NAMED = re.compile(
    r"(?<!\d)(?:(?P<day>\d{1,2})(?:st|nd|rd|th)?\.?[ -](?:of |de |di )?)?"
    r"(?P<month>[^\W\d_]{3,9})\.?"
    r"(?:[ -](?P<behind>\d{1,2})(?:st|nd|rd|th)?)?,?[ -](?:de )?(?P<year>\d{4})(?!\d)"
)
_YEAR = re.compile(r"\d{4}")

# How the months begin in English, German, Dutch, French, Italian, Spanish, Portuguese and Russian.
_MONTHS = (
    "jan jän gen ene янв",
    "feb fév fev feb фев",
    "mar mär maa мар",
    "apr avr abr апр",
    "may mai mei mag май мая",
    "jun jui giu июн",
    "jul lug июл",
    "aug aoû aou ago авг",
    "sep set сен",
    "oct okt ott out окт",
    "nov ноя",
    "dec dez déc dic дек",
)
_MONTH_OF = {begin: at + 1 for at, begins in enumerate(_MONTHS) for begin in begins.split()}


@lru_cache(65_536)  # a file has few of them, and each of its games one
def normalise(text: str) -> str:
    """Return a date as PDN writes it, `??` for what is unknown; without a year it is empty.

    Where day and month could be either way round, only the year is kept.

    >>> [normalise(text) for text in ("2024-3-9", "25.08.2021", "08/25/2021", "20210825")]
    ['2024.03.09', '2021.08.25', '2021.08.25', '2021.08.25']
    >>> [normalise(text) for text in ("25 Nov 1981", "1981-11", "05/08/2021", "spring 1998")]
    ['1981.11.25', '1981.11.??', '2021.??.??', '1998.??.??']
    >>> normalise("?")
    ''
    """
    for read in (_year_first, _year_last, _digits, _find_named):
        if found := read(text):
            return found
    alone = _YEAR.search(text)
    return f"{alone.group()}.??.??" if alone else ""


def _year_first(text: str) -> str:
    found = _YEAR_FIRST.search(text)
    if found is None:
        return ""
    year, _, month, day = found.groups()
    return _date(year, month, day) or _date(year, day, month)


def _year_last(text: str) -> str:
    found = _YEAR_LAST.search(text)
    if found is None:
        return ""
    one, _, other, year = found.groups()
    read = {_date(year, other, one), _date(year, one, other)} - {""}
    return read.pop() if len(read) == 1 else ""


def _digits(text: str) -> str:
    found = _DIGITS.search(text)
    return _date(*found.groups()) if found else ""


def _find_named(text: str) -> str:
    for found in _NAMED.finditer(text):
        name = found["month"].casefold()
        month = 7 if name.startswith("juil") else _MONTH_OF.get(name[:3])
        if month is not None:
            return _date(found["year"], str(month), found["day"] or found["behind"])
    return ""


def _date(year: str, month: str | None, day: str | None) -> str:
    """Return a date of its parts, each of which may be unknown; empty where it is none."""
    if month is None or not month.isdigit():
        return "" if day is not None and day.isdigit() else f"{year}.??.??"
    if not 1 <= int(month) <= 12:
        return ""
    if day is None or not day.isdigit():
        return f"{year}.{int(month):02}.??"
    in_month = 1 <= int(day) <= monthrange(max(1, int(year)), int(month))[1]
    return f"{year}.{int(month):02}.{int(day):02}" if in_month else ""
