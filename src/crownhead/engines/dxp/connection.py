"""One TCP connection that carries messages, each ended by a NUL byte."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Callable
from time import monotonic

from crownhead.engines.dxp.messages import LONGEST, Message, parse
from crownhead.engines.limit import LONGEST_WAIT
from crownhead.errors import EngineDied, EngineError, EngineTimeout, ProtocolError

SEND_PATIENCE = 10.0
"""Seconds after which a peer that reads nothing is given up."""

Trace = Callable[[str], None]
"""Gets every message: `> ` and what was sent, `< ` and what was received."""


class Connection:
    """Send and receive messages. Whatever goes wrong closes it, and is raised typed.

    Only the thread that plays uses it.
    """

    def __init__(self, link: socket.socket, trace: Trace | None = None) -> None:
        self._link: socket.socket | None = link
        self._received = bytearray()
        self._trace = trace
        self.left = False
        """Whether the peer has closed the connection, not in the middle of a message."""
        link.settimeout(SEND_PATIENCE)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    @property
    def closed(self) -> bool:
        """Return whether nothing can be sent any more."""
        return self._link is None

    def send(self, message: Message) -> None:
        """Send a message. Raises `EngineDied`, or `EngineTimeout` where the peer reads nothing."""
        link = self._open()
        if self._trace is not None:
            self._trace(f"> {message.text}")
        try:
            link.sendall(message.text.encode("ascii") + b"\0")
        except TimeoutError:
            self.close()
            raise EngineTimeout(f"DXP: the peer read nothing for {SEND_PATIENCE:g} s") from None
        except OSError as error:
            raise self._break_off(error) from None

    def receive(self, seconds: float, wake: socket.socket | None = None) -> Message | None:
        """Return the next message, or None as soon as `wake` can be read.

        Empty messages are passed over. Raises `EngineTimeout` after `seconds`, `EngineDied` where
        the peer has gone, `ProtocolError` for what is no message.
        """
        self._open()
        deadline = monotonic() + seconds
        while (text := self._cut()) is None:
            if not self._wait(deadline - monotonic(), seconds, wake):
                return None
            self._read()
        if self._trace is not None:
            self._trace(f"< {text}")
        try:
            return parse(text)
        except ProtocolError:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection; messages that have not been read are lost."""
        link, self._link = self._link, None
        if link is not None:
            link.close()

    def _open(self) -> socket.socket:
        if self._link is None:
            raise EngineError("DXP: the connection is closed")
        return self._link

    def _cut(self) -> str | None:
        while (end := self._received.find(b"\0")) == 0:
            del self._received[0]
        if end > LONGEST or (end < 0 and len(self._received) > LONGEST):
            start = self._received[:LONGEST].decode("latin-1")
            self.close()
            raise ProtocolError(f"DXP: no end within {LONGEST} characters of {start!r}", start)
        if end < 0:
            return None
        text = self._received[:end].decode("latin-1")
        del self._received[: end + 1]
        return text

    def _wait(self, seconds: float, whole: float, wake: socket.socket | None) -> bool:
        """Return whether the peer can be read, False where `wake` can be."""
        with selectors.DefaultSelector() as selector:
            link = self._open()
            selector.register(link, selectors.EVENT_READ)
            if wake is not None:
                selector.register(wake, selectors.EVENT_READ)
            ready = {
                key.fileobj for key, _ in selector.select(min(max(seconds, 0.0), LONGEST_WAIT))
            }
        if not ready:
            self.close()
            raise EngineTimeout(f"DXP: the peer was silent for {round(whole, 2):g} s")
        return link in ready

    def _read(self) -> None:
        try:
            chunk = self._open().recv(4096)
        except OSError as error:
            raise self._break_off(error) from None
        if not chunk:
            half = bytes(self._received).decode("latin-1")
            self.close()
            self.left = not half
            cut = f" in the middle of the message {half!r}" if half else ""
            raise EngineDied(f"DXP: the peer closed the connection{cut}")
        self._received += chunk

    def _break_off(self, error: OSError) -> EngineDied:
        self.close()
        return EngineDied(f"DXP: the connection broke: {error.strerror or error}")


def dial(host: str, port: int, seconds: float, trace: Trace | None = None) -> Connection:
    """Connect to a program that listens.

    Raises `EngineDied` where nobody does, `EngineTimeout` after `seconds`.
    """
    try:
        return Connection(socket.create_connection((host, port), seconds), trace)
    except TimeoutError:
        raise EngineTimeout(f"DXP: {host}:{port} did not answer for {seconds:g} s") from None
    except (OSError, OverflowError, UnicodeError) as error:
        wrong = getattr(error, "strerror", None) or error
        raise EngineDied(f"DXP: cannot connect to {host}:{port}: {wrong}") from None
