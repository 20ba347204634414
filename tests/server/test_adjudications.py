"""The duty after a refused draw in an event: put before an arbiter, or entered with its reason."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.served import Guest, Server, Socket, new_id, until

from crownhead.adjudication import Ground
from crownhead.competition import check
from crownhead.variants import Variant, get
from tests.server.test_events import (
    PASSWORD,
    act,
    answer,
    did,
    game_of,
    get_event,
    make_event,
    resign,
)

SHORT = Variant.house("Short duty", replace(get("english").rules, refusal_duty=1)).to_dict()


def sign_up(server: Server) -> tuple[Guest, str]:
    """Return somebody with an account, and his name."""
    who, name = Guest(server), f"Olga {new_id()[-8:]}"
    made = {"name": name, "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    return who, name


def begin_event(organiser: Guest, players: dict[str, Guest], **settings: Any) -> tuple[str, str]:
    """Return an event of one board, and its first game."""
    wish = {"boards": "server", "rounds": 1, "format": "round robin", "time": "600+5", **settings}
    event = make_event(organiser, variant=SHORT, **wish)
    for each in players.values():
        did(each, event, "enter")
    did(organiser, event, "pair")
    did(organiser, event, "start")
    return event, game_of(next(iter(players.values())), event)[0]


def refuse(players: dict[str, Guest], socket: Socket, game: str) -> str:
    """Have a draw refused by the side to move, and make its moves; return who refused."""
    view = socket.views[game]
    names = {side: view["players"][side]["name"] for side in ("white", "black")}
    refuses = view["turn"]
    offers = "white" if refuses == "black" else "black"
    answer(players[names[offers]], game, "offer")
    socket.awaits(game, lambda v: v["offer"] == offers)
    answer(players[names[refuses]], game, "decline")
    socket.awaits(game, lambda v: v["duties"])
    text = socket.views[game]["legal"][0]["text"]
    answer(players[names[refuses]], game, "move", text=text)
    return str(names[refuses])


def deeds(who: Guest, event: str) -> list[dict[str, Any]]:
    """Return the decisions in the file of an event, which is right."""
    file = who.http.get(f"/api/events/{event}/file").content
    report = check(file)
    assert report.right, report.findings
    return [each for each in json.loads(file)["deeds"] if each["deed"] == "adjudicate"]


def test_E24_an_arbiter_decides_and_a_restart_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits", "--no-delay") as server:
        organiser, _ = sign_up(server)
        arbiter, name = sign_up(server)
        helper, other = sign_up(server)
        players = {each: Guest(server, each) for each in ("Anna", "Bert")}
        event, game = begin_event(organiser, players, adjudicator="arbiter")
        did(organiser, event, "officer", name=name, role="arbiter")
        did(organiser, event, "officer", name=other, role="helper")
        socket = players["Anna"].socket()
        socket.watch(game)
        refused = refuse(players, socket, game)
        view = socket.awaits(game, lambda v: v["event"]["asked"])
        assert view["verdict_due"] and view["outcome"] is None and view["clock"]["since"] is None
        [duty] = get_event(arbiter, event)["duties"]
        assert duty["name"] == refused and duty["moves"] == 1 and duty["game"] == game
        assert (duty["letters"], duty["turn"]) == (view["board"], view["turn"]) and duty[
            "advantage"
        ] is None
        ground = Ground.parse(duty["program"])
        assert ground is not None and not ground.advantage
        # Players know that an arbiter decides, and not what the program says of their game.
        [seen] = get_event(players["Anna"], event)["duties"]
        assert seen["program"] is None
        lines = players["Anna"].http.get(f"/api/events/{event}/after/0").json()["lines"]
        [line] = [each for each in lines if each["kind"] == "duty"]
        assert "program" not in line["fields"] and line["fields"]["name"] == refused
        assert deeds(arbiter, event) == []
        assert "decides" in act(players["Anna"], event, "call").text
        assert act(arbiter, event, "take_back", name=refused, reason="no").status_code == 409

        server.kill()
        server.start()
        socket = players["Anna"].socket()
        assert socket.watch(game)["view"]["event"]["asked"]
        assert get_event(arbiter, event)["duties"] == [duty]
        decided = {"duty": duty["duty"], "advantage": True, "reason": "A man is as good as won"}
        for who in (players[refused], helper):
            assert act(who, event, "adjudicate", **decided).status_code == 403
        assert act(arbiter, event, "adjudicate", **{**decided, "reason": ""}).status_code == 400
        did(arbiter, event, "adjudicate", **decided)
        view = socket.awaits(game, lambda v: not v["event"]["asked"] and v["verdict"])
        assert view["verdict"]["reason"] == decided["reason"] and view["verdict"]["advantage"]
        assert view["outcome"] is None and view["clock"]["since"] is not None
        assert act(arbiter, event, "adjudicate", **decided).status_code == 409
        [deed] = deeds(arbiter, event)
        assert deed["reason"] == decided["reason"] and deed["advantage"] is True
        assert deed["program"] == duty["program"] and deed["position"].startswith(
            view["turn"][0].upper()
        )

        refuse(players, socket, game)
        socket.awaits(game, lambda v: v["event"]["asked"])
        duty = get_event(arbiter, event)["duties"][-1]
        assert duty["advantage"] is None
        did(arbiter, event, "adjudicate", duty=duty["duty"], advantage=False, reason="Nothing")
        view = socket.shows(game, phase="over")
        assert view["outcome"]["winner"] is None and view["verdict"]["reason"] == "Nothing"
        board = until(
            lambda: (b := get_event(arbiter, event)["rounds"][0]["boards"][0])["games"] and b
        )
        assert board["games"] == ["1-1"]
        assert [each.get("advantage", False) for each in deeds(arbiter, event)] == [True, False]


def test_E24_without_an_arbiter_the_verdict_is_entered_with_its_reason(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits", "--no-delay") as server:
        organiser, _ = sign_up(server)
        players = {each: Guest(server, each) for each in ("Anna", "Bert")}
        event, game = begin_event(organiser, players)
        assert get_event(organiser, event)["settings"]["adjudicator"] == "program"
        socket = players["Anna"].socket()
        socket.watch(game)
        refused = refuse(players, socket, game)
        view = socket.shows(game, phase="over")
        assert view["outcome"]["winner"] is None
        until(lambda: get_event(organiser, event)["rounds"][0]["boards"][0]["games"])
        [deed] = deeds(organiser, event)
        assert deed["name"] == refused and deed["program"] == view["verdict"]["reason"]
        assert "reason" not in deed and "advantage" not in deed
        [duty] = get_event(players["Anna"], event)["duties"]
        assert duty["program"] == deed["program"] and duty["advantage"] is False


def test_E24_the_desk_of_one_process_decides_in_the_games_of_another(
    two: tuple[Server, Server],
) -> None:
    here, there = two
    organiser, _ = sign_up(here)
    players = {each: Guest(there, each) for each in ("Anna", "Bert")}
    event, game = begin_event(organiser, players, adjudicator="arbiter")
    socket = players["Anna"].socket()
    socket.watch(game)
    refuse(players, socket, game)
    socket.awaits(game, lambda v: v["event"]["asked"])
    [duty] = until(lambda: get_event(organiser, event)["duties"])
    did(organiser, event, "adjudicate", duty=duty["duty"], advantage=False, reason="Level")
    assert socket.shows(game, phase="over")["verdict"]["reason"] == "Level"
    until(lambda: get_event(organiser, event)["rounds"][0]["boards"][0]["games"] == ["1-1"])
    assert len(deeds(organiser, event)) == 1


def test_a_duty_leaves_the_desk_with_its_game(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits", "--no-delay") as server:
        organiser, _ = sign_up(server)
        players = {each: Guest(server, each) for each in ("Anna", "Bert")}
        event, game = begin_event(organiser, players, adjudicator="arbiter")
        socket = players["Anna"].socket()
        socket.watch(game)
        refuse(players, socket, game)
        socket.awaits(game, lambda v: v["event"]["asked"])
        [duty] = get_event(organiser, event)["duties"]
        assert "adjudicate" in get_event(organiser, event)["you"]["acts"]
        resign(players["Bert"], game)
        until(lambda: get_event(organiser, event)["rounds"][0]["boards"][0]["games"])
        after = get_event(organiser, event)
        assert after["duties"] == [] and "adjudicate" not in after["you"]["acts"]
        decided = {"duty": duty["duty"], "advantage": False, "reason": "late"}
        assert act(organiser, event, "adjudicate", **decided).status_code == 409
        assert deeds(organiser, event) == []


def test_a_board_that_is_stopped_stands_after_the_decision(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits", "--no-delay") as server:
        organiser, _ = sign_up(server)
        players = {each: Guest(server, each) for each in ("Anna", "Bert")}
        event, game = begin_event(organiser, players, adjudicator="arbiter")
        socket = players["Anna"].socket()
        socket.watch(game)
        refuse(players, socket, game)
        socket.awaits(game, lambda v: v["event"]["asked"])
        did(organiser, event, "halt", reason="A break")
        socket.awaits(game, lambda v: v["event"]["halted"])
        [duty] = get_event(organiser, event)["duties"]
        did(organiser, event, "adjudicate", duty=duty["duty"], advantage=True, reason="Two men up")
        view = socket.awaits(game, lambda v: v["verdict"])
        assert view["paused"] and view["event"]["halted"]
        did(organiser, event, "continue")
        assert socket.awaits(game, lambda v: not v["paused"])["clock"]["since"] is not None


@pytest.mark.parametrize("who", ["Nobody", ""])
def test_who_decides_is_one_of_two(tmp_path: Path, who: str) -> None:
    with Server(tmp_path, "--no-limits") as server:
        organiser, _ = sign_up(server)
        wish = {"name": "Club", "rounds": 3, "adjudicator": who}
        assert organiser.http.post("/api/events", json=wish).status_code == 400
