"""Every test has an end: what hangs fails, and what it started is gone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

HANGING = """
import os, subprocess, sys, time
import conftest

def test_that_hangs(monkeypatch):
    with conftest.limit_time("this test", 2):
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        with open("child", "w") as file:
            file.write(str(child.pid))
        try:
            time.sleep(600)
        finally:
            child.wait()

def test_after_it():
    pass
"""

SIGNALS = """
import signal, subprocess, sys

def test_children_can_be_interrupted():
    code = "import signal; print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.stdout.strip() == "False"
"""


def run(folder: Path, text: str, *shell: str) -> str:
    """Run a file of tests under our conftest, in a process of its own."""
    (folder / "conftest.py").write_text((TESTS / "conftest.py").read_text(encoding="utf-8"))
    (folder / "test_it.py").write_text(text, encoding="utf-8")
    (folder / "pytest.ini").write_text(f"[pytest]\npythonpath = {TESTS}\n", encoding="utf-8")
    command = [*shell, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."]
    kept = {k: v for k, v in os.environ.items() if k != "CROWNHEAD_NIGHTLY"}
    ran = subprocess.run(command, cwd=folder, env=kept, capture_output=True, text=True)
    return ran.stdout


@pytest.mark.skipif(not Path("/proc").exists(), reason="children are found in /proc")
def test_a_test_that_hangs_fails_and_leaves_no_process(tmp_path: Path) -> None:
    out = run(tmp_path, HANGING)
    assert "TooLong: this test has not ended within 2 s" in out
    assert "1 failed, 1 passed" in out
    pid = (tmp_path / "child").read_text()
    status = Path("/proc", pid, "stat")
    assert not status.exists() or status.read_text().split()[2] in ("Z", "X")


def test_a_run_in_the_background_can_interrupt_its_children(tmp_path: Path) -> None:
    out = run(tmp_path, SIGNALS, "sh", "-c", 'trap "" INT; exec "$@"', "sh")
    assert "1 passed" in out
