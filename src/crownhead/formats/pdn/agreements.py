"""What was agreed before a game, as tags: huffing, duties, draws, time, the ballot."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from crownhead import _core
from crownhead.errors import CrownheadError, InvalidRecord
from crownhead.formats.pdn.tags import value
from crownhead.game import Game
from crownhead.position import Position
from crownhead.timecontrol import TimeControl
from crownhead.variants import Variant


def write(game: Game) -> dict[str, str]:
    """Return the tags that say what was agreed, and how the game ended."""
    return dict(_core.pdn_agreements(game._law, _card(game)))


def read(tags: Mapping[str, str]) -> dict[str, Any]:
    """Return the options of `Game` that the tags give, the time control aside.

    Raises `CrownheadError` for a number that is none, or a ballot that nobody knows.

    >>> read({"Huffing": "1", "RefusalDuty": "40", "Ballot": "english-3move 60"})
    {'huffing': True, 'refusal_duty': 40, 'opening': 3}
    """
    options: dict[str, Any] = {}
    if text := value(tags, "Huffing"):
        options["huffing"] = _number("Huffing", text) != 0
    for tag, option in (("RefusalDuty", "refusal_duty"), ("OffersAfter", "offers_after")):
        if text := value(tags, tag):
            options[option] = _number(tag, text)
    if text := value(tags, "ResetOnProgress"):
        options["reset_on_progress"] = _number("ResetOnProgress", text) != 0
    if text := value(tags, "Draws"):
        options["draws"] = text
    if text := value(tags, "OpeningPlies"):
        options["opening"] = _number("OpeningPlies", text)
    elif text := value(tags, "Ballot"):
        from crownhead.ballots import deck

        name, _, code = text.partition(" ")
        options["opening"] = len(deck(name).card(code).moves)
    return options


def read_time(tags: Mapping[str, str]) -> TimeControl | None:
    """Return the time control that the tags give; None where there is none that we can keep."""
    try:
        if text := value(tags, "TimeRules"):
            return TimeControl.from_dict(json.loads(text[:2000]))
        return TimeControl.from_pdn(value(tags, "TimeControl"))
    except (InvalidRecord, ValueError, RecursionError):
        return None


def _number(tag: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise CrownheadError(f"{tag} {text[:40]!r} is not a number")
    return int(text)


def _card(game: Game) -> str:
    """Return deck and number of the ballot card with which the game began, or nothing."""
    opening = game.setup.opening
    if not opening and game.start == Position.initial(game.variant):
        return ""
    line = tuple(str(move) for move in game.moves[:opening])
    return _cards(game.variant).get((game.start.fen(), line), "")


@cache
def _cards(variant: Variant) -> Mapping[tuple[str, tuple[str, ...]], str]:
    from crownhead.ballots import DECKS, deck

    found: dict[tuple[str, tuple[str, ...]], str] = {}
    for key, game in DECKS.items():
        if game == variant.key:
            for card in deck(key).cards:
                position = card.start()
                start, line = position.fen(), []
                for text in card.moves:
                    move = position.parse(text)
                    line.append(str(move))
                    position = position.play(move)
                found.setdefault((start, tuple(line)), f"{key} {card.number}")
    return found
