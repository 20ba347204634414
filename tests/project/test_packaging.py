"""What people get when they install crownhead: open the wheel and look."""

from __future__ import annotations

import fcntl
import importlib
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from email.parser import Parser
from pathlib import Path

import pytest

from crownhead.extras import BY_PACKAGE

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
SHIPPED = {".py", ".pyi", ".json", ".typed", ".mako", ".endgame", ".weights", ".book"}
PAGE = {".html", ".js", ".css", ".json", ".svg", ".png", ".wasm", ".webmanifest"}


@contextmanager
def lock_build() -> Iterator[None]:
    """Keep another worker of the tests from building in the same folder meanwhile."""
    with (ROOT / "build" / "wheel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel as `pip install` does, over the objects that dev.py has compiled."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "--config-settings=build-dir=build/module"]
    with lock_build():
        finished = subprocess.run(
            [*pip, *options, "--wheel-dir", str(folder), str(ROOT)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    assert finished.returncode == 0, finished.stdout
    (built,) = folder.iterdir()
    return built


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def metadata(wheel: Path, file: str) -> str:
    with zipfile.ZipFile(wheel) as archive:
        return archive.read(f"crownhead-0.1.0.dist-info/{file}").decode()


def test_the_wheel_holds_every_source_text_and_table(wheel: Path) -> None:
    expected = {
        str(file.relative_to(SOURCE))
        for file in (SOURCE / "crownhead").rglob("*")
        if file.suffix in SHIPPED | PAGE
    }
    page = {"crownhead/server/static/index.html", "crownhead/server/static/sw.js"}
    assert {"crownhead/py.typed", "crownhead/locales/de.json", *page} < expected
    assert expected - names(wheel) == set()


def test_the_wheel_holds_one_native_module(wheel: Path) -> None:
    native = [name for name in names(wheel) if name.endswith((".so", ".pyd", ".dylib"))]
    assert len(native) == 1
    assert native[0].startswith("crownhead/_core.")


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    folders = {name.split("/")[0] for name in names(wheel)}
    assert folders == {"crownhead", "crownhead-0.1.0.dist-info"}
    assert not [name for name in names(wheel) if "__pycache__" in name]


def test_the_library_needs_its_binding_and_the_command_its_options(wheel: Path) -> None:
    fields = Parser().parsestr(metadata(wheel, "METADATA"))
    requirements = fields.get_all("Requires-Dist", [])
    assert [r for r in requirements if "extra ==" not in r] == [
        "nanobind-backend>=1.0",
        "click>=8.3",
    ]
    assert fields["Requires-Python"] == ">=3.11"
    assert fields["License-Expression"] == "MIT"


def test_the_wheel_installs_the_command(wheel: Path) -> None:
    assert "crownhead = crownhead.cli:main" in metadata(wheel, "entry_points.txt").splitlines()


def without(package: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command where a package cannot be imported."""
    code = f"import sys; sys.modules[{package!r}] = None; from crownhead.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=300
    )


@pytest.mark.parametrize(
    ("package", "arguments", "extra"),
    [
        ("litestar", ("serve", "--port", "0"), "server"),
        ("rich", ("play",), "play"),
        ("numpy", ("base", "tree", "--base", "none"), "base"),
    ],
)
def test_a_command_without_its_packages_showed_a_traceback(
    package: str, arguments: tuple[str, ...], extra: str
) -> None:
    ended = without(package, *arguments)
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert f"{package} is missing" in ended.stderr
    assert f"'crownhead[{extra}]'" in ended.stderr
    assert f"'.[{extra}]'" in ended.stderr  # the way until there is a release


OPTIONAL = tuple(sorted(BY_PACKAGE))


def run_bare(code: str, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python where no package of any extra can be imported."""
    missing = f"import sys; sys.modules.update(dict.fromkeys({OPTIONAL!r})); "
    return subprocess.run(
        [sys.executable, "-c", missing + code, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.parametrize(
    ("arguments", "stdin", "answer"),
    [
        ("perft english 4", "", "1469"),
        ("moves lite", "", "c3-d4"),
        ("explain english 11-15", "", "legal"),
        ("variants", "", "international"),
        ("hub", "hub\nquit\n", "wait"),
        ("dxp --help", "", "--listen"),
        ("pdn check -", "1. 11-15 22-18 *", "1"),
        ("svg english", "", "<svg"),
        ("bench english --seconds 0.01", "", "bulk"),
        ("endgame --help", "", "verify"),
    ],
)
def test_a_bare_install_had_a_command_that_could_do_nothing(
    arguments: str, stdin: str, answer: str
) -> None:
    ended = run_bare("from crownhead.cli import main; main()", *arguments.split(), stdin=stdin)
    assert ended.returncode == 0, ended.stderr
    assert answer in ended.stdout


@pytest.fixture(scope="module")
def library(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what the library's own distribution holds, its packages beside it."""
    sys.path.insert(0, str(ROOT / "build_backend"))
    try:
        import parts
    finally:
        sys.path.pop(0)
    folder = tmp_path_factory.mktemp("library")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder, parts.split(archive.namelist())["crownhead"])
    for module in ("click", "nanobind_backend"):
        (found,) = importlib.import_module(module).__path__
        (folder / module).symlink_to(found)
    return folder


def in_library(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python where the library is installed and nothing else."""
    return subprocess.run(
        [sys.executable, "-S", *arguments],
        env={"PYTHONPATH": str(folder), "HOME": str(folder), "LANG": "en"},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        ("serve", "server"),
        ("puzzle list english", "data"),
        ("endgame probe english W:WK1:BK32", "data"),
        ("endgame verify english", "data"),
        ("book probe english", "data"),
    ],
)
def test_what_lies_in_another_distribution_is_named(
    library: Path, arguments: str, extra: str
) -> None:
    ended = in_library(library, "-m", "crownhead", *arguments.split())
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.count("\n") == 1 and f"'crownhead[{extra}]'" in ended.stderr


def test_the_library_plays_without_its_data(library: Path) -> None:
    code = """
import crownhead as ch
from crownhead.puzzles.sets import load
with ch.Engine.builtin(level=10) as engine:
    position = ch.Position.initial("english")
    assert engine.play(position, ch.Limit(nodes=500)) in position.legal_moves
assert not load("english").puzzles
"""
    ended = in_library(library, "-c", code)
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize(
    ("module", "extra"), [("base", "base"), ("arrays", "arrays"), ("env", "arrays")]
)
def test_a_module_whose_packages_are_missing_names_the_extra(module: str, extra: str) -> None:
    ended = run_bare(f"import crownhead.{module}")
    assert "ModuleNotFoundError" not in ended.stderr
    last = ended.stderr.splitlines()[-1]
    named = f"'crownhead[{extra}]'"
    assert last.startswith("crownhead.errors.MissingPackage: ") and named in last


def test_who_expects_an_import_to_fail_can_go_on() -> None:
    code = "\ntry:\n    import crownhead.base\nexcept ImportError:\n    print('without')"
    assert run_bare(code).stdout == "without\n"


def test_every_package_of_an_extra_is_known_to_the_sentence_that_names_it(wheel: Path) -> None:
    modules = {"pillow": "PIL", "resvg-py": "resvg_py", "prometheus-client": "prometheus_client"}
    modules |= {"argon2-cffi": "argon2", "open-spiel": "pyspiel"}
    fields = Parser().parsestr(metadata(wheel, "METADATA"))
    named = {
        re.split(r"[\[>=; ]", requirement)[0]
        for requirement in fields.get_all("Requires-Dist", [])
        if "extra ==" in requirement
    }
    assert {modules.get(name, name) for name in named} == set(BY_PACKAGE)


def test_the_package_runs_as_a_program() -> None:
    command = [sys.executable, "-m", "crownhead", "perft", "english", "3"]
    assert subprocess.run(command, capture_output=True, text=True).stdout == "302\n"


def test_the_metadata_say_who_it_is_for(wheel: Path) -> None:
    fields = Parser().parsestr(metadata(wheel, "METADATA"))
    classifiers = fields.get_all("Classifier", [])
    for minor in range(11, 15):
        assert f"Programming Language :: Python :: 3.{minor}" in classifiers
    assert {"Natural Language :: English", "Natural Language :: German"} <= set(classifiers)
    assert fields["Author"] == "the crownhead authors"
    assert fields["Description-Content-Type"].startswith("text/markdown")


def test_links_of_the_readme_lead_somewhere_on_a_package_index(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "build_backend"))
    import index_page

    address = "https://host.example/crownhead"
    monkeypatch.setenv("CROWNHEAD_REPOSITORY", address + "/")
    shown = index_page.dynamic_metadata({}, {})
    links = re.findall(r"(!?)\[[^][]*\]\(([^)]+)\)", shown["readme"]["text"])
    assert len(links) > 20
    for picture, link in links:
        place = f"{address}/{'raw' if picture else 'blob'}/main/"
        assert (ROOT / link.removeprefix(place)).is_file(), link
    assert shown["urls"]["Source"] == address
    monkeypatch.setenv("CROWNHEAD_REPOSITORY", "ftp://host")
    with pytest.raises(index_page.InvalidAddress, match="is not https://HOST/PATH"):
        index_page.repository()
    monkeypatch.delenv("CROWNHEAD_REPOSITORY")
    assert index_page.dynamic_metadata({}, {})["urls"] == {}


def test_the_source_distribution_needs_no_page(tmp_path: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, 'build_backend'); import crownhead_build as build;"
        "print(build.build_sdist(sys.argv[1]))"
    )
    with lock_build():
        subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, check=True)
    (sdist,) = tmp_path.iterdir()
    with tarfile.open(sdist) as archive:
        held = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    needed = {"core", "cmake", "build_backend", "src/crownhead"}
    listed = subprocess.run(
        ["git", "ls-files", *needed], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert set(listed.stdout.split()) - held == set()
    assert "CMakeLists.txt" in held


def test_a_wheel_was_refused_without_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "build_backend"))
    monkeypatch.chdir(ROOT)
    import crownhead_build
    import front_end

    monkeypatch.setattr(front_end, "PAGE", tmp_path / "none")
    with lock_build():
        crownhead_build.build_wheel(str(tmp_path), {"build-dir": "build/module"})
    assert "page of the app is not built" in capsys.readouterr().out
    assert [path.suffix for path in tmp_path.iterdir()] == [".whl"]


def test_all_that_the_compiler_read_names_the_core_for_browsers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a browser keeps under a name would be another core than the page was made for."""
    monkeypatch.syspath_prepend(str(ROOT / "build_backend"))
    import front_end

    folder = ROOT / "build" / "browser"
    ninja = [Path(sys.executable).with_name("ninja"), "-C", folder, "-t", "deps"]
    found = subprocess.run(ninja, check=True, capture_output=True, text=True).stdout
    read = {Path(line.strip()) for line in found.splitlines() if line.startswith(f"    {ROOT}/")}
    read = {path for path in read if ".venv" not in path.parts}
    assert ROOT / "core" / "rules" / "api.hpp" in read
    assert read - set(front_end.core_inputs()) == set()


def test_the_newest_section_of_the_changelog_is_the_version() -> None:
    import crownhead

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = [line for line in changelog.splitlines() if line.startswith("## ")]
    form = r"## (\d+\.\d+\.\d+) – (\d{4}-\d\d-\d\d|not released yet)"
    sections = [re.fullmatch(form, heading) for heading in headings]
    assert all(sections), headings
    assert sections[0] and sections[0][1] == project["version"] == crownhead.__version__
    assert not any("not released" in heading for heading in headings[1:])
