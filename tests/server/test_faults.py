"""A full disk, an I/O error at the n-th write, a connection torn at the n-th message."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import resource
import socket as tcp
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from support.served import Guest, Pairing, Server, new_id, until

from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.process import tables as tables_module
from crownhead.server.process.broadcaster import Broadcaster
from crownhead.server.process.bus import NoBus
from crownhead.server.process.tables import Tables
from crownhead.server.process.work import Work
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.starting import open_table
from crownhead.server.room.table import Seat
from crownhead.server.storage.database import Database, is_away, is_full
from crownhead.server.storage.migrations import upgrade
from crownhead.server.storage.open_database import open_database
from crownhead.server.storage.store import Store

MOVES = ("11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "11-15", "18x11")


class Failing:
    """A database whose n-th write fails, before or after it was done."""

    sqlite = True

    def __init__(self, real: Database, number: int, *, after: bool) -> None:
        self.real = real
        self.left = number
        self.after = after

    async def read(self, action: Any) -> Any:
        return await self.real.read(action)

    async def write(self, action: Any, *, alone: bool = False) -> Any:
        self.left -= 1
        if self.left == 0 and not self.after:
            raise OperationalError("insert", {}, sqlite3.OperationalError("disk I/O error"))
        stored = await self.real.write(action, alone=alone)
        if self.left == 0:
            raise OperationalError("commit", {}, sqlite3.OperationalError("disk I/O error"))
        return stored

    async def close(self) -> None:
        await self.real.close()


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("patient", [False, True], ids=["at once", "patient"])
def test_an_error_at_any_write_loses_and_doubles_nothing(
    tmp_path: Path, after: bool, patient: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "PATIENCE", 5.0 if patient else 0.0)

    async def play(number: int) -> None:
        folder = tmp_path / str(number)
        folder.mkdir()
        real = open_database(f"sqlite:///{folder / 'games'}")
        await upgrade(real, folder)
        failing = Failing(real, number, after=after)
        work = Work()
        tables = Tables(Store(failing).games, Broadcaster(work), NoBus(), work)
        wish = r.NewGame(variant="english", opponent=r.SameDevice())
        made = open_table(wish, Seat("anna", "Anna"), 1)
        while True:
            with contextlib.suppress(OperationalError, Exception):
                await tables.create("origin", made)
            if await tables.store.load(made.id) is not None:
                break
        acknowledged: dict[str, int] = {}
        for index, move in enumerate(MOVES):
            id = f"command-{index}"
            while id not in acknowledged:
                with contextlib.suppress(Refusal):
                    ack = await tables.do(made.id, "anna", id, m.MoveAct(move), None)
                    acknowledged[id] = ack.seq
        loaded = await tables.store.load(made.id)
        assert loaded is not None
        table = await work.step(made.id, loaded.replay())
        log = table.log
        assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
        assert {e.command.partition(":")[2]: e.seq for e in log if e.command} == acknowledged
        assert len(table.game.moves) == len(MOVES)
        await tables.close()
        await work.close()
        await real.close()

    async def run() -> None:
        for number in range(1, len(MOVES) + 2):
            await play(number)

    asyncio.run(run())


def disk_full_error() -> OperationalError:
    """Return what a database says whose disk is full."""
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        database.execute("PRAGMA max_page_count = 1")
        try:
            database.execute("CREATE TABLE more (text)")
        except sqlite3.OperationalError as error:
            return OperationalError("insert", {}, error)
    raise AssertionError


class Full:
    """A database that can be asked, and whose disk is full from some time on."""

    sqlite = True

    def __init__(self, real: Database) -> None:
        self.real = real
        self.full = False
        self.tries = 0

    async def read(self, action: Any) -> Any:
        return await self.real.read(action)

    async def write(self, action: Any, *, alone: bool = False) -> Any:
        self.tries += 1
        if self.full:
            raise disk_full_error()
        return await self.real.write(action, alone=alone)

    async def close(self) -> None:
        await self.real.close()


def test_a_full_disk_is_answered_at_once(tmp_path: Path) -> None:
    async def run() -> None:
        real = open_database(f"sqlite:///{tmp_path / 'games'}")
        await upgrade(real, tmp_path)
        database, work = Full(real), Work()
        tables = Tables(Store(database).games, Broadcaster(work), NoBus(), work)
        wish = r.NewGame(variant="english", opponent=r.SameDevice())
        made = open_table(wish, Seat("anna", "Anna"), 1)
        await tables.create("origin", made)
        database.full, database.tries = True, 0
        with pytest.raises(Refusal) as refused:
            await tables.do(made.id, "anna", "command", m.MoveAct("11-15"), None)
        assert (refused.value.code, refused.value.text) == ("unavailable", "cannot_store")
        assert "full" in refused.value.to_message("en").sentence
        assert database.tries == 1  # nothing is waited for
        database.full = False
        assert (await tables.do(made.id, "anna", "command", m.MoveAct("11-15"), None)).seq
        await tables.close()
        await work.close()
        await real.close()

    asyncio.run(run())


def test_what_waiting_does_not_mend() -> None:
    assert is_full(disk_full_error()) and is_away(disk_full_error())
    assert is_full(OSError(errno.ENOSPC, "no space left"))
    assert not is_full(OperationalError("x", {}, sqlite3.OperationalError("database is locked")))
    assert not is_full(ConnectionRefusedError())


def test_a_full_disk_is_said_and_forgotten_when_there_is_room_again(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits") as server:
        guest = Guest(server, "Anna")
        game = guest.begin("same_device", side="black")["game"]
        written = tmp_path / "crownhead.sqlite3-wal"
        no = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        room = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(
            server.process.pid, resource.RLIMIT_FSIZE, (written.stat().st_size, room[1])
        )
        answer = until(lambda: (a := guest.http.get("/health")).status_code == 503 and a.json(), 30)
        assert "disk" in answer["sentence"] and answer["code"] == "unavailable"
        assert "cannot store" in server.read_log()
        metrics = guest.http.get("/metrics").text
        count = next(x for x in metrics.splitlines() if x.startswith("crownhead_not_stored_total"))
        assert float(count.split()[1]) >= 1
        assert server.read_log().count("cannot store") <= 2  # once a minute
        act = {"id": new_id(), "act": {"kind": "move", "text": "11-15"}}
        for path, body in {f"/api/games/{game}/do": act, "/api/me": {"name": "Berta"}}.items():
            answer = guest.http.post(path, json=body)
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            assert "disk" in answer.json()["sentence"] and answer.headers["retry-after"] == "10"
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, room)
        until(lambda: guest.http.get("/health").status_code == 200, 30)
        assert guest.http.post(f"/api/games/{game}/do", json=act).status_code == 200
        assert no


def test_connections_torn_at_any_message_lose_and_double_nothing(
    server: Server, pairing: Callable[..., Pairing]
) -> None:
    pair = pairing()
    cookies = {"black": pair.creator.cookie, "white": pair.friend.cookie}
    for index, move in enumerate(MOVES):
        side = ("black", "white")[index % 2]
        frame = json.dumps(
            {
                "t": "do",
                "id": f"torn-{index:04}",
                "game": pair.game,
                "seq": pair.black.seqs[pair.game],
                "act": {"kind": "move", "text": move},
            }
        )
        # Torn in the middle of the message, right after it, and after it was sent twice.
        for cut in (len(frame) // 2, None, None):
            send_torn(server, cookies[side], frame, cut)
        mover = pair.sockets[side]
        ack = mover.do(pair.game, "move", text=move, id=f"torn-{index:04}")
        assert ack["t"] == "ack", ack
        pair.black.reaches(pair.game, ack["seq"])
        assert len(pair.black.views[pair.game]["moves"]) == index + 1


def send_torn(server: Server, cookie: str, text: str, cut: int | None) -> None:
    """Send a message on a connection of its own, which is torn."""
    with tcp.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(
            f"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert b"101" in connection.recv(4096)
        content = text.encode()
        frame = b"\x81\xfe" + len(content).to_bytes(2, "big") + bytes(4) + content
        connection.sendall(frame if cut is None else frame[:cut])
        connection.setsockopt(tcp.SOL_SOCKET, tcp.SO_LINGER, b"\x01\0\0\0\0\0\0\0")


def test_strange_house_rules_and_deep_nesting_are_refused_with_400(server: Server) -> None:
    guest = Guest(server)
    record = json.loads(httpx.get(f"{server.url}/api/variants").text)[0]["record"]
    for value in (0.5, 1e300, "x", -(2**70), 2**70, [0.5], {"a": []}, None):
        for field in ("endings", "draws"):
            wish: dict[str, Any] = {"variant": {**record, "key": "ours", "rules": {}}}
            wish["variant"]["rules"] = {**record["rules"], field: [value]}
            wish["opponent"] = {"kind": "same_device"}
            answer = guest.http.post("/api/games", json=wish)
            assert answer.status_code in (400, 409), (field, value, answer.text)
    deep = "[" * 20_000 + "]" * 20_000
    nested = '{"a":' * 900 + "1" + "}" * 900
    for body in (deep, nested):
        for path, text in {
            "/api/games": '{"opponent":{"kind":"same_device"},"variant":{"x":%s}}',
            "/api/lobby": '{"variant":{"x":%s}}',
            "/api/games/hand-in": '{"id":"deep-0001","you":["white"],"record":{"x":%s}}',
        }.items():
            answer = guest.http.post(
                path, content=text % body, headers={"content-type": "application/json"}
            )
            assert answer.status_code == 400, (path, answer.text)
