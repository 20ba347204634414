"""An event as files: the published one, those of other programs, sheets to be printed."""

from __future__ import annotations

import re
import unicodedata
from typing import assert_never

from crownhead.competition import CompetitionError, trf
from crownhead.competition.crosstable import grid
from crownhead.competition.eventfile import dumps
from crownhead.competition.sheets import sheet
from crownhead.competition.spreadsheet import csv_text, results
from crownhead.locales import Catalogue
from crownhead.server.event.refusals import to_refusal
from crownhead.server.event.state import EventState
from crownhead.server.messages.event.views import EventFile, EventSheet

_ENDING = {"event": "event", "csv": "csv", "trf": "trf", "crosstable": "table.csv", "pdn": "pdn"}


def text(state: EventState, kind: EventFile) -> str:
    """Return the text of a file. Raises `Refusal`. Long work for a large event."""
    now = state.competition
    try:
        match kind:
            case "event":
                return dumps(state.deeds)
            case "csv":
                return csv_text(*results(now))
            case "trf":
                return trf.dumps(now)
            case "crosstable":
                return csv_text(*grid(now))
            case _:
                assert_never(kind)
    except CompetitionError as error:
        raise to_refusal(error) from None


def print_sheet(
    state: EventState, kind: EventSheet, number: int, language: str, *, fees: bool = False
) -> str:
    """Return a sheet as HTML; `number` is the round, 0 for the last. Raises `Refusal`.

    With `fees` it says who has paid how much, where it is one that does.
    """
    till = state.till if fees else None
    try:
        return sheet(kind, state.deeds, Catalogue(language), number, till)
    except CompetitionError as error:
        raise to_refusal(error) from None


def name(state: EventState, kind: str) -> str:
    """Return the name of a file of an event."""
    return file_name(state.event.name, _ENDING[kind])


def file_name(title: str, ending: str) -> str:
    """Return the name of a file: letters and digits that every system takes.

    >>> file_name("Winter é 2026", "csv"), file_name("Ж", "csv")
    ('winter-e-2026.csv', 'event.csv')
    """
    letters = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^a-z0-9]+", "-", letters.lower()).strip("-")
    return f"{plain or 'event'}.{ending}"
