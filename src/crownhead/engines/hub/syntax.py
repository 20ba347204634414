"""One line of the protocol: a command, and arguments with or without a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from crownhead.errors import ProtocolError

LONGEST_LINE = 65_536
"""Characters of the longest line that is read."""
_MOST_ARGUMENTS = 1000


@dataclass(frozen=True, slots=True)
class Line:
    """Hold a command and its arguments; the value of a flag is None.

    >>> str(Line("level", {"move-time": "0.5"})), str(Line("level", {"infinite": None}))
    ('level move-time=0.5', 'level infinite')
    """

    command: str
    arguments: Mapping[str, str | None] = field(default_factory=dict)

    def get(self, name: str) -> str:
        """Return the value of an argument; empty for a flag or one that is not there."""
        return self.arguments.get(name) or ""

    def __contains__(self, name: str) -> bool:
        return name in self.arguments

    def __str__(self) -> str:
        """Return the text, raising `ProtocolError` where the protocol cannot express it."""
        parts = [_word(self.command)]
        for name, value in self.arguments.items():
            parts.append(_word(name) if value is None else f"{_word(name)}={_value(value)}")
        return " ".join(parts)


def parse(text: str) -> Line | None:
    """Read one line; None for an empty one.

    Blanks around `=` are allowed, and of an argument given twice the last counts. There are no
    escapes: a quoted value ends with the next quote. Raises `ProtocolError`.

    >>> parse('param name=book value="" type = bool')
    Line(command='param', arguments={'name': 'book', 'value': '', 'type': 'bool'})
    """
    if len(text) > LONGEST_LINE:
        raise ProtocolError(f"Line longer than {LONGEST_LINE} characters", text[:200])
    at = _skip(text, 0)
    if at == len(text):
        return None
    command, at = _name(text, at)
    found: dict[str, str | None] = {}
    while (at := _skip(text, at)) < len(text):
        if len(found) == _MOST_ARGUMENTS:
            raise ProtocolError(f"More than {_MOST_ARGUMENTS} arguments", text[:200])
        name, at = _name(text, at)
        sign = _skip(text, at)
        if text[sign : sign + 1] == "=":
            found[name], at = _read_value(text, _skip(text, sign + 1))
        else:
            found[name] = None
    return Line(command, found)


def first_word(text: str) -> str:
    """Return what stands where the command does, of any text."""
    words = text[:200].split(None, 1)
    return words[0] if words else ""


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _name(text: str, at: int) -> tuple[str, int]:
    end = at
    while end < len(text) and not text[end].isspace() and text[end] not in '="':
        end += 1
    if end == at:
        raise ProtocolError(f"Expected a name at column {at + 1}: {text[:200]!r}", text[:200])
    return text[at:end], end


def _read_value(text: str, at: int) -> tuple[str, int]:
    if text[at : at + 1] == '"':
        end = text.find('"', at + 1)
        if end < 0:
            raise ProtocolError(f"Quote not closed: {text[:200]!r}", text[:200])
        return text[at + 1 : end], end + 1
    end = at
    while end < len(text) and not text[end].isspace():
        end += 1
    return text[at:end], end


def _word(text: str) -> str:
    if not text or not text.isprintable() or any(c.isspace() or c in '="' for c in text):
        raise ProtocolError(f"{text!r} cannot be a name in the Hub protocol", text)
    return text


def _value(text: str) -> str:
    if '"' in text or not text.isprintable():
        raise ProtocolError(f"{text!r} cannot be a value in the Hub protocol", text)
    plain = text and not any(c.isspace() or c == "=" for c in text)
    return text if plain else f'"{text}"'
