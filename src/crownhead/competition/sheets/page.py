"""A sheet by its key: one HTML text with the words of a catalogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from types import MappingProxyType

from crownhead.competition.competition import Competition
from crownhead.competition.deeds import Log
from crownhead.competition.failure import CompetitionError
from crownhead.competition.fees import Till
from crownhead.competition.sheets.people import (
    write_check_in,
    write_check_in_with_fees,
    write_participants,
    write_participants_with_fees,
    write_place_cards,
)
from crownhead.competition.sheets.rounds import write_names, write_pairings, write_slips
from crownhead.competition.sheets.standings import write_cross_table, write_standings
from crownhead.competition.sheets.style import STYLE
from crownhead.locales import Catalogue

Make = Callable[[Log, Catalogue, int], str]
MakeForDesk = Callable[[Log, Catalogue, Till], str]

SHEETS: Mapping[str, Make] = MappingProxyType(
    {
        "pairings": write_pairings,
        "names": write_names,
        "slips": write_slips,
        "standings": write_standings,
        "crosstable": write_cross_table,
        "placecards": write_place_cards,
        "participants": write_participants,
        "checkin": write_check_in,
    }
)
"""Every sheet that `sheet` makes, by its key."""

AS_IT_STANDS = frozenset({"standings", "crosstable"})
"""Sheets of what the event has come to, with results of a round that goes on, too."""

OF_THE_DESK: Mapping[str, MakeForDesk] = MappingProxyType(
    {"participants": write_participants_with_fees, "checkin": write_check_in_with_fees}
)
"""Sheets that say with a till who has paid how much."""

OF_A_ROUND = frozenset({"pairings", "names", "slips"})


def sheet(kind: str, log: Log, words: Catalogue, number: int = 0, till: Till | None = None) -> str:
    """Return a sheet as HTML; `number` is the round, 0 for the last, of an arena for all of them.

    With a `till` the sheets of participants and for the check-in say who has paid how much: they
    are for the desk, then, and not for the wall.

    Raises `CompetitionError` for a kind that is none of `SHEETS`, and a round that is none.

    >>> from crownhead.competition import Event, Log
    >>> log = Log.begin(Event(name="Club", rounds=5), "2026-11-27T18:00:00Z")
    >>> "<title>Club" in sheet("participants", log, Catalogue("en"))
    True
    """
    if kind not in SHEETS:
        raise CompetitionError(f"sheet {kind[:20]!r}: known are {', '.join(SHEETS)}")
    rounds = len(log.competition.rounds)
    waves = kind in OF_A_ROUND and not number and log.competition.event.format == "arena"
    number = number if waves else number or rounds
    if kind in OF_A_ROUND and not (waves or 1 <= number <= rounds):
        raise CompetitionError(
            f"round {number}: {rounds} have been published", "unpublished", round=number, n=rounds
        )
    event = log.competition.event.name
    if kind in AS_IT_STANDS:
        title = _title_as_it_stands(kind, log.competition, words)
    else:
        title = words.text(f"sheet.{kind}.all" if waves else f"sheet.{kind}", round=number)
    mark = words.text("sheet.mark", time=_time(log), fingerprint=log.fingerprint)
    if till is not None and kind in OF_THE_DESK:
        text = OF_THE_DESK[kind](log, words, till)
    else:
        text = SHEETS[kind](log, words, number)
    return (
        f'<!doctype html>\n<html lang="{words.language}">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(event)}: {escape(title)}</title>\n<style>{STYLE}</style>\n"
        f"<h1>{escape(event)}</h1>\n<h2>{escape(title)}</h2>\n"
        f"{text}\n<footer>{escape(mark)}</footer>\n</html>\n"
    )


def _title_as_it_stands(kind: str, now: Competition, words: Catalogue) -> str:
    """Return after which round something stands so, or during which; an arena knows none."""
    number = len(now.rounds)
    if not number or now.event.format == "arena":
        return words.text(f"sheet.{kind}.all")
    over = all(board.is_over(now.event.games) for board in now.rounds[-1].boards)
    return words.text(f"sheet.{kind}" if over else f"sheet.{kind}.during", round=number)


def _time(log: Log) -> str:
    return log.deeds[-1].at[:16].replace("T", " ") + " UTC"
