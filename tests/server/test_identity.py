"""Whatever else is in the line of cookies, a guest stays who he is."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from support.served import Guest, Server

from crownhead.server.wire.identity import COOKIE, HOST, SPARE, identify, sign

KEY, OLDER = b"k" * 32, b"o" * 32
NEIGHBOURS = [
    'x={"a":1}',
    "flag",
    "theme=dark mode",
    "n=Müller",
    "k[a]=1",
    "=x",
    "a=;",
    'q="open',
    "a=1,b=2",
    f"{COOKIE}=",
    f"{COOKIE}=garbage",
    f"{COOKIE}=g1.{'0' * 64}",
    "; ;;",
    "x" * 20_000,
]


@pytest.mark.parametrize("neighbour", NEIGHBOURS)
@pytest.mark.parametrize("order", ["{0}; {1}", "{1}; {0}", "{1}; {0}; {1}"])
def test_a_neighbour_never_costs_the_guest(neighbour: str, order: str) -> None:
    mine = f"{COOKIE}={sign('g1', KEY)}"
    found = identify(order.format(neighbour, mine), (KEY,), secure=False)
    assert (found.guest, found.cookie) == ("g1", None)


def test_what_was_sent_but_not_understood_is_never_replaced() -> None:
    found = identify(f"{COOKIE}={sign('g1', b'lost' * 8)}", (KEY,), secure=False)
    assert found.guest != "g1"
    assert found.cookie is not None and found.cookie.startswith(f"{SPARE}=")
    spare = found.cookie.split(";")[0]
    again = identify(f"{COOKIE}={sign('g1', b'lost' * 8)}; {spare}", (KEY,), secure=False)
    assert (again.guest, again.cookie) == (found.guest, None)
    both = f"{COOKIE}=x; {SPARE}=y"
    assert identify(both, (KEY,), secure=False).cookie is None
    assert identify("x" * 70_000, (KEY,), secure=False).cookie is None


def test_over_https_the_cookie_is_bound_to_the_host() -> None:
    plain = f"{COOKIE}={sign('g1', KEY)}"
    found = identify(plain, (KEY,), secure=True)
    assert found.guest == "g1" and found.cookie is not None
    assert found.cookie.startswith(f"{HOST}{COOKIE}=") and found.cookie.endswith("; Secure")
    bound = found.cookie.split(";")[0]
    assert identify(bound, (KEY,), secure=True).cookie is None
    other = f"{COOKIE}={sign('g2', KEY)}"
    assert identify(f"{other}; {bound}", (KEY,), secure=True).guest == "g1"


def test_keys_are_rotated_without_losing_anybody() -> None:
    old = f"{COOKIE}={sign('g1', OLDER)}"
    found = identify(old, (KEY, OLDER), secure=False)
    assert found.guest == "g1" and found.cookie is not None
    assert found.cookie.startswith(f"{COOKIE}={sign('g1', KEY)};")
    assert identify(old, (KEY,), secure=False).guest != "g1"


def test_a_server_takes_two_keys(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        cookie = Guest(server, "Anna").cookie
    secret = tmp_path / "secret"
    secret.write_text("n" * 64 + "\n" + secret.read_text())
    with Server(tmp_path) as server:
        answer = httpx.get(f"{server.url}/api/me", headers={"cookie": f"flag; {cookie}; =x"})
        assert answer.json()["name"] == "Anna"
        assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")
        renewed = answer.headers["set-cookie"].split(";")[0]
        assert renewed != cookie
    secret.write_text("n" * 64 + "\n")
    with Server(tmp_path) as server:
        answer = httpx.get(f"{server.url}/api/me", headers={"cookie": renewed})
        assert answer.json()["name"] == "Anna" and "set-cookie" not in answer.headers


def test_seeds_of_lots_cannot_be_read_in_the_database(tmp_path: Path) -> None:
    import json
    import sqlite3

    with Server(tmp_path, "--no-limits") as server:
        anna, bert = Guest(server, "Anna"), Guest(server, "Bert")
        begun = anna.begin("friend", side="toss")

        def stored_toss() -> str:
            with sqlite3.connect(tmp_path / "crownhead.sqlite3") as database:
                (lots,) = database.execute("SELECT lots FROM games").fetchone()
            database.close()
            return str(json.loads(lots)["toss"])

        assert stored_toss().startswith("sealed ") and len(stored_toss().split(" ")) == 4
        bert.redeem(begun["code"])
        game = begun["game"]
    with Server(tmp_path, "--no-limits") as server:
        socket, there = anna.at(server).socket(), bert.at(server).socket()
        socket.watch(game)
        there.watch(game)
        seed = socket.shows(game, phase="playing")["lots"][0]["seed"]
        assert len(seed) == 64 and seed not in stored_toss()
