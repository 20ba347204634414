"""Seasons at the server: made of own events, ranked for everybody, taken away as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.served import Guest, Server, new_id
from test_events import did, get_event, make_event, member

Make = Callable[..., Guest]


def play_event(organiser: Guest, name: str, order: list[str], **settings: Any) -> str:
    """Run a round robin on real boards in which whoever stands first in an order wins."""
    event = make_event(organiser, name=name, format="round robin", rounds=0, **settings)
    for each in order:
        did(organiser, event, "admit", name=each)
    for number in range(1, len(order) + len(order) % 2):
        did(organiser, event, "pair")
        did(organiser, event, "start")
        for board in get_event(organiser, event)["rounds"][number - 1]["boards"]:
            if board["two"] is not None:
                won = order.index(board["one"]) < order.index(board["two"])
                token = "2-0" if won else "0-2"
                place = {"round": number, "board": board["board"]}
                did(organiser, event, "result", **place, games=[token])
    return event


def make_season(who: Guest, **settings: Any) -> dict[str, Any]:
    """Make a season, and return it."""
    body = {"name": "Winter", "id": new_id(), **settings}
    answer = who.http.post("/api/seasons", json=body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def rows(season: dict[str, Any]) -> list[tuple[int, str, str]]:
    """Return the standing of a season."""
    return [(row["place"], row["name"], row["total"]) for row in season["standing"]]


def test_a_season_of_drops_is_made_grows_and_is_read_by_everybody(guest: Make) -> None:
    organiser, name = member(guest)
    first = play_event(organiser, "October", ["Anna", "Bert", "Cleo"])
    season = make_season(organiser, points=[10, 6, 3], drop=1, events=[first])
    assert season["own"] and season["organiser"] == name and season["revision"] == 1
    assert rows(season) == [(1, "Anna", "0"), (1, "Bert", "0"), (1, "Cleo", "0")]
    second = play_event(organiser, "November", ["Bert", "Anna", "Cleo"])
    third = play_event(organiser, "December", ["Bert", "Anna"])
    running = make_event(organiser, name="January")
    place = f"/api/seasons/{season['season']}"
    settings = {**season["settings"], "events": [first, second, third, running]}
    change = {"settings": settings, "revision": 1}
    assert organiser.http.post(place, json=change).json()["revision"] == 2
    assert organiser.http.post(place, json=change).status_code == 409  # it has gone on since
    seen = guest().http.get(place).json()
    assert not seen["own"] and [each["over"] for each in seen["stages"]] == [True] * 3 + [False]
    assert rows(seen) == [(1, "Bert", "26"), (2, "Anna", "22"), (3, "Cleo", "6")]
    bert = seen["standing"][0]["cells"]
    assert bert == [
        {"place": 2, "value": "6", "counts": True},
        {"place": 1, "value": "10", "counts": True},
        {"place": 1, "value": "10", "counts": True},
        None,
    ]
    listed = guest().http.get("/api/seasons").json()["seasons"]
    assert [each["stages"] for each in listed if each["season"] == season["season"]] == [4]
    mine = organiser.http.get("/api/seasons", params={"which": "mine"}).json()["seasons"]
    assert [each["season"] for each in mine] == [season["season"]]
    own = organiser.http.get("/api/events", params={"which": "organised"}).json()["events"]
    assert {each["event"] for each in own} == {first, second, third, running}
    assert guest().http.get("/api/events", params={"which": "organised"}).json()["events"] == []


def test_the_season_follows_a_correction_of_an_event_that_is_over(guest: Make) -> None:
    organiser, _ = member(guest)
    event = play_event(organiser, "Match", ["Anna", "Bert"])
    season = make_season(organiser, points=[10, 6], events=[event])
    assert rows(season) == [(1, "Anna", "10"), (2, "Bert", "6")]
    board = get_event(organiser, event)["rounds"][0]["boards"][0]
    token = "0-2" if board["one"] == "Anna" else "2-0"
    did(organiser, event, "result", round=1, board=1, games=[token], reason="read wrongly")
    after = guest().http.get(f"/api/seasons/{season['season']}").json()
    assert rows(after) == [(1, "Bert", "10"), (2, "Anna", "6")]


def test_points_of_events_are_added_and_the_last_decides(guest: Make) -> None:
    organiser, _ = member(guest)
    one = play_event(organiser, "Dame 64", ["Anna", "Bert", "Cleo"])
    two = play_event(organiser, "Dame 100", ["Bert", "Anna", "Cleo"], variant="international")
    season = make_season(organiser, kind="combine", events=[one, two])
    assert rows(season) == [(1, "Bert", "6"), (2, "Anna", "6"), (3, "Cleo", "0")]
    assert [cell["value"] for cell in season["standing"][0]["cells"]] == ["2", "4"]


def test_a_season_is_taken_away_as_csv(guest: Make) -> None:
    organiser, _ = member(guest)
    one = play_event(organiser, "=Sum", ["Anna", "Bert"])
    two = play_event(organiser, "Spring", ["Bert", "Anna"])
    season = make_season(organiser, name="Übung 1", points=[10, 6], drop=1, events=[one, two])
    place = f"/api/seasons/{season['season']}/csv"
    answer = guest().http.get(place, params={"lang": "de"})
    assert 'filename="ubung-1.csv"' in answer.headers["content-disposition"]
    table = list(csv.reader(io.StringIO(answer.text)))
    assert table[0] == ["Platz", "Name", "'=Sum", "Spring", "Punkte"]
    assert table[1:] == [["1", "Anna", "10", "(6)", "10"], ["1", "Bert", "(6)", "10", "10"]]


def test_what_is_no_season_is_refused_in_words(guest: Make) -> None:
    organiser, _ = member(guest)
    stranger, _ = member(guest)
    event = make_event(organiser)
    german = {"accept-language": "de"}

    def refusal_of(who: Guest, status: int, **settings: Any) -> str:
        body = {"name": "Winter", **settings}
        answer = who.http.post("/api/seasons", json=body, headers=german)
        assert answer.status_code == status, answer.text
        return str(answer.json()["sentence"])

    assert "selbst angelegt" in refusal_of(stranger, 409, events=[event])
    assert "selbst angelegt" in refusal_of(organiser, 409, events=["nothing"])
    assert "nur einmal" in refusal_of(organiser, 409, events=[event, event])
    assert "Entweder" in refusal_of(organiser, 409, drop=1, best=2)
    assert "nichts wird gestrichen" in refusal_of(organiser, 409, kind="combine", drop=1)
    for wrong in ({"points": []}, {"points": [-1]}, {"points": "mine"}, {"best": 0}, {"name": ""}):
        refusal_of(organiser, 400, **wrong)
    assert guest().http.post("/api/seasons", json={"name": "Winter"}).status_code == 403
    season = make_season(organiser)["season"]
    change = {"settings": {"name": "Mine now"}, "revision": 1}
    assert stranger.http.post(f"/api/seasons/{season}", json=change).status_code == 403
    assert stranger.http.delete(f"/api/seasons/{season}").status_code == 403
    assert guest().http.get("/api/seasons/nothing").status_code == 404
    assert organiser.http.delete(f"/api/seasons/{season}").status_code == 204
    assert organiser.http.get(f"/api/seasons/{season}").status_code == 404
    assert get_event(organiser, event)["phase"] == "open"


def test_events_that_count_points_of_different_size_are_not_added(guest: Make) -> None:
    organiser, _ = member(guest)
    one = play_event(organiser, "Whole", ["Anna", "Bert"])
    settings = {"name": "Halves", "format": "match", "rounds": 1, "scoring": "1-½-0"}
    two = make_event(organiser, **settings)
    for name in ("Anna", "Bert"):
        did(organiser, two, "admit", name=name)
    did(organiser, two, "pair")
    did(organiser, two, "start")
    did(organiser, two, "result", round=1, board=1, games=["1-0"])
    season = make_season(organiser, kind="combine", events=[one, two])
    assert season["mixed"] and season["standing"] == []
    answer = organiser.http.get(f"/api/seasons/{season['season']}/csv")
    assert answer.status_code == 409 and "different size" in answer.json()["sentence"]


def test_a_repeated_request_makes_one_season(guest: Make) -> None:
    organiser, _ = member(guest)
    id = new_id()
    assert make_season(organiser, id=id)["season"] == make_season(organiser, id=id)["season"]
    for _ in range(19):
        make_season(organiser)
    answer = organiser.http.post("/api/seasons", json={"name": "One more"})
    assert answer.status_code == 409


def test_an_organiser_who_goes_is_forgotten_and_his_season_stays(guest: Make) -> None:
    organiser, name = member(guest)
    season = make_season(organiser)["season"]
    lines = organiser.http.get("/api/me/data").text.splitlines()
    kept = [json.loads(line)["season"]["id"] for line in lines if line.startswith('{"season"')]
    assert kept == [season]
    assert organiser.http.delete("/api/account").status_code == 204
    seen = guest().http.get(f"/api/seasons/{season}").json()
    assert seen["organiser"] == "–" and name not in str(seen)


def test_a_season_is_there_after_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits") as server:
        organiser, _ = member(lambda: Guest(server))
        event = play_event(organiser, "Match", ["Anna", "Bert"])
        season = make_season(organiser, events=[event])["season"]
        organiser.close()
    with Server(tmp_path, "--no-limits") as server:
        reader = Guest(server)
        seen = reader.http.get(f"/api/seasons/{season}").json()
        assert rows(seen) == [(1, "Anna", "50"), (2, "Bert", "44")]
        reader.close()
