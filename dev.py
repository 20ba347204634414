#!/usr/bin/env python3
"""The one entry for people who work on crownhead.

Usage: python3 dev.py COMMAND [ARGUMENTS]

  play     start the app and open it in the browser; arguments go to `crownhead serve`
  test     run every check that CI runs; with arguments, pytest alone with these arguments
  bench    measure; arguments go to the bench programs
  format   format the Python and C++ sources and write the stub of the native module
  build    prepare .venv, the native module and the page, nothing more
  docs     build the documentation site and check it; `crownhead serve` has it under /docs then
  core     compile the core for browsers; a first `play` leaves that running beside the page
  nightly  run the native checks, the fuzzers and pytest at their full size (hours)
  release  build and check sdist, wheels for every platform, SBOM and packages for npm, in dist/;
           publishes nothing; `release npm` builds those packages alone
  audit    ask the advisory sources about every package we pin

Each command first prepares what it needs in .venv and skips what is there already. Needed on the
machine: Python 3.11 or newer with its venv module and headers.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("dev.py needs Python 3.11 or newer; this is " + sys.version.split()[0])

import contextlib
import contextvars
import fcntl
import functools
import hashlib
import json
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
PYTHON = BIN / "python"
STAMPS = VENV / "steps"
CORES = os.cpu_count() or 1
BUILD = ROOT / "build"
STUB = ROOT / "src" / "crownhead" / "_core.pyi"
WEB = ROOT / "web"
FRONT_END = ROOT / "build_backend" / "front_end.py"
PAGE_TOOLS = [FRONT_END, ROOT / "requirements" / "web.txt"]
PACKAGES = [WEB / "package.json", WEB / "package-lock.json", WEB / ".npmrc"]

sys.path.insert(0, str(ROOT / "build_backend"))
sys.dont_write_bytecode = True

import compiler  # noqa: E402
import front_end  # noqa: E402

Argument = str | Path

STEP = contextvars.ContextVar("STEP", default="dev")
"""The step that is being done; its commands write to a log of this name."""


UNWANTED = ("PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE")
"""Variables that programs of .venv are not given: hundreds of starts would compile anew."""


class Failure(Exception):
    """A step that failed, in one sentence."""


def environment(**extra: str) -> dict[str, str]:
    """Return the environment for programs of .venv."""
    kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    kept["PATH"] = os.pathsep.join([str(BIN), kept.get("PATH", os.defpath)])
    kept["VIRTUAL_ENV"] = str(VENV)
    kept.setdefault("ZIG_GLOBAL_CACHE_DIR", str(VENV / "zig-cache"))
    kept.setdefault("CMAKE_BUILD_PARALLEL_LEVEL", str(CORES))
    return kept | extra


RUNNING: set[subprocess.Popen[str]] = set()
"""The commands that run now, each the first of a group: what compiles is a child of a child."""
ENDING: list[int] = []
"""The signal by which dev.py ends, once there is one: a thread may start another command yet."""


@contextlib.contextmanager
def start(
    command: Iterable[Argument], *, group: bool, **how: Any
) -> Iterator[subprocess.Popen[str]]:
    """Start a command in the root, in a `group` of its own or not; wait for it at the end."""
    arguments, place = list(map(str, command)), 0 if group else None
    with subprocess.Popen(arguments, cwd=ROOT, text=True, process_group=place, **how) as process:
        if group:
            RUNNING.add(process)
            for number in ENDING:
                os.killpg(process.pid, number)
        try:
            yield process
        except SystemExit:
            process.terminate()
            raise
        finally:
            RUNNING.discard(process)


def end_with_children(number: int, frame: FrameType | None) -> None:
    """Handle a signal: pass it to what runs, and end."""
    ENDING.append(number)
    for process in tuple(RUNNING):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise SystemExit(128 + number)


def lower_priority(*command: Argument) -> list[Argument]:
    """Return a command so that it takes of the processors what others leave."""
    found = shutil.which("nice")
    return [found, "-n", "10", *command] if found else [*command]


def run_logged(*command: Argument, **extra: str) -> None:
    """Run a command, its output in a log; a terminal shows the latest line of it."""
    shown = sys.stdout.isatty() and threading.current_thread() is threading.main_thread()
    width = shutil.get_terminal_size().columns - 3
    log = BUILD / f"{STEP.get()}.log"
    with (
        log.open("w", buffering=1, encoding="utf-8") as file,
        start(
            command,
            group=True,
            env=environment(PYTHONUNBUFFERED="1", **extra),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as process,
    ):
        for line in process.stdout or ():
            file.write(line)
            if shown and line.strip():
                print(f"\r\x1b[K  {line.strip()[:width]}", end="", flush=True)
    if shown:
        print("\r\x1b[K", end="", flush=True)
    if process.returncode:
        lines = log.read_text(encoding="utf-8").splitlines()
        print(*lines[-40:], sep="\n")
        raise Failure(f"status {process.returncode}, and {log.relative_to(ROOT)} has all it said")


def attend(
    title: str, command: Iterable[Argument], extra: dict[str, str], *, group: bool = True
) -> None:
    """Run a check whose output people want to see; without a `group` they may answer it as well."""
    print(f"== {title}", flush=True)
    with start(command, group=group, env=environment(**extra)) as process:
        status = process.wait()
    if status:
        raise Failure(f"{title} failed with status {status}")


def run_shown(title: str, *command: Argument, **extra: str) -> None:
    """Run a check whose output people want to see."""
    attend(title, command, extra)


def fingerprint(inputs: Iterable[Argument]) -> str:
    """Return a hash of texts, of files, and of all files in folders."""
    total = hashlib.sha256()
    for item in inputs:
        if isinstance(item, str):
            total.update(item.encode())
            continue
        files = sorted(p for p in item.rglob("*") if p.is_file()) if item.is_dir() else [item]
        for file in files:
            if file.suffix != ".pyc":
                content = file.read_bytes() if file.exists() else b""
                total.update(f"\0{file.relative_to(ROOT)}\0{len(content)}\0".encode() + content)
    return total.hexdigest()


def is_done(name: str, expected: str) -> bool:
    """Return whether a step was done with inputs of this fingerprint."""
    try:
        return (STAMPS / name).read_text(encoding="utf-8") == expected
    except FileNotFoundError:
        return False


def once(name: str, title: str, inputs: Iterable[Argument], action: Callable[[], None]) -> None:
    """Do a step, unless it was done with the same inputs before."""
    stamp = STAMPS / name
    expected = fingerprint(inputs)
    if is_done(name, expected):
        return
    stamp.unlink(missing_ok=True)
    start = time.monotonic()
    print(f"{title} ...", flush=True)
    step = STEP.set(name)
    try:
        action()
    except Failure as failure:
        raise Failure(f"{title} failed: {failure}") from None
    finally:
        STEP.reset(step)
    STAMPS.mkdir(parents=True, exist_ok=True)
    stamp.write_text(expected, encoding="utf-8")
    print(f"{title}: done in {time.monotonic() - start:.1f} s", flush=True)


def check_once(title: str, inputs: Iterable[Argument], action: Callable[[], None]) -> None:
    """Make a check, unless it has passed with the same inputs before."""
    name = f"checked-{title.replace(' ', '-')}"
    expected = fingerprint(inputs)
    if is_done(name, expected):
        print(f"== {title}: passed before, with the same inputs", flush=True)
        return
    action()
    (STAMPS / name).write_text(expected, encoding="utf-8")


@contextlib.contextmanager
def beside(*actions: Callable[[], None]) -> Iterator[None]:
    """Do things in threads while the block runs, and fail as the first of them that fails."""
    with ThreadPoolExecutor(len(actions)) as pool:
        futures = [pool.submit(action) for action in actions]
        yield
        for future in futures:
            future.result()


@contextlib.contextmanager
def lock_build() -> Iterator[None]:
    """Keep two runs of dev.py from building the same thing at once."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "dev.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print("Waiting for another dev.py ...", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make_venv() -> None:
    """Create .venv, unless a working one is there."""
    probe = "import pip, sys; sys.exit(sys.version_info < (3, 11))"
    with contextlib.suppress(OSError):
        if subprocess.run([PYTHON, "-c", probe], capture_output=True).returncode == 0:
            return
    try:
        base = getattr(sys, "_base_executable", sys.executable)
        run_logged(base, "-m", "venv", "--clear", VENV)
    except Failure:
        raise Failure("install Python's venv module (Debian: python3-venv)") from None


def pip_install(*arguments: Argument, **extra: str) -> None:
    """Install into .venv exactly what the arguments name."""
    options = ("--disable-pip-version-check", "--no-deps", "-v")
    run_logged(PYTHON, "-m", "pip", "install", *options, *arguments, **extra)


def install(*names: str) -> None:
    """Install requirements/NAME.txt into .venv, hashes checked."""
    for name in names:
        file = ROOT / "requirements" / f"{name}.txt"
        action = functools.partial(pip_install, "--require-hashes", "-r", file)
        once(f"requirements-{name}", f"Installing {name} packages", [file], action)


def choose_compiler() -> dict[str, str]:
    """Find a C++ compiler, or install one; return the environment that selects it."""
    chosen = STAMPS / "compiler.json"

    def choose() -> None:
        before = chosen.read_text(encoding="utf-8") if chosen.exists() else ""
        try:
            compiler.require_headers()
        except compiler.MissingTool as missing:
            raise Failure(str(missing)) from None
        if compiler.zig_is_needed():
            print("No C++ compiler on this machine: taking the one in ziglang.", flush=True)
            install("zig")
        found = subprocess.run(
            [PYTHON, ROOT / "build_backend" / "compiler.py"],
            env=environment(),
            capture_output=True,
            text=True,
        )
        if found.returncode:
            raise Failure(found.stderr.strip().splitlines()[-1])
        if found.stdout != before:
            shutil.rmtree(BUILD / "module", ignore_errors=True)
            shutil.rmtree(BUILD / "native", ignore_errors=True)
        chosen.write_text(found.stdout, encoding="utf-8")

    inputs = [ROOT / "build_backend" / "compiler.py", ROOT / "requirements" / "zig.txt"]
    once("compiler", "Looking for a C++ compiler", [*inputs, *compiler.candidates()], choose)
    selection: dict[str, str] = json.loads(chosen.read_text(encoding="utf-8"))
    return selection


def core_inputs() -> list[Path]:
    """Return what decides how the core is built."""
    names = ["CMakeLists.txt", "build_backend", "cmake", "pyproject.toml", "requirements/build.txt"]
    folders = sorted(p for p in (ROOT / "core").iterdir() if p.name not in ("tests", "fuzzing"))
    return [ROOT / name for name in names] + folders


def build_module(selection: dict[str, str], *, here: bool) -> None:
    """Build the native module, for every processor of its kind or for this one alone."""
    # The installed package finds each module by a list of them, which is as old as the install.
    modules = sorted(str(p.relative_to(ROOT)) for p in (ROOT / "src").rglob("*.py"))
    inputs: list[Argument] = [*core_inputs(), json.dumps(selection), json.dumps(modules)]
    if here and is_done("module", fingerprint(inputs)):
        return
    name, other = ("module-here", "module") if here else ("module", "module-here")
    kind = f"--config-settings=cmake.define.CROWNHEAD_NATIVE={'ON' if here else 'OFF'}"
    editable = ("--no-build-isolation", "--config-settings=build-dir=build/module", kind)

    def action() -> None:
        (STAMPS / other).unlink(missing_ok=True)
        pip_install(*editable, "-e", ROOT, **selection)

    once(name, "Building the native module", inputs, action)


def prepare(
    *extra: str, page: bool = False, core: bool = False, here: bool = False
) -> dict[str, str]:
    """Make .venv ready: tools, native module, command; return the compiler's environment.

    What the page needs comes at the same time if it is wanted, and so does its `core`.
    `here`: for this processor alone.
    """

    def fetch() -> None:
        install("run", *extra)
        if page:
            install("zig", "web")
            once("packages", "Installing the page's packages", [*PAGE_TOOLS, *PACKAGES], packages)
        if core:
            build_browser_core()

    packages = functools.partial(run_logged, PYTHON, FRONT_END, "packages")
    with lock_build():
        if not PYTHON.exists():
            shutil.rmtree(STAMPS, ignore_errors=True)
        once("venv", "Making .venv", [str(VENV)], make_venv)
        install("build")
        selection = choose_compiler()
        with beside(fetch):
            build_module(selection, here=here)
    return selection


def browser_core_inputs() -> list[Path]:
    """Return what decides how the core for browsers is built."""
    return [FRONT_END, *front_end.core_inputs()]


def build_browser_core() -> None:
    """Compile the core for browsers, for the page there is or will be."""
    action = functools.partial(run_logged, PYTHON, FRONT_END, "core")
    once("browser-core", "Building the core for browsers", browser_core_inputs(), action)


def page_inputs() -> list[Path]:
    """Return what decides how the page is made, and whether its tests pass."""
    package = ROOT / "src" / "crownhead"
    page = [*all_but(WEB, "node_modules", "src"), *all_but(WEB / "src", "generated")]
    library = [*all_but(package, "server"), *all_but(package / "server", "static", "docs")]
    return [*browser_core_inputs(), *PACKAGES, ROOT / "data", *page, *library]


def build_page() -> None:
    """Make the page that the server hands out."""
    with lock_build():
        action = functools.partial(run_logged, PYTHON, FRONT_END, "page")
        once("page", "Building the page", page_inputs(), action)


def docs_inputs() -> list[Path]:
    """Return what decides how the documentation looks, and whether it is sound."""
    package = ROOT / "src" / "crownhead"
    own = [ROOT / "docs", ROOT / "CHANGELOG.md", ROOT / "build_backend" / "documentation.py"]
    linked = [ROOT / "bench" / "history", WEB / "src" / "board" / "themes.ts"]
    tools = [ROOT / "requirements" / "docs.txt"]
    return [*own, *linked, *tools, *core_inputs(), *all_but(package, "server")]


def build_docs() -> None:
    """Make the documentation that the server hands out, and check it."""
    with lock_build():
        script = ROOT / "build_backend" / "documentation.py"
        action = functools.partial(run_logged, PYTHON, script)
        once("docs", "Building the documentation", docs_inputs(), action)


def all_but(folder: Path, *names: str) -> list[Path]:
    """Return what is in a folder, without some of it and what only this machine has."""
    return sorted(p for p in folder.iterdir() if p.name not in (*names, "__pycache__"))


def write_stub(target: Path) -> None:
    """Write the stub of the native module."""
    target.parent.mkdir(parents=True, exist_ok=True)
    types = ROOT / "core" / "bindings" / "stub.nb"
    options = ("-q", "-P", "-p", types, "-m", "crownhead._core", "-o", target)
    run_logged(PYTHON, "-m", "nanobind.stubgen", *options)


def check_stub() -> None:
    """Refuse a stub that is not the native module's."""
    print("== stub of the native module", flush=True)
    fresh = BUILD / "stub" / STUB.name
    write_stub(fresh)
    if not STUB.exists() or STUB.read_bytes() != fresh.read_bytes():
        raise Failure(f"{STUB.relative_to(ROOT)} is out of date: run python3 dev.py format")


def cpp_files() -> list[Path]:
    """Return every C++ source."""
    return sorted(p for p in (ROOT / "core").rglob("*") if p.suffix in (".cpp", ".hpp"))


def configure(name: str, switches: Iterable[str]) -> list[Argument]:
    """Return the command that configures programs over the engine, without the module."""
    on = [f"-DCROWNHEAD_{switch}=ON" for switch in ("SANITIZE", *switches)]
    module = "-DCROWNHEAD_MODULE=OFF"
    return [BIN / "cmake", "-G", "Ninja", "-S", ROOT, "-B", BUILD / name, *on, module]


def build_checks(
    name: str, title: str, switches: Iterable[str], selection: dict[str, str], *only: Argument
) -> Path:
    """Build programs over the engine under sanitizers; return their folder."""
    folder = BUILD / name
    with lock_build():
        run_shown(f"{title}: configure", *configure(name, switches), **selection)
        run_shown(f"{title}: build", BIN / "cmake", "--build", folder, *only, **selection)
    return folder


NATIVE_BUILD = BUILD / "native"
NATIVE = ("TESTS", "WERROR")
"""What core/tests are built with: under sanitizers, warnings refused."""


def run_native(seconds: int) -> list[Argument]:
    """Return the command that runs core/tests, each for so many seconds at most."""
    limits = ("--no-tests=error", "--timeout", str(seconds), "--parallel", str(CORES))
    return [BIN / "ctest", "--test-dir", NATIVE_BUILD, "--output-on-failure", *limits]


def check_native(selection: dict[str, str], seconds: int, **extra: str) -> None:
    """Build core/tests and run them."""
    build_checks("native", "native checks", NATIVE, selection)
    run_shown("native checks: run", *run_native(seconds), **extra)


def check_native_aside(selection: dict[str, str]) -> None:
    """Build core/tests and run them, beside what takes longer: a log has what they say.

    That they have passed is not printed: the last line is that of pytest.
    """
    print("== native checks: beside what follows", flush=True)
    step = STEP.set("native-checks")
    try:
        with lock_build():
            for command in (configure("native", NATIVE), [BIN / "cmake", "--build", NATIVE_BUILD]):
                run_logged(*lower_priority(*command), **selection)
        run_logged(*run_native(seconds=900))  # what they run beside has most of the processors
    except Failure as failure:
        raise Failure(f"native checks failed: {failure}") from None
    finally:
        STEP.reset(step)


def check_threads(selection: dict[str, str]) -> None:
    """Build what threads share under ThreadSanitizer, and run it."""
    if "CROWNHEAD_ZIG" in selection:
        print("== threads: left out, for the compiler brings no ThreadSanitizer", flush=True)
        return
    only = ("--target", "threads")
    folder = build_checks("threads", "threads", ("TESTS", "THREADS"), selection, *only)
    run_shown(
        "threads: run", folder / "threads", CROWNHEAD_NIGHTLY="1", TSAN_OPTIONS="halt_on_error=1"
    )


CONCURRENT = ("tests/rules/test_rulesets.py", "tests/rules/test_threads_go_on.py")


def free_threaded() -> str | None:
    """Return the newest Python without a lock of its own on the PATH; 3.13 is the first."""
    names = (f"python3.{minor}t" for minor in range(20, 12, -1))
    return next(filter(None, map(shutil.which, names)), None)


def check_free_threaded(selection: dict[str, str]) -> None:
    """Run the tests of threads where Python has no lock of its own, if there is such a Python."""
    python = free_threaded()
    if python is None:
        wanted = "python3.13t or newer on the PATH"
        print(f"== free-threaded: left out, for it needs {wanted}", flush=True)
        return
    folder = BUILD / "free-threaded"
    inside = folder / "bin" / "python"
    run_shown("free-threaded: venv", python, "-m", "venv", "--clear", folder)
    install = (inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    # Not every version of a package has a wheel for this Python, but an earlier one has.
    run_shown("free-threaded: pytest", *install, "--only-binary=:all:", "pytest", "hypothesis")
    # The module carries nanobind: the backend that others share has no wheel for this Python.
    linked = selection | {"CROWNHEAD_BINDING": "linked"}
    kept = "--config-settings=build-dir=build/free-threaded-module"
    run_shown("free-threaded: build", *install, "--no-deps", kept, ROOT, **linked)
    run_shown(
        "free-threaded: run", inside, "-X", "gil=0", "-m", "pytest", *CONCURRENT, PYTHON_GIL="0"
    )


def play(arguments: list[str]) -> None:
    """Start the app; on a first start the core for browsers is compiled while people play."""
    prepare("server", page=True, here=True)
    build_page()
    if not is_done("browser-core", fingerprint(browser_core_inputs())):
        print("Compiling the core for browsers meanwhile: analysis and games offline wait for it.")
        core = [sys.executable, __file__, "core"]
        subprocess.Popen(core, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    command = BIN / "crownhead"
    os.execve(command, [str(command), "serve", "--open", *arguments], environment())


PAGE_TESTS = (ROOT / "tests" / "browser", ROOT / "tests" / "project" / "test_packaging.py")
"""The tests that need the page."""


def need_page(arguments: Iterable[str]) -> bool:
    """Return whether pytest runs tests of the page when it is given these arguments."""
    named = [path for each in arguments if (path := ROOT / each.split("::")[0]).exists()]
    return not named or any(
        path.is_relative_to(tests) or tests.is_relative_to(path)
        for path in named
        for tests in PAGE_TESTS
    )


def check_sources() -> None:
    """Check the style of all sources, and the types of Python."""
    run_shown("ruff check", BIN / "ruff", "check")
    run_shown("ruff format", BIN / "ruff", "format", "--check")
    cpp = cpp_files()
    style: list[Argument] = [BIN / "clang-format", "--dry-run", "-Werror", *cpp]
    form = functools.partial(run_shown, "clang-format", *style)
    check_once("clang-format", [*cpp, ROOT / ".clang-format", ROOT / "requirements"], form)
    run_shown("mypy", BIN / "mypy")
    # Nobody runs the tests on Windows: a call that it lacks is found by its types at least.
    windows = ("--platform=win32", "--cache-dir=.mypy_cache/win32", "src")
    there = functools.partial(run_shown, "mypy for Windows", BIN / "mypy", *windows)
    typed = [path for path in (ROOT / "src").rglob("*") if path.suffix in (".py", ".pyi")]
    check_once("mypy for Windows", [*sorted(typed), ROOT / "pyproject.toml"], there)


def test(arguments: list[str]) -> None:
    """Run what CI runs, pytest last; with arguments, pytest alone."""
    page_needed = need_page(arguments)
    extra = ("server", "dev", "docs") if page_needed else ("server", "dev")
    selection = prepare(*extra, page=page_needed, core=page_needed)
    if page_needed:
        build_page()
    if arguments:
        if page_needed:
            build_docs()
        return run_pytest(selection, *arguments)
    check_once("stub", [*core_inputs(), STUB, ROOT / "requirements"], check_stub)
    # Of these each takes one processor for most of its time.
    with beside(build_docs, check_sources, collect_tests):
        page = functools.partial(run_shown, "page: checks", PYTHON, FRONT_END, "check")
        check_once("page", [*page_inputs(), json.dumps(selection)], page)
    programs = [ROOT / part for part in ("core/tests", "core/fuzzing", "tests/fuzzing")]
    inputs: list[Argument] = [*core_inputs(), *programs, json.dumps(selection)]
    native = functools.partial(check_native_aside, selection)
    with beside(functools.partial(check_once, "native checks", inputs, native)):
        # Half of the time of many tests is waiting: for a page, a peer, a program that starts.
        run_pytest(selection, f"--numprocesses={2 * CORES}", "--dist=worksteal")


def collect_tests() -> None:
    """Find the tests, so that they are compiled before several processes want them at once."""
    action = functools.partial(run_logged, PYTHON, "-m", "pytest", "--collect-only", "-qq")
    once("collect", "Collecting the tests", [ROOT / "tests", ROOT / "pyproject.toml"], action)


def run_pytest(selection: dict[str, str], *arguments: Argument) -> None:
    """Run the tests of Python and of the page."""
    # A terminal takes answers for one group alone, and interrupts all programs of it at once.
    attend("pytest", [PYTHON, "-m", "pytest", *arguments], selection, group=not sys.stdin.isatty())


def bench(arguments: list[str]) -> None:
    """Measure."""
    prepare("server", "dev", "bench")
    run_shown("bench", PYTHON, "-m", "bench", *arguments)


def format_sources(arguments: list[str]) -> None:
    """Format the sources and write the stub."""
    if arguments:
        raise Failure("format takes no arguments")
    prepare("server", "dev", page=True)
    run_shown("ruff check --fix", BIN / "ruff", "check", "--fix", "--exit-zero")
    run_shown("ruff format", BIN / "ruff", "format")
    run_shown("clang-format", BIN / "clang-format", "-i", *cpp_files())
    run_shown("page: format", PYTHON, ROOT / "build_backend" / "front_end.py", "format")
    write_stub(STUB)


def build(arguments: list[str]) -> None:
    """Prepare .venv, build the native module and the page."""
    if arguments:
        raise Failure("build takes no arguments")
    prepare("server", page=True, core=True)
    build_page()


def core(arguments: list[str]) -> None:
    """Compile the core for browsers."""
    if arguments:
        raise Failure("core takes no arguments")
    prepare(page=True, core=True, here=True)


def docs(arguments: list[str]) -> None:
    """Build the documentation site."""
    if arguments:
        raise Failure("docs takes no arguments")
    prepare("server", "dev", "docs")
    build_docs()


FUZZED = ("position", "pdn", "record")


def fuzz(seconds: int) -> None:
    """Look for inputs that break the core, guided by coverage.

    Needs clang with libFuzzer and the sanitizers (Debian: clang).
    """
    clang = shutil.which("clang++")
    if clang is None:
        print("== fuzzing: left out, for it needs clang++", flush=True)
        return
    folder = build_checks("fuzzing", "fuzzing", ("FUZZ",), {"CXX": clang})
    for name in FUZZED:
        corpus = ROOT / "tests" / "fuzzing" / "corpus" / name
        found = folder / "found" / name
        found.mkdir(parents=True, exist_ok=True)
        limits = (f"-max_total_time={seconds}", "-timeout=10", "-max_len=16000")
        crashes = f"-artifact_prefix={found.parent}/"
        run_shown(f"fuzzing: {name}", folder / f"fuzz_{name}", *limits, crashes, found, corpus)


def nightly(arguments: list[str]) -> None:
    """Run the native checks, the fuzzers and pytest at their full size."""
    selection = prepare("server", "dev", "cluster", "docs", page=True, core=True)
    build_page()
    build_docs()
    check_native(selection, seconds=86400, CROWNHEAD_NIGHTLY="1")
    check_threads(selection)
    check_free_threaded(selection)
    fuzz(seconds=7200)
    run_shown("pytest", PYTHON, "-m", "pytest", *arguments, CROWNHEAD_NIGHTLY="1", **selection)


def release(arguments: list[str]) -> None:
    """Build and check what a release consists of."""
    if arguments[:1] == ["npm"]:
        prepare("server", "dev", page=True, core=True)
        build_page()
        packages = ROOT / "build_backend" / "npm_packages.py"
        return run_shown("npm", PYTHON, packages, *arguments[1:])
    prepare("server", "dev", "docs", "release", page=True, core=True)
    build_page()
    build_docs()
    run_shown("release", PYTHON, ROOT / "build_backend" / "release.py", *arguments)


def audit(arguments: list[str]) -> None:
    """Ask the advisory sources about every package we pin."""
    if arguments:
        raise Failure("audit takes no arguments")
    prepare("server", "audit")
    with lock_build():
        install("zig", "web")
    run_shown("audit", PYTHON, ROOT / "build_backend" / "audit.py")


COMMANDS: dict[str, Callable[[list[str]], None]] = {
    "play": play,
    "test": test,
    "bench": bench,
    "format": format_sources,
    "build": build,
    "core": core,
    "docs": docs,
    "nightly": nightly,
    "release": release,
    "audit": audit,
}


def main() -> None:
    """Run the command that the arguments name."""
    name, *arguments = sys.argv[1:] or ["--help"]
    if name in ("-h", "--help"):
        print(__doc__)
        return
    if name not in COMMANDS:
        sys.exit(f"dev.py: {name!r} is not one of {', '.join(COMMANDS)}")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end_with_children)
    start = time.monotonic()
    try:
        COMMANDS[name](arguments)
    except Failure as failure:
        sys.exit(f"dev.py {name}: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)
    if name == "build":
        print(f"Ready in {time.monotonic() - start:.1f} s; the command is .venv/bin/crownhead")


if __name__ == "__main__":
    main()
