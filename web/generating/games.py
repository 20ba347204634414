"""What the client knows of each game: how its board is drawn, and how to name it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from crownhead import Position
from crownhead.ballots import DECKS
from crownhead.rules import Aim, Board, Choice, Step
from crownhead.variants import VARIANTS, Variant


def card(variant: Variant) -> dict[str, Any]:
    """Return what drawing a game takes."""
    board = variant.rules.board
    return {
        "key": variant.key,
        "names": dict(variant.names),
        "width": board.width,
        "full": board is Board.FULL_8,
        "mirrored": variant.mirrored,
        "first_square": variant.first_square,
        "notation": variant.notation,
        "first": variant.first,
        "crowning": variant.rules.crowning.value,
        "removal": variant.rules.removal.value,
        "compulsory": variant.rules.compulsory,
        "duty": variant.rules.refusal_duty,
        "decks": [deck for deck, game in DECKS.items() if game == variant.key],
        "features": list(features(variant)),
        "start": Position.initial(variant).letters()[1:],
    }


def features(variant: Variant) -> Iterator[str]:
    """Yield what is special about a game, as keys of `web.feature`."""
    rules = variant.rules
    if rules.aim is not Aim.NORMAL:
        yield f"aim_{rules.aim.value}"
    if rules.too_few:
        yield "too_few"
    if rules.board is Board.FULL_8:
        yield "straight"
    elif rules.king_capture & Step.STRAIGHT:
        yield "eight_ways"
    yield "flying" if rules.flying else "short"
    if rules.men_capture & Step.BACKWARD and not rules.king_capture & Step.STRAIGHT:
        yield "backward"
    if rules.choice in (Choice.MOST, Choice.MOST_KINGS, Choice.CASCADE):
        yield "most"
    elif rules.choice is Choice.VALUE:
        yield "value"


def cards() -> list[dict[str, Any]]:
    """Return the cards of all games, in their order."""
    return [card(variant) for variant in VARIANTS.values()]


COMMON = ("dame", "damespiel", "draughts", "checkers", "dammen", "damas", "dama", "dames")
"""What all these games are called in one language or another; the page knows these words."""


def aliases() -> dict[str, str]:
    """Return the words of each game's further names, as the page's keyboards write them."""
    found = {}
    for variant in VARIANTS.values():
        known = " ".join((variant.key, *variant.names.values())).casefold()
        words = dict.fromkeys(word for name in variant.aliases for word in name.split())
        found[variant.key] = " ".join(
            word
            for word in words
            if word.casefold() not in COMMON
            and word.casefold() not in known
            and re.fullmatch(r"[^\W\d][\w-]*", word)
            and ord(word[0]) < 0x250
        )
    return {key: words for key, words in found.items() if words}


def records() -> list[dict[str, Any]]:
    """Return the full records, from which the builder of house rules starts."""
    return [variant.to_dict() for variant in VARIANTS.values()]
