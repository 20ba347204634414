"""Talk by the page: phrases and texts, quiet until one looks, and how one is left alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from support.browser.table import Table
from support.served import Server, until

from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_letters import begin_daily
from tests.browser.test_pages import barriers_by_day_and_night
from tests.browser.test_rated import sign_up

_POST = """
async ([path, body]) => {
  const headers = { "content-type": "application/json" };
  return (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}
"""


def post(page: Page, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = page.evaluate(_POST, [path, body])
    return answer


def test_guests_hear_phrases_each_in_his_own_language(visit: Open) -> None:
    """What was said while somebody was away was never told to him."""
    anna, bert = visit(), visit(locale="en-GB")
    for page, name in ((anna, "Anna"), (bert, "Bert")):
        post(page, "/api/me", {"name": name})
    wish = {"variant": "english", "opponent": {"kind": "friend"}, "side": "black"}
    begun = post(anna, "/api/games", wish)
    post(bert, f"/api/invitations/{begun['code']}", {})
    for page in (anna, bert):
        page.evaluate("game => (location.hash = `#/g/${game}`)", begun["game"])
        Table(page, begun["game"]).wait_until_ready()
    bert.get_by_role("button", name="Talk").click()
    bert.get_by_role("button", name="Good luck!").click()
    bert.get_by_role("listitem").get_by_text("Good luck!").wait_for()
    bert.keyboard.press("Escape")
    spoken = anna.get_by_role("button", name="Bert: Viel Glück!")
    spoken.wait_for()
    assert barriers_by_day_and_night(anna) == []
    anna.reload()
    spoken.click()
    anna.get_by_role("listitem").get_by_text("Viel Glück!").wait_for()
    anna.get_by_role("button", name="Danke!").click()
    anna.keyboard.press("Escape")
    # Who has looked has heard it, and nobody is told what he has said himself.
    answer = bert.get_by_role("button", name="Anna: Thank you!")
    answer.wait_for()
    with anna.expect_response(re.compile("/talk")):
        anna.reload()
    expect(anna.locator(".status .counts")).to_have_count(0)
    # Who is blocked is heard no more.
    answer.click()
    bert.get_by_text("Be left alone").click()
    bert.get_by_role("button", name="Hear nothing more of this person").click()
    bert.get_by_role("button", name="Hear this person again").wait_for()
    bert.keyboard.press("Escape")
    anna.get_by_role("button", name="Reden").click()
    anna.get_by_role("button", name="Schöner Zug!").click()
    anna.get_by_role("listitem").get_by_text("Schöner Zug!").wait_for()
    with bert.expect_response(re.compile("/talk")):
        bert.reload()
    expect(bert.locator(".status .counts")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_players_talk_and_are_left_alone(visit: Open, server: Server, size: dict[str, int]) -> None:
    page = visit("#/settings", size=size)
    sign_up(page)
    page.get_by_role("link", name="Konto").wait_for()
    game, bert = begin_daily(page, server)
    page.evaluate("game => (location.hash = `#/g/${game}`)", game)
    Table(page, game).wait_until_ready()
    said = f"/api/games/{game}/talk"
    assert bert.http.post(said, json={"phrase": "hello"}).status_code == 200
    page.get_by_role("button", name="Bert: Hallo!").click()
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
