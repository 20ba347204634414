"""How long a server under load took to answer."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field


@dataclass
class Times:
    """What was measured at one rate."""

    acknowledged: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    refused: int = 0
    sent: int = 0
    skipped: int = 0

    @property
    def p95(self) -> float:
        """Return the 95th percentile of the time to an acknowledgement."""
        return percentile(self.acknowledged, 95)


def percentile(values: list[float], rank: int) -> float:
    """Return a percentile in seconds, infinite without values."""
    if len(values) < 2:
        return float("inf")
    return statistics.quantiles(values, n=100, method="inclusive")[rank - 1]
