"""Call an engine so that it can neither hold up the match nor bring it down."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import TypeVar

T = TypeVar("T")
Answer = tuple[bool, object]

GRACE = 2.0
"""Seconds that an engine has to return once it was asked to stop."""
_LOOK = 0.2


class Silent(Exception):
    """Report that a call did not return in time; its thread is left behind."""


class Watch:
    """Make calls in a thread of its own, one after the other.

    `stopping` cuts the patience with a running call down to `GRACE`.

    >>> watch = Watch(Event())
    >>> watch.call(lambda: 6 * 7, 1.0)
    42
    >>> watch.close()
    """

    def __init__(self, stopping: Event) -> None:
        self._stopping = stopping
        self._calls: SimpleQueue[tuple[Callable[[], object], SimpleQueue[Answer]] | None]
        self._calls = SimpleQueue()
        Thread(target=_serve, args=(self._calls,), daemon=True).start()

    def call(self, work: Callable[[], T], patience: float) -> T:
        """Return or raise what `work` does; raise `Silent` after `patience` seconds."""
        answer: SimpleQueue[Answer] = SimpleQueue()
        self._calls.put((work, answer))
        end = monotonic() + patience
        told = False
        while True:
            try:
                done, value = answer.get(timeout=max(0.0, min(_LOOK, end - monotonic())))
                break
            except Empty:
                if monotonic() >= end:
                    raise Silent from None
                if self._stopping.is_set() and not told:
                    told = True
                    end = min(end, monotonic() + GRACE)
        if not done:
            raise value  # type: ignore[misc]
        return value  # type: ignore[return-value]

    def close(self) -> None:
        """End the thread after the call that runs."""
        self._calls.put(None)


def _serve(calls: SimpleQueue[tuple[Callable[[], object], SimpleQueue[Answer]] | None]) -> None:
    while (call := calls.get()) is not None:
        work, answer = call
        try:
            answer.put((True, work()))
        except BaseException as error:
            answer.put((False, error))
