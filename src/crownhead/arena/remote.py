"""Workers that play the games of a match on other machines."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice

from crownhead.arena.failure import ArenaError
from crownhead.arena.local import Finished, Job, LocalWorkers
from crownhead.arena.settings import Settings
from crownhead.workers import Workers

AHEAD = 2  # jobs for each worker that wait or are under way


class RemoteWorkers:
    """Play jobs on other machines; `next` returns the finished games, as `LocalWorkers.next` does.

    Each game is played by engines of its own, and comes out as it would at any board. Raises
    `ArenaError` for a player that is a program of this machine.
    """

    def __init__(
        self, settings: Settings, jobs: Iterator[Job], workers: Workers, patience: float
    ) -> None:
        for one in (settings.first, settings.second):
            if not one.trusted:
                raise ArenaError(
                    f"{one.name} is a program of this machine: play without a cluster",
                    "local",
                    name=one.name,
                )
        self._jobs = jobs
        self._workers = workers
        self._patience = patience
        self._settings = workers.share(settings)
        self._running: set[Future[Finished]] = set()
        self._refill()

    def next(self, timeout: float) -> Finished | None:
        """Return a finished game, or None where none ended in time or all are done."""
        done, _ = wait(self._running, timeout=timeout, return_when=FIRST_COMPLETED)
        if not done:
            return None
        found = done.pop()
        self._running.remove(found)
        self._refill()
        return found.result()

    @property
    def done(self) -> bool:
        """Return whether all games were taken."""
        return not self._running

    def stop(self) -> list[Finished]:
        """Give up the running games, and return what had ended before; failed games are lost."""
        ended = [future for future in self._running if future.done()]
        self._workers.cancel(list(self._running))
        self._running.clear()
        return [future.result() for future in ended if future.exception() is None]

    def _refill(self) -> None:
        free = AHEAD * self._workers.capacity - len(self._running)
        for job in islice(self._jobs, free):
            self._running.add(self._workers.submit(_play, self._settings, job, self._patience))


def _play(settings: Settings, job: Job, patience: float) -> Finished:
    workers = LocalWorkers(settings, iter([job]), 1, patience)
    try:
        while (finished := workers.next(patience)) is None:
            pass
        return finished
    finally:
        workers.stop()
