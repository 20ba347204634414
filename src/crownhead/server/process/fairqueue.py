"""Work on threads, shared fairly among those who ask for it.

Work has an urgency, an owner, and the network that the owner comes from, for an owner is a cookie,
and cookies cost nothing. Of what is equally urgent goes first what comes from the network that has
had the least of the threads lately, there each owner in turn, and of one owner's jobs the shortest.
No urgency waits for a later one, except for what already runs: so long work is to be asked for in
pieces, and one thread is kept free of it, and of those networks that have had much.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import IntEnum
from math import exp
from time import monotonic
from typing import Any, TypeVar

T = TypeVar("T")

LASTS = 10.0
"""Seconds in which most of what a network has had is forgotten."""
ALIKE = 0.05
"""Seconds of a thread by which two networks must differ before one goes first."""
MUCH = 0.5
"""Seconds of a thread lately from which on a network leaves the last free thread to others."""
MOST_NETWORKS = 4_096
"""Networks of whom it is known what they have had; the others have had nothing."""


class Urgency(IntEnum):
    """What goes before what."""

    MOVE = 0
    HINT = 1
    ANALYSIS = 2


class Crowded(Exception):
    """An owner, or his network, has too many jobs waiting, or one has waited too long."""


@dataclass(eq=False)
class _Job:
    """One piece of work that waits or runs."""

    urgency: Urgency
    owner: str
    network: str
    cost: int
    size: int
    number: int
    action: Callable[[], Any]
    stop: Callable[[], None] | None
    done: asyncio.Future[Any] = field(repr=False)
    began: float = 0.0

    @property
    def rank(self) -> tuple[int, int]:
        """Order the jobs of one owner and one urgency."""
        return self.cost, self.number


class _Had:
    """How many seconds of threads each network has had lately."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._amounts: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def of(self, network: str) -> float:
        """Return what a network has had, less what was forgotten of it."""
        amount, since = self._amounts.get(network, (0.0, 0.0))
        return amount * exp((since - self._now()) / LASTS) if amount else 0.0

    def add(self, network: str, seconds: float) -> None:
        """Count what a network has had."""
        self._amounts[network] = self.of(network) + seconds, self._now()
        self._amounts.move_to_end(network)
        if len(self._amounts) > MOST_NETWORKS:
            self._amounts.popitem(last=False)

    def is_much(self, network: str) -> bool:
        """Return whether a network has had much; one that is alone takes nothing from anybody."""
        if self.of(network) <= MUCH:
            return False
        latest = next((each for each in reversed(self._amounts) if each != network), None)
        return latest is not None and self._now() < self._amounts[latest][1] + LASTS


Waiting = OrderedDict[str, OrderedDict[str, list[_Job]]]
"""Jobs by network and owner, each in the order of its turn."""


class FairQueue:
    """Run jobs on `threads` threads.

    A job whose cost is above `long` never takes the last free thread, of which there are at least
    two then; where it `spares` one, neither does a job whose network has had much of them lately,
    if there are two. Of one owner at most `each` jobs run, and `most` wait, at once; of one network
    `crowd` wait, and `bytes_of` what they hold in memory. Whoever has waited for `patience` seconds
    is sent away.

    Everything is called on the event loop's thread; only the actions run on others.
    """

    def __init__(
        self,
        threads: int,
        name: str,
        *,
        each: int = 1,
        long: int | None = None,
        spares: bool = False,
        most: int = 64,
        crowd: int | None = None,
        bytes_of: int = 64_000_000,
        patience: float | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._threads = threads if long is None else max(2, threads)
        self._long = long
        self._spares = spares
        self._each = each
        self._most = most
        self._crowd = 4 * most if crowd is None else crowd
        self._bytes_of = bytes_of
        self._patience = patience
        self._now = now
        self._pool = ThreadPoolExecutor(self._threads, name)
        self._waiting: dict[Urgency, Waiting] = {urgency: OrderedDict() for urgency in Urgency}
        self._running: set[_Job] = set()
        self._numbers = itertools.count()
        self._had = _Had(now)
        self._held: Counter[str] = Counter()

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
        return sum(1 for _ in self._jobs())

    def _jobs(self) -> Iterator[_Job]:
        for networks in self._waiting.values():
            for owners in networks.values():
                for jobs in owners.values():
                    yield from jobs

    async def run(
        self,
        urgency: Urgency,
        owner: str,
        action: Callable[[], T],
        *,
        network: str = "",
        cost: int = 0,
        size: int = 0,
        stop: Callable[[], None] | None = None,
    ) -> T:
        """Return what `action` returns on a thread, when it is the owner's turn.

        Without a `network` the owner is one of his own. `size` are the bytes that the job holds
        while it waits. Who is cancelled waits no more: the job is taken out of the queue, or told
        to `stop`, which may be called from the event loop's thread while the action runs.

        Raises `Crowded` where too many jobs of the owner or his network wait, or this one has
        waited too long, and what the action raises.
        """
        network = network or owner
        owners = self._waiting[urgency].get(network, OrderedDict())
        if (
            len(owners.get(owner, ())) >= self._most
            or sum(map(len, owners.values())) >= self._crowd
        ):
            raise Crowded
        if size and self._held[network] + size > self._bytes_of:
            raise Crowded
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        number = next(self._numbers)
        job = _Job(urgency, owner, network, cost, size, number, action, stop, done)
        owners.setdefault(owner, []).append(job)
        self._waiting[urgency][network] = owners
        self._held[network] += size
        self._dispatch()
        timer = None
        if self._patience is not None and job not in self._running:
            timer = loop.call_later(self._patience, self._send_away, job)
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
        finally:
            if timer is not None:
                timer.cancel()

    def _send_away(self, job: _Job) -> None:
        if job not in self._running and not job.done.done():
            self._remove(job)
            job.done.set_exception(Crowded())

    async def close(self) -> None:
        """Stop what runs, drop what waits, and give the threads back."""
        for job in list(self._jobs()):
            job.done.cancel()
        for networks in self._waiting.values():
            networks.clear()
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
            self._to_the_end(job)  # the others are first now
            self._running.add(job)
            job.began = self._now()
            future = asyncio.get_running_loop().run_in_executor(self._pool, job.action)
            future.add_done_callback(functools.partial(self._finish, job))

    def _next(self) -> _Job | None:
        """Return the job whose turn it is, None if none may run now."""
        for urgency in Urgency:
            networks = self._waiting[urgency]
            order: list[str] = list(networks)
            if len(order) > 1:
                order.sort(key=lambda network: round(self._had.of(network) / ALIKE))
            for network in order:
                for jobs in networks[network].values():
                    if self._may(jobs):
                        return self._best(jobs)
        return None

    def _may(self, jobs: list[_Job]) -> bool:
        """Return whether the best of an owner's jobs may run now."""
        job = self._best(jobs)
        of_owner = sum(running.owner == job.owner for running in self._running)
        if of_owner >= self._each:
            return False
        if self._threads < 2 or not self._is_heavy(job):
            return True
        return sum(map(self._is_heavy, self._running)) < self._threads - 1

    def _is_heavy(self, job: _Job) -> bool:
        """Return whether a job leaves the last free thread to others."""
        is_long = self._long is not None and job.cost > self._long
        return is_long or self._spares and self._had.is_much(job.network)

    @staticmethod
    def _best(jobs: list[_Job]) -> _Job:
        return min(jobs, key=lambda job: job.rank)

    def _remove(self, job: _Job) -> None:
        networks = self._waiting[job.urgency]
        owners = networks.get(job.network, OrderedDict())
        jobs = owners.get(job.owner, [])
        if job not in jobs:
            return
        jobs.remove(job)
        self._held[job.network] -= job.size
        if self._held[job.network] <= 0:
            del self._held[job.network]
        if not jobs:
            del owners[job.owner]
        if not owners:
            del networks[job.network]

    def _to_the_end(self, job: _Job) -> None:
        networks = self._waiting[job.urgency]
        owners = networks.get(job.network)
        if owners is not None:
            networks.move_to_end(job.network)
            if job.owner in owners:
                owners.move_to_end(job.owner)

    def _finish(self, job: _Job, ended: asyncio.Future[Any]) -> None:
        self._running.discard(job)
        self._had.add(job.network, self._now() - job.began)
        self._to_the_end(job)  # who came while it ran is first now
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
