"""Dates: every form that can mean only one day, and never a guess."""

from __future__ import annotations

import pytest

from crownhead.formats.pdn.dates import normalise


@pytest.mark.parametrize(
    "text",
    [
        *("2021.08.25", "2021-08-25", "2021/8/25", "2021.25.08", "25.08.2021", "25-08-2021"),
        *("25/08/2021", "08/25/2021", "20210825", "25 Aug 2021", "25 August 2021", "Aug 25, 2021"),
        *("August 25th, 2021", "25. August 2021", "25 augustus 2021", "25 août 2021"),
        *("25 agosto 2021", "25 de agosto de 2021", "25 августа 2021", "Wed, 25 Aug 2021 10:00"),
    ],
)
def test_one_day(text: str) -> None:
    assert normalise(text) == "2021.08.25"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1981-11", "1981.11.??"),
        ("1981.11.??", "1981.11.??"),
        ("November 1981", "1981.11.??"),
        ("25 Nov 1981", "1981.11.25"),
        ("1 juillet 1990", "1990.07.01"),
        ("4 juin 1990", "1990.06.04"),
        ("05/05/2021", "2021.05.05"),
        ("05.08.2021", "2021.??.??"),  # May or August
        ("2021.13.45", "2021.??.??"),
        ("2021.02.29", "2021.??.??"),
        ("30 February 2021", "2021.??.??"),
        ("1998-99", "1998.??.??"),
        ("99999999", "9999.??.??"),
        ("match 1998", "1998.??.??"),
        ("25.08.21", ""),
        ("????.08.25", ""),
        ("", ""),
    ],
)
def test_what_is_not_known_is_not_guessed(text: str, expected: str) -> None:
    assert normalise(text) == expected


def test_every_day_of_a_century_comes_back() -> None:
    for year in (1900, 1999, 2000):
        for month in range(1, 13):
            for day in (1, 12, 13, 28):
                written = f"{year}.{month:02}.{day:02}"
                assert normalise(written) == normalise(f"{year}-{month}-{day}") == written
                if day > 12 or day == month:
                    assert normalise(f"{day}.{month}.{year}") == written
                    assert normalise(f"{month}/{day}/{year}") == written
