"""Competitions at the server: made, entered, paired, played, and checked by a stranger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from support.served import Guest, new_id

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
