"""What no program in good order sends gets a typed answer, and nothing worse comes of it."""

from __future__ import annotations

import json
import socket as tcp
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.served import WAIT, Server

HOST = b"Host: localhost\r\n"
UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
JSON = b"Content-Type: application/json\r\n"
TWICE = b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"
BODY = b"2\r\n{}\r\n0\r\n\r\n"
LATIN = '{"name":"René"}'.encode("latin-1")


def answer(server: Server, request: bytes) -> tuple[int, dict[str, Any], bool]:
    """Send bytes; return the status, the refusal, and whether the server closes the connection."""
    with tcp.create_connection(("127.0.0.1", server.port)) as connection:
        connection.settimeout(WAIT)
        connection.sendall(request)
        with connection.makefile("rb") as lines:
            status = int(lines.readline().split()[1])
            headers = {}
            while line := lines.readline().strip():
                name, _, value = line.decode().partition(":")
                headers[name.lower()] = value.strip()
            body = lines.read(int(headers["content-length"]))
    assert headers["x-content-type-options"] == "nosniff"
    return status, json.loads(body), headers.get("connection") == "close"


@pytest.mark.parametrize("host", [b"[", b"]", b"[::1", b"a b", b"evil@localhost", b"h\xe9", b"a:b"])
@pytest.mark.parametrize("path", [b"/", b"/api/me", b"/api/socket"])
def test_a_host_that_is_none_is_refused(server: Server, host: bytes, path: bytes) -> None:
    upgrade = UPGRADE if path == b"/api/socket" else b""
    request = b"GET %s HTTP/1.1\r\nHost: %s\r\n%s\r\n" % (path, host, upgrade)
    status, refused, closed = answer(server, request)
    assert (status, refused["code"], closed) == (400, "bad_message", True)
    assert "Host" in refused["sentence"]


@pytest.mark.parametrize(
    "request_",
    [
        b"POST /api/me HTTP/1.1\r\n" + HOST + JSON + TWICE + b"\r\n" + BODY,
        b"GET / HTTP/1.1\r\n" + HOST + TWICE + b"\r\n" + BODY,
        b"GET /api/socket HTTP/1.1\r\n" + HOST + UPGRADE + TWICE + b"\r\n" + BODY,
        b"GET /api/socket HTTP/1.1\r\n" + HOST + UPGRADE + b"Content-Length: 5\r\n\r\nGET /",
    ],
    ids=["api", "site", "socket", "socket with a body"],
)
def test_two_lengths_of_one_body_end_the_connection(server: Server, request_: bytes) -> None:
    status, refused, closed = answer(server, request_)
    assert (status, refused["code"], closed) == (400, "bad_message", True)


def test_who_offers_http_2_with_a_body_is_answered(server: Server) -> None:
    """The HTTP client of Java, and curl --http2, could do nothing but look."""
    offer = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"
    request = b"POST /api/me HTTP/1.1\r\n" + HOST + offer + JSON
    body = b'{"name":"Anna"}'
    status, me, closed = answer(server, request + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert (status, me["name"], closed) == (200, "Anna", False)


@pytest.mark.parametrize("junk", [b"\xff\xfe\r\n\r\n", b"GET /\xff HTTP/1.1\r\n\r\n", b"x\r\n\r\n"])
def test_what_is_no_request_gets_a_typed_answer(server: Server, junk: bytes) -> None:
    status, refused, closed = answer(server, junk)
    assert (status, refused["code"], closed) == (400, "bad_message", True)


def test_a_body_that_breaks_off_in_nonsense_gets_one_answer(server: Server) -> None:
    head = b"POST /api/me HTTP/1.1\r\n" + HOST + JSON + b"Transfer-Encoding: chunked\r\n\r\n"
    status, refused, closed = answer(server, head + b"zz\r\n{}\r\n0\r\n\r\n")
    assert (status, refused["code"], closed) == (400, "bad_message", True)


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=latin-1"])
def test_a_body_that_is_not_utf_8_cannot_be_read(server: Server, kind: str) -> None:
    said = httpx.post(f"{server.url}/api/me", content=LATIN, headers={"content-type": kind})
    assert (said.status_code, said.json()["code"]) == (400, "bad_message")


def test_an_authorization_that_is_not_ascii_cannot_be_read(tmp_path: Path) -> None:
    asked = b"GET /metrics HTTP/1.1\r\n" + HOST + b"Authorization: Bearer \xe9\r\n\r\n"
    with Server(tmp_path, environment={"CROWNHEAD_METRICS_TOKEN": "tell"}) as server:
        status, refused, _ = answer(server, asked)
        assert (status, refused["code"]) == (400, "bad_message")
        wrong = httpx.get(f"{server.url}/metrics", headers={"authorization": "Bearer no"})
        assert wrong.status_code == 403


def test_browsers_stay_with_https(server: Server) -> None:
    for path in ("/", "/api/me", "/nothing.js"):
        plain = httpx.get(f"{server.url}{path}")
        assert "strict-transport-security" not in plain.headers
        # Tests come from an address whose word is taken for how the client reached it.
        behind = httpx.get(f"{server.url}{path}", headers={"x-forwarded-proto": "https"})
        assert behind.headers["strict-transport-security"] == "max-age=31536000"


def test_a_frame_that_is_no_text_is_no_fault_of_the_server(tmp_path: Path) -> None:
    """Each left an error with its trace in the log, as many as anybody liked to send."""
    request = b"GET /api/socket HTTP/1.1\r\n" + HOST + UPGRADE + b"\r\n"
    frame = b"\x81\x82\0\0\0\0\xff\xff"
    with Server(tmp_path) as server:
        with tcp.create_connection(("127.0.0.1", server.port)) as connection:
            connection.settimeout(WAIT)
            connection.sendall(request)
            heard = connection.recv(4_096)  # until then it is no socket
            connection.sendall(frame)
            while part := connection.recv(4_096):
                heard += part
        assert heard.endswith(b"\x88\x02" + (1007).to_bytes(2))
        assert '"error"' not in server.read_log()


def test_what_a_program_has_to_mend_stands_beside_a_german_sentence(server: Server) -> None:
    body = {"variant": "english", "opponent": {"kind": "nobody"}}
    told = {}
    for language in ("de", "en"):
        headers = {"accept-language": language}
        answer = httpx.post(f"{server.url}/api/games", json=body, headers=headers)
        assert answer.status_code == 400
        told[language] = answer.json()
    assert "nobody" in told["de"]["detail"] and told["de"]["detail"] == told["en"]["detail"]
    assert told["de"]["sentence"] == "Diese Nachricht ist nicht lesbar."
    assert told["en"]["sentence"] == f"This message cannot be read ({told['en']['detail']})."
