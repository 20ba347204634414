"""Objects of a stranger's JSON, read field by field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from crownhead.errors import CrownheadError

T = TypeVar("T", bound=str)

LONGEST_TEXT = 4_000
"""Characters of a text, unless a reader allows more."""
LONGEST_ENTRY = 200
"""Characters of each text in a mapping of texts."""


class Fields:
    """Read the fields of an object when they are asked for.

    What is wrong is an error that `refusal` makes of a sentence and the place it speaks of; `name`
    says what the object as a whole should have been.

    >>> from crownhead.errors import InvalidCertificate
    >>> fields = Fields({"at": "2", "engine": {}}, InvalidCertificate, "certificate")
    >>> fields.number("at")
    Traceback (most recent call last):
        ...
    crownhead.errors.InvalidCertificate: at: not a whole number
    >>> fields.part("engine").text("version")
    Traceback (most recent call last):
        ...
    crownhead.errors.InvalidCertificate: engine.version: not a text, or too long
    """

    def __init__(
        self,
        content: object,
        refusal: Callable[[str, str], CrownheadError],
        name: str,
        place: str = "",
    ) -> None:
        self._refusal, self._name, self._place = refusal, name, place
        if not isinstance(content, dict):
            raise refusal(f"{place or name}: not an object", place)
        self._content: Mapping[str, Any] = content

    def names(self) -> list[str]:
        """Return the names of all fields, shortened."""
        return [name[:40] for name in self._content]

    def refuse(self, name: str, why: str) -> CrownheadError:
        """Return the error that says what is wrong with a field."""
        place = f"{self._place}.{name}" if self._place else name
        return self._refusal(f"{place}: {why}", place)

    def text(self, name: str, most: int = LONGEST_TEXT) -> str:
        """Return a text of at most so many characters."""
        value = self._content.get(name)
        if not isinstance(value, str) or len(value) > most:
            raise self.refuse(name, "not a text, or too long")
        return value

    def number(self, name: str, least: int | None = None, most: int | None = None) -> int:
        """Return a whole number, within bounds if there are any."""
        value = self._content.get(name)
        if type(value) is not int:
            raise self.refuse(name, "not a whole number")
        if (least is not None and value < least) or (most is not None and value > most):
            raise self.refuse(name, f"not a whole number from {least} to {most}")
        return value

    def one_of(self, name: str, known: tuple[T, ...]) -> T:
        """Return a text that is one of those known."""
        value = self.text(name)
        if value not in known:
            raise self.refuse(name, f"{value[:40]!r} is none of {', '.join(known)}")
        return value

    def equal(self, name: str, wanted: str | int) -> None:
        """Refuse a field that is not what it has to be."""
        value = self._content.get(name)
        if type(value) is not type(wanted) or value != wanted:
            raise self.refuse(name, f"it is {wanted!r}, not {str(value)[:100]!r}")

    def rows(self, name: str, most: int) -> list[Any]:
        """Return a list of at most so many values."""
        value = self._content.get(name)
        if not isinstance(value, list) or len(value) > most:
            raise self.refuse(name, "not a list, or too long")
        return value

    def each(self, name: str, most: int) -> Iterator[tuple[Any, str]]:
        """Yield the values of a list of at most so many, each with its place."""
        whole = f"{self._place}.{name}" if self._place else name
        for number, value in enumerate(self.rows(name, most)):
            yield value, f"{whole}[{number}]"

    def mapping(self, name: str) -> dict[str, Any]:
        """Return an object as it stands."""
        value = self._content.get(name)
        if not isinstance(value, dict):
            raise self.refuse(name, "not an object")
        return value

    def texts(self, name: str) -> dict[str, str]:
        """Return an object of short texts."""
        found = self.mapping(name)
        for key, value in found.items():
            if not isinstance(value, str) or len(value) > LONGEST_ENTRY:
                raise self.refuse(f"{name}[{key[:200]!r}]", "not a text, or too long")
        return found

    def part(self, name: str) -> Fields:
        """Return an object to be read in the same way."""
        place = f"{self._place}.{name}" if self._place else name
        return Fields(self._content.get(name), self._refusal, self._name, place)
