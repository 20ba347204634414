"""Detectors: each looks at one move's facts for one kind of claim, and returns it or None.

None of them speaks or judges how much a claim matters; `report` asks all of them, and keeps what
`Claim.holds` confirms.
"""

from collections.abc import Callable

from crownhead.analysis.claims import Claim
from crownhead.analysis.detectors.blocked import blocked
from crownhead.analysis.detectors.breakthrough import breakthrough
from crownhead.analysis.detectors.exchange import exchange
from crownhead.analysis.detectors.majority import majority
from crownhead.analysis.detectors.shot import shot
from crownhead.move import Move
from crownhead.position import Position

Detector = Callable[[Position, tuple[Move, ...]], Claim | None]
"""Look for a claim in the best line from a position."""

DETECTORS: tuple[Detector, ...] = (shot, exchange, breakthrough, blocked)
"""In the order in which their claims are preferred."""

__all__ = ["DETECTORS", "Detector", "blocked", "breakthrough", "exchange", "majority", "shot"]
