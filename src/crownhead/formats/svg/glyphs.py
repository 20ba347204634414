"""Digits and letters as strokes, so that a picture looks alike everywhere and needs no font."""

from __future__ import annotations

from crownhead.formats.svg.layout import number

# Each is drawn from the upper left corner of a field 5 wide and 8 high; y, g and j go deeper.
# A glyph is its width and its strokes: where each starts, and its path from there.
_GLYPHS: dict[str, tuple[float, tuple[tuple[float, float, str], ...]]] = {
    "0": (5, ((0, 2.5, "a2.5 2.5 0 0 1 5 0v3a2.5 2.5 0 0 1-5 0z"),)),
    "1": (2.6, ((0, 1.9, "l2.3-1.9v8"),)),
    "2": (5, ((0.2, 2.3, "a2.3 2.3 0 1 1 4.1 1.4l-4.3 4.3h5"),)),
    "3": (5, ((0.4, 0, "h4.2l-2.6 3.1a2.45 2.45 0 1 1-2 3.7"),)),
    "4": (5.2, ((3.9, 8, "v-8l-3.9 5.8h5.2"),)),
    "5": (5, ((4.5, 0, "h-3.6l-.5 3.6a2.55 2.55 0 1 1-.4 3.2"),)),
    "6": (5, ((4.2, 0, "c-2.5.9-4.2 3-4.2 5.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 0 0-5 0"),)),
    "7": (4.8, ((0, 0, "h4.8l-3.2 8"),)),
    "8": (5, ((2.5, 3.7, "a1.85 1.85 0 1 1 .01 0a2.15 2.15 0 1 1-.01 0z"),)),
    "9": (5, ((0.8, 8, "c2.5-.9 4.2-3 4.2-5.5a2.5 2.5 0 1 0-5 0a2.5 2.5 0 0 0 5 0"),)),
    "a": (5, ((5, 2.7, "v5.3"), (5, 5.35, "a2.5 2.65 0 1 0-5 0a2.5 2.65 0 0 0 5 0"))),
    "b": (5, ((0, 0, "v8"), (0, 5.35, "a2.5 2.65 0 1 1 5 0a2.5 2.65 0 0 1-5 0"))),
    "c": (4.6, ((4.5, 3.7, "a2.5 2.65 0 1 0 0 3.3"),)),
    "d": (5, ((5, 0, "v8"), (5, 5.35, "a2.5 2.65 0 1 0-5 0a2.5 2.65 0 0 0 5 0"))),
    "e": (5, ((0, 5.35, "h5a2.5 2.65 0 1 0-.7 1.8"),)),
    "f": (3.6, ((3.8, 0.2, "c-1.5-.6-2.4.2-2.4 1.9v5.9"), (0, 3, "h3.4"))),
    "g": (
        5,
        ((5, 2.7, "v5.4c0 2.4-3 3-4.6 1.5"), (5, 5.35, "a2.5 2.65 0 1 0-5 0a2.5 2.65 0 0 0 5 0")),
    ),
    "h": (4.8, ((0, 0, "v8"), (0, 5.2, "c0-3.3 4.8-3.5 4.8 0v2.8"))),
    "i": (1, ((0.5, 2.9, "v5.1"), (0.5, 0.4, "v.01"))),
    "j": (2, ((1.8, 2.9, "v5.8c0 1.5-.8 1.9-1.8 1.6"), (1.8, 0.4, "v.01"))),
    "k": (4.2, ((0, 0, "v8"), (0, 5.6, "l3.8-2.8"), (1.5, 4.6, "l2.7 3.4"))),
    "l": (1, ((0.5, 0, "v8"),)),
}  # fmt: skip

HEIGHT = 8
_GAP = 1.7


def length(text: str) -> float:
    """Return how wide a text is where a digit is 8 high."""
    return sum(_GLYPHS[sign][0] for sign in text) + _GAP * (len(text) - 1)


def strokes(text: str, x: float, y: float) -> str:
    """Return the path of a text whose upper left corner is at (x, y), digits 8 high."""
    parts = []
    for sign in text:
        wide, lines = _GLYPHS[sign]
        parts += [f"M{number(x + dx)} {number(y + dy)}{path}" for dx, dy, path in lines]
        x += wide + _GAP
    return "".join(parts)


def middle(text: str, x: float, y: float) -> str:
    """Return the path of a text around the point (x, y)."""
    return strokes(text, x - length(text) / 2, y - HEIGHT / 2)
