"""Games over days by the page: conditional moves, notes, leave, and the time that is left."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from support.browser.table import Table
from support.served import Guest, Server, new_id, until

from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_pages import barriers_by_day_and_night


def begin_daily(anna: Page, server: Server, **wish: Any) -> tuple[str, Guest]:
    """Begin a game over days between a page, with Black, and a guest; return it and the guest."""
    script = """async (wish) => (await fetch("/api/games", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish),
    })).json()"""
    usual = {"variant": "english", "opponent": {"kind": "friend"}, "side": "black"}
    begun = anna.evaluate(script, {**usual, "time": "259200", "mode": "per-move", **wish})
    bert = Guest(server, "Bert")
    bert.redeem(begun["code"])
    return begun["game"], bert


def move(who: Guest, game: str, text: str) -> None:
    body = {"id": new_id(), "act": {"kind": "move", "text": text}}
    answer = who.http.post(f"/api/games/{game}/do", json=body)
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_lines_are_foreseen_on_the_board_and_answered(
    visit: Open, server: Server, size: dict[str, int]
) -> None:
    page = visit("#/settings", size=size)
    game, bert = begin_daily(page, server)
    page.evaluate("game => (location.hash = `#/g/${game}`)", game)
    table = Table(page, game)
    table.wait_until_ready()
    table.type("11-15")
    table.wait(1)
    page.get_by_role("button", name="Mehr").click()
    page.get_by_role("button", name="Analyse und bedingte Züge").click()
    page.get_by_role("heading", name="Bedingte Züge").wait_for()
    # No engine, no report, no bar.
    assert page.get_by_role("switch", name="Engine").count() == 0
    assert page.get_by_role("meter").count() == 0  # it is hidden
    for text in ("23-19", "8-11"):
        page.get_by_label("Zug eintippen").fill(text)
        page.keyboard.press("Enter")
    page.get_by_role("button", name="1 Linie speichern").click()
    page.get_by_text("Gespeichert.").wait_for()
    page.get_by_text("Notiz, die nur du siehst").click()
    note = page.get_by_role("textbox", name="Notiz, die nur du siehst")
    note.fill("<img src=x onerror=alert(1)> Brücke halten")
    page.get_by_text("Notiz gespeichert").wait_for()
    assert barriers_by_day_and_night(page) == []
    move(bert, game, "23-19")
    until(lambda: bert.http.get(f"/api/games/{game}").json()["view"]["ply"] == 3)
    page.reload()
    page.get_by_text("Notiz, die nur du siehst").click()
    expect(page.get_by_role("textbox", name="Notiz, die nur du siehst")).to_have_value(
        "<img src=x onerror=alert(1)> Brücke halten"
    )
    bert.close()


def test_a_foreseen_fault_says_that_the_capture_is_compelled(visit: Open, server: Server) -> None:
    page = visit("#/settings")
    start = "B:W22,30:B14,1"
    game, bert = begin_daily(page, server, huffing=True, start=start)
    page.evaluate("game => (location.hash = `#/g/${game}`)", game)
    table = Table(page, game)
    table.wait_until_ready()
    table.type("14-18")
    table.wait(1)
    page.get_by_role("button", name="Mehr").click()
    page.get_by_role("button", name="Analyse und bedingte Züge").click()
    page.get_by_label("Zug eintippen").fill("30-26")
    page.keyboard.press("Enter")
    said = "30-26 lässt einen Schlag aus: Dann zwingst du zum Schlagen."
    page.get_by_text(said, exact=True).wait_for()
    # A clock of days is no row of hours.
    expect(page.locator(".study-status")).to_contain_text("Schwarz 3 T 0:00")
    page.get_by_role("button", name="1 Linie speichern").click()
    page.get_by_text("Gespeichert.").wait_for()
    page.reload()
    page.get_by_text(said, exact=True).wait_for()
    bert.close()


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_leave_is_taken_by_the_page_and_told(
    visit: Open, server: Server, size: dict[str, int]
) -> None:
    page = visit("#/settings", size=size)
    game, bert = begin_daily(page, server)
    other, carl = begin_daily(page, server)
    script = """async ([game, body]) => (await fetch(`/api/games/${game}/do`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
    })).status"""
    for each in (game, other):
        body = {"id": new_id(), "act": {"kind": "move", "text": "11-15"}}
        assert page.evaluate(script, [each, body]) == 200
    move(carl, other, "24-20")
    page.evaluate("location.hash = '#/'")
    page.get_by_text("noch 2 Tage").first.wait_for()
    page.get_by_role("button", name="Urlaub").click()
    page.get_by_label("Tage ab jetzt").fill("5")
    page.get_by_role("button", name="Urlaub nehmen").click()
    page.get_by_text("Dir bleiben in diesem Jahr 25 Tage").wait_for()
    assert barriers_by_day_and_night(page) == []
    page.keyboard.press("Escape")
    move(bert, game, "23-19")
    page.evaluate("game => (location.hash = `#/g/${game}`)", game)
    page.get_by_text("Wegen Urlaub steht die Uhr.").wait_for()
    page.get_by_role("button", name="Trotzdem spielen").click()
    page.get_by_text("Du bist am Zug (Schwarz)").wait_for()
    table = Table(page, game)
    table.wait_until_ready()
    table.type("8-11")
    table.wait(3)
    bert.close()
    carl.close()
