"""Matches between engines: paired openings, every game kept as it ends, statistics.

`Arena` plays one of two engines, `Tournament` those of several, `rate` lists them; the rules are
those of `Game`, the players anything that is an `Engine`.
"""

from __future__ import annotations
