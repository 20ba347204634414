"""Work on threads, shared fairly among those who ask for it.

Work has an urgency and an owner, who is served in turn with the others; of one owner's jobs the
shortest is done first. No urgency waits for a later one, except for what already runs: so long work
is to be asked for in pieces, and one thread is kept free of it.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeVar

T = TypeVar("T")


class Urgency(IntEnum):
    """What goes before what."""

    MOVE = 0
    HINT = 1
    ANALYSIS = 2


class Crowded(Exception):
    """An owner has too many jobs waiting."""


@dataclass(eq=False)
class _Job:
    """One piece of work that waits or runs."""

    urgency: Urgency
    owner: str
    cost: int
    number: int
    action: Callable[[], Any]
    stop: Callable[[], None] | None
    done: asyncio.Future[Any] = field(repr=False)

    @property
    def rank(self) -> tuple[int, int]:
        """Order the jobs of one owner and one urgency."""
        return self.cost, self.number


class FairQueue:
    """Run jobs on `threads` threads.

    A job whose cost is above `long` never takes the last free thread, of which there are at least
    two then; of one owner at most `each` jobs run, and `most` wait, at once.

    Everything is called on the event loop's thread; only the actions run on others.
    """

    def __init__(
        self, threads: int, name: str, *, each: int = 1, long: int | None = None, most: int = 64
    ) -> None:
        self._threads = threads if long is None else max(2, threads)
        self._long = long
        self._each = each
        self._most = most
        self._pool = ThreadPoolExecutor(self._threads, name)
        self._waiting: dict[Urgency, OrderedDict[str, list[_Job]]] = {
            urgency: OrderedDict() for urgency in Urgency
        }
        self._running: set[_Job] = set()
        self._numbers = itertools.count()

    @property
    def running(self) -> int:
        """Return how many jobs run."""
        return len(self._running)

    @property
    def idle(self) -> bool:
        """Return whether nothing runs and nothing waits."""
        return not self._running and not self.waiting

    @property
    def waiting(self) -> int:
        """Return how many jobs wait."""
        return sum(len(jobs) for owners in self._waiting.values() for jobs in owners.values())

    async def run(
        self,
        urgency: Urgency,
        owner: str,
        action: Callable[[], T],
        *,
        cost: int = 0,
        stop: Callable[[], None] | None = None,
    ) -> T:
        """Return what `action` returns on a thread, when it is the owner's turn.

        Who is cancelled waits no more: the job is taken out of the queue, or told to `stop`, which
        may be called from the event loop's thread while the action runs.

        Raises `Crowded` where the owner has too many jobs waiting, and what the action raises.
        """
        owners = self._waiting[urgency]
        if len(owners.get(owner, ())) >= self._most:
            raise Crowded
        done = asyncio.get_running_loop().create_future()
        job = _Job(urgency, owner, cost, next(self._numbers), action, stop, done)
        owners.setdefault(owner, []).append(job)
        self._dispatch()
        try:
            result: T = await done
            return result
        except asyncio.CancelledError:
            if job in self._running:
                if job.stop is not None:
                    job.stop()
            else:
                self._remove(job)
            raise

    async def close(self) -> None:
        """Stop what runs, drop what waits, and give the threads back."""
        for owners in self._waiting.values():
            for jobs in owners.values():
                for job in jobs:
                    job.done.cancel()
            owners.clear()
        for job in self._running:
            if job.stop is not None:
                job.stop()
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)

    def _dispatch(self) -> None:
        while len(self._running) < self._threads:
            job = self._next()
            if job is None:
                return
            self._remove(job)
            owners = self._waiting[job.urgency]
            if job.owner in owners:
                owners.move_to_end(job.owner)  # the others are first now
            self._running.add(job)
            future = asyncio.get_running_loop().run_in_executor(self._pool, job.action)
            future.add_done_callback(functools.partial(self._ended, job))

    def _next(self) -> _Job | None:
        """Return the job whose turn it is, None if none may run now."""
        for urgency in Urgency:
            for jobs in self._waiting[urgency].values():
                if self._may(jobs):
                    return self._best(jobs)
        return None

    def _may(self, jobs: list[_Job]) -> bool:
        """Return whether the best of an owner's jobs may run now."""
        job = self._best(jobs)
        of_owner = sum(running.owner == job.owner for running in self._running)
        if of_owner >= self._each:
            return False
        if not self._is_long(job):
            return True
        return sum(map(self._is_long, self._running)) < self._threads - 1

    def _is_long(self, job: _Job) -> bool:
        return self._long is not None and job.cost > self._long

    @staticmethod
    def _best(jobs: list[_Job]) -> _Job:
        return min(jobs, key=lambda job: job.rank)

    def _remove(self, job: _Job) -> None:
        owners = self._waiting[job.urgency]
        jobs = owners.get(job.owner, [])
        if job in jobs:
            jobs.remove(job)
            if not jobs:
                del owners[job.owner]

    def _ended(self, job: _Job, ended: asyncio.Future[Any]) -> None:
        self._running.discard(job)
        owners = self._waiting[job.urgency]
        if job.owner in owners:
            owners.move_to_end(job.owner)  # who came while it ran is first now
        if not job.done.done():
            error = None if ended.cancelled() else ended.exception()
            if ended.cancelled():
                job.done.cancel()
            elif error is not None:
                job.done.set_exception(error)
            else:
                job.done.set_result(ended.result())
        elif not ended.cancelled():
            ended.exception()  # nobody waits for it any more
        self._dispatch()
