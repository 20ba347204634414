"""The books that the package carries hold, and `docs/ballotbook.md` has their tables.

Run as a program, this writes the tables anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median_high

import pytest

from crownhead.ballotbook import Searched, book, verify
from crownhead.ballotbook.book import Book, Entry, decks, shipped_path
from crownhead.ballotbook.claims import Verdict
from crownhead.ballotbook.failure import AnotherEngine
from crownhead.ballotbook.searching import engine_of
from crownhead.ballotbook.verifying import tables_of
from crownhead.ballots import DECKS
from crownhead.endgame.tables import Tables

LEAST = {
    "english-3move": 20_000_000,
    "english-2move": 20_000_000,
    "english-11man": 2_000_000,
    "russian-64": 20_000_000,
    "idf-64": 20_000_000,
    "idf-64-brazilian": 20_000_000,
    "english-4move": 5_000_000,
    "brazilian-64": 5_000_000,
    "italian-11man": 2_000_000,
}
"""The decks of which there is a book, and the nodes that each of their cards is searched with."""
DETAILED = "english-3move"
"""Whose cards are listed in the document one by one."""
MOST_BYTES = 10_000_000
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "ballotbook.md"
LIST = "| card | moves | classed as | verdict | for White | depth | ground | its line ends |"
SUMMARY = (
    "| deck | cards | nodes | depth | level | White better | Black better | half within"
    " | lines to the tables | proved ends |"
)


def shipped_book(key: str) -> Book:
    found = book(key)
    assert found is not None
    return found


def test_there_are_these_books() -> None:
    assert set(decks()) == set(LEAST)
    assert sum(shipped_path(key).stat().st_size for key in LEAST) <= MOST_BYTES


@pytest.mark.parametrize("key", LEAST)
def test_every_card_was_searched(key: str) -> None:
    names = {path.name for path in Tables.open(DECKS[key]).files.values()}
    for entry in shipped_book(key):
        assert entry.searched is not None
        assert entry.searched.nodes >= LEAST[key]
        assert entry.searched.tables.keys() == names


@pytest.mark.parametrize("key", LEAST)
def test_lines_tables_and_proofs_hold(key: str) -> None:
    claims = list(shipped_book(key).claims)
    entries = sum(verify(claim, searching=False).entries for claim in claims)
    assert (entries > 0) == any(claim.status == "proved" for claim in claims)


@pytest.mark.parametrize("key", ["english-3move", "idf-64-brazilian"])
def test_a_search_is_repeated_where_the_engine_is_the_same(key: str) -> None:
    claim = next(iter(shipped_book(key))).searched
    assert isinstance(claim, Searched)
    tables = tables_of(claim)
    if claim.engine == engine_of(tables.variant, tables):
        assert verify(claim).repeated
    else:
        with pytest.raises(AnotherEngine, match=claim.engine.search):
            verify(claim)


def summary() -> Iterator[str]:
    """Yield the table of the books."""
    yield SUMMARY
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    yield from (_summed(key) for key in LEAST)


def _summed(key: str) -> str:
    entries = list(shipped_book(key))
    searches = [entry.searched for entry in entries if entry.searched is not None]
    verdicts: Counter[Verdict | None] = Counter(entry.verdict for entry in entries)
    within = median_high([abs(search.score) for search in searches]) / 100
    ends = [entry.backed.verdict for entry in entries if entry.backed is not None]
    lines = ", ".join(f"{count} {end}" for end, count in sorted(Counter(ends).items()))
    proved = sum(entry.proved_from is not None for entry in entries)
    return (
        f"| `{key}` | {len(entries)} | {LEAST[key] // 1_000_000} million"
        f" | {median_high([search.depth for search in searches])}"
        f" | {verdicts['level']} | {verdicts['white better']} | {verdicts['black better']}"
        f" | {within:.2f} | {lines} | {proved or ''} |"
    )


def rows() -> Iterator[str]:
    """Yield the table of the cards of one book."""
    yield LIST
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for entry in shipped_book(DETAILED):
        yield _row(entry)


def _row(entry: Entry) -> str:
    card, searched = entry.card, entry.searched
    assert searched is not None
    ends = "" if entry.backed is None else f"{entry.backed.verdict}, {len(entry.backed.line)} plies"
    if ends and entry.proved_from:
        ends += f", proved from {entry.proved_from} on"
    name = f" ({card.name})" if card.name else ""
    return (
        f"| {card.code} | {' '.join(card.moves)}{name} | {card.status} | {entry.verdict}"
        f" | {searched.score / 100:+.2f} | {searched.depth} | {entry.status} | {ends} |"
    )


def with_tables() -> str:
    """Return the document with its tables as they should be."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for table in (list(summary()), list(rows())):
        before, begun, after = text.partition(table[0] + "\n")
        assert begun, f"{DOCUMENT.name} has no table that begins with {table[0]!r}"
        text = before + "\n".join(table) + "\n\n" + after.partition("\n\n")[2]
    return text


def test_the_books_are_documented() -> None:
    found = DOCUMENT.read_text(encoding="utf-8")
    assert found == with_tables(), "run python tests/ballotbook/test_shipped_book.py"


if __name__ == "__main__":
    text = with_tables()
    DOCUMENT.write_text(text, encoding="utf-8")
