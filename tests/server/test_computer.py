"""The computer as an opponent: moves, offers, faults, hints, take-backs."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support.computer import play_as_expected
from support.served import Guest, Server, new_id

from crownhead import Game
from crownhead.engines.levels import level
from crownhead.server.process.computer import SHARED, game_seed, limits_of
from crownhead.timecontrol import Stage, TimeControl

Make = Callable[..., Guest]


def test_a_game_against_the_computer_needs_one_request(guest: Make) -> None:
    player = guest()
    begun = player.begin("computer", level=1, side="black")
    socket = player.socket()
    snapshot = socket.watch(begun["game"])
    assert snapshot["you"] == ["black"] and snapshot["here"] == {"white": True, "black": True}
    rival = snapshot["view"]["players"]["white"]
    assert (rival["kind"], rival["level"]) == ("engine", 1)
    for ply in range(0, 20, 2):
        view = socket.shows(begun["game"], turn="black", ply=ply)
        socket.do(begun["game"], "move", text=view["legal"][0]["text"])
        view = socket.shows(begun["game"], turn="black")
        if view["outcome"]:
            break


def test_the_computer_begins_where_it_has_the_first_move(guest: Make) -> None:
    player = guest()
    begun = player.begin("computer", level=2, side="black", variant="lite")
    socket = player.socket()
    socket.watch(begun["game"])
    assert len(socket.shows(begun["game"], turn="black")["moves"]) == 1


def test_a_takeback_from_the_computer_is_done_at_once(guest: Make) -> None:
    player = guest()
    game = player.begin("computer", level=1, side="black")["game"]
    socket = player.socket()
    socket.watch(game)
    socket.do(game, "move", text="11-15")
    socket.shows(game, turn="black", ply=2)
    ack = socket.do(game, "takeback", plies=2)
    assert socket.reaches(game, ack["seq"])["moves"] == []


def test_a_hint_is_a_legal_move(guest: Make) -> None:
    player = guest()
    game = player.begin("computer", level=1, side="black")["game"]
    socket = player.socket()
    view = socket.watch(game)["view"]
    socket.send("hint", id=new_id(), game=game)
    hint = socket.until("hint")
    assert hint["ply"] == 0 and hint["text"] in [move["text"] for move in view["legal"]]
    game_after = Game("english")
    for text in hint["line"]:
        game_after.play(text)
    assert hint["line"][0] == hint["text"] and 2 <= len(hint["line"]) <= 6
    reader = guest().socket()
    reader.send("hint", id=new_id(), game=game)
    assert reader.until("refused")["code"] == "no_seat"


def test_the_computer_answers_a_draw_offer(guest: Make) -> None:
    player = guest()
    game = player.begin("computer", level=1, side="black", start="B:WK1,K2,K3:BK32")["game"]
    socket = player.socket()
    socket.watch(game)
    socket.do(game, "offer")
    view = socket.shows(game, offer=None)
    assert view["outcome"] is None and view["duties"][0]["side"] == "white"
    losing = player.begin("computer", level=1, side="black", start="B:WK32:BK1,K2,K3")["game"]
    socket.watch(losing)
    socket.do(losing, "offer")
    assert socket.shows(losing, phase="over")["outcome"]["termination"] == "agreement"


def test_H_the_computer_answers_a_fault(guest: Make) -> None:
    player = guest()
    start = "B:W18,32:B15,11,1"
    # The levels below overlook faults, by the seed of the game.
    game = player.begin("computer", level=4, side="black", start=start, huffing=True)["game"]
    socket = player.socket()
    socket.watch(game)
    ack = socket.do(game, "move", text="1-5")
    assert socket.reaches(game, ack["seq"])["huffable"] == [15]
    socket.shows(game, turn="black", huffable=[])
    kinds = [event["kind"] for event in socket.watch(game)["events"]]
    assert kinds == ["seated", "seated", "played", "huffed", "played"]


def test_E24_the_verdict_is_the_engines(guest: Make) -> None:
    player = guest()
    start = "B:WK1,K2,K3:BK31"
    wish = {"refusal_duty": 1, "start": start}
    game = player.begin("same_device", **wish)["game"]
    socket = player.socket()
    socket.watch(game)
    socket.reaches(game, socket.do(game, "offer", by="black")["seq"])
    socket.reaches(game, socket.do(game, "decline", by="white")["seq"])
    for _ in range(2):
        view = socket.views[game]
        ack = socket.do(game, "move", text=view["legal"][0]["text"])
        socket.reaches(game, ack["seq"])
    view = socket.shows(game, verdict_due=None, duties=[])
    events = socket.watch(game)["events"]
    verdict = next(event for event in events if event["kind"] == "adjudicated")
    assert verdict["advantage"] and verdict["reason"].startswith(("tables", "search", "margin"))
    assert view["outcome"] is None


def test_only_the_server_can_say_beforehand_how_a_level_plays(tmp_path: Path) -> None:
    """The id of a game is public, and was all that decided it."""
    secret = "known to the operator and this test"
    with Server(tmp_path, "--no-delay", environment={"CROWNHEAD_SECRET": secret}) as server:
        player = Guest(server)
        game = player.begin("computer", level=2, side="black")["game"]
        seed = game_seed((secret.encode(),), game)
        socket = player.socket()
        socket.watch(game)
        play_as_expected([socket], game, seed, plies=8)
        server.stop()
        server.start()
        again = player.at(server).socket()
        again.watch(game)
        play_as_expected([again], game, seed, plies=16)
    public = {game_seed((key,), game) for key in (b"", b"computer", game.encode())}
    assert seed not in public and game_seed((b"another key",), game) != seed


@pytest.mark.parametrize("level", [1, 6])
def test_a_low_level_takes_the_time_of_a_person(tmp_path: Path, level: int) -> None:
    with Server(tmp_path) as server:
        player = Guest(server)
        game = player.begin("computer", level=level, side="black")["game"]
        socket = player.socket()
        socket.watch(game)
        began = time.monotonic()
        socket.do(game, "move", text="11-15")
        socket.shows(game, turn="black")
        took = time.monotonic() - began
    assert took > 0.28


def test_the_flag_of_the_computer_falls_without_a_fault(tmp_path: Path) -> None:
    """It came to move when its time was over, failed, and was asked again."""
    with Server(tmp_path) as server:  # which takes a person's time for an answer
        player = Guest(server)
        game = player.begin("computer", level=1, side="black", time="1")["game"]
        socket = player.socket()
        view = socket.watch(game)["view"]
        while view["phase"] != "over":
            if view["turn"] == "black":
                socket.do(game, "move", text=view["legal"][0]["text"])
            view = socket.until("event")["view"]
        assert view["outcome"]["termination"] == "time"
        metrics = player.http.get("/metrics").text
    assert "crownhead_faults_total 0.0" in metrics.splitlines()


@pytest.mark.parametrize("time", [None, TimeControl((Stage(300_000, 0, 3_000),))])
def test_who_is_not_alone_thinks_shorter(time: TimeControl | None) -> None:
    game = Game("english", time=time)
    most = level(10).nodes
    alone, among_others = (limits_of(game, "black", 10, alone) for alone in (True, False))
    assert (alone.nodes, among_others.nodes) == (most, SHARED) and SHARED < most
    assert alone.seconds == among_others.seconds == level(10).seconds
    assert (alone.clock is None) is (time is None)
    assert limits_of(game, "black", 3, False).nodes == level(3).nodes


def test_many_strong_games_of_one_guest_keep_nobody_waiting(guest: Make) -> None:
    greedy, modest = guest(), guest()
    thinking = {"level": 10, "variant": "pool", "side": "black"}  # there is no book of it
    theirs = [greedy.begin("computer", **thinking)["game"] for _ in range(20)]
    socket = greedy.socket()
    for game in theirs:
        socket.watch(game)
        socket.do(game, "move", text="11-15")
    mine = modest.begin("computer", level=1, side="black")["game"]
    own = modest.socket()
    own.watch(mine)
    own.do(mine, "move", text="11-15")
    own.shows(mine, turn="black", ply=2)
    waiting = [greedy.http.get(f"/api/games/{game}").json()["view"]["ply"] for game in theirs]
    assert waiting.count(1) >= 6  # the modest one had not to wait for them
    for game in theirs:
        socket.do(game, "resign")
    socket.close()


def test_a_hint_is_not_waited_for_by_the_rest_of_the_socket(guest: Make) -> None:
    player = guest()
    game = player.begin("computer", level=1, side="black")["game"]
    socket = player.socket()
    socket.watch(game)
    ids = [new_id() for _ in range(3)]
    for id in ids:
        socket.send("hint", id=id, game=game)
    ack = socket.do(game, "move", text="11-15")
    assert ack["t"] == "ack"
    assert {socket.until("hint")["id"] for _ in ids} == set(ids)
