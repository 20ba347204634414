"""Studies in real browsers: made, stepped through, shared, written by two, by keyboard alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_pages import barriers, barriers_by_day_and_night

MOVES = ".tree .pair .move"
SCRIPT = "<img src=x onerror=\"document.title='owned'\">"


def desk(visit: Open, address: str = "at/english//", **options: object) -> Page:
    page = visit(f"#/analysis/{address}", **options)  # type: ignore[arg-type]
    page.locator(".tree").wait_for()
    return page


def play(page: Page, *moves: str) -> None:
    for move in moves:
        page.keyboard.type(move)
        page.keyboard.press("Enter")


def make(page: Page, title: str) -> None:
    """Make a study of what is on the desk."""
    page.keyboard.press("m")
    page.get_by_role("button", name=re.compile("^(Studien|Studies)$")).click()
    page.get_by_label(re.compile("^(Titel der Studie|Title of the study)$")).fill(title)
    page.keyboard.press("Enter")
    page.locator(".which-chapter").wait_for()


def sheet(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^(Studie „|Study “)")).click()


def expect_saved(page: Page) -> None:
    expect(page.locator(".study-top [role=status]")).to_have_text(
        re.compile("^(Gespeichert|Saved)$")
    )


def link(page: Page, label: str) -> str:
    """Make a link in the sheet, and return its address."""
    row = page.locator(".study-link").filter(has_text=label)
    row.get_by_role("button", name=re.compile("^(Link erstellen|Create link)$")).click()
    field = row.get_by_role("textbox")
    expect(field).to_have_value(re.compile("#/analysis/study/"))
    return field.input_value()


def comes_to(page: Page, address: str) -> None:
    page.goto(page.url.split("#")[0] + "#" + address.split("#")[1])
    page.locator(".which-chapter").wait_for()


def test_two_write_a_study_together_and_a_third_looks_on(visit: Open) -> None:
    anna = desk(visit, size=DESK, locale="en-GB")
    play(anna, "11-15", "22-18")
    make(anna, f"Openings {SCRIPT}")
    expect(anna.locator(MOVES)).to_have_text(["11-15", "22-18"])
    sheet(anna)
    writing, reading = link(anna, "can write"), link(anna, "sees the study")
    assert barriers_by_day_and_night(anna) == []
    anna.keyboard.press("Escape")
    bert = visit(size=PHONE)
    comes_to(bert, writing)
    expect(bert.locator(MOVES)).to_have_text(["11-15", "22-18"])
    bert.keyboard.press("End")
    play(bert, "15x22")
    expect_saved(bert)
    expect(anna.locator(MOVES)).to_have_text(["11-15", "22-18", "15x22"])
    carl = visit(size=PHONE)
    comes_to(carl, reading)
    expect(carl.locator(MOVES)).to_have_text(["11-15", "22-18", "15x22"])
    carl.keyboard.press("End")
    play(carl, "25x18")
    sheet(carl)
    expect(carl.get_by_role("dialog")).to_contain_text("Was du hier spielst, ändert sie nicht")
    expect(carl.get_by_role("button", name="Neues Kapitel")).to_have_count(0)
    assert barriers(carl) == []
    # Anna's move comes at the time of another change: hers stands beside it, and she is told.
    anna.context.set_offline(True)
    anna.keyboard.press("End")
    play(anna, "26x17")
    expect(anna.locator(".study-notice")).to_contain_text("The server does not answer")
    bert.keyboard.press("End")
    play(bert, "25x18")
    expect_saved(bert)
    anna.context.set_offline(False)
    expect(anna.locator(".study-notice")).to_contain_text("Your version stands beside it")
    expect(anna.locator(MOVES)).to_have_text(["11-15", "22-18", "15x22", "26x17"])
    expect(anna.locator(".which-chapter option")).to_have_count(2)
    expect(bert.locator(".which-chapter option")).to_have_count(2)
    expect(bert.locator(MOVES)).to_have_text(["11-15", "22-18", "15x22", "25x18"])
    anna.reload()
    expect(anna.locator(MOVES)).to_have_text(["11-15", "22-18", "15x22", "26x17"])
    assert "owned" not in {page.title() for page in (anna, bert, carl)}
    # A link that is withdrawn leads nowhere.
    sheet(anna)
    row = anna.locator(".study-link").filter(has_text="sees the study")
    row.get_by_role("button", name="Withdraw").click()
    expect(row.get_by_role("textbox")).to_have_value("")
    carl.reload()
    expect(carl.locator("main h1")).to_have_text("Diese Analyse gibt es nicht.")


def test_chapters_are_gone_through_and_put_in_order_by_keyboard(visit: Open) -> None:
    page = desk(visit, size=DESK)
    play(page, "11-15")
    make(page, "Studie")
    chosen = page.locator(".which-chapter option:checked")
    for number, title in enumerate(("Zweites", "Drittes"), 2):
        sheet(page)
        button = page.get_by_role("button", name="Neues Kapitel")
        button.focus()
        page.keyboard.press("Enter")
        expect(chosen).to_have_text(f"{number}. Kapitel {number}")
        sheet(page)
        page.get_by_label("Titel dieses Kapitels").fill(title)
        page.keyboard.press("Tab")
        expect(chosen).to_have_text(re.compile(rf"^\d\. {title}$"))
        page.keyboard.press("Escape")
    page.keyboard.press("PageUp")
    expect(chosen).to_have_text("2. Zweites")
    page.keyboard.press("PageUp")
    expect(page.locator(MOVES)).to_have_text(["11-15"])
    expect(page.get_by_role("button", name="Kapitel davor")).to_be_disabled()
    page.keyboard.press("PageDown")
    expect(chosen).to_have_text("2. Zweites")
    play(page, "9-14")
    page.keyboard.press("n")
    page.keyboard.type("ein Versuch")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect_saved(page)
    sheet(page)
    page.get_by_role("button", name="Nach oben").click()
    expect(chosen).to_have_text("1. Zweites")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Alle Kapitel als PDN").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert re.findall(r'ChapterName "(.*)"', text) == ["Zweites", "Kapitel 1", "Drittes"]
    assert "9-14 {ein Versuch}" in text
    page.get_by_role("button", name="Kapitel löschen").click()
    page.get_by_role("button", name="Wirklich löschen").click()
    expect(page.locator(".which-chapter option")).to_have_text(["1. Kapitel 1", "2. Drittes"])
    expect(page.locator(MOVES)).to_have_text(["11-15"])
    sheet(page)
    page.get_by_role("button", name="Studie löschen").click()
    page.get_by_role("button", name="Wirklich löschen").click()
    expect(page.locator(".which-chapter")).to_have_count(0)
    page.keyboard.press("m")
    page.get_by_role("button", name="Studien").click()
    expect(page.get_by_role("dialog")).to_contain_text("0 von 1000 kB belegt")


def test_an_analysis_is_added_to_a_study_with_all_that_is_drawn(visit: Open) -> None:
    page = desk(visit, "at/russian//", size=DESK)
    make(page, "Zwei Spiele")
    page.goto(page.url.split("#")[0] + "#/analysis/at/english//")
    expect(page.locator(".which-chapter")).to_have_count(0)
    page.locator(".tree .none").wait_for()
    page.keyboard.press("z")
    page.locator("draughts-board").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    rings = page.locator("draughts-board .ring[class*=pen]:not(.halo)")
    expect(rings).to_have_count(1)
    page.keyboard.press("z")
    page.keyboard.press("m")
    page.get_by_role("button", name="Studien").click()
    page.get_by_role("button", name="Als Kapitel zu „Zwei Spiele“").click()
    expect(page.locator(".which-chapter option")).to_have_count(2)
    page.reload()
    page.locator(".which-chapter").wait_for()
    expect(rings).to_have_count(1)
    page.keyboard.press("PageUp")
    expect(rings).to_have_count(0)
    expect(page.locator("h1")).to_have_text(re.compile("^Zwei Spiele"))


@pytest.mark.parametrize(
    "size", [PHONE, DESK, {"width": 844, "height": 390}, {"width": 195, "height": 422}]
)
def test_a_study_fits_its_window(visit: Open, size: dict[str, int]) -> None:
    page = desk(visit, size=size)
    make(page, "Eine Studie mit einem recht langen Titel, der nirgends hinpasst")
    wide = "document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(wide) == 0
    for button in page.locator(".study-top :is(a, button, select)").all():
        box = button.bounding_box()
        assert box is not None and box["height"] >= 44, button
    sheet(page)
    page.get_by_role("dialog").wait_for()
    assert page.evaluate(wide) == 0
    inside = "(dialog) => dialog.scrollWidth - dialog.clientWidth"
    assert page.get_by_role("dialog").evaluate(inside) == 0


def test_what_nobody_has_named_is_called_by_its_game_and_its_place(visit: Open) -> None:
    """A study was called "Kapitel 1", and so was each chapter that came to it."""
    page = desk(visit, size=DESK)
    play(page, "11-15")
    make(page, "")
    expect(page.locator("main h1")).to_have_text("Englische Dame: Kapitel 1")
    page.goto(page.url.split("#")[0] + "#/analysis/at/english//")
    page.locator(".tree").wait_for()
    play(page, "9-14")
    page.keyboard.press("m")
    page.get_by_role("button", name="Studien").click()
    page.get_by_role("button", name="Als Kapitel zu „Englische Dame“").click()
    expect(page.locator(".which-chapter option:checked")).to_have_text("2. Kapitel 2")
