"""Puzzles in the page: solved, missed, shown, counted, and without a network."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect
from support.served import until

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


def shot_puzzle(themes: tuple[str, ...] = ("shot",), plies: int = 3) -> Puzzle:
    """Return a puzzle that comes with crownhead, whose solution has so many plies."""
    return next(
        each
        for each in sets.load("english").puzzles
        if set(themes) <= set(each.themes) and len(each.line) == plies
    )


def tap(page: Page, *squares: int) -> None:
    for square in squares:
        page.mouse.click(*page.evaluate(_CENTRE, [square]))


def expect_sentence(page: Page, sentence: str) -> None:
    expect(page.get_by_role("status")).to_have_text(re.compile(sentence))


def stands(page: Page, letters: str) -> None:
    """Wait until these pieces stand on the board."""
    page.wait_for_function(
        "letters => document.querySelector('.puzzle draughts-board').letters === letters",
        arg=letters,
    )


def wait_for_puzzle(page: Page) -> Puzzle:
    """Return the puzzle of English draughts that is on the board, once it is asked."""
    page.get_by_text("Finde den Zug").wait_for()
    letters = page.evaluate("document.querySelector('draughts-board').letters")
    return next(p for p in sets.load("english").puzzles if p.start.letters()[1:] == letters)


def solve(page: Page, puzzle: Puzzle) -> None:
    for ply in range(0, len(puzzle.line), 2):
        move = puzzle.line[ply]
        if ply:
            position = puzzle.start
            for each in puzzle.line[:ply]:
                position = position.play(each)
            letters = position.letters()[1:]
            stands(page, letters)
        tap(page, move.origin, move.target)
    expect_sentence(page, "Gelöst|Solved")


def test_a_puzzle_is_solved_by_a_link(visit: Open) -> None:
    puzzle = shot_puzzle()
    page = visit(f"#/puzzles/english/{puzzle.id}")
    page.locator(".puzzle draughts-board").wait_for()
    solve(page, puzzle)
    page.get_by_text("Kombination").wait_for()


def test_a_wrong_move_is_told_and_taken_back(visit: Open) -> None:
    puzzle = shot_puzzle()
    page = visit(f"#/puzzles/english/{puzzle.id}", size=DESK, locale="en-GB")
    page.locator(".puzzle draughts-board").wait_for()
    wrong = next(each for each in puzzle.start.legal_moves if each != puzzle.line[0])
    tap(page, wrong.origin, wrong.target)
    expect_sentence(page, "That does not win")
    expect_sentence(page, rf"That does not help: {wrong}\? \d+[-x]\d+\. Try again\.")
    stands(page, puzzle.start.letters()[1:])
    solve(page, puzzle)


def test_a_move_that_is_not_legal_is_refused_with_its_rule(visit: Open) -> None:
    puzzle = next(p for p in sets.load("english").puzzles if p.start.must_capture)
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
    expect_sentence(page, "Schlagzwang: .* muss schlagen")


def test_a_refusal_is_gone_once_another_piece_is_chosen(visit: Open) -> None:
    """Of the piece that was chosen it went on saying that it could not move."""
    puzzle = next(p for p in sets.load("english").puzzles if p.start.must_capture)
    own = [s for s, piece in puzzle.start.pieces.items() if piece.color == puzzle.start.turn]
    page = visit(f"#/puzzles/english/{puzzle.id}")
    page.locator(".puzzle draughts-board").wait_for()
    tap(page, next(square for square in own if square not in puzzle.start.must_capture))
    expect_sentence(page, "Schlagzwang: .* muss schlagen")
    tap(page, puzzle.line[0].origin)
    expect_sentence(page, "Finde den Zug")


def test_the_keyboard_goes_on_where_a_button_was(visit: Open) -> None:
    """What it had pressed was gone, and it had to begin at the top of the page again."""
    page = visit("#/puzzles/english/rated", size=DESK)
    wait_for_puzzle(page)
    page.get_by_role("button", name="Tipp", exact=True).focus()
    for there in ("Noch ein Tipp", "Lösung zeigen", "Nächste Aufgabe", "Auf deinem Niveau"):
        page.keyboard.press("Enter")
        page.wait_for_function("said => document.activeElement.textContent === said", arg=there)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.localName") == "draughts-board"


def show_solution(page: Page) -> None:
    """Ask for everything there is before the solution, and for that."""
    page.get_by_role("button", name="Tipp", exact=True).click()
    page.get_by_role("button", name="Noch ein Tipp").click()
    page.get_by_role("button", name="Lösung zeigen").click()


_HINTED = "document.querySelector('.puzzle draughts-board').shadowRoot.querySelectorAll('.{}.hint')"
_RINGS, _LINES = _HINTED.format("ring"), _HINTED.format("line")


def test_hints_come_before_the_solution_and_rate_nobody(visit: Open) -> None:
    page = visit("#/puzzles/english/rated")
    page.get_by_role("button", name="Tipp", exact=True).click()
    page.wait_for_function(f"() => {_RINGS}.length > 0 && {_LINES}.length === 0")
    page.get_by_role("button", name="Noch ein Tipp").click()
    page.wait_for_function(f"() => {_LINES}.length > 0")
    page.get_by_role("button", name="Lösung zeigen").click()
    expect_sentence(page, "So geht es")
    page.goto(page.url.split("#")[0] + "#/puzzles/english")
    assert page.locator(".puzzle-rating").inner_text() == "1000"
    page.get_by_text("0 von 1 gelöst; 380 Aufgaben").wait_for()


def test_a_solved_puzzle_says_what_it_brought_and_is_stepped_through(visit: Open) -> None:
    page = visit("#/puzzles/english/rated")
    puzzle = wait_for_puzzle(page)
    solve(page, puzzle)
    expect_sentence(page, r"Gelöst! \+\d+")
    page.get_by_text(re.compile(r"Deine Wertung: \d+ \(\+\d+\)")).wait_for()
    line = page.get_by_role("group", name="Lösung")
    line.get_by_role("button", name=str(puzzle.line[0])).first.click()
    stands(page, puzzle.start.play(puzzle.line[0]).letters()[1:])
    line.get_by_role("button", name="Vorige Stellung").click()
    stands(page, puzzle.start.letters()[1:])
    page.get_by_role("link", name="Analysieren").click()
    page.locator(".study draughts-board, main draughts-board").first.wait_for()
    assert "analysis" in page.url


def test_the_puzzle_of_the_day_leads_on(visit: Open) -> None:
    page = visit("#/puzzles/english/daily")
    show_solution(page)
    page.get_by_role("button", name="Nächste Aufgabe").click()
    expect_sentence(page, "Finde den Zug")
    assert page.url.endswith("/rated")


def test_the_solution_is_shown_on_request(visit: Open) -> None:
    puzzle = shot_puzzle()
    page = visit(f"#/puzzles/english/{puzzle.id}")
    show_solution(page)
    expect_sentence(page, "So geht es")
    end = puzzle.start
    for move in puzzle.line:
        end = end.play(move)
    stands(page, end.letters()[1:])


def miss(page: Page) -> None:
    """Play a move that does not solve the puzzle of English draughts on the board."""
    puzzle = wait_for_puzzle(page)
    best = puzzle.line[0]
    wrong = next(
        move
        for move in puzzle.start.legal_moves
        if (move.origin, move.target) != (best.origin, best.target)
    )
    tap(page, wrong.origin, wrong.target)


def test_a_rating_moves_and_is_kept(visit: Open) -> None:
    page = visit("#/puzzles/english")
    assert page.locator(".puzzle-rating").inner_text() == "1000"
    page.get_by_text("380 Aufgaben, noch keine gelöst").wait_for()
    page.get_by_role("link", name=re.compile("^Auf deinem Niveau")).click()
    miss(page)
    page.get_by_role("button", name="Lösung zeigen").click()
    expect_sentence(page, "So geht es")
    page.get_by_role("button", name="Nächste Aufgabe").click()
    expect_sentence(page, "Finde den Zug")
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
    expect_sentence(page, "Schluss: 0 in Folge.$")


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
    expect_sentence(page, "Die Zeit ist um: 0 gelöst.$")
    assert page.evaluate("document.querySelector('draughts-board').movable.size") == 0
    page.get_by_role("button", name="Noch einmal").click()
    page.clock.run_for(1_000)
    expect(timer).to_have_text("2:59")
    expect_sentence(page, "Finde den Zug")


def test_the_third_mistake_ends_a_run_against_time(visit: Open) -> None:
    page = rush(visit)
    for mistakes in (1, 2, 3):
        miss(page)
        expect(page.locator(".puzzle-run")).to_contain_text(f"{mistakes} von 3")
        if mistakes < 3:
            page.clock.run_for(1_000)
            expect_sentence(page, "Finde den Zug")
    expect_sentence(page, "Schluss nach 3 Fehlern: 0 gelöst.$")
    page.get_by_role("button", name="Noch einmal").wait_for()


_KEPT = """
async (name) => {
  const stores = await Promise.all((await caches.keys()).map((key) => caches.open(key)));
  const kept = (await Promise.all(stores.map((store) => store.keys()))).flat();
  return kept.some(({ url }) => url.includes(name));
}
"""


def test_puzzles_go_on_without_a_network(visit: Open) -> None:
    page = visit(installs=True)
    # Those of the chosen game come with the app, and those of another once they were wanted.
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    until(lambda: page.evaluate(_KEPT, "puzzles-lite"))
    home = page.url.split("#")[0]
    page.goto(home + "#/puzzles/english/rated")
    page.locator(".puzzle draughts-board").wait_for()
    page.context.set_offline(True)
    page.reload()
    page.locator(".puzzle draughts-board").wait_for()
    page.goto(home + "#/puzzles/lite/daily")
    page.locator(".puzzle draughts-board").wait_for()
    page.context.set_offline(False)


def test_a_game_without_puzzles_says_so(visit: Open) -> None:
    page = visit("#/puzzles/nonsense")
    page.get_by_text("noch keine Aufgaben").wait_for()
    page.goto(page.url.split("#")[0] + "#/puzzles/english/0123456789")
    page.get_by_text("Diese Aufgabe gibt es nicht.").wait_for()


def list_reports(page: Page) -> list[dict[str, str]]:
    """Return what the server keeps of the guest's reports."""
    text = page.evaluate("async () => (await fetch('/api/me/data')).text()")
    lines = [json.loads(line) for line in text.splitlines()]
    return [line["reported"] for line in lines if "reported" in line]


def test_a_puzzle_is_reported(visit: Open) -> None:
    puzzle = shot_puzzle()
    page = visit(f"#/puzzles/english/{puzzle.id}")
    page.locator(".puzzle draughts-board").wait_for()
    assert page.get_by_role("button", name="Aufgabe melden").count() == 0
    show_solution(page)
    page.get_by_role("button", name="Aufgabe melden").click()
    assert barriers(page) == []
    page.get_by_role("button", name="Ein anderer Zug ist genauso gut").click()
    page.get_by_text("Danke, sie ist gemeldet.").wait_for()
    (told,) = list_reports(page)
    assert (told["puzzle"], told["fault"]) == (puzzle.id, "another_move")


def test_a_report_is_kept_until_the_server_is_there(visit: Open) -> None:
    puzzle = shot_puzzle()
    page = visit(f"#/puzzles/english/{puzzle.id}", size=DESK, locale="en-GB")
    page.locator(".puzzle draughts-board").wait_for()
    for name in ("Hint", "Another hint", "Show the solution"):
        page.get_by_role("button", name=name, exact=True).click()
    page.get_by_role("button", name="Report this puzzle").click()
    page.route("**/api/puzzles/faults", lambda route: route.abort())
    page.get_by_role("button", name="The solution is wrong").click()
    page.get_by_text("as soon as the server can be reached").wait_for()
    assert list_reports(page) == []
    page.unroute_all()
    with page.expect_response("**/api/puzzles/faults"):
        page.evaluate("() => { location.hash = '#/puzzles/english/rated'; }")
    (told,) = list_reports(page)
    assert told["fault"] == "wrong_solution"


def test_the_examples_of_a_motif_are_found_by_its_name(visit: Open) -> None:
    page = visit("#/puzzles/international")
    page.goto(page.url.split("#")[0] + "#/puzzles/international/theme-coup-napoleon")
    page.locator(".puzzle draughts-board").wait_for()
    assert page.get_by_text("Coup Napoléon").count() == 0  # it would give the solution away
    show_solution(page)
    page.get_by_text("Coup Napoléon").wait_for()


def test_themes_of_few_puzzles_are_one(visit: Open) -> None:
    page = visit("#/puzzles/international")
    link = page.get_by_role("link", name=re.compile("Seltene Motive"))
    themes = page.locator(".puzzle-themes small").all_inner_texts()
    assert min(map(int, themes)) >= 5
    link.click()
    show_solution(page)
    expect_sentence(page, "So geht es")


def test_what_was_missed_is_repeated_until_it_is_known(visit: Open) -> None:
    page = visit("#/puzzles/english/rated")
    missed = wait_for_puzzle(page).start.letters()[1:]
    miss(page)
    overview = page.url.split("#")[0] + "#/puzzles/english"
    page.goto(overview)
    page.get_by_role("link", name="Wiederholen").click()
    page.get_by_text("Für heute ist alles wiederholt.").wait_for()
    page.clock.install()
    page.clock.fast_forward("36:00:00")
    page.goto(overview)
    page.get_by_text("Was du nicht gelöst hast: 1 heute, 1 im Ganzen").wait_for()
    page.get_by_role("link", name="Wiederholen").click()
    page.locator(".puzzle draughts-board").wait_for()
    stands(page, missed)


def test_a_run_shows_the_best_one_beside_it(visit: Open) -> None:
    page = visit()
    best = "localStorage.setItem('crownhead.puzzles', JSON.stringify({ english: { rush: 7 } }))"
    page.evaluate(best)
    page.reload()
    page.goto(page.url.split("#")[0] + "#/puzzles/english/rush")
    run = page.locator(".puzzle-run")
    expect(run).to_contain_text("Bestwert7")
    expect(run.get_by_role("timer")).to_have_text(re.compile(r"^[23]:\d\d$"))
    expect(run).to_contain_text("0 von 3")
