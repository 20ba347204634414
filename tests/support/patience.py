"""How long things may take: as promised on a quiet machine, a good deal longer on a busy one."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable

BUSY = 1 if os.environ.get("CROWNHEAD_NIGHTLY") else 6


def within(seconds: float) -> float:
    """Return the seconds to allow for what is promised to take `seconds`."""
    return seconds * BUSY


def growth(work: Callable[[int], object], small: int, large: int) -> float:
    """Return how many times as much processor time `work` takes for `large` as for `small`.

    The machine's speed is in neither: what takes ten times as long for ten times as much is linear.
    Nor is the search for garbage, which takes the longer the more tests have run in this process.
    """

    def took(size: int) -> float:
        gc.collect()
        gc.disable()
        try:
            begin = time.process_time()
            work(size)
            return time.process_time() - begin
        finally:
            gc.enable()

    work(small)  # whatever is made once
    return min(took(large) for _ in range(2)) / max(0.001, min(took(small) for _ in range(3)))
