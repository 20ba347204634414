"""Entry fees: read as people write them, summed in whole numbers, printed for the desk alone."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.club_event import club_evening

from crownhead.competition import CompetitionError
from crownhead.competition.eventfile import dumps
from crownhead.competition.fees import FREE, MOST_SUM, Fees, Till
from crownhead.competition.sheets import OF_THE_DESK, SHEETS, sheet
from crownhead.locales import Catalogue


@pytest.mark.parametrize(
    ("text", "currency", "amounts"),
    [
        ("10 EUR", "EUR", {"": 1000}),
        ("€ 7,5", "EUR", {"": 750}),
        ("adults 10, youth 5.50 EUR", "EUR", {"adults": 1000, "youth": 550}),
        ("Mitglieder 3,50 / Gäste 5 EUR", "EUR", {"Mitglieder": 350, "Gäste": 500}),
        ("full=10,reduced=5;free=0 GBP", "GBP", {"full": 1000, "reduced": 500, "free": 0}),
        ("2000 JPY", "JPY", {"": 2000}),
        ("1,250 KWD", "KWD", {"": 1250}),
    ],
)
def test_fees_are_read_as_people_write_them(
    text: str, currency: str, amounts: dict[str, int]
) -> None:
    fees = Fees.parse(text)
    assert (fees.currency, dict(fees.amounts)) == (currency, amounts)
    assert Fees.parse(str(fees)) == fees


@pytest.mark.parametrize(
    "text",
    [
        "",
        "10",
        "EUR",
        "10 eur",
        "10 EUR, 5 USD",
        "10,555 EUR",
        "2000,5 JPY",
        "-5 EUR",
        "a 1 a 2 EUR",
    ]
    + ["a 1, a 2 EUR", "a 1, 2 EUR", "1, b 2 EUR", "999999999 EUR", "DGB 5 EUR", "1e3 EUR"]
    + [", ".join(f"{sign} 1" for sign in "abcdefghi") + " EUR", "a\u202e 5 EUR"],
)
def test_what_is_no_fee_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(CompetitionError) as refused:
        Fees.parse(text)
    assert refused.value.key == "fees" or "\u202e" in text


@given(
    st.lists(st.tuples(st.integers(0, MOST_SUM), st.sampled_from([None, "a", "b", FREE]))),
    st.sampled_from(["EUR", "JPY", "KWD"]),
)
def test_sums_are_those_of_whole_numbers(paid: list[tuple[int, str | None]], currency: str) -> None:
    till = Till(Fees(currency, {"a": 1001, "b": 333}))
    for n, (sum_, kind) in enumerate(paid):
        till = till.note(f"P{n}", sum_, kind)
    names = [f"P{n}" for n in range(len(paid))]
    owed = {None: 1001, "a": 1001, "b": 333, FREE: 0}
    assert till.sums(names) == (sum(s for s, _ in paid), sum(owed[kind] for _, kind in paid))
    for n, (sum_, _) in enumerate(paid):
        assert till.fees.amount(till.fees.number(till.paid(f"P{n}"), ",")) == sum_


def test_the_kind_of_a_fee_stays_until_another_is_said() -> None:
    till = Till(Fees.parse("full 10, reduced 5 EUR")).note("Anna", 0, "reduced").note("Anna", 500)
    assert (till.kind("Anna"), till.due("Anna"), till.due("Bert")) == ("reduced", 500, 1000)
    with pytest.raises(CompetitionError, match="known are full, reduced, free"):
        till.note("Anna", 500, "half")
    # Kinds may be called otherwise later: who had one of those before owes the usual amount.
    later = Till(Fees.parse("all 8 EUR"), till.payments)
    assert (later.kind("Anna"), later.due("Anna"), later.paid("Anna")) == ("all", 800, 500)


def cells(text: str) -> list[list[str]]:
    lines = re.findall(r"<tr>(.*?)</tr>", text.partition("<tbody>")[2].partition("</tbody>")[0])
    return [[unescape(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", line)] for line in lines]


@pytest.mark.parametrize(
    ("language", "free", "sums"),
    [("de", "frei", "10,50 EUR von 60,00 EUR bezahlt."), ("en", "free", "10.50 EUR paid of 60.00")],
)
def test_sheets_for_the_desk_say_who_has_paid(language: str, free: str, sums: str) -> None:
    log = club_evening()
    names = [each.name for each in log.competition.entrants]
    assert len(names) == 7
    till = Till(Fees.parse("10 EUR")).note(names[0], 1050).note(names[1], 0, FREE)
    words = Catalogue(language)
    text = sheet("participants", log, words, till=till)
    rows = {row[1]: row[-3:] for row in cells(text)}
    point = words.text("language.point")
    assert rows[names[0]] == ["", f"10{point}50", f"10{point}00"]
    assert rows[names[1]] == [free, f"0{point}00", f"0{point}00"]
    assert sums in text
    open_ = {row[0]: row[-2] for row in cells(sheet("checkin", log, words, till=till))}
    assert (open_[names[0]], open_[names[2]]) == (f"0{point}00", f"10{point}00")


def test_no_other_sheet_nor_the_file_says_what_somebody_has_paid() -> None:
    log, words = club_evening(), Catalogue("en")
    till = Till(Fees.parse("10 EUR")).note(log.competition.entrants[0].name, 1337)
    for kind in SHEETS:
        assert ("13.37" in sheet(kind, log, words, till=till)) == (kind in OF_THE_DESK), kind
        assert "EUR" not in sheet(kind, log, words)
    assert set(OF_THE_DESK) == {"participants", "checkin"}
    assert "EUR" not in dumps(log)
