"""Who asks for something and does not read it is not waited for without end."""

from __future__ import annotations

import contextlib
import socket as tcp
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn
from support.cookieless import cookieless
from support.served import WAIT, until

from crownhead.server.limits import KINDS, SharedLimits
from crownhead.server.serve import SEND_BUFFER, listening
from crownhead.server.settings import Settings
from crownhead.server.wire import middleware, protocols
from crownhead.server.wire.middleware import Middleware
from crownhead.server.wire.protocols import HttpProtocol

BIG = bytes(range(256)) * 16_384
SMALL = b"x" * SEND_BUFFER


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Return the port of a site with files."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<p>board</p>")
    (site / "big.bin").write_bytes(BIG)
    (site / "small.bin").write_bytes(SMALL)
    settings = Settings(folder=tmp_path, database="", keys=(b"k" * 32,), static=site)

    async def nothing(*_: object) -> None:
        raise AssertionError

    app = Middleware(nothing, settings, SharedLimits(KINDS), cookieless(settings))
    listener = listening("127.0.0.1", 0)
    config = uvicorn.Config(
        app, http=HttpProtocol, loop="uvloop", lifespan="off", log_config=None, server_header=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield int(listener.getsockname()[1])
    server.should_exit = True
    thread.join()


def reader(port: int) -> tcp.socket:
    """Return a connection of somebody who can hold little."""
    connection = tcp.socket()
    connection.setsockopt(tcp.SOL_SOCKET, tcp.SO_RCVBUF, 4_096)
    connection.settimeout(WAIT)
    connection.connect(("127.0.0.1", port))
    return connection


def ask(path: str, *, last: bool = False) -> bytes:
    """Return a request."""
    ending = "Connection: close\r\n" if last else ""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{ending}\r\n".encode()


def unread() -> float:
    """Return how many answers were given up."""
    return sum(
        sample.value
        for metric in protocols.CUT_OFF.collect()
        for sample in metric.samples
        if sample.labels.get("why") == "unread" and sample.name.endswith("_total")
    )


@pytest.mark.parametrize(
    "asked",
    [
        ask("/big.bin"),
        ask("/big.bin", last=True),
        ask("/small.bin") * 20,
        ask("/small.bin") * 3 + ask("/", last=True),
    ],
    ids=["big", "big and no more", "many", "many and no more"],
)
def test_who_reads_nothing_is_given_up(
    port: int, asked: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "DRAIN_SECONDS", 0.5)
    before = unread()
    with reader(port) as connection:
        connection.sendall(asked)
        assert until(lambda: unread() > before)
        got = 0
        with contextlib.suppress(ConnectionResetError):
            while chunk := connection.recv(65_536):
                got += len(chunk)
        assert got < len(BIG)
    assert unread() == before + 1


def test_who_reads_slowly_gets_all(port: int) -> None:
    before, got = unread(), b""
    with tcp.create_connection(("127.0.0.1", port), WAIT) as connection:
        connection.sendall(ask("/big.bin", last=True))
        while chunk := connection.recv(65_536):
            got += chunk
            time.sleep(0.01)
    assert got.partition(b"\r\n\r\n")[2] == BIG
    assert unread() == before


def test_a_large_answer_is_sent_in_slices(port: int) -> None:
    assert len(BIG) > 10 * middleware.SLICE
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        for _ in range(3):
            assert client.get("/big.bin").content == BIG
            assert client.head("/big.bin").headers["content-length"] == str(len(BIG))
