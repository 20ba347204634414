"""DamExchange (DXP): two programs play over TCP. Nothing here knows how a move is found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crownhead.engines.dxp.serving import serve

PORT = 27531
"""The port that programs agree on."""

__all__ = ["PORT", "serve"]


def __getattr__(name: str) -> Any:
    """Import `serve` when it is asked for: who drives a program needs none of it."""
    if name == "serve":
        from crownhead.engines.dxp.serving import serve

        return serve
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
