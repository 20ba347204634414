"""Attack a server, with all its limits, from six networks, and measure what another guest notices.

    python3 -m bench shares                        30 seconds, directly and through nginx
    python3 -m bench shares --seconds 120 --only queues

Each of six addresses of this machine has as many cookies as it likes. It repeats explanations that
are known already, offers games of house rules and opens the lobby, fills the queues of analysis,
reports, hints and files that come in byte by byte, and hands in long games to have them read again
and again. Another guest, from a seventh address, looks and moves in a game of his own, asks how the
server is, and now and then for the lobby and an analysis. He does the same in the same moments at a
server that nobody attacks: what that one takes is the machine's, and as in `bench attack` the time
is taken off for which the event loop and the guest were ready and the system gave them no
processor. nginx is found in the path.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import multiprocessing as mp
import os
import random
import shutil
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

import crownhead as ch
from bench.attack import waiting_time
from bench.reconnect import nginx
from bench.server import Server
from bench.times import percentile
from crownhead.variants import VARIANTS, Variant

LIMIT = 0.100
"""Seconds: the 95th percentile of another guest's answers that is asked for."""
MEMORY = 1_000
"""MB that the server may take."""
NETWORKS = tuple(f"127.0.0.{n}" for n in range(2, 8))
MINE = "127.0.0.8"
PAUSE = 0.3
"""Seconds between two rounds of the other guest, who stays within his share."""
RICH = "W:WK13,K46:BK39,18,24,K37,36,K47,43"
SHUFFLING = "W:WK13,K46,K2:BK39,18,24,K37,36,K47,43,K50"
LONG = 1_500
"""Events of a game that is handed in."""
COOKIES = 6
"""Of one attack from one network, at the same time."""


def main(arguments: list[str] | None = None) -> int:
    """Attack and measure; return 0 if the other guest had his share, in time."""
    parser = argparse.ArgumentParser(prog="bench shares")
    parser.add_argument("--seconds", type=float, default=30.0, help="for each way")
    parser.add_argument("--only", choices=sorted(ATTACKS), help="one of the attacks")
    options = parser.parse_args([] if arguments is None else arguments)
    attacks = [options.only] if options.only else sorted(ATTACKS)
    good = _measure("directly", attacks, options.seconds, proxied=False)
    if shutil.which("nginx") is None:
        print("nginx is not in the path: left out")
    else:
        good &= _measure("through nginx", attacks, options.seconds, proxied=True)
    return 0 if good else 1


def _measure(way: str, attacks: list[str], seconds: float, *, proxied: bool) -> bool:
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="crownhead-")))
        folder.chmod(0o755)
        server = stack.enter_context(Server(folder / "server", "", limits=True))
        quiet = stack.enter_context(Server(folder / "quiet", "", limits=True))
        port = int(server.url.rsplit(":", 1)[1])
        front, workers = stack.enter_context(nginx(folder, port)) if proxied else (port, [])
        _made[:] = _made or [_long_game()]  # for all that are forked from here
        end = time.time() + seconds
        attackers = [
            mp.Process(target=_attack, args=(front, address, attacks, end), daemon=True)
            for address in NETWORKS
        ]
        victim = _Victim(front, (server.process.pid, *workers))
        beside = _Victim(int(quiet.url.rsplit(":", 1)[1]), (quiet.process.pid,))
        for each in (victim, beside):
            each.round(heavy=False)  # what is made once is not measured
            each.forget()
        for attacker in attackers:
            attacker.start()
        memory, number = server.memory(), 0
        while time.time() < end:
            number += 1
            for each in random.sample((victim, beside), 2):
                each.round(heavy=number % 10 == 0)
            memory = max(memory, server.memory())
            time.sleep(PAUSE)
        for attacker in attackers:
            attacker.join(5)
            attacker.kill()
        print(f"{way}, {len(NETWORKS)} networks, {', '.join(attacks)}, {seconds:.0f} s")
        victim.report("another guest")
        beside.report("the same at a quiet server")
        print(f"  memory at most {memory:.0f} MB", flush=True)
        slow = percentile(victim.own, 95) > LIMIT
        return not (slow or victim.refused or memory > MEMORY)


class _Client:
    """Somebody who asks from an address, with a cookie of his own."""

    def __init__(self, port: int, address: str, timeout: float = 120) -> None:
        self.port = port
        self.address = address
        self._connection = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=timeout, source_address=(address, 0)
        )
        self._cookie = ""

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Return the status and the body of an answer, status 0 if there is none."""
        headers = {"cookie": self._cookie, "content-type": "application/json"}
        sent = None if body is None else json.dumps(body)
        for _ in range(2):  # a connection that was idle may be gone
            try:
                self._connection.request(method, path, sent, headers)
                answer = self._connection.getresponse()
                text = answer.read()
                break
            except (OSError, http.client.HTTPException):
                self._connection.close()
        else:
            return 0, None
        given = answer.getheader("set-cookie")
        if given:
            self._cookie = given.split(";")[0]
        is_json = (answer.getheader("content-type") or "").startswith("application/json")
        return answer.status, json.loads(text) if is_json and text else text

    def socket(self) -> Any:
        """Return an open socket of the same guest."""
        if not self._cookie:
            self.ask("GET", "/api/me")
        plain = socket.create_connection(
            ("127.0.0.1", self.port), timeout=60, source_address=(self.address, 0)
        )
        address = f"ws://127.0.0.1:{self.port}/api/socket"
        headers = {"cookie": self._cookie}
        return connect(address, sock=plain, additional_headers=headers, compression=None)

    def upload(self, size: int, pause: float, end: float) -> None:
        """Hand in a file byte by byte, until it is enough for somebody."""
        if not self._cookie:
            self.ask("GET", "/api/me")
        head = (
            f"POST /api/bases?name=slow HTTP/1.1\r\nHost: localhost\r\nCookie: {self._cookie}\r\n"
            f"Content-Type: text/plain\r\nContent-Length: {size}\r\n\r\n"
        )
        with socket.create_connection(
            ("127.0.0.1", self.port), timeout=60, source_address=(self.address, 0)
        ) as plain:
            plain.sendall(head.encode())
            while time.time() < end:
                plain.sendall(b"[")
                time.sleep(pause)


@dataclass
class _Victim:
    """Somebody who plays, and stays within his share."""

    port: int
    pids: tuple[int, ...]
    times: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    thought: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._client = _Client(self.port, MINE)
        self._game = ""
        self._view: dict[str, Any] = {}
        self._number = 0

    def round(self, *, heavy: bool) -> None:
        """Look, move, and ask how the server is; if `heavy`, have it think as well."""
        if not self._game:
            wish = {"variant": "english", "opponent": {"kind": "same_device"}}
            begun = self._measure("POST", "/api/games", wish)
            self._game = begun["game"] if begun else ""
            return
        shown = self._measure("GET", f"/api/games/{self._game}")
        self._view = shown["view"] if shown else self._view
        legal = self._view.get("legal")
        if not legal:
            self._game = ""
            return
        self._number += 1
        act = {"kind": "move", "text": random.choice(legal)["text"]}
        command = {"id": f"victim-{self._number}", "act": act}
        self._measure("POST", f"/api/games/{self._game}/do", command)
        self._measure("GET", "/health")
        if heavy:
            self._measure("GET", "/api/lobby")
            began = time.perf_counter()
            wish = {"variant": "english", "nodes": 10_000}
            status, said = self._client.ask("POST", "/api/analysis", wish)
            self.thought.append(time.perf_counter() - began)
            if status != 200 or b'"refused"' in said:
                self.refused[f"analysis {status}"] += 1

    def _measure(self, method: str, path: str, body: Any = None) -> Any:
        kept, began = self._waiting_time(), time.perf_counter()
        status, answer = self._client.ask(method, path, body)
        took = time.perf_counter() - began
        self.times.append(took)
        self.own.append(max(0.0, took - (self._waiting_time() - kept)))
        if status in (200, 201):
            return answer
        if status != 409:  # a move that was made of an old view is no refusal of the server's
            self.refused[f"{method} {path.split('/')[-1]} {status}"] += 1
        return None

    def _waiting_time(self) -> float:
        return sum(map(waiting_time, (*self.pids, os.getpid())))

    def forget(self) -> None:
        """Begin to measure now."""
        self.times, self.own, self.thought, self.refused = [], [], [], Counter()

    def report(self, name: str) -> None:
        """Print how long he waited, and what he was refused."""
        p50, p95, p99 = (percentile(self.times, rank) * 1000 for rank in (50, 95, 99))
        own = percentile(self.own, 95) * 1000
        thought = percentile(self.thought, 50) * 1000
        refused = ", ".join(f"{n} x {what}" for what, n in self.refused.items()) or "nothing"
        print(
            f"  {name}: {len(self.times)} answers, median {p50:.1f}, p95 {p95:.1f}, "
            f"p99 {p99:.0f} ms; p95 less what the system kept it waiting {own:.1f} ms; "
            f"an analysis {thought:.0f} ms; refused {refused}"
        )


# The attacks: each is repeated with a new cookie until the time is over


def _attack(port: int, address: str, attacks: list[str], end: float) -> None:
    os.nice(10)

    def repeat(one: Callable[[_Client, float], None]) -> None:
        while time.time() < end:
            with contextlib.suppress(OSError, WebSocketException, http.client.HTTPException):
                one(_Client(port, address), end)
            time.sleep(0.05)

    for name in attacks:
        for one, times in ATTACKS[name]:
            for _ in range(times):
                Thread(target=repeat, args=(one,), daemon=True).start()
    time.sleep(max(0.0, end - time.time()))


def _explain(client: _Client, end: float) -> None:
    """Ask again and again why a move of a rich position is refused."""
    wish: dict[str, Any] = {
        "variant": "frisian",
        "start": RICH,
        "huffing": True,
        "opponent": {"kind": "same_device"},
    }
    status, begun = client.ask("POST", "/api/games", wish)
    if status != 201:
        time.sleep(1)
        return
    asked = {"t": "explain", "id": "attack-0001", "game": begun["game"], "text": "1x2x3x4x5"}
    with client.socket() as talk:
        for _ in range(2_000):
            talk.send(json.dumps(asked))
            talk.recv()
            if time.time() > end:
                return
            time.sleep(0.02)


def _offer(client: _Client, _end: float) -> None:
    """Offer a game of the longest house rules, and open the lobby."""
    rules = VARIANTS["russian"].rules.but(men_rows=random.choice((2, 3)))
    record = Variant.house("x" * 200, rules).to_dict()
    record["rules"]["draw_rules"][0]["rule"] = random.choice(("x" * 40, "x" * 60_000))
    client.ask("POST", "/api/games", {"variant": record, "opponent": {"kind": "anybody"}})
    client.ask("POST", "/api/games", {"variant": "english", "opponent": {"kind": "anybody"}})
    with client.socket() as talk:
        for _ in range(5):
            talk.send('{"t":"lobby","on":true}')
            talk.recv()
            time.sleep(0.2)


def _analyse(client: _Client, _end: float) -> None:
    client.ask("POST", "/api/analysis", {"variant": "international", "nodes": 20_000_000})


def _report(client: _Client, _end: float) -> None:
    moves = ["32-28", "19-23", "28x19", "14x23"]
    wish = {"variant": "international", "moves": moves, "nodes": 200_000}
    client.ask("POST", "/api/report", wish)


def _hint(client: _Client, _end: float) -> None:
    wish = {"variant": "international", "opponent": {"kind": "same_device"}}
    status, begun = client.ask("POST", "/api/games", wish)
    if status != 201:
        time.sleep(1)
        return
    with client.socket() as talk:
        for number in range(6):
            asked = {"t": "hint", "id": f"attack-{number:04}", "game": begun["game"]}
            talk.send(json.dumps(asked))
        for _ in range(6):
            talk.recv(30)


def _upload(client: _Client, end: float) -> None:
    client.upload(16_000_000, 5.0, end)


def _long_game() -> dict[str, Any]:
    game = ch.Game("frisian", start=SHUFFLING, huffing=True)
    dice = random.Random(3)
    while game.length < LONG and game.outcome is None:
        moves = list(game.position.faulty_moves) or list(game.position.legal_moves)
        game.play(dice.choice(moves))
        if len(game.moves) >= 2:
            game.request_takeback(game.turn, 2)
            game.accept_takeback()
    record: dict[str, Any] = json.loads(game.to_json())
    return record


_handed_in: list[str] = []
_made: list[dict[str, Any]] = []


def _hand_in(client: _Client, _end: float) -> None:
    """Hand in a long game, and read those that were handed in before."""
    number = random.randrange(10**9)
    wish = {"id": f"attack-{number:09}", "record": _made[0], "you": ["white", "black"]}
    status, begun = client.ask("POST", "/api/games/hand-in", wish)
    if status == 201:
        _handed_in.append(begun["game"])
    for game in random.sample(_handed_in, min(5, len(_handed_in))):
        client.ask("GET", f"/api/games/{game}")


ATTACKS: dict[str, tuple[tuple[Callable[[_Client, float], None], int], ...]] = {
    "explain": ((_explain, COOKIES),),
    "lobby": ((_offer, COOKIES),),
    "queues": (
        (_analyse, COOKIES),
        (_report, COOKIES),
        (_hint, COOKIES // 2),
        (_upload, COOKIES // 2),
    ),
    "long": ((_hand_in, COOKIES // 2),),
}
