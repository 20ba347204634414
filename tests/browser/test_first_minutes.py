"""What a newcomer meets: a question, some boards to learn on, codes to type in, games to find."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, Open
from tests.support.browser.table import Table

pytestmark = pytest.mark.motion

_SQUARE = """
(square) => {
  const board = document.querySelector("draughts-board");
  const box = board.shadowRoot.querySelector(`[data-square="${square}"]`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
"""


def tap(page: Page, *squares: int) -> None:
    for square in squares:
        page.mouse.click(*page.evaluate(_SQUARE, square))


def test_the_first_visit_asks_one_question_and_remembers_the_answer(visit: Open) -> None:
    page = visit()
    page.get_by_role("button", name="Im Verein").click()
    page.locator(".level-chip", has_text="Stufe 6 · Vereinsspieler").wait_for()
    page.reload()
    page.locator(".level-chip", has_text="Stufe 6 · Vereinsspieler").wait_for()
    assert page.get_by_role("button", name="Im Verein").count() == 0


def test_boards_teach_the_game(visit: Open) -> None:
    page = visit(size=DESK)
    page.get_by_role("link", name="Neu hier?").click()
    page.get_by_text("Tippe einen weißen Stein an").wait_for()
    tap(page, 22, 18)
    page.get_by_text("Genau so!").wait_for()
    page.get_by_role("button", name="Weiter").click()
    page.get_by_text("Spring darüber").wait_for()
    tap(page, 29, 25)
    page.get_by_text("Hier gilt Schlagzwang").wait_for()
    tap(page, 18, 11)
    page.get_by_text("Geschlagen!").wait_for()
    page.get_by_role("button", name="Weiter").click()
    tap(page, 6, 1)
    page.get_by_text("Die Dame zieht beliebig weit").wait_for()
    page.get_by_role("button", name="Weiter").click()
    tap(page, 25, 11)
    page.get_by_text("quer über das Brett").wait_for()
    page.get_by_role("button", name="Weiter").click()
    tap(page, 28, 19)
    page.get_by_text("Der andere Schlag bringt zwei.").wait_for()
    tap(page, 23, 5)
    page.get_by_text("Zwei Steine in einem Zug!").wait_for()
    page.get_by_role("button", name="Weiter").click()
    page.get_by_role("button", name="Meine erste Partie").click()
    Table(page).wait_until_ready()
    expect(page.get_by_text("Stufe 1").first).to_be_visible()


MINUTE = ((22, 18), (18, 11), (6, 1))
"""What is played on the boards that every game begins with."""


def go_through_boards(visit: Open, game: str, *more: tuple[int, int]) -> tuple[Page, list[str]]:
    """Go through the boards while a game is chosen; return the page and what was said."""
    page = visit(size=DESK)
    page.evaluate("game => localStorage.setItem('crownhead', JSON.stringify({ game }))", game)
    page.goto(page.url.split("#")[0] + "#/learn")
    page.reload()
    said = []
    for squares in (*MINUTE, *more):
        page.locator(".learn draughts-board").wait_for()
        tap(page, *squares)
        page.locator(".learn .good").wait_for()
        said.append(page.locator(".learn .good").inner_text())
        page.get_by_role("button", name="Weiter").click()
    return page, said


def test_a_king_of_english_draughts_is_taught_as_it_moves(visit: Open) -> None:
    page, said = go_through_boards(visit, "english", (10, 19))
    assert said[2] == "Gekrönt! Der König zieht ein Feld weit, vorwärts und rückwärts."
    assert said[3] == "Geschlagen! Der König darf in alle Richtungen."
    page.get_by_role("button", name="Meine erste Partie").click()
    Table(page).wait_until_ready()
    assert "english" in page.evaluate("JSON.stringify(localStorage)")


def test_where_the_boards_would_teach_what_is_wrong_their_game_is_played_first(
    visit: Open,
) -> None:
    page, said = go_through_boards(visit, "turkish", (25, 11), (23, 5))
    assert said[2] == "Gekrönt! Die Dame zieht beliebig weit, vorwärts und rückwärts."
    page.get_by_text("Die erste Partie ist Dame (LITE)").wait_for()
    page.get_by_role("button", name="Meine erste Partie").click()
    table = Table(page)
    table.wait_until_ready()
    assert page.locator("draughts-board").get_attribute("full") is None


def test_the_code_of_an_invitation_can_be_typed_in(visit: Open) -> None:
    host = visit()
    table = Table.begin(host, "english", opponent={"kind": "friend"})
    code = host.locator(".code strong").inner_text()
    guest = visit()
    guest.get_by_role("link", name="Code eingeben").click()
    guest.get_by_label("Einladungscode").fill("keiner")
    guest.get_by_role("button", name="Mitspielen").click()
    guest.get_by_text("Zu diesem Code gibt es keine Einladung.").wait_for()
    guest.get_by_label("Einladungscode").fill(code)
    guest.get_by_role("button", name="Mitspielen").click()
    guest.locator(".invitation").get_by_role("button", name="Mitspielen").click()
    guest.locator(".controls").wait_for()
    assert guest.url.endswith(table.game)


def test_an_invitation_tells_its_terms_before_it_is_accepted(visit: Open) -> None:
    host = visit()
    wish = {"time": "180+2", "mode": "bronstein", "huffing": True, "refusal_duty": 0}
    Table.begin(host, "english", opponent={"kind": "friend"}, side="white", **wish)
    code = host.locator(".code strong").inner_text()
    guest = visit(f"#/j/{code}")
    terms = guest.locator(".invitation")
    terms.get_by_text("lädt dich ein:").wait_for()
    assert terms.locator("strong").first.inner_text() == "Englische Dame"
    assert terms.locator(".agreed li").all_inner_texts() == [
        "Du spielst Schwarz",
        "3 min, 2 s Bronstein",
        "Mit Blasen",
        "Ohne Pflicht nach abgelehntem Remis",
    ]
    assert host.locator(".invite").is_visible()
    terms.get_by_role("link", name="Lieber nicht").click()
    guest.goto(guest.url.split("#")[0] + f"#/j/{code}")
    terms.get_by_label("Wie heißt du?").fill("Berta")
    terms.get_by_role("button", name="Mitspielen").click()
    guest.locator(".controls").wait_for()
    guest.locator(".player", has_text="Berta").wait_for()
    # Whoever has the seat already goes straight to the table.
    guest.goto(guest.url.split("#")[0] + f"#/j/{code}")
    guest.locator(".controls").wait_for()
    late = visit(f"#/j/{code}")
    late.get_by_text("Der Platz ist vergeben.").wait_for()


def test_a_game_is_found_by_another_name(visit: Open) -> None:
    page = visit()
    page.locator(".chip-button").click()
    page.get_by_role("searchbox").fill("polnische")
    games = page.get_by_role("dialog").locator(".games button")
    assert games.count() == 1
    games.click()
    page.locator(".chip-button", has_text="Internationale Dame").wait_for()


def test_a_finished_game_is_stepped_through_at_once(visit: Open) -> None:
    table = Table.begin(visit(size=DESK), "english", start="W:W18:B15", side="white")
    table.tap(18, 11)
    table.page.locator(".headline").wait_for()
    table.press("ArrowLeft")
    table.page.get_by_text("Anfangsstellung").wait_for()
    table.press("End")
    table.page.locator(".headline").wait_for()
    table.page.mouse.move(*table.point(11))
    table.page.mouse.wheel(0, -120)
    table.page.get_by_text("Anfangsstellung").wait_for()


def test_a_dragged_piece_shows_where_it_can_go(visit: Open) -> None:
    table = Table.begin(visit(size=DESK), "english")
    page = table.page
    page.mouse.move(*table.point(11))
    page.mouse.down()
    page.mouse.move(*table.point(8), steps=6)
    targets = "document.querySelector('draughts-board').shadowRoot.querySelectorAll('.target')"
    assert page.evaluate(f"{targets}.length") == 2
    page.mouse.up()
    assert page.evaluate(f"{targets}.length") == 0


def test_a_child_meets_larger_buttons_warnings_and_no_ratings(visit: Open) -> None:
    page = visit()
    small = page.evaluate("getComputedStyle(document.documentElement).fontSize")
    page.get_by_role("button", name="Kind").click()
    page.locator(".level-chip", has_text="Stufe 1").wait_for()
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") > small
    assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth")
    Table.begin(page, "english", opponent={"kind": "computer", "level": 5}, side="black")
    page.get_by_role("button", name="Mehr").click()
    warning = page.get_by_role("dialog").locator("label", has_text="Vor groben Fehlern warnen")
    expect(warning.locator("input")).to_be_checked()
    page.keyboard.press("Escape")
    home = page.url.split("#")[0]
    page.goto(f"{home}#/puzzles/lite")
    page.locator(".puzzle-standing").wait_for()
    expect(page.locator(".puzzle-rating")).to_have_count(0)
    page.goto(f"{home}#/settings")
    page.get_by_text("Für Kinder").click()
    page.goto(f"{home}#/puzzles/lite")
    expect(page.locator(".puzzle-rating")).to_have_count(1)
