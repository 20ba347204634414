"""Simultaneous exhibitions at the server, from nothing to the published file."""

from __future__ import annotations

from collections.abc import Callable

from support.served import Guest, until
from test_events import act, did, get_event, make_event, member, resign

from crownhead.competition import check

Make = Callable[..., Guest]


def test_an_exhibition_is_given_from_nothing_to_its_end(guest: Make) -> None:
    giver, name = member(guest)
    settings = {"format": "simultaneous", "rounds": 0, "boards": "server", "time": "900+10"}
    answer = giver.http.post("/api/events", json={"name": "Simul", **settings})
    assert answer.status_code == 409 and "who gives it" in answer.json()["sentence"]
    event = make_event(giver, name="Simul", giver=name, alternate=True, **settings)
    guests = {each: guest(each) for each in ("Anna", "Bert", "Cleo")}
    for each in guests.values():
        did(each, event, "enter")
    answer = act(giver, event, "pair")
    assert answer.status_code == 409 and "has not entered" in answer.json()["sentence"]
    did(giver, event, "enter")
    did(giver, event, "pair")
    did(giver, event, "start")

    def tables() -> list[dict[str, object]]:
        boards = get_event(giver, event)["rounds"][0]["boards"]
        return boards if all(board["tables"] for board in boards) else []

    boards = until(tables)
    # He starts on every second board, and has a game on each at once.
    assert [board["one"] == name for board in boards] == [True, False, True]
    games = {board["board"]: board["tables"][0] for board in boards}
    sides = {n: giver.http.get(f"/api/games/{game}").json()["you"] for n, game in games.items()}
    assert sides == {1: ["black"], 2: ["white"], 3: ["black"]}
    # A call, and what the arbiter does by name, are about the board that is meant.
    did(giver, event, "call", text="he touched a piece", board=2)
    [call] = get_event(giver, event)["calls"]
    assert (call["board"], call["game"]) == (2, games[2])
    did(giver, event, "rule", call=call["call"], ruling="resume")
    did(giver, event, "clock", name=name, add=60, reason="many boards", board=3)

    def time_left(board: int) -> int:
        view = giver.http.get(f"/api/games/{games[board]}").json()["view"]
        return int(view["clock"][sides[board][0]])

    assert until(lambda: time_left(3) > 930_000) and time_left(1) <= 900_000
    resign(
        guests["Anna"],
        games[next(n for n, b in enumerate(boards, 1) if "Anna" in (b["one"], b["two"]))],
    )
    other = next(n for n, b in enumerate(boards, 1) if "Bert" in (b["one"], b["two"]))
    resign(giver, games[other])
    third = next(n for n, b in enumerate(boards, 1) if "Cleo" in (b["one"], b["two"]))
    resign(guests["Cleo"], games[third])
    assert until(lambda: get_event(giver, event)["over"])
    standing = get_event(giver, event)["standing"]
    assert [(row["place"], row["name"], row["numbers"][0]) for row in standing[:2]] == [
        (1, name, "4"),
        (2, "Bert", "2"),
    ]
    did(giver, event, "finish")
    text = guest().http.get(f"/api/events/{event}/file").text
    assert check(text).right
