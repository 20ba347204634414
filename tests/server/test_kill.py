"""Kill the server under load: nothing acknowledged is lost, nothing is doubled, all go on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select
from support.served import WAIT, Guest, Server, Socket, new_id, until
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from crownhead.server.settings import database_url
from crownhead.server.storage.open_database import open_database
from crownhead.server.storage.schema import game_events

KILLS = 20 if os.environ.get("CROWNHEAD_NIGHTLY") else 2
GAMES = 6
EACH = 20  # moves between two kills or stops
STOPS = 2
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
                view = next(iter(self.sockets.values())).shows(self.game, timeout=15, paused=False)
                if view["outcome"]:
                    return
                if command is None:
                    seq = max(socket.seqs[self.game] for socket in self.sockets.values())
                    text = self.chance.choice(view["legal"])["text"]
                    command = (new_id(), view["turn"], text, seq)
                id, side, text, seq = command
                answer = self.sockets[side].do(self.game, "move", id=id, text=text, seq=seq)
                if answer["t"] == "refused":
                    # The clocks were stopped meanwhile, seen here or not.
                    paused = (answer["reason"] or {}).get("code") == "game_paused"
                    assert answer["code"] == "stale" or paused, answer
                    command = None
                    if not paused:
                        self.sockets[side].reaches(self.game, answer["seq"], timeout=15)
                    continue
                assert self.acknowledged.get(id, answer["seq"]) == answer["seq"]
                self.acknowledged[id] = answer["seq"]
                command = None
                for socket in self.sockets.values():
                    socket.reaches(self.game, answer["seq"], timeout=15)
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


def count_acknowledged(couples: list[Couple]) -> int:
    """Return how many moves the players know to be stored."""
    return sum(len(couple.acknowledged) for couple in couples)


def wait_for_moves(couples: list[Couple], moves: int) -> None:
    """Wait until the players have been told of so many more moves that they are stored."""
    before = count_acknowledged(couples)
    until(
        lambda: (
            count_acknowledged(couples) >= before + moves
            or not any(couple.is_alive() for couple in couples)
        )
    )


@contextlib.contextmanager
def play_games(server: Server) -> Iterator[list[Couple]]:
    """Let couples play at a server until the end of the block."""
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
    try:
        yield couples
    finally:
        stop.set()
        for couple in couples:
            couple.join(WAIT)
            couple.disconnect()
    assert not any(couple.is_alive() for couple in couples)


def count_stored(couples: list[Couple], url: str) -> int:
    """Check that the log has every acknowledged move once, and return how many there are."""
    rows = _log(url)
    for couple in couples:
        stored = [(seq, command) for game, seq, command in rows if game == couple.game]
        assert [seq for seq, _ in stored] == list(range(1, len(stored) + 1))
        # Before the client's id stands the number of the player's seat.
        found = {command.partition(":")[2]: seq for seq, command in stored if command}
        assert len(found) == sum(command is not None for _, command in stored)
        assert couple.acknowledged.items() <= found.items()
    return count_acknowledged(couples)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_kill_9_under_load(tmp_path: Path, kind: str, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue("database") if kind == "postgres" else ""
    environment = {"DATABASE_URL": url}
    options = ("--no-limits", "--no-delay")
    server = Server(tmp_path, *options, environment=environment)
    chance = random.Random(5)
    with play_games(server) as couples:
        for _ in range(KILLS):
            wait_for_moves(couples, EACH)
            time.sleep(chance.random())
            server.kill()
            server = Server(tmp_path, *options, port=server.port, environment=environment)
            back = time.monotonic()
            until(
                lambda back=back: (
                    not any(  # type: ignore[misc]
                        couple.resumed_at < back and couple.is_alive() for couple in couples
                    )
                )
            )
        wait_for_moves(couples, EACH)
    server.__exit__()
    total = count_stored(couples, url or f"sqlite:///{tmp_path / 'crownhead.sqlite3'}")
    assert total > EACH * KILLS
    print(f"{KILLS} kills, {total} acknowledged moves, none lost, doubled or reordered")


def test_clocks_stand_while_the_process_is_stopped_under_load(tmp_path: Path) -> None:
    began = time.monotonic()
    stopped = 0.0
    with Server(tmp_path, "--no-limits", "--no-delay") as server:
        with play_games(server) as couples:
            for _ in range(STOPS):
                wait_for_moves(couples, EACH)
                server.process.send_signal(signal.SIGSTOP)
                since = time.monotonic()
                time.sleep(5)
                stopped += time.monotonic() - since
                server.process.send_signal(signal.SIGCONT)
            wait_for_moves(couples, EACH)
        ran = (time.monotonic() - began - stopped) * 1000
        reader = Guest(server)
        socket = reader.socket()
        holds = []
        for couple in couples:
            snapshot = socket.watch(couple.game)
            clock, kinds = snapshot["view"]["clock"], [e["kind"] for e in snapshot["events"]]
            assert clock["white"] + clock["black"] >= 2 * 600_000 - ran, couple.game
            assert "time_forfeited" not in kinds
            holds += [kind for kind in kinds if kind == "held"]
        assert holds  # once for two stops where the second came before all clocks were held
    assert count_stored(couples, f"sqlite:///{tmp_path / 'crownhead.sqlite3'}") > EACH * STOPS


def _log(url: str) -> list[tuple[str, int, str | None]]:
    """Return what the database holds of all games, in order."""

    async def ask() -> list[tuple[str, int, str | None]]:
        database = open_database(url if url.startswith("sqlite") else database_url(Path(), url))
        wanted = select(game_events.c.game, game_events.c.seq, game_events.c.command)
        ordered = wanted.order_by(game_events.c.game, game_events.c.seq)
        rows = await database.read(lambda connection: list(connection.execute(ordered)))
        await database.close()
        return [(row.game, row.seq, row.command) for row in rows]

    return asyncio.run(ask())
