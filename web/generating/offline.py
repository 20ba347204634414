"""What the worker that plays without a server needs: levels, rules of reasons, files, pictures."""

from __future__ import annotations

import re
from dataclasses import asdict, fields
from typing import Any

from crownhead import __version__, reasons
from crownhead._core import FIRST_WITH_BOOK, FIRST_WITH_TABLES, pdn_faults
from crownhead.ballots import DECKS
from crownhead.engines import adjudicator
from crownhead.engines.levels import Level, ladders, levels
from crownhead.formats.pdn import gametype, guess
from crownhead.formats.svg import THEMES, document, glyphs, ground, pieces
from crownhead.locales import catalogue
from crownhead.reasons import Reason
from crownhead.server.process import computer
from crownhead.server.room import starting
from crownhead.server.room.table import CARD_SHOWN, TOSS_SHOWN
from crownhead.variants import VARIANTS

FAMILIES = ("board.kings", "board.mans", "board.side", "error.", "picture.", "server.")
"""The beginnings of the keys that only the worker needs, besides what all screens have."""
_QUIET = re.compile("</?defs>")
_QUOTED = re.compile(r"\{(\w+)!r\}")


def entries(language: str) -> dict[str, Any]:
    """Return the texts of one language; what Python quotes with `!r` stands in quotes."""
    found = {k: v for k, v in catalogue.entries(language).items() if k.startswith(FAMILIES)}
    return {k: _QUOTED.sub(r"'{\1}'", v) if isinstance(v, str) else v for k, v in found.items()}


def facts() -> dict[str, Any]:
    """Return the constants of the library that the worker plays by."""
    kinds = [getattr(reasons, name) for name in reasons.__all__ if name != "Reason"]
    return {
        "version": __version__,
        "levels": {name: [_level(level) for level in levels(name)] for name in ladders()},
        "hint": {
            "nodes": computer.HINT.nodes,
            "seconds": computer.HINT.seconds,
            "line": computer.LINE,
        },
        "verdict": {
            "nodes": adjudicator.NODES,
            "seconds": adjudicator.SECONDS,
            "margin": adjudicator.MARGIN,
        },
        "future": starting.FUTURE,
        "shown": {"toss": TOSS_SHOWN, "card": CARD_SHOWN},
        "reasons": {kind.code: [f.name for f in fields(kind)] for kind in [Reason, *kinds]},
        "ruled": {key: _rules_of(kinds, key) for key in ["", *VARIANTS]},
        "square_fields": sorted(catalogue.SQUARE_FIELDS),
        "number_fields": sorted(catalogue.NUMBER_FIELDS),
        "decks": dict(DECKS),
        "faults": pdn_faults(),
        "guessed": {key: guess.marks_of(variant) for key, variant in VARIANTS.items()},
        "pdn": {key: gametype.write(variant) for key, variant in VARIANTS.items()},
        "picture": _picture(),
    }


def _level(level: Level) -> dict[str, Any]:
    """Return a level with which files are fetched for it: the opening book, endgame tables."""
    book, tables = level.number >= FIRST_WITH_BOOK, level.number >= FIRST_WITH_TABLES
    given = asdict(level) | {"patience": level.seconds, "endgames": tables, "book": book}
    del given["seconds"]  # there it is what a hint has, whatever the clock shows
    return given


def _picture() -> dict[str, Any]:
    """Return what the pictures of the library are drawn with, in its usual theme."""
    theme = THEMES["wood"]
    colors = ("light", "dark", "frame", "label", "number", "last", "last_line")
    drawn = {kind: pieces.defs(theme, {kind}, document.ID) for kind in pieces.IDS}
    return {
        **{name: getattr(theme, name) for name in colors},
        "line": ground._line(theme),
        "pieces": {kind: _QUIET.sub("", text) for kind, text in drawn.items()},
        "glyphs": glyphs._GLYPHS,
        "gap": glyphs._GAP,
    }


def _rules_of(kinds: list[type[Reason]], key: str) -> dict[str, str]:
    """Return the rule of each reason in a game, for a game without a key all of them."""
    plain = {kind.code: kind.rule for kind in kinds}
    if not key:
        return plain
    ruled = {
        kind.code: kind.rule_in(_bare_reason(kind), VARIANTS[key].rule_numbering) for kind in kinds
    }
    return {code: rule for code, rule in ruled.items() if rule != plain[code]}


def _bare_reason(kind: type[Reason]) -> Reason:
    """Return a reason without its fields: its rule depends on the game alone."""
    return kind.__new__(kind)
