"""Friends, challenges by name, and quick pairing that reaches ever wider."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import insert
from support.served import Guest, Server, new_id, until
from support.service import open_service

from crownhead.server.messages import bodies as r
from crownhead.server.process.matchmaking import MOST_TRIED
from crownhead.server.room import fitting
from crownhead.server.room.fitting import Seeker, fit
from crownhead.server.room.table import Seat
from crownhead.server.room.terms import Terms
from crownhead.server.storage.challenges import Bounds, Challenge, ChallengeStore
from crownhead.server.storage.migrations import upgrade
from crownhead.server.storage.open_database import open_database
from crownhead.server.storage.schema import accounts, games

Make = Callable[..., Guest]
PASSWORD = "four kings on d8"
BLITZ = {"variant": "english", "time": "180+2"}


def sign_up(who: Guest) -> str:
    """Make an account, and return its name."""
    name = f"Fritz {new_id()[-8:]}"
    made = {"name": name, "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    return name


def member(guest: Make) -> tuple[Guest, str]:
    """Return somebody who has signed in, and his name."""
    who = guest()
    return who, sign_up(who)


def friends(who: Guest) -> list[dict[str, Any]]:
    """Return whom somebody follows."""
    answer = who.http.get("/api/account/friends")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


def test_who_is_followed_is_seen_to_come_to_play_and_to_leave(two: tuple[Server, Server]) -> None:
    anna, bert = Guest(two[0]), Guest(two[1])
    sign_up(anna)
    name = sign_up(bert)
    assert friends(anna) == []
    assert anna.http.post(f"/api/account/friends/{name.upper()}").status_code == 204
    assert anna.http.post(f"/api/account/friends/{name}").status_code == 204
    [shown] = friends(anna)
    assert shown == {"name": name, "bot": False, "online": False, "games": []}
    socket = bert.socket()
    until(lambda: friends(anna)[0]["online"])
    profile = anna.http.get(f"/api/players/{name}").json()
    assert profile["followed"] and profile["online"] and not profile["yours"]
    begun = bert.begin("friend", side="black")
    stranger = Guest(two[1])
    stranger.redeem(begun["code"])
    until(lambda: friends(anna)[0]["games"] == [begun["game"]])
    socket.close()
    bert.sockets.clear()
    until(lambda: not friends(anna)[0]["online"])
    assert anna.http.delete(f"/api/account/friends/{name}").status_code == 204
    assert friends(anna) == []
    assert anna.http.post("/api/account/friends/Nobody Here").status_code == 404


def test_a_challenge_is_shown_at_once_and_taken(two: tuple[Server, Server]) -> None:
    anna, bert = Guest(two[0]), Guest(two[1])
    anna_name, bert_name = sign_up(anna), sign_up(bert)
    socket = bert.socket()
    wish = {"to": bert_name, "side": "black", "rated": True, **BLITZ}
    begun = anna.http.post("/api/challenges", json=wish)
    assert begun.status_code == 201, begun.text
    game = begun.json()["game"]
    socket.until("challenges")
    [received] = bert.http.get("/api/challenges").json()["received"]
    assert received["name"] == anna_name and received["offer"]["game"] == game
    assert received["offer"]["rated"] and received["offer"]["time"] == "180+2"
    [sent] = anna.http.get("/api/challenges").json()["sent"]
    assert sent["name"] == bert_name and not sent["declined"]
    watching = anna.socket()
    taken = bert.http.post(f"/api/challenges/{game}/accept")
    assert taken.status_code == 201 and taken.json()["you"] == ["white"]
    watching.until("challenges")
    assert bert.http.post(f"/api/challenges/{game}/accept").json()["game"] == game
    for who in (anna, bert):
        waits = who.http.get("/api/challenges").json()
        assert (waits["received"], waits["sent"], waits["turns"]) == ([], [], [])


def test_a_challenge_is_declined_or_withdrawn(guest: Make) -> None:
    (anna, anna_name), (bert, bert_name) = member(guest), member(guest)
    other, _ = member(guest)
    made = [
        anna.http.post("/api/challenges", json={"to": bert_name, **BLITZ}).json()["game"],
        bert.http.post("/api/challenges", json={"to": anna_name, **BLITZ}).json()["game"],
    ]
    for act in ("accept", "decline"):
        assert other.http.post(f"/api/challenges/{made[0]}/{act}").status_code == 403
        assert anna.http.post(f"/api/challenges/{made[0]}/{act}").status_code == 403
    assert bert.http.post(f"/api/challenges/{made[0]}/decline").status_code == 204
    assert bert.http.post(f"/api/challenges/{made[0]}/accept").status_code == 409
    told = anna.http.get("/api/challenges").json()
    assert [(each["name"], each["declined"]) for each in told["sent"]] == [(bert_name, True)]
    assert [each["offer"]["game"] for each in told["received"]] == [made[1]]
    assert bert.http.delete(f"/api/games/{made[1]}").status_code == 204
    assert anna.http.get("/api/challenges").json()["received"] == []


def test_who_takes_none_is_not_challenged(guest: Make) -> None:
    (anna, anna_name), (bert, bert_name) = member(guest), member(guest)

    def challenge(who: Guest = anna, to: str = bert_name, **more: Any) -> Any:
        return who.http.post("/api/challenges", json={"to": to, **BLITZ, **more})

    def choose(challenges: str) -> None:
        wish = {"challenges": challenges}
        assert bert.http.post("/api/account/settings", json=wish).json()["challenges"] == challenges

    choose("nobody")
    assert challenge().status_code == 409
    assert not anna.http.get(f"/api/players/{bert_name}").json()["challenges"]
    choose("followed")
    assert challenge().status_code == 409
    assert bert.http.post(f"/api/account/friends/{anna_name}").status_code == 204
    id = new_id()
    first = challenge(id=id)
    assert first.status_code == 201
    assert challenge(id=id).json() == first.json()  # the same request once more
    waits = challenge()
    assert waits.status_code == 409 and "waiting for an answer" in waits.json()["sentence"]
    assert challenge(to=anna_name).status_code == 409
    assert challenge(to="Nobody Whatever").status_code == 404
    assert challenge(guest()).status_code == 403


def test_who_is_blocked_cannot_challenge(guest: Make) -> None:
    (anna, _), (bert, bert_name) = member(guest), member(guest)
    begun = anna.begin("friend", side="black")
    bert.redeem(begun["code"])
    assert bert.http.post(f"/api/games/{begun['game']}/block").status_code == 200
    answer = anna.http.post("/api/challenges", json={"to": bert_name, **BLITZ})
    assert answer.status_code == 409
    assert answer.json()["sentence"] == "This player takes no challenges."
    assert bert.http.delete(f"/api/games/{begun['game']}/block").status_code == 200
    assert anna.http.post("/api/challenges", json={"to": bert_name, **BLITZ}).status_code == 201


def test_what_is_exported_says_whom_one_follows(guest: Make) -> None:
    (anna, _), (_, bert_name) = member(guest), member(guest)
    anna.http.post(f"/api/account/friends/{bert_name}")
    lines = [json.loads(line) for line in anna.http.get("/api/me/data").text.splitlines()]
    [follows] = [line["follows"] for line in lines if "follows" in line]
    assert follows == [bert_name]
    assert {"choices": {"private": False, "challenges": "all"}} in lines


def test_what_a_deleted_account_had_is_gone(guest: Make) -> None:
    (anna, _), (bert, bert_name) = member(guest), member(guest)
    anna.http.post(f"/api/account/friends/{bert_name}")
    anna.http.post("/api/challenges", json={"to": bert_name, **BLITZ})
    assert bert.http.delete("/api/account").is_success
    assert friends(anna) == []
    assert anna.http.get("/api/challenges").json()["sent"] == []


# Quick pairing


def test_quick_pairing_says_how_far_it_reaches(guest: Make) -> None:
    anna, bert = guest(), guest()
    wish = {"variant": "russian", "time": "61+7"}
    waits = anna.http.post("/api/lobby", json=wish).json()
    assert waits["reach"] == {"points": None, "times": False, "wider": 30_000}
    # Asked again it is the same offer, which is not taken by who makes it.
    again = anna.http.post("/api/lobby", json={**wish, "waiting": waits["game"]}).json()
    assert again["game"] == waits["game"] and again["reach"]["wider"] < 30_000
    found = bert.http.post("/api/lobby", json=wish).json()
    assert found["game"] == waits["game"] and found["reach"] is None
    taken = anna.http.post("/api/lobby", json={**wish, "waiting": waits["game"]}).json()
    assert taken["game"] == waits["game"] and taken["reach"] is None


def test_two_who_wait_come_together_once(guest: Make) -> None:
    """The later of two goes to the other, and withdraws his own offer."""
    anna, bert = guest(), guest()
    wish = {"variant": "russian", "time": "62+7"}
    offer = {**wish, "opponent": {"kind": "anybody"}}
    games = [str(who.http.post("/api/games", json=offer).json()["game"]) for who in (anna, bert)]

    def ask(number: int) -> dict[str, Any]:
        body = {**wish, "waiting": games[number]}
        found: dict[str, Any] = (anna, bert)[number].http.post("/api/lobby", json=body).json()
        return found

    assert ask(0)["reach"] is not None  # he was first, and stays
    assert ask(1) | {"you": []} == {"game": games[0], "you": [], "reach": None}
    assert anna.http.get(f"/api/games/{games[1]}").json()["view"]["phase"] == "aborted"


class Waiting:
    """What pairing sees of a table that waits."""

    phase = "waiting"

    def __init__(self, terms: Terms, rating: str, created: int) -> None:
        self.terms, self.created, self.id = terms, created, "x"
        self.seats = [Seat("other", "Other", "account", rating=rating)]

    def has_seat(self, player: str) -> bool:
        """Return whether the player has the seat."""
        return player == "other"


@pytest.mark.parametrize(
    ("theirs", "age", "waited", "time", "fits"),
    [
        ("1600?", 0, 0, "180+2", True),
        ("1700", 0, 0, "180+2", False),
        ("1700", 20_000, 0, "180+2", True),
        ("1700", 0, 20_000, "180+2", True),
        ("2600", 59_000, 0, "180+2", False),
        ("2600", 60_000, 0, "180+2", True),
        ("1500", 40_000, 0, "240", False),  # who comes is not talked into another time
        ("1500", 0, 40_000, "240", True),
        ("1500", 0, 40_000, "60", False),  # another tempo never
    ],
)
def test_the_reach_becomes_wider(theirs: str, age: int, waited: int, time: str, fits: bool) -> None:
    def terms(text: str) -> Terms:
        return terms_of(text)

    now = 1_000_000
    table: Any = Waiting(terms(time), theirs, now - age)
    seeker = Seeker("me", terms("180+2"), "1500", now - waited, "")
    assert (fit(table, seeker, now) is not None) == fits


def terms_of(time: str) -> Terms:
    """Return the terms of a rated game with this time."""
    from crownhead.server.messages import bodies as r
    from crownhead.server.room.starting import open_table

    wish = r.NewGame(opponent=r.Anybody(), variant="english", time=time, rated=True)
    return open_table(wish, Seat("x", "X", "account", rating="1500"), 0).terms


def test_the_steps_are_told_in_order() -> None:
    told = [fitting.reach(terms_of("180+2"), waited) for waited in (0, 15_000, 30_000, 60_000)]
    assert [each.points for each in told] == [150, 300, 600, None]
    assert [each.times for each in told] == [False, False, True, True]
    assert [each.wider for each in told] == [15_000, 15_000, 30_000, None]


def test_a_request_of_before_makes_no_challenge_past_who_may(guest: Make) -> None:
    (anna, _), (bert, bert_name) = member(guest), member(guest)
    choice = {"challenges": "nobody"}
    assert bert.http.post("/api/account/settings", json=choice).status_code == 200
    for opponent in ("friend", "anybody"):
        id = new_id()
        anna.begin(opponent, side="black", id=id)
        wish = {"to": bert_name, "id": id, **BLITZ}
        assert anna.http.post("/api/challenges", json=wish).status_code in (400, 409)
        back = bert.http.post("/api/account/settings", json={"challenges": "all"})
        assert back.status_code == 200
        if opponent == "anybody":  # an offer to all is none to one
            assert anna.http.post("/api/challenges", json=wish).status_code == 400
        bert.http.post("/api/account/settings", json=choice)
    assert bert.http.get("/api/challenges").json()["received"] == []


def test_choosing_one_thing_resets_no_other(two: tuple[Server, Server]) -> None:
    anna, bert = Guest(two[0]), Guest(two[1])
    name = sign_up(anna)
    sign_up(bert)
    chosen: dict[str, Any] = {"private": False, "challenges": "all"}
    wishes: list[dict[str, Any]] = [
        {"challenges": "nobody"},
        {"private": True},
        {},
        {"private": None, "challenges": None},
    ]
    for wish in wishes:
        chosen |= {key: value for key, value in wish.items() if value is not None}
        answer = anna.http.post("/api/account/settings", json=wish)
        assert answer.status_code == 200 and answer.json() == chosen, wish
        assert anna.http.get("/api/account/settings").json() == chosen, wish
    challenge = bert.http.post("/api/challenges", json={"to": name, **BLITZ})
    assert challenge.status_code == 409


def test_a_challenge_that_comes_twice_is_the_same(guest: Make) -> None:
    (anna, _), (bert, bert_name), (_, cara_name) = (member(guest) for _ in range(3))
    wish = {"to": bert_name, "id": new_id(), **BLITZ}
    one, two = (anna.http.post("/api/challenges", json=wish) for _ in range(2))
    assert one.status_code == 201 and one.json() == two.json()
    assert anna.http.post("/api/challenges", json={**wish, "to": cara_name}).status_code == 400
    assert len(bert.http.get("/api/challenges").json()["received"]) == 1


def test_of_challenges_at_once_one_waits(two: tuple[Server, Server]) -> None:
    anna, bert = Guest(two[0]), Guest(two[1])
    sign_up(anna)
    name = sign_up(bert)
    wish = {"to": name, **BLITZ}
    # One client each: they go at once, and to both processes.
    token = anna.http.cookies["crownhead_session"]
    clients = [Guest(server) for server in (*two, *two)]
    for client in clients:
        client.http.cookies.clear()
        client.http.cookies.set("crownhead_session", token)
    with ThreadPoolExecutor(len(clients)) as threads:
        answers = list(threads.map(lambda c: c.http.post("/api/challenges", json=wish), clients))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    assert len(bert.http.get("/api/challenges").json()["received"]) == 1
    # What came to nothing leaves no game that waits.
    waiting = [g for g in anna.http.get("/api/me").json()["games"] if g["phase"] == "waiting"]
    assert len(waiting) == 1


def test_a_challenge_that_was_taken_is_not_declined(guest: Make) -> None:
    (anna, _), (bert, bert_name) = member(guest), member(guest)
    made = anna.http.post("/api/challenges", json={"to": bert_name, **BLITZ})
    game = made.json()["game"]
    assert bert.http.post(f"/api/challenges/{game}/accept").status_code == 201
    assert bert.http.post(f"/api/challenges/{game}/decline").status_code == 409
    assert anna.http.get("/api/challenges").json()["sent"] == []


def test_challenges_of_long_ago_are_forgotten(tmp_path: Path) -> None:
    async def run() -> list[str]:
        database = open_database(f"sqlite:///{tmp_path / 'games'}")
        await upgrade(database, tmp_path)
        store = ChallengeStore(database)
        table = {"variant": "english", "agreement": {}, "seq": 0, "listed": False}
        table |= {"clocked": False, "created": 0, "changed": 0}
        account = {"role": "player", "created": 0}
        people = [{**account, "player": p, "skeleton": p} for p in ("anna", "bert", "cara")]
        await database.write(lambda c: c.execute(insert(accounts), people))
        for game, phase in (("over", "over"), ("waits", "waiting"), ("late", "over")):
            row = {**table, "id": game, "phase": phase}
            await database.write(lambda c, row=row: c.execute(insert(games), row))  # type: ignore[misc]
            other, at = ("cara", 9) if game == "late" else ("bert", 1)
            made = Challenge(game, "anna", other, at, False)
            assert await store.put(made, Bounds(9, 9)) is None
        await store.prune(5)
        found = [game for game in ("over", "waits", "late") if await store.get(game)]
        await database.close()
        return found

    assert asyncio.run(run()) == ["waits", "late"]


def test_an_offer_that_was_withdrawn_is_no_answer_to_who_seeks(guest: Make) -> None:
    anna = guest()
    wish = {"variant": "lite", "time": "177+3", "id": new_id()}
    one = anna.http.post("/api/lobby", json=wish).json()["game"]
    assert anna.http.delete(f"/api/games/{one}").status_code == 204
    two = anna.http.post("/api/lobby", json={**wish, "waiting": one}).json()["game"]
    assert anna.http.get(f"/api/games/{two}").json()["view"]["phase"] == "waiting"
    anna.http.delete(f"/api/games/{two}")


def test_who_seeks_something_else_has_not_waited_for_it(guest: Make) -> None:
    anna = guest()
    wish = {"variant": "lite", "time": "177+3", "id": new_id()}
    one = anna.http.post("/api/lobby", json=wish).json()["game"]
    again = {**wish, "id": new_id(), "waiting": one}
    assert anna.http.post("/api/lobby", json=again).json()["game"] == one
    other = {**again, "time": "176+3", "id": new_id()}
    two = anna.http.post("/api/lobby", json=other).json()
    assert two["game"] != one and two["reach"]["wider"] == 30_000
    assert anna.http.get(f"/api/games/{one}").json()["view"]["phase"] == "aborted"
    anna.http.delete(f"/api/games/{two['game']}")


def test_offers_of_other_games_hide_none(tmp_path: Path) -> None:
    async def run() -> tuple[str, str]:
        async with open_service(tmp_path) as service:
            begin = service.matchmaking.begin
            wish = r.NewGame(opponent=r.Anybody(), variant="lite", time="177+3", side="toss")
            first = await begin("anna", wish)
            for number in range(MOST_TRIED):
                await begin(f"crowd{number}", replace(wish, variant="turkish"))
            seeking = r.Pairing(variant="lite", time="177+3", id=new_id())
            found = await service.matchmaking.pair("bert", seeking)
            return first.game, found.game

    first, found = asyncio.run(run())
    assert first == found
