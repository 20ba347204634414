"""A scripted program at the other end of a DXP connection; it knows nothing of our code."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread

WAIT = 5.0


class Peer:
    """Send and expect raw messages."""

    def __init__(self, link: socket.socket) -> None:
        self.link = link
        link.settimeout(WAIT)
        self.received = b""

    def send(self, *texts: str) -> None:
        self.raw("".join(text + "\0" for text in texts).encode("latin-1"))

    def raw(self, octets: bytes) -> None:
        self.link.sendall(octets)

    def read(self) -> str:
        while b"\0" not in self.received:
            chunk = self.link.recv(4096)
            if not chunk:
                return ""
            self.received += chunk
        text, _, self.received = self.received.partition(b"\0")
        return text.decode("latin-1")

    def expect(self, *texts: str) -> None:
        for text in texts:
            assert self.read() == text

    def expect_closed(self) -> None:
        with suppress(ConnectionResetError):
            assert self.read() == ""

    def request(self, color: str, rest: str = "005000A", name: str = "Scripted") -> None:
        self.send(f"R01{name:32}{color}{rest}")

    def accept(self) -> str:
        asked = self.read()
        self.send(f"A{'Scripted':32}0")
        return asked

    def reset(self) -> None:
        """Close so that the other side sees a connection reset."""
        self.link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.link.close()


Script = Callable[[Peer], None]


@contextmanager
def pair() -> Iterator[tuple[socket.socket, Peer]]:
    """Yield the two ends of a TCP connection over loopback."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        ours = socket.create_connection(door.getsockname(), WAIT)
        theirs, _ = door.accept()
    with ours, theirs:
        yield ours, Peer(theirs)


@contextmanager
def run_beside(work: Callable[[], None]) -> Iterator[None]:
    """Run `work` beside the test; what it raises fails the test."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        thread.join(4 * WAIT)
    assert not thread.is_alive()
    if failed:
        raise failed[0]


@contextmanager
def listen(script: Script) -> Iterator[int]:
    """Let a scripted program listen for one connection, and yield its port."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(WAIT)

        def work() -> None:
            link, _ = door.accept()
            with link:
                script(Peer(link))

        with run_beside(work):
            yield door.getsockname()[1]


@contextmanager
def connect(port: int, script: Script) -> Iterator[None]:
    """Let a scripted program connect to a port."""

    def work() -> None:
        with socket.create_connection(("127.0.0.1", port), WAIT) as link:
            script(Peer(link))

    with run_beside(work):
        yield
