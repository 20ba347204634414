"""The Hub protocol, version 2: driving an engine, and being one.

Both sides share the syntax of lines, positions, levels, parameters and scores; `engine` and
`asynchronous` drive a program, `server` answers one for a `program`: the built-in engine, or one
of your own behind `serve`. docs/hub.md tells what either side does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crownhead.engines.hub.serving import serve

__all__ = ["serve"]


def __getattr__(name: str) -> Any:
    """Import `serve` when it is asked for: who drives a program needs none of it."""
    if name == "serve":
        from crownhead.engines.hub.serving import serve

        return serve
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
