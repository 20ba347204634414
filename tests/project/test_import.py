"""`import crownhead` is quick, and brings nobody else along."""

from __future__ import annotations

import os
import subprocess
import sys

# What the import does, counted: the same on every machine. Some 10,000 calls, of which `enum` and
# `dataclasses` make most, take 30 ms of processor time.
MOST_CALLS = 15_000
MOST_MODULES = 45  # ours, and what they need of the standard library

COUNTED = """
import sys
calls, before = 0, set(sys.modules)
def called(frame, event, argument):
    global calls
    calls += event in ("call", "c_call")
sys.setprofile(called)
import crownhead
sys.setprofile(None)
print(calls, len(set(sys.modules) - before))
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
    fresh_python("import crownhead")  # writes what is compiled once
    calls, modules = map(int, fresh_python(COUNTED).split())
    assert calls <= MOST_CALLS
    assert modules <= MOST_MODULES


def test_the_import_loads_no_package_of_others() -> None:
    loaded = set(fresh_python(LISTED).split())
    assert "crownhead" in loaded
    # The native module shares its binding library with others through this package.
    ours = {"crownhead", "nanobind_backend"}
    assert loaded - ours - sys.stdlib_module_names == set()
