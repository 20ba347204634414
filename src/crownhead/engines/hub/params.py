"""The parameters that an engine declares, and what may be set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from crownhead.engines.hub.syntax import Line
from crownhead.engines.option import Kind, Option, Value, check, parse_value
from crownhead.errors import EngineError
from crownhead.renamed import formerly

__all__ = ["Param", "Value", "read_param"]


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
        read = self.convert(value)
        text = str(read).lower() if isinstance(read, bool) else str(read)
        if isinstance(value, str) and self.type not in ("int", "real", "bool", "enum"):
            text = value
        if '"' in text or (text and not text.isprintable()):
            raise EngineError(f"Parameter {self.name}: {text!r} cannot be sent")
        return text

    @classmethod
    def of(cls, option: Option) -> Param:
        """Return an option as the parameter that declares it.

        Raises `EngineError` where the protocol cannot name it, or one of its choices.

        >>> str(Param.of(Option("style", "enum", "calm", choices=("calm", "wild"))).line())
        'param name=style value=calm type=enum values="calm wild"'
        """
        if any(not choice or " " in choice for choice in option.choices):
            raise EngineError(f"Option {option.name}: a choice is one word in the Hub protocol")
        param = cls(
            option.name, option.kind, option.default, option.least, option.most, option.choices
        )
        str(param.line())
        return param

    def convert(self, value: object) -> Value:
        """Return a value as its type has it. Raises `EngineError` as `text` does.

        >>> Param("margin", "real", 0.5, least=0, most=1).convert("0.25")
        0.25
        """
        read = parse_value(self.type, value.strip()) if isinstance(value, str) else value
        check(f"Parameter {self.name}", self, read, value)
        return read  # type: ignore[return-value]

    typed = formerly("typed", convert)

    def option(self, current: Value | None = None) -> Option:
        """Return the parameter as an option of the engine, with its present value.

        What an engine declares need not be right: a value that is not of its type, or beyond its
        bounds, stands there as text without any.

        >>> Param("bb-size", "int", 5, least=0, most=7).option(6).current
        6
        """
        try:
            return Option(
                self.name, self.kind, self.value, current, self.least, self.most, self.values
            )
        except EngineError:
            return Option(
                self.name, "string", str(self.value), None if current is None else str(current)
            )

    @property
    def kind(self) -> Kind:
        """Return the type, a string where it is none that we know."""
        return self.type if self.type in get_args(Kind) else "string"  # type: ignore[return-value]

    @property
    def choices(self) -> tuple[str, ...]:
        """Return the values of an enum."""
        return self.values

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


def read_param(line: Line) -> Param | None:
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
        parse_value(kind, line.get("value")),
        _read_bound(line.get("min")),
        _read_bound(line.get("max")),
        tuple(line.get("values").split()),
    )


def _read_bound(text: str) -> float | None:
    try:
        return int(text[:40])
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return None
