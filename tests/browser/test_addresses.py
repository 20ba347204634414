"""Addresses that lead nowhere, links that are shared, and where the keyboard is afterwards."""

from __future__ import annotations

import pytest
from support.browser.table import Table

from tests.browser.conftest import DESK, Open

_GO = "([path]) => { location.hash = path; }"


def test_an_address_without_a_game_says_so(visit: Open) -> None:
    page = visit()
    home = page.url.split("#")[0]
    for path in ["ab-cd", "%25%25", "%", "", "Nobody0", "a" * 33]:
        page.goto(f"{home}#/g/{path}")
        page.reload()
        page.get_by_role("heading", name="Diese Partie gibt es nicht.").wait_for()
        assert page.title() == "Diese Partie gibt es nicht. · crownhead"
        page.get_by_role("link", name="Startseite").click()
        page.get_by_role("heading", name="Spielen").wait_for()


@pytest.mark.parametrize("path", ["edit/nope", "edit/english/W:W99:B1", "house/garbage"])
def test_a_link_that_cannot_be_read_says_so(visit: Open, path: str) -> None:
    page = visit(f"#/{path}", size=DESK)
    page.get_by_role("alert").get_by_text("Dieser Link konnte nicht gelesen werden.").wait_for()
    page.evaluate(_GO, ["/edit/international/B:WK46:B5,10"])
    page.get_by_label("FEN").wait_for()
    assert page.get_by_label("FEN").input_value() == "B:WK46:B5,10"
    assert page.get_by_role("alert").count() == 0


def test_the_focus_returns_to_where_a_sheet_was_opened(visit: Open) -> None:
    page = visit(size=DESK)
    table = Table(page, "")
    page.locator(".level-chip").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert table.focus().startswith("Stufe 3")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Spielen", exact=True).focus()
    page.keyboard.press("Enter")
    table.wait_until_ready()
    page.wait_for_function("document.activeElement?.localName === 'draughts-board'")
    assert table.focus().isdigit()
    page.get_by_role("button", name="Mehr").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert "Mehr" in table.focus()


def test_an_own_offer_can_be_withdrawn_but_not_taken(visit: Open) -> None:
    host = visit("#/lobby")
    host.get_by_role("button", name="Partie anbieten").click()
    host.get_by_text("Warte auf einen Gegner").wait_for()
    game = Table(host).game
    second = host.context.new_page()
    for page in (host, second):
        page.goto(host.url.split("#")[0] + "#/lobby")
        own = page.locator(".list li", has=page.locator(f"a[href='#/g/{game}']"))
        own.get_by_text("Dein Angebot").wait_for()
        assert own.get_by_text("Spielen").count() == 0
    own.get_by_role("button", name="Zurückziehen").click()
    own.wait_for(state="detached")


def test_a_copied_link_is_confirmed(visit: Open) -> None:
    table = Table.begin(visit(), "english")
    page = table.page
    page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }"
    )
    page.get_by_role("button", name="Mehr").click()
    page.get_by_role("button", name="Link zum Zuschauen kopieren").click()
    page.get_by_text("Der Link ließ sich nicht kopieren.").wait_for()
    page.evaluate("delete navigator.clipboard.writeText")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Mehr").click()
    page.get_by_role("button", name="Link zum Zuschauen kopieren").click()
    page.get_by_text("Link kopiert").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
