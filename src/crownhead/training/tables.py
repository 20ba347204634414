"""The endgame tables that games of training are played with."""

from __future__ import annotations

from functools import lru_cache

from crownhead._core import EndgameTables
from crownhead.endgame import Tables
from crownhead.training.failure import TrainingError
from crownhead.training.settings import Selfplay


def open_tables(settings: Selfplay) -> EndgameTables | None:
    """Return the tables the settings ask for, None where they ask for none.

    Raises `TrainingError` where the package carries none so large.
    """
    return _open(settings.variant, settings.tables) if settings.tables else None


@lru_cache(maxsize=8)
def _open(variant: str, most: int) -> EndgameTables:
    tables = Tables.open(variant, most=most)
    if tables.pieces < most:
        raise TrainingError(
            f"Self-play: the package has endgame tables of {variant}"
            f" for up to {tables.pieces} pieces, not {most}"
        )
    return tables.native
