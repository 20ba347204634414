"""The endgame tables that the built-in engine plays by, opened when a game is first searched."""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from crownhead._core import FIRST_WITH_TABLES, EndgameTables
from crownhead.endgame.files import own_folder
from crownhead.endgame.tables import Tables

if TYPE_CHECKING:
    from crownhead.engines.levels import Level
    from crownhead.variants import Variant

_torn: set[Variant] = set()
"""The games of which the user's own tables have been found damaged inside."""
_log = logging.getLogger(__name__)


@lru_cache(maxsize=32)
def tables(variant: Variant) -> Tables | None:
    """Return the tables of a game: those the user has built, else those that are shipped.

    In place of one of the user's that is damaged, or cannot be read, the shipped one is taken.
    None where there are no tables. Nothing but the heads of the files is read before a position
    is asked for.

    >>> from crownhead.variants import get
    >>> tables(get("english")) is tables(get("english"))
    True
    >>> tables(get("italian")) is None
    True
    """
    own = []
    if variant not in _torn:
        with suppress(FileNotFoundError):
            own.append(own_folder())
    found = Tables.open(variant, own, strict=False)
    return found if found.pieces else None


def native(variant: Variant, level: Level) -> EndgameTables | None:
    """Return the tables that a level's searches ask, as the core has them."""
    known = tables(variant) if level.number >= FIRST_WITH_TABLES else None
    return None if known is None else known.native


def are_replaceable(variant: Variant) -> bool:
    """Return whether shipped tables can be had in place of damaged ones."""
    return variant not in _torn


def replace(variant: Variant) -> None:
    """Ask the shipped tables of a game from now on: the user's are damaged inside."""
    known = tables(variant)
    if known is not None:
        _log.warning("%s", known.damage())
    _torn.add(variant)
    tables.cache_clear()
