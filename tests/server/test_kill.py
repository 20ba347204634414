"""Kill the server under load: nothing acknowledged is lost, nothing is doubled, all go on."""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import threading
import time
from pathlib import Path

from support.served import WAIT, Guest, Server, Socket, new_id
from websockets.exceptions import ConnectionClosed, InvalidHandshake

KILLS = 20 if os.environ.get("CROWNHEAD_NIGHTLY") else 2
GAMES = 6
GONE = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError)


class Couple(threading.Thread):
    """Two players who play on whatever happens, and remember what was acknowledged."""

    def __init__(self, url: str, game: str, cookies: dict[str, str], stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.url, self.game, self.cookies, self.ended = url, game, cookies, stop
        self.acknowledged: dict[str, int] = {}
        self.sockets: dict[str, Socket] = {}
        self.resumed_at = 0.0
        self.chance = random.Random(game)

    def run(self) -> None:
        """Play until told to stop, or the game is over."""
        command: tuple[str, str, str, int] | None = None
        while not self.ended.is_set():
            try:
                if not self.sockets:
                    self.connect()
                # The clocks stand until both are back.
                view = next(iter(self.sockets.values())).shows(self.game, timeout=3, paused=False)
                if view["outcome"]:
                    return
                if command is None:
                    seq = max(socket.seqs[self.game] for socket in self.sockets.values())
                    text = self.chance.choice(view["legal"])["text"]
                    command = (new_id(), view["turn"], text, seq)
                id, side, text, seq = command
                answer = self.sockets[side].do(self.game, "move", id=id, text=text, seq=seq)
                if answer["t"] == "refused":
                    assert answer["code"] == "stale", answer  # the clocks were stopped meanwhile
                    command = None
                    self.sockets[side].reaches(self.game, answer["seq"], timeout=3)
                    continue
                assert self.acknowledged.get(id, answer["seq"]) == answer["seq"]
                self.acknowledged[id] = answer["seq"]
                command = None
                for socket in self.sockets.values():
                    socket.reaches(self.game, answer["seq"], timeout=3)
                    socket.waiting.clear()
            except GONE:
                self.disconnect()
                time.sleep(0.05)

    def connect(self) -> None:
        """Open both sockets and follow the game again."""
        for side, cookie in self.cookies.items():
            self.sockets[side] = Socket(self.url, cookie)
            self.sockets[side].watch(self.game)
        self.resumed_at = time.monotonic()

    def disconnect(self) -> None:
        """Close what is left of the sockets."""
        for socket in self.sockets.values():
            with contextlib.suppress(Exception):
                socket.close()
        self.sockets = {}


def test_kill_9_under_load(tmp_path: Path) -> None:
    server = Server(tmp_path, "--no-limits", "--no-delay")
    stop = threading.Event()
    couples = []
    for _ in range(GAMES):
        anna, bert = Guest(server), Guest(server)
        begun = anna.begin("friend", side="black", time="600", variant="international")
        bert.redeem(begun["code"])
        cookies = {"black": anna.cookie, "white": bert.cookie}
        couples.append(Couple(server.url, begun["game"], cookies, stop))
        anna.close()
        bert.close()
    for couple in couples:
        couple.start()
    chance = random.Random(5)
    for _ in range(KILLS):
        time.sleep(0.5 + chance.random())
        server.kill()
        server = Server(tmp_path, "--no-limits", "--no-delay", port=server.port)
        back = time.monotonic()
        while any(couple.resumed_at < back and couple.is_alive() for couple in couples):
            assert time.monotonic() - back < 2.0 + 2.0, "clients have not resumed"
            time.sleep(0.02)
    time.sleep(0.5)
    stop.set()
    for couple in couples:
        couple.join(WAIT)
        assert not couple.is_alive()
        couple.disconnect()
    server.__exit__()
    log = sqlite3.connect(tmp_path / "crownhead.sqlite3")
    rows = log.execute("SELECT game, seq, command FROM game_events ORDER BY game, seq").fetchall()
    log.close()
    total = 0
    for couple in couples:
        stored = [(seq, command) for game, seq, command in rows if game == couple.game]
        assert [seq for seq, _ in stored] == list(range(1, len(stored) + 1))
        # Before the client's id stands the number of the player's seat.
        found = {command.partition(":")[2]: seq for seq, command in stored if command}
        assert len(found) == sum(command is not None for _, command in stored)
        assert couple.acknowledged.items() <= found.items()
        total += len(couple.acknowledged)
    assert total > 20 * KILLS
