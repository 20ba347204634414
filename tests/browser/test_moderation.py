"""The moderators' page: what was reported is decided, and the one it is about is told."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.served import Guest, Server, give_role, new_id, until

from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_pages import barriers_by_day_and_night

PASSWORD = "four kings on d8"
SIGN_IN = """
async ([name, password]) => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ name, password });
  return (await fetch("/api/account/sign-in", { method: "POST", headers, body })).status;
}
"""
BAD = "<b>you are a fool</b>"


def member(server: Server) -> tuple[Guest, str]:
    """Return somebody with an account, and its name."""
    who, name = Guest(server), f"Rude {new_id()[-8:]}"
    made = {"name": name, "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    return who, name


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_moderator_decides_what_was_reported(
    visit: Open, server: Server, size: dict[str, int]
) -> None:
    (rude, name), (hurt, _) = member(server), member(server)
    begun = rude.begin("friend", side="black")
    hurt.redeem(begun["code"])
    talk = f"/api/games/{begun['game']}/talk"
    assert rude.http.post(talk, json={"text": BAD}).status_code == 200
    [said] = hurt.http.get(talk).json()["said"]
    report = f"{talk}/{said['id']}/report"
    assert hurt.http.post(report, json={"ground": "insult"}).status_code == 204

    boss, boss_name = member(server)
    give_role(server, boss_name, "moderator")
    page = visit("#/account", size=size)
    page.get_by_text("Du hast schon ein Konto?").wait_for()
    assert page.evaluate(SIGN_IN, [boss_name, PASSWORD]) == 200
    page.reload()
    page.get_by_role("link", name="Moderation").click()
    reported = page.get_by_role("listitem", name=name)
    expect(reported.locator("[aria-current]")).to_have_text(BAD)
    expect(reported).to_contain_text("Beleidigung")
    assert barriers_by_day_and_night(page) == []
    reported.get_by_role("button", name="Verwarnen").click()
    reported.wait_for(state="detached")
    until(lambda: rude.http.get(talk).json()["warned"])
    assert hurt.http.get(talk).json()["warned"] is None

    page.get_by_label("Anfang des Namens").fill(name)
    page.get_by_role("button", name="Konto suchen").click()
    found = page.get_by_role("listitem").filter(has_text=name)
    found.get_by_role("button", name="Züge mit einer Maschine vergleichen").click()
    found.get_by_text("Keine gewerteten Partien.").wait_for()
    found.get_by_role("button", name="Überall abmelden").click()
    found.get_by_role("button", name="Wirklich abmelden").click()
    found.get_by_text("Abgemeldet").wait_for()
    assert rude.http.get("/api/account").json()["account"] is None
    for each in (rude, hurt, boss):
        each.close()


def test_nobody_else_sees_what_was_reported(visit: Open) -> None:
    page = visit("#/moderation")
    page.get_by_text("Diese Seite ist für Moderatoren.").wait_for()
    assert page.get_by_role("heading", name="Gemeldet").count() == 0
