"""`docs/rules.md` names every rule, existing code and every test that carries a rule's id.

Run as a program, this writes the tests of each rule into the table anew.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "docs" / "rules.md"

IDS = [
    *(f"E{n}" for n in range(1, 27)),
    *(f"P{n}" for n in range(1, 11)),
    *(f"L{n}" for n in range(1, 15)),
    *(f"C{n}" for n in range(1, 6)),
    *("H", "H1", "H2", "H3"),
    *("D", "D1", "D2", "D3"),
    "X",
]
NAMED = re.compile(r"test_([EPLCHDX])(\d*)(?:_to_\1(\d+))?_")


def ids_in(name: str) -> list[str]:
    """Return the rules a test's name carries: `test_C1_to_C5_...` carries five."""
    match = NAMED.match(name)
    if match is None:
        return []
    letter, first, last = match.groups()
    if not last:
        return [letter + first]
    return [f"{letter}{n}" for n in range(int(first), int(last) + 1)]


@cache
def every_test() -> dict[str, list[str]]:
    """Return every test as `file::name`, and the rules that it carries."""
    found: dict[str, list[str]] = {}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        name = file.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[f"{name}::{node.name}"] = ids_in(node.name)
    return found


def rows(text: str) -> dict[str, list[str]]:
    """Return the cells of each row by its id."""
    lines = [line for line in text.splitlines() if re.match(r"\| [A-Z]\d* \|", line)]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0]: row for row in cells}


def names_in(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def with_tests(text: str) -> str:
    """Return the table with the tests of each rule filled in; others that it names are kept."""
    table = rows(text)
    kept = {
        i: [t for t in names_in(row[3]) if i not in every_test().get(t, [i])]
        for i, row in table.items()
    }
    for rule, row in table.items():
        parts = {test for part in table if part != rule and part[0] == rule for test in kept[part]}
        carrying = [test for test, ids in every_test().items() if rule in ids and test not in parts]
        cell = "<br>".join(f"`{test}`" for test in [*kept[rule], *carrying])
        old = f"| {rule} | {row[1]} | {row[2]} |"
        text = re.sub(
            rf"^{re.escape(old)}.*$", lambda _, new=f"{old} {cell} |": new, text, flags=re.M
        )  # type: ignore[misc]
    return text


@pytest.fixture(scope="module")
def text() -> str:
    return TABLE.read_text(encoding="utf-8")


def test_every_rule_has_its_row(text: str) -> None:
    assert list(rows(text)) == IDS


@pytest.mark.parametrize("rule", IDS)
def test_the_one_place_and_the_tests_of_a_rule_exist(rule: str, text: str) -> None:
    _, said, code, proofs = rows(text)[rule]
    assert said.endswith(".")
    assert names_in(proofs)
    (place,) = names_in(code)
    file, _, name = place.partition("::")
    source = (ROOT / file).read_text(encoding="utf-8")
    for part in name.split("."):
        assert re.search(rf"\b{re.escape(part)}\b", source), place
    for test in names_in(proofs):
        assert test in every_test(), f"{test} does not exist"


def test_every_test_that_carries_a_rule_stands_in_its_row(text: str) -> None:
    sections = {rule[0] for rule in IDS}  # a test may carry the letter of a section alone
    unknown = {test: ids for test, ids in every_test().items() if set(ids) - set(IDS) - sections}
    assert not unknown, "tests of rules that do not exist"
    assert text == with_tests(text), "run: python tests/project/test_rules_documented.py"


if __name__ == "__main__":
    TABLE.write_text(with_tests(TABLE.read_text(encoding="utf-8")), encoding="utf-8")
