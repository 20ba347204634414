"""Matches between two engines: paired openings, every game kept as it ends, statistics.

`Arena` plays one; the rules are those of `Game`, the players anything that is an `Engine`.
"""

from __future__ import annotations
