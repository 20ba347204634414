"""A program whose streams threads wait for; on Windows in a job, which ends with us.

Windows has no pipes that are read without waiting, and no groups of processes that a signal ends.
What is here runs on other systems, too, where the tests run it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from queue import SimpleQueue

from crownhead.engines.hub.child import Child, Take

_KILLED = 0xC000013A  # the status of what Ctrl-C has ended
_UNTIL_SILENT = 5.0


class WindowsChild(Child):
    """Run a program on Windows; see `Child`."""

    def __init__(
        self,
        words: Sequence[str],
        cwd: str | os.PathLike[str] | None,
        env: Mapping[str, str] | None,
    ) -> None:
        super().__init__(words, cwd, env, flags=_FLAGS)
        self._job = _Job(self._child)
        self._outbox: SimpleQueue[_Writing | None] = SimpleQueue()
        self._input_closed = False
        self._threads = [threading.Thread(target=self._write_all, daemon=True)]
        self._threads[0].start()

    def write(self, text: bytes, deadline: float) -> None:
        if self._input_closed:
            raise ValueError("the input is closed")
        writing = _Writing(text)
        self._outbox.put(writing)
        if not writing.ended.wait(max(0.0, deadline - time.monotonic())):
            raise TimeoutError
        if writing.fault is not None:
            raise writing.fault

    def _write_all(self) -> None:
        for writing in iter(self._outbox.get, None):
            try:
                left = writing.text
                while left:
                    left = left[os.write(self._input.fileno(), left) :]
            except OSError as error:
                writing.fault = error
            writing.ended.set()
        with contextlib.suppress(OSError):
            self._input.close()

    def read(self, output: Take, errors: Take) -> None:
        beside = threading.Thread(
            target=_read_all, args=(self._errors.fileno(), errors), daemon=True
        )
        self._threads += [threading.current_thread(), beside]
        beside.start()
        _read_all(self._output.fileno(), output)
        beside.join()

    def close_input(self, patience: float) -> None:
        if not self._input_closed:
            self._input_closed = True
            self._outbox.put(None)

    def has_ended(self) -> bool:
        return self._child.poll() is not None

    def terminate(self) -> None:
        self._job.end()

    def kill(self) -> None:
        self._job.end()

    def was_killed(self) -> bool:
        return self.status in (_KILLED, -9)

    def wake(self) -> None:
        """Nothing holds the streams open: the job has ended with all that was in it."""

    def release(self) -> None:
        for thread in self._threads:
            thread.join(_UNTIL_SILENT)
        if not any(thread.is_alive() for thread in self._threads):
            self._output.close()
            self._errors.close()
        self._job.close()


class _Writing:
    """A text on its way to the input."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.ended = threading.Event()
        self.fault: OSError | None = None


def _read_all(file: int, take: Take) -> None:
    while True:
        try:
            chunk = os.read(file, 65_536)
        except OSError:  # the program ended while it was read
            chunk = b""
        take(chunk)
        if not chunk:
            return


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _EXTENDED_LIMITS = 9
    _KILL_ON_CLOSE = 0x2000

    class _BasicLimits(ctypes.Structure):
        _fields_ = (
            ("per_process_time", ctypes.c_int64),
            ("per_job_time", ctypes.c_int64),
            ("flags", wintypes.DWORD),
            ("least_working_set", ctypes.c_size_t),
            ("most_working_set", ctypes.c_size_t),
            ("most_processes", wintypes.DWORD),
            ("affinity", ctypes.c_size_t),
            ("priority", wintypes.DWORD),
            ("scheduling", wintypes.DWORD),
        )

    class _ExtendedLimits(ctypes.Structure):
        _fields_ = (
            ("basic", _BasicLimits),
            ("io", ctypes.c_uint64 * 6),
            ("memory", ctypes.c_size_t * 4),
        )

    # It gets no Ctrl-C of ours, and opens no window.
    _FLAGS = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW

    class _Job:
        """What a program and all that it starts are in; it ends with us, whatever ends us."""

        def __init__(self, child: subprocess.Popen[bytes]) -> None:
            self._kernel = kernel = ctypes.WinDLL("kernel32", use_last_error=True)
            kernel.CreateJobObjectW.restype = wintypes.HANDLE
            self._child = child
            self._handle = wintypes.HANDLE(kernel.CreateJobObjectW(None, None))
            limits = _ExtendedLimits()
            limits.basic.flags = _KILL_ON_CLOSE
            size = ctypes.sizeof(limits)
            kernel.SetInformationJobObject(
                self._handle, _EXTENDED_LIMITS, ctypes.byref(limits), size
            )
            kernel.AssignProcessToJobObject(
                self._handle, wintypes.HANDLE(int(vars(child)["_handle"]))
            )

        def end(self) -> None:
            self._kernel.TerminateJobObject(self._handle, _KILLED)
            with contextlib.suppress(OSError):
                self._child.kill()  # where it could not be put into the job

        def close(self) -> None:
            self._kernel.CloseHandle(self._handle)
else:
    _FLAGS = 0

    class _Job:
        def __init__(self, child: subprocess.Popen[bytes]) -> None:
            self._child = child

        def end(self) -> None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._child.pid, signal.SIGKILL)

        def close(self) -> None:
            pass
