"""The book of ballots: what is known of each card of a deck, as claims that anybody can verify.

A claim is a line of JSON. It says of one card what it is worth, by which line, and on what ground:
a search that everybody can repeat, a line that ends in the endgame tables, or a proof.

>>> from crownhead.ballots import deck
>>> from crownhead.ballotbook.searching import search
>>> from crownhead.endgame.tables import Tables
>>> claim = search(deck("english-3move").card(60), Tables.open("english"), nodes=2_000)
>>> claim.status, claim.depth > 5, verify(claim).repeated
('searched', True, True)
"""

from crownhead.ballotbook.book import Book, book
from crownhead.ballotbook.claims import Claim, Proved, Searched, TableBacked
from crownhead.ballotbook.verifying import Verified, verify

__all__ = [
    "Book",
    "Claim",
    "Proved",
    "Searched",
    "TableBacked",
    "Verified",
    "book",
    "verify",
]
