"""Six networks with as many cookies as they like fill every queue; another guest has his share."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from support.served import WAIT, Server, until

from crownhead.server.process import analysis_service, guest_databases, lobby
from crownhead.variants import VARIANTS, Variant

NETWORKS = [f"127.0.0.{n}" for n in range(2, 8)]
MINE = "127.0.0.8"
PDN = '[Event "Mine"]\n[White "Anna"]\n[Black "Bert"]\n[Result "*"]\n\n1. 11-15 23-19 *\n'


@pytest.fixture(scope="module")
def limited_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server with all its limits."""
    with Server(tmp_path_factory.mktemp("attacked"), "--no-delay") as server:
        yield server


class Somebody:
    """A guest with a cookie of his own, from an address; by a proxy with `forwarded`."""

    def __init__(self, server: Server, address: str, stack: ExitStack, forwarded: str = "") -> None:
        headers = {"x-forwarded-for": forwarded} if forwarded else {}
        transport = httpx.HTTPTransport(local_address=address, verify=False)
        # There is no TLS to verify, and to load the certificates of the world takes 30 ms.
        self.http = httpx.Client(
            base_url=server.url, transport=transport, headers=headers, timeout=WAIT, verify=False
        )
        stack.enter_context(self.http)
        self.stack = stack
        self.address = address
        self.port = server.port
        self.http.get("/api/me")

    def search(self, nodes: int) -> Iterator[str]:
        """Ask for an analysis, and return the lines as they come."""
        wish = {"variant": "international", "nodes": nodes}
        answer = self.stack.enter_context(self.http.stream("POST", "/api/analysis", json=wish))
        if answer.status_code != 200:
            answer.read()
            return iter([answer.text])
        lines = answer.iter_lines()
        self.stack.callback(lines.close)  # until then it is held, and the search goes on
        return lines

    def upload_slowly(self) -> socket.socket:
        """Begin to hand in a file, of which only the first byte comes."""
        plain = socket.create_connection(("127.0.0.1", self.port), source_address=(self.address, 0))
        self.stack.callback(plain.close)
        cookie = self.http.cookies["crownhead_guest"]
        plain.sendall(
            b"POST /api/bases?name=slow HTTP/1.1\r\nHost: localhost\r\n"
            + f"Cookie: crownhead_guest={cookie}\r\n".encode()
            + b"Content-Type: text/plain\r\nContent-Length: 15000000\r\n\r\n["
        )
        return plain


def codes(lines: Iterator[str]) -> list[str]:
    """Return the codes of what was refused."""
    told = [json.loads(line) for line in lines if line]
    return [line["code"] for line in told if "code" in line]


def test_searches_of_many_cookies_leave_a_place_to_another_network(limited_server: Server) -> None:
    with ExitStack() as stack:
        going = []
        for address in NETWORKS[:3]:
            for _ in range(analysis_service.OF_NETWORK + 2):
                lines = Somebody(limited_server, address, stack).search(20_000_000)
                going.append(json.loads(next(lines)))
        refused = [line for line in going if "code" in line]
        assert len(refused) >= 2 * 3  # of each network only so many
        assert codes(Somebody(limited_server, MINE, stack).search(10_000)) == []


def test_files_that_come_byte_by_byte_keep_nobody_else_out(limited_server: Server) -> None:
    with ExitStack() as stack:
        for address in NETWORKS:
            for _ in range(guest_databases.OF_NETWORK + 1):
                Somebody(limited_server, address, stack).upload_slowly()
        mine = Somebody(limited_server, MINE, stack)
        answer = mine.http.post("/api/bases?name=mine", content=PDN.encode())
        last = json.loads(answer.text.splitlines()[-1])
        assert last["t"] == "imported", answer.text


def test_one_subscriber_is_one_whatever_his_cookies_and_addresses(limited_server: Server) -> None:
    """A /64 of IPv6 is one network, behind a believed proxy, too."""
    with ExitStack() as stack:
        refused = []
        for number in range(analysis_service.OF_NETWORK + 3):
            address = f"2001:db8:1:2::{number:x}"
            somebody = Somebody(limited_server, "127.0.0.1", stack, address)
            refused.append("code" in json.loads(next(somebody.search(20_000_000))))
        assert refused == [False] * analysis_service.OF_NETWORK + [True] * 3
        neighbour = Somebody(limited_server, "127.0.0.1", stack, "2001:db8:1:3::1")
        assert codes(neighbour.search(10_000)) == []


def test_whom_there_is_no_place_for_is_not_charged(limited_server: Server) -> None:
    with ExitStack() as stack:
        address = "127.0.0.9"
        for _ in range(analysis_service.OF_NETWORK):
            next(Somebody(limited_server, address, stack).search(20_000_000))
        beside = Somebody(limited_server, address, stack)
        wish = {"variant": "english", "nodes": 10_000}
        codes = {beside.http.post("/api/analysis", json=wish).json()["code"] for _ in range(35)}
        assert codes == {"too_fast"}
    mine = beside.http.cookies["crownhead_guest"]
    with ExitStack() as stack:
        again = Somebody(limited_server, address, stack)
        again.http.cookies.clear()
        again.http.cookies.set("crownhead_guest", mine)

        def search() -> Any:
            answer = again.http.post("/api/analysis", json=wish)
            return answer.status_code == 200 and '"refused"' not in answer.text

        until(search)  # more than 30 were refused: charged for, he had to wait for each


def test_the_lobby_stays_readable_whatever_is_offered(limited_server: Server) -> None:
    rules = VARIANTS["russian"].rules.but(men_rows=2)
    record = Variant.house("x" * 200, rules).to_dict()
    for rule in record["rules"]["draw_rules"]:
        rule["rule"] = "x" * 40
    with ExitStack() as stack:
        statuses = []
        for address in NETWORKS:
            for _ in range(2):
                somebody = Somebody(limited_server, address, stack)
                for _ in range(lobby.OF_GUEST + 1):
                    wish = {"variant": record, "opponent": {"kind": "anybody"}}
                    statuses.append(somebody.http.post("/api/games", json=wish).status_code)
        assert 20 < statuses.count(201) <= 2 * lobby.OF_GUEST * len(NETWORKS)
        assert {409, 429} & set(statuses)  # too many of a guest, or house rules too often
        mine = Somebody(limited_server, MINE, stack)
        answer = mine.http.get("/api/lobby")
        assert answer.status_code == 200 and len(answer.content) < lobby.PAGE + 4_000
        assert answer.json()["more"]


def test_nobody_hears_that_the_server_is_not_well(limited_server: Server) -> None:
    with ExitStack() as stack:
        crowd = [Somebody(limited_server, address, stack) for address in NETWORKS]
        mine = Somebody(limited_server, MINE, stack)
        for _ in range(30):
            for somebody in crowd:
                somebody.http.get("/api/variants")
            assert mine.http.get("/health").status_code == 200
