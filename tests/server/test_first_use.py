"""What is read for the first time may be read by several threads at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys, threading
from pathlib import Path
from crownhead.server.app import App
from crownhead.server.event.entries import EventEntry
from crownhead.server.settings import Settings

folder = Path(sys.argv[1])
App(Settings(folder=folder, database=f"sqlite:///{folder / 'games'}", keys=(b"s" * 32,)))
sys.setswitchinterval(1e-6)
opened = {"player": "a", "name": "Anna", "settings": {"name": "Club evening"}, "code": ""}
barrier = threading.Barrier(6)

def read():
    barrier.wait()
    for _ in range(20):
        EventEntry.from_row(1, 5, "opened", opened, "a", None)
        EventEntry.from_row(2, 5, "started", {"round": 1}, "a", None)

threads = [threading.Thread(target=read) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("read")
"""


def test_threads_read_the_first_entries_of_events_at_once(tmp_path: Path) -> None:
    for _ in range(5):  # five processes of eight ended by a segmentation fault
        ended = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(tmp_path)], capture_output=True, text=True
        )
        assert ended.stdout == "read\n" and not ended.returncode, ended.stderr
