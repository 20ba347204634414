"""Docstrings as Sphinx reads them: ours have `code` in single backticks."""

from __future__ import annotations

import inspect
import re
from typing import Any

import crownhead

_CODE = re.compile(r"(`[^`]+`)")
_MARKS = re.compile(r"[*|\\`]|(?<=\w)_(?!\w)")
_VALUES = ("attribute", "data", "property")
_PUBLIC = frozenset(name for name in crownhead.__all__ if name[0].isupper())


def to_restructured(lines: list[str]) -> list[str]:
    """Return a docstring as reStructuredText; examples stay as they are.

    >>> to_restructured(["Play `move`, or *any*.", "", ">>> a * b"])
    ['Play ``move``, or \\\\*any\\\\*.', '', '>>> a * b']
    """
    text, changed, example = [], [], False
    for line in [*lines, ""]:
        if line.strip() and not example and not line.lstrip().startswith(">>>"):
            text.append(line)
            continue
        example = bool(line.strip())
        # In one piece, for what is code may begin on one line and end on the next.
        changed += _escape("\n".join(text)).split("\n") if text else []
        changed.append(line)
        text = []
    return changed[:-1]


def _escape(text: str) -> str:
    parts = _CODE.split(text)
    for place in range(0, len(parts), 2):
        parts[place] = _MARKS.sub(r"\\\g<0>", parts[place])
    for place in range(1, len(parts), 2):
        # A role ends where a word does; what is meant to go on is told so by an escaped blank.
        before = "\\ " if parts[place - 1][-1:].isalnum() else ""
        after = "\\ " if parts[place + 1][:1].isalnum() else ""
        parts[place] = before + _code(parts[place][1:-1]) + after
    return "".join(parts)


def _code(text: str) -> str:
    if text in _PUBLIC:
        return f":py:obj:`{text} <crownhead.{text}>`"
    return f"``{text.strip()}``"


def is_of_class(value: object, lines: list[str]) -> bool:
    """Return whether a docstring is that of the class of a value, which has none of its own.

    >>> is_of_class(3, inspect.getdoc(int).splitlines())
    True
    """
    return "\n".join(lines).strip() == (inspect.getdoc(type(value)) or "").strip() != ""


def rewrite(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Rewrite a docstring that autodoc has read; warn of a value that has none."""
    if what in _VALUES and is_of_class(obj, lines):
        from sphinx.util import logging

        logging.getLogger(__name__).warning("%s has no docstring", name)
    lines[:] = to_restructured(lines)
    if what in _VALUES:
        # Napoleon takes what stands before a colon in the first line for a type: a comment begins.
        lines[:0] = ["..", ""]


def setup(app: Any) -> dict[str, bool]:
    """Join Sphinx before napoleon, which reads sections such as `Raises:`."""
    app.connect("autodoc-process-docstring", rewrite, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
