"""A refused draw in an event by the page: what the desk decides by, and what the players read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect
from support.served import Guest, Server, new_id, until

from crownhead.variants import Variant, get
from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_events import act, get_event, make_event, press
from tests.browser.test_friends import arrive
from tests.browser.test_history import act as play
from tests.browser.test_history import member
from tests.browser.test_pages import barriers

SHORT = Variant.house("Short duty", replace(get("english").rules, refusal_duty=1)).to_dict()
WORDS = {
    "de-DE": {
        "decide": "Über Brett 1 entscheiden",
        "program": "Weiß ist am Zug. Das Programm: kein klarer Vorteil. Die Suche gibt",
        "waits": "Ein Schiedsrichter entscheidet über das abgelehnte Remis",
        "asked": "Ein Schiedsrichter entscheidet, ob ein klarer Vorteil da ist.",
        "reason": "Grund",
        "draw": "Kein Vorteil gezeigt: remis",
        "verdict": "also remis. Der Schiedsrichter: Steht völlig gleich",
        "trail": "keinen klaren Vorteil gezeigt, also remis.",
    },
    "en-US": {
        "decide": "Decide about board 1",
        "program": "White is to move. The program: no decided advantage. The search gives",
        "waits": "An arbiter decides about the refused draw",
        "asked": "an arbiter decides whether there is a decided advantage.",
        "reason": "Reason",
        "draw": "No advantage shown: draw",
        "verdict": "so it is a draw. The arbiter: Steht völlig gleich",
        "trail": "has shown no decided advantage after the refused draw, so it is a draw.",
    },
}


def refuse(players: dict[str, Guest], game: str) -> None:
    """Have a draw refused by the side to move, and make the one move that it has then."""
    anybody = next(iter(players.values()))

    def view() -> dict[str, Any]:
        found: dict[str, Any] = anybody.http.get(f"/api/games/{game}").json()["view"]
        return found

    seen = view()
    mover = players[seen["players"][seen["turn"]]["name"]]
    [rival] = [each for each in players.values() if each is not mover]
    play(rival, game, {"kind": "offer"})
    play(mover, game, {"kind": "decline"})
    play(mover, game, {"kind": "move", "text": seen["legal"][0]["text"]})


@pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "en-US"), (DESK, "de-DE")], ids=["phone", "desk"]
)
def test_E24_a_refused_draw_is_decided_at_the_desk_by_position_and_verdict(
    visit: Open, server: Server, size: dict[str, int], language: str
) -> None:
    words = WORDS[language]
    organiser, _ = member(server)
    wish = {"rounds": 1, "time": "600+5", "variant": SHORT, "adjudicator": "arbiter"}
    event = make_event(organiser, **wish)
    players = {}
    for name in (f"Anna {new_id()[-6:]}", f"Bert {new_id()[-6:]}"):
        players[name] = Guest(server, name)
        act(players[name], event, "enter")
    act(organiser, event, "pair")
    act(organiser, event, "start")
    board = until(
        lambda: (b := get_event(organiser, event)["rounds"][0]["boards"][0])["tables"] and b
    )
    [game] = board["tables"]
    page, desk = (visit(size=size, locale=language) for _ in range(2))
    page.goto(f"{server.url}/#/g/{game}")
    arrive(desk, server, organiser, f"#/events/{event}/desk")
    refuse(players, game)
    page.get_by_text(words["asked"]).wait_for()
    desk.get_by_text(words["program"]).wait_for()
    assert barriers(desk) == []
    look = visit(f"#/events/{event}", size=size, locale=language)
    look.get_by_text(words["waits"]).wait_for()
    wall = visit(f"#/events/{event}/wall", size=size, locale=language)
    wall.get_by_role("navigation").get_by_role("button").first.press("Enter")
    wall.get_by_text(words["waits"]).wait_for()
    box = wall.get_by_text(words["waits"]).bounding_box()
    assert box is not None and box["y"] + box["height"] <= size["height"]
    press(desk, words["decide"])
    dialog = desk.get_by_role("dialog")
    expect(dialog.locator("draughts-board")).to_be_visible()
    expect(dialog.get_by_role("button", name=words["draw"])).to_be_disabled()
    dialog.get_by_label(words["reason"]).fill("Steht völlig gleich")
    assert barriers(desk) == []
    press(desk, words["draw"])
    expect(desk.get_by_role("dialog")).to_have_count(0)
    page.get_by_text(words["verdict"]).first.wait_for()
    until(lambda: get_event(organiser, event)["rounds"][0]["boards"][0]["games"] == ["1-1"])
    look.goto(f"{server.url}/#/events/{event}/trail")
    look.get_by_text(words["trail"]).wait_for()
    look.get_by_text("Steht völlig gleich").wait_for()
    assert barriers(look) == []
