"""Build and check what a release consists of: sdist, wheels of three distributions, SBOM.

Usage: python3 dev.py release [--repository URL] [--only NAME]... [--fresh]

  --repository URL  where the project is found: links of the README and metadata lead there
  --only NAME       build these wheels alone, of those that the table at the end names
  --fresh           compile everything anew, without caches, to compare with an earlier run

Nothing is fetched and nothing is published. Each file is the same, byte for byte, whenever the same
commit is built with the same packages: times in it are the commit's. The wheels of the library
differ in their native module alone, which zig compiles for each platform against the stable ABI of
Python 3.12; `crownhead-data` and `crownhead-server` have one wheel each for all (parts.py).

Needs what `dev.py` installs, and the headers of a Python 3.12 or newer. A wheel for another system
is run where the environment names a command that runs a Python there: CROWNHEAD_AARCH64_PYTHON
(such as `qemu-aarch64-static -L ROOT ROOT/usr/bin/python3.12`), CROWNHEAD_MUSL_PYTHON and
CROWNHEAD_MUSL_AARCH64_PYTHON (a Python that was built against musl), CROWNHEAD_WINDOWS_PYTHON
(such as `wine python.exe`). The summary names the wheels that were not run.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import index_page
import npm_packages
import parts

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
BUILD = ROOT / "build" / "release"
PACKAGE = ROOT / "src" / "crownhead"
PROJECT, VERSION = parts.PROJECT, parts.VERSION
STABLE = (3, 12)
"""The version whose stable ABI the wheels keep to: the first that nanobind can do with."""
PURE = "py3-none-any"
"""The tag of a wheel for every platform."""
LARGEST = 4_000_000
"""Bytes that a wheel of the library may have: it is what everybody fetches."""
NEWEST = 20
"""Up to which 3.x a Python is looked for."""

TRIAL = """
import crownhead as ch
from crownhead.cli.command import run
assert ch.Position.initial("english").perft(7) == 179740
with ch.Engine.builtin(level=3) as engine:
    assert engine.play(ch.Position.initial("lite"), ch.Limit(nodes=500))
assert run(["perft", "international", "4"]) == 0
print("tried")
"""

TRIAL_OF_DATA = """
from crownhead.puzzles.sets import load
assert load("english").puzzles
from crownhead.cli.command import run
assert run(["endgame", "probe", "english", "W:WK1:BK32"]) == 0
print("tried")
"""


NOT_RUN = "not run"


class Failed(Exception):
    """Report in one sentence why there is no release."""


@dataclass(frozen=True)
class Target:
    """A platform that gets a wheel."""

    name: str
    zig: str
    tag: str
    python: str = ""
    """The variable of the environment that may name a Python for it; none is sought otherwise."""
    module: str = "_core.abi3.so"
    soabi: str = "cpython-312-any"


TARGETS = {
    target.name: target
    for target in (
        Target("linux-x86_64", "x86_64-linux-gnu.2.28", "manylinux_2_28_x86_64"),
        Target(
            "linux-aarch64",
            "aarch64-linux-gnu.2.28",
            "manylinux_2_28_aarch64",
            "CROWNHEAD_AARCH64_PYTHON",
        ),
        Target("musl-x86_64", "x86_64-linux-musl", "musllinux_1_2_x86_64", "CROWNHEAD_MUSL_PYTHON"),
        Target(
            "musl-aarch64",
            "aarch64-linux-musl",
            "musllinux_1_2_aarch64",
            "CROWNHEAD_MUSL_AARCH64_PYTHON",
        ),
        Target("macos-x86_64", "x86_64-macos.11.0", "macosx_11_0_x86_64"),
        Target("macos-arm64", "aarch64-macos.11.0", "macosx_11_0_arm64"),
        Target(
            "windows-x86_64",
            "x86_64-windows-gnu",
            "win_amd64",
            "CROWNHEAD_WINDOWS_PYTHON",
            "_core.pyd",
        ),
    )
}


NEWER_THAN_MUSL_1_2_0 = frozenset(
    # Of 1.2.2, 1.2.3 and 1.2.5, by musl's WHATSNEW; zig 0.17 has 1.2.5.
    ("_Fork", "gettid", "reallocarray", "tcgetwinsize", "tcsetwinsize")
    + ("pthread_getname_np", "qsort_r")
    + ("preadv2", "pwritev2", "statx")
)
"""Functions that a system of the tag musllinux_1_2 need not have: musl has no symbol versions."""


def is_dated(changelog: str) -> bool:
    """Return whether the section of this version says the day of its release."""
    return re.search(rf"^## {re.escape(VERSION)} – \d{{4}}-\d\d-\d\d$", changelog, re.M) is not None


def run(*command: str | Path, log: str = "", **environment: str) -> str:
    """Run a command and return what it printed.

    Raises:
        Failed: it ended with another status than 0.
    """
    done = subprocess.run(
        list(map(str, command)),
        cwd=ROOT,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if log:
        (BUILD / f"{log}.log").write_text(done.stdout, encoding="utf-8")
    if done.returncode:
        end = "\n".join(done.stdout.splitlines()[-20:])
        raise Failed(f"{Path(str(command[0])).name} ended with {done.returncode}:\n{end}")
    return done.stdout


def commit_time() -> int:
    """Return SOURCE_DATE_EPOCH, or the time of the commit in seconds since 1970."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "log", "-1", "--format=%ct"))


def pythons() -> Iterator[Path]:
    """Yield a Python that runs of each version from 3.12 on, as far as some are here."""
    folders = [Path(sys.base_prefix) / "bin", *map(Path, os.get_exec_path())]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    folders += [version / "bin" for version in sorted(pyenv.glob("3.*"))]
    probe = "import sys; print(*sys.version_info[:2])"
    for minor in range(STABLE[1], NEWEST):
        for folder in folders:
            program = folder / f"python3.{minor}"
            if program.exists():
                done = subprocess.run([program, "-c", probe], capture_output=True, text=True)
                if done.stdout.split() == ["3", str(minor)]:
                    yield program
                    break


def headers() -> Path:
    """Return the folder of the headers of a Python from 3.12 on.

    Raises:
        Failed: there is none.
    """
    probe = "import sysconfig; print(sysconfig.get_path('include'))"
    for python in pythons():
        folder = Path(run(python, "-c", probe).strip())
        if (folder / "pyconfig.h").exists() and (folder / "Python.h").exists():
            return folder
    wanted = ".".join(map(str, STABLE))
    raise Failed(f"no Python {wanted} or newer with its headers was found: install one")


def zig() -> Path:
    """Return the program zig."""
    found = find_spec("ziglang")
    if found is None or found.origin is None:
        raise Failed("the Python package ziglang is not installed")
    return Path(found.origin).with_name("zig")


def definitions() -> str:
    """Return the list of what python3.dll exports: the stable ABI as abi3info knows it."""
    import abi3info
    from abi3info.models import PyVersion

    newest = PyVersion(*STABLE)
    names = {
        known.symbol.name: end
        for known, end in (
            *((each, "") for each in abi3info.FUNCTIONS.values()),
            *((each, " DATA") for each in abi3info.DATAS.values()),
        )
        if known.added <= newest and not known.ifdef
    }
    exports = [f"  {name}{names[name]}" for name in sorted(names)]
    return "\n".join(["LIBRARY python3.dll", "EXPORTS", *exports, ""])


def windows_python() -> dict[str, Path]:
    """Return headers for Windows, and the library by which a module finds python3.dll."""
    folder = BUILD / "windows-python"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(headers(), folder / "include")
    shutil.copyfile(ROOT / "cmake" / "windows" / "pyconfig.h", folder / "include" / "pyconfig.h")
    listed, library = folder / "python3.def", folder / "libpython3.a"
    listed.write_text(definitions(), encoding="utf-8")
    run(zig(), "dlltool", "-m", "i386:x86-64", "-d", listed, "-l", library)
    return {"HEADERS": folder / "include", "LIBRARY": library}


def build_module(target: Target, fresh: bool) -> Path:
    """Compile the native module for a platform."""
    folder, cache = BUILD / target.name, BUILD / f"{target.name}-zig-cache"
    again: dict[str, str] = {}
    if fresh:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(cache, ignore_errors=True)
        again["ZIG_GLOBAL_CACHE_DIR"] = str(cache)
    python = windows_python() if "windows" in target.zig else {"HEADERS": headers()}
    settings: dict[str, str | Path] = {
        "CMAKE_BUILD_TYPE": "Release",
        "CMAKE_TOOLCHAIN_FILE": ROOT / "cmake" / "zig.cmake",
        # No path of this machine in what an assertion says.
        "CMAKE_CXX_FLAGS": f"-ffile-prefix-map={ROOT}=. -ffile-prefix-map={sys.prefix}=.",
        "CROWNHEAD_BINDING": "linked",
        "Python_EXECUTABLE": sys.executable,
        "SKBUILD_SOABI": target.soabi,
        "SKBUILD_SOSABI": target.module.removeprefix("_core.").rpartition(".")[0],
    }
    settings |= {f"CROWNHEAD_PYTHON_{name}": path for name, path in python.items()}
    if fresh:
        settings["CMAKE_CXX_COMPILER_LAUNCHER"] = ""  # no cache of objects
    selected = {
        "CROWNHEAD_ZIG": str(zig()),
        "CROWNHEAD_ZIG_TARGET": target.zig,
        "CROWNHEAD_ZIG_CROSS": "1",
        **again,
    }
    defined = [f"-D{name}={value}" for name, value in settings.items()]
    configure: tuple[str | Path, ...] = ("cmake", "-G", "Ninja", "-S", ROOT, "-B", folder, *defined)
    run(*configure, log=f"{target.name}-configure", **selected)
    run("cmake", "--build", folder, log=target.name, **selected)
    return folder / target.module


def sources() -> dict[str, Path]:
    """Return what the wheels hold besides native modules, by the name it has there."""
    listed = run("git", "ls-files", "--", str(PACKAGE.relative_to(ROOT))).splitlines()
    page, docs = (PACKAGE / "server" / folder for folder in ("static", "docs"))
    built = [path for folder in (page, docs) for path in folder.rglob("*") if path.is_file()]
    files = [ROOT / name for name in listed] + built
    if any(file.suffix in (".coming", ".part") for file in files):
        raise Failed("the page waits for the core for browsers: python3 dev.py build")
    if not (page / "index.html").exists():
        raise Failed("the page is not built: python3 dev.py build")
    if not (docs / "index.html").exists():
        raise Failed("the documentation is not built: python3 dev.py docs")
    return {file.relative_to(PACKAGE.parent).as_posix(): file for file in files}


def metadata() -> dict[str, bytes]:
    """Return the files of `.dist-info` that are the same in all wheels, by their names there."""
    import compiler
    from scikit_build_core import build

    folder = BUILD / "metadata"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ.update(compiler.find())
    os.environ[parts.APART] = "1"
    kept = Path.cwd()
    os.chdir(ROOT)
    try:
        inside = folder / build.prepare_metadata_for_build_wheel(str(folder))
    finally:
        os.chdir(kept)
    return {
        path.relative_to(inside).as_posix(): path.read_bytes()
        for path in inside.rglob("*")
        if path.is_file() and path.name not in ("WHEEL", "RECORD")
    }


@dataclass(frozen=True)
class Contents:
    """What a wheel holds: files of the package, and those of `.dist-info`, by their names there."""

    files: dict[str, Path]
    about: dict[str, bytes]

    @classmethod
    def of_part(cls, part: parts.Part, files: dict[str, Path]) -> Contents:
        """Return the contents of a distribution beside the library."""
        texts = {"METADATA": parts.metadata(part, index_page.urls(index_page.repository()))}
        texts |= {
            f"licenses/{name}": (ROOT / name).read_bytes() for name in PROJECT["license-files"]
        }
        return cls(files, texts)


def write_wheel(folder: Path, target: Target, module: Path, held: Contents, moment: int) -> Path:
    """Write the library's wheel for a platform, and return it."""
    files = {**held.files, f"crownhead/{target.module}": module}
    tag = f"cp{STABLE[0]}{STABLE[1]}-abi3-{target.tag}"
    return write(folder, "crownhead", tag, Contents(files, held.about), moment)


def write(folder: Path, name: str, tag: str, contents: Contents, moment: int) -> Path:
    """Write a wheel, the same bytes for the same contents, and return it."""
    info = f"{name}-{VERSION}.dist-info"
    pure = "true" if tag == PURE else "false"
    fields = ("Wheel-Version: 1.0", f"Generator: crownhead {VERSION}", f"Root-Is-Purelib: {pure}")
    head = "\n".join([*fields, f"Tag: {tag}", ""])
    held = {file: path.read_bytes() for file, path in contents.files.items()}
    last = {f"{info}/{file}": content for file, content in contents.about.items()}
    last[f"{info}/WHEEL"] = head.encode()
    ordered = [*sorted(held.items()), *sorted(last.items())]
    record = [f"{file},sha256={_digest(content)},{len(content)}\n" for file, content in ordered]
    record.append(f"{info}/RECORD,,\n")
    ordered.append((f"{info}/RECORD", "".join(record).encode()))
    wheel = folder / f"{name}-{VERSION}-{tag}.whl"
    stamp = time.gmtime(max(moment, 315532800))[:6]  # a zip file knows nothing before 1980
    with zipfile.ZipFile(wheel, "w") as archive:
        for file, content in ordered:
            entry = zipfile.ZipInfo(file, stamp)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if file.endswith((".so", ".pyd")) else 0o100644) << 16
            archive.writestr(entry, content, compresslevel=9)
    return wheel


def _digest(content: bytes) -> str:
    found = hashlib.sha256(content).digest()
    return base64.urlsafe_b64encode(found).rstrip(b"=").decode()


def write_sdist(moment: int) -> Path:
    """Write the source distribution with the built page, and return it."""
    code = (
        "import sys; sys.path.insert(0, 'build_backend'); import crownhead_build as build;"
        "print(build.build_sdist(sys.argv[1]))"
    )
    said = run(sys.executable, "-c", code, DIST, SOURCE_DATE_EPOCH=str(moment))
    return DIST / said.splitlines()[-1]


def bill_of_materials(made: Iterable[Path], moment: int) -> str:
    """Return an SBOM (CycloneDX 1.6): what is released, what it needs, what is compiled into it."""
    components: list[dict[str, object]] = []
    for path in made:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        hashes = [{"alg": "SHA-256", "content": digest}]
        components.append({"type": "file", "name": path.name, "hashes": hashes})
    for name, version in _list_pinned("run", "server"):
        components.append(_component("pypi", name, version, "optional"))
    for name, version in _list_pinned("build", "zig"):
        if name in ("nanobind", "ziglang"):  # their code is part of the native modules
            components.append(_component("pypi", name, version, "required"))
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    for place, package in sorted(locked["packages"].items()):
        if place and not package.get("dev") and not package.get("optional"):
            name = place.rpartition("node_modules/")[2]
            components.append(_component("npm", name, package["version"], "required"))
    itself = {
        "type": "application",
        "bom-ref": f"pkg:pypi/crownhead@{VERSION}",
        "name": "crownhead",
        "version": VERSION,
        "purl": f"pkg:pypi/crownhead@{VERSION}",
        "licenses": [{"license": {"id": PROJECT["license"]}}],
    }
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"timestamp": when, "component": itself},
        "components": components,
    }
    return json.dumps(bill, indent=1) + "\n"


def _component(kind: str, name: str, version: str, scope: str) -> dict[str, object]:
    purl = f"pkg:{kind}/{name.replace('@', '%40', 1)}@{version}"
    about: dict[str, object] = {"type": "library", "bom-ref": purl, "name": name}
    return about | {"version": version, "purl": purl, "scope": scope}


def _list_pinned(*names: str) -> list[tuple[str, str]]:
    found = set()
    for name in names:
        for line in (ROOT / "requirements" / f"{name}.txt").read_text("utf-8").splitlines():
            if "==" in line and not line.startswith((" ", "#")):
                package, _, rest = line.partition("==")
                found.add((package.partition("[")[0].strip(), rest.split()[0]))
    return sorted(found)


def check_bill(text: str) -> str:
    """Return "valid", or refuse an SBOM that does not keep to its schema."""
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if wrong is not None:
        raise Failed(f"the SBOM is not valid: {wrong}")
    return "valid CycloneDX 1.6"


def check_tag(wheel: Path, target: Target) -> str:
    """Return what audits of a wheel found: symbols of the stable ABI alone, and the right tag."""
    found = run(sys.executable, "-m", "abi3audit", "--strict", "--verbose", wheel)
    if "0 ABI version mismatches and 0 ABI violations" not in " ".join(found.split()):
        raise Failed(f"{wheel.name}: {found}")
    if "linux" not in target.tag:
        return "abi3"
    if "musllinux" in target.tag:
        check_musl(wheel, target)
        return "abi3, libc.so of musl 1.2.0"
    shown = run(sys.executable, "-m", "auditwheel", "show", wheel)
    words = " ".join(shown.replace('"', " ").split())
    consistent = words.partition("consistent with the following platform tag: ")[2].split()[:1]
    allowed = {target.tag.replace("2_28", f"2_{minor}") for minor in range(5, 29)}
    if not consistent or consistent[0] not in allowed:
        raise Failed(f"{wheel.name}: auditwheel does not grant its tag: {words[-300:]}")
    return f"abi3, {consistent[0]}"


def check_musl(wheel: Path, target: Target) -> None:
    """Refuse a wheel that needs more than musl 1.2.0 has.

    auditwheel looks at the names of libraries alone, and knows musl only by that which Alpine has
    (`libc.musl-x86_64.so.1`); zig writes `libc.so`. musl's loader takes both for itself.
    """
    with zipfile.ZipFile(wheel) as archive:
        libraries, symbols = read_imports(archive.read(f"crownhead/{target.module}"))
    if libraries != {"libc.so"}:
        raise Failed(f"{wheel.name} needs {', '.join(sorted(libraries))} and not libc.so alone")
    exports = re.findall(
        r"^(?:\.globl|\.weak|WEAK64|WEAKTIME64) (\w+)$",
        (zig().parent / "lib" / "libc" / "musl" / "libc.S").read_text(encoding="utf-8"),
        re.M,
    )
    offered = {*exports} - NEWER_THAN_MUSL_1_2_0
    missing = {name for name in symbols if not name.startswith(("Py", "_Py"))} - offered
    if missing:
        raise Failed(f"{wheel.name} takes what musl 1.2.0 lacks: {', '.join(sorted(missing))}")


def read_imports(module: bytes) -> tuple[set[str], set[str]]:
    """Return the libraries that an ELF module names, and the symbols that it takes from others.

    Symbols that may be missing (weak ones) are left out.
    """
    from elftools.elf.elffile import ELFFile

    file = ELFFile(io.BytesIO(module))
    tags = file.get_section_by_name(".dynamic").iter_tags("DT_NEEDED")
    symbols = {
        symbol.name
        for symbol in file.get_section_by_name(".dynsym").iter_symbols()
        if symbol["st_shndx"] == "SHN_UNDEF" and symbol["st_info"]["bind"] == "STB_GLOBAL"
    }
    return {tag.needed for tag in tags}, symbols


def try_wheel(wheel: Path, data: Path, target: Target) -> str:
    """Install and run a wheel, where this machine can, then its data; return what was done."""
    if target.name == f"{sys.platform}-{platform.machine()}":
        found = [str(python) for python in pythons()]
    else:
        command = os.environ.get(target.python) if target.python else None
        found = [command] if command else []
    if not found:
        return NOT_RUN
    folder = BUILD / "tried" / target.name
    shutil.rmtree(folder, ignore_errors=True)
    install = ("install", "--quiet", "--no-deps", "--no-index", "--no-compile", "--target", folder)
    platform_tag = ("--platform", target.tag, "--python-version", "3.12", "--only-binary=:all:")
    abi = ("--implementation", "cp", "--abi", "abi3")
    import click

    run(sys.executable, "-m", "pip", *install, *platform_tag, *abi, wheel)
    shutil.copytree(Path(click.__file__).parent, folder / "click")
    for held, trial in ((wheel, TRIAL), (data, TRIAL_OF_DATA)):
        if held is data:
            with zipfile.ZipFile(data) as archive:  # pip would put it in place of the folder
                archive.extractall(folder)
        script = folder / "trial.py"
        script.write_text(trial, encoding="utf-8")
        for command in found:
            said = run(*shlex.split(command), script, PYTHONDONTWRITEBYTECODE="1")
            if not said.endswith("tried\n"):
                raise Failed(f"{held.name} under {command}: {said[-500:]}")
    return "run under " + ", ".join(Path(shlex.split(each)[-1]).name for each in found)


def release(only: list[str], fresh: bool) -> list[tuple[str, ...]]:
    """Build and check everything; return the rows of the table that says what was done."""
    moment = commit_time()
    BUILD.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    files, about = sources(), metadata()
    held = {name: {file: files[file] for file in own} for name, own in parts.split(files).items()}
    library = Contents(held["crownhead"], about)
    made = [write_sdist(moment)]
    rows = [_row("sdist", made[0], "", "")]
    for part in parts.PARTS:
        contents = Contents.of_part(part, held[part.name])
        made.append(write(DIST, part.stem, PURE, contents, moment))
        rows.append(_row(part.name, made[-1], "", ""))
    for name in only or TARGETS:
        target = TARGETS[name]
        print(f"Building for {name} ...", flush=True)
        module = build_module(target, fresh)
        wheel = write_wheel(DIST, target, module, library, moment)
        if wheel.stat().st_size > LARGEST:
            raise Failed(f"{wheel.name} has more than {LARGEST} bytes")
        made.append(wheel)
        tried = try_wheel(wheel, made[1 + parts.PARTS.index(parts.DATA)], target)
        rows.append(_row(name, wheel, check_tag(wheel, target), tried))
    run(sys.executable, "-m", "twine", "check", "--strict", *made)
    for package in npm_packages.build(DIST):
        made.append(package)
        rows.append(_row("npm", package, "", ""))
    bill = DIST / f"crownhead-{VERSION}.cdx.json"
    bill.write_text(bill_of_materials(made, moment), encoding="utf-8")
    rows.append(_row("SBOM", bill, check_bill(bill.read_text(encoding="utf-8")), ""))
    write_sums([*made, bill])
    return rows


def write_sums(made: Iterable[Path]) -> None:
    """Write the digests of what is published, as `sha256sum --check` reads them."""
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def _row(name: str, path: Path, checked: str, tried: str) -> tuple[str, ...]:
    size = f"{path.stat().st_size / 1e6:.1f} MB"
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    return (name, path.name, size, digest, checked, tried)


def main(arguments: list[str]) -> None:
    """Build what is asked for and print a table of it."""
    parser = argparse.ArgumentParser(prog="dev.py release", usage=(__doc__ or "").split("\n")[2])
    parser.add_argument("--repository", default=os.environ.get("CROWNHEAD_REPOSITORY", ""))
    parser.add_argument("--only", action="append", choices=TARGETS, default=[])
    parser.add_argument("--fresh", action="store_true")
    asked = parser.parse_args(arguments)
    os.environ["CROWNHEAD_REPOSITORY"] = asked.repository
    try:
        address = index_page.repository()
        rows = release(asked.only, asked.fresh)
    except (Failed, npm_packages.Failed, index_page.InvalidAddress) as failure:
        sys.exit(f"release: {failure}")
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        )
    for name in [row[0] for row in rows if row[-1] == NOT_RUN]:
        variable = TARGETS[name].python
        hint = f": name a Python for it in {variable}" if variable else ", and cannot be on Linux"
        print(f"The wheel for {name} was not run{hint}.")
    print("Free-threaded Python gets no wheel: the stable ABI is not for it. It builds the sdist.")
    print(f"twine check: passed. All of it is in {DIST.relative_to(ROOT)}/; nothing was published.")
    if not address:
        print("No --repository was named: the metadata have no addresses. Do not publish these.")
    if not is_dated((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")):
        print(f"CHANGELOG.md gives {VERSION} no day yet. Do not publish these.")


if __name__ == "__main__":
    main(sys.argv[1:])
