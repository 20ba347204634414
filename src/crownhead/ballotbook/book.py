"""The book: of each card of a deck the best claims that are known, the package's or one's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from crownhead.ballotbook import ledger
from crownhead.ballotbook.claims import (
    Claim,
    Known,
    Proved,
    Searched,
    Status,
    TableBacked,
    Value,
    Verdict,
)
from crownhead.ballots import DECKS, Card, Deck, UnknownDeck, deck

C = TypeVar("C", bound=Claim)

_LEANING: Mapping[Value, Verdict] = {
    "white": "white better",
    "draw": "level",
    "black": "black better",
}

SHIPPED = Path(__file__).parent.parent / "data" / "ballotbook"
"""Where the books are that the package carries."""
SUFFIX = ".claims"


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of one card: the best claim of each kind, None where there is none."""

    card: Card
    searched: Searched | None = None
    backed: TableBacked | None = None
    proved: Proved | None = None

    @property
    def claims(self) -> tuple[Known, ...]:
        """Return the claims, the one that weighs most first."""
        known = (self.proved, self.backed, self.searched)
        return tuple(claim for claim in known if claim is not None)

    @property
    def best(self) -> Known | None:
        """Return the claim whose verdict counts: a proof of the card itself, else its search."""
        if self.proved is not None and not self.proved.line:
            return self.proved
        return self.searched or self.backed

    @property
    def status(self) -> Status | None:
        """Return on what ground the verdict stands; None where there is none.

        The tables back what a search says where its line ends for the same side, or in a draw.
        """
        best, backed = self.best, self.backed
        if best is None or isinstance(best, Proved) or backed is None:
            return None if best is None else best.status
        agreed = self.verdict in (_LEANING[backed.value], backed.verdict)
        return "table-backed" if agreed else "searched"

    @property
    def verdict(self) -> Verdict | None:
        """Return what the card is worth by its best claim; a line alone proves no win and no draw.

        >>> from crownhead.ballots import deck
        >>> Entry(deck("english-3move").card(1)).verdict is None
        True
        """
        if isinstance(self.best, TableBacked):
            return _LEANING[self.best.value]
        return None if self.best is None else self.best.verdict

    @property
    def proved_from(self) -> int | None:
        """Return after how many plies of its line the rest is proved; 0 where the card is."""
        if self.proved is None:
            return None
        length = len(self.proved.line)
        if length and (self.backed is None or self.backed.line[:length] != self.proved.line):
            return None
        return length

    def with_claim(self, claim: Known) -> Entry:
        """Return the entry with a claim, where it weighs no less than the one of its kind."""
        if isinstance(claim, Searched):
            return Entry(self.card, _better(self.searched, claim), self.backed, self.proved)
        if isinstance(claim, TableBacked):
            return Entry(self.card, self.searched, _better(self.backed, claim), self.proved)
        return Entry(self.card, self.searched, self.backed, _better(self.proved, claim))


class Book:
    """Hold what is known of the cards of one deck, in their order.

    >>> book = Book("english-3move")
    >>> len(book), book.entry(60).status is None
    (174, True)
    """

    def __init__(self, of: str | Deck, claims: Iterable[Known] = ()) -> None:
        self.deck = deck(of)
        self._entries = {card.code: Entry(card) for card in self.deck}
        for claim in claims:
            self.add(claim)

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        """Yield what is known of each card."""
        return iter(self._entries.values())

    def __repr__(self) -> str:
        known = sum(entry.status is not None for entry in self)
        return f"<Book of {self.deck.key}: {known} of {len(self)} cards>"

    @property
    def claims(self) -> Iterator[Known]:
        """Yield all claims, card by card."""
        for entry in self:
            yield from entry.claims

    def entry(self, code: int | str) -> Entry:
        """Return what is known of a card; raise `UnknownCard` where the deck has none such."""
        return self._entries[self.deck.card(code).code]

    def add(self, claim: Known) -> bool:
        """Take in a claim of this deck; return whether it says more than what was known.

        It is not verified. Raises `UnknownDeck` for one of another deck.
        """
        if claim.card.deck != self.deck.key:
            raise UnknownDeck(f"A claim of {claim.card.deck} is none of {self.deck.key}")
        before = self._entries[claim.card.code]
        after = self._entries[claim.card.code] = before.with_claim(claim)
        return after != before

    def improves(self, claim: Known) -> bool:
        """Return whether a claim says more than what is known; raises as `add`."""
        return Book(self.deck, self.entry(claim.card.code).claims).add(claim)

    def write(self, path: Path) -> None:
        """Write the claims, card by card, in place of what the file held. Raises `OSError`."""
        ledger.write(path, self.claims)


def read(path: Path, of: str | Deck | None = None) -> Book:
    """Read a book; its claims are not verified, and of each kind the best of a card counts.

    Its deck is that of its first claim where none is named. Raises `InvalidClaim` naming the line,
    `UnknownDeck` where claims are of several decks or there are none, and `OSError`.
    """
    claims = list(ledger.read(path))
    if of is None and not claims:
        raise UnknownDeck(f"{path} holds no claims, and no deck is named")
    return Book(claims[0].card.deck if of is None else of, claims)


def shipped_path(key: str) -> Path:
    """Return where the package carries the book of a deck, if it does."""
    return SHIPPED / f"{key}{SUFFIX}"


def decks() -> tuple[str, ...]:
    """Return the decks of which the package carries a book."""
    return tuple(key for key in DECKS if shipped_path(key).is_file())


@cache
def book(key: str) -> Book | None:
    """Return the book of a deck that the package carries, None where it carries none.

    Raises `UnknownDeck`.

    >>> book("english-5move") is None
    True
    """
    path = shipped_path(deck(key).key)
    return read(path, key) if path.is_file() else None


def _better(before: C | None, claim: C) -> C:
    return claim if before is None or claim.weight >= before.weight else before
