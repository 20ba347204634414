"""Programs that come by a token: what each scope may, and that nothing outlives the token."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, update
from support.served import WAIT, Guest, Server, Socket, new_id, two_processes
from support.service import open_service
from websockets.exceptions import ConnectionClosed, InvalidStatus

from crownhead.server.clock import milliseconds
from crownhead.server.limits import KINDS, SharedLimits
from crownhead.server.messages.accounts import NewAccount
from crownhead.server.people.tokens import digest
from crownhead.server.process.bus import Missed, NoBus
from crownhead.server.process.callers import Callers
from crownhead.server.process.connection import Connection
from crownhead.server.process.lifecycle import Lifecycle
from crownhead.server.room.refusals import Refusal
from crownhead.server.settings import Settings, database_url
from crownhead.server.storage.open_database import open_database
from crownhead.server.storage.schema import api_tokens, sessions
from crownhead.server.storage.sessions import Session
from crownhead.server.wire.middleware import Middleware

Make = Callable[..., Guest]
PASSWORD = "four kings on d8"
SCOPES = ("read", "play")
READS = (
    "/api/me",
    "/api/games",
    "/api/games/{game}",
    "/api/games/{game}/pdn",
    "/api/games/{game}/ratings",
    "/api/games/{game}/stream",
    "/api/games/{game}/svg",
    "/api/lobby",
    "/api/invitations/{code}",
    "/api/challenges",
    "/api/players/{name}",
    "/api/players/{name}/games",
    "/api/players/{name}/openings",
    "/api/players/{name}/games.pdn",
    "/api/ratings",
    "/api/variants",
    "/api/events",
    "/api/events/{event}",
    "/api/events/{event}/after/{seq}",
    "/api/events/{event}/you",
    "/api/events/{event}/file",
    "/api/events/{event}/pdn",
    "/api/events/{event}/print/{sheet}",
    "/api/events/{event}/rounds",
    "/api/events/{event}/numbers/{name}",
    "/api/seasons",
    "/api/seasons/{season}",
    "/api/seasons/{season}/csv",
)
"""What a program may look at, whatever its scope."""
LOOKS_AS_PLAYER = (
    "/api/games/{game}/note",
    "/api/games/{game}/plan",
    "/api/games/{game}/talk",
    "/api/events/{event}/draft",
)
"""And what only one that plays sees."""
ACTS = ("/api/games", "/api/lobby", "/api/invitations", "/api/challenges", "/api/events")
"""Below these paths one that plays may do what a player may."""
FREE = {"/health"}
"""What nobody is asked for."""


def member(server: Server, *, bot: bool = False) -> Guest:
    """Return somebody who has signed in, a program's account or not."""
    who = Guest(server)
    made = {"name": f"Tom {new_id()[-8:]}", "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    if bot:
        assert who.http.post("/api/account/bot").status_code == 200
    return who


def token_of(who: Guest, scope: str) -> str:
    made = who.http.post("/api/account/tokens", json={"name": "engine", "scope": scope})
    assert made.status_code == 201, made.text
    return str(made.json()["token"])


def client(server: Server, token: str) -> httpx.Client:
    headers = {"authorization": f"Bearer {token}", "accept-language": "en"}
    return httpx.Client(base_url=server.url, headers=headers, timeout=WAIT, verify=False)


def change(url: str, *statements: Any) -> None:
    """Change the database of a server behind its back."""

    async def run() -> None:
        database = open_database(url)
        await database.write(lambda c: [c.execute(each) for each in statements])
        await database.close()

    asyncio.run(run())


@pytest.fixture(params=["sqlite", "postgresql"])
def two_servers(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[tuple[Server, Server, str]]:
    """Return the processes that two people come to, with PostgreSQL not the same, and the URL."""
    if request.param == "sqlite":
        with Server(tmp_path, "--no-limits", "--no-delay") as one:
            yield one, one, database_url(tmp_path, "")
        return
    url = str(request.getfixturevalue("database"))
    with two_processes(tmp_path, url) as servers:
        yield *servers, database_url(tmp_path, url)


def is_allowed(scope: str, method: str, path: str) -> bool:
    """Return whether a program of a scope may ask for this."""
    if method == "GET":
        return path in READS or (scope == "play" and path in LOOKS_AS_PLAYER)
    return scope == "play" and any(path == each or path.startswith(f"{each}/") for each in ACTS)


@pytest.mark.parametrize("scope", SCOPES)
def test_every_path_is_tried_with_every_scope(server: Server, scope: str) -> None:
    document = server.schema()["paths"]
    known = {path for path, methods in document.items() if "get" in methods}
    assert known >= {*READS, *LOOKS_AS_PLAYER}
    owner = member(server, bot=scope == "play")
    tried = 0
    with client(server, token_of(owner, scope)) as program:
        for path, methods in document.items():
            if path in FREE:
                continue
            for method in (each.upper() for each in methods if each != "parameters"):
                address = re.sub(r"{[^}]*}", "1", path)
                # An answer that goes on and on is not waited for.
                with program.stream(method, address) as answer:
                    text = "" if answer.status_code == 200 else answer.read().decode()
                refused = "token does not allow that" in text
                assert refused != is_allowed(scope, method, path), (method, path, text)
                tried += 1
    assert tried > 100
    assert owner.http.get("/api/account").json()["account"] is not None


def test_a_socket_and_lines_end_with_the_days_of_their_token(
    two_servers: tuple[Server, Server, str],
) -> None:
    one, _, url = two_servers
    owner, friend = member(one, bot=True), Guest(one)
    begun = owner.begin("friend", side="black")
    friend.redeem(begun["code"])
    for lasts in (2_000, 10_000, 60_000):  # a busy machine may take longer to come to it
        token, ends = token_of(owner, "play"), int(time.time() * 1000) + lasts
        mine = api_tokens.c.digest == digest(token)
        change(url, update(api_tokens).where(mine).values(until=ends))
        with ExitStack() as stack:
            program = stack.enter_context(client(one, token))
            path = f"/api/games/{begun['game']}/stream"
            lines = stack.enter_context(program.stream("GET", path))
            try:
                socket = Socket(one.url, "", authorization=f"Bearer {token}")
            except InvalidStatus:
                continue
            stack.callback(socket.close)
            if lines.status_code != 200:
                continue
            heard = [json.loads(line)["t"] for line in lines.iter_lines() if line]
            assert heard[0] == "snapshot"
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    socket.hear()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
            assert time.time() * 1000 >= ends - 1_000
            assert program.get("/api/me").status_code == 403
            return
    raise AssertionError("no token lasted until it was used")


def test_a_withdrawn_token_ends_what_it_holds_open_at_every_process(
    two_servers: tuple[Server, Server, str],
) -> None:
    one, two, _ = two_servers
    owner, friend = member(one, bot=True), Guest(one)
    begun = owner.begin("friend", side="black")
    friend.redeem(begun["code"])
    token = token_of(owner, "play")
    socket = Socket(two.url, "", authorization=f"Bearer {token}")
    assert socket.watch(begun["game"])["t"] == "snapshot"
    heard: list[str] = []
    with client(two, token) as program:
        with program.stream("GET", f"/api/games/{begun['game']}/stream") as lines:
            coming = lines.iter_lines()
            heard.append(next(coming))
            [kept] = owner.http.get("/api/account").json()["account"]["tokens"]
            owner.http.delete(f"/api/account/tokens/{kept['id']}")
            heard += coming
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.hear()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
        assert program.get("/api/me").status_code == 403
    socket.close()
    assert json.loads(heard[0])["t"] == "snapshot"


def test_a_token_that_looks_shows_no_code_and_takes_no_part(guest: Make, server: Server) -> None:
    owner, friend = member(server), guest()
    waits = owner.begin("friend", side="toss")
    game = waits["game"]
    path = f"/api/games/{game}/stream"
    with (
        client(server, token_of(owner, "read")) as program,
        program.stream("GET", path) as lines,
    ):
        coming = (json.loads(line) for line in lines.iter_lines() if line)
        snapshot = next(coming)
        # Whoever has the code could take the seat.
        assert waits["code"] and snapshot["code"] is None
        friend.redeem(waits["code"])
        seated = next(each for each in coming if each["t"] == "event")
        assert seated["view"]["phase"] == "lots"
        # It is not the player who has come: he has not been sent the lots.
        friend.socket().watch(game)
        received = next(
            each
            for each in coming
            if any(event["kind"] == "received" for event in each.get("events", ()))
        )
        assert len(received["events"]) == 1
        page = friend.socket()
        here = page.watch(game)["here"]
    assert not any(here.values())  # no side has been drawn, nobody of the owner's is here
    shown = guest().http.get(f"/api/games/{game}").json()["view"]
    assert shown["phase"] == "lots"


def test_tokens_that_are_none_are_counted_for_their_network(tmp_path: Path) -> None:
    """Each of them asks the database; whoever tries many of them has to wait before it is asked."""
    looked_up = 0

    class Nobody:
        async def recognise(self, *_: Any, **__: Any) -> Any:
            nonlocal looked_up
            looked_up += 1
            raise Refusal("no_seat", text="token_wrong")

    async def status(middleware: Middleware, address: str) -> int:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            raise AssertionError("nothing is read")

        headers = [(b"host", b"127.0.0.1"), (b"authorization", b"Bearer crownhead_x")]
        scope = {"type": "http", "scheme": "http", "method": "GET", "path": "/api/me"}
        await middleware({**scope, "headers": headers, "client": (address, 1)}, receive, send)
        return int(sent[0]["status"])

    async def run() -> list[int]:
        settings = Settings(folder=tmp_path, database="sqlite://", keys=(b"k" * 32,))
        limits = SharedLimits(KINDS, lambda: 0.0)
        nobody: Any = Nobody()
        middleware = Middleware(nobody, settings, limits, nobody)
        found = [await status(middleware, "203.0.113.9") for _ in range(700)]
        return [*found, await status(middleware, "198.51.100.1")]

    *statuses, elsewhere = asyncio.run(run())
    most = KINDS["read"].network.burst
    assert statuses == [403] * most + [429] * (700 - most)
    assert elsewhere == 403 and looked_up == most + 1


def test_what_ends_while_it_is_looked_up_is_not_remembered() -> None:
    """A socket that comes in this moment would outlive its session else."""
    asked, ended = threading.Event(), asyncio.Event()

    class Sessions:
        there = True

        async def find(self, key: str, since: int) -> Session | None:
            found = None
            if self.there:
                at = milliseconds()
                found = Session(key, "s", "anna", "Device", at, at, at, "player")
            if not asked.is_set():
                asked.set()
                await ended.wait()
            return found

    class Tokens:
        async def find(self, key: str, at: int) -> None:
            return None

    async def run() -> list[bool]:
        store: Any = SimpleNamespace(sessions=Sessions(), tokens=Tokens())
        callers = Callers(store, NoBus())
        looking = asyncio.create_task(callers.session_of("token"))
        while not asked.is_set():
            await asyncio.sleep(0)
        store.sessions.there = False
        callers.end([digest("token")], "anna")
        ended.set()
        found = await looking
        assert found is not None
        again = await callers.session_of("token")
        return [again is None, not await callers.holds(found.digest, found.player)]

    assert asyncio.run(run()) == [True, True]


def test_who_was_signed_out_elsewhere_unheard_is_found(tmp_path: Path) -> None:
    """Where messages between processes were lost, everybody who is connected is looked up."""

    async def run() -> list[bool]:
        async with open_service(tmp_path) as service:
            connections = []
            for name in ("anna", "bert"):
                wish = NewAccount(name=name, password=PASSWORD)
                _, session, _ = await service.accounts.make(name, wish, "?", None)
                made = Connection(name, "127.0.0.1", lambda _: asyncio.sleep(0))
                made.session = session.digest
                service.broadcaster.enter(made)
                connections.append(made)
            gone = delete(sessions).where(sessions.c.player == "anna")
            await service.store.database.write(lambda c: c.execute(gone))
            lifecycle = Lifecycle(service, "this one")
            lifecycle._receive("another", Missed())
            await asyncio.gather(*lifecycle._tasks)
            return [each.signed_out.is_set() for each in connections]

    assert asyncio.run(run()) == [True, False]
