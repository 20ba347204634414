"""Commands in comments, `[%name value]`; whatever else stands in a comment is left alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Possessive: a comment that never closes its brackets must not take quadratic time.
_COMMAND = re.compile(r"\[%([A-Za-z][A-Za-z0-9_-]*+)((?:\s[^\[\]]*+)?+)\]")


def commands(comment: str) -> Iterator[tuple[str, str]]:
    """Yield name and value of every command of a comment.

    >>> list(commands("fine [%clk 0:03:00] [%stand]"))
    [('clk', '0:03:00'), ('stand', '')]
    """
    for found in _COMMAND.finditer(comment):
        yield found[1], found[2].strip()


def command(comment: str, name: str) -> str | None:
    """Return the value of the first command of that name, or None."""
    if "[%" not in comment:
        return None
    return next((value for found, value in commands(comment) if found == name), None)


def plain(comment: str) -> str:
    """Return a comment without its commands.

    >>> plain("a fine move [%clk 0:03:00]")
    'a fine move'
    """
    return " ".join(_COMMAND.sub(" ", comment).split()) if "[%" in comment else comment


def set_command(comment: str, name: str, value: str | None) -> str:
    """Return a comment with one command set, or without it where `value` is None.

    >>> set_command("good [%clk 0:03:00]", "clk", "0:02:58")
    'good [%clk 0:02:58]'
    """
    new = None if value is None else f"[%{name} {value}]"
    done = False

    def put(found: re.Match[str]) -> str:
        nonlocal done
        if found[1] != name:
            return found[0]
        if new is None or done:
            return "\0"
        done = True
        return new

    comment = re.sub(r" ?\0", "", _COMMAND.sub(put, comment.replace("\0", ""))).strip()
    if new is None or done:
        return comment
    return f"{comment} {new}".lstrip()


def without_commands(comment: str) -> str:
    """Return a comment in which the commands are plain words.

    >>> without_commands("a fine move [%clk 0:03:00]")
    'a fine move (%clk 0:03:00)'
    """
    return _COMMAND.sub(lambda found: f"({found[0][1:-1]})", comment)
