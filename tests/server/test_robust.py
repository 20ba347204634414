"""Strangers: malformed, oversized, slow, hasty and forged messages change nothing for others."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import random
import socket as sockets
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.patience import within
from support.served import Guest, Pairing, Server, Socket, new_id, until
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from crownhead.server.limits import Limits, Rate
from crownhead.server.wire.site import Site

Make = Callable[..., Guest]
Pair = Callable[..., Pairing]
NIGHTLY = bool(os.environ.get("CROWNHEAD_NIGHTLY"))


@pytest.fixture(scope="module")
def limited_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server with all its limits."""
    with Server(tmp_path_factory.mktemp("limited")) as server:
        yield server


SEEDS = [
    '{"t":"hello","lang":"de"}',
    '{"t":"watch","game":"GAME","since":0}',
    '{"t":"unwatch","game":"GAME"}',
    '{"t":"do","id":"malformed-1","game":"GAME","seq":2,"act":{"kind":"move","text":"11-15"}}',
    '{"t":"do","id":"malformed-2","game":"GAME","seq":2,"act":{"kind":"huff","square":5}}',
    '{"t":"explain","id":"malformed-3","game":"GAME","text":"9-14"}',
    '{"t":"history","id":"malformed-4","game":"GAME"}',
    '{"t":"lobby","on":true}',
]
WORDS = ["", "null", "[]", "{}", '"', "1e999", "\\ud800", "\x00", "true", "-1", "[[[[", "9" * 30]


def damage(chance: random.Random, game: str) -> str:
    """Return a message that is damaged somewhere."""
    text = chance.choice(SEEDS).replace("GAME", game)
    for _ in range(chance.randint(1, 3)):
        place, most = chance.randrange(len(text) + 1), chance.randint(0, 12)
        match chance.randrange(4):
            case 0:
                text = text[:place] + text[place + most :]
            case 1:
                text = text[:place] + chance.choice(WORDS) + text[place:]
            case 2:
                text = text[:place] + chr(chance.randrange(1, 0x2FFF)) + text[place + 1 :]
            case 3:
                text = text[:place] + text
    return text


def test_malformed_messages_are_refused_and_harm_nobody(
    server: Server, pairing: Pair, guest: Make
) -> None:
    pair = pairing()
    stranger = guest().socket()
    chance = random.Random(7)
    number = 100_000 if NIGHTLY else 2_000
    memory = 0
    for index in range(number):
        stranger.connection.send(damage(chance, pair.game))
        if index % 100 == 99:
            stranger.send("explain", id=f"round-{index:06}", game="none", text="x")
            stranger.until("refused", id=f"round-{index:06}")
            stranger.waiting.clear()
        if index == number // 2:
            memory = server.memory()
    assert server.memory() - memory < 20_000  # kB
    shown = pair.creator.http.get(f"/api/games/{pair.game}").json()
    assert shown["seq"] == 2 and shown["view"]["moves"] == []
    assert pair.play("11-15")["ply"] == 1


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=20))
@settings(max_examples=50, deadline=None)
def test_any_json_is_answered(server: Server, value: Any) -> None:
    with connect(f"ws://127.0.0.1:{server.port}/api/socket", compression=None) as socket:
        socket.send(json.dumps(value))
        answer = next(text for text in socket if text != "p")
    said = json.loads(answer)
    assert (said["t"], said["code"]) == ("refused", "bad_message")


def test_a_message_that_is_not_text_or_too_long_is_refused(guest: Make) -> None:
    stranger = guest().socket()
    stranger.connection.send(b"\x00\xff")
    assert stranger.until("refused")["code"] == "bad_message"
    stranger.connection.send("x" * 10_000)
    assert stranger.until("refused")["code"] == "too_large"
    stranger.connection.send("[" * 4_000)
    assert stranger.until("refused")["code"] == "bad_message"
    stranger.connection.send("x" * 50_000)
    with pytest.raises(ConnectionClosed) as closed:
        stranger.until("never")
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


def test_the_id_of_a_bad_message_is_answered_with(guest: Make) -> None:
    stranger = guest().socket()
    stranger.send("do", id="mine-0001", game="abc", seq=-1, act={"kind": "move", "text": "x"})
    refused = stranger.until("refused")
    assert (refused["id"], refused["game"], refused["code"]) == ("mine-0001", "abc", "bad_message")
    assert "seq" in refused["sentence"]


def test_a_client_that_does_not_read_is_dropped_and_others_play_on(
    server: Server, pairing: Pair
) -> None:
    pair = pairing()
    stuck = sockets.create_connection(("127.0.0.1", server.port))
    stuck.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    request = (
        "GET /api/socket HTTP/1.1\r\nHost: localhost\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    stuck.sendall(request.encode())
    before = count_dropped(server)
    asking = frame(json.dumps({"t": "history", "id": "stuck-0001", "game": pair.game}))
    pair.play("11-15", "22-18", "15x22", "25x18")
    stuck.settimeout(0.2)
    slowest = 0.0
    for _ in range(40):
        try:
            for _ in range(40):
                stuck.send(asking)
        except (TimeoutError, ConnectionError):
            pass
        began = time.monotonic()
        pair.black.send("explain", id=new_id(), game=pair.game, text="9-14")
        pair.black.until("reason")
        slowest = max(slowest, time.monotonic() - began)
        if count_dropped(server) > before:
            break
    stuck.close()
    assert until(lambda: count_dropped(server) > before)
    assert count_dropped(server) == before + 1
    assert slowest < within(5.0)


def frame(text: str) -> bytes:
    """Return a masked text frame."""
    content = text.encode()
    assert len(content) < 126
    return bytes([0x81, 0x80 | len(content), 0, 0, 0, 0]) + content


def count_dropped(server: Server) -> int:
    """Return how many slow sockets the server has dropped."""
    text = httpx.get(f"{server.url}/metrics").text
    line = next(line for line in text.splitlines() if line.startswith("crownhead_dropped_total"))
    return int(float(line.split()[1]))


def test_haste_is_refused_and_then_ends_the_connection(limited_server: Server) -> None:
    guest = Guest(limited_server)
    hasty = guest.socket()
    codes = []
    with pytest.raises(ConnectionClosed):
        for number in range(2_000):
            hasty.send("explain", id=f"hasty-{number:06}", game="none", text="1-2")
            if number % 20 == 19:
                codes += [hasty.until("refused")["code"] for _ in range(20)]
        for _ in range(2_000):
            hasty.hear()
    assert codes[0] == "unknown_game" and "too_fast" in codes


def test_one_address_cannot_try_codes_for_ever(limited_server: Server) -> None:
    guest = Guest(limited_server)
    said = [guest.http.post("/api/invitations/AAAAAAA2") for _ in range(12)]
    assert [answer.status_code for answer in said][-1] == 429
    assert int(said[-1].headers["retry-after"]) >= 1
    assert said[-1].json()["code"] == "too_fast"


def test_sockets_of_other_sites_are_refused(server: Server) -> None:
    address = f"ws://127.0.0.1:{server.port}/api/socket"
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{server.port + 1}"):
        with pytest.raises(InvalidStatus) as refused, connect(address, origin=origin):
            pass
        assert refused.value.response.status_code == 403
    with connect(address, origin=f"http://127.0.0.1:{server.port}", compression=None):
        pass


def test_requests_of_other_sites_change_nothing(server: Server, guest: Make) -> None:
    player = guest("Anna")
    for headers in (
        {"origin": "https://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "null"},
    ):
        answer = player.http.post("/api/me", json={"name": "Eve"}, headers=headers)
        assert answer.status_code == 403, headers
    own = {"origin": server.url, "sec-fetch-site": "same-origin"}
    assert player.http.post("/api/me", json={"name": "Anna"}, headers=own).status_code == 200
    assert player.http.get("/api/me").json()["name"] == "Anna"


def test_a_forged_cookie_is_nobody(server: Server, pairing: Pair) -> None:
    pair = pairing()
    id, _, signature = pair.creator.cookie.removeprefix("crownhead_guest=").partition(".")
    for value in (f"{id}.{'0' * 64}", id, f"{id}x.{signature}", "", f"{id}.ä"):
        forged = Socket(server.url, f"crownhead_guest={value}")
        assert forged.watch(pair.game)["you"] == []
        assert forged.do(pair.game, "move", text="11-15")["code"] == "no_seat"
        forged.close()


def test_every_answer_has_the_headers_that_protect_pages(server: Server) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/nothing.js", "/schema"):
        headers = httpx.get(f"{server.url}{path}").headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'") and "unsafe-inline" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
    cookie = httpx.get(f"{server.url}/api/me").headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert "set-cookie" not in httpx.get(server.url).headers


def test_secrets_are_not_logged(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        anna, bert = Guest(server, "Anna"), Guest(server, "Bert")
        code = anna.begin("friend", side="toss")["code"]
        bert.redeem(code)
        bert.http.post("/api/invitations/WRXNGCDE")
        anna.socket()
        cookies = anna.cookie, bert.cookie
    log = server.read_log()
    assert '"route": "/api/invitations/{code}"' in log
    for secret in (code, "WRXNGCDE", *cookies, *(cookie.split(".")[1] for cookie in cookies)):
        assert secret not in log
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    for line in log.splitlines():
        assert {"time", "level", "event"} <= set(json.loads(line))


def test_limits_forget_the_least_recent_names() -> None:
    now = [0.0]
    limits = Limits({"do": Rate(2, 1)}, lambda: now[0])
    assert limits.wait("do", "anna") == 0
    assert limits.wait("do", "anna") == 500
    now[0] = 0.5
    assert limits.wait("do", "anna") == 0


def answer(
    site: Site, path: str, headers: dict[str, str]
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    return asyncio.run(site.answer(path, headers))


def test_the_site_is_sent_as_it_was_built(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>board</p>" * 50)
    (tmp_path / "assets" / "app-1a2b.js").write_text("let a = 1;" * 100)
    (tmp_path / "sw.js").write_text("self;")
    site = Site(tmp_path)
    status, headers, body = answer(site, "/", {"accept-encoding": "gzip, br"})
    assert gzip.decompress(body) == (tmp_path / "index.html").read_bytes()
    assert status == 200 and dict(headers)[b"content-encoding"] == b"gzip"
    assert dict(headers)[b"cache-control"] == b"no-cache"
    tag = dict(headers)[b"etag"].decode()
    assert answer(site, "/", {"if-none-match": tag})[0] == 304
    _, headers, body = answer(site, "/assets/app-1a2b.js", {})
    assert dict(headers)[b"cache-control"] == b"public, max-age=31536000, immutable"
    assert dict(headers)[b"content-type"].startswith(b"text/javascript")
    assert body.startswith(b"let a")
    assert dict(answer(site, "/sw.js", {})[1])[b"cache-control"] == b"no-cache"
    assert answer(site, "/play/abc", {})[2].startswith(b"<p>board")
    assert answer(site, "/assets/none.js", {})[0] == 404
    assert answer(site, "/../secret.txt", {})[0] == 404


def test_the_documentation_is_sent_where_it_is_built(tmp_path: Path) -> None:
    page, docs = tmp_path / "page", tmp_path / "docs"
    (docs / "learn").mkdir(parents=True)
    page.mkdir()
    (page / "index.html").write_text("<p>board</p>")
    (docs / "index.html").write_text("<p>docs</p>")
    (docs / "learn" / "bot.html").write_text("<p>bot</p>")
    site = Site(page, docs)
    status, headers, _ = answer(site, "/docs", {})
    assert status == 308 and dict(headers)[b"location"] == b"/docs/"
    assert answer(site, "/docs/", {})[2] == b"<p>docs</p>"
    assert answer(site, "/docs/learn/bot.html", {})[2] == b"<p>bot</p>"
    assert answer(site, "/docs/none", {})[0] == 404
    assert answer(site, "/docs/../page/index.html", {})[0] == 404
    assert answer(site, "/docsearch", {})[2] == b"<p>board</p>"


def test_without_documentation_its_address_says_how_to_build_it(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>board</p>")
    for path in ("/docs", "/docs/", "/docs/index.html"):
        status, _, body = answer(Site(tmp_path), path, {})
        assert status == 404 and b"dev.py docs" in body


def test_a_file_of_the_site_that_is_still_being_made_is_asked_for_again(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>board</p>")
    marks = [tmp_path / "assets" / f"{name}.wasm.coming" for name in ("core-1", "core-2")]
    for mark in marks:
        mark.touch()
    site = Site(tmp_path)
    status, headers, _ = answer(site, "/assets/core-1.wasm", {})
    assert status == 503 and int(dict(headers)[b"retry-after"]) > 0
    assert answer(site, "/assets/core-1.wasm.coming", {})[0] == 404
    marks[0].with_suffix("").write_bytes(b"\0asm")
    for _ in range(2):
        status, headers, body = answer(site, "/assets/core-1.wasm", {})
        assert (status, body) == (200, b"\0asm")
        assert dict(headers)[b"content-type"] == b"application/wasm"
        marks[0].unlink(missing_ok=True)
    marks[1].unlink()
    assert answer(site, "/assets/core-2.wasm", {})[0] == 404
