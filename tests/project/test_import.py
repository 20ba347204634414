"""`import crownhead` is quick, and brings nobody else along."""

from __future__ import annotations

import os
import subprocess
import sys

LIMIT_MS = 60.0  # docs/design.md: CPU time of the import alone

TIMED = """
import time
start = time.process_time()
import crownhead
print((time.process_time() - start) * 1000)
"""

LISTED = """
import sys
before = set(sys.modules)
import crownhead
print(*{name.partition(".")[0] for name in set(sys.modules) - before})
"""


def fresh_python(program: str) -> str:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=kept, capture_output=True, text=True, check=True).stdout


def test_the_import_is_quick() -> None:
    best = min(float(fresh_python(TIMED)) for _ in range(9))
    assert best <= LIMIT_MS


def test_the_import_loads_no_package_of_others() -> None:
    loaded = set(fresh_python(LISTED).split())
    assert "crownhead" in loaded
    # The native module shares its binding library with others through this package.
    ours = {"crownhead", "nanobind_backend"}
    assert loaded - ours - sys.stdlib_module_names == set()
