"""DamExchange (DXP): two programs play over TCP. Nothing here knows how a move is found."""

from __future__ import annotations

PORT = 27531
"""The port that programs agree on."""

__all__ = ["PORT"]
