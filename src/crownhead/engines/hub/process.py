"""The engine's process: lines to it and from it, and its certain end."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence

from crownhead.engines.hub.child import Child, split_words
from crownhead.engines.hub.syntax import LONGEST_LINE
from crownhead.engines.limit import LONGEST_WAIT
from crownhead.errors import EngineDied, EngineError, EngineTimeout, ProtocolError

Command = str | Sequence[str]

_MOST_WAITING = 4096  # lines that nobody has read yet; of more the oldest `info` is dropped
_FLOOD = 4 << 20  # bytes at once
_FLOOD_RATE = 512 << 10  # bytes per second in the long run
_TAIL = 2000  # bytes of the error stream that are kept
_AFTER_TERM = 0.5  # seconds between asking the process to end and ending it
_UNTIL_REAPED = 5.0
_BINARY = frozenset(range(32)) - frozenset(b"\t\n\f\r\x1b")


class Process:
    """Run a program in a session of its own, read all it says, and end it with all its children.

    One thread reads both streams all the time, so that the program never waits for us. `receive`
    gives what it said line by line; `close` may be called from any thread, and again.
    """

    def __init__(
        self,
        command: Command,
        *,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        try:
            words = split_words(command) if isinstance(command, str) else list(command)
            self.name = os.path.basename(os.fspath(words[0]))
            self._child = start(words, cwd, None if env is None else dict(env))
        except (OSError, ValueError, TypeError, IndexError, subprocess.SubprocessError) as error:
            raise EngineDied(f"Cannot start the engine {command!r}: {error}") from None
        self._changed = threading.Condition()
        self._closing = threading.Lock()
        self._lines: deque[str] = deque()
        self._half = b""
        self._poked = False
        self._fault: EngineError | None = None
        self._tail = b""
        self._credit = float(_FLOOD)
        self._credited = time.monotonic()
        self._ended_by_us = False
        self.closed = False
        self._reader = threading.Thread(target=self._read, name=f"hub {self.name}", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self._child.pid

    def send(self, line: str, patience: float) -> None:
        """Send a line. Raises `EngineDied`, or `EngineTimeout` where it is not taken in time."""
        try:
            self._child.write(f"{line}\n".encode(), time.monotonic() + patience)
        except TimeoutError:
            raise EngineTimeout(f"{self.name} does not read what it is sent") from None
        except (OSError, ValueError):
            raise EngineDied(f"{self.name} has ended, or closed its input") from None

    def receive(self, deadline: float | None) -> str | None:
        """Return the next line; None at the deadline, or after `poke`.

        Raises what ended the output, once all that was said before has been returned.
        """
        with self._changed:
            while not self._lines:
                if self._fault is not None:
                    raise self._fault
                if self._poked:
                    self._poked = False
                    return None
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    return None
                self._changed.wait(None if left is None else min(left, LONGEST_WAIT))
            return self._lines.popleft()

    def poke(self) -> None:
        """Make a waiting `receive` return."""
        with self._changed:
            self._poked = True
            self._changed.notify_all()

    def forget(self) -> None:
        """Drop what was said and nobody has read."""
        with self._changed:
            self._lines.clear()
            self._poked = False

    def close(self, patience: float = 0.0) -> None:
        """End the process: by closing its input, then SIGTERM, then SIGKILL to all of its group.

        `patience` seconds are left to it to end by itself. It is dead and reaped afterwards.
        """
        if threading.current_thread() is self._reader:  # the garbage collector may choose it
            threading.Thread(target=self.close, daemon=True).start()
            return
        with self._closing:
            if self.closed:
                return
            self._child.close_input(patience)
            if not self._ends_within(patience):
                self._ended_by_us = True
                self._child.terminate()
                self._ends_within(_AFTER_TERM)
            self._child.kill()
            self._child.reap(_UNTIL_REAPED)
            self._child.close_input(_UNTIL_REAPED)
            self._child.wake()
            self._reader.join(_UNTIL_REAPED)
            self._child.release()
            self.closed = True
        with self._changed:
            self._fault = self._fault or EngineDied(f"{self.name} was closed")
            self._changed.notify_all()

    def has_ended(self) -> bool:
        """Return whether the process has ended, by itself or not."""
        return self._child.has_ended()

    def last_words(self) -> str:
        """Return how it ended by itself, and the end of what it wrote to its error stream."""
        status = self._child.status
        ours = self._ended_by_us and self._child.was_killed()
        if status is None or ours or not self.closed:
            ending = ""
        elif status < 0:
            ending = f"; ended by signal {-status}"
        else:
            ending = f"; exit status {status}"
        tail = self._tail.decode(errors="replace").strip()
        return f"{ending}; it wrote: {tail}" if tail else ending

    def _ends_within(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        pause = 0.001
        while not self.has_ended():
            if time.monotonic() >= deadline:
                return False
            time.sleep(pause)
            pause = min(pause * 2, 0.02)
        return True

    # The reading thread

    def _read(self) -> None:
        try:
            self._child.read(self._take_output, self._complaint)
        except EngineError as error:
            self._end(error)
        except OSError:
            pass
        self._end(EngineDied(f"{self.name} has ended, or closed its output"))

    def _take_output(self, chunk: bytes) -> None:
        if not chunk:
            if self._half:
                self._add([self._half])
            self._end(EngineDied(f"{self.name} has ended, or closed its output"))
            return
        self._charge(len(chunk))
        *lines, self._half = (self._half + chunk).split(b"\n")
        longest = max(map(len, (*lines, self._half)))
        if longest > LONGEST_LINE:
            start = repr(next(x for x in (*lines, self._half) if len(x) == longest)[:60])
            raise ProtocolError(f"{self.name} wrote a line of over {LONGEST_LINE} bytes", start)
        self._add(lines)

    def _add(self, lines: list[bytes]) -> None:
        with self._changed:
            for line in lines:
                if not _BINARY.isdisjoint(line):
                    shown = repr(line[:60])
                    raise ProtocolError(f"{self.name} wrote what is no text: {shown}", shown)
                if len(self._lines) == _MOST_WAITING:
                    if not self._lines[0].lstrip().startswith("info"):
                        raise ProtocolError(f"{self.name} floods us", self._lines[0])
                    self._lines.popleft()
                self._lines.append(_text(line))
            self._changed.notify_all()

    def _charge(self, size: int) -> None:
        now = time.monotonic()
        gained = (now - self._credited) * _FLOOD_RATE
        self._credit = min(float(_FLOOD), self._credit + gained) - size
        self._credited = now
        if self._credit < 0:
            raise ProtocolError(f"{self.name} floods us", repr(self._half[:60]))

    def _complaint(self, chunk: bytes) -> None:
        self._tail = (self._tail + chunk)[-_TAIL:]

    def _end(self, fault: EngineError) -> None:
        with self._changed:
            self._fault = self._fault or fault
            self._changed.notify_all()


def start(
    words: Sequence[str], cwd: str | os.PathLike[str] | None, env: Mapping[str, str] | None
) -> Child:
    """Start a program. Raises what `subprocess.Popen` does."""
    if sys.platform == "win32":
        from crownhead.engines.hub.windows_child import WindowsChild

        return WindowsChild(words, cwd, env)
    else:
        from crownhead.engines.hub.posix_child import PosixChild

        return PosixChild(words, cwd, env)


def _text(line: bytes) -> str:
    try:
        return line.decode().rstrip("\r")
    except UnicodeDecodeError:
        return line.decode("latin-1").rstrip("\r")
