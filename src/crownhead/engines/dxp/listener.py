"""Wait for programs that connect, one at a time."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

from crownhead.engines.dxp.connection import Connection, Trace
from crownhead.engines.dxp.messages import LONGEST, Answer, Code
from crownhead.errors import EngineError, EngineTimeout

REFUSAL_PATIENCE = 1.0
"""Seconds for which the request of a program that will be refused is awaited."""


class Listener:
    """Listen on an address; port 0 takes a free one. Raises `EngineError` where it is in use."""

    def __init__(self, host: str, port: int, trace: Trace | None = None) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            self._door = socket.create_server((host, port), family=family)
        except (OSError, OverflowError, UnicodeError) as error:
            wrong = getattr(error, "strerror", None) or error
            raise EngineError(f"DXP: cannot listen on {host}:{port}: {wrong}") from None
        self._door.setblocking(False)
        self._trace = trace

    @property
    def port(self) -> int:
        """Return the port it listens on."""
        return int(self._door.getsockname()[1])

    def accept(
        self, seconds: float | None = None, wake: socket.socket | None = None
    ) -> Connection | None:
        """Return the connection of the next program, or None as soon as `wake` can be read.

        Raises `EngineTimeout` after `seconds`; None waits for ever.
        """
        while True:
            ready = _ready(self._door, wake, seconds)
            if not ready:
                raise EngineTimeout(f"DXP: nobody connected within {seconds:g} s")
            if self._door not in ready:
                return None
            with suppress(OSError):  # it has gone again
                return Connection(self._door.accept()[0], self._trace)

    @contextmanager
    def turning_away(self, name: str) -> Iterator[None]:
        """Refuse every program that connects meanwhile: it is told that no game is played."""
        here, there = socket.socketpair()
        thread = Thread(target=self._turn_away, args=(there, name), daemon=True)
        with here, there:
            thread.start()
            try:
                yield
            finally:
                here.send(b"!")
                thread.join()

    def close(self) -> None:
        """Stop listening."""
        self._door.close()

    def _turn_away(self, wake: socket.socket, name: str) -> None:
        refusal = Answer(name, Code.NO_GAMES).text.encode("ascii") + b"\0"
        while wake not in _ready(self._door, wake, None):
            with suppress(OSError):
                link = self._door.accept()[0]
                with link:
                    # Closing with its request unread would tear the refusal away from it.
                    link.settimeout(REFUSAL_PATIENCE)
                    with suppress(TimeoutError):
                        link.recv(LONGEST + 1)
                    link.sendall(refusal)
                    link.shutdown(socket.SHUT_WR)


def _ready(door: socket.socket, wake: socket.socket | None, seconds: float | None) -> set[object]:
    with selectors.DefaultSelector() as selector:
        selector.register(door, selectors.EVENT_READ)
        if wake is not None:
            selector.register(wake, selectors.EVENT_READ)
        return {key.fileobj for key, _ in selector.select(seconds)}
