"""Draw the graphs that the pages show: bars with what they stand for, and a line between bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

WIDTH, HEIGHT = 480, 280
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 20, 48
_INK, _SOFT, _MARK, _GROUND = "#26211a", "#85795f", "#23574a", "#fffcf6"


def bars(values: Sequence[float], labels: Sequence[str], across: str, up: str) -> str:
    """Return a bar for each value as SVG; `across` and `up` say what the axes show."""
    highest = max(values)
    step = (WIDTH - LEFT - RIGHT) / len(values)
    parts = []
    for place, (value, label) in enumerate(zip(values, labels, strict=True)):
        x, y = LEFT + step * (place + 0.5), _height(value, 0, highest)
        width = f"{0.64 * step:.1f}"
        height = f"{HEIGHT - BOTTOM - y:.1f}"
        left = f"{x - 0.32 * step:.1f}"
        parts.append(f'<rect x="{left}" y="{y:.1f}" width="{width}" height="{height}"/>')
        parts.append(_text(x, y - 5, f"{value:.0f}"))
        parts.append(_text(x, HEIGHT - BOTTOM + 16, label))
    return _graph([f'<g fill="{_MARK}">', *parts, "</g>"], across, up)


def walk(values: Sequence[float], bounds: dict[str, float], across: str, up: str) -> str:
    """Return values one after the other as a line, with named bounds, as SVG."""
    least, most = min(*values, *bounds.values()), max(*values, *bounds.values())
    step = (WIDTH - LEFT - RIGHT) / (len(values) - 1)
    points = " ".join(
        f"{LEFT + step * place:.1f},{_height(value, least, most):.1f}"
        for place, value in enumerate(values)
    )
    parts = [f'<polyline points="{points}" fill="none" stroke="{_MARK}" stroke-width="2.5"/>']
    for name, value in {"": 0.0, **bounds}.items():
        y = _height(value, least, most)
        dashes = ' stroke-dasharray="5 4"' if name else ""
        line = f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{_SOFT}"{dashes}/>'
        parts += [line, _text(LEFT - 6, y + 4, f"{value:.2f}" if name else "0", "end")]
        if name:
            parts.append(_text(LEFT + 6, y + (14 if value > 0 else -6), name, "start"))
    parts += [_text(LEFT, HEIGHT - BOTTOM + 16, "0")]
    parts += [_text(WIDTH - RIGHT, HEIGHT - BOTTOM + 16, str(len(values) - 1), "end")]
    return _graph(parts, across, up)


def _height(value: float, least: float, most: float) -> float:
    share = (value - least) / (most - least)
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{_INK}">{text}</text>'


def _graph(parts: Sequence[str], across: str, up: str) -> str:
    return "\n".join(_lines(parts, across, up))


def _lines(parts: Sequence[str], across: str, up: str) -> Iterator[str]:
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="sans-serif" font-size="12">'
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_GROUND}"/>'
    yield from parts
    yield _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, across)
    middle = (TOP + HEIGHT - BOTTOM) / 2
    yield f'<g transform="rotate(-90 14 {middle:.0f})">{_text(14, middle, up)}</g>'
    yield "</svg>"
