"""Several processes that share a database: players of one game on different ones."""

from __future__ import annotations

import concurrent.futures
import signal
import socket as tcp
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from support.computer import play_as_expected
from support.served import Guest, Server, Socket, until

from crownhead.server.process.computer import game_seed

SECRET = "a secret that both processes share"


@pytest.fixture
def two(tmp_path: Path, database: str) -> Iterator[tuple[Server, Server]]:
    """Return two processes on one PostgreSQL that started at the same moment."""
    environment = {"DATABASE_URL": database, "CROWNHEAD_SECRET": SECRET}

    def start(name: str) -> Server:
        return Server(tmp_path / name, "--no-limits", "--no-delay", environment=environment)

    with ExitStack() as stack, concurrent.futures.ThreadPoolExecutor() as pool:
        one, other = pool.map(start, ("one", "other"))
        yield stack.enter_context(one), stack.enter_context(other)


def begin_game(one: Server, other: Server, **wish: Any) -> tuple[str, Guest, Guest]:
    """Return a game between a guest of each process."""
    anna, bert = Guest(one, "Anna"), Guest(other, "Bert")
    begun = anna.begin("friend", side="black", **wish)
    bert.redeem(begun["code"])
    return begun["game"], anna, bert


def play(game: str, black: Socket, white: Socket, plies: int) -> dict[str, Any]:
    """Play first moves of the list; each side waits for the other's move."""
    view = black.views[game]
    for _ in range(plies):
        if view["outcome"]:
            break
        mover, waiter = (black, white) if view["turn"] == "black" else (white, black)
        ack = mover.do(game, "move", text=view["legal"][0]["text"])
        assert ack["t"] == "ack", ack
        mover.reaches(game, ack["seq"])
        view = waiter.reaches(game, ack["seq"])
    return view


def test_players_of_one_game_on_two_processes(two: tuple[Server, Server]) -> None:
    game, anna, bert = begin_game(*two)
    black, white = anna.socket(), bert.socket()
    black.watch(game)
    assert white.watch(game)["view"]["phase"] == "playing"
    assert black.until("here", here={"white": True, "black": True})
    play(game, black, white, 20)
    assert black.views[game] == white.views[game]
    white.close()
    assert black.until("here", here={"white": False, "black": True})


def test_a_level_plays_alike_at_both_processes(two: tuple[Server, Server]) -> None:
    anna = Guest(two[0])
    game = anna.begin("computer", level=2, side="black")["game"]
    sockets = [anna.socket(), anna.at(two[1]).socket()]
    for socket in sockets:
        socket.watch(game)
    play_as_expected(sockets, game, game_seed((SECRET.encode(),), game), plies=12)


def test_the_same_guest_is_known_to_both(two: tuple[Server, Server]) -> None:
    anna = Guest(two[0], "Anna")
    there = anna.at(two[1])
    assert there.http.get("/api/me").json()["name"] == "Anna"
    looking = there.socket()
    looking.send("lobby", on=True)
    looking.until("lobby")
    game = anna.begin("anybody")["game"]
    assert game in [offer["game"] for offer in looking.until("lobby_news")["added"]]


def test_only_one_of_two_racing_commands_is_played(two: tuple[Server, Server]) -> None:
    game, anna, bert = begin_game(*two)
    twin = anna.at(two[1])
    sockets = anna.socket(), twin.socket()
    for follower in sockets:
        follower.watch(game)
    for _ in range(10):
        held = min(socket.seqs[game] for socket in sockets)
        for actor, kind in zip(sockets, ("offer", "withdraw"), strict=True):
            actor.send("do", id=f"race-{held}-{kind}", game=game, seq=held, act={"kind": kind})
        said = [socket.until("ack", "refused") for socket in sockets]
        assert [answer["t"] for answer in said].count("ack") <= 1
        if all(answer["t"] == "refused" for answer in said):
            break
        seq = max(answer["seq"] for answer in said if answer["t"] == "ack")
        for socket in sockets:
            socket.reaches(game, seq)


def test_a_killed_process_is_replaced_by_the_other(two: tuple[Server, Server]) -> None:
    one, other = two
    game, anna, bert = begin_game(one, other, time="60")
    black, white = anna.socket(), bert.socket()
    black.watch(game)
    white.watch(game)
    play(game, black, white, 3)
    held = black.seqs[game]
    one.kill()
    ack = white.do(game, "move", text=white.views[game]["legal"][0]["text"])
    moved = anna.at(other).socket()
    snapshot = moved.watch(game, since=held)
    assert snapshot["seq"] == ack["seq"] and snapshot["you"] == ["black"]
    assert not snapshot["view"]["paused"]
    play(game, moved, white, 2)


def test_a_flag_falls_though_its_process_is_gone(two: tuple[Server, Server]) -> None:
    one, other = two
    game, anna, bert = begin_game(one, other, time="2")
    black = anna.socket()
    black.watch(game)
    black.do(game, "move", text="11-15")
    one.kill()
    shown = until(
        lambda: (s := bert.http.get(f"/api/games/{game}").json())["view"]["outcome"] and s
    )
    assert shown["view"]["outcome"]["termination"] == "time"


def restart(postgres: Any) -> None:
    """Restart PostgreSQL as if the power had failed."""
    from pgserver import pg_ctl

    user = postgres.system_user
    pg_ctl(["-m", "immediate", "-w", "restart"], pgdata=postgres.pgdata, user=user, timeout=300)


def test_play_goes_on_while_the_database_restarts(
    two: tuple[Server, Server], postgres: Any
) -> None:
    game, anna, bert = begin_game(*two, time="60")
    black, white = anna.socket(), bert.socket()
    black.watch(game)
    white.watch(game)
    play(game, black, white, 4)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        restarting = pool.submit(restart, postgres)
        acknowledged = play(game, black, white, 12)["ply"]
        restarting.result()
    view = play(game, black, white, 4)
    assert view["ply"] == acknowledged + 4
    for server in two:
        assert Guest(server).http.get("/health").status_code == 200
    fresh = anna.at(two[1]).socket()
    assert fresh.watch(game)["view"]["moves"] == view["moves"]


def test_a_second_process_on_one_sqlite_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits") as one:
        with pytest.raises(AssertionError, match="not started"):
            Server(tmp_path)
        said = one.read_log().splitlines()[-1]
        assert said == f"crownhead: {tmp_path}: another crownhead already serves this folder."
        assert "Traceback" not in one.read_log()
        assert Guest(one).http.get("/health").json() == {"status": "ok"}
    with Server(tmp_path) as again:
        assert Guest(again).http.get("/health").json() == {"status": "ok"}


def test_a_corrupt_database_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "crownhead.sqlite3").write_bytes(b"this is no database" * 1000)
    with pytest.raises(AssertionError, match="The database cannot be used: file is not a database"):
        Server(tmp_path)
    assert "Traceback" not in (tmp_path / "log").read_text()


class LateGate:
    """A port that leads to PostgreSQL's own socket, once the server waits for it."""

    def __init__(self, path: str, log: Path) -> None:
        with tcp.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._path = path
        self._log = log
        self._ends: list[tcp.socket] = []
        self._threads = [threading.Thread(target=self._open)]
        self._threads[0].start()

    def _open(self) -> None:
        until(
            lambda: self._log.exists() and "waiting for the database" in self._log.read_text(), 60
        )
        listener = tcp.create_server(("127.0.0.1", self.port))
        self._ends.append(listener)
        with suppress(OSError):
            while True:
                client, _ = listener.accept()
                server = tcp.socket(tcp.AF_UNIX)
                server.connect(self._path)
                self._ends += [client, server]
                for ends in ((client, server), (server, client)):
                    self._threads.append(threading.Thread(target=self._forward, args=ends))
                    self._threads[-1].start()

    def _forward(self, source: tcp.socket, target: tcp.socket) -> None:
        with suppress(OSError):
            while chunk := source.recv(65_536):
                target.sendall(chunk)
            target.shutdown(tcp.SHUT_WR)

    def close(self) -> None:
        """Close everything, and wait for the threads."""
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(tcp.SHUT_RDWR)
            end.close()
        for thread in self._threads:
            thread.join(10)


def test_waits_for_a_database_that_is_not_there_yet(tmp_path: Path, database: str) -> None:
    parts = urlsplit(database)
    path = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
    with closing(LateGate(path, tmp_path / "log")) as gate:
        url = f"postgresql://postgres@127.0.0.1:{gate.port}{parts.path}"
        environment = {"DATABASE_URL": url, "CROWNHEAD_SECRET": SECRET}
        with Server(tmp_path, environment=environment) as server:
            assert Guest(server).http.get("/health").json() == {"status": "ok"}


def test_a_database_that_cannot_be_reached_ends_the_start(tmp_path: Path) -> None:
    address = "postgresql://nobody@127.0.0.1:1/none"
    with pytest.raises(AssertionError, match="not started"):
        Server(tmp_path, environment={"DATABASE_URL": address, "CROWNHEAD_PATIENCE": "1"})
    said = (tmp_path / "log").read_text()
    assert "The database cannot be used" in said and "Traceback" not in said


def test_a_used_port_gives_one_sentence(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        command = [sys.executable, "-m", "crownhead.cli", "serve", "--data", str(tmp_path)]
        found = subprocess.run(
            [*command, "--port", str(server.port)], capture_output=True, text=True, timeout=300
        )
    assert found.returncode == 2 and "in use" in found.stderr
    assert len(found.stderr.splitlines()) == 1


def test_a_second_interrupt_waits_for_nobody_but_ends_in_good_order(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        server.process.send_signal(signal.SIGINT)
        until(lambda: "stopping" in server.read_log())
        assert server.stop(signal.SIGINT) == 0
        assert '"error"' not in server.read_log()


PASSWORD = "four kings on d8"


def sign_up(server: Server, name: str) -> Guest:
    """Return somebody with an account, made at this process."""
    who = Guest(server)
    made = {"name": name, "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    return who


def test_an_account_of_one_process_is_known_to_the_other(two: tuple[Server, Server]) -> None:
    one, other = two
    anna, phone = sign_up(one, "Anna Adler"), Guest(other)
    own = phone.begin("friend", side="white")["game"]
    watching = phone.socket()
    watching.watch(own)
    signed = {"name": "anna adler", "password": PASSWORD}
    answer = phone.http.post("/api/account/sign-in", json=signed)
    assert answer.status_code == 200 and answer.json()["joined"] == 1
    # What was read of the game at the first process is read again: the seat is Anna's now.
    assert anna.http.get(f"/api/games/{own}").json()["you"] == ["white"]
    signed_in = phone.socket()
    signed_in.send("hello", lang="en")
    signed_in.until("welcome")
    assert len(anna.http.delete("/api/account/sessions").json()["sessions"]) == 1
    # The other process hears of it, and closes the socket.
    with pytest.raises(Exception, match="4401"):
        while True:
            signed_in.hear()
    assert phone.http.get("/api/account").json()["account"] is None


def test_two_make_an_account_of_one_name_at_once(two: tuple[Server, Server]) -> None:
    guests = [Guest(server) for server in (*two, *two)]
    made = {"name": "Berta Berg", "password": PASSWORD}
    with concurrent.futures.ThreadPoolExecutor() as pool:
        answers = list(pool.map(lambda g: g.http.post("/api/account", json=made), guests))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]


def test_rated_games_that_end_at_once_all_count(two: tuple[Server, Server]) -> None:
    one, other = two
    anna, bert = sign_up(one, "Clara Cram"), sign_up(other, "Dora Dorn")
    games = []
    for _ in range(6):
        begun = anna.begin("friend", side="black", rated=True, time="300+5")
        bert.redeem(begun["code"])
        games.append(begun["game"])
        for who, text in ((anna, "11-15"), (bert, "23-19")):
            act = {"id": f"move-{text}-{begun['game']}", "act": {"kind": "move", "text": text}}
            assert who.http.post(f"/api/games/{begun['game']}/do", json=act).status_code == 200

    def resign(number: int) -> int:
        who = (anna, bert)[number % 2]
        act = {"id": f"resign-{games[number]}", "act": {"kind": "resign"}}
        return int(who.http.post(f"/api/games/{games[number]}/do", json=act).status_code)

    with concurrent.futures.ThreadPoolExecutor() as pool:
        assert list(pool.map(resign, range(6))) == [200] * 6
    for name in ("Clara Cram", "Dora Dorn"):
        [rating] = anna.http.get(f"/api/players/{name}").json()["ratings"]
        assert rating["games"] == 6
    changes = anna.http.get("/api/players/Clara Cram").json()["changes"]
    assert len(changes) == 6
    # Each goes on from where the one before has left it.
    assert all(newer["before"] == older["after"] for newer, older in pairwise(changes))
