"""Wait for native work in a way that Ctrl-C can end."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import TypeVar

T = TypeVar("T")

INTERRUPTED = 130
"""The exit status of a command that Ctrl-C has ended."""
PATIENCE = 1.0  # seconds

_left: list[Thread] = []
"""Work that was left behind."""


def is_work_left() -> bool:
    """Return whether work goes on that nobody waits for any more."""
    return any(thread.is_alive() for thread in _left)


def interruptible(
    work: Callable[[], T],
    stop: Callable[[], None] | None = None,
    notice: Callable[[], None] | None = None,
) -> T:
    """Return what `work` returns; raise `KeyboardInterrupt` as soon as the user asks for it.

    `work` runs beside the main thread, because a native call would hold the signal back until it
    ends. `stop`, where given, asks the work to end and is waited for; without it the work is left
    behind and ends with the program. `notice` is called once, if the work takes over a second.

    >>> interruptible(lambda: 6 * 7)
    42
    """
    results: list[T] = []
    failures: list[BaseException] = []
    done = Event()

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            failures.append(error)
        finally:
            done.set()

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        if not done.wait(PATIENCE) and notice is not None:
            notice()
        while not done.wait(0.1):
            pass
    except KeyboardInterrupt:
        if stop is None:
            _left.append(thread)
        else:
            stop()
            thread.join()
        raise
    if failures:
        raise failures[0]
    return results[0]
