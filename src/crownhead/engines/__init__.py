"""The engine interface and the engines behind it: who plays, analyses, and answers offers.

Nothing here decides what the rules are, and no engine of another kind needs more than
`interface.Engine`.
"""

from __future__ import annotations

from crownhead.engines.interface import Analysis, Engine, Limit

__all__ = ["Analysis", "Engine", "Limit"]
