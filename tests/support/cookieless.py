"""A doorkeeper for those who bring no cookie: nothing has to be looked up."""

from __future__ import annotations

from typing import Any

from crownhead.server.settings import Settings
from crownhead.server.wire.doorkeeper import Doorkeeper


def cookieless(settings: Settings) -> Doorkeeper:
    """Return a doorkeeper that has nobody to ask."""
    callers: Any = None
    return Doorkeeper(settings, callers)
