"""Sheets to be printed: one HTML text each, on A4, with the words of a catalogue.

Every sheet carries the fingerprint of the trail, so that whoever has one can prove later what was
known when it was printed.
"""

from crownhead.competition.sheets.page import OF_THE_DESK, SHEETS, sheet
from crownhead.competition.sheets.style import STYLE

__all__ = ["OF_THE_DESK", "SHEETS", "STYLE", "sheet"]
