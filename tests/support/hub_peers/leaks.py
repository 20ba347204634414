"""What a process holds: its files, threads and children; and whether another one lives."""

import os
import threading
import time
from contextlib import suppress
from pathlib import Path


def count_held() -> tuple[int, int]:
    """Return the numbers of open files and of running threads."""
    return len(os.listdir("/proc/self/fd" if Path("/proc").exists() else "/dev/fd")), (
        threading.active_count()
    )


def children() -> set[int]:
    """Return the processes that this one has started and not collected, zombies among them."""
    pids: set[int] = set()
    for found in Path("/proc/self/task").glob("*/children"):
        # A thread may end between being listed and being asked.
        with suppress(OSError):
            pids.update(map(int, found.read_text().split()))
    return pids


def settles(before: tuple[int, int]) -> bool:
    """Say whether no more is held than before, once threads at their end have ended."""
    for _ in range(6_000):  # a minute, on a busy machine
        if count_held() == before:
            return True
        time.sleep(0.01)
    return False


def is_alive(pid: int) -> bool:
    """Say whether a process runs; a zombie that init has not collected yet does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return not stat.parent.parent.exists()
