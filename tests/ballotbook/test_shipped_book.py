"""The book that the package carries holds, and `docs/ballotbook.md` has its table.

Run as a program, this writes the table anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from crownhead.ballotbook import Searched, book, verify
from crownhead.ballotbook.book import Book, Entry, decks, shipped_path
from crownhead.ballotbook.failure import AnotherEngine
from crownhead.ballotbook.searching import engine_of
from crownhead.ballotbook.verifying import tables_of

KEY = "english-3move"
MOST_BYTES = 1_500_000
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "ballotbook.md"
HEAD = "| card | moves | classed as | verdict | for White | depth | ground | its line ends |"


def shipped_book() -> Book:
    found = book(KEY)
    assert found is not None
    return found


def test_every_card_was_searched() -> None:
    assert decks() == (KEY,)
    assert shipped_path(KEY).stat().st_size <= MOST_BYTES
    assert len(shipped_book()) == 174
    for entry in shipped_book():
        assert entry.searched is not None
        assert entry.searched.nodes >= 20_000_000
        assert entry.searched.tables.keys() == {f"english-{n}.endgame" for n in (2, 3, 4, 5)}


def test_lines_tables_and_proofs_hold() -> None:
    entries = sum(verify(claim, searching=False).entries for claim in shipped_book().claims)
    assert entries > 0


def test_a_search_is_repeated_where_the_engine_is_the_same() -> None:
    claim = shipped_book().entry(1).searched
    assert isinstance(claim, Searched)
    tables = tables_of(claim)
    if claim.engine == engine_of(tables.variant, tables):
        assert verify(claim).repeated
    else:
        with pytest.raises(AnotherEngine, match=claim.engine.search):
            verify(claim)


def rows() -> Iterator[str]:
    """Yield the table."""
    yield HEAD
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for entry in shipped_book():
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


def with_table() -> str:
    """Return the document with its table as it should be."""
    text = DOCUMENT.read_text(encoding="utf-8")
    before, begun, after = text.partition(HEAD + "\n")
    assert begun, f"{DOCUMENT.name} has no table that begins with {HEAD!r}"
    return before + "\n".join(rows()) + "\n\n" + after.partition("\n\n")[2]


def test_the_book_is_documented() -> None:
    found = DOCUMENT.read_text(encoding="utf-8")
    assert found == with_table(), "run python tests/ballotbook/test_shipped_book.py"


if __name__ == "__main__":
    text = with_table()
    DOCUMENT.write_text(text, encoding="utf-8")
