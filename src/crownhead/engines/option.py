"""What can be set in an engine: its name, kind, default, range, and present value."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from crownhead.errors import EngineError
from crownhead.renamed import formerly

Value = bool | int | float | str
"""What an option may be set to."""
Kind = Literal["bool", "int", "real", "string", "enum"]
"""Which values an option has: `enum` is one of its `choices`."""

_TYPES: dict[str, tuple[type, ...]] = {"bool": (bool,), "int": (int,), "real": (int, float)}


@dataclass(frozen=True, slots=True)
class Option:
    """Hold one setting of an engine.

    `least` and `most` bound the numbers, None where they do not; `choices` are the values of an
    enum. `current` is the default unless it has been set. Raises `EngineError` for a default or a
    present value that the option itself does not allow.

    >>> Option("threads", "int", 1, least=1, most=16)
    Option(name='threads', kind='int', default=1, current=1, least=1, most=16, choices=())
    >>> Option("style", "enum", "calm", choices=("calm", "wild")).choices
    ('calm', 'wild')
    """

    name: str
    kind: Kind
    default: Value
    current: Value | None = None
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.convert(self.default)
        if self.current is None:
            object.__setattr__(self, "current", self.default)
        else:
            self.convert(self.current)

    @property
    def range(self) -> tuple[float | None, float | None]:
        """Return the least and the most value, None where there is no bound.

        >>> Option("level", "int", 10, least=1, most=10).range
        (1, 10)
        """
        return self.least, self.most

    def convert(self, value: object) -> Value:
        """Return a value that the option may have; text is read as its kind says.

        Raises `EngineError` for any other.

        >>> Option("level", "int", 10, least=1, most=10).convert("7")
        7
        """
        found = parse_value(self.kind, value.strip()) if isinstance(value, str) else value
        check(f"Option {self.name}", self, found, value)
        return found  # type: ignore[return-value]

    checked = formerly("checked", convert)

    def set_to(self, value: object) -> Option:
        """Return the option with another present value.

        >>> Option("book", "bool", True).set_to("false").current
        False
        """
        return replace(self, current=self.convert(value))


class Bounded(Protocol):
    """What `check` asks of a setting."""

    @property
    def kind(self) -> Kind: ...
    @property
    def least(self) -> float | None: ...
    @property
    def most(self) -> float | None: ...
    @property
    def choices(self) -> tuple[str, ...]: ...


def check(what: str, option: Bounded, value: object, given: object) -> None:
    """Raise `EngineError` for a value that is not of the kind, or not within its bounds."""
    if type(value) not in _TYPES.get(option.kind, (str,)):
        raise EngineError(f"{what}: {given!r:.60} is not of type {option.kind}")
    if isinstance(value, int | float) and not isinstance(value, bool):
        low = -math.inf if option.least is None else option.least
        high = math.inf if option.most is None else option.most
        if not low <= value <= high or not math.isfinite(value):
            raise EngineError(f"{what}: {value!r} is not within {low}..{high}")
    if option.kind == "enum" and option.choices and value not in option.choices:
        raise EngineError(f"{what}: {value!r:.60} is not one of {', '.join(option.choices)}")


def parse_value(kind: str, text: str) -> Value:
    """Return the value that a text means; the text itself where it is none of this kind.

    >>> parse_value("int", "16"), parse_value("bool", "1"), parse_value("real", "half")
    (16, True, 'half')
    """
    try:
        if kind == "int":
            return int(text[:40])
        if kind == "real":
            return float(text)
    except ValueError:
        return text
    if kind == "bool":
        return {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)
    return text


def set_options(options: Mapping[str, Option], values: Mapping[str, object]) -> dict[str, Option]:
    """Return the options with these present values.

    Raises `EngineError` for one that there is not, and for a value that is not possible.

    >>> options = by_name([Option("book", "bool", True)])
    >>> set_options(options, {"book": False})["book"].current
    False
    """
    found = dict(options)
    for name, value in values.items():
        if name not in found:
            known = ", ".join(found) or "none"
            raise EngineError(f"The engine has no option {name!r:.60}; it has: {known}")
        found[name] = found[name].set_to(value)
    return found


def by_name(options: Iterable[Option]) -> dict[str, Option]:
    """Return options under their names. Raises `EngineError` where two have one name."""
    found: dict[str, Option] = {}
    for option in options:
        if option.name in found:
            raise EngineError(f"Two options are called {option.name!r:.60}")
        found[option.name] = option
    return found
