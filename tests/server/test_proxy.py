"""Behind a proxy that is believed, all clients come from one address."""

from __future__ import annotations

import asyncio
import resource
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from support.proxy import Proxy
from support.served import WAIT, Server
from websockets.asyncio.client import connect

from crownhead.server.wire.half_sent import HalfSent

MANY = 500


@pytest.fixture(autouse=True)
def many_files() -> Iterator[None]:
    """Allow as many open files as the connections need."""
    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, most))


def count_connections(port: int) -> int:
    """Return how many connections to a port of this machine have been made, taken or not."""
    lines = Path("/proc/net/tcp").read_text(encoding="utf-8").splitlines()[1:]
    fields = [line.split() for line in lines]
    ending, established = f":{port:04X}", "01"
    return sum(row[2].endswith(ending) and row[3] == established for row in fields)


def test_users_that_come_back_at_once_through_a_proxy_all_come_in(tmp_path: Path) -> None:
    addresses = [f"203.0.{n % 100}.{n}" for n in range(1, MANY // 2 + 1)]
    addresses += [f"198.51.{n % 100}.{n}" for n in range(1, MANY // 2 + 1)]

    async def come_back(server: Server, proxy: Proxy) -> int:
        # The server takes all of them at one go, as it does when it comes back itself.
        server.process.send_signal(signal.SIGSTOP)
        try:
            url = f"ws://127.0.0.1:{proxy.port}/api/socket"
            options = {"compression": None, "open_timeout": WAIT, "ping_interval": None}
            coming = [asyncio.ensure_future(connect(url, **options)) for _ in addresses]
            while count_connections(server.port) < MANY:
                await asyncio.sleep(0.05)
        finally:
            server.process.send_signal(signal.SIGCONT)
        sockets = await asyncio.gather(*coming, return_exceptions=True)
        open_now = [socket for socket in sockets if not isinstance(socket, BaseException)]
        await asyncio.gather(*(socket.close() for socket in open_now))
        return len(open_now)

    with Server(tmp_path) as server, Proxy(server.port, addresses) as proxy:
        assert asyncio.run(come_back(server, proxy)) == MANY
        figures = httpx.get(f"{server.url}/metrics").text
        assert 'crownhead_cut_off_total{why="half-sent"}' not in figures


def test_what_comes_through_proxies_is_bounded_as_a_whole() -> None:
    half_sent = HalfSent[int](network=1, strangers=2, proxies=3)
    gone = [half_sent.enter(number, None) for number in range(5)]
    assert gone == [None, None, None, 0, 1]
    assert half_sent.enter(10, "203.0.113.9") is None  # strangers have places of their own
    assert half_sent.enter(11, "203.0.113.9") == 10
    half_sent.leave(11)
    half_sent.leave(11)
    assert half_sent.enter(12, "203.0.113.9") is None
