"""Seasons by the page: made of own events, read by everybody, each sum opened into its events."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.served import Guest, Server

from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_events import act, get_event, make_event, press
from tests.browser.test_friends import arrive
from tests.browser.test_history import member
from tests.browser.test_pages import barriers

WORDS = {
    "de-DE": {
        "make": "Saison anlegen",
        "name": "Name der Saison",
        "points": "Punkte der Plätze",
        "numbers": "Punkte vom ersten Platz an",
        "drop": "Streichergebnisse",
        "add": "{} hinzufügen",
        "up": "{} nach oben",
        "change": "Saison ändern",
        "save": "Speichern",
        "sum": "Punkte, Anna: 10",
        "dropped": "gestrichen",
        "place": "Platz 2",
        "csv": "Stand als CSV",
        "standing": "Stand",
    },
    "en-US": {
        "make": "Make a season",
        "name": "Name of the season",
        "points": "Points of the places",
        "numbers": "Points from the first place on",
        "drop": "Worst results dropped",
        "add": "Add {}",
        "up": "Move {} up",
        "change": "Change the season",
        "save": "Save",
        "sum": "Points, Anna: 10",
        "dropped": "dropped",
        "place": "place 2",
        "csv": "Standing as CSV",
        "standing": "Standing",
    },
}


def play_match(organiser: Guest, name: str, winner: str) -> str:
    """Play an event of Anna and Bert on a real board, won by one of them."""
    event = make_event(organiser, name=name, format="match", rounds=1, boards="real")
    for each in ("Anna", "Bert"):
        act(organiser, event, "admit", name=each)
    act(organiser, event, "pair")
    act(organiser, event, "start")
    [board] = get_event(organiser, event)["rounds"][0]["boards"]
    token = "2-0" if board["one"] == winner else "0-2"
    act(organiser, event, "result", round=1, board=1, games=[token])
    return event


@pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "de-DE"), (DESK, "en-US")], ids=["phone", "desk"]
)
def test_a_season_is_made_of_two_events_and_its_sums_open_into_them(
    visit: Open, server: Server, size: dict[str, int], language: str
) -> None:
    words = WORDS[language]
    organiser, _ = member(server)
    play_match(organiser, "October", "Anna")
    second = play_match(organiser, "November", "Bert")
    page = visit(size=size, locale=language)
    arrive(page, server, organiser, "#/events")
    page.get_by_role("link", name=words["make"]).press("Enter")
    page.get_by_label(words["name"]).fill("Club season")
    page.get_by_label(words["points"]).select_option("own")
    page.get_by_label(words["numbers"]).fill("10 6")
    page.get_by_label(words["drop"]).fill("1")
    press(page, words["add"].format("November"))
    press(page, words["add"].format("October"))
    press(page, words["up"].format("October"))
    assert barriers(page) == []
    press(page, words["make"])
    page.get_by_role("heading", name="Club season").wait_for()
    address = page.url
    reader = visit(size=size, locale=language)
    reader.goto(address)
    table = reader.locator("table.standing")
    expect(table.locator("tbody tr")).to_have_count(2)
    expect(table.locator("tbody tr").first).to_contain_text("Anna")
    assert barriers(reader) == []
    assert reader.evaluate("document.documentElement.scrollWidth") == size["width"]
    press(reader, words["sum"])
    terms = reader.get_by_role("dialog").locator("tbody tr")
    expect(terms).to_have_count(2)
    expect(terms.nth(0)).to_contain_text("October")
    expect(terms.nth(1)).to_contain_text(words["dropped"])
    expect(terms.nth(1)).to_contain_text(words["place"])
    assert barriers(reader) == []
    terms.nth(1).get_by_role("link").press("Enter")
    reader.get_by_role("heading", name="November").wait_for()
    assert reader.url.endswith(f"#/events/{second}/standing")
    reader.goto(address)
    with reader.expect_download() as taken:
        reader.get_by_role("link", name=words["csv"]).click()
    assert taken.value.suggested_filename == "club-season.csv"
    expect(reader.get_by_text(words["change"])).to_have_count(0)
    # The organiser drops nothing any more: both are level.
    page.get_by_text(words["change"]).click()
    page.get_by_label(words["drop"]).fill("0")
    page.get_by_label(words["drop"]).blur()
    press(page, words["save"])
    expect(page.locator("table.standing tbody tr").first).to_contain_text("16")
