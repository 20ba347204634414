"""The entry for contributors: what it builds for a test, and what it leaves behind."""

from __future__ import annotations

import importlib.util
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from support.hub_peers.leaks import alive
from support.patience import within

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def dev() -> ModuleType:
    found = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        ("", True),
        ("-k huff", True),
        ("tests", True),
        ("tests/browser/test_coach.py -k warned", True),
        ("tests/project", True),
        ("tests/game tests/browser", True),
        ("tests/game/test_law_faces.py", False),
        ("tests/game/test_law_faces.py::test_every_event_has_a_class -x", False),
        ("tests/project/test_import.py", False),
    ],
)
def test_only_tests_of_the_page_wait_for_it(dev: ModuleType, arguments: str, needed: bool) -> None:
    """Any Python edit rebuilt the page before one test of the law ran."""
    assert dev.need_page(arguments.split()) is needed


BUILD = """
import pathlib, signal, sys
import dev
dev.BUILD = pathlib.Path(sys.argv[1])
signal.signal(int(sys.argv[2]), dev.end_with_children)
compile = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"
build = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"
dev.quietly(sys.executable, "-c", build, compile)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_what_was_started(number: signal.Signals, tmp_path: Path) -> None:
    """A compiler went on alone, without the lock, when dev.py was ended."""
    command = [sys.executable, "-c", BUILD, str(tmp_path), str(int(number))]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL) as process:
        log = tmp_path / "dev.log"
        try:
            wait_for(lambda: log.exists() and log.read_text(encoding="utf-8").endswith("\n"))
            compiler = int(log.read_text(encoding="utf-8"))
            process.send_signal(number)
            assert process.wait(within(10)) != 0
        finally:
            process.kill()
    wait_for(lambda: not alive(compiler))


def wait_for(happened: Callable[[], bool]) -> None:
    """Wait until something has happened; fail where it does not."""
    end = time.monotonic() + within(10)
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.01)
