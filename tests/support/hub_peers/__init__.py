"""Scripted engines: what a program may do well or badly, one behaviour for each name."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from crownhead.engines.hub.engine import HubEngine

PEER = Path(__file__).with_name("peer.py")
"""The program that misbehaves on request."""
PATIENT = 120.0
"""Seconds for an answer that comes, however busy the machine is."""


def hurry(engine: HubEngine, timeout: float, margin: float | None = None) -> HubEngine:
    """Start an engine in its own good time, and then give its answers so many seconds."""
    assert engine.pid
    client = engine._client
    assert client is not None
    client._timeout = timeout
    client._margin = client._margin if margin is None else margin
    return engine


def on_first(word: str, action: Callable[[], object]) -> Callable[[str], None]:
    """Return a trace that acts in another thread when the engine first says `word`."""
    begun = threading.Event()

    def on_line(line: str) -> None:
        if line.startswith(f"< {word}") and not begun.is_set():
            begun.set()
            threading.Thread(target=action).start()

    return on_line
