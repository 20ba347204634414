"""Map a function over jobs by many workers, and keep the order of the results."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from itertools import islice
from typing import Any, TypeVar

from crownhead.workers.interface import Workers

T = TypeVar("T")


def ordered_map(
    workers: Workers, work: Callable[..., T], jobs: Iterable[tuple[Any, ...]]
) -> Iterator[T]:
    """Yield what `work` returns for the arguments of each job, two for each worker under way.

    >>> from crownhead.workers import Threads
    >>> with Threads(2) as workers:
    ...     list(ordered_map(workers, pow, ((2, n) for n in range(6))))
    [1, 2, 4, 8, 16, 32]
    """
    left = iter(jobs)
    waiting: deque[Future[T]] = deque()
    try:
        for job in islice(left, 2 * workers.capacity):
            waiting.append(workers.submit(work, *job))
        while waiting:
            done = waiting.popleft().result()
            for job in islice(left, 1):
                waiting.append(workers.submit(work, *job))
            yield done
    finally:
        workers.cancel(list(waiting))
