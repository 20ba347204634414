"""What the book of ballots knows, as the page shows it: in the analysis, and of rounds played."""

from __future__ import annotations

from typing import Any

from crownhead.ballotbook.book import Entry, book, decks
from crownhead.ballots import DECKS

MOST_PLIES = 16
"""Plies of a line that are shown."""


def games() -> list[str]:
    """Return the games of which any ballot is known."""
    return sorted({DECKS[key] for key in decks()})


def of(game: str) -> list[list[Any]]:
    """Return what is known of the ballots of a game, a row for each card."""
    return [
        _row(entry)
        for key in decks()
        if DECKS[key] == game
        for entry in book(key) or ()
        if entry.status is not None
    ]


def _row(entry: Entry) -> list[Any]:
    """Return deck, code and FEN of the card, verdict, ground, line; score, depth, nodes searched.

    Then how its line down to the tables ends, and after how many plies of it the rest is proved.
    """
    card, best, searched = entry.card, entry.best, entry.searched
    row = [card.deck, card.code, card.position().fen(), entry.verdict, entry.status]
    row.append("" if best is None else " ".join(best.line[:MOST_PLIES]))
    row += [None] * 3 if searched is None else [searched.score, searched.depth, searched.nodes]
    row.append(None if entry.backed is None else entry.backed.verdict)
    row.append(entry.proved_from)
    return row
