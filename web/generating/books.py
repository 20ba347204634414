"""The opening books for the engine in the page."""

from __future__ import annotations

from random import Random
from typing import Any

from crownhead import Game
from crownhead._core import Book
from crownhead.ballots import DECKS, deck
from crownhead.endgame.files import family, switches
from crownhead.engines.book import books
from crownhead.variants import VARIANTS, Variant
from generating.weights import vary

SEEDS = 8


def games() -> list[dict[str, Any]]:
    """Return the names of the books, and the switches of the games that they fit."""
    return [{"name": name, "rules": switches(VARIANTS[name])} for name in files()]


def files() -> dict[str, bytes]:
    """Return all books by the name of their game."""
    paths = sorted(books.SHIPPED.glob(f"*{books.SUFFIX}"))
    return {path.stem: path.read_bytes() for path in paths}


def cases() -> dict[str, Any]:
    """Return which books games have, and moves that level 10 plays by them."""
    dice = Random(59)
    house = [vary(dice, variant) for variant in VARIANTS.values() for _ in range(3)]
    carried = {name: books.read(content) for name, content in files().items()}
    return {
        "booked": [
            [variant.to_dict()["rules"], family(variant) if family(variant) in carried else None]
            for variant in [*VARIANTS.values(), *house]
        ],
        "recited": [
            [key, seed, *_recite(variant, carried[family(variant)], seed)]
            for key, variant in VARIANTS.items()
            if family(variant) in carried
            for seed in range(SEEDS)
        ],
    }


def _recite(variant: Variant, book: Book, seed: int) -> tuple[list[str], list[str]]:
    """Return the first moves of a game, and those that the book has after them."""
    cards = [
        card for name, game in DECKS.items() if game == variant.key for card in deck(name).playable
    ]
    opening = list(cards[seed % len(cards)].moves) if cards and seed else []
    game = Game(variant)
    for move in opening:
        game.play(move)
    while (move := book.draw(game.position, seed)) is not None:
        game.play(move)
    moves = [event.to_dict()["move"] for event in game.events]
    return moves[: len(opening)], moves[len(opening) :]
