"""What is told beside the games: terms before joining, running games, bots, verdicts, rematches."""

from __future__ import annotations

from collections.abc import Callable

import httpx
from support.served import Guest, Pairing, Server

from crownhead.game import Game
from crownhead.server.messages import bodies as r
from crownhead.server.room.starting import open_table
from crownhead.server.room.table import Seat
from crownhead.server.room.view import view

Make = Callable[..., Guest]
Pair = Callable[..., Pairing]


def test_an_invitation_is_read_before_it_is_redeemed(guest: Make) -> None:
    anna, bert, carl = guest("Anna"), guest(), guest()
    start = "B:W18,22,K30:B1,K3"
    begun = anna.begin(
        "friend",
        start=start,
        time="300+5",
        mode="bronstein",
        side="toss",
        draws="claim",
        refusal_duty=0,
        offers_after=3,
    )
    path = f"/api/invitations/{begun['code'][:4].lower()}-{begun['code'][4:]}"
    read = bert.http.get(path).json()
    offer = read["offer"]
    assert read["yours"] is False
    assert (offer["game"], offer["name"], offer["side"]) == (begun["game"], "Anna", None)
    assert (offer["time"], offer["mode"]) == ("300+5", "bronstein")
    assert offer["start"].startswith("B:W") and "K30" in offer["start"]
    assert (offer["draws"], offer["refusal_duty"], offer["offers_after"]) == ("claim", 0, 3)
    assert offer["bot"] is False
    assert anna.http.get(path).json()["yours"] is True
    bert.redeem(begun["code"])
    assert bert.http.get(path).json()["yours"] is True
    taken = carl.http.get(path)
    assert taken.status_code == 409 and taken.json()["code"] == "not_allowed"
    assert carl.http.get("/api/invitations/ABCDEFGH").status_code == 404


def test_games_between_people_are_listed_and_can_be_watched(guest: Make, pairing: Pair) -> None:
    pair = pairing(variant="lite", time="300+5")
    alone = pair.creator.begin("same_device")["game"]
    computer = pair.friend.begin("computer", side="black")["game"]
    pair.play("c3-d4")
    reader = guest()
    listed = {found["game"]: found for found in reader.http.get("/api/games").json()}
    assert not {alone, computer} & set(listed)
    found = listed[pair.game]
    assert (found["variant"], found["ply"], found["turn"]) == ("lite", 1, "black")
    assert found["time"] == "300+5"
    assert {side: player["name"] for side, player in found["players"].items()} == {
        "black": "Anna",
        "white": "Bert",
    }
    assert found["board"] == reader.http.get(f"/api/games/{pair.game}").json()["view"]["board"]
    assert len(listed) <= reader.http.get("/api/lobby").json()["games"]
    pair.black.do(pair.game, "resign", by="black")
    assert pair.game not in {found["game"] for found in reader.http.get("/api/games").json()}


def test_a_bot_says_what_it_is(guest: Make) -> None:
    bot, anna = guest(), guest("Anna")
    assert bot.http.get("/api/me").json()["bot"] is False
    assert bot.http.post("/api/me", json={"name": "Rob", "bot": True}).json()["bot"] is True
    assert bot.http.post("/api/me", json={"name": "Robby"}).json()["bot"] is True
    begun = bot.begin("friend", side="black")
    assert anna.http.get(f"/api/invitations/{begun['code']}").json()["offer"]["bot"] is True
    anna.redeem(begun["code"])
    shown = anna.http.get(f"/api/games/{begun['game']}").json()["view"]["players"]
    assert shown["black"] == {"name": "Robby", "kind": "bot", "level": None, "rating": None}
    assert shown["white"]["kind"] == "guest"
    assert bot.http.post("/api/me", json={"name": "Ann", "bot": False}).json()["bot"] is False
    assert "bot" in bot.http.get("/api/me/data").text.splitlines()[0]


def test_a_declined_rematch_is_told_and_not_asked_for_again(pairing: Pair) -> None:
    pair = pairing()
    pair.play("11-15", "22-18")
    seq = pair.white.do(pair.game, "resign")["seq"]
    pair.black.reaches(pair.game, seq)
    assert pair.black.do(pair.game, "rematch_decline")["code"] == "not_allowed"
    seq = pair.white.do(pair.game, "rematch")["seq"]
    view = pair.black.reaches(pair.game, seq)
    assert "rematch_decline" in view["allowed"]["black"]
    assert "rematch_decline" not in view["allowed"]["white"]
    assert pair.white.do(pair.game, "rematch_decline")["code"] == "no_seat"
    ack = pair.black.do(pair.game, "rematch_decline")
    assert ack["t"] == "ack", ack
    view = pair.white.reaches(pair.game, ack["seq"])
    assert (view["rematch"], view["rematch_declined"]) == (None, "black")
    assert view["allowed"] == {"white": [], "black": ["rematch"]}
    refused = pair.white.do(pair.game, "rematch")
    assert refused["code"] == "not_allowed" and "another game" in refused["sentence"]
    seq = pair.black.do(pair.game, "rematch")["seq"]  # thought better of it
    view = pair.white.reaches(pair.game, seq)
    assert (view["rematch"], view["rematch_declined"]) == ("black", None)
    assert pair.white.do(pair.game, "rematch")["next"]


def test_E24_the_verdict_stays_in_the_view_until_the_next_move() -> None:
    wish = r.NewGame(opponent=r.SameDevice(), variant="english", refusal_duty=1)
    table = open_table(wish, Seat("anna", "Anna"), 0)
    game: Game = table.game
    game.offer_draw("white")
    game.decline_draw("black")
    game.play("11-15")
    assert view(table, "en").verdict is None
    game.adjudicate(True, "engine: depth 15, score +190, margin 150", side="black")
    shown = view(table, "en").verdict
    assert shown is not None and (shown.side, shown.advantage) == ("black", True)
    assert shown.reason == "engine: depth 15, score +190, margin 150"
    game.offer_draw("black")
    assert view(table, "en").verdict == shown
    game.play("22-18")
    assert view(table, "en").verdict is None


def test_the_toss_is_between_seats_whatever_the_players_are_called(guest: Make) -> None:
    anna, bert = guest("Anna"), guest("Anna")
    begun = anna.begin("friend", side="toss")
    game = begun["game"]
    mine = anna.socket()
    assert mine.watch(game)["seats"] == [1]
    bert.redeem(begun["code"])
    yours = bert.socket()
    assert yours.watch(game)["seats"] == [2]
    assert guest().socket().watch(game)["seats"] == []
    assert mine.shows(game, phase="lots")["lots"][0]["sides"] == []
    mine.do(game, "contribute", text="one")
    yours.do(game, "contribute", text="two")
    lot = mine.shows(game, phase="playing")["lots"][0]
    assert sorted(lot["sides"]) == ["black", "white"]
    assert lot["header"] == ["toss"]
    assert lot["sides"][int(lot["result"]) - 1] == "black"
    for player, number in ((anna, 1), (bert, 2)):
        shown = player.http.get(f"/api/games/{game}").json()
        assert shown["you"] == [lot["sides"][number - 1]] and shown["seats"] == [number]


def test_a_game_by_http_says_until_when_the_first_move_is_waited_for(pairing: Pair) -> None:
    pair = pairing(time="60")
    path = f"/api/games/{pair.game}"
    assert pair.creator.http.get(path).json()["until"] == pair.black.watch(pair.game)["until"]
    pair.play("11-15")
    assert pair.creator.http.get(path).json()["until"] is None


def test_unknown_paths_of_the_lists_are_refused(server: Server) -> None:
    assert httpx.get(f"{server.url}/api/games/running").status_code in (400, 404)
