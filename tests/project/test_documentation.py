"""The documentation site: what its own check finds in pages, and that docstrings read well."""

from __future__ import annotations

import importlib.util
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


def load(path: Path) -> ModuleType:
    found = importlib.util.spec_from_file_location(path.stem, path)
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def documentation() -> ModuleType:
    return load(ROOT / "build_backend" / "documentation.py")


def write(folder: Path, **pages: str) -> Path:
    for name, body in pages.items():
        path = folder / (name.replace("__", "/") + ".html")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"<!doctype html><html><body>{body}</body></html>", encoding="utf-8")
    return folder


def test_a_sound_site_has_no_fault(documentation: ModuleType, tmp_path: Path) -> None:
    top = '<h1 id="top">A</h1><a href="in/deep.html#part">B</a><a href="#top">C</a>'
    deep = '<p id="part"><a href="../index.html#top">D</a> <a href="https://other.example">E</a>'
    write(tmp_path, index=f"{top}<script src='a.js'></script>", in__deep=deep)
    (tmp_path / "a.js").write_text("let a;")
    (tmp_path / "a.css").write_text("p { background: url(data:image/svg+xml;base64,AA) }")
    assert list(documentation.faults(tmp_path)) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="none.html">', "index.html: none.html leads nowhere"),
        ('<a href="../index.html">', "index.html: ../index.html leads nowhere"),
        ('<a href="#none">', "index.html: #none names a place that is not there"),
        ('<a href="other.html#a">', "index.html: other.html#a names a place that is not there"),
        ('<img src="none.svg">', "index.html: none.svg leads nowhere"),
        ('<link rel="next" href="none.html">', "index.html: none.html leads nowhere"),
        (
            '<img src="https://cdn.example/a.png">',
            "index.html: loads https://cdn.example/a.png from another host",
        ),
        (
            '<link rel="stylesheet" href="//fonts.example/a.css">',
            "index.html: loads //fonts.example/a.css from another host",
        ),
        ("<script>let a;</script>", "index.html: <script> stands in the page itself"),
        ("<style>p { }</style>", "index.html: <style> stands in the page itself"),
        ('<p style="color: red">', "index.html: style stands in the page itself"),
        ('<p onclick="a()">', "index.html: onclick stands in the page itself"),
    ],
)
def test_what_is_wrong_in_a_page_is_found(
    documentation: ModuleType, tmp_path: Path, body: str, fault: str
) -> None:
    write(tmp_path, index=body, other="<p id='b'>")
    assert list(documentation.faults(tmp_path)) == [fault]


@pytest.mark.parametrize(
    "style", ["@import 'a.css';", "p { background: url(https://cdn.example/a.png) }"]
)
def test_a_style_from_elsewhere_is_found(
    documentation: ModuleType, tmp_path: Path, style: str
) -> None:
    (tmp_path / "a.css").write_text(style)
    (fault,) = documentation.faults(tmp_path)
    assert fault.startswith("a.css: ")


@pytest.mark.parametrize(
    ("docstring", "expected"),
    [
        (["Play `move`, or *any*."], ["Play ``move``, or \\*any\\*."]),
        (["Return a `Position`."], ["Return a :py:obj:`Position <crownhead.Position>`."]),
        (["Take `a`s and b_."], ["Take ``a``\\ s and b\\_."]),
        (["Say `one", "two` here."], ["Say ``one", "two`` here."]),
        (
            ["A | B", "", ">>> a | b", "'*'", "", "C*"],
            ["A \\| B", "", ">>> a | b", "'*'", "", "C\\*"],
        ),
    ],
)
def test_a_docstring_is_read_as_it_is_meant(docstring: list[str], expected: list[str]) -> None:
    docstrings = load(ROOT / "docs" / "site" / "docstrings.py")
    assert docstrings.to_restructured(docstring) == expected


def test_the_pictures_are_those_that_the_library_draws() -> None:
    pictures = load(ROOT / "docs" / "site" / "pictures.py")
    drawn = {f"{name}.svg": picture() + "\n" for name, picture in pictures.PICTURES.items()}
    there = {path.name: path.read_text(encoding="utf-8") for path in pictures.FOLDER.glob("*.svg")}
    assert there == drawn, "out of date: .venv/bin/python docs/site/pictures.py"


def test_screens_are_few_and_small() -> None:
    screens = list((ROOT / "docs" / "screens").iterdir())
    assert len(screens) <= 4
    assert [path.name for path in screens if path.stat().st_size > 40_000] == []


@pytest.mark.parametrize(
    "page",
    sorted(ROOT.glob("docs/**/*.md")) + sorted(ROOT.glob("bench/**/*.md")),
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_each_row_of_a_table_has_as_many_cells_as_its_head(page: Path) -> None:
    cells = 0
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("|"):
            cells = 0
            continue
        bars = len(re.findall(r"(?<!\\)\|", re.sub(r"`[^`]*`", "", line)))
        cells = cells or bars
        assert bars == cells, f"line {number}: {line}"


def test_every_picture_is_shown() -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md"))
    unused = [
        path.name
        for folder in ("pictures", "screens")
        for path in (ROOT / "docs" / folder).iterdir()
        if f"{folder}/{path.name}" not in pages
    ]
    assert unused == []


def test_a_value_is_not_described_by_its_class() -> None:
    docstrings = load(ROOT / "docs" / "site" / "docstrings.py")
    assert docstrings.is_of_class(99, (inspect.getdoc(int) or "").splitlines())
    assert not docstrings.is_of_class(99, ["Plies that a search looks ahead at most."])
    assert not docstrings.is_of_class(99, [])


def test_a_colon_in_the_docstring_of_a_value_ends_no_type() -> None:
    docstrings = load(ROOT / "docs" / "site" / "docstrings.py")
    lines = ["Seconds that may be waited: systems refuse more."]
    docstrings.rewrite(None, "data", "WAIT", 1e6, None, lines)
    assert lines == ["..", "", "Seconds that may be waited: systems refuse more."]
