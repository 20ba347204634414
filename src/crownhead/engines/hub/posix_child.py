"""A program in a session of its own, its streams never waited for."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import sys
import threading
import time
from collections.abc import Mapping, Sequence

from crownhead.engines.hub.child import Child, Take
from crownhead.engines.limit import LONGEST_WAIT

assert sys.platform != "win32"  # where it is not imported


class PosixChild(Child):
    """Run a program on Linux and macOS; see `Child`."""

    def __init__(
        self,
        words: Sequence[str],
        cwd: str | os.PathLike[str] | None,
        env: Mapping[str, str] | None,
    ) -> None:
        super().__init__(words, cwd, env)
        os.set_blocking(self._input.fileno(), False)
        self._wake_read, self._wake_write = os.pipe()
        self._writing = threading.Lock()
        self._silent = False  # both streams have ended

    def write(self, text: bytes, deadline: float) -> None:
        with self._writing:
            while text:
                try:
                    text = text[os.write(self._input.fileno(), text) :]
                except BlockingIOError:
                    self._await_room(deadline)

    def _await_room(self, deadline: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._input, selectors.EVENT_WRITE)
            left = max(0.0, deadline - time.monotonic())
            if not selector.select(min(left, LONGEST_WAIT)):
                raise TimeoutError

    def read(self, output: Take, errors: Take) -> None:
        takes = {self._output.fileno(): output, self._errors.fileno(): errors}
        with selectors.DefaultSelector() as selector:
            for file in (*takes, self._wake_read):
                selector.register(file, selectors.EVENT_READ)
            while len(selector.get_map()) > 1:
                for key, _ in selector.select():
                    chunk = os.read(key.fd, 65_536)
                    if key.fd == self._wake_read:
                        return
                    takes[key.fd](chunk)
                    if not chunk:
                        selector.unregister(key.fileobj)
        self._silent = True

    def close_input(self, patience: float) -> None:
        # Never while another thread writes: the number of the file might be another's by then.
        if self._writing.acquire(timeout=patience):
            with contextlib.suppress(OSError):
                self._input.close()
            self._writing.release()

    def has_ended(self) -> bool:
        if not hasattr(os, "waitid"):  # macOS before Python 3.13
            return self._silent  # to poll would reap it
        try:
            flags = os.WEXITED | os.WNOWAIT | os.WNOHANG
            return os.waitid(os.P_PID, self.pid, flags) is not None
        except ChildProcessError:
            return True

    def terminate(self) -> None:
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        # Whoever is left of its group goes too; not reaped yet, its id is still its own.
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        if self._child.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    def was_killed(self) -> bool:
        return self.status in (-signal.SIGTERM, -signal.SIGKILL)

    def wake(self) -> None:
        os.write(self._wake_write, b"x")

    def release(self) -> None:
        self._output.close()
        self._errors.close()
        os.close(self._wake_read)
        os.close(self._wake_write)
