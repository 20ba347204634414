"""The command `level`: how long a search may take."""

from __future__ import annotations

import math

from crownhead.engines.hub.syntax import Line
from crownhead.engines.limit import Limit
from crownhead.errors import EngineError, ProtocolError

_LEAST = 0.001
_MOST = 1e9


def write(limit: Limit | None) -> Line:
    """Return the line that says a limit; None is `infinite`.

    Hub adds the increment before the move, a crownhead clock shows it already: it is taken off.

    >>> str(write(Limit(clock=60, increment=1))), str(write(Limit(seconds=2)))
    ('level time=59 inc=1', 'level move-time=2')
    """
    if limit is None:
        return Line("level", {"infinite": None})
    said: dict[str, str | None] = {}
    if limit.clock is not None:
        gain = limit.increment or 0.0
        if gain >= limit.clock:
            gain = 0.0
        if limit.moves is not None:
            said["moves"] = str(limit.moves)
        said["time"] = number(limit.clock - gain)
        if gain:
            said["inc"] = number(gain)
    if limit.seconds is not None:
        said["move-time"] = number(limit.seconds)
    if limit.nodes is not None:
        said["nodes"] = str(limit.nodes)
    if limit.depth is not None:
        said["depth"] = str(limit.depth)
    return Line("level", said or {"infinite": None})


def read(line: Line) -> Limit | None:
    """Return the limit that a line says, or None for `infinite`.

    Unknown arguments are ignored. `move-time`, `nodes` and `depth` of 0 or less are no limit
    beside another one; where nothing else is said, the search is the shortest there is. A clock of
    0 or less is one with the least time. Raises `ProtocolError` for a value that is no number, and
    for a line that limits nothing.

    >>> read(Line("level", {"moves": "9", "time": "291.5"}))
    Limit(clock=291.5, moves=9)
    >>> read(Line("level", {"depth": "0", "nodes": "500"})), read(Line("level", {"depth": "0"}))
    (Limit(nodes=500), Limit(seconds=0.001))
    """
    clock = gain = seconds = None
    if "time" in line or "inc" in line:
        gain = _number(line, "inc") if "inc" in line else 0.0
        left = _number(line, "time") if "time" in line else 0.0
        clock = min(max(left + max(gain, 0.0), _LEAST), _MOST)
        gain = min(gain, _MOST) if gain > 0 else None
    if "move-time" in line:
        wanted = _number(line, "move-time")
        seconds = min(max(wanted, _LEAST), _MOST) if wanted > 0 else None
    moves = _count(line, "moves") if clock is not None else None
    nodes, depth = _count(line, "nodes"), _count(line, "depth")
    if clock is None and seconds is None and nodes is None and depth is None:
        if "infinite" in line:
            return None
        if any(name in line for name in ("move-time", "nodes", "depth")):
            return Limit(seconds=_LEAST)
        raise ProtocolError("no limit that is understood", str(line))
    try:
        return Limit(seconds, nodes, depth, clock, gain, moves)
    except EngineError as error:
        raise ProtocolError(str(error), str(line)) from None


def number(value: float) -> str:
    """Return seconds in the shortest form, at least a millisecond: some read whole numbers only.

    >>> number(5.0), number(0.25), number(1e-9)
    ('5', '0.25', '0.001')
    """
    return f"{max(value, _LEAST):.3f}".rstrip("0").rstrip(".")


def _number(line: Line, name: str) -> float:
    try:
        value = float(line.get(name))
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ProtocolError(f"{name}={line.get(name)[:40]!r} is not a number", str(line))
    return value


def _count(line: Line, name: str) -> int | None:
    """Return a whole number of at least 1; None where there is none, or 0 for no limit."""
    if name not in line:
        return None
    value = int(min(_number(line, name), _MOST * _MOST))
    return value if value > 0 else None
