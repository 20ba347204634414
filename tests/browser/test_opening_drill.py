"""Openings to practise: found move by move, corrected, shown, kept, by keyboard and offline."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import crownhead as ch
from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_pages import barriers
from tests.browser.test_puzzles import expect_sentence, tap

OLD_FOURTEENTH = ("11-15", "23-19", "8-11", "22-17", "4-8")


def after(*moves: str, variant: str = "english") -> str:
    """Return what stands on the board after moves."""
    position = ch.Position.initial(variant)
    for move in moves:
        position = position.play(move)
    return position.letters()[1:]


def shows(page: Page, letters: str) -> None:
    """Wait until a position stands on the board."""
    page.wait_for_function(
        "letters => document.querySelector('.puzzle draughts-board')?.letters === letters",
        arg=letters,
    )


def squares(move: str) -> list[int]:
    """Return the squares of a move."""
    return [int(square) for square in re.split("[-x]", move)]


def play(page: Page, moves: tuple[str, ...], own: int) -> None:
    """Play every second move of a line, from the own first one on, each when it is due."""
    for ply in range(own, len(moves), 2):
        shows(page, after(*moves[:ply]))
        tap(page, *squares(moves[ply]))
    shows(page, after(*moves))


def test_an_opening_is_learnt_move_by_move(visit: Open) -> None:
    page = visit("#/puzzles/english")
    page.get_by_role("link", name="Eröffnungen üben").click()
    page.get_by_text("0 von 201 gekonnt").wait_for()
    page.get_by_role("link", name=re.compile("^Old Fourteenth")).click()
    expect_sentence(page, "Spiele den ersten Zug")
    tap(page, 9, 13)
    expect_sentence(page, "spielt hier 11-15")
    shows(page, after())
    play(page, OLD_FOURTEENTH, 0)
    expect_sentence(page, "Geschafft. Noch einmal ohne Fehler")
    page.get_by_role("button", name="Noch einmal").click()
    expect_sentence(page, "Spiele den ersten Zug")
    play(page, OLD_FOURTEENTH, 0)
    expect_sentence(page, "Geschafft: alle Züge ohne Fehler")
    page.get_by_text("1. 11-15 23-19 2. 8-11 22-17 3. 4-8").wait_for()
    page.get_by_role("link", name="Zurück").click()
    page.get_by_text("1 von 201 gekonnt").wait_for()
    page.reload()
    page.get_by_text("1 von 201 gekonnt").wait_for()


def test_the_other_side_begins_and_ends_an_opening(visit: Open) -> None:
    page = visit("#/puzzles/english/openings-white", size=DESK, locale="en-GB")
    page.get_by_role("link", name=re.compile("^Old Fourteenth")).click()
    expect_sentence(page, "Black begins with 11-15")
    shows(page, after("11-15"))
    tap(page, 23, 19)
    expect_sentence(page, "The answer is 8-11")
    shows(page, after("11-15", "23-19", "8-11"))
    tap(page, 22, 17)
    shows(page, after(*OLD_FOURTEENTH))
    expect_sentence(page, "every move without a mistake")


@pytest.mark.parametrize("offline", [False, True], ids=["with_server", "offline"])
def test_a_move_that_is_not_legal_is_refused_with_its_rule(visit: Open, offline: bool) -> None:
    page = visit("#/puzzles/english/openings-black-11-15.23-19.8-11.22-17.4-8", installs=offline)
    if offline:
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.context.set_offline(True)
    tap(page, 10, 19)
    expect_sentence(page, "Von 10 nach 19 ist es zu weit")
    tap(page, 4)
    expect_sentence(page, "Feld 4 ist besetzt")
    tap(page, 11, 15)
    shows(page, after("11-15", "23-19"))
    page.context.set_offline(False)


def test_an_opening_is_shown_by_keyboard(visit: Open) -> None:
    page = visit("#/puzzles/english/openings-black-11-15.23-19.8-11.22-17.4-8")
    show = page.get_by_role("button", name="Züge zeigen")
    show.focus()
    page.keyboard.press("Enter")
    expect_sentence(page, "So geht die Eröffnung")
    following = page.get_by_role("link", name="Nächste Eröffnung")
    expect(following).to_be_focused()
    page.keyboard.press("Enter")
    expect_sentence(page, "Spiele den ersten Zug")
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_an_opening_is_played_by_keyboard(visit: Open) -> None:
    page = visit("#/puzzles/english/openings-black-9-13")
    board = page.locator(".puzzle draughts-board")
    board.wait_for()
    for square in (9, 13):
        board.evaluate(
            "(board, n) => board.shadowRoot.querySelector(`[data-square='${n}']`).focus()", square
        )
        page.keyboard.press("Enter")
    expect_sentence(page, "Geschafft: alle Züge ohne Fehler")


@pytest.mark.parametrize(
    ("variant", "name", "moves"),
    [
        ("english", "Karte 1:", ("9-13", "21-17", "5-9")),
        ("russian", "Stadtpartie (Gorodskaja partija)", ()),
        ("international", "", ()),
        ("lite", "Stadtpartie (Gorodskaja partija)", ()),
    ],
)
def test_every_game_with_named_openings_has_them_to_practise(
    visit: Open, variant: str, name: str, moves: tuple[str, ...]
) -> None:
    page = visit(f"#/puzzles/{variant}/openings")
    page.locator(".drill-lines").first.wait_for(state="attached")
    if page.locator("summary").count():
        page.locator("summary").click()
    page.locator(".drill-lines a").filter(has_text=name).first.click()
    page.locator(".puzzle draughts-board").wait_for()
    if moves:
        play(page, moves, 0)
    else:
        page.get_by_role("button", name="Züge zeigen").click()
    expect_sentence(page, "Geschafft|So geht")


def test_openings_are_there_without_a_network(visit: Open) -> None:
    page = visit(installs=True)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto(page.url.split("#")[0] + "#/puzzles/english/openings")
    page.get_by_role("link", name=re.compile("^Old Fourteenth")).click()
    page.locator(".puzzle draughts-board").wait_for()
    play(page, OLD_FOURTEENTH, 0)
    expect_sentence(page, "Geschafft")
    page.context.set_offline(False)


def test_an_opening_that_nobody_knows_is_told(visit: Open) -> None:
    page = visit("#/puzzles/english/openings-white-9-13")
    page.get_by_text("Diese Eröffnung gibt es hier nicht.").wait_for()
    page.locator(".drill-lines").first.wait_for()


@pytest.mark.parametrize("address", ["openings", "openings-black-11-15.23-19.8-11.22-17.4-8"])
def test_axe_finds_no_barriers_where_openings_are_practised(visit: Open, address: str) -> None:
    page = visit(f"#/puzzles/english/{address}")
    page.locator(".drill-lines, .puzzle draughts-board").first.wait_for()
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        assert barriers(page) == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_courses_lead_to_the_openings_of_the_chosen_game(visit: Open) -> None:
    page = visit("#/courses", size=DESK)
    page.get_by_role("link", name="Eröffnungen üben").click()
    page.get_by_text("0 von 40 gekonnt").wait_for()
