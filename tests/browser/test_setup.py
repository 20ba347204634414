"""The sheet before a game: what is preset, what is remembered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect
from support.browser.table import Table

from crownhead.engines.adaptive import adapt
from crownhead.variants import get
from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_pages import barriers

_STORE = "([side, game]) => localStorage.setItem('crownhead', JSON.stringify({ side, game }))"
_RESULTS = """
(results) => {
  const english = results.map(([level, score], n) => ({ game: `before${n}`, level, score }));
  localStorage.setItem("crownhead", JSON.stringify({ game: "english" }));
  localStorage.setItem("crownhead.results", JSON.stringify({ english }));
}
"""


def sides(page: Page) -> Locator:
    page.locator(".level-chip").click()
    return page.get_by_role("group", name="Deine Seite")


def test_further_rules_come_into_sight_where_they_are_opened(visit: Open) -> None:
    """They opened below the edge of the sheet, behind its button, and were not seen."""
    page = visit(size={"width": 390, "height": 844})
    page.locator(".level-chip").click()
    sheet = page.get_by_role("dialog")
    sheet.locator("summary").click()
    last = sheet.get_by_text("nach je 40 Zügen")
    play = sheet.get_by_role("button", name="Spielen")
    over = "(play, last) => last.getBoundingClientRect().bottom - play.getBoundingClientRect().top"
    page.wait_for_function(
        f"([play, last]) => ({over})(play, last) <= 0",
        arg=[play.element_handle(), last.element_handle()],
    )
    expect(sheet.locator("summary")).to_be_in_viewport()


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_the_longest_choice_of_a_time_made_the_sheet_wider_than_it_is(
    visit: Open, locale: str
) -> None:
    page = visit(locale=locale)
    page.locator(".level-chip").click()
    sheet = page.get_by_role("dialog")
    sheet.locator("summary").click()
    sheet.get_by_text("Eigene …" if locale == "de-DE" else "Other …").click()
    sheet.get_by_text("Bronstein").wait_for()
    right = "(it) => it.getBoundingClientRect().right"
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        edge = sheet.evaluate(right)
        parts = sheet.locator("button, fieldset, label > span").all()
        assert len(parts) > 10
        assert max(part.evaluate(right) for part in parts) <= edge


@pytest.mark.parametrize(
    ("game", "stored", "labels", "chosen"),
    [
        ("lite", "first", ["Weiß · beginnt", "Schwarz", "Auslosen"], "white"),
        ("english", "first", ["Weiß", "Schwarz · beginnt", "Auslosen"], "black"),
        ("english", "white", ["Weiß", "Schwarz · beginnt", "Auslosen"], "white"),
        ("lite", "toss", ["Weiß · beginnt", "Schwarz", "Auslosen"], "toss"),
        ("lite", "nobody", ["Weiß · beginnt", "Schwarz", "Auslosen"], "white"),
    ],
)
def test_each_side_is_offered_once_and_the_one_that_begins_is_preset(
    visit: Open, game: str, stored: str, labels: list[str], chosen: str
) -> None:
    page = visit()
    page.evaluate(_STORE, [stored, game])
    page.reload()
    choice = sides(page)
    assert choice.locator("label").all_inner_texts() == labels
    assert choice.locator("input:checked").input_value() == chosen


def test_the_side_that_was_chosen_is_played_and_kept(visit: Open) -> None:
    page = visit()
    sides(page).get_by_text("Schwarz").click()
    page.get_by_role("button", name="Spielen", exact=True).click()
    table = Table(page, "")
    table.wait_until_ready()
    assert table.side == "black"
    page.goto(page.url.split("#")[0])
    assert sides(page).locator("input:checked").input_value() == "black"


def test_how_a_friend_plays_along_is_remembered(visit: Open) -> None:
    page = visit()
    page.get_by_role("button", name="Freund").click()
    assert page.get_by_role("radio", name="An diesem Gerät").is_checked()
    page.get_by_text("Mit Link oder Code", exact=True).click()
    page.get_by_role("button", name="Einladen").wait_for()
    page.reload()
    page.get_by_role("button", name="Freund").click()
    page.get_by_role("button", name="Einladen").wait_for()


def test_a_sheet_that_cannot_be_fetched_says_so(visit: Open) -> None:
    page = visit()
    page.route("**/soon-*.js", lambda route: route.abort())
    page.reload()
    page.locator(".level-chip").click()
    page.locator("main > [role=alert]", has_text="Server").wait_for()


def test_the_level_that_adapts_follows_from_the_results(visit: Open) -> None:
    english = get("english")
    results = [(3, 1.0), (3, 1.0), (3, 1.0)]
    page = visit()
    page.evaluate(_RESULTS, results)
    page.reload()
    page.locator(".level-chip").click()
    page.get_by_role("switch", name="Passt sich dir an").click()
    level = adapt(results, english)
    assert level > 3
    page.locator("dialog .level", has_text=f"Stufe {level}").wait_for()
    assert page.get_by_role("slider").count() == 0
    page.get_by_role("button", name="Spielen", exact=True).click()
    table = Table(page, "")
    table.wait_until_ready()
    table = Table(page)
    assert table.view["players"]["white"]["level"] == level
    table.type("11-15")
    table.wait(2)
    page.get_by_role("button", name="Aufgeben").click()
    page.get_by_role("dialog").get_by_role("button", name="Aufgeben").click()
    lower = adapt([*results, (level, 0.0)], english)
    assert lower < level
    page.get_by_role("button", name=f"Weiter auf Stufe {lower}?").click()
    page.wait_for_url(lambda address: not address.endswith(table.game))
    again = Table(page)
    again.wait_until_ready()
    assert again.view["players"]["white"]["level"] == lower
    page.goto(page.url.split("#")[0])
    page.locator(".level-chip", has_text="Passt sich dir an").wait_for()


def test_two_on_one_device_have_names_that_are_remembered(visit: Open) -> None:
    page = visit()
    for typed in ("Oma", ""):
        page.get_by_role("button", name="Freund").click()
        field = page.get_by_label("Wie heißt der zweite Spieler?")
        if typed:
            field.fill(typed)
        assert field.input_value() == "Oma"
        page.locator(".sheet-foot .main").click()
        page.locator(".player", has_text="Oma").wait_for()
        page.goto(page.url.split("#")[0] + "#/")


def test_the_names_of_earlier_second_players_are_there_to_be_chosen(visit: Open) -> None:
    page = visit(locale="en-GB")
    known = page.get_by_role("group", name="Names of earlier games")
    for typed in ("Oma", "Bert"):
        page.get_by_role("button", name="Friend").click()
        page.get_by_label("What is the second player called?").fill(typed)
        page.locator(".sheet-foot .main").click()
        page.locator(".player", has_text=typed).wait_for()
        page.goto(page.url.split("#")[0] + "#/")
    page.get_by_role("button", name="Friend").click()
    expect(known.get_by_role("button")).to_have_text(["Oma"])
    assert barriers(page) == []
    known.get_by_role("button", name="Oma").click()
    expect(known.get_by_role("button")).to_have_text(["Bert"])
    page.locator(".sheet-foot .main").click()
    page.locator(".player", has_text="Oma").wait_for()
