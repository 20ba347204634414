"""The HTTP API: identity, lobby, invitations, downloads, hand-in, the example bot."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.served import Guest, Pairing, Server, new_id

import crownhead as ch
from crownhead.variants import VARIANTS, Variant

Make = Callable[..., Guest]
Pair = Callable[..., Pairing]
ROOT = Path(__file__).parents[2]


def test_a_guest_has_a_name_and_a_list_of_games(guest: Make) -> None:
    player = guest()
    assert player.http.get("/api/me").json()["name"].startswith("Guest ")
    assert player.http.post("/api/me", json={"name": " Anna \n K. "}).json()["name"] == "Anna K."
    game = player.begin("computer", side="black")["game"]
    cards = player.http.get("/api/me").json()["games"]
    assert [(card["game"], card["you"], card["turn"]) for card in cards] == [
        (game, ["black"], "black")
    ]
    again = player.http.post("/api/me", json={"name": "\u200b"}).json()["name"]
    assert again.startswith("Guest ")
    # The page's settings show that name, in its own language, and send what they show.
    for shown in (again, again.replace("Guest", "Gast")):
        assert player.http.post("/api/me", json={"name": shown}).json()["name"] == again
    other = f"Guest {int(again.split()[1]) + 1}"
    assert player.http.post("/api/me", json={"name": other}).status_code == 409
    assert player.http.post("/api/me", json={"name": "x" * 41}).status_code == 400


def test_an_invitation_is_redeemed_once(guest: Make) -> None:
    anna, bert, carl = guest("Anna"), guest("Bert"), guest("Carl")
    begun = anna.begin("friend", variant="lite")
    assert begun["you"] == ["white"]
    socket = anna.socket()
    snapshot = socket.watch(begun["game"])
    assert snapshot["view"]["phase"] == "waiting" and snapshot["code"] == begun["code"]
    assert anna.http.post(f"/api/invitations/{begun['code']}").status_code == 409
    typed = f"{begun['code'][:4].lower()}-{begun['code'][4:]}"
    assert bert.redeem(typed)["you"] == ["black"]
    view = socket.shows(begun["game"], phase="playing")
    assert view["players"]["black"]["name"] == "Bert"
    assert bert.redeem(begun["code"])["you"] == ["black"]
    refused = carl.http.post(f"/api/invitations/{begun['code']}")
    assert refused.status_code == 409 and refused.json()["code"] == "not_allowed"
    assert carl.http.post("/api/invitations/ABCDEFGH").status_code == 404
    assert socket.watch(begun["game"])["code"] is None


def test_the_code_is_for_its_player_only(guest: Make) -> None:
    anna, carl = guest(), guest()
    begun = anna.begin("friend")
    assert carl.socket().watch(begun["game"])["code"] is None
    assert begun["code"] not in carl.http.get(f"/api/games/{begun['game']}").text


def test_the_lobby_shows_offers_and_pairs(guest: Make) -> None:
    anna, bert, carl = guest("Anna"), guest("Bert"), guest("Carl")
    looking = carl.socket()
    looking.send("lobby", on=True)
    before = looking.until("lobby")
    assert not before["more"]
    begun = anna.begin("anybody", variant="russian", time="180+2", side="white")
    (offer,) = looking.until("lobby_news")["added"]
    assert offer["game"] == begun["game"]
    assert offer["game"] not in [each["game"] for each in before["offers"]]
    assert (offer["name"], offer["variant"], offer["time"]) == ("Anna", "russian", "180+2")
    assert offer["side"] == "black"
    assert anna.http.post(f"/api/games/{begun['game']}/join").status_code == 409
    joined = bert.http.post("/api/lobby", json={"variant": "russian", "time": "180+2"})
    assert joined.json() == {"game": begun["game"], "you": ["black"], "reach": None}
    news = looking.until("lobby_news")
    assert (news["added"], news["gone"]) == ([], [begun["game"]])
    refused = carl.http.post(f"/api/games/{begun['game']}/join")
    assert refused.status_code == 409 and refused.json()["sentence"]


def test_quick_pairing_tosses_for_the_sides(guest: Make) -> None:
    anna, bert = guest("Anna"), guest("Bert")
    wish = {"variant": "thai", "time": "60"}
    mine = anna.http.post("/api/lobby", json=wish).json()
    again = anna.http.post("/api/lobby", json={**wish, "id": new_id()}).json()
    assert mine["you"] == [] and again["game"] != mine["game"]
    assert bert.http.post("/api/lobby", json=wish).json()["game"] == mine["game"]
    assert anna.http.delete(f"/api/games/{again['game']}").status_code == 204
    assert anna.http.delete(f"/api/games/{mine['game']}").status_code == 409
    assert bert.http.delete(f"/api/games/{mine['game']}").status_code == 409


def test_a_repeated_request_begins_one_game(guest: Make) -> None:
    player = guest()
    id = new_id()
    first, second = (player.begin("computer", id=id) for _ in range(2))
    assert first == second


def test_a_friend_cannot_join_what_was_not_offered_to_everybody(guest: Make) -> None:
    anna, bert = guest(), guest()
    game = anna.begin("friend")["game"]
    assert bert.http.post(f"/api/games/{game}/join").status_code == 403


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"variant": "chess"}, 409),
        ({"variant": {"key": "house", "rules": {}}}, 409),
        ({"variant": 5}, 400),
        ({"start": "nonsense"}, 409),
        ({"start": ""}, 400),
        ({"start": "W:WK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12,K13:B32"}, 409),
        ({"time": "hourglass"}, 409),
        ({"time": "9999999"}, 409),
        ({"ballot": "russian-eric"}, 409),
        ({"opponent": {"kind": "computer", "level": 11}}, 400),
        ({"opponent": {"kind": "nobody"}}, 400),
        ({"opponent": None}, 400),
        ({"side": "green"}, 400),
        ({"more": 1}, 400),
        ({"huffing": "yes"}, 400),
    ],
)
def test_what_cannot_be_played_is_refused(guest: Make, wish: Any, status: int) -> None:
    body = {"variant": "english", "opponent": {"kind": "same_device"}, **wish}
    answer = guest().http.post("/api/games", json=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["t"] == "refused" and answer.json()["sentence"]


def test_house_rules_are_played_by_their_record(guest: Make) -> None:
    player = guest()
    rules = VARIANTS["english"].rules.but(flying=True)
    record = Variant.house("Flying kings", rules).to_dict()
    game = player.begin("same_device", variant=record)["game"]
    view = player.http.get(f"/api/games/{game}").json()["view"]
    assert view["variant"] == "house" and view["house"]["names"]["en"] == "Flying kings"
    assert view["house"]["rules"] == record["rules"]


def test_acts_by_http_follow_the_same_rules(guest: Make) -> None:
    player = guest()
    game = player.begin("same_device")["game"]
    url = f"/api/games/{game}/do"
    command = {"id": new_id(), "act": {"kind": "move", "text": "11-15"}}
    first = player.http.post(url, json=command)
    assert first.status_code == 200 and first.json()["seq"] == 3
    assert player.http.post(url, json=command).json() == first.json()
    stale = {"id": new_id(), "seq": 1, "act": {"kind": "resign"}}
    answer = player.http.post(url, json=stale)
    assert answer.status_code == 409 and answer.json()["code"] == "stale"
    other = guest().http.post(url, json={"id": new_id(), "act": {"kind": "resign"}})
    assert other.status_code == 403 and other.json()["code"] == "no_seat"
    assert player.http.post(url, json={"id": "short"}).status_code == 400
    assert player.http.post(url, content=b"{").status_code == 400
    assert player.http.post(url, content=b"x" * 70_000).status_code == 413
    assert player.http.post("/api/games/none/do", json=command).status_code == 404


def test_a_game_is_downloaded_as_pictures(pairing: Pair) -> None:
    pair = pairing()
    pair.play("11-15", "22-18", "15x22")
    http = pair.creator.http
    for query in ({}, {"ply": 1}, {"flip": "true", "lang": "de"}, {"film": "true"}):
        answer = http.get(f"/api/games/{pair.game}/svg", params=query)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.text.startswith("<svg ")
    assert http.get(f"/api/games/{pair.game}/svg", params={"ply": -1}).status_code == 400


def test_a_game_is_downloaded_as_pdn(pairing: Pair) -> None:
    pair = pairing()
    pair.play("11-15", "22-18", "15x22")
    answer = pair.creator.http.get(f"/api/games/{pair.game}/pdn")
    assert answer.status_code == 200, answer.text
    assert '[Black "Anna"]' in answer.text and "1. 11-15 22-18 2. 15x22" in answer.text


def test_a_game_played_offline_is_handed_in_once(guest: Make) -> None:
    player = guest("Anna")
    game = ch.Game("lite", white="Anna", black="x")
    for move in ("a3-b4", "b6-a5"):
        game.play(move)
    wish = {"id": new_id(), "record": json.loads(game.to_json()), "you": ["white"], "level": 2}
    answer = player.http.post("/api/games/hand-in", json=wish)
    assert answer.status_code == 201, answer.text
    assert player.http.post("/api/games/hand-in", json=wish).json() == answer.json()
    shown = player.http.get(f"/api/games/{answer.json()['game']}").json()
    assert shown["view"]["moves"] == ["a3-b4", "b6-a5"] and shown["you"] == ["white"]
    socket = player.socket()
    socket.watch(shown["game"])
    socket.do(shown["game"], "move", text="b4-c5")
    assert socket.shows(shown["game"], turn="white")["ply"] == 4


def test_a_clocked_game_handed_in_waits_for_its_player(guest: Make) -> None:
    player = guest("Anna")
    game = ch.Game("english", time=ch.TimeControl.fischer(60_000, 0))
    game.play("11-15", at=1_000)
    wish = {"id": new_id(), "record": json.loads(game.to_json()), "you": ["white"], "level": 1}
    begun = player.http.post("/api/games/hand-in", json=wish).json()
    shown = player.http.get(f"/api/games/{begun['game']}").json()["view"]
    assert shown["paused"] and shown["clock"]["white"] == 60_000
    socket = player.socket()
    socket.watch(begun["game"])
    assert socket.shows(begun["game"], paused=False)["clock"]["running"] == "white"


def test_a_forged_record_is_not_taken(guest: Make) -> None:
    player = guest()
    game = ch.Game("english")
    game.play("11-15")
    record = json.loads(game.to_json())
    record["events"][0]["move"] = "11-20"
    for bad in (record, {}, {"format": "crownhead-game"}, {**record, "events": [{}]}):
        wish = {"id": new_id(), "record": bad, "you": ["white"], "level": 2}
        answer = player.http.post("/api/games/hand-in", json=wish)
        assert answer.status_code == 409 and answer.json()["sentence"], answer.text


def test_games_are_streamed_as_lines(guest: Make) -> None:
    player = guest()
    game = player.begin("same_device")["game"]
    heard: list[dict[str, Any]] = []
    with player.http.stream("GET", f"/api/games/{game}/stream") as answer:
        lines = answer.iter_lines()
        heard.append(json.loads(next(lines)))
        other = httpx.Client(base_url=player.server.url, cookies=player.http.cookies)
        with other:
            command = {"id": new_id(), "act": {"kind": "move", "text": "11-15"}}
            assert other.post(f"/api/games/{game}/do", json=command).status_code == 200
        while heard[-1]["t"] != "event":
            heard.append(json.loads(next(lines) or '{"t": ""}'))
    assert heard[0]["t"] == "snapshot"
    assert heard[-1]["view"]["moves"] == ["11-15"]


def test_the_example_bot_plays_the_computer_and_a_friend(server: Server, guest: Make) -> None:
    bot = str(ROOT / "docs" / "examples" / "bot.py")
    alone = subprocess.run(
        [sys.executable, bot, server.url], capture_output=True, text=True, timeout=300
    )
    assert alone.returncode == 0, alone.stderr
    assert "." in alone.stdout
    player = guest("Anna")
    begun = player.begin("friend")
    with subprocess.Popen(
        [sys.executable, bot, server.url, begun["code"]], stdout=subprocess.PIPE, text=True
    ) as running:
        socket = player.socket()
        socket.watch(begun["game"])
        for _ in range(3):
            view = socket.shows(begun["game"], phase="playing", turn="black")
            socket.do(begun["game"], "move", text=view["legal"][0]["text"])
            socket.shows(begun["game"], turn="white")
        socket.shows(begun["game"], turn="black")
        socket.do(begun["game"], "resign")
        said, _ = running.communicate(timeout=300)
    assert said.strip() == "White wins. Black has resigned."


def test_the_schema_is_served_and_names_every_route(server: Server) -> None:
    schema = httpx.get(f"{server.url}/schema").json()
    assert schema["openapi"].startswith("3.1")
    assert {"/api/games", "/api/games/{game}/do", "/api/invitations/{code}", "/health"} <= set(
        schema["paths"]
    )
    assert server.schema() == schema


def test_health_and_metrics(server: Server, guest: Make) -> None:
    guest().socket()
    assert httpx.get(f"{server.url}/health").json() == {"status": "ok"}
    text = httpx.get(f"{server.url}/metrics").text
    assert "crownhead_sockets " in text and 'crownhead_messages_total{type="hello"}' in text


def test_many_at_once_take_one_offer(guest: Make) -> None:
    anna = guest("Anna")
    game = anna.begin("anybody", variant="pool")["game"]
    crowd = [guest() for _ in range(6)]
    got: list[int] = []

    def join(player: Guest) -> None:
        got.append(player.http.post(f"/api/games/{game}/join").status_code)

    threads = [threading.Thread(target=join, args=(player,)) for player in crowd]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == [201, 409, 409, 409, 409, 409]


def test_an_offered_game_has_its_variant_of_ballots(guest: Make) -> None:
    cards = {card["record"]["key"]: card for card in guest().http.get("/api/variants").json()}
    assert set(cards) == set(VARIANTS)
    assert "english-3move" in cards["english"]["decks"]


def test_a_body_is_read_as_strictly_as_its_document_says(guest: Make) -> None:
    """A number is no truth value, and a text no number."""
    player = guest()
    for path, body in (
        ("/api/me", {"name": "A", "bot": 0}),
        ("/api/games", {"opponent": {"kind": "computer", "level": "3"}}),
        ("/api/games", {"opponent": {"kind": "same_device"}, "offers_after": True}),
    ):
        refused = player.http.post(path, json=body)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_message"), body
    accepted = {"opponent": {"kind": "same_device"}, "offers_after": 1.0}
    assert player.http.post("/api/games", json=accepted).status_code == 201
    for text in ('{"name": NaN}', '{"name": ', '{"name": "\\ud800"}', "\udcff"):
        refused = player.http.post("/api/me", content=text.encode(errors="surrogateescape"))
        assert refused.status_code == 400, text
