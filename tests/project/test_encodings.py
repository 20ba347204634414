"""Every text file of the library names its encoding: Windows would take the system's code page."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "crownhead"
TEXT_MODES = {"r", "w", "a", "x", "r+", "w+", "a+", "rt", "wt"}


def find_unnamed(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that read or write a text in whatever encoding the system has."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or any(each.arg == "encoding" for each in node.keywords):
            continue
        method = isinstance(node.func, ast.Attribute)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        given = {each.value for each in node.args if isinstance(each, ast.Constant)}
        if (
            (method and name == "read_text" and not node.args)
            or (method and name == "write_text" and len(node.args) < 2)
            or (name == "open" and given & TEXT_MODES)
            or (name == "open" and not method and len(node.args) == 1)
        ):
            yield node.lineno


def test_the_search_finds_texts_without_an_encoding() -> None:
    bad = "a.read_text()\nopen(a)\na.write_text(b)\na.open('w')\nopen(a, 'r')"
    good = "a.read_text('utf-8')\nopen(a, 'rb')\na.open('w', encoding='utf-8')\nTables.open(a)"
    assert sorted(find_unnamed(ast.parse(bad))) == [1, 2, 3, 4, 5]
    assert not list(find_unnamed(ast.parse(good)))


def test_every_text_names_its_encoding() -> None:
    assert not [
        f"{path.relative_to(SOURCE)}:{line}"
        for path in sorted(SOURCE.rglob("*.py"))
        for line in find_unnamed(ast.parse(path.read_text(encoding="utf-8")))
    ]
