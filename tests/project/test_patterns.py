"""No pattern that strangers' text is held against takes more than linear time.

`[%eval` and 20,000 blanks took 26 seconds. Every pattern of the library and of the page is looked
at for the kind of loops that do so, whatever it is used for.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from support.backtracking import Slow, check

ROOT = Path(__file__).parents[2]
USES = ("search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer")
# A literal stands where a value begins; JSX and comments do not look like that.
_LITERAL = re.compile(
    r"(?:[(=,:\[!&|?]|\breturn)\s*/(?![/*])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+)/([a-z]*)"
)


def text_of(node: ast.expr) -> str | bytes | None:
    """Return what a pattern says; what is put into it stands for itself."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values
        )
    return None


def python_patterns(path: Path) -> Iterator[tuple[str | bytes, int, set[str]]]:
    """Yield the patterns of a file, with their flags and how they are used."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named: dict[str, tuple[str | bytes, int, set[str]]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            found = of_call(node.value)
            if found is not None and found[2] == {"compile"}:
                (target,) = node.targets
                assert isinstance(target, ast.Name), ast.unparse(node)
                made = of_module(path, target.id) if "JoinedStr" in ast.dump(node) else found
                named[target.id] = (made[0], made[1], set())
    for call in calls:
        found = of_call(call)
        if found is not None and found[2] != {"compile"}:
            yield found
        function = call.func
        if not (isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name)):
            continue
        if function.value.id in named and function.attr in USES:
            named[function.value.id][2].add(function.attr)
    yield from named.values()


def of_module(path: Path, name: str) -> tuple[str, int, set[str]]:
    """Return a pattern that is put together when its module is read."""
    module = import_module(".".join(path.relative_to(ROOT / "src").with_suffix("").parts))
    made: re.Pattern[str] = getattr(module, name)
    return made.pattern, made.flags & re.IGNORECASE, set()


def of_call(call: ast.Call) -> tuple[str | bytes, int, set[str]] | None:
    """Return the pattern, the flags and the function of a call of `re`."""
    function = call.func
    if not (isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name)):
        return None
    if function.value.id != "re" or function.attr not in (*USES, "compile"):
        return None
    pattern = text_of(call.args[0])
    assert pattern is not None, f"cannot be looked at: {ast.unparse(call)}"
    said = " ".join(ast.unparse(part) for part in (*call.args, *(k.value for k in call.keywords)))
    flags = re.IGNORECASE if re.search(r"\bre\.I(GNORECASE)?\b", said) else 0
    return pattern, flags, {function.attr}


def script_patterns(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the literal patterns of a script, as Python writes them."""
    for pattern, flags in _LITERAL.findall(path.read_text(encoding="utf-8")):
        # Classes of Unicode are as large as they look, or larger.
        plain = re.sub(r"\\p\{\w+\}", r"\\S", pattern).replace("(?<", "(?P<")
        plain = plain.replace("(?P<=", "(?<=").replace("(?P<!", "(?<!")
        plain = re.sub(
            r"\[((?:\\.|[^\]\\])*)\]", lambda m: "[" + m[1].replace("[", r"\[") + "]", plain
        )
        yield plain, re.IGNORECASE if "i" in flags else 0


def explain_slowness(pattern: str | bytes, flags: int, uses: set[str]) -> list[str]:
    """Return why a pattern is slow, for each use of it."""
    found = []
    for use in sorted(uses):
        try:
            check(pattern, flags, use)
        except Slow as why:
            found.append(f"{pattern!r} in {use}: {why}")
    return found


def test_no_pattern_of_the_library_is_slow() -> None:
    seen, found = 0, []
    for path in sorted((ROOT / "src").rglob("*.py")):
        for pattern, flags, uses in python_patterns(path):
            seen += 1
            found += [
                f"{path.name}: {why}"
                for why in explain_slowness(pattern, flags, uses or {"search"})
            ]
    assert seen > 40
    assert not found, "\n".join(found)


def test_no_pattern_of_the_page_is_slow() -> None:
    seen, found = 0, []
    for path in sorted((ROOT / "web" / "src").rglob("*.ts*")):
        if ".test." in path.name:
            continue
        for pattern, flags in script_patterns(path):
            seen += 1
            found += [f"{path.name}: {why}" for why in explain_slowness(pattern, flags, {"search"})]
    assert seen > 40
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("pattern", "use"),
    [
        (r"\[%eval\s*([+-]?)\s*(\d+)\]", "search"),
        (r"a+b", "search"),
        (r"(a+)+b", "match"),
        (r"(x{1,9})*y", "match"),
        (r"\s+$", "search"),
        (r"//.*@", "sub"),
        (r"a*b?a*", "fullmatch"),
    ],
)
def test_slow_patterns_are_found(pattern: str, use: str) -> None:
    assert explain_slowness(pattern, 0, {use})


@pytest.mark.parametrize(
    ("pattern", "use"),
    [
        (r"\[%eval\s++([+-]?)(\d{1,9})?(?=[\s,\]])", "search"),
        (r"a+b", "match"),
        (r"\s+", "sub"),
        (r"a*b?a*", "match"),
        (r"^\d+\.", "search"),
    ],
)
def test_quick_patterns_are_not(pattern: str, use: str) -> None:
    assert not explain_slowness(pattern, 0, {use})
