"""Who sends too much, or too slowly, or reads nothing, is cut off; nobody else waits."""

from __future__ import annotations

import contextlib
import os
import socket as tcp
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from support.served import WAIT, Guest, Server, until

from crownhead.server.limits import KINDS, Occupancy, Rate, Shared, SharedLimits, networks
from crownhead.server.wire.half_sent import MOST_OF_NETWORK

UPGRADE = (
    b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
MASK = b"\x00\x00\x00\x00"
PING = b"\x89\x80" + MASK
PONG = b"\x8a\x80" + MASK
BEAT = b"\x81\x81" + MASK + b"q"
START = b"\x01\x81" + MASK + b"x"
FRAGMENT = b"\x00\x80" + MASK


@pytest.fixture(scope="module")
def limited_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server with all its limits, which believes no proxy: the tests are its clients."""
    environment = {"FORWARDED_ALLOW_IPS": "192.0.2.1"}
    with Server(tmp_path_factory.mktemp("flooded"), environment=environment) as server:
        yield server


def raw(server: Server) -> tcp.socket:
    """Return an open WebSocket as bare bytes."""
    connection = tcp.create_connection(("127.0.0.1", server.port))
    connection.settimeout(WAIT)
    connection.sendall(UPGRADE)
    assert b"101" in connection.recv(4096)
    return connection


def is_closed(connection: tcp.socket) -> bool:
    """Return whether the other side has ended the connection."""
    connection.settimeout(0.01)
    try:
        while connection.recv(65_536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


@pytest.mark.parametrize("frame", [PING, PONG, BEAT], ids=["ping", "pong", "beat"])
def test_frames_of_any_kind_are_counted(limited_server: Server, frame: bytes) -> None:
    connection = raw(limited_server)
    sent = 0
    with contextlib.suppress(OSError):
        while sent < 20_000:
            connection.sendall(frame * 100)
            sent += 100
            if sent % 1_000 == 0 and is_closed(connection):
                break
    assert until(lambda: is_closed(connection))
    connection.close()


def test_a_message_has_few_fragments(server: Server) -> None:
    connection = raw(server)  # without limits too
    with contextlib.suppress(OSError):
        connection.sendall(START + FRAGMENT * 200)
    assert until(lambda: is_closed(connection))
    connection.close()


def test_pongs_that_nobody_reads_do_not_pile_up(server: Server) -> None:
    connection = tcp.socket()
    connection.setsockopt(tcp.SOL_SOCKET, tcp.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", server.port))
    connection.sendall(UPGRADE)
    connection.recv(4096)
    before = server.memory()
    connection.setblocking(False)
    block, sent = (b"\x89\xfd" + MASK + b"x" * 125) * 500, 0
    with contextlib.suppress(OSError):
        end = time.monotonic() + 20
        while sent < 50_000_000 and time.monotonic() < end:
            try:
                sent += connection.send(block)
            except BlockingIOError:
                break  # the server reads no more
    assert sent < 50_000_000
    assert server.memory() - before < 20_000  # kB
    assert Guest(server).http.get("/health").status_code == 200
    connection.close()


def test_half_sent_requests_are_few_and_do_not_last(limited_server: Server) -> None:
    opened = []
    for _ in range(3 * MOST_OF_NETWORK):
        connection = tcp.create_connection(("127.0.0.1", limited_server.port))
        connection.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        opened.append(connection)
    open_now = until(
        lambda: (n := sum(not is_closed(c) for c in opened)) <= MOST_OF_NETWORK and (n or True)
    )
    assert open_now
    assert httpx.get(f"{limited_server.url}/health").status_code == 200
    until(lambda: all(is_closed(connection) for connection in opened))
    for connection in opened:
        connection.close()


def test_a_network_is_counted_as_one_and_a_club_behind_it_can_begin() -> None:
    limits = SharedLimits(KINDS, lambda: 0.0)
    begun = [limits.wait("create", f"guest-{n}", "203.0.113.9") for n in range(30)]
    assert not any(begun)
    limits = SharedLimits(KINDS, lambda: 0.0)
    made = sum(not limits.wait("house", f"g{n}", f"2001:db8:1:2::{n:x}") for n in range(1_000))
    assert made == KINDS["house"].network.burst
    made += sum(not limits.wait("house", f"h{n}", f"2001:db8:1:{n:x}::1") for n in range(3, 1_000))
    # One network has had half of it; the others have as much among them as if it had had less.
    assert KINDS["house"].site.burst <= made < 2 * KINDS["house"].site.burst
    made += sum(not limits.wait("house", f"i{n}", f"2001:db8:{n:x}::1") for n in range(2, 1_000))
    assert KINDS["house"].all.burst <= made < 2 * KINDS["house"].all.burst


def test_what_is_refused_is_not_counted() -> None:
    now = [0.0]
    limits = SharedLimits({"do": Shared(Rate(1, 1), Rate(1, 2), *[Rate(9, 9)] * 2)}, lambda: now[0])
    assert [limits.wait("do", "anna", "203.0.113.9") > 0 for _ in range(5)] == [False] + [True] * 4
    assert limits.wait("do", "bert", "203.0.113.9") == 0


def test_networks_of_strange_addresses() -> None:
    assert networks("") == networks("testclient") == ("unknown", "unknown")
    assert networks("fe80::1%eth0")[0] == "fe80::/64"


def test_what_is_left_can_be_taken_again() -> None:
    places = Occupancy(guest=2, network=3)
    assert places.enter("anna", "203.0.113.9") and places.enter("anna", "203.0.113.9")
    assert not places.enter("anna", "203.0.113.9")
    places.leave("anna", "203.0.113.9")
    assert places.enter("anna", "203.0.113.9")


def test_streams_are_few(limited_server: Server) -> None:
    guest = Guest(limited_server)
    game = guest.begin("computer")["game"]
    with contextlib.ExitStack() as stack:
        codes = []
        for _ in range(12):
            stream = guest.http.stream("GET", f"/api/games/{game}/stream")
            codes.append(stack.enter_context(stream).status_code)
    assert 200 in codes and codes[-1] == 429


def test_other_names_of_the_server_are_refused(server: Server) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", ""):
        answer = httpx.get(f"{server.url}/api/me", headers={"host": host})
        assert answer.status_code == 403, host
    for host in ("localhost:8000", "board.localhost", "[::1]:80", "192.0.2.1"):
        assert httpx.get(f"{server.url}/api/me", headers={"host": host}).status_code == 200
    with tcp.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(UPGRADE.replace(b"localhost", b"evil.example"))
        assert b"403" in connection.recv(4096)


def test_metrics_are_for_who_knows_the_token(tmp_path: Path) -> None:
    with Server(tmp_path, environment={"CROWNHEAD_METRICS_TOKEN": "tell me"}) as server:
        assert httpx.get(f"{server.url}/metrics").status_code == 403
        asked = {"authorization": "Bearer tell me"}
        assert "crownhead_sockets" in httpx.get(f"{server.url}/metrics", headers=asked).text
    with Server(tmp_path) as server:
        assert httpx.get(f"{server.url}/metrics").status_code == 200
        far = {"x-forwarded-for": "203.0.113.9"}
        assert httpx.get(f"{server.url}/metrics", headers=far).status_code == 403
    for file in tmp_path.iterdir():
        if file.name != "log":
            assert os.stat(file).st_mode & 0o077 == 0, file
