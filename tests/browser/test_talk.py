"""Talk by the page: phrases and texts, quiet until one looks, and how one is left alone."""

from __future__ import annotations

import pytest
from support.browser.table import Table
from support.served import Server, until

from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_letters import over_days
from tests.browser.test_pages import barriers_by_day_and_night
from tests.browser.test_rated import sign_up


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_players_talk_and_are_left_alone(visit: Open, server: Server, size: dict[str, int]) -> None:
    page = visit("#/settings", size=size)
    sign_up(page)
    page.get_by_role("link", name="Konto").wait_for()
    game, bert = over_days(page, server)
    page.evaluate("game => (location.hash = `#/g/${game}`)", game)
    Table(page, game).ready()
    said = f"/api/games/{game}/talk"
    assert bert.http.post(said, json={"phrase": "hello"}).status_code == 200
    page.get_by_role("button", name="Neue Nachricht").click()
    page.get_by_role("listitem").get_by_text("Hallo!").wait_for()
    page.get_by_role("button", name="Viel Glück!").click()
    text = "<a href='https://evil.example'>https://evil.example</a>"
    page.get_by_label("Nachricht").fill(text)
    page.keyboard.press("Enter")
    page.get_by_role("listitem").get_by_text(text).wait_for()
    assert page.locator(".said a").count() == 0
    until(lambda: len(bert.http.get(said).json()["said"]) == 3)
    assert barriers_by_day_and_night(page) == []
    page.get_by_role("button", name="Melden").click()
    page.get_by_role("button", name="Beleidigung").click()
    page.get_by_text("Gemeldet. Danke.").wait_for()
    page.get_by_text("Ruhe haben").click()
    page.get_by_role("button", name="Eigene Texte hier abschalten").click()
    page.get_by_text("Eigene Texte sind in dieser Partie abgeschaltet.").wait_for()
    page.get_by_role("button", name="Von dieser Person nichts mehr hören").click()
    page.get_by_role("button", name="Wieder zuhören").wait_for()
    # Who is blocked is not told so, and is heard no more.
    assert bert.http.post(said, json={"phrase": "bye"}).status_code == 200
    assert page.get_by_role("listitem").get_by_text("Bis bald!").count() == 0
    bert.close()
