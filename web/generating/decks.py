"""The decks of balloted openings, as the worker that plays without a server has them."""

from __future__ import annotations

from typing import Any

from crownhead.ballots import DECKS, Card, deck


def games() -> list[str]:
    """Return the games that have decks."""
    return sorted(set(DECKS.values()))


def of(game: str) -> dict[str, list[list[Any]]]:
    """Return the cards of a game's decks, each as a row; in the order of the library."""
    return {key: [_row(card) for card in deck(key)] for key, name in DECKS.items() if name == game}


def _row(card: Card) -> list[Any]:
    """Return number, code, name, FEN of the start, moves, whether it is drawn, and the line.

    The line are the moves as the game writes them; it stands only where the card's own differ.
    """
    start = card.start()
    line, position = [], start
    for text in card.moves:
        move = position.parse(text)
        line.append(str(move))
        position = position.play(move)
    fen = start.fen() if card.start_fen else ""
    row = [card.number, card.code, card.name, fen, " ".join(card.moves), int(card.playable)]
    return row if tuple(line) == card.moves else [*row, " ".join(line)]
