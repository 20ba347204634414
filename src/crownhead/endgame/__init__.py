"""Endgame tables: who wins a position of few pieces, and how far the end is.

What is stored is the value by theory; a draw count of the game may still cut a win off, and
`Tables.probe` says so. Every game and every house rule can build tables of its own.

>>> from crownhead import Position, endgame
>>> tables = endgame.Tables.open("english")
>>> tables.probe(Position.from_fen("W:WK19,K23:B12,K28", "english"))
Probe(value='win', plies=61, under_rules='win')
"""

from crownhead.endgame.building import Build
from crownhead.endgame.files import SHIPPED, Slice, Summary, family, file_name, summary
from crownhead.endgame.tables import Probe, RankedMove, Tables
from crownhead.endgame.verification import Finding, verify

__all__ = [
    "SHIPPED",
    "Build",
    "Finding",
    "Probe",
    "RankedMove",
    "Slice",
    "Summary",
    "Tables",
    "family",
    "file_name",
    "summary",
    "verify",
]
