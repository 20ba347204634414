"""Python's search for garbage, in portions that keep nobody waiting.

Objects that refer to each other in a circle are found by a search through everything that is alive,
which goes on while nobody is answered: 150 ms with the tables of 2,000 games. Here each search
looks at what was made since the one before only, and puts aside what survives. Of that little ever
dies in a circle (what dies otherwise is freed at once); it is looked through when the process has
nothing else to do, or when it has become several times as much.
"""

from __future__ import annotations

import asyncio
import gc
from time import monotonic, process_time

PULSE = 1.0
"""Seconds after which it is asked whether there is time to look through everything."""
QUIET = 10.0
"""Seconds in which next to nothing was done before everything is looked through."""
LITTLE = 0.05
"""The share of a processor that is next to nothing."""
ENOUGH = 4
"""Portions put aside after which it is worth looking through everything."""
MANY = 100
"""Portions after which a busy process asks itself whether too much is put aside."""
GROWN = 4
"""How many times as much as after the search before is too much, for memory's sake."""


class Garbage:
    """Look for circles in one process, from `start` to `stop`; `look` is for its quiet moments."""

    def __init__(self) -> None:
        self._portions = 0
        self._kept = 0
        self._since = (monotonic(), process_time())

    def start(self) -> None:
        """Put aside what the process has loaded."""
        gc.callbacks.append(self._note_collection)
        self.search_all()

    def stop(self) -> None:
        """Leave the search to Python again."""
        gc.callbacks.remove(self._note_collection)
        gc.unfreeze()

    def look(self) -> None:
        """Search through everything if there is enough, and time for it."""
        if self._quiet():
            if self._portions >= ENOUGH:
                self.search_all()
        elif self._portions >= MANY:
            self._portions = ENOUGH
            if gc.get_freeze_count() > GROWN * self._kept:
                self.search_all()

    def search_all(self) -> None:
        """Search through everything."""
        gc.unfreeze()
        gc.collect()
        self._portions = 0
        self._kept = gc.get_freeze_count()

    def _quiet(self) -> bool:
        """Return whether the process did next to nothing lately; asked again and again."""
        now, used = monotonic(), process_time()
        since, before = self._since
        if now - since < QUIET:
            return False
        self._since = now, used
        return used - before < LITTLE * (now - since)

    def _note_collection(self, phase: str, info: dict[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2:
            gc.freeze()
            self._portions += 1


async def collect_in_portions() -> None:
    """Look for circles until it is cancelled."""
    garbage = Garbage()
    garbage.start()
    try:
        while True:
            await asyncio.sleep(PULSE)
            garbage.look()
    finally:
        garbage.stop()
