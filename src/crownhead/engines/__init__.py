"""The engine interface and the engines behind it: who plays, analyses, and answers offers.

Nothing here decides what the rules are, and no engine of another kind needs more than
`interface.Engine`.
"""

from __future__ import annotations

from crownhead.engines.builtin import BuiltinEngine
from crownhead.engines.dxp.engine import DxpEngine
from crownhead.engines.hub.engine import HubEngine
from crownhead.engines.interface import Analysis, Engine, Limit, Option
from crownhead.engines.player import Player, PlayerEngine

__all__ = [
    "Analysis",
    "BuiltinEngine",
    "DxpEngine",
    "Engine",
    "HubEngine",
    "Limit",
    "Option",
    "Player",
    "PlayerEngine",
]

Engine.builtin = BuiltinEngine
Engine.hub = HubEngine
Engine.dxp = DxpEngine
