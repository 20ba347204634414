"""Puzzles in the page: solved, missed, shown, counted, and without a network."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from crownhead.puzzles import Puzzle, sets
from tests.browser.conftest import DESK, Open
from tests.browser.test_pages import barriers

_CENTRE = """
([square]) => {
  const board = document.querySelector(".puzzle draughts-board");
  board.scrollIntoView({ block: "center" });
  const box = board.shadowRoot.querySelector(`[data-square="${square}"]`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
"""


def shot(themes: tuple[str, ...] = ("shot",), plies: int = 3) -> Puzzle:
    """Return a puzzle that comes with crownhead, whose solution has so many plies."""
    return next(
        each
        for each in sets.shipped("english").puzzles
        if set(themes) <= set(each.themes) and len(each.line) == plies
    )


def tap(page: Page, *squares: int) -> None:
    for square in squares:
        page.mouse.click(*page.evaluate(_CENTRE, [square]))


def said(page: Page, sentence: str) -> None:
    expect(page.get_by_role("status")).to_have_text(re.compile(sentence))


def solve(page: Page, puzzle: Puzzle) -> None:
    for ply in range(0, len(puzzle.line), 2):
        move = puzzle.line[ply]
        if ply:
            position = puzzle.start
            for each in puzzle.line[:ply]:
                position = position.play(each)
            letters = position.letters()[1:]
            page.wait_for_function(
                "letters => document.querySelector('.puzzle draughts-board').letters === letters",
                arg=letters,
            )
        tap(page, move.origin, move.target)
    said(page, "Gelöst|Solved")


def test_a_puzzle_is_solved_by_a_link(visit: Open) -> None:
    puzzle = shot()
    page = visit(f"#/puzzles/english/{puzzle.id}")
    page.locator(".puzzle draughts-board").wait_for()
    solve(page, puzzle)
    page.get_by_text("Kombination").wait_for()


def test_a_wrong_move_is_told_and_taken_back(visit: Open) -> None:
    puzzle = shot()
    page = visit(f"#/puzzles/english/{puzzle.id}", size=DESK, locale="en-GB")
    page.locator(".puzzle draughts-board").wait_for()
    wrong = next(each for each in puzzle.start.legal_moves if each != puzzle.line[0])
    tap(page, wrong.origin, wrong.target)
    said(page, "That does not win")
    page.wait_for_function(
        "letters => document.querySelector('.puzzle draughts-board').letters === letters",
        arg=puzzle.start.letters()[1:],
    )
    solve(page, puzzle)


def test_a_move_that_is_not_legal_is_refused_with_its_rule(visit: Open) -> None:
    puzzle = next(p for p in sets.shipped("english").puzzles if p.start.must_capture)
    stuck = next(
        square
        for square in range(1, 33)
        if (piece := puzzle.start.piece_at(square))
        and piece.color == puzzle.start.turn
        and square not in puzzle.start.must_capture
    )
    page = visit(f"#/puzzles/english/{puzzle.id}")
    page.locator(".puzzle draughts-board").wait_for()
    tap(page, stuck)
    said(page, "Schlagzwang: .* muss schlagen")


def test_the_solution_is_shown_on_request(visit: Open) -> None:
    puzzle = shot()
    page = visit(f"#/puzzles/english/{puzzle.id}")
    page.get_by_role("button", name="Lösung zeigen").click()
    said(page, "So geht es")
    end = puzzle.start
    for move in puzzle.line:
        end = end.play(move)
    page.wait_for_function(
        "letters => document.querySelector('.puzzle draughts-board').letters === letters",
        arg=end.letters()[1:],
    )


def test_a_rating_moves_and_is_kept(visit: Open) -> None:
    page = visit("#/puzzles/english")
    assert page.locator(".puzzle-rating").inner_text() == "1000"
    page.get_by_role("link", name="Auf deinem Niveau").click()
    page.get_by_role("button", name="Lösung zeigen").click()
    said(page, "So geht es")
    page.get_by_role("button", name="Nächste Aufgabe").click()
    said(page, "Finde den Zug")
    page.goto(page.url.split("#")[0] + "#/puzzles/english")
    page.reload()
    page.locator(".puzzle-rating").wait_for()
    assert int(page.locator(".puzzle-rating").inner_text()) < 1000
    page.get_by_text("0 von 1 gelöst").wait_for()


def test_a_run_ends_with_the_first_mistake(visit: Open) -> None:
    page = visit("#/puzzles/english/streak")
    page.get_by_role("button", name="Lösung zeigen").click()
    page.get_by_role("button", name="Noch einmal").wait_for()
    assert page.get_by_role("button", name="Nächste Aufgabe").count() == 0
    said(page, "Schluss: 0 am Stück. Bestwert: 0.")


def rush(visit: Open) -> Page:
    """Return a page with a run against time whose clock only goes when it is told to."""
    page = visit("")
    page.clock.install()
    page.evaluate("location.hash = '#/puzzles/english/rush'")
    page.locator(".puzzle draughts-board").wait_for()
    return page


def test_a_run_against_time_has_a_clock_and_says_when_it_is_over(visit: Open) -> None:
    page = rush(visit)
    timer = page.get_by_role("timer")
    expect(timer).to_have_text("3:00")
    expect(page.get_by_role("button", name="Lösung zeigen")).to_have_count(0)
    page.clock.run_for(61_000)
    expect(timer).to_have_text("1:59")
    page.clock.fast_forward(190_000)
    expect(timer).to_have_text("0:00")
    said(page, "Die Zeit ist um: 0 gelöst. Bestwert: 0.")
    assert page.evaluate("document.querySelector('draughts-board').movable.size") == 0
    page.get_by_role("button", name="Noch einmal").click()
    page.clock.run_for(1_000)
    expect(timer).to_have_text("2:59")
    said(page, "Finde den Zug")


def test_the_third_mistake_ends_a_run_against_time(visit: Open) -> None:
    page = rush(visit)
    for mistakes in (1, 2, 3):
        letters = page.evaluate("document.querySelector('draughts-board').letters")
        puzzle = next(
            one for one in sets.shipped("english").puzzles if one.start.letters()[1:] == letters
        )
        best = puzzle.line[0]
        wrong = next(
            move
            for move in puzzle.start.legal_moves
            if (move.origin, move.target) != (best.origin, best.target)
        )
        tap(page, wrong.origin, wrong.target)
        expect(page.locator(".puzzle-run")).to_contain_text(f"{mistakes} von 3")
        if mistakes < 3:
            page.clock.run_for(1_000)
            said(page, "Finde den Zug")
    said(page, "Schluss nach 3 Fehlern: 0 gelöst. Bestwert: 0.")
    page.get_by_role("button", name="Noch einmal").wait_for()


def test_puzzles_go_on_without_a_network(visit: Open) -> None:
    page = visit(installs=True)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.goto(page.url.split("#")[0] + "#/puzzles/english/rated")
    page.locator(".puzzle draughts-board").wait_for()
    page.context.set_offline(True)
    page.reload()
    page.locator(".puzzle draughts-board").wait_for()
    page.context.set_offline(False)


def test_a_game_without_puzzles_says_so(visit: Open) -> None:
    page = visit("#/puzzles/nonsense")
    page.get_by_text("noch keine Aufgaben").wait_for()
    page.goto(page.url.split("#")[0] + "#/puzzles/english/0123456789")
    page.get_by_text("Diese Aufgabe gibt es nicht.").wait_for()


def reported(page: Page) -> list[dict[str, str]]:
    """Return what the server keeps of the guest's reports."""
    text = page.evaluate("async () => (await fetch('/api/me/data')).text()")
    lines = [json.loads(line) for line in text.splitlines()]
    return [line["reported"] for line in lines if "reported" in line]


def test_a_puzzle_is_reported(visit: Open) -> None:
    puzzle = shot()
    page = visit(f"#/puzzles/english/{puzzle.id}")
    page.locator(".puzzle draughts-board").wait_for()
    assert page.get_by_role("button", name="Aufgabe melden").count() == 0
    page.get_by_role("button", name="Lösung zeigen").click()
    page.get_by_role("button", name="Aufgabe melden").click()
    assert barriers(page) == []
    page.get_by_role("button", name="Ein anderer Zug ist genauso gut").click()
    page.get_by_text("Danke, sie ist gemeldet.").wait_for()
    (told,) = reported(page)
    assert (told["puzzle"], told["fault"]) == (puzzle.id, "another_move")


def test_a_report_is_kept_until_the_server_is_there(visit: Open) -> None:
    puzzle = shot()
    page = visit(f"#/puzzles/english/{puzzle.id}", size=DESK, locale="en-GB")
    page.locator(".puzzle draughts-board").wait_for()
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_role("button", name="Report this puzzle").click()
    page.route("**/api/puzzles/faults", lambda route: route.abort())
    page.get_by_role("button", name="The solution is wrong").click()
    page.get_by_text("as soon as the server can be reached").wait_for()
    assert reported(page) == []
    page.unroute_all()
    with page.expect_response("**/api/puzzles/faults"):
        page.evaluate("() => { location.hash = '#/puzzles/english/rated'; }")
    (told,) = reported(page)
    assert told["fault"] == "wrong_solution"


def test_the_examples_of_a_motif_are_found_by_its_name(visit: Open) -> None:
    page = visit("#/puzzles/international")
    page.get_by_role("link", name=re.compile("Coup Napoléon")).click()
    page.locator(".puzzle draughts-board").wait_for()
    assert page.get_by_text("Coup Napoléon").count() == 0  # it would give the solution away
    page.get_by_role("button", name="Lösung zeigen").click()
    page.get_by_text("Coup Napoléon").wait_for()
