"""The first screen: its board can be touched, and what is below it knows what was played."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from crownhead import Position
from tests.browser.conftest import DESK, PHONE, Open
from tests.support.browser.table import Table

HERO = ".hero draughts-board"
COMPUTER = {"kind": "computer", "level": 1}
_TOUCH = """
(board, square) => {
  const box = board.shadowRoot.querySelector(`[data-square="${square}"]`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
"""
_PICKED = "document.querySelector('main draughts-board').shadowRoot.querySelectorAll('.target')"
SEASONED = """
() => {
  const won = (game, level, score) => ({ game, level, score });
  const lite = [won("a", 1, 1), won("b", 1, 1), won("c", 1, 0), won("d", 2, 0.5)];
  localStorage.setItem("crownhead", JSON.stringify({ welcomed: true }));
  localStorage.setItem("crownhead.results", JSON.stringify({ lite }));
}
"""


def touch(page: Page, square: int) -> None:
    """Touch the board of the first screen, once it can be."""
    board = page.locator(f"{HERO}:not([static])")
    board.wait_for()
    page.mouse.click(*board.evaluate(_TOUCH, square))


@pytest.mark.parametrize("size", [PHONE, DESK, {"width": 844, "height": 390}])
def test_a_piece_is_in_sight_at_every_size(visit: Open, size: dict[str, int]) -> None:
    page = visit(size=size)
    box = page.locator(HERO).bounding_box()
    assert box is not None
    assert box["y"] > 0
    assert box["height"] >= 200
    assert box["y"] + box["height"] <= size["height"]
    # Nothing is wider than the window.
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def test_touching_a_piece_begins_the_first_game_with_it(visit: Open) -> None:
    page = visit()
    page.get_by_text("Dein Zug").wait_for()
    touch(page, 22)
    table = Table(page)
    table.wait_until_ready()
    page.wait_for_function(f"() => {_PICKED}.length === 2")
    table.game = page.url.rsplit("/", 1)[-1]
    assert table.view["players"]["black"]["level"] == 1
    table.tap(18)
    table.wait(2)
    page.goto(page.url.split("#")[0] + "#/")
    page.locator(".level-chip", has_text="Stufe 1").wait_for()  # as the next game will be


def test_the_running_game_stands_on_the_board(visit: Open) -> None:
    page = visit()
    table = Table.begin(page, "english", opponent=COMPUTER, side="black")
    home = page.url.split("#")[0] + "#/"
    table.tap(11, 15)
    table.wait(2)
    letters = table.letters
    page.goto(home)
    page.get_by_text("Weiter gegen Pip").wait_for()
    board = page.locator(HERO)
    expect(board).to_have_attribute("orientation", "black")
    page.wait_for_function(
        "letters => document.querySelector('.hero draughts-board').letters === letters", arg=letters
    )
    # Whatever the computer has answered: it may have left no choice but a capture.
    position = Position.initial("english")
    for move in table.moves:
        position = position.play(move)
    touch(page, position.legal_moves[0].origin)
    table.wait_until_ready()
    page.wait_for_function(f"() => {_PICKED}.length > 0")
    page.get_by_role("button", name="Aufgeben").click()
    page.locator("dialog .danger").click()
    page.get_by_text("hat gewonnen").first.wait_for()
    page.goto(home)
    page.get_by_text("Beendete Partien (1)").wait_for()
    expect(page.get_by_text("Weiter gegen Pip")).to_have_count(0)
    # Whoever has played a game through is not asked any more how well he plays.
    expect(page.get_by_text("Willkommen!")).to_have_count(0)


def test_a_game_of_two_at_this_device_is_not_one_against_both(visit: Open) -> None:
    page = visit()
    Table.begin(page, "lite", opponent={"kind": "same_device", "name": "Bert"})
    page.goto(page.url.split("#")[0] + "#/")
    expect(page.locator(".continue .what")).to_contain_text(
        re.compile(r"^Weiterspielen: .+ – Bert")
    )
    expect(page.locator(".continue .chip")).to_contain_text(re.compile("^Gast .* ist dran"))


def test_who_has_played_before_meets_the_puzzle_of_the_day(visit: Open) -> None:
    page = visit()
    page.evaluate(SEASONED)
    page.reload()
    page.get_by_role("link", name="Aufgabe des Tages").wait_for()
    page.locator(f"{HERO}:not([static])").wait_for()
    letters = str(page.locator(HERO).evaluate("board => board.letters"))
    assert letters.count("w") + letters.count("b") < 24
    square = 1 + next(i for i, each in enumerate(letters) if each != "e")
    touch(page, square)
    page.locator(".puzzle draughts-board").wait_for()
    assert page.url.endswith("/daily")
    assert page.locator(".puzzle draughts-board").evaluate("board => board.letters") == letters


def test_the_ladder_counts_games_and_opens_the_next_one(visit: Open) -> None:
    page = visit()
    page.evaluate(SEASONED)
    page.reload()
    pip = page.get_by_role("button", name="Pip")
    expect(pip).to_have_accessible_name("Pip Stufe 1 · Neuling, 2 gewonnen, 0 remis, 1 verloren")
    expect(pip.locator(".earned")).to_have_count(2)
    page.get_by_role("button", name="Mila").click()
    expect(page.get_by_role("dialog")).to_contain_text("Stufe 2")


def test_what_is_used_most_comes_first(visit: Open) -> None:
    page = visit()
    links = page.locator("nav.more a")
    expect(links.first).to_have_text("Kurse")
    page.get_by_role("link", name="Regeln", exact=True).click()
    page.go_back()
    expect(links.first).to_have_text("Regeln")


@pytest.mark.parametrize(
    ("locale", "game"),
    [
        ("en-US", "English draughts"),
        ("nl-NL", "Internationaal dammen"),
        ("fr-FR", "International draughts"),
        ("ru-RU", "Русские шашки"),
        ("de-DE", "Dame (LITE)"),
    ],
)
def test_the_first_game_is_what_the_visitor_expects(visit: Open, locale: str, game: str) -> None:
    page = visit(locale=locale)
    expect(page.locator(".chip-button")).to_contain_text(game)


def test_a_game_with_a_friend_says_whose_turn_it_is(visit: Open) -> None:
    host = visit()
    Table.begin(host, "english", opponent={"kind": "friend"}, side="black")
    friend = visit(f"#/j/{host.locator('.code strong').inner_text()}")
    friend.get_by_role("button", name="Mitspielen").click()
    friend.locator(".controls").wait_for()
    for page, said in ((host, "Du bist dran"), (friend, "ist dran")):
        page.goto(page.url.split("#")[0] + "#/")
        expect(page.locator(".continue .chip")).to_contain_text(said)
    # Who begins another game has the first one among the running ones.
    Table.begin(friend, "lite", opponent=COMPUTER)
    friend.goto(friend.url.split("#")[0] + "#/")
    expect(friend.locator(".unfinished .chip")).to_contain_text("ist dran")


def test_a_course_left_half_done_goes_on_from_the_first_screen(visit: Open) -> None:
    page = visit()
    expect(page.get_by_text("Angefangene Kurse")).to_have_count(0)
    done = {"english": ["man"], "lite": [], "unknown": ["man"]}
    page.evaluate("done => localStorage.setItem('crownhead.courses', JSON.stringify(done))", done)
    page.reload()
    page.get_by_role("heading", name="Angefangene Kurse").wait_for()
    left = page.get_by_role("link", name="Schritten")
    expect(left).to_have_count(1)
    left.click()
    page.wait_for_url("**/courses/english/2")
