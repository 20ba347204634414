"""Start the command `crownhead` as a program of its own that need not import what it needs.

To import the server takes two seconds of processor time, and some two hundred tests start one. So
each process of pytest has another beside it that has imported it and does nothing but fork.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import IO, Any, Self
from unittest import mock

_LOADED = "support.preloaded"
_FOLDER = Path(__file__).parent.parent


@cache
def _forks() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([_LOADED])
    with mock.patch.dict(os.environ, PYTHONPATH=str(_FOLDER)):  # not every version passes sys.path
        forkserver.ensure_running()
    return context


def _run(arguments: Sequence[str], environment: Mapping[str, str], *outputs: Any) -> None:
    assert _LOADED in sys.modules
    from crownhead.cli import main

    os.environ.clear()
    os.environ.update(environment)
    for number, output in enumerate(outputs, start=1):
        given = output.detach()
        os.dup2(given, number)
        os.close(given)
    sys.argv = ["crownhead", *arguments]
    main()


class _Output:
    """An open file that the process gets which is being started."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __reduce__(self) -> tuple[Any, ...]:
        return _itself, (DupFd(self._number),)


def _itself(output: Any) -> Any:
    return output


class Forked:
    """One call of `crownhead`, told and asked as a `subprocess.Popen` is."""

    def __init__(
        self, arguments: Sequence[str], environment: Mapping[str, str], stderr: IO[bytes]
    ) -> None:
        reads, writes = os.pipe()
        self.stdout = os.fdopen(reads, encoding="utf-8")
        outputs = (_Output(writes), _Output(stderr.fileno()))
        self._process = _forks().Process(target=_run, args=(arguments, environment, *outputs))
        self._process.start()
        os.close(writes)
        assert self._process.pid is not None
        self.pid = self._process.pid

    @property
    def returncode(self) -> int | None:
        """Return the status at the end, or None before it."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()

    def wait(self, seconds: float | None = None) -> int:
        """Wait for the end and return the status; raise `TimeoutExpired` if it does not come."""
        self._process.join(seconds)
        status = self.returncode
        if status is None:
            raise subprocess.TimeoutExpired("crownhead", seconds or 0)
        return status

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.wait()
