"""The engine's process: lines to it and from it, and its certain end."""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import IO

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
        if not hasattr(os, "killpg"):
            raise EngineDied(f"Cannot start the engine {command!r}: on Windows none is run yet")
        try:
            words = shlex.split(command) if isinstance(command, str) else list(command)
            self.name = os.path.basename(os.fspath(words[0]))
            self._child = subprocess.Popen(
                words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=cwd,
                env=None if env is None else dict(env),
                start_new_session=True,
            )
        except (OSError, ValueError, TypeError, IndexError, subprocess.SubprocessError) as error:
            raise EngineDied(f"Cannot start the engine {command!r}: {error}") from None
        assert self._child.stdin and self._child.stdout and self._child.stderr
        self._input: IO[bytes] = self._child.stdin
        os.set_blocking(self._input.fileno(), False)
        self._wake_read, self._wake_write = os.pipe()
        self._changed = threading.Condition()
        self._writing = threading.Lock()
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
        left = f"{line}\n".encode()
        deadline = time.monotonic() + patience
        with self._writing:
            while left:
                try:
                    left = left[os.write(self._input.fileno(), left) :]
                except BlockingIOError:
                    self._await_room(deadline)
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
            self._close_input(patience)
            if not self._ends_within(patience):
                self._ended_by_us = True
                self._signal(signal.SIGTERM)
                self._ends_within(_AFTER_TERM)
            # Whoever is left of its group goes too; not reaped yet, its id is still its own.
            self._signal(signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(_UNTIL_REAPED)
            self._close_input(_UNTIL_REAPED)
            os.write(self._wake_write, b"x")
            self._reader.join()
            for stream in (self._child.stdout, self._child.stderr):
                assert stream
                stream.close()
            os.close(self._wake_read)
            os.close(self._wake_write)
            self.closed = True
        with self._changed:
            self._fault = self._fault or EngineDied(f"{self.name} was closed")
            self._changed.notify_all()

    def has_ended(self) -> bool:
        """Return whether the process has ended, by itself or not."""
        if not hasattr(os, "waitid"):  # macOS before Python 3.13
            return not self._reader.is_alive()
        try:
            flags = os.WEXITED | os.WNOWAIT | os.WNOHANG
            return os.waitid(os.P_PID, self.pid, flags) is not None
        except ChildProcessError:
            return True

    def last_words(self) -> str:
        """Return how it ended by itself, and the end of what it wrote to its error stream."""
        status = self._child.returncode
        ours = self._ended_by_us and status in (-signal.SIGTERM, -signal.SIGKILL)
        if status is None or ours or not self.closed:
            ending = ""
        elif status < 0:
            ending = f"; ended by signal {-status}"
        else:
            ending = f"; exit status {status}"
        tail = self._tail.decode(errors="replace").strip()
        return f"{ending}; it wrote: {tail}" if tail else ending

    def _close_input(self, patience: float) -> None:
        # Never while another thread writes: the number of the file might be another's by then.
        if self._writing.acquire(timeout=patience):
            with contextlib.suppress(OSError):
                self._input.close()
            self._writing.release()

    def _await_room(self, deadline: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._input, selectors.EVENT_WRITE)
            left = max(0.0, deadline - time.monotonic())
            if not selector.select(min(left, LONGEST_WAIT)):
                raise EngineTimeout(f"{self.name} does not read what it is sent")

    def _ends_within(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        pause = 0.001
        while not self.has_ended():
            if time.monotonic() >= deadline:
                return False
            time.sleep(pause)
            pause = min(pause * 2, 0.02)
        return True

    def _signal(self, number: int) -> None:
        if self._child.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    # The reading thread

    def _read(self) -> None:
        assert self._child.stdout and self._child.stderr
        with selectors.DefaultSelector() as selector:
            selector.register(self._wake_read, selectors.EVENT_READ, self._woken)
            selector.register(self._child.stdout, selectors.EVENT_READ, self._take_output)
            selector.register(self._child.stderr, selectors.EVENT_READ, self._complaint)
            try:
                while len(selector.get_map()) > 1:
                    for key, _ in selector.select():
                        chunk = os.read(key.fd, 65_536)
                        key.data(chunk)
                        if not chunk:
                            selector.unregister(key.fileobj)
            except (_Woken, OSError):
                pass
            except EngineError as error:
                self._end(error)
        self._end(EngineDied(f"{self.name} has ended, or closed its output"))

    def _woken(self, chunk: bytes) -> None:
        raise _Woken

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


class _Woken(Exception):
    """End the reading thread."""


def _text(line: bytes) -> str:
    try:
        return line.decode().rstrip("\r")
    except UnicodeDecodeError:
        return line.decode("latin-1").rstrip("\r")
