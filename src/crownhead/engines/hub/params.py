"""The parameters that an engine declares, and what may be set."""

from __future__ import annotations

import math
from dataclasses import dataclass

from crownhead.engines.hub.syntax import Line
from crownhead.errors import EngineError

Value = bool | int | float | str


@dataclass(frozen=True, slots=True)
class Param:
    """Hold one declared parameter: its type, its value, and the values it may have.

    `type` is bool, int, real, string or enum; an unknown type is a string. `least` and `most`
    bound the numbers, `values` are those of an enum.

    >>> Param("threads", "int", 1, least=1, most=16).text(4)
    '4'
    """

    name: str
    type: str
    value: Value
    least: float | None = None
    most: float | None = None
    values: tuple[str, ...] = ()

    def text(self, value: object) -> str:
        """Return a value as it is sent; text is read as the type says.

        Raises `EngineError` for a value that the engine did not declare possible.

        >>> Param("book", "bool", True).text(False)
        'false'
        """
        read = _typed(self.type, value.strip()) if isinstance(value, str) else value
        wanted = _TYPES.get(self.type, (str,))
        if type(read) not in wanted:
            raise EngineError(f"Parameter {self.name}: {value!r} is not of type {self.type}")
        if isinstance(read, int | float) and not isinstance(read, bool):
            low = -math.inf if self.least is None else self.least
            high = math.inf if self.most is None else self.most
            if not low <= read <= high or not math.isfinite(read):
                raise EngineError(f"Parameter {self.name}: {read!r} is not within {low}..{high}")
        if self.type == "enum" and self.values and read not in self.values:
            listed = ", ".join(self.values)
            raise EngineError(f"Parameter {self.name}: {read!r} is not one of {listed}")
        text = str(read).lower() if isinstance(read, bool) else str(read)
        if isinstance(value, str) and self.type not in ("int", "real", "bool", "enum"):
            text = value
        if '"' in text or (text and not text.isprintable()):
            raise EngineError(f"Parameter {self.name}: {text!r} cannot be sent")
        return text

    def line(self) -> Line:
        """Return the declaration.

        >>> str(Param("level", "int", 10, least=1, most=10).line())
        'param name=level value=10 type=int min=1 max=10'
        """
        said: dict[str, str | None] = {
            "name": self.name,
            "value": str(self.value).lower() if isinstance(self.value, bool) else str(self.value),
            "type": self.type,
        }
        if self.least is not None:
            said["min"] = str(self.least)
        if self.most is not None:
            said["max"] = str(self.most)
        if self.values:
            said["values"] = " ".join(self.values)
        return Line("param", said)


def declared(line: Line) -> Param | None:
    """Return the parameter that a line declares, or None where it has no name.

    A value or bound that its type cannot read stays text, or is left out.
    """
    name = line.get("name")
    if not name:
        return None
    kind = line.get("type") or "string"
    return Param(
        name,
        kind,
        _typed(kind, line.get("value")),
        _bound(line.get("min")),
        _bound(line.get("max")),
        tuple(line.get("values").split()),
    )


_TYPES: dict[str, tuple[type, ...]] = {"bool": (bool,), "int": (int,), "real": (int, float)}


def _typed(kind: str, text: str) -> Value:
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


def _bound(text: str) -> float | None:
    try:
        return int(text[:40])
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return None
