"""Threads of this process: the core works without the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from crownhead.workers.interface import T, Workers


class Threads(Workers):
    """Do work on so many threads."""

    def __init__(self, threads: int) -> None:
        self.capacity = threads
        self._pool = ThreadPoolExecutor(threads)

    def submit(self, work: Callable[..., T], *arguments: Any) -> Future[T]:
        return self._pool.submit(work, *arguments)

    def close(self) -> None:
        self._pool.shutdown()

    def __exit__(self, kind: type[BaseException] | None = None, *_: object) -> None:
        """Send the threads home; whoever is interrupted does not wait for what they are at."""
        if kind is KeyboardInterrupt:
            self._pool.shutdown(wait=False, cancel_futures=True)
        else:
            self.close()
