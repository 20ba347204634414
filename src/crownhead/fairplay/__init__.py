"""Evidence for moderators: who finds the engine's moves more often than his rating explains?

Nothing here accuses or bans anybody. `examine` counts what can be counted, says how far that is
from what is expected, and a person decides. See docs/fairplay.md for how often it is wrong.
"""

from __future__ import annotations

from crownhead.fairplay.choices import Choice, find_choices
from crownhead.fairplay.evidence import Comparison, Evidence, examine, weigh
from crownhead.fairplay.expectation import expected_agreement, expected_cost

__all__ = [
    "Choice",
    "Comparison",
    "Evidence",
    "examine",
    "expected_agreement",
    "expected_cost",
    "find_choices",
    "weigh",
]
