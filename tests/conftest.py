"""What holds for every test: signals as in a terminal, and a time after which it has failed."""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import pytest
from hypothesis import settings
from support.hub_peers.leaks import children

# Far beyond what any test takes on a busy machine: what lasts longer hangs.
LIMIT = 900.0
GRACE = 60.0  # after which it is told again, should its end hang, too
LIMITED = not os.environ.get("CROWNHEAD_NIGHTLY") and hasattr(signal, "setitimer")


# No test judges the machine's speed, and a deadline for each example would.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


class TooLong(Exception):
    """A test that has not ended in time."""


def pytest_configure() -> None:
    """Set up what programs that a test starts inherit.

    SIGINT is heeded, which is ignored where the run was started in the background: none of them
    could be interrupted. Endgame tables that the user has built are not found: with them the engine
    may play other moves.
    """
    os.environ["XDG_DATA_HOME"] = os.devnull
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Have the search for garbage leave alone what stays to the end, which is most of what it sees.

    A search through 300,000 objects takes 0.16 s, and tests search often.
    """
    gc.collect()
    gc.freeze()


@contextmanager
def limit_time(name: str, seconds: float = LIMIT) -> Iterator[None]:
    """Fail by `TooLong` what does not end in time, and end the processes it has started."""
    if not LIMITED or threading.current_thread() is not threading.main_thread():
        yield
        return
    known = children()

    def on_alarm(_: int, frame: FrameType | None) -> None:
        for process in children() - known:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        raise TooLong(f"{name} has not ended within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds, GRACE)
    # What is stuck in native code cannot be interrupted, and ends the run.
    faulthandler.dump_traceback_later(seconds + 3 * GRACE, exit=True, file=sys.__stderr__)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    with limit_time(item.nodeid):
        return (yield)
