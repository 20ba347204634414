"""What pages hold that nobody writes: the command line, public names that no page lists, files."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import click
from pygments.lexers.special import TextLexer
from sphinx.util import logging

import crownhead
from crownhead.cli.command import root
from crownhead.hints import Elsewhere

logger = logging.getLogger(__name__)

DOCS = Path(__file__).resolve().parents[1]
PACKAGE = Path(crownhead.__file__).parent
_LISTED = re.compile(r"^\.\. auto\w+:: (crownhead[\w.]*)", re.MULTILINE)
_MODULE = re.compile(r"^\.\. automodule:: (crownhead[\w.]*)\n(?: +:.*\n)*", re.MULTILINE)
_OUTSIDE = re.compile(r"\]\((\.\./(?:\.\./)*[\w./-]+\.md)\)")
_ON_TOP = frozenset(id(getattr(crownhead, name)) for name in crownhead.__all__)
_PRIVATE = ("cli", "server", "_core")
"""What docs/versioning.md says is not public."""


def commands() -> str:
    """Return the reference of the command line as Markdown."""
    return "\n".join(_command(root, ["crownhead"]))


def _command(command: click.Command, path: list[str]) -> Iterator[str]:
    context = click.Context(command, info_name=" ".join(path))
    if len(path) > 1:
        yield f"{'#' * len(path)} {' '.join(path)}\n"
    usage = " ".join([" ".join(path), *command.collect_usage_pieces(context)])
    yield f"```text\n{usage}\n```\n"
    yield from (f"{paragraph}\n" for paragraph in _paragraphs(command.help or ""))
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if record is None or record[0].startswith("-h,"):
            continue
        about = _plain(" ".join(record[1].split()))
        if about:
            yield f"`{record[0]}`\n: {about}\n"
        elif isinstance(parameter, click.Option):  # arguments stand in the first line
            yield f"`{record[0]}`\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            if found is not None and not found.hidden:
                yield from _command(found, [*path, name])


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.strip().split("\n\n"):
        if paragraph.startswith("\b"):
            yield "```text\n" + paragraph.removeprefix("\b").strip("\n") + "\n```"
        else:
            yield _plain(" ".join(paragraph.split()))


def _plain(text: str) -> str:
    """Return a text of the command line as Markdown: what stands in `backticks` is code."""
    parts = re.split(r"(`[^`]+`)", text)
    parts[::2] = [re.sub(r"([\\`*_\[\]<>{}|$#])", r"\\\1", part) for part in parts[::2]]
    return "".join(parts)


def others() -> str:
    """Return Markdown for public names that no page of the reference lists: new ones."""
    pages = [p for p in sorted((DOCS / "reference").glob("*.md")) if p.stem != "others"]
    pages.append(DOCS / "reference" / "others.md")
    listed = {name for page in pages for name in _LISTED.findall(page.read_text("utf-8"))}
    documented = {id(found) for name in listed for found in _objects(name, whole=True)}
    lines = []
    for module, names in public_modules():
        if module in listed:
            continue
        missing = [name for name in names if f"{module}.{name}" not in listed]
        held = {name: getattr(import_module(module), name) for name in missing}
        missing = [n for n in missing if id(held[n]) not in documented and _is_listed(n, held[n])]
        if missing:
            lines += [f"## {module}\n", "```{eval-rst}"]
            lines += [_directive(module, name) for name in missing]
            lines += ["```", ""]
    return "\n".join(lines)


def _objects(name: str, *, whole: bool) -> Iterator[Any]:
    """Yield what a directive documents: an object, or all that a module's `__all__` names."""
    try:
        module = import_module(name)
    except ModuleNotFoundError:
        home, _, attribute = name.rpartition(".")
        yield getattr(import_module(home), attribute)
        return
    for each in getattr(module, "__all__", ()):
        yield getattr(module, each)


def _is_listed(name: str, found: Any) -> bool:
    """Return whether a public name has an entry of its own; a module has a section."""
    return not isinstance(found, ModuleType) and not name.startswith("__")


def _directive(module: str, name: str) -> str:
    """Return the directive that documents one name."""
    found = getattr(import_module(module), name)
    if isinstance(found, type):
        kind = "exception" if issubclass(found, BaseException) else "class"
    else:
        kind = "function" if isinstance(found, FunctionType) else "data"
    return f".. auto{kind}:: {module}.{name}\n"


def with_imported_constants(page: str) -> str:
    """Return a page with the constants of its modules that stand in others, which autodoc omits."""

    def add_constants(found: re.Match[str]) -> str:
        constants = [_directive(*each) for each in _imported_constants(found[1])]
        return "\n".join([found[0], *constants])

    return _MODULE.sub(add_constants, page)


def _imported_constants(module: str) -> Iterator[tuple[str, str]]:
    """Yield home and name of each public name that is no class and no function, but imported."""
    loaded = import_module(module)
    tree = ast.parse(Path(str(loaded.__file__)).read_text(encoding="utf-8"))
    homes = {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    for name in getattr(loaded, "__all__", ()):
        if name in homes and not isinstance(
            getattr(loaded, name), FunctionType | ModuleType | type
        ):
            yield homes[name]


def public_modules() -> Iterator[tuple[str, list[str]]]:
    """Yield each module with an `__all__`, and the names in it."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts[0] in _PRIVATE or any(part.startswith("_") for part in parts[:-1]):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assigned = (node for node in tree.body if isinstance(node, ast.Assign))
        if any(getattr(target, "id", "") == "__all__" for n in assigned for target in n.targets):
            module = ".".join(["crownhead", *(part for part in parts if part != "__init__")])
            yield module, list(import_module(module).__all__)


def changelog() -> str:
    """Return the CHANGELOG as a page of this site."""
    return (DOCS.parent / "CHANGELOG.md").read_text(encoding="utf-8").replace("](docs/", "](")


GENERATED: dict[str, Callable[[], str]] = {
    "changelog": changelog,
    "reference/commands": commands,
    "reference/others": others,
}


def fill(app: Any, docname: str, source: list[str]) -> None:
    """Put what is generated at the end of its page; files outside docs can be downloaded."""
    source[0] = _OUTSIDE.sub(r"](path:\1)", source[0])
    if docname in GENERATED:
        source[0] += "\n" + GENERATED[docname]()
    source[0] = with_imported_constants(source[0])


def leave_out(app: Any, what: str, name: str, obj: Any, skip: bool, options: Any) -> bool | None:
    """Leave out what classes only have a hint for, and of a module what is listed elsewhere.

    What a module lends from another one that has a section of its own stands there.
    """
    if isinstance(obj, Elsewhere):
        return True
    if what != "module" or not isinstance(obj, FunctionType | type):
        return None
    listing = app.env.current_document.autodoc_module
    if listing != obj.__module__ and obj.__module__ in app.listed_modules:
        return True
    if id(obj) in _ON_TOP or id(obj) in app.listed_objects:
        return True
    app.listed_objects.add(id(obj))
    return None


def load_lazy_names(app: Any) -> None:
    """Put names that modules load when they are asked for where autodoc looks for them."""
    for name, names in public_modules():
        module = import_module(name)
        for each in names:
            setattr(module, each, getattr(module, each))


def check_all_listed(app: Any, env: Any) -> None:
    """Warn of public names that no page lists."""
    listed = set(env.get_domain("py").objects)
    objects = {id(found) for name in listed if (found := _resolve(name)) is not None}
    for module, names in public_modules():
        for each in names:
            found = getattr(import_module(module), each)
            known = f"{module}.{each}" in listed or id(found) in objects
            if _is_listed(each, found) and not known:
                logger.warning("%s.%s is on no page of the reference", module, each)


def _resolve(name: str) -> Any:
    """Return what a documented name stands for, or None for what only instances have."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        found: Any = sys.modules.get(".".join(parts[:length]))
        if found is not None:
            for part in parts[length:]:
                found = getattr(found, part, None)
            return found
    return None


def setup(app: Any) -> dict[str, bool]:
    """Join Sphinx."""
    app.listed_objects = set()
    pages = (page.read_text("utf-8") for page in (DOCS / "reference").glob("*.md"))
    app.listed_modules = {name for page in pages for name in _MODULE.findall(page)}
    app.connect("builder-inited", load_lazy_names)
    app.connect("env-check-consistency", check_all_listed)
    app.connect("autodoc-skip-member", leave_out)
    app.connect("source-read", fill)
    for name in ("csv", "hand", "hub"):
        app.add_lexer(name, TextLexer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
