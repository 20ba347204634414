"""Kill the server while players are told: nothing is lost, and what comes twice is known as one."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from support.mail_server import MailServer
from support.push_service import Browser, PushService
from support.served import Guest, Server, new_id, until

KILLS = 12 if os.environ.get("CROWNHEAD_NIGHTLY") else 2
"""More would be more letters than an account gets on a day."""
PASSWORD = "four kings on d8"
HERE = "/api/account/notifications"
LONGEST = 0.5
"""Seconds after which the server is killed at the latest: telling takes less."""


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def ask(who: Guest, method: str, path: str, body: Any = None) -> httpx.Response:
    """Ask a server that has been killed and started again meanwhile, until it answers."""

    def request() -> httpx.Response | None:
        try:
            return who.http.request(method, path, json=body)
        except httpx.HTTPError:
            return None

    answer: httpx.Response = until(request)
    return answer


def member(server: Server) -> Guest:
    who = Guest(server)
    made = {"name": f"Karl {new_id()[-8:]}", "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    return who


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_turn_is_told_whenever_the_server_is_killed(
    tmp_path: Path, request: pytest.FixtureRequest, stack: ExitStack, kind: str
) -> None:
    service, mails = PushService(tmp_path), MailServer()
    stack.callback(service.close)
    stack.callback(mails.close)
    url = str(request.getfixturevalue("database")) if kind == "postgresql" else ""
    environment = {**service.environment, **mails.environment, "DATABASE_URL": url}
    options = ("--no-limits", "--no-delay", "--log", "error")
    server = stack.enter_context(Server(tmp_path / "data", *options, environment=environment))
    anna, bert = member(server), member(server)
    browser, to = Browser(service, "bert"), f"{new_id()}@example.org"
    assert bert.http.post(f"{HERE}/devices", json=browser.subscription).status_code == 200
    assert bert.http.post(f"{HERE}/mail", json={"address": to}).status_code == 200
    letter = until(lambda: mails.to(to))[0]
    code = letter.get_content().partition("mail-")[2].split()[0]
    assert bert.http.post("/api/mail/confirm", json={"code": code}).status_code == 204
    ways = {"page": ["turn"], "push": ["turn"], "mail": ["turn"]}
    assert bert.http.post(HERE, json=ways).status_code == 200
    chance, games = Random(9), set[str]()
    for _ in range(KILLS):
        begun = anna.begin("friend", side="black", time="259200", mode="per-move")
        bert.redeem(begun["code"])
        games.add(begun["game"])
        path = f"/api/games/{begun['game']}/do"
        command = {"id": new_id(), "act": {"kind": "move", "text": "11-15"}}
        pushed, written = len(service.of(browser.path)), len(mails.to(to))
        ask(anna, "POST", path, command)
        time.sleep(chance.uniform(0, LONGEST))
        server.kill()
        server.start()
        # A command sent again is answered again.
        assert ask(anna, "POST", path, command).status_code == 200
        until(lambda pushed=pushed: len(service.of(browser.path)) > pushed)
        until(lambda written=written: len(mails.to(to)) > written)
        until(lambda game=begun["game"]: game in {each["game"] for each in turns(bert)})
    # One letter for each turn, and one place among the messages, however often it was told.
    letters = mails.to(to)[1:]
    ids = {str(each["message-id"]) for each in letters}
    assert len(ids) == KILLS <= len(letters) <= 3 * KILLS
    messages = service.of(browser.path)
    assert {browser.read(each)["tag"] for each in messages} == {f"turn {each}" for each in games}
    assert len({each.headers["topic"] for each in messages}) == KILLS
    assert len(messages) <= 3 * KILLS


def turns(who: Guest) -> list[dict[str, Any]]:
    """Return whose games somebody's page says that it is his turn in, at most five."""
    found: list[dict[str, Any]] = ask(who, "GET", "/api/challenges").json()["turns"]
    return found
