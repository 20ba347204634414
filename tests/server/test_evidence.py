"""Moderators are shown how a player's moves compare with an engine's; nobody else is."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from support.served import Guest, Server, give_role, new_id

from crownhead import Engine, Game, Limit

Make = Callable[..., Guest]
PASSWORD = "four kings on d8"


def member(guest: Make) -> tuple[Guest, str]:
    """Return somebody who has signed in, and his name."""
    who, name = guest(), f"Vera {new_id()[-8:]}"
    made = {"name": name, "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    return who, name


def play_rated_game(black: Guest, white: Guest, plies: int) -> None:
    """Play a rated game of an engine's moves, which White gives up."""
    begun = black.begin("friend", side="black", rated=True, time="300+5")
    white.redeem(begun["code"])
    path = f"/api/games/{begun['game']}/do"

    def act(who: Guest, **act: Any) -> None:
        answer = who.http.post(path, json={"id": new_id(), "act": act})
        assert answer.status_code == 200, answer.text

    game = Game("english")
    with Engine.builtin(megabytes=1) as engine:
        for ply in range(plies):
            move = engine.play(game, Limit(nodes=2_000))
            game.play(move)
            act((black, white)[ply % 2], kind="move", text=str(move))
    act(white, kind="resign")


def lines(who: Guest, player: str) -> list[dict[str, Any]]:
    """Return the lines that answer a question about a player."""
    answer = who.http.post(f"/api/accounts/{player}/evidence", json={})
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_moderator_sees_what_rated_games_come_to(guest: Make, server: Server) -> None:
    (anna, anna_name), (bert, _), (boss, boss_name) = (member(guest) for _ in range(3))
    play_rated_game(anna, bert, 30)
    give_role(server, boss_name, "moderator")
    [account] = boss.http.get("/api/accounts", params={"name": anna_name}).json()
    first, *progress, found = lines(boss, account["player"])
    assert first == {"t": "progress", "done": 0, "total": 1, "checked": 0, "doubtful": 0}
    assert [each["done"] for each in progress] == [1]
    assert (found["t"], found["games"], found["variant"]) == ("evidence", 1, "english")
    assert found["rating"] > 1500 and not found["bot"] and not found["listed"]
    choices = found["easy"]["choices"] + found["hard"]["choices"]
    assert 1 <= choices <= 15 and found["easy"]["agreed"] <= found["easy"]["choices"]
    assert [account] == boss.http.get("/api/accounts", params={"name": anna_name}).json()


def test_who_has_played_no_rated_game_gives_no_evidence(guest: Make, server: Server) -> None:
    (_, name), (boss, boss_name) = member(guest), member(guest)
    give_role(server, boss_name, "moderator")
    [account] = boss.http.get("/api/accounts", params={"name": name}).json()
    *_, found = lines(boss, account["player"])
    assert found["games"] == 0 and not found["listed"] and found["easy"]["cost"] is None


def test_nobody_else_may_ask(guest: Make) -> None:
    for who in (guest(), member(guest)[0]):
        answer = who.http.post("/api/accounts/gnobody/evidence", json={})
        assert answer.status_code == 403 and "evidence" not in answer.text
