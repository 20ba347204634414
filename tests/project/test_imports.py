"""Arrows point down only (docs/design.md), imports within functions included; no circles."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "crownhead"

# A position or a game draws itself in a notebook: the one arrow that may point up.
PICTURE = "_repr_svg_"

# Rooms from the top of the house to its ground; each may know those behind it, none before it.
FLOORS = (
    ("__main__",),
    ("cli", "server"),
    ("ballotbook", "fairplay"),
    ("compose",),
    ("arena", "bot", "training", "puzzles"),
    ("engines", "analysis", "base"),
    ("pdn",),  # another name of formats.pdn
    ("formats", "match", "competition"),
    ("openings",),
    ("ballots", "lots"),
)

# The same for the rooms of the server.
SERVER_FLOORS = (
    ("app", "serve"),
    ("wire",),
    ("process",),
    ("storage",),
    ("event", "people"),
    ("room",),
    ("messages",),
)

# Circles that are still to be opened, each by the package or the modules it lies in.
CIRCLES = {("formats", "pdn")}


def modules() -> dict[str, Path]:
    """Return every module of the package by its name without `crownhead.`."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(part for part in parts if part != "__init__")] = path
    return found


MODULES = modules()


def imports_of(path: Path) -> Iterator[str]:
    """Yield the modules of ours that a file imports anywhere, but for type checking alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {
        id(node) for branch in ast.walk(tree) if is_excused(branch) for node in ast.walk(branch)
    }
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name.startswith("crownhead."):
                yield module_of(name.removeprefix("crownhead."))


def is_excused(branch: ast.AST) -> bool:
    """Return whether imports in here are no arrows: they name types only, or draw a picture."""
    if isinstance(branch, ast.If):
        return "TYPE_CHECKING" in ast.unparse(branch.test)
    return isinstance(branch, ast.FunctionDef) and branch.name == PICTURE


def module_of(name: str) -> str:
    """Return the module that a dotted name lies in."""
    while name and name not in MODULES:
        name = name.rpartition(".")[0]
    return name


@cache
def arrows() -> dict[str, list[str]]:
    """Return what every module imports of ours."""
    return {
        name: sorted({target for target in imports_of(path) if target not in ("", name)})
        for name, path in MODULES.items()
        if name
    }


def floor(name: str) -> int:
    """Return how far down a module lives; the ground is below all rooms."""
    return _floor(name.split(".")[0], FLOORS)


def server_floor(name: str) -> int:
    """Return how far down a module of the server lives among its rooms."""
    return _floor(name.split(".")[1], SERVER_FLOORS)


def _floor(room: str, floors: tuple[tuple[str, ...], ...]) -> int:
    return next((number for number, rooms in enumerate(floors) if room in rooms), len(floors))


def test_no_arrow_points_up() -> None:
    upward = [
        f"{name} -> {target}"
        for name, targets in arrows().items()
        for target in targets
        if floor(target) < floor(name)
    ]
    assert not upward


def test_no_room_of_the_server_knows_one_above_it() -> None:
    upward = [
        f"{name} -> {target}"
        for name, targets in arrows().items()
        for target in targets
        if name.startswith("server.") and target.startswith("server.")
        if server_floor(target) < server_floor(name)
    ]
    assert not upward


def circles() -> set[frozenset[str]]:
    """Return the sets of modules that import each other in a circle (Tarjan's algorithm)."""
    found: set[frozenset[str]] = set()
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    graph = arrows()

    def visit(name: str) -> None:
        number[name] = lowest[name] = len(number)
        stack.append(name)
        for target in graph[name]:
            if target not in graph:
                continue
            if target not in number:
                visit(target)
                lowest[name] = min(lowest[name], lowest[target])
            elif target in stack:
                lowest[name] = min(lowest[name], number[target])
        if lowest[name] == number[name]:
            group = frozenset(stack[stack.index(name) :])
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.add(group)

    for name in graph:
        if name not in number:
            visit(name)
    return found


def place(circle: frozenset[str]) -> tuple[str, ...]:
    """Return the package that a circle lies in, or its modules where it lies in none."""
    names = sorted(circle)
    parts = [name.split(".") for name in names]
    shared = []
    for steps in zip(*parts, strict=False):
        if len(set(steps)) > 1:
            break
        shared.append(steps[0])
    return tuple(shared) or tuple(names)


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert {place(circle) for circle in circles()} == CIRCLES, "open it, or take it off the list"
