"""Positions, moves and whole games as SVG: one drawing of board and pieces, in several themes.

No rules live here, and no picture needs a font, a script or anything from outside itself.
"""

from crownhead.formats.svg.film import game
from crownhead.formats.svg.marks import Arrow
from crownhead.formats.svg.still import board, move
from crownhead.formats.svg.themes import THEMES, Paint, Theme
from crownhead.formats.svg.timing import Timing

__all__ = ["THEMES", "Arrow", "Paint", "Theme", "Timing", "board", "game", "move"]
