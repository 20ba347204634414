"""The four pieces, each drawn once around the point (0, 0) of a picture.

A man is one disc with a ring on it. A king is two discs, one upon the other, with a crown on top;
it is told from a man by its outline and by the mark, at any size and without colours.
"""

from __future__ import annotations

from collections.abc import Iterable

from crownhead.formats.svg.themes import Paint, Theme

IDS = {"white_man": "wm", "white_king": "wk", "black_man": "bm", "black_king": "bk"}

RADIUS = 13.5
"""The radius of a man; a king is a little narrower and higher."""

_CROWN = "M-7.2 5-8.4-3.4-3.9 0 0-6.6 3.9 0 8.4-3.4 7.2 5z"


def _disc(paint: Paint, radius: float, low: float, high: float) -> str:
    """Return a disc seen a little from the front: the rim below, the top above."""
    arc = f"a{radius} {radius} 0 0 0 {2 * radius} 0"
    return (
        f'<path d="M-{radius} {high}v{low - high}{arc}v{high - low}z"'
        f' fill="{paint.rim}" stroke="{paint.line}"/>'
        f'<circle cy="{high}" r="{radius}" fill="{paint.top}" stroke="{paint.line}"/>'
    )


def _man(paint: Paint) -> str:
    ring = f'<circle cy="-1" r="8.5" fill="none" stroke="{paint.mark}" stroke-width="1.5"/>'
    return _disc(paint, RADIUS, 2, -1) + ring


def _king(paint: Paint) -> str:
    crown = f'<path d="{_CROWN}" transform="translate(0-2)" fill="{paint.mark}"/>'
    return _disc(paint, 12.5, 6.5, 3.5) + _disc(paint, 12.5, 1, -2.5) + crown


def defs(theme: Theme, kinds: Iterable[str], mark: str) -> str:
    """Return the definitions of those kinds of piece; their ids begin with `mark`."""
    drawn = []
    for kind, name in IDS.items():
        if kind in kinds:
            side, rank = kind.split("_")
            paint = theme.white if side == "white" else theme.black
            shape = _man(paint) if rank == "man" else _king(paint)
            drawn.append(f'<g id="{mark}{name}">{shape}</g>')
    return f"<defs>{''.join(drawn)}</defs>" if drawn else ""
