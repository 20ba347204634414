"""Start the real server as a program, and talk to it as its clients do."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
from support.forked import Forked
from support.patience import within
from websockets.sync.client import ClientConnection, connect

WAIT = 120.0
"""Seconds after which something has not come; on a busy machine all takes many times as long."""
_ids = itertools.count(1)


def new_id() -> str:
    """Return a command id that no other call returns."""
    return f"test-{os.getpid()}-{next(_ids):08}"


class Server:
    """One process of `crownhead serve`, on any free port or on `port`."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        port: int = 0,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.port = port
        self.guests: list[Guest] = []
        self._arguments = ["serve", "--data", str(folder), *options]
        self._environment = {**os.environ, **(environment or {})}
        folder.mkdir(parents=True, exist_ok=True)
        self.start()

    def start(self) -> None:
        """Start the server; after its end once more, on the port it had."""
        self.log = (self.folder / "log").open("ab")
        arguments = [*self._arguments, "--port", str(self.port)]
        self.process = Forked(arguments, self._environment, self.log)
        line = self.process.stdout.readline()
        if "serves at" not in line:
            self._wait_for_end()
            raise AssertionError(f"not started: {line}{self.read_log()}")
        self.url = line.split()[-1].rstrip("/")
        self.port = int(self.url.rsplit(":", 1)[1])

    def read_log(self) -> str:
        """Return what the server has logged."""
        return (self.folder / "log").read_text(encoding="utf-8")

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """End the server in good order, and return its status."""
        self.process.send_signal(by)
        return self._wait_for_end()

    def kill(self) -> None:
        """Kill the server."""
        self.process.kill()
        self._wait_for_end()

    def _wait_for_end(self) -> int:
        with self.log, self.process.stdout, self.process:
            try:
                return self.process.wait(WAIT)
            finally:
                self.process.kill()

    def schema(self) -> dict[str, Any]:
        """Return what the server says of its addresses; the first who asks waits for it."""
        answer = httpx.get(f"{self.url}/schema/openapi.json", timeout=within(10))
        return dict(answer.json())

    def memory(self) -> int:
        """Return the resident memory in kB."""
        text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(text.split("VmRSS:")[1].split()[0])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for guest in self.guests:
            guest.close()
        if self.process.returncode is None:
            assert self.stop() == 0, self.read_log()
        assert '"exception"' not in self.read_log(), self.read_log()


@contextmanager
def two_processes(
    folder: Path, database: str, environment: Mapping[str, str] | None = None
) -> Iterator[tuple[Server, Server]]:
    """Start two processes on one database, which trust the cookies of each other."""
    shared = {
        **(environment or {}),
        "DATABASE_URL": database,
        "CROWNHEAD_SECRET": "the same for both processes of this test",
    }
    with ExitStack() as stack:
        one, other = (
            stack.enter_context(
                Server(folder / name, "--no-limits", "--no-delay", environment=shared)
            )
            for name in ("one", "other")
        )
        yield one, other


class Socket:
    """One socket of a guest; answers are sorted by what they answer."""

    def __init__(self, url: str, cookie: str, **options: Any) -> None:
        address = url.replace("http", "ws", 1) + "/api/socket"
        headers = {"cookie": cookie, **options}
        # No pings: a thread would draw them from `random`, which Hypothesis forbids meanwhile.
        self._opening = connect(
            address, additional_headers=headers, compression=None, ping_interval=None
        )
        self.connection: ClientConnection = self._opening.__enter__()
        self.waiting: list[dict[str, Any]] = []
        self.views: dict[str, dict[str, Any]] = {}
        self.seqs: dict[str, int] = {}

    def send(self, t: str, **values: Any) -> None:
        """Send a message."""
        self.connection.send(json.dumps({"t": t, **values}))

    def hear(self, timeout: float = WAIT) -> dict[str, Any]:
        """Return the next message."""
        end = time.monotonic() + timeout
        while True:
            text = self.connection.recv(max(0, end - time.monotonic()))
            if text == "p":
                self.connection.send("q")
            elif text != "q":
                break
        message: dict[str, Any] = json.loads(text)
        if "view" in message:
            self.views[message["game"]] = message["view"]
            self.seqs[message["game"]] = message["seq"]
        return message

    def until(self, *kinds: str, timeout: float = WAIT, **values: Any) -> dict[str, Any]:
        """Return the next message of one of these kinds that has these values."""
        end = time.monotonic() + timeout

        def fits(message: dict[str, Any]) -> bool:
            right = message["t"] in kinds
            return right and all(message.get(name) == value for name, value in values.items())

        for index, message in enumerate(self.waiting):
            if fits(message):
                return self.waiting.pop(index)
        while True:
            message = self.hear(max(0.01, end - time.monotonic()))
            if fits(message):
                return message
            self.waiting.append(message)

    def watch(self, game: str, since: int = 0) -> dict[str, Any]:
        """Follow a game and return the snapshot."""
        self.send("watch", game=game, since=since)
        return self.until("snapshot", "refused", game=game)

    def do(self, game: str, kind: str, *, seq: int | None = None, **values: Any) -> dict[str, Any]:
        """Act in a game, and return the answer."""
        id = values.pop("id", None) or new_id()
        held = self.seqs.get(game, 0) if seq is None else seq
        self.send("do", id=id, game=game, seq=held, act={"kind": kind, **values})
        return self.until("ack", "refused", id=id)

    def reaches(self, game: str, seq: int, timeout: float = WAIT) -> dict[str, Any]:
        """Wait until the game has reached `seq` here, and return its view."""
        end = time.monotonic() + timeout
        while self.seqs.get(game, 0) < seq:
            self.waiting.append(self.hear(max(0.01, end - time.monotonic())))
        return self.views[game]

    def shows(self, game: str, timeout: float = WAIT, **values: Any) -> dict[str, Any]:
        """Wait until the view has these values."""
        end = time.monotonic() + timeout
        while any(self.views.get(game, {}).get(k) != v for k, v in values.items()):
            self.waiting.append(self.hear(max(0.01, end - time.monotonic())))
        return self.views[game]

    def awaits(self, game: str, holds: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Wait until something holds of the view."""
        end = time.monotonic() + WAIT
        while game not in self.views or not holds(self.views[game]):
            self.waiting.append(self.hear(max(0.01, end - time.monotonic())))
        return self.views[game]

    def close(self) -> None:
        """Close the socket."""
        self._opening.__exit__(None, None, None)


def give_role(server: Server, name: str, role: str) -> None:
    """Give a role at the server's machine, before the account has asked for anything."""
    command = ["-m", "crownhead.cli", "admin", "--data", str(server.folder), "role", name, role]
    subprocess.run([sys.executable, *command], check=True, capture_output=True)


class Guest:
    """One guest: a cookie, requests, and sockets."""

    def __init__(self, server: Server, name: str = "", language: str = "en") -> None:
        # There is no TLS to verify, and to load the certificates of the world takes 30 ms.
        self.http = httpx.Client(
            base_url=server.url,
            headers={"accept-language": language},
            timeout=WAIT,
            verify=False,
        )
        self.server = server
        server.guests.append(self)
        self.sockets: list[Socket] = []
        if name:
            assert self.http.post("/api/me", json={"name": name}).json()["name"] == name
        else:
            self.http.get("/api/me")

    @property
    def cookie(self) -> str:
        """Return the guest's cookie as a header has it."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    def at(self, server: Server) -> Guest:
        """Return the same guest as a client of another process."""
        other = Guest(server)
        other.http.cookies.clear()
        other.http.cookies.set("crownhead_guest", self.http.cookies["crownhead_guest"])
        return other

    def begin(self, opponent: str = "friend", **wish: Any) -> dict[str, Any]:
        """Begin a game."""
        extra = {"level": wish.pop("level")} if "level" in wish else {}
        wish = {"variant": "english", "opponent": {"kind": opponent, **extra}, **wish}
        answer = self.http.post("/api/games", json=wish)
        assert answer.status_code == 201, answer.text
        begun: dict[str, Any] = answer.json()
        return begun

    def redeem(self, code: str) -> dict[str, Any]:
        """Redeem an invitation."""
        answer = self.http.post(f"/api/invitations/{code}")
        assert answer.status_code == 201, answer.text
        begun: dict[str, Any] = answer.json()
        return begun

    def socket(self, language: str = "en", **options: Any) -> Socket:
        """Open a socket and say hello."""
        socket = Socket(self.server.url, self.cookie, **options)
        self.sockets.append(socket)
        socket.send("hello", lang=language)
        socket.until("welcome")
        return socket

    def close(self) -> None:
        """Close everything."""
        for socket in self.sockets:
            socket.close()
        self.sockets = []
        self.http.close()


class Pairing:
    """Two guests with a game between them: `black` and `white` are their sockets, watching."""

    def __init__(self, server: Server, **wish: Any) -> None:
        first = wish.get("side") or "black"
        self.creator, self.friend = Guest(server, "Anna"), Guest(server, "Bert")
        begun = self.creator.begin(**{"side": first, **wish})
        self.game: str = begun["game"]
        self.friend.redeem(begun["code"])
        mine, yours = self.creator.socket(), self.friend.socket()
        for socket in (mine, yours):
            socket.watch(self.game)
        self.black, self.white = (mine, yours) if first == "black" else (yours, mine)

    @property
    def sockets(self) -> dict[str, Socket]:
        """Return the sockets by side."""
        return {"black": self.black, "white": self.white}

    def play(self, *moves: str) -> dict[str, Any]:
        """Play moves, each by the side to move; return the last view."""
        view: dict[str, Any] = self.black.views[self.game]
        for move in moves:
            mover = self.sockets[view["turn"]]
            ack = mover.do(self.game, "move", text=move)
            assert ack["t"] == "ack", ack
            self.black.reaches(self.game, ack["seq"])
            self.white.reaches(self.game, ack["seq"])
            view = self.black.views[self.game]
        return view

    def close(self) -> None:
        """Close everything."""
        self.creator.close()
        self.friend.close()


def until(check: Any, timeout: float = WAIT) -> Any:
    """Return the first true value that `check` gives."""
    end = time.monotonic() + timeout
    while True:
        found = check()
        if found:
            return found
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)
