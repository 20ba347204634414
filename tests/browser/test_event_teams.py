"""Competitions of teams by the page: matches with their boards, the standing, the cross table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.served import Server

from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_events import act, get_event, make_event, press
from tests.browser.test_history import member
from tests.browser.test_pages import barriers

TEAMS = {"North": ("Anna", "Bert"), "South": ("Cleo", "Dora")}


@pytest.mark.parametrize(
    ("size", "language", "cross", "after"),
    [
        (PHONE, "de-DE", "Mannschaft gegen Mannschaft", "Nächste Ansicht"),
        (DESK, "en-US", "Team against team", "Next view"),
    ],
    ids=["phone", "desk"],
)
def test_a_match_of_teams_is_read_on_the_page_and_the_wall(
    visit: Open, server: Server, size: dict[str, int], language: str, cross: str, after: str
) -> None:
    organiser, _ = member(server)
    event = make_event(organiser, format="teams", rounds=0, boards="real")
    for team, names in TEAMS.items():
        for name in names:
            act(organiser, event, "admit", name=name, team=team)
    act(organiser, event, "pair")
    act(organiser, event, "start")
    page = visit(f"#/events/{event}/rounds", size=size, locale=language)
    match = page.locator(".team-match")
    expect(match).to_have_count(1)
    expect(match.locator("li")).to_have_count(2)
    [told] = get_event(organiser, event)["teams"]["matches"]
    first = TEAMS[told["one"]]
    # The first team stands on the left, whoever starts.
    for line, name in zip(match.locator("li strong").all(), first, strict=True):
        expect(line).to_contain_text(f"{name} – ")
    act(organiser, event, "result", round=1, board=1, games=["2-0"])
    expect(match.locator("h3")).to_contain_text("2 : 0")
    act(organiser, event, "result", round=1, board=2, games=["1-1"])
    expect(match.locator("h3")).to_contain_text("3 : 1")
    assert barriers(page) == []
    page.goto(f"{server.url}/#/events/{event}/standing")
    page.get_by_role("heading", name=cross).wait_for()
    places = page.locator("table.standing").first.locator("tbody tr")
    expect(places.first).to_contain_text(told["one"])
    # The order that the page tells is that of the teams, which its table shows.
    heads = page.locator("table.standing").first.locator("thead th").all_inner_texts()[2:]
    expect(page.locator(".event-about")).to_contain_text(", ".join(heads), ignore_case=True)
    expect(page.locator("table.cross tbody tr").first).to_contain_text("3")
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    # Each number of a team opens into its matches.
    points = places.first.get_by_role("button").first
    expect(points).to_have_text("2")
    points.press("Enter")
    term = page.get_by_role("dialog").locator("tbody tr")
    expect(term).to_have_count(1)
    expect(term).to_contain_text(told["two"])
    expect(term).to_contain_text("2")
    assert barriers(page) == []
    page.keyboard.press("Escape")
    page.goto(f"{server.url}/#/events/{event}/wall")
    row = page.locator(".wall tbody tr")
    expect(row).to_contain_text([told["one"]])
    expect(row).to_contain_text(["3 : 1"])
    press(page, after)
    expect(row).to_have_count(2)
    assert barriers(page) == []
