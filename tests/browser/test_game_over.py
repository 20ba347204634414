"""The end of a game: what it came to, and one's own mistakes to be played better."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from support.browser.table import Table
from support.patience import within

from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_pages import barriers

SHOT = "W:W5,29,31,32:B17,20,22,26"
COMPUTER = {"kind": "computer", "level": 4}
_PLACE = """
(board, square) => {
  const box = board.shadowRoot.querySelector(`[data-square="${square}"]`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
"""


def lose(page: Page) -> Table:
    """Miss the shot 29-25, and resign."""
    table = Table.begin(page, "english", opponent=COMPUTER, side="white", start=SHOT)
    table.type("5-1")
    table.wait(2)
    page.get_by_role("button", name="Aufgeben").click()
    page.locator("dialog .danger").click()
    page.get_by_text("Du hast aufgegeben.").wait_for()
    return table


def tap(page: Page, *squares: int) -> None:
    board = page.locator(".lessons draughts-board")
    for square in squares:
        page.mouse.click(*board.evaluate(_PLACE, square))


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_mistake_is_played_better_in_place(visit: Open, size: dict[str, int]) -> None:
    page = visit(size=size)
    lose(page)
    better = page.get_by_role("button", name="Ein Zug, der besser ging")
    better.click(timeout=within(60_000))
    lesson = page.locator(".lessons li")
    expect(lesson).to_contain_text(
        re.compile(r"Du hast 1… 5-1 gespielt\. Finde einen besseren Zug\.")
    )
    before = str(lesson.locator("draughts-board").evaluate("board => board.letters"))
    # A wrong one goes back once its answer was seen.
    tap(page, 5, 1)
    expect(lesson).to_contain_text("Das hilft nicht", timeout=within(30_000))
    page.wait_for_function(
        "letters => document.querySelector('.lessons draughts-board').letters === letters",
        arg=before,
    )
    tap(page, 29, 25)
    expect(lesson).to_contain_text("Richtig!")
    # Rosa is level 4.
    finds = re.compile(r"Rosa findet \S+ in (keinem von|\d+ von|allen) 10 Versuchen\.")
    expect(lesson).to_contain_text(finds, timeout=within(60_000))
    lesson.get_by_role("button", name="Weiter").click()
    expect(page.locator("dialog")).to_have_count(0)


def test_the_keyboard_goes_on_beside_the_better_move(visit: Open) -> None:
    """The button that shows it is gone, and with it was the focus."""
    page = visit(size=DESK)
    lose(page)
    better = page.get_by_role("button", name="Ein Zug, der besser ging")
    better.click(timeout=within(60_000))
    page.locator(".lessons").get_by_role("button", name="Zeigen").press("Enter")
    page.wait_for_function("document.activeElement.textContent === 'Weiter'")


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_all_of_the_result_is_in_sight_on_a_small_phone(visit: Open, locale: str) -> None:
    page = visit(locale=locale)
    table = Table.begin(page, "english", opponent=COMPUTER, side="white", start=SHOT)
    table.type("5-1")
    table.wait(2)
    page.get_by_role("button", name=re.compile("^(Aufgeben|Resign)$")).click()
    page.locator("dialog .danger").click()
    page.locator(".facts .link").first.wait_for(timeout=within(60_000))
    card = page.locator(".talk.result")
    expect(card.get_by_role("button")).not_to_have_count(0)
    hidden = "card => card.scrollHeight - card.clientHeight"
    assert card.evaluate(hidden) <= 0, card.inner_text()


TURNED = "Die Wende (Emil): 16-21 ist ein Fehler: das kostet einen Stein, zum Beispiel nach "
_TURN = """
(facts, text) => {
  const link = document.createElement("button");
  link.className = "link turned";
  link.textContent = text;
  facts.append(link);
}
"""
_LAPPED = """
(card) => {
  const boxes = [...card.querySelectorAll(".facts > *, .answers button")].map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return [each.textContent, range.getBoundingClientRect()];
  });
  return boxes.flatMap(([name, one], place) => boxes.slice(place + 1).filter(([, two]) =>
    one.bottom > two.top + 1 && two.bottom > one.top + 1 &&
    one.right > two.left + 1 && two.right > one.left + 1).map(([other]) => [name, other]));
}
"""


@pytest.mark.parametrize("size", [PHONE, {"width": 390, "height": 844}], ids=["small", "large"])
def test_a_long_sentence_of_the_turn_lies_over_nothing(visit: Open, size: dict[str, int]) -> None:
    """It stretched over the facts above it and under the buttons."""
    page = visit(size=size)
    lose(page)
    facts = page.locator(".facts")
    facts.locator(".link").first.wait_for(timeout=within(60_000))
    facts.evaluate(_TURN, TURNED + "39-33 19-24 30x19 13x24 …")
    assert page.locator(".talk.result").evaluate(_LAPPED) == []


def test_mistakes_are_counted_marked_and_stepped_to(visit: Open) -> None:
    page = visit(size=DESK)
    lose(page)
    page.get_by_role("button", name="Du: 1 Fehler").click(timeout=within(60_000))
    expect(page.locator(".moves [aria-current=step]")).to_contain_text("5-1??")


def test_a_report_that_ends_at_a_capture_left_out_says_so(visit: Open) -> None:
    """Of a long game it said that it had too few moves, and counted mistakes of its beginning."""
    page = visit(size=DESK)
    table = Table.begin(page, "english", huffing=True)
    for ply, text in enumerate(("9-13", "22-17", "11-15", "25-22"), 1):
        table.type(text)
        table.wait(ply)
    page.get_by_role("button", name="Aufgeben").click()
    page.locator("dialog .danger").click()
    page.locator(".talk.result").wait_for()
    page.get_by_role("button", name="Analyse").click()
    page.get_by_role("tab", name="Bericht").or_(
        page.get_by_role("button", name="Bericht", exact=True)
    ).click()
    said = page.locator(".report").get_by_text("Der Bericht reicht nur bis 1… 22-17: Danach")
    said.wait_for(timeout=within(60_000))
    expect(page.get_by_text("Kein Zug dieser Partie hat viel gekostet.")).to_have_count(0)


def test_the_analysis_of_a_game_with_a_huff_begins_at_its_end(visit: Open) -> None:
    """The piece that was taken counted as a move, and changed the sides of the list."""
    page = visit(size=DESK)
    table = Table.begin(page, "english", huffing=True)
    for ply, text in enumerate(("9-13", "22-17", "11-15"), 1):
        table.type(text)
        table.wait(ply)
    page.get_by_role("button", name="Blasen", exact=True).click()
    page.get_by_text("Der Stein auf 13 wurde geblasen").wait_for()
    table.type("25-22")
    end = table.wait(4)
    page.get_by_role("button", name="Aufgeben").click()
    page.locator("dialog .danger").click()
    page.get_by_role("button", name="Analyse").click()
    page.get_by_role("button", name="Züge", exact=True).click()
    tree = page.locator(".analysis .tree")
    expect(tree.locator("[aria-current=step]")).to_have_text("25-22")
    board = page.locator(".analysis draughts-board").first
    assert board.evaluate("board => board.letters") == end["board"]
    said = re.sub(r"\s+", " ", tree.inner_text())
    assert said == "1. 9-13 22-17 2. 11-15 13 geblasen 2. … 25-22", said


def test_all_that_was_taken_leaves_room_for_who_it_is(visit: Open) -> None:
    """Of colour and level of the computer there was a letter left."""
    page = visit(size=DESK)
    Table.begin(page, "international", opponent=COMPUTER, side="black")
    name = page.locator(".player small").first
    page.evaluate(
        """() => {
          const taken = document.createElement("span");
          taken.className = "taken";
          taken.innerHTML = `<span class="discs">${'<span class="disc black"></span>'.repeat(20)}
            </span><small>+20</small>`;
          document.querySelector(".player .under").append(taken);
        }"""
    )
    assert name.evaluate("name => name.scrollWidth - name.clientWidth") <= 0, name.inner_text()


def test_mistakes_of_games_are_trained_until_they_are_known(visit: Open) -> None:
    page = visit()
    lose(page)
    page.get_by_role("button", name="Du: 1 Fehler").wait_for(timeout=within(60_000))
    page.goto(page.url.split("#")[0] + "#/puzzles/english")
    way = page.get_by_role("link", name="Meine Fehler")
    expect(way).to_contain_text("1 zu üben, 0 gekonnt")
    way.click()
    expect(page.locator(".mistakes-motifs li")).to_contain_text("Kombinationen")
    assert barriers(page) == []
    page.get_by_role("button", name="Jetzt üben").click()
    board = page.locator(".mistakes-training draughts-board")
    for square in (29, 25):
        page.mouse.click(*board.evaluate(_PLACE, square))
    expect(page.locator(".mistakes-training")).to_contain_text("Richtig!")
    assert barriers(page) == []
    page.get_by_role("button", name="Weiter").click()
    expect(page.get_by_role("status")).to_contain_text("1 von 1 auf Anhieb")
    page.get_by_role("button", name="Fertig").click()
    # Known for now, it comes again on another day, and can be tried all the same.
    expect(page.locator(".mistakes-now")).to_contain_text("Für heute ist alles geübt.")
    page.reload()
    page.get_by_role("button", name="Trotzdem üben").click()
    expect(board).to_be_visible()


def test_a_game_with_clocks_shows_in_its_analysis_how_long_moves_took(visit: Open) -> None:
    page = visit(size=DESK)
    table = Table.begin(page, "english", opponent=COMPUTER, side="white", start=SHOT, time="180+2")
    table.type("5-1")
    table.wait(2)
    page.get_by_role("button", name="Aufgeben").click()
    page.locator("dialog .danger").click()
    page.get_by_text("Du hast aufgegeben.").wait_for()
    page.get_by_role("button", name="Analyse").click()
    page.get_by_role("button", name="Bericht", exact=True).click()
    # The clock runs from the second move on.
    expect(page.locator(".times li")).to_contain_text("Schwarz: zusammen 0:0")
    expect(page.locator(".times-bars rect")).to_have_count(1)
    expect(page.locator(".time-left")).to_have_count(2)


def test_after_a_loss_the_same_opponent_is_met_again(visit: Open) -> None:
    page = visit()
    table = lose(page)
    page.get_by_role("button", name="Noch einmal gegen Rosa").click()
    page.wait_for_url(lambda url: not url.endswith(table.game))
    other = Table(page)
    other.wait_until_ready()
    assert other.view["players"]["white"]["level"] == 4


def test_after_a_win_the_next_opponent_is_offered(visit: Open) -> None:
    page = visit()
    start = "W:W18:B15"
    table = Table.begin(page, "english", opponent=COMPUTER, side="white", start=start)
    table.type("18x11")
    page.get_by_text("Gewonnen!").wait_for()
    page.get_by_role("button", name="Weiter zu Emil").click()
    page.wait_for_url(lambda url: not url.endswith(table.game))
    other = Table(page)
    other.wait_until_ready()
    other.game = page.url.rsplit("/", 1)[-1]
    assert other.view["players"]["black"]["level"] == 5
