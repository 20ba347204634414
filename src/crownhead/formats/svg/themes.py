"""The colours of a picture."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

from crownhead.errors import InvalidPicture

_COLOR = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paint:
    """The colours of one side's pieces: top, rim, outline, and the ring or crown on top."""

    top: str
    rim: str
    line: str
    mark: str

    def __post_init__(self) -> None:
        _check(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The colours of a picture, each as `#rrggbb`.

    `light` and `dark` are the squares, `frame` is what surrounds them with `label` written on it,
    and `number` is written into squares. `last` fills the squares of the last move and `last_line`
    borders them; `mark` draws rings, crosses and dots, `arrow` arrows, `strike` the stroke through
    a captured piece; `halo` lies around all of these.

    Raises `InvalidPicture` for anything that is no such colour.

    >>> from dataclasses import replace
    >>> from crownhead.formats.svg import THEMES, board
    >>> from crownhead import Position
    >>> green = replace(THEMES["wood"], dark="#4f7a52")
    >>> "#4f7a52" in board(Position.initial("english"), theme=green)
    True
    """

    light: str
    dark: str
    frame: str
    label: str
    number: str
    white: Paint
    black: Paint
    last: str
    last_line: str
    mark: str
    arrow: str
    strike: str
    halo: str

    def __post_init__(self) -> None:
        _check(self)

    def colors(self) -> list[str]:
        """Return every colour of the theme."""
        own = [value for name in _names(Theme) if isinstance(value := getattr(self, name), str)]
        pieces = [
            getattr(paint, name) for paint in (self.white, self.black) for name in _names(Paint)
        ]
        return list(dict.fromkeys(own + pieces))


def _names(kind: type[Paint | Theme]) -> list[str]:
    return [field.name for field in fields(kind)]


def _check(colors: Paint | Theme) -> None:
    for field in fields(colors):
        value = getattr(colors, field.name)
        if not isinstance(value, Paint) and not (
            isinstance(value, str) and _COLOR.fullmatch(value)
        ):
            raise InvalidPicture(f"Theme: {field.name}={str(value)[:40]!r} is not like #8f6140")


THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        "wood": Theme(
            light="#ecd5ab",
            dark="#8f6140",
            frame="#53351f",
            label="#f0ddb8",
            number="#fff8e8",
            white=Paint(top="#fbf1dc", rim="#cdb48c", line="#4a2f1b", mark="#8a5f30"),
            black=Paint(top="#2b1b12", rim="#573d2a", line="#0b0603", mark="#d9a066"),
            last="#7b7326",
            last_line="#ffe08a",
            mark="#ffd54a",
            arrow="#9fe0ff",
            strike="#ff7a66",
            halo="#24150b",
        ),
        "slate": Theme(
            light="#aebac6",
            dark="#5f6e7f",
            frame="#1f262e",
            label="#d5dde5",
            number="#ffffff",
            white=Paint(top="#f4f6f8", rim="#b6c0ca", line="#2a333d", mark="#5b6a79"),
            black=Paint(top="#1c2229", rim="#3c4854", line="#05070a", mark="#9fb2c6"),
            last="#3f6f74",
            last_line="#a9eef0",
            mark="#ffd54a",
            arrow="#8ef0b0",
            strike="#ff8f80",
            halo="#12171c",
        ),
        "print": Theme(
            light="#ffffff",
            dark="#cfcfcf",
            frame="#ffffff",
            label="#000000",
            number="#000000",
            white=Paint(top="#ffffff", rim="#ffffff", line="#000000", mark="#000000"),
            black=Paint(top="#000000", rim="#ffffff", line="#000000", mark="#ffffff"),
            last="#a6a6a6",
            last_line="#000000",
            mark="#000000",
            arrow="#000000",
            strike="#000000",
            halo="#ffffff",
        ),
        "contrast": Theme(
            light="#ffffff",
            dark="#737373",
            frame="#000000",
            label="#ffffff",
            number="#ffffff",
            white=Paint(top="#ffffff", rim="#ffffff", line="#000000", mark="#000000"),
            black=Paint(top="#000000", rim="#000000", line="#ffffff", mark="#ffe14d"),
            last="#003f8c",
            last_line="#ffe14d",
            mark="#ffe14d",
            arrow="#ffe14d",
            strike="#ff9d8a",
            halo="#000000",
        ),
    }
)
"""The themes by name: `wood`, `slate`, `print` for paper, `contrast` for weak eyes."""


def theme_of(theme: str | Theme) -> Theme:
    """Find a theme by its name; a `Theme` is returned as it is.

    Raises `InvalidPicture`, naming the known themes.
    """
    if isinstance(theme, Theme):
        return theme
    try:
        return THEMES[theme]
    except (KeyError, TypeError):
        known = ", ".join(THEMES)
        raise InvalidPicture(f"Unknown theme {str(theme)[:40]!r}; known: {known}") from None
