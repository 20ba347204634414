"""Histories by the page: one's own as a guest, another player's, by filters."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from support.served import Guest, Server, new_id

from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_pages import barriers

PASSWORD = "four kings on d8"


def act(who: Guest, game: str, act: dict[str, Any]) -> None:
    """Act in a game by HTTP."""
    answer = who.http.post(f"/api/games/{game}/do", json={"id": new_id(), "act": act})
    assert answer.status_code == 200, answer.text


def member(server: Server) -> tuple[Guest, str]:
    """Return somebody who has signed in, and his name."""
    who, name = Guest(server), f"Henry {new_id()[-8:]}"
    made = {"name": name, "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    return who, name


def play_game(one: Guest, two: Guest, *moves: str, time: str = "300+5") -> str:
    """Have two play; the one whose turn it is then resigns."""
    begun = one.begin("friend", side="black", time=time)
    two.redeem(begun["code"])
    for ply, move in enumerate(moves):
        act((one, two)[ply % 2], begun["game"], {"kind": "move", "text": move})
    act((one, two)[len(moves) % 2], begun["game"], {"kind": "resign"})
    return str(begun["game"])


@pytest.mark.parametrize(
    ("language", "size"), [("de-DE", PHONE), ("en-US", DESK)], ids=["de-phone", "en-desk"]
)
def test_the_games_of_a_player_are_found_by_filters(
    visit: Open, server: Server, size: dict[str, int], language: str
) -> None:
    (anna, name), (bert, rival) = member(server), member(server)
    lost = play_game(anna, bert, "9-13", "22-18")
    won = play_game(anna, bert, "11-15", "23-19", "8-11", time="60")
    page = visit(f"#/player/{name}", size=size, locale=language)
    german = language == "de-DE"
    rows = page.locator(".history .list").first.locator("li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text(rival)
    expect(rows.first.locator("a").first).to_have_attribute("href", f"#/g/{won}")
    status = page.locator(".history [role=status]")
    expect(status).to_have_text(
        "1 gewonnen · 0 remis · 1 verloren" if german else "1 won · 0 drawn · 1 lost"
    )
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    page.locator(".history summary").press("Enter")
    page.get_by_label("Ergebnis" if german else "Result").select_option("lost")
    expect(rows).to_have_count(1)
    expect(rows.first.locator("a").first).to_have_attribute("href", f"#/g/{lost}")
    assert barriers(page) == []
    page.get_by_role("button", name="Alles zeigen" if german else "Show all").press("Enter")
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Edinburgh").press("Enter")
    expect(rows).to_have_count(1)
    rows.first.get_by_role("link").nth(1).press("Enter")
    page.wait_for_url(f"**/#/analysis/game/{lost}")


def test_a_guest_sees_his_games_and_saves_them(visit: Open, server: Server) -> None:
    page, friend = visit(), Guest(server, "Bert")
    anna = Guest(server)
    anna.http.cookies.clear()
    for cookie in page.context.cookies():
        anna.http.cookies.set(cookie["name"], cookie["value"])
    play_game(anna, friend, "9-13", "22-18")
    page.goto(f"{server.url}/#/account")
    page.get_by_role("link", name="Deine beendeten Partien").click()
    expect(page.locator(".history .list").first).to_contain_text("Bert")
    assert page.locator(".history .list a[href*=player]").count() == 0
    with page.expect_download() as saved:
        page.get_by_role("link", name="Diese Partien als PDN").click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert text.count("[Event ") == 1 and "9-13" in text


def sign_in(page: Page, server: Server, who: Guest) -> None:
    """Give a page somebody's session."""
    cookies = [
        {"name": cookie.name, "value": str(cookie.value), "url": server.url}
        for cookie in who.http.cookies.jar
    ]
    page.context.add_cookies(cookies)  # type: ignore[arg-type]


def test_who_wishes_keeps_his_games_to_himself(visit: Open, server: Server) -> None:
    (anna, name), (bert, _) = member(server), member(server)
    play_game(anna, bert, "9-13", "22-18")
    page = visit()
    sign_in(page, server, anna)
    page.goto(f"{server.url}/#/account")
    page.reload()
    page.get_by_role("switch", name="Partien für mich behalten").click()
    other = visit(f"#/player/{name}")
    other.get_by_text("Dieser Spieler behält seine Partien für sich.").wait_for()
    assert other.locator(".history").count() == 0
    page.evaluate("name => (location.hash = `#/player/${name}`)", name)
    expect(page.locator(".history .list").first.locator("li")).to_have_count(1)
    sign_in(other, server, bert)
    other.reload()
    other.get_by_role("heading", name="Gegen dich").wait_for()
    other.get_by_text("1 gewonnen · 0 remis · 0 verloren").wait_for()
