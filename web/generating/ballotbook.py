"""What the book of ballots knows, as the page shows it: in the analysis, and of rounds played."""

from __future__ import annotations

from functools import cache
from typing import Any

from crownhead.ballotbook.book import Entry, book, decks
from crownhead.ballots import DECKS, deck
from crownhead.position import Position

MOST_PLIES = 16
"""Plies of a line that are shown."""


def known() -> dict[str, dict[str, list[int]]]:
    """Return each game's decks of which anything is known.

    Of a deck: the fewest and the most pieces on the board after a card.
    """
    found: dict[str, dict[str, list[int]]] = {}
    for key in decks():
        counts = {len(position.pieces) for _, position in _entries(key)}
        found.setdefault(DECKS[key], {})[key] = [min(counts), max(counts)]
    return found


def of(key: str) -> dict[str, Any]:
    """Return the names of a deck by language, and what is known of its cards, a row for each."""
    cards = [_row(*known) for known in _entries(key) if known[0].status is not None]
    return {"names": dict(deck(key).names), "cards": cards}


@cache
def _entries(key: str) -> list[tuple[Entry, Position]]:
    """Return what the book of a deck has of each card, with the position after its moves."""
    return [(entry, entry.card.position()) for entry in book(key) or ()]


def _row(entry: Entry, position: Position) -> list[Any]:
    """Return code and FEN of the card, verdict, ground, line; score, depth, nodes searched.

    Then how its line down to the tables ends, and after how many plies of it the rest is proved. A
    card that leaves the game as it begins has no FEN: nobody who begins one looks for it.
    """
    card, best, searched = entry.card, entry.best, entry.searched
    fen = "" if position == Position.initial(card.variant) else position.fen()
    row = [card.code, fen, entry.verdict, entry.status]
    row.append("" if best is None else " ".join(best.line[:MOST_PLIES]))
    row += [None] * 3 if searched is None else [searched.score, searched.depth, searched.nodes]
    row.append(None if entry.backed is None else entry.backed.verdict)
    row.append(entry.proved_from)
    return row
