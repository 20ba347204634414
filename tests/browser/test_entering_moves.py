"""Moves that are hard to enter, and moves that are refused."""

from __future__ import annotations

import pytest
from support.browser.table import Table

from tests.browser.conftest import DESK, Open

pytestmark = pytest.mark.motion

FOUR_WAYS = "W:WK26:B9,35,21,8,18,5,43,28,29,34"
SAME_ENDS = "W:WK46:B11,13,17,9,36,37,1,12"
CIRCLE = "W:W42:B41,27,16,37,18,25,35,28,21,29,38"


def test_an_ambiguous_capture_is_chosen_square_by_square(visit: Open) -> None:
    table = Table.begin(visit(), "international", start=FOUR_WAYS)
    table.tap(26, 17)
    assert table.page.locator(".digit").count() == 4
    table.tap(33)
    assert table.page.locator(".digit").count() == 2
    table.tap(12)
    table.wait(1)
    assert table.moves == ["26x17x33x20x3x12x23"]


def test_an_ambiguous_capture_is_chosen_by_digit(visit: Open) -> None:
    table = Table.begin(visit(size=DESK), "international", start=SAME_ENDS)
    table.tap(46, 16)
    assert "2 Schläge" in table.said
    table.press("2")
    table.wait(1)
    assert table.moves == ["46x23x7x16"]


def test_an_ambiguous_capture_is_dragged_along(visit: Open) -> None:
    table = Table.begin(visit(), "international", start=SAME_ENDS)
    table.drag(46, 19, 2, 16)
    table.wait(1)
    assert table.moves == ["46x19x2x16"]


def test_a_capture_that_returns_to_its_start(visit: Open) -> None:
    table = Table.begin(visit(), "international", start=CIRCLE)
    table.tap(42, 22, 42)
    table.wait(1)
    assert table.view["last"]["target"] == 42


def test_unfinished_input_is_taken_back(visit: Open) -> None:
    table = Table.begin(visit(size=DESK), "international", start=SAME_ENDS)
    for back in (
        lambda: table.press("Escape"),
        lambda: table.page.mouse.click(*table.point(20), button="right"),
        lambda: table.tap(46),
    ):
        table.tap(46, 16)
        assert table.page.locator(".digit").count() == 2
        back()
        assert table.page.locator(".digit").count() == 0
    assert table.moves == []


def test_a_press_that_ends_beside_the_board_does_not_cost_the_next_tap(visit: Open) -> None:
    table = Table.begin(visit(size=DESK), "english")
    table.page.mouse.move(*table.point(18))
    table.page.mouse.down()
    table.page.mouse.move(5, 5)
    table.page.mouse.up()
    table.tap(11, 15)
    table.wait(1)
    assert table.moves == ["11-15"]


def test_a_refused_move_is_explained_and_the_right_one_shown(visit: Open) -> None:
    table = Table.begin(visit(), "english", start="W:W22,31,32:B18,7,8", side="white")
    before = table.letters
    table.tap(31, 27)
    sentence = table.page.get_by_text("Schlagzwang: 22 muss schlagen.")
    sentence.wait_for()
    table.page.locator(".explains").click()
    board = table.page.locator("main.game draughts-board").element_handle()
    for shown in ("board.letters !== before", "board.letters === before"):
        wanted = f"([board, before]) => {shown}"
        table.page.wait_for_function(wanted, arg=[board, before], polling=20)
    assert table.moves == []


def test_the_majority_rule_is_named(visit: Open) -> None:
    table = Table.begin(visit(), "lite", start="W:Wc3,h2:Bd4,d6,g3,a7")
    ring = table.page.evaluate(
        "document.querySelector('main.game draughts-board').shadowRoot"
        ".querySelector('.badge text').textContent"
    )
    assert ring == "2"
    table.tap(28, 19)
    table.page.get_by_text("Mehrheitsregel").wait_for()


def test_help_can_be_turned_off(visit: Open) -> None:
    page = visit("#/settings")
    page.get_by_role("group", name="Hilfe beim Schlagen").get_by_text("aus", exact=True).click()
    table = Table.begin(page, "english", start="W:W22,31,32:B18,7,8", side="white")
    rings = (
        "document.querySelector('main.game draughts-board').shadowRoot.querySelectorAll('.ring')"
    )
    assert page.evaluate(f"{rings}.length") == 0
    table.tap(31, 27)
    page.wait_for_timeout(500)
    assert "Schlagzwang" not in table.said


def test_the_only_capture_plays_itself_if_wished(visit: Open) -> None:
    page = visit("#/settings")
    page.get_by_text("nur Schläge", exact=True).click()
    table = Table.begin(page, "english", start="W:W22,31,32:B18,7,8", side="white")
    table.wait(1)
    assert table.moves[0] == "22x15"


def test_who_taps_the_opponents_piece_is_told_whose_it_is(visit: Open) -> None:
    table = Table.begin(visit(), "lite", opponent={"kind": "computer", "level": 3}, side="white")
    table.tap(9)
    table.page.get_by_text("Das ist ein Stein von Otto; du hast Weiß.").wait_for()
    table.tap(21, 17)
    table.wait(2)
    both = Table.begin(visit(locale="en-GB"), "lite")
    both.tap(9)
    both.page.get_by_text("That piece belongs to Black; it is the turn of White.").wait_for()
