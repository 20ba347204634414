"""Friends, challenges and waiting by the page, in both languages and sizes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from support.served import Guest, Server, new_id

from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_history import member, sign_in
from tests.browser.test_pages import barriers


def arrive(page: Page, server: Server, who: Guest, path: str = "#/") -> None:
    """Show a page to somebody who has signed in."""
    sign_in(page, server, who)
    page.goto(f"{server.url}/#/")
    page.reload()
    page.wait_for_function("() => JSON.parse(localStorage.crownhead ?? '{}').account === true")
    page.goto(f"{server.url}/{path}")


@pytest.mark.parametrize(
    ("language", "size"), [("de-DE", PHONE), ("en-US", DESK)], ids=["de-phone", "en-desk"]
)
def test_a_friend_is_found_followed_challenged_and_plays(
    visit: Open, server: Server, size: dict[str, int], language: str
) -> None:
    german = language == "de-DE"
    (anna, _), (bert, name) = member(server), member(server)
    page, other = visit(size=size, locale=language), visit(size=size, locale=language)
    arrive(other, server, bert)
    arrive(page, server, anna, "#/friends")
    assert barriers(page) == []
    page.get_by_label("Name des Spielers" if german else "Name of the player").fill(name)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Als Freund merken" if german else "Add to friends").press(
        "Enter"
    )
    unfollow = "Nicht mehr merken" if german else "Remove from friends"
    expect(page.get_by_role("button", name=unfollow)).to_have_attribute("aria-pressed", "true")
    page.evaluate("location.hash = '#/friends'")
    expect(page.get_by_role("link", name=name)).to_contain_text(
        "gerade da" if german else "here now", timeout=30_000
    )
    assert barriers(page) == []
    page.get_by_role("link", name=name).press("Enter")
    word = "Herausfordern" if german else "Challenge"
    page.get_by_role("button", name=word, exact=True).press("Enter")
    assert barriers(page) == []
    page.get_by_role("dialog").get_by_role("button", name=word, exact=True).press("Enter")
    page.wait_for_url("**/#/g/*")
    game = page.url.rsplit("/", 1)[-1]
    # It was called an invitation of anybody, though one is called by his name.
    told = f"{name} ist herausgefordert" if german else f"{name} is challenged"
    page.get_by_role("heading", name=told).wait_for()
    assert barriers(page) == []
    called = other.locator(".calls li")
    expect(called).to_have_count(1)
    assert barriers(other) == []
    assert other.evaluate("document.documentElement.scrollWidth") == size["width"]
    called.get_by_role("button", name="Spielen" if german else "Play").press("Enter")
    other.wait_for_url(f"**/#/g/{game}")
    expect(called).to_have_count(0)
    for each in (page, other):
        each.locator(".controls").wait_for()


def test_a_challenge_is_declined_and_the_challenger_told(visit: Open, server: Server) -> None:
    (anna, name), (bert, rival) = member(server), member(server)
    page, other = visit(), visit()
    arrive(page, server, anna, "#/friends")
    arrive(other, server, bert, "#/settings")
    wish = {"to": rival, "variant": "english", "time": "180+2"}
    assert anna.http.post("/api/challenges", json=wish).status_code == 201
    page.reload()
    page.get_by_role("button", name=f"Herausforderung an {rival} zurückziehen").wait_for()
    expect(other.locator(".calls li")).to_contain_text(f"{name} fordert dich heraus")
    other.locator(".calls").get_by_role("button", name="Ablehnen").click()
    expect(other.locator(".calls li")).to_have_count(0)
    page.locator(".chip", has_text="abgelehnt").wait_for()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_who_waits_plays_the_computer_and_is_called(
    visit: Open, server: Server, size: dict[str, int]
) -> None:
    page = visit("#/lobby", size=size)
    page.get_by_text("10 min + 5 s").click()
    page.get_by_role("button", name="Gegner suchen").click()
    page.wait_for_url("**/#/g/*")
    game = page.url.rsplit("/", 1)[-1]
    page.get_by_text("wird weiter gesucht").wait_for()
    assert barriers(page) == []
    page.get_by_role("button", name="Solange gegen den Computer").press("Enter")
    page.wait_for_function("game => !location.hash.endsWith(game)", arg=game)
    page.locator(".controls").wait_for()
    friend = Guest(server, f"Bert {new_id()[-4:]}")
    assert friend.http.post(f"/api/games/{game}/join").status_code == 201
    link = page.get_by_role("link", name="Dein Gegner ist da: zur Partie")
    link.wait_for()
    assert barriers(page) == []
    link.press("Enter")
    page.wait_for_url(f"**/#/g/{game}")
    expect(page.locator(".calls a")).to_have_count(0)
