"""What people get when they install crownhead: open the wheel and look."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
SHIPPED = {".py", ".pyi", ".json", ".typed", ".mako", ".endgame"}
PAGE = {".html", ".js", ".css", ".json", ".svg", ".png", ".wasm", ".webmanifest"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel as `pip install` does, over the objects that dev.py has compiled."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "--config-settings=build-dir=build/module"]
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


def test_the_library_needs_no_package_but_the_one_of_its_binding(wheel: Path) -> None:
    fields = Parser().parsestr(metadata(wheel, "METADATA"))
    requirements = fields.get_all("Requires-Dist", [])
    assert [r for r in requirements if "extra ==" not in r] == ["nanobind-backend>=1.0"]
    assert fields["Requires-Python"] == ">=3.11"
    assert fields["License-Expression"] == "MIT"


def test_the_wheel_installs_the_command(wheel: Path) -> None:
    assert "crownhead = crownhead.cli:main" in metadata(wheel, "entry_points.txt").splitlines()
