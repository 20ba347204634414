"""The coach of a game against the computer: a sentence when asked, a word before a blunder."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from support.browser.table import Table
from support.patience import within

from tests.browser.conftest import Open

SHOT = "W:W5,29,31,32:B17,20,22,26"
COMPUTER = {"kind": "computer", "level": 1}
MORE = "Mehr"


def begin(page: Page, **wish: object) -> Table:
    return Table.begin(page, "english", **({"opponent": COMPUTER, "side": "white"} | wish))


def ask(page: Page) -> None:
    page.get_by_role("button", name=MORE).click()
    page.get_by_role("button", name="Worauf kommt es an?").click()


def test_the_coach_says_that_there_is_a_shot_and_not_which(visit: Open) -> None:
    page = visit()
    begin(page, start=SHOT)
    ask(page)
    talk = page.locator(".talk")
    expect(talk).to_contain_text("Du hast eine Kombination", timeout=within(30_000))
    assert "29-25" not in talk.inner_text()


def test_a_word_before_a_blunder_is_heeded_or_not(visit: Open) -> None:
    # The smallest phone: what is asked is not covered by the field for moves.
    page = visit(size={"width": 360, "height": 740})
    table = begin(page, start=SHOT)
    table.type("5-1")
    talk = page.locator(".talk")
    expect(talk).to_contain_text("5-1 kostet viel", timeout=within(30_000))
    page.get_by_role("button", name="Anders ziehen").press("Enter")
    page.wait_for_function("() => document.activeElement.localName === 'draughts-board'")
    assert table.view["ply"] == 0
    table.type("5-1")
    page.get_by_role("button", name="Trotzdem ziehen").click(timeout=within(30_000))
    table.wait(1)


def test_a_good_move_is_played_without_a_word(visit: Open) -> None:
    page = visit()
    table = begin(page, start=SHOT)
    table.type("29-25")
    assert table.wait(1)["moves"][0] == "29-25"


def test_two_at_one_device_have_no_coach(visit: Open) -> None:
    page = visit()
    Table.begin(page, "english", start=SHOT)
    page.get_by_role("button", name=MORE).click()
    page.get_by_role("dialog").wait_for()
    assert page.get_by_role("button", name="Worauf kommt es an?").count() == 0
    assert page.get_by_text("Vor groben Fehlern warnen").count() == 0


def test_a_warning_is_given_by_itself_at_low_levels_and_where_it_is_wished(visit: Open) -> None:
    page = visit()
    table = begin(page, start=SHOT)
    switch = page.get_by_text("Vor groben Fehlern warnen")
    box = page.get_by_role("dialog").locator("label", has=switch).locator("input")

    def warns() -> bool:
        page.get_by_role("button", name=MORE).click()
        return box.is_checked()

    assert warns()
    switch.click()
    page.keyboard.press("Escape")
    table.type("5-1")
    table.wait(1)
    begin(page, start=SHOT, opponent=COMPUTER | {"level": 4})
    assert not warns()
