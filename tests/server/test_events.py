"""Competitions at the server: made, entered, paired, played, and checked by a stranger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from support.served import Guest, new_id, until

Make = Callable[..., Guest]
PASSWORD = "four kings on d8"
CLUB = {"name": "Club evening", "rounds": 3, "boards": "real"}


def member(guest: Make) -> tuple[Guest, str]:
    """Return somebody who has signed in, and his name."""
    who = guest()
    name = f"Olga {new_id()[-8:]}"
    made = {"name": name, "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    return who, name


def opened(who: Guest, **settings: Any) -> str:
    """Make an event, and return its id."""
    answer = who.http.post("/api/events", json={**CLUB, **settings})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["event"])


def act(who: Guest, event: str, kind: str, **values: Any) -> Any:
    """Act in an event, and return the answer."""
    body = {"id": new_id(), "act": {"kind": kind, **values}}
    return who.http.post(f"/api/events/{event}/do", json=body)


def did(who: Guest, event: str, kind: str, **values: Any) -> int:
    """Act in an event, which is done; return the seq it has reached."""
    answer = act(who, event, kind, **values)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["seq"])


def shown(who: Guest, event: str) -> dict[str, Any]:
    """Return an event as somebody sees it."""
    answer = who.http.get(f"/api/events/{event}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_an_event_on_real_boards_from_its_making_to_its_end(guest: Make) -> None:
    organiser, name = member(guest)
    event = opened(organiser, games=2, ballots={"deck": "english-3move"}, time="600+5")
    assert shown(organiser, event)["you"]["roles"] == ["organiser"]
    made = shown(guest(), event)
    assert made["phase"] == "open" and len(made["commitments"]) == 4 and made["code"] is None
    players = [guest("Anna"), guest("Bert")]
    for each in players:
        did(each, event, "enter", club="North")
    did(organiser, event, "admit", name="Cleo Weiss", rating=1700)
    did(organiser, event, "admit", name="Dora Nowak")
    did(players[0], event, "contribute", text="the third tram was red")
    did(players[0], event, "check_in")
    names = {each["name"]: each for each in shown(guest(), event)["entrants"]}
    assert set(names) == {"Anna", "Bert", "Cleo Weiss", "Dora Nowak"}
    assert names["Anna"]["account"] and names["Anna"]["here"] and not names["Dora Nowak"]["account"]
    draft = organiser.http.get(f"/api/events/{event}/draft").json()
    did(organiser, event, "pair")
    published = shown(organiser, event)["rounds"][0]
    assert [b["one"] for b in published["boards"]] == [b["one"] for b in draft["boards"]]
    assert not published["started"] and published["boards"][0]["card"] is None
    did(organiser, event, "start")
    board = next(
        b for b in shown(organiser, event)["rounds"][0]["boards"] if "Anna" in (b["one"], b["two"])
    )
    assert board["card"]["deck"] == "english-3move" and len(board["card"]["moves"]) == 3
    place = {"round": 1, "board": board["board"]}
    assert act(players[0], event, "result", **place, games=["2-0", "1-1"]).status_code == 403
    did(players[0], event, "claim", **place, games=["2-0", "1-1"])
    other = {**place, "board": 3 - board["board"]}
    seq = did(organiser, event, "result", **other, games=["+/-", "+/-"])
    news = guest().http.get(f"/api/events/{event}/after/{seq - 1}").json()
    assert [line["kind"] for line in news["lines"]] == ["result"]
    assert news["boards"][0]["games"] == ["+/-", "+/-"] and not news["more"]
    did(organiser, event, "result", **place, games=["2-0", "1-1"])
    assert act(organiser, event, "result", **place, games=["2-0", "2-0"]).status_code == 409
    did(organiser, event, "result", **place, games=["2-0", "2-0"], reason="read wrongly")
    after = shown(organiser, event)
    assert after["rounds"][0]["over"] and after["standing"][0]["numbers"][0] == "4"
    first = after["standing"][0]["name"]
    numbers = organiser.http.get(f"/api/events/{event}/numbers/{first}").json()
    assert numbers[0]["criterion"] == "points" and numbers[0]["value"] == "4"
    did(organiser, event, "finish")
    assert shown(organiser, event)["phase"] == "ended"
    listed = guest().http.get("/api/events", params={"which": "ended"}).json()["events"]
    assert any(each["event"] == event and each["organiser"] == name for each in listed)
    mine = organiser.http.get("/api/events", params={"which": "mine"}).json()["events"]
    assert [each["event"] for each in mine] == [event]


def playing(who: Guest, event: str) -> tuple[str, list[str]]:
    """Return somebody's game in an event that goes on now, and his sides there."""
    game = until(lambda: shown(who, event)["you"]["game"])
    return game, who.http.get(f"/api/games/{game}").json()["you"]


def resign(who: Guest, game: str) -> None:
    """Give a game up."""
    body = {"id": new_id(), "act": {"kind": "resign"}}
    answer = who.http.post(f"/api/games/{game}/do", json=body)
    assert answer.status_code == 200, answer.text


def test_two_games_of_one_card_are_played_with_sides_swapped(guest: Make) -> None:
    organiser, _ = member(guest)
    event = opened(organiser, boards="server", games=2, rounds=1, time="600+5", ballots={})
    anna, bert = guest("Anna"), guest("Bert")
    for each in (anna, bert):
        did(each, event, "enter")
    socket, looking = anna.socket(), guest().socket()
    looking.send("watch_event", event=event)
    seq = looking.until("event_changed", event=event)["seq"]
    did(organiser, event, "pair")
    assert looking.until("event_changed")["seq"] > seq
    assert shown(anna, event)["you"]["game"] is None
    did(organiser, event, "start")
    first = socket.until("event_game", event=event)["game"]
    board = shown(anna, event)["rounds"][0]["boards"][0]
    assert board["tables"] == [first]
    view = socket.watch(first)["view"]
    names = {side: player["name"] for side, player in view["players"].items()}
    starts = "black"  # in English draughts
    assert names[starts] == board["one"] and view["event"]["card"] == board["card"]
    assert view["ply"] == 3 and view["clock"]["running"] and view["phase"] == "playing"
    takes_back = socket.do(first, "takeback")
    assert takes_back["t"] == "refused" and "taken back" in takes_back["sentence"]
    assert socket.do(first, "abort")["t"] == "refused"
    resign(bert, first)
    second = socket.until("event_game", event=event)["game"]
    again = socket.watch(second)["view"]
    assert again["players"][starts]["name"] == board["two"]
    assert again["event"]["number"] == 2 and again["event"]["card"] == board["card"]
    assert act(bert, event, "leave").status_code == 200
    resign(anna, second)
    over = until(lambda: (found := shown(anna, event))["over"] and found)
    won = [row["name"] for row in over["standing"]]
    assert set(won) == {"Anna", "Bert"} and over["rounds"][0]["boards"][0]["points"] == ["2", "2"]
    assert bert.http.get(f"/api/games/{second}").json()["view"]["allowed"]["white"] == []
    rematch = {"id": new_id(), "act": {"kind": "rematch"}}
    assert anna.http.post(f"/api/games/{second}/do", json=rematch).status_code == 409


def test_a_result_of_the_desk_ends_the_game_and_an_annulled_round_its_games(guest: Make) -> None:
    organiser, _ = member(guest)
    event = opened(organiser, boards="server", games=1, rounds=3, time="600+5")
    players = {name: guest(name) for name in ("Anna", "Bert", "Cleo", "Dora")}
    for each in players.values():
        did(each, event, "enter")
    did(organiser, event, "pair")
    did(organiser, event, "start")
    games = [playing(each, event)[0] for each in players.values()]
    did(organiser, event, "annul", reason="Cleo cannot see the board")
    for game in games:
        until(lambda g=game: organiser.http.get(f"/api/games/{g}").json()["view"]["outcome"])
    did(organiser, event, "pair")
    did(organiser, event, "start")
    boards = until(
        lambda: (
            (b := shown(organiser, event)["rounds"][0]["boards"])
            and all(each["tables"] for each in b)
            and b
        )
    )
    [game] = boards[0]["tables"]
    assert game not in games
    did(organiser, event, "result", round=1, board=1, games=["2-0"])
    view = until(
        lambda: (v := organiser.http.get(f"/api/games/{game}").json()["view"])["outcome"] and v
    )
    assert view["players"][view["outcome"]["winner"]]["name"] == boards[0]["one"]
    assert shown(organiser, event)["rounds"][0]["boards"][0]["games"] == ["2-0"]
