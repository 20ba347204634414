"""A running program: its three streams, its end, and the end of all that it has started."""

from __future__ import annotations

import contextlib
import os
import shlex
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import IO

Take = Callable[[bytes], None]
"""Gets what a stream says, b"" at its end."""


class Child(ABC):
    """A program that was started, with three pipes; one thread of its owner calls `read`."""

    def __init__(
        self,
        words: Sequence[str],
        cwd: str | os.PathLike[str] | None,
        env: Mapping[str, str] | None,
        *,
        flags: int = 0,
    ) -> None:
        self._child = subprocess.Popen(
            words,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=env,
            creationflags=flags,
            start_new_session=sys.platform != "win32",
        )
        assert self._child.stdin and self._child.stdout and self._child.stderr
        self._input: IO[bytes] = self._child.stdin
        self._output, self._errors = self._child.stdout, self._child.stderr

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self._child.pid

    @property
    def status(self) -> int | None:
        """Return the exit status, negative where a signal ended it; None before it is reaped."""
        return self._child.returncode

    @abstractmethod
    def write(self, text: bytes, deadline: float) -> None:
        """Write to its input until a monotonic time.

        Raises `TimeoutError` then, `OSError` or `ValueError` where the input is closed.
        """

    @abstractmethod
    def read(self, output: Take, errors: Take) -> None:
        """Read both streams until they end, or until `wake`. Raises what a `Take` does."""

    @abstractmethod
    def close_input(self, patience: float) -> None:
        """Close its input, unless another thread writes to it longer than `patience` seconds."""

    @abstractmethod
    def has_ended(self) -> bool:
        """Return whether it has ended, by itself or not."""

    @abstractmethod
    def terminate(self) -> None:
        """Ask it to end, where the system has a way to ask."""

    @abstractmethod
    def kill(self) -> None:
        """End it and all that it has started."""

    @abstractmethod
    def was_killed(self) -> bool:
        """Return whether its status is that of `terminate` or `kill`."""

    def reap(self, seconds: float) -> None:
        """Wait until it has ended, for so many seconds at most."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(seconds)

    @abstractmethod
    def wake(self) -> None:
        """End `read`, whatever holds the streams open."""

    @abstractmethod
    def release(self) -> None:
        """Give back the streams, after `read` has ended."""


def split_words(command: str) -> list[str]:
    r"""Return the words of a command line, as the system's shell would split it.

    Raises `ValueError` for quotes that are not closed.

    >>> split_words('scan "my engines/a"')
    ['scan', 'my engines/a']
    """
    return split_words_of_windows(command) if sys.platform == "win32" else shlex.split(command)


def split_words_of_windows(command: str) -> list[str]:
    r"""Return the words of a command line in which a backslash stands in paths.

    >>> split_words_of_windows(r'"C:\My Engines\scan.exe" hub')
    ['C:\\My Engines\\scan.exe', 'hub']
    """
    words = shlex.shlex(command, posix=True, punctuation_chars=False)
    words.whitespace_split, words.escape, words.commenters, words.quotes = True, "", "", '"'
    return list(words)
