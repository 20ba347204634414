"""The composer's desk: a position and its solution, the verdict, the certificate, the sheet."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from crownhead.compose import certificate, verify
from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_pages import barriers_by_day_and_night

STUDY = "W:WK15,K32:B16,K28"
WAIT = 60_000
PDN = f'[GameType "21"]\n[FEN "{STUDY}"]\n[Goal "draw"]\n\n1. 15-11 *'


def desk(visit: Open, *parts: str, **options: object) -> Page:
    path = "/".join(quote(part, safe="") for part in parts)
    page = visit(f"#/analysis/compose/{path}", **options)
    page.locator("textarea").wait_for()
    return page


def check(page: Page) -> str:
    """Check what was entered; return the verdict, which has the focus."""
    page.get_by_role("button", name="Prüfen").click()
    verdict = page.locator(".verdict h2")
    verdict.wait_for(timeout=WAIT)
    expect(verdict).to_be_focused()
    return verdict.inner_text()


def test_a_composition_is_checked_and_its_certificate_holds(visit: Open) -> None:
    page = desk(visit, "english", STUDY, "15-11")
    assert check(page) == "Korrekt – bewiesen"
    expect(page.locator(".verdict .line")).to_have_text("1. 15-11")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Bescheinigung herunterladen").click()
    made = certificate.from_dict(json.loads(saved.value.path().read_text("utf-8")))
    assert verify(made).found.verdict == "sound"
    assert made.composition.start.fen() == STUDY
    with page.expect_popup() as opening:
        page.get_by_role("link", name="Arbeitsblatt drucken").click()
    sheet = opening.value
    sheet.get_by_text("Weiß zieht und gewinnt").wait_for()
    assert sheet.get_by_text("15-11").count() == 1
    # Its own style is let through: without it the answer would have no page of its own.
    breaks = "getComputedStyle(document.querySelector('section')).breakAfter"
    assert sheet.evaluate(breaks) == "page"


def test_a_refuted_solution_names_the_move_and_the_others(visit: Open) -> None:
    page = desk(visit, "english", STUDY, "32-27")
    assert check(page) == "Keine Lösung: Der 1. Zug ist widerlegt – bewiesen"
    expect(page.locator(".verdict li").first).to_have_text("1. Zug: 15-11 – Nebenlösung")
    page.locator("textarea").fill("15-12")
    page.get_by_role("button", name="Prüfen").click()
    expect(page.get_by_role("alert")).to_contain_text("keine Linie", timeout=WAIT)
    assert page.locator(".verdict").count() == 0


def test_a_pdn_brings_its_position_its_game_and_its_goal(visit: Open) -> None:
    page = desk(visit, "international", "W:W31:B20")
    page.locator("textarea").fill(PDN)
    assert check(page).endswith("bewiesen")
    expect(page.get_by_label("FEN")).to_have_value(STUDY)
    expect(page.get_by_role("radio", name="Remis")).to_be_checked()
    expect(page.get_by_role("button", name="Englische Dame")).to_be_visible()


def test_a_check_is_cancelled_and_another_begun(visit: Open) -> None:
    page = desk(visit, "english", STUDY)
    held: list[Route] = []
    page.route("**/api/composition", lambda route: held.append(route))
    page.get_by_role("button", name="Prüfen").click()
    page.get_by_role("button", name="Abbrechen").click()
    expect(page.get_by_role("button", name="Abbrechen")).to_have_count(0)
    assert page.get_by_role("alert").count() == 0
    page.unroute("**/api/composition")
    assert check(page) == "Korrekt – bewiesen"


def test_without_the_server_the_desk_says_so(visit: Open) -> None:
    page = desk(visit, "english", STUDY)
    page.route("**/api/composition", lambda route: route.abort())
    page.get_by_role("button", name="Prüfen").click()
    expect(page.get_by_role("alert")).to_have_text(
        "Prüfen kann nur der Server, und er ist nicht erreichbar."
    )


def test_the_editor_and_the_analysis_lead_to_the_desk(visit: Open) -> None:
    page = visit(f"#/edit/english/{quote(STUDY, safe='')}")
    page.get_by_role("link", name="Komponistentisch").click()
    expect(page.get_by_label("FEN")).to_have_value(STUDY)
    page.goto(page.url.split("#")[0] + f"#/analysis/at/english/{quote(STUDY, safe='')}/15-11")
    page.get_by_role("button", name="Mehr").click()
    page.get_by_role("button", name="Komponistentisch").click()
    expect(page.locator("textarea")).to_have_value("15-11")
    expect(page.get_by_label("FEN")).to_have_value(STUDY)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_desk_has_no_barrier_and_is_no_wider_than_the_screen(
    visit: Open, size: dict[str, int]
) -> None:
    page = desk(visit, "english", STUDY, "32-27", size=size)
    wider = "document.documentElement.scrollWidth - innerWidth"
    assert barriers_by_day_and_night(page) == []
    assert page.evaluate(wider) <= 0
    check(page)
    assert barriers_by_day_and_night(page) == []
    assert page.evaluate(wider) <= 0


def test_the_desk_speaks_english(visit: Open) -> None:
    page = desk(visit, "english", STUDY, "15-11", locale="en-GB")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".verdict h2")).to_have_text("Sound – proved", timeout=WAIT)
