"""Find a C++20 compiler: the system's, or the one in `ziglang`. Standard library only.

A compiler is given as the environment variables that make CMake use it. CROWNHEAD_BINDING is one
of them: `split` shares one nanobind between extension modules and needs libstdc++ on ELF
platforms; `linked` carries its own.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

TOOLCHAIN_FILE = Path(__file__).resolve().parent.parent / "cmake" / "zig.cmake"

PROBE = """
#include <bit>
#include <concepts>
#include <span>
#include <version>
#if defined(__ELF__) && !defined(__GLIBCXX__) && defined(NEED_LIBSTDCXX)
#error "another standard library"
#endif
template <std::integral T> int ones(std::span<const T> xs) { return std::popcount(xs[0]); }
int main() { const unsigned xs[] = {7u}; return ones<unsigned>(xs) == 3 ? 0 : 1; }
"""


class MissingTool(Exception):
    """Report what this machine lacks to build the core, and what to install."""


def _compiles(command: str, *flags: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.cpp")
        source.write_text(PROBE, encoding="utf-8")
        arguments = [command, "-std=c++20", *flags, str(source), "-o", str(source.with_suffix(""))]
        try:
            return subprocess.run(arguments, capture_output=True, timeout=120).returncode == 0
        except (OSError, subprocess.TimeoutExpired):
            return False


def candidates() -> list[str]:
    """Return the system's C++ compilers by path, $CXX alone where it is set."""
    names = [os.environ["CXX"]] if os.environ.get("CXX") else ["c++", "g++", "clang++"]
    return [path for path in map(shutil.which, names) if path]


@functools.cache
def system_compiler() -> dict[str, str] | None:
    """Return the first of the system's compilers that builds a small C++20 program."""
    for path in candidates():
        if _compiles(path):
            split = _compiles(path, "-DNEED_LIBSTDCXX") and not _is_free_threaded()
            binding = os.environ.get("CROWNHEAD_BINDING") or ("split" if split else "linked")
            return {"CXX": path, "CROWNHEAD_BINDING": binding}
    return None


def zig_is_needed() -> bool:
    """Return whether the package `ziglang` has to be the compiler; it is tried on Linux alone."""
    return sys.platform == "linux" and system_compiler() is None


def zig_compiler() -> dict[str, str] | None:
    """Return the compiler of the `ziglang` package, if this environment has that package."""
    package = importlib.util.find_spec("ziglang")
    if package is None or package.origin is None:
        return None
    zig = Path(package.origin).with_name("zig")
    libc = "gnu.2.28" if platform.libc_ver()[0] == "glibc" else "musl"
    return {
        "CMAKE_TOOLCHAIN_FILE": str(TOOLCHAIN_FILE),
        "CROWNHEAD_ZIG": str(zig),
        "CROWNHEAD_ZIG_TARGET": f"{platform.machine()}-linux-{libc}",
        "CROWNHEAD_BINDING": "linked",
    }


def require_headers() -> None:
    """Refuse a Python without its own headers, by `MissingTool`."""
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise MissingTool("Python.h was not found: install Python's headers (Debian: python3-dev)")


def find() -> dict[str, str]:
    """Return the compiler to build with.

    Raises:
        MissingTool: there is no compiler, or Python's own headers are not installed.
    """
    require_headers()
    compiler = zig_compiler() if zig_is_needed() else system_compiler()
    if compiler is None:
        raise MissingTool("no C++20 compiler was found: install g++ or clang++")
    return compiler


def _is_free_threaded() -> bool:
    return bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


if __name__ == "__main__":
    try:
        print(json.dumps(find()))
    except MissingTool as missing:
        sys.exit(str(missing))
