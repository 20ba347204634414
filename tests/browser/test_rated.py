"""Rated games by the page: wished for, shown at the table, and what they came to."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from support.browser.table import Table
from support.served import new_id

from tests.browser.conftest import DESK, Open

_MAKE = """
async ([name, password]) => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ name, password });
  const answer = await fetch("/api/account", { method: "POST", headers, body });
  return answer.status;
}
"""


def sign_up(page: Page) -> str:
    """Make an account behind the page, and return its name."""
    name = f"Rolf {new_id()[-8:]}"
    assert page.evaluate(_MAKE, [name, "four kings on d8"]) == 201
    page.reload()
    return name


def test_a_rated_game_from_the_wish_to_the_new_rating(visit: Open) -> None:
    anna, bert = visit("#/settings", size=DESK), visit("#/settings")
    name = sign_up(anna)
    sign_up(bert)
    for page in (anna, bert):
        page.get_by_role("link", name="Konto").wait_for()
        page.get_by_label("Dein Name").wait_for(state="detached")
    anna.evaluate("location.hash = '#/lobby'")
    anna.get_by_text("5 min + 3 s").click()
    anna.get_by_role("switch", name="Gewertet").click()
    anna.get_by_role("button", name="Partie anbieten").click()
    anna.wait_for_url("**/#/g/*")
    game = anna.url.rsplit("/", 1)[-1]
    bert.evaluate("location.hash = '#/lobby'")
    offer = bert.get_by_role("button", name=name)
    expect(offer).to_contain_text("1500?")
    expect(offer).to_contain_text("gewertet")
    offer.click()
    tables = {}
    for page in (anna, bert):
        table = Table(page, game)
        table.wait_until_ready()
        tables[table.side] = table
    view: dict[str, Any] = tables["white"].view
    expect(anna.locator(".player").first).to_contain_text("1500?")
    for ply in range(2):
        mover = tables[view["turn"]]
        mover.type(view["legal"][0]["text"])
        view = mover.wait(ply + 1)
    bert.get_by_role("button", name="Aufgeben").click()
    bert.locator("dialog .danger").click()
    anna.get_by_text("Wertung 1500 → 1662 (+162)").wait_for()
    bert.get_by_text("Wertung 1500 → 1338 (−162)").wait_for()
    anna.evaluate("name => (location.hash = `#/player/${name}`)", name)
    anna.get_by_text("1662?").wait_for()
    anna.get_by_role("heading", name="Zuletzt").wait_for()
    anna.evaluate("location.hash = '#/ratings/lite/rapid'")
    anna.get_by_text("Hier steht noch niemand.").wait_for()


def test_who_has_not_signed_in_is_not_asked_about_ratings(visit: Open) -> None:
    page = visit("#/lobby")
    page.get_by_text("5 min + 3 s").click()
    page.get_by_role("button", name="Partie anbieten").wait_for()
    assert page.get_by_role("switch", name="Gewertet").count() == 0


def test_a_game_over_days_is_offered_and_its_clock_shows_days(visit: Open) -> None:
    anna, bert = visit("#/lobby", size=DESK), visit("#/lobby")
    anna.get_by_text("3 Tage je Zug").click()
    anna.get_by_role("button", name="Partie anbieten").click()
    anna.wait_for_url("**/#/g/*")
    bert.get_by_role("button", name="3 Tage je Zug").first.click()
    table = Table(bert, "")
    table.wait_until_ready()
    expect(bert.get_by_role("timer").first).to_have_text("3 T 0:00")
