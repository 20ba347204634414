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


def test_challenges_to_the_named_games_are_taken_and_others_declined(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits") as server:
        one, two = token(server, "Robby One"), Client(server.url, token(server, "Robby Two"))
        games = ("--variant", "english", "--variant", "russian")
        process = bot(server, one, "--challenges", *games, "--games", "1", "builtin:level=1")

        def challenge(variant: str) -> str:
            asked = {"to": "Robby One", "variant": variant, "time": "600", "side": "white"}
            return str(two.ask("POST", "/api/challenges", asked)["game"])

        refused = challenge("turkish")
        until(lambda: any(each["declined"] for each in two.ask("GET", "/api/challenges")["sent"]))
        game = challenge("russian")

        def resign() -> bool:
            seen = two.ask("GET", f"/api/games/{game}")
            playing = "resign" in seen["view"]["allowed"]["white"]
            return playing and two.act(game, {"kind": "resign"}, seen["seq"])

        until(resign)
        said, wrong = process.communicate(timeout=120)
        assert process.returncode == 0, wrong
        assert game in said and refused not in said
        assert two.find_variant(game).key == "russian"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--challenges", "--invitation", "abc"), "exclude each other"),
        (("--variant", "english", "--variant", "russian"), "with --challenges alone"),
    ],
)
def test_options_that_contradict_each_other_are_refused(
    options: tuple[str, ...], sentence: str
) -> None:
    command = [sys.executable, "-m", "crownhead", "bot", "--server", "http://127.0.0.1:9"]
    done = subprocess.run(
        [*command, "--token", "t", *options], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 2 and sentence in done.stderr
