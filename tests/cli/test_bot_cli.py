"""`crownhead bot`: engines play each other on a server, and go on after they were killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.served import Guest, Server, until

from crownhead.bot import Client, ServerRefused

PASSWORD = "four kings on d8"


def token(server: Server, name: str) -> str:
    """Return the token of a new program's account."""
    who = Guest(server)
    made = {"name": name, "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    assert who.http.post("/api/account/bot").status_code == 200
    answer = who.http.post("/api/account/tokens", json={"name": "engine", "scope": "play"})
    return str(answer.json()["token"])


def bot(server: Server, token: str, *options: str) -> subprocess.Popen[str]:
    """Start a bot."""
    command = [sys.executable, "-m", "crownhead.cli", "bot", "--server", server.url, *options]
    environment = {**os.environ, "CROWNHEAD_TOKEN": token}
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )


def test_two_engines_play_a_game_and_one_comes_back(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits") as server:
        one, two = token(server, "Robby One"), token(server, "Robby Two")
        options = ("--time", "600", "--games", "1", "builtin:level=1")
        first = bot(server, one, *options)
        client = Client(server.url, one)
        until(lambda: bool(client.find_unfinished()))
        game = client.find_unfinished()
        second = bot(server, two, *options)
        until(lambda: len(Guest(server).http.get(f"/api/games/{game}").json()["view"]["moves"]) > 4)
        first.kill()
        first.communicate()
        again = bot(server, one, *options)
        for each in (again, second):
            said, wrong = each.communicate(timeout=120)
            assert each.returncode == 0, wrong
            assert game in said.splitlines()[0] and said.splitlines()[1].endswith(".")
        view = Guest(server).http.get(f"/api/games/{game}").json()["view"]
        assert view["outcome"] and {p["kind"] for p in view["players"].values()} == {"bot"}


def test_what_the_server_refuses_is_said(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        refused = bot(server, "crownhead_" + "x" * 43, "--games", "1")
        _, wrong = refused.communicate(timeout=60)
        assert refused.returncode == 2 and "not valid" in wrong
        missing = bot(server, "", "--games", "1")
        _, wrong = missing.communicate(timeout=60)
        assert missing.returncode == 2 and "A token is needed" in wrong
        with pytest.raises(ServerRefused, match="not valid"):
            Client(server.url, "crownhead_nonsense").find_unfinished()
