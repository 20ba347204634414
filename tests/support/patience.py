"""How long things may take: as promised on a quiet machine, a good deal longer on a busy one."""

from __future__ import annotations

import os

BUSY = 1 if os.environ.get("CROWNHEAD_NIGHTLY") else 6


def within(seconds: float) -> float:
    """Return the seconds to allow for what is promised to take `seconds`."""
    return seconds * BUSY
