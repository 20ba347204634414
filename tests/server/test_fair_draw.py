"""Lots are drawn only when all players hold the commitments; nobody waits for ever."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from support.served import Guest, Pairing, Server, new_id, until

from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.messages.entries import LotsReceived
from crownhead.server.process.timers import attend
from crownhead.server.room import acts
from crownhead.server.room.deadlines import due
from crownhead.server.room.starting import open_table, seat
from crownhead.server.room.table import LOTS_LAST, PATIENCE, START_LASTS, Seat

Make = Callable[..., Guest]


def test_nothing_is_drawn_before_both_have_the_commitment(guest: Make) -> None:
    anna, bert = guest("Anna"), guest("Bert")
    begun = anna.begin("friend", side="toss")
    game = begun["game"]
    bert.redeem(begun["code"])
    there = bert.socket()
    lots = there.watch(game)["view"]["lots"]
    assert lots[0]["commitment"]
    time.sleep(PATIENCE / 1000 + 2)
    view = there.watch(game)["view"]
    assert view["phase"] == "lots" and not view["lots"][0]["seed"]
    mine = anna.socket()
    assert mine.watch(game)["view"]["lots"] == lots
    drawn = mine.shows(game, phase="playing")["lots"][0]
    assert drawn["commitment"] == lots[0]["commitment"] and len(drawn["seed"]) == 64


def test_a_contribution_shows_that_the_commitment_is_held(guest: Make) -> None:
    anna, bert = guest("Anna"), guest("Bert")
    begun = anna.begin("friend", side="toss")
    bert.redeem(begun["code"])
    for player in (anna, bert):
        act = {"id": new_id(), "act": {"kind": "contribute", "text": "sunny"}}
        path = f"/api/games/{begun['game']}/do"
        assert player.http.post(path, json=act).status_code == 200
    assert anna.http.get(f"/api/games/{begun['game']}").json()["view"]["phase"] == "playing"


def test_a_draw_to_which_somebody_does_not_come_is_given_up() -> None:
    table = open_table(r.NewGame(opponent=r.Friend(), side="toss"), Seat("anna", "Anna"), 0)
    seat(table, Seat("bert", "Bert"), 1_000)
    acts.receive_lots(table, "bert", 2_000)
    acts.receive_lots(table, "carl", 2_000)
    assert [e.event for e in table.log[-1:]] == [LotsReceived("bert")]
    assert due(table) == 1_000 + LOTS_LAST
    attend(table, 1_000 + PATIENCE * 2)
    assert table.phase == "lots"
    attend(table, 1_000 + LOTS_LAST)
    assert table.phase == "aborted"


def test_who_has_days_for_a_move_has_days_for_the_first_and_for_an_answer() -> None:
    day = 24 * 3_600_000
    wish = r.NewGame(opponent=r.Anybody(), time="259200", mode="per-move", side="black")
    table = open_table(wish, Seat("anna", "Anna"), 0)
    assert due(table) == 7 * day  # the offer stands, though nobody sits and waits
    seat(table, Seat("bert", "Bert", side="white"), 2 * day)
    assert table.starts_until == 5 * day
    acts.do(table, "anna", m.MoveAct(text="11-15"), 4 * day)
    assert table.starts_until is None and due(table) == 7 * day
    acts.do(table, "bert", m.MoveAct(text="23-19"), 6 * day)
    attend(table, 8 * day)
    assert table.phase == "playing"
    attend(table, 9 * day)
    assert table.phase == "over" and table.game.outcome.winner == "white"


def test_a_bot_is_told_its_side_by_the_stream_after_the_toss(guest: Make) -> None:
    bot, friend = guest("Bot"), guest("Anna")
    begun = friend.begin("friend", side="toss")
    bot.redeem(begun["code"])
    told: Any = None
    with bot.http.stream("GET", f"/api/games/{begun['game']}/stream") as stream:
        lines = (json.loads(line) for line in stream.iter_lines() if line.strip() not in ("", "p"))
        first = next(lines)
        assert first["you"] == []
        watching = friend.socket()
        watching.watch(begun["game"])
        for line in lines:
            if line["t"] == "event" and line.get("you"):
                told = line["you"]
                break
    shown = bot.http.get(f"/api/games/{begun['game']}").json()
    assert told == shown["you"] and len(told) == 1


def test_a_clock_that_nobody_starts_ends_the_game() -> None:
    wish = r.NewGame(opponent=r.Friend(), variant="english", time="300", side="black")
    table = open_table(wish, Seat("anna", "Anna"), 0)
    seat(table, Seat("bert", "Bert", side="white"), 5_000)
    assert due(table) == table.starts_until == 5_000 + START_LASTS
    attend(table, 5_000 + START_LASTS - 1)
    assert table.phase == "playing"
    table.game.play("11-15", at=6_000)
    table.note(6_000)
    assert table.starts_until is None and due(table) == 6_000 + 300_000
    other = open_table(wish, Seat("anna", "Anna"), 0)
    seat(other, Seat("bert", "Bert", side="white"), 5_000)
    attend(other, 5_000 + START_LASTS)
    assert other.phase == "aborted"


@pytest.mark.parametrize(
    ("time", "lasts"), [("60+1", 30_000), ("180", 90_000), ("900", START_LASTS)]
)
def test_strangers_wait_for_a_first_move_by_their_time(time: str, lasts: int) -> None:
    wish = r.NewGame(opponent=r.Anybody(), variant="english", time=time, side="black")
    table = open_table(wish, Seat("anna", "Anna"), 0)
    seat(table, Seat("bert", "Bert", side="white"), 5_000)
    assert table.starts_until == 5_000 + lasts
    attend(table, 5_000 + lasts)
    assert table.phase == "aborted"


def test_the_snapshot_says_until_when_the_first_move_is_waited_for(
    pairing: Callable[..., Pairing],
) -> None:
    pair = pairing(time="60")
    snapshot = pair.black.watch(pair.game)
    assert snapshot["until"] - snapshot["time"] <= START_LASTS
    pair.play("11-15")
    assert pair.white.watch(pair.game)["until"] is None


def test_two_players_may_choose_the_same_command_id(pairing: Callable[..., Pairing]) -> None:
    pair = pairing()
    first = pair.black.do(pair.game, "move", text="11-15", id="the-same-id")
    again = pair.black.do(pair.game, "move", text="11-15", id="the-same-id")
    assert first["seq"] == again["seq"]
    pair.white.reaches(pair.game, first["seq"])
    other = pair.white.do(pair.game, "move", text="22-18", id="the-same-id")
    assert other["t"] == "ack" and other["seq"] == first["seq"] + 1
    long = "x" * 64
    for _ in range(2):
        pair.black.reaches(pair.game, other["seq"])
        ack = pair.black.do(pair.game, "move", text="15x22", id=long)
        assert ack["seq"] == other["seq"] + 1


def test_a_guest_takes_his_data_and_leaves(server: Server, pairing: Callable[..., Pairing]) -> None:
    pair = pairing()
    pair.play("11-15")
    anna = pair.creator
    alone = anna.begin("same_device")["game"]
    lines = [json.loads(x) for x in anna.http.get("/api/me/data").text.splitlines()]
    assert lines[0] == {"guest": {"name": "Anna", "bot": False}}
    assert {line["game"] for line in lines[1:]} == {pair.game, alone}
    friend = pair.friend.cookie.split("=")[1].split(".")[0]
    assert friend not in json.dumps(lines)
    assert anna.http.delete("/api/me").status_code == 204
    assert anna.http.get("/api/me").json()["games"] == []
    assert anna.http.get("/api/me").json()["name"].startswith("Guest ")
    assert anna.http.get(f"/api/games/{alone}").status_code == 404
    kept = pair.friend.http.get(f"/api/games/{pair.game}").json()
    assert kept["you"] == ["white"] and kept["view"]["moves"] == ["11-15"]
    assert kept["view"]["players"]["black"]["name"] == "Guest"
    assert until(lambda: server.read_log().count('"exception"') == 0)
