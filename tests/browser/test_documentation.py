"""The documentation under /docs: no barrier, by day and by night, and a search without a server."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, STATIC, Open
from tests.browser.test_pages import barriers_by_day_and_night

PAGES = (
    "learn/positions.html",
    "reference/playing.html",
    "operating.html",
    "search.html?q=huff",
)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_no_page_of_the_documentation_has_a_barrier(visit: Open, size: dict[str, int]) -> None:
    assert (STATIC.parent / "docs" / "index.html").is_file(), "not built: python3 dev.py docs"
    page = visit("docs/", size=size)
    start = page.url
    for path in PAGES:
        page.goto(start + path, wait_until="networkidle")
        assert barriers_by_day_and_night(page) == [], path
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path


def test_the_documentation_is_found_in_the_settings_and_searched(visit: Open) -> None:
    page = visit("#/settings", size=DESK, locale="en-US")
    page.get_by_role("link", name="Documentation").click()
    page.get_by_role("heading", name="crownhead", level=1).wait_for()
    field = page.get_by_role("textbox", name="Search").first
    field.fill("compulsory")
    field.press("Enter")
    found = page.locator("#search-results").get_by_role("link", name="1. Positions and moves")
    found.first.click()
    page.get_by_role("heading", name="1. Positions and moves").wait_for()


def test_the_scheme_that_was_chosen_stays(visit: Open) -> None:
    page = visit("docs/", size=DESK, color_scheme="light")
    expect(page.locator("body")).to_have_attribute("data-theme", "auto")
    page.locator(".theme-toggle:visible").click()
    expect(page.locator("body")).to_have_attribute("data-theme", "dark")
    page.goto(page.url + "learn/bot.html")
    expect(page.locator("body")).to_have_attribute("data-theme", "dark")
