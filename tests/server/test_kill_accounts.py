"""Kill the server while an account is made, a rated game ends, an account is deleted."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from support.served import Guest, Server, new_id, until

KILLS = 20 if os.environ.get("CROWNHEAD_NIGHTLY") else 2
PASSWORD = "four kings on d8"
LONGEST = 0.3
"""Seconds after which the server is killed at the latest: what is asked for takes less."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Return a server that may be killed."""
    with Server(tmp_path, "--no-limits", "--no-delay", "--log", "error") as started:
        yield started


def database_reader(server: Server, folder: Path) -> Callable[[str], list[tuple[Any, ...]]]:
    """Return what asks the database of a server that is killed."""

    def ask(question: str) -> list[tuple[Any, ...]]:
        with contextlib.closing(sqlite3.connect(folder / "crownhead.sqlite3")) as database:
            return database.execute(question).fetchall()

    return ask


def kill_during(
    server: Server, chance: Random, act: Callable[[], httpx.Response]
) -> httpx.Response | None:
    """Kill the server at some moment after something has been asked; return the answer, if any."""
    with ThreadPoolExecutor(1) as pool:
        answer: Future[httpx.Response] = pool.submit(act)
        time.sleep(chance.uniform(0, LONGEST))
        server.kill()
        try:
            return answer.result()
        except httpx.HTTPError:
            return None


def sign_up(who: Guest, name: str) -> httpx.Response:
    """Make an account."""
    return who.http.post("/api/account", json={"name": name, "password": PASSWORD})


def act(who: Guest, game: str, act: dict[str, Any]) -> httpx.Response:
    """Act in a game by HTTP."""
    return who.http.post(f"/api/games/{game}/do", json={"id": new_id(), "act": act})


def test_an_account_is_made_as_a_whole_or_not_at_all(server: Server, tmp_path: Path) -> None:
    ask, chance = database_reader(server, tmp_path), Random(1)
    for number in range(KILLS):
        anna, name = Guest(server), f"Anna {number}"
        answer = kill_during(server, chance, lambda who=anna, name=name: sign_up(who, name))  # type: ignore[misc]
        found = ask(
            f"select player from accounts join players on id = player where name = '{name}'"
        )
        made = len(found) == 1
        assert made or not found
        if answer is not None and answer.status_code == 201:
            assert made
        known = {player for (player,) in ask("select player from accounts")}
        for table, most in (("recovery_codes", 10), ("sessions", 1)):
            rows = ask(f"select player, count(*) from {table} group by player")
            assert {player for player, _ in rows} == known
            assert all(count == most for _, count in rows)
        server.start()
        again = Guest(server)
        body = {"name": name, "password": PASSWORD}
        signed = again.http.post("/api/account/sign-in", json=body).status_code
        assert signed == (200 if made else 403)
        assert made or sign_up(again, name).status_code == 201
        if made:  # a second session of it now
            assert again.http.post("/api/account/sign-out").status_code == 204


def test_a_rated_game_ends_with_all_that_follows_or_goes_on(server: Server, tmp_path: Path) -> None:
    ask, chance = database_reader(server, tmp_path), Random(2)
    anna, bert = Guest(server), Guest(server)
    for who, name in ((anna, "Anna"), (bert, "Bert")):
        assert sign_up(who, name).status_code == 201
    for _ in range(KILLS):
        begun = anna.begin("friend", side="black", rated=True, time="300+5")
        game = begun["game"]
        bert.redeem(begun["code"])
        for who, text in ((anna, "11-15"), (bert, "23-19")):
            assert act(who, game, {"kind": "move", "text": text}).status_code == 200
        answer = kill_during(server, chance, lambda game=game: act(anna, game, {"kind": "resign"}))  # type: ignore[misc]
        [(phase,)] = ask(f"select phase from games where id = '{game}'")
        over = phase == "over"
        if answer is not None and answer.status_code == 200:
            assert over
        assert len(ask(f"select * from rated_games where game = '{game}'")) == over
        assert len(ask(f"select * from played_games where game = '{game}'")) == 2 * over
        [(games,)] = ask("select count(*) from rated_games")
        assert all(row == (games,) for row in ask("select games from ratings"))
        server.start()
        if not over:
            assert act(anna, game, {"kind": "resign"}).status_code == 200


def test_a_deletion_that_was_begun_is_brought_to_its_end(server: Server, tmp_path: Path) -> None:
    ask, chance = database_reader(server, tmp_path), Random(3)
    friend = Guest(server, "Bert")
    begun_once = 0
    for number in range(KILLS):
        anna, name = Guest(server), f"Gerda {number}"
        assert sign_up(anna, name).status_code == 201
        for _ in range(3):
            begun = anna.begin("friend", side="black")
            friend.redeem(begun["code"])
            act(anna, begun["game"], {"kind": "resign"})
        [(player,)] = ask(f"select id from players where name = '{name}'")
        answer = kill_during(server, chance, lambda who=anna: who.http.delete("/api/account"))  # type: ignore[misc]
        left = ask(f"select * from accounts where player = '{player}'")
        leaving = ask(f"select * from challenges where player = '{player}' and purpose = 'leave'")
        begun_once += bool(leaving)
        if answer is not None and answer.status_code == 204:
            assert not left
        server.start()
        if left and not leaving:
            assert anna.http.delete("/api/account").status_code == 204
        until(lambda player=player: not ask(f"select * from accounts where player = '{player}'"))
        places = {
            "players": "id",
            "accounts": "player",
            "sessions": "player",
            "recovery_codes": "player",
            "challenges": "player",
            "seats": "player",
            "played_games": "player",
            "ratings": "player",
        }
        for table, column in places.items():
            assert ask(f"select * from {table} where {column} = '{player}'") == [], table
        assert ask(f"select * from played_games where opponent = '{player}'") == []
        assert ask(f"select * from game_events where body like '%{player}%'") == []
        assert ask(f"select * from game_events where body like '%{name}%'") == []
