"""How many moves of a game were drawn by lot, so that no player is to blame for them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from crownhead.ballots import DECKS, deck
from crownhead.move import Move
from crownhead.position import Position

BALLOTS = ("english-3move", "russian-64", "idf-64", "brazilian-64", "idf-64-brazilian")
"""The decks that tournaments draw from; those of other lengths are no sign of a draw."""


FEWEST = 3
"""Moves of a card from which on it is told from a game that merely began so."""


def drawn_moves(start: Position, moves: Sequence[Move]) -> int:
    """Return how many of the first moves are those of a card that may be drawn; 0 for none.

    >>> from crownhead import Game
    >>> game = Game("english")
    >>> for move in ("9-13", "21-17", "5-9", "25-21"):
    ...     _ = game.play(move)
    >>> drawn_moves(game.start, game.moves)
    3
    """
    key = start.variant.key
    texts = tuple(str(move) for move in moves[: max(_cards(key), default=0)])
    fits = [n for n, lines in _cards(key).items() if (start.fen(), *texts[:n]) in lines]
    return max(fits, default=0)


@cache
def _cards(variant: str) -> dict[int, frozenset[tuple[str, ...]]]:
    """Return the starts and moves of the playable cards of a game, by how many moves they have."""
    lines: dict[int, set[tuple[str, ...]]] = {}
    for name in BALLOTS:
        if DECKS[name] != variant:
            continue
        for card in deck(name).playable:
            if len(card.moves) >= FEWEST:
                line = (card.start().fen(), *card.moves)
                lines.setdefault(len(card.moves), set()).add(line)
    return {n: frozenset(found) for n, found in lines.items()}
