"""The analysis in a real browser: opened by one tap, by keyboard alone, kept, without a network."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from support.browser.table import Table
from support.patience import within

from crownhead.ballots import deck
from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_pages import barriers, barriers_by_day_and_night

STEPS = ".engine-lines .step"
FIVE = "W:WK1,K5,K14:BK28,K32"
UNKNOWN = (
    '{"t":"found","depth":9,"nodes":9000,"milliseconds":1,"lines":[],"done":true,'
    '"tables":null,"moves":[]}\n'
)
_CONTROLLED = """
() => navigator.serviceWorker.ready.then(() => new Promise((done) => {
  if (navigator.serviceWorker.controller) done();
  else navigator.serviceWorker.addEventListener("controllerchange", () => done());
}))
"""


def analysis(visit: Open, address: str, **options: object) -> Page:
    page = visit(f"#/analysis/{address}", **options)  # type: ignore[arg-type]
    page.locator(".tree").wait_for()
    return page


def moves(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(".tree .pair .move").all_inner_texts()]


def test_a_whole_analysis_by_keyboard_alone(visit: Open) -> None:
    page = analysis(visit, "at/english//", size=DESK, looks=True)
    page.locator(STEPS).first.wait_for()
    page.keyboard.type("11-15")
    page.keyboard.press("Enter")
    page.keyboard.type("22-18")
    page.keyboard.press("Enter")
    expect(page.locator(".tree .pair .move")).to_have_text(["11-15", "22-18"])
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("24-19")
    page.keyboard.press("Enter")
    page.keyboard.press("?")
    varied = page.locator(".variation .move")
    expect(varied).to_have_text(["1…24-19?"])
    page.keyboard.press("p")
    expect(page.locator(".tree .pair .move")).to_have_text(["11-15", "24-19?"])
    page.keyboard.press("Control+z")
    expect(varied).to_have_text(["1…24-19?"])
    page.keyboard.press("ArrowUp")
    expect(page.locator("[aria-current]")).to_have_text("22-18")
    page.keyboard.press("n")
    page.keyboard.type("the exchange")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator(".tree p.comment")).to_have_text("the exchange")
    page.keyboard.press("End")
    page.locator(STEPS).first.wait_for()
    page.keyboard.press(" ")
    expect(page.locator(".tree .pair .move")).to_have_count(3)
    page.keyboard.press("Delete")
    expect(page.locator(".tree .pair .move")).to_have_count(2)
    page.reload()
    expect(page.locator(".tree .pair .move")).to_have_count(2)
    expect(varied).to_have_text(["1…24-19?"])


def _middle(page: Page, square: int) -> tuple[float, float]:
    """Return where the middle of a square of an English board is, seen by White."""
    box = page.locator("draughts-board").bounding_box()
    assert box is not None
    row, place = divmod(square - 1, 4)
    side = box["width"] / 8
    return box["x"] + side * (2 * place + 1.5 - row % 2), box["y"] + side * (row + 0.5)


def test_arrows_and_rings_are_drawn_and_stay_with_the_position(visit: Open) -> None:
    """By the right button, by a finger while the pens are out, and by the keyboard alone."""
    page = analysis(visit, "at/english//", size=DESK, looks=True)
    arrows = page.locator("draughts-board .head[class*=pen]")
    page.mouse.move(*_middle(page, 22))
    page.keyboard.down("Shift")
    page.mouse.down(button="right")
    page.mouse.move(*_middle(page, 18))
    page.mouse.up(button="right")
    page.keyboard.up("Shift")
    expect(arrows).to_have_count(1)
    page.keyboard.press("z")
    page.get_by_role("button", name="Blau").click()
    page.mouse.click(*_middle(page, 15))
    rings = page.locator("draughts-board .ring.pen-blue:not(.halo)")
    expect(rings).to_have_count(1)
    assert barriers_by_day_and_night(page) == []
    page.get_by_role("button", name="Pfeile und Kreise zeichnen").click()
    # Without pens a tap enters moves again; what was drawn belongs to the position it was drawn at.
    page.mouse.click(*_middle(page, 11))
    page.mouse.click(*_middle(page, 16))
    expect(page.locator(".tree .pair .move")).to_have_text(["11-16"])
    expect(arrows).to_have_count(0)
    page.keyboard.press("Home")
    expect(arrows).to_have_count(1)
    kept = page.evaluate("localStorage.getItem('crownhead.studies')")
    assert "[%csl B15] [%cal R22x18]" in kept
    page.keyboard.press("z")
    page.locator("draughts-board").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("draughts-board .ring[class*=pen]:not(.halo)")).to_have_count(2)
    page.get_by_role("button", name="Alle löschen").click()
    expect(page.locator("draughts-board [class*=pen]")).to_have_count(0)


@pytest.mark.parametrize(
    ("width", "height", "least"),
    [
        (844, 390, 380),
        (740, 360, 350),
        (640, 400, 320),
        (915, 412, 390),
        (800, 600, 400),
        (360, 640, 320),
        (195, 422, 180),
    ],
)
def test_every_window_has_a_board(visit: Open, width: int, height: int, least: int) -> None:
    """Phones held sideways, small laptops, and pages at 200 %."""
    page = analysis(visit, "at/lite//c3-d4 b6-a5", size={"width": width, "height": height})
    board = page.locator("draughts-board").bounding_box()
    assert board is not None
    assert min(board["width"], board["height"]) >= least
    assert board["x"] >= 0
    assert board["x"] + board["width"] <= width
    tree = page.locator(".tree").bounding_box()
    assert tree is not None
    assert tree["height"] >= 60
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def search_on_server(page: Page) -> None:
    page.keyboard.press("m")
    page.get_by_role("switch", name="Auf dem Server rechnen").check()
    assert barriers(page) == []
    page.keyboard.press("Escape")


def test_the_server_looks_where_it_is_asked_to(visit: Open) -> None:
    page = analysis(visit, "at/english//11-15", size=DESK, looks=True)
    with page.expect_request(re.compile("/api/analysis$")) as asked:
        search_on_server(page)
    body = asked.value.post_data_json
    assert (body["variant"], body["moves"], body["lines"]) == ("english", ["11-15"], 3)
    expect(page.locator(".depth")).to_contain_text("Server", timeout=within(60_000))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".depth")).to_contain_text("Server", timeout=within(60_000))
    expect(page.locator(".engine-lines > li")).to_have_count(3)
    page.locator(STEPS).first.click()
    expect(page.locator("[aria-current]")).to_have_count(1)


def test_where_the_server_does_not_look_the_browser_goes_on(visit: Open) -> None:
    page = analysis(visit, "at/english//", size=DESK, looks=True)
    page.route(re.compile("/api/analysis$"), lambda route: route.fulfill(status=429, json={}))
    with page.expect_response(re.compile("/api/analysis$")):
        search_on_server(page)
    # Deeper than what the browser looks at while the server is asked.
    expect(page.locator(".nodes")).to_contain_text(
        re.compile("[1-9][0-9]*(,[0-9])? Mio"), timeout=within(60_000)
    )
    expect(page.locator(".depth")).not_to_contain_text("Server")
    page.locator(STEPS).first.wait_for()


def test_a_game_is_analysed_by_one_tap(visit: Open) -> None:
    page = visit(looks=True)
    table = Table.begin(page, "english", start="W:W22,31,32:B18,7,8")
    table.tap(22, 15)
    page.get_by_role("button", name="Mehr").click()
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".tree .pair .move")).to_have_text(["22x15"])
    page.locator(STEPS).first.wait_for()


@pytest.mark.parametrize("game", ["turkish", "canadian", "frisian"])
def test_it_works_without_a_network_in_every_game(visit: Open, game: str) -> None:
    page = visit(installs=True, looks=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.context.set_offline(True)
    page.evaluate(f"location.hash = '#/analysis/at/{game}//'")
    page.locator(STEPS).first.click()
    expect(page.locator("[aria-current]")).to_have_count(1)


def test_a_file_of_many_games_is_a_list_that_can_be_searched(visit: Open) -> None:
    page = analysis(visit, "at/english//")
    games = [
        f'[White "Player {n}"]\n[Black "Bert"]\n[GameType "21"]\n1. 11-15 *\n' for n in range(300)
    ]
    games[7] = '[White "Torn"]\n[Black "Bert"]\n[GameType "21"]\n1. 11-15 11-15 *\n'
    page.keyboard.press("o")
    page.locator("input[type=file]").set_input_files(
        {"name": "games.pdn", "mimeType": "text/plain", "buffer": "\n".join(games).encode()}
    )
    expect(page.locator(".file-games [role=status]")).to_contain_text("300 von 300")
    page.get_by_role("button", name=re.compile("1 mit Fehlern")).click()
    expect(page.locator(".listed")).to_have_count(1)
    page.get_by_role("button", name=re.compile("1 mit Fehlern")).click()
    page.locator(".file-games input").fill("player 123")
    page.locator(".listed").click()
    expect(page.locator("h1")).to_contain_text("Player 123")
    assert moves(page) == ["11-15"]
    page.get_by_role("button", name="Partien", exact=True).click()
    page.keyboard.press("Home")
    expect(page.locator(".played tbody tr")).to_have_count(1)
    expect(page.locator(".played tbody td").nth(1)).to_have_text("300")
    assert barriers(page) == []
    page.locator(".played tbody .move").click()
    expect(page.locator(".played td").first).to_have_text(re.compile("Ende|11-15"))


def test_a_position_is_pasted_into_the_game_on_the_board(visit: Open) -> None:
    page = analysis(visit, "at/russian//", size=DESK)
    page.keyboard.press("o")
    page.locator("dialog textarea").fill("W:Wc3,Kd2:Bf6")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    letters = page.evaluate("document.querySelector('draughts-board').letters")
    assert sorted(letters.replace("e", "")) == ["W", "b", "w"]


def test_a_link_that_leads_to_no_position_says_so(visit: Open) -> None:
    page = visit("#/analysis/at/english/W:W99:B1")
    page.get_by_role("heading", name="Diese Analyse gibt es nicht.").wait_for()
    page.get_by_role("link", name="Neue Analyse").click()
    page.locator(".tree").wait_for()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_no_barrier(visit: Open, size: dict[str, int]) -> None:
    page = analysis(visit, "at/russian//c3-d4 b6-a5 d4-c5", size=size, looks=True)
    page.locator(STEPS).first.wait_for()
    assert barriers_by_day_and_night(page) == []
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= size["width"]
    page.keyboard.press("S")  # nobody looks at its lines behind a sheet
    for key, name in (("m", "menu"), ("n", "note"), ("o", "files")):
        page.keyboard.press(key)
        page.locator("dialog").wait_for()
        assert barriers_by_day_and_night(page) == [], name
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")


BLUNDER = "11-15 22-17 8-11 17-14 10x17 21x14 9x18 23x14"


def test_a_report_names_moments_and_has_them_tried_again(visit: Open) -> None:
    page = analysis(visit, f"at/english//{BLUNDER} 12-16 24-19 15x24 28x12", size=DESK)
    page.keyboard.press("r")
    page.get_by_role("button", name="Bericht erstellen").click()
    page.locator(".moments").wait_for(timeout=within(60_000))
    assert page.locator(".accuracy dd").count() == 2
    assert barriers(page) == []
    first = page.locator(".moment").first
    first.click()
    page.locator(".moments li[aria-current]").wait_for()
    page.get_by_role("button", name="verbessern").click()
    page.locator(".retry h2").wait_for()
    # Nothing tells how the position stands that a move is sought in.
    expect(page.locator(".chance-bar")).to_be_hidden()
    assert barriers(page) == []
    page.get_by_role("button", name="Zeigen").click()
    expect(page.locator(".retry h2")).to_have_text("Das war besser:")
    page.get_by_role("button", name="Beenden").click()
    page.get_by_role("button", name="Bericht in die Partie übernehmen").click()
    page.keyboard.press("y")
    assert page.locator(".tree .glyph").count() > 0
    page.keyboard.press("Control+z")
    expect(page.locator(".tree .glyph")).to_have_count(0)
    expect(page.locator(".study-status .opening")).not_to_be_empty()


def test_a_report_without_a_server_is_made_by_the_page(visit: Open) -> None:
    page = analysis(visit, f"at/english//{BLUNDER} 12-16 24-19 15x24 28x12", installs=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.context.set_offline(True)
    page.get_by_role("button", name="Bericht", exact=True).click()
    make = page.get_by_role("button", name="Bericht erstellen")
    make.wait_for()
    assert page.get_by_role("alert").count() == 0
    make.click()
    page.locator(".moments").wait_for(timeout=within(60_000))
    assert page.locator(".accuracy dd").count() == 2
    assert page.locator(".moment span").first.inner_text().endswith(".")
    assert page.get_by_role("alert").count() == 0


def test_nothing_stood_where_the_core_was_still_being_made(visit: Open) -> None:
    page = visit("#/settings", size=PHONE)
    # The styles of a game stay on the page: its ceremony has classes of its own.
    Table.begin(page, "english", opponent={"kind": "same_device", "name": "Bert"})
    coming = [True]

    def answer(route: Route) -> None:
        if coming:
            route.fulfill(status=503, headers={"Retry-After": "1"})
        else:
            route.continue_()

    page.route(re.compile(r"/assets/core-\w+\.wasm"), answer)
    page.evaluate("() => { location.hash = '#/analysis/new'; }")
    status = page.get_by_role("status")
    status.get_by_text("Regeln und Engine werden geladen").wait_for()
    wheel = page.locator(".waiting-wheel").evaluate("wheel => wheel.offsetHeight")
    assert wheel == page.locator(".waiting-wheel").evaluate("wheel => wheel.offsetWidth") == 20
    assert barriers(page) == []
    status.get_by_text("Beim ersten Mal kann das einige Minuten dauern").wait_for(
        timeout=within(30_000)
    )
    coming.clear()
    page.locator(".tree").wait_for()
    assert page.locator(".waiting").count() == 0


def test_the_weights_are_on_their_way_before_the_core_is_there(visit: Open) -> None:
    page = visit("#/settings", size=PHONE, locale="en-GB", looks=True)
    held: list[Route] = []
    page.route(re.compile(r"/assets/core-\w+\.wasm"), lambda route: held.append(route))
    with page.context.expect_event("request", lambda request: ".weights" in request.url):
        page.goto(page.url.split("#")[0] + "#/analysis/at/english//")
    assert page.locator(STEPS).count() == 0
    while held:
        held.pop().continue_()
        page.wait_for_timeout(100)
    page.locator(STEPS).first.wait_for()


def test_a_core_that_cannot_be_fetched_was_told_as_no_such_analysis(visit: Open) -> None:
    page = visit("#/settings", size=PHONE, locale="en-GB", looks=True)
    page.route(re.compile(r"/assets/core-\w+\.wasm"), lambda route: route.abort())
    page.evaluate("() => { location.hash = '#/analysis/new'; }")
    page.get_by_role("heading", name="The server cannot be reached right now.").wait_for()
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    page.locator(".tree").wait_for()
    page.locator(STEPS).first.wait_for()
    page.evaluate("() => { location.hash = '#/analysis/kept/none'; }")
    page.get_by_role("heading", name="There is no such analysis.").wait_for()


_CUT = (
    "Endgame tables: White would win in 29 moves, but it is a draw before that"
    " (three against a king on the long diagonal: 5 moves each)"
)


def test_the_tables_say_how_far_the_win_is_and_are_kept(visit: Open) -> None:
    verdict = "Endspieltabellen: Weiß gewinnt in 16 Zügen"
    page = visit(size=DESK, installs=True, looks=True)
    page.evaluate(_CONTROLLED)
    page.evaluate("location.hash = '#/analysis/at/english/W:WK15,K32:B16,K28'")
    page.locator(".verdict", has_text=verdict).wait_for()
    page.context.set_offline(True)
    page.reload()
    page.locator(".verdict", has_text=verdict).wait_for()
    page.locator(".tree").wait_for()
    page.keyboard.type("15-18")
    page.keyboard.press("Enter")
    page.locator(".verdict", has_text="Endspieltabellen: remis").wait_for()


def test_a_win_that_a_draw_rule_cuts_off_is_called_so(visit: Open) -> None:
    page = visit("#/analysis/at/russian/W:W27,K28,29:BK18", locale="en-GB", looks=True)
    page.locator(".verdict", has_text=_CUT).wait_for()


ILLEGAL = """[GameType "20"]
[White "A"]
[Black "B"]
[Result "2-0"]

1. 32-28 19-23 2. 28x19 14x23 3. 37-32 23-29 4. 34x23 18x29 5. 33x24 20x18 6. 40-34 2-0
"""
ANNOTATED = """[GameType "20"]
[TimeControl "600+0"]

1. 31-26 {[%clock w0:10:00 B0:10:00] [%eval 0.45]} 18-22 {[%clock W0:10:00 b0:09:48]
[%csl G22,R23][%cal G22x31] watch this} 2. 34-30 {[%clk 0:09:57]} *
"""
_PASTE = """
(field, text) => {
  field.value = text;
  field.dispatchEvent(new InputEvent("input", { inputType: "insertFromPaste", bubbles: true }));
}
"""


def copy_pdn(page: Page) -> str:
    """Return what the menu copies as PDN."""
    page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', { configurable: true,"
        " value: { writeText: async (text) => { window.copied = text; } } })"
    )
    page.keyboard.press("m")
    page.get_by_role("button", name="PDN kopieren").click()
    page.get_by_text("In die Zwischenablage kopiert.").wait_for()
    page.keyboard.press("Escape")
    return str(page.evaluate("window.copied"))


def test_a_pasted_game_is_read_at_once_and_its_fault_told(visit: Open) -> None:
    page = analysis(visit, "at/english//", size=DESK)
    page.keyboard.press("o")
    page.locator(".take-in textarea").evaluate(_PASTE, ILLEGAL)
    expect(page.locator("h1")).to_contain_text("A – B")
    expect(page.locator(".file-faults")).to_contain_text(
        "Zeile 6, Spalte 70: 20x18 ist kein erlaubter Zug."
    )
    expect(page.locator(".tree .unread")).to_have_text([re.compile("20x18"), re.compile("40-34")])
    page.locator(".tree .unread").first.click()
    expect(page.locator(".study-status")).to_contain_text("gibt es nichts zu schlagen")
    assert barriers(page) == []
    assert "{unread: 5... 20x18 6. 40-34}" in " ".join(copy_pdn(page).split())
    # What could not be read stays where a move is played instead, and over a reload.
    page.keyboard.type("20x29")
    page.keyboard.press("Enter")
    assert "20x29 {unread: (5... 20x18 6. 40-34)}" in " ".join(copy_pdn(page).split())
    page.reload()
    expect(page.locator(".tree .unread")).to_have_count(2)


def test_a_typed_game_is_read_by_its_button(visit: Open) -> None:
    page = analysis(visit, "at/english//")
    page.keyboard.press("o")
    page.locator(".take-in textarea").fill('[White "Anna"] 1. 11-15 *')
    page.get_by_role("button", name="Öffnen", exact=True).click()
    expect(page.locator("h1")).to_contain_text("Anna")
    expect(page.locator(".file-faults")).to_have_count(0)


TIMED = """[GameType "21"]
[TimeControl "180+2"]

1. 11-15 {[%clk 0:02:58] [%emt 0:00:04]} 22-18 {[%clk 0:02:40] [%emt 0:00:22]} 2. 15x22
{[%clk 0:02:50]} 25x18 {[%clk 0:02:00]} *
"""


def test_the_time_of_each_move_is_shown_and_leads_to_it(visit: Open) -> None:
    page = analysis(visit, "at/english//")
    page.keyboard.press("o")
    page.locator(".take-in textarea").evaluate(_PASTE, TIMED)
    page.get_by_role("button", name="Bericht", exact=True).click()
    expect(page.locator(".times-bars rect")).to_have_count(4)
    expect(page.locator(".times li")).to_have_text(
        [
            "Weiß: zusammen 1:04, am längsten 0:42 bei 2… 25x18",
            "Schwarz: zusammen 0:14, am längsten 0:10 bei 2. 15x22",
        ]
    )
    assert barriers_by_day_and_night(page) == []
    page.locator(".times li button").last.click()
    expect(page.locator(".times-bars .present")).to_have_count(1)
    page.get_by_role("button", name="Züge", exact=True).click()
    expect(page.locator("[aria-current=step]")).to_contain_text("15x22")


def test_games_of_a_file_are_narrowed_down_and_saved(visit: Open) -> None:
    page = analysis(visit, "at/english//")
    games = [
        f'[White "{("Anna", "Carl", "Dora")[n % 3]}"]\n[Black "Bert"]\n[Date "{1980 + n}.01.01"]\n'
        f'[GameType "21"]\n1. {("11-15", "9-14")[n % 2]} *\n'
        for n in range(30)
    ]
    page.keyboard.press("o")
    page.locator("input[type=file]").set_input_files(
        {"name": "games.pdn", "mimeType": "text/plain", "buffer": "\n".join(games).encode()}
    )
    page.locator(".file-games input").fill("dora")
    with page.expect_download() as saved:
        page.get_by_role("button", name="10 Partien als PDN speichern").click()
    written = saved.value.path().read_text(encoding="utf-8")
    assert written.count('[White "Dora"]') == written.count("[White") == 10
    page.locator(".listed").first.click()
    page.get_by_role("button", name="Partien", exact=True).click()
    page.keyboard.press("Home")
    page.locator(".filter summary").click()
    reached = page.locator(".played [role=status]")
    expect(reached).to_have_text("30 Partien erreichen diese Stellung.")
    page.get_by_label("ab Jahr").fill("2000")
    page.get_by_label("Spieler").fill("carl")
    expect(reached).to_have_text("3 Partien erreichen diese Stellung.")
    assert barriers(page) == []
    page.get_by_role("button", name="Alle Partien").click()
    expect(reached).to_have_text("30 Partien erreichen diese Stellung.")


def test_a_side_without_pieces_was_told_to_have_no_move(visit: Open) -> None:
    page = analysis(visit, "at/english/W:W22:B18", size=DESK)
    status = page.locator(".study-status .turn")
    expect(status).to_have_text("Weiß am Zug")
    page.keyboard.type("22x15")
    page.keyboard.press("Enter")
    expect(status).to_have_text("Schwarz hat keine Steine mehr.")


def test_the_server_asks_tables_of_five_pieces_where_it_searches(visit: Open) -> None:
    page = analysis(visit, f"at/english/{FIVE}", size=DESK, looks=True)
    page.locator(STEPS).first.wait_for()
    expect(page.locator(".engine .verdict")).to_have_count(0)
    search_on_server(page)
    said = page.locator(".engine .verdict")
    expect(said).to_contain_text("Endspieltabellen: Weiß gewinnt", timeout=within(60_000))
    said.get_by_role("button", name="Alle 6 Züge").click()
    judged = page.locator(".table-moves li")
    expect(judged).to_have_count(6)
    expect(judged.first).to_contain_text("Weiß gewinnt")
    assert barriers(page) == []
    judged.first.get_by_role("button").click()
    expect(page.locator(".tree .move")).to_have_count(1)


@pytest.mark.parametrize("language", ["de", "en"])
def test_tables_of_five_pieces_are_asked_when_wanted(visit: Open, language: str) -> None:
    ask, all_moves, wins = {
        "de": ("Tabellen des Servers fragen", "Alle 6 Züge", "Endspieltabellen: Weiß gewinnt"),
        "en": ("Ask the server's tables", "All 6 moves", "Endgame tables: White wins"),
    }[language]
    narrow = {"width": 360, "height": 740}
    page = analysis(visit, f"at/english/{FIVE}", size=narrow, looks=True, locale=language)
    button = page.get_by_role("button", name=ask)
    button.wait_for()
    assert button.bounding_box()["height"] >= 44  # type: ignore[index]
    assert barriers(page) == []
    with page.expect_request(re.compile("/api/analysis$")) as asked:
        button.click()
    body = asked.value.post_data_json
    assert (body["variant"], body["lines"], body["nodes"]) == ("english", 1, 10_000)
    said = page.locator(".engine .verdict")
    expect(said).to_contain_text(wins, timeout=within(60_000))
    expect(button).to_have_count(0)
    # A further search of the same position keeps what was said.
    page.locator(".how-many select").select_option("2")
    expect(said).to_contain_text(wins)
    assert barriers(page) == []
    said.get_by_role("button", name=all_moves).click()
    expect(page.locator(".table-moves li")).to_have_count(6)
    page.keyboard.press("Escape")
    page.evaluate("location.hash = '#/analysis/at/english//'")
    expect(page.locator(STEPS).first).to_be_visible()
    expect(said).to_have_count(0)
    expect(button).to_have_count(0)


def test_tables_that_cannot_be_asked_say_why_and_are_asked_again(visit: Open) -> None:
    page = analysis(visit, f"at/english/{FIVE}", size=DESK, looks=True)
    answers = iter(
        [
            {"status": 429, "json": {"sentence": "Zu viele Fragen."}},
            {"status": 200, "body": '{"t":"refused","sentence":"Eine Partie läuft."}\n'},
            {"status": 200, "body": UNKNOWN},
        ]
    )
    page.route(re.compile("/api/analysis$"), lambda route: route.fulfill(**next(answers)))  # type: ignore[arg-type]
    said = page.locator(".engine .asking [role=status]")
    button = page.get_by_role("button", name="Tabellen des Servers fragen")
    for sentence in ("Zu viele Fragen.", "Eine Partie läuft."):
        button.click()
        expect(said).to_have_text(sentence)
    button.click()
    expect(said).to_have_text("Die Tabellen des Servers kennen diese Stellung nicht.")
    expect(button).to_have_count(0)


def test_the_tables_judge_each_move_and_a_search_goes_deeper_when_asked(visit: Open) -> None:
    page = analysis(visit, "at/english/W%3AWK22%2CK18%3ABK3", size=DESK, looks=True)
    page.get_by_role("button", name="Alle 6 Züge").click()
    judged = page.locator(".table-moves li")
    expect(judged).to_have_count(6)
    expect(judged.first).to_contain_text("Weiß gewinnt in 4 Zügen")
    expect(judged.last).to_have_text("18-23Weiß gewinnt in 12 Zügen")
    assert barriers(page) == []
    judged.last.get_by_role("button").click()
    assert moves(page) == ["18-23"]
    page.keyboard.press("m")
    page.get_by_label("Suchtiefe höchstens").select_option("12")
    page.keyboard.press("Escape")
    page.goto(page.url.split("#")[0] + "#/analysis/at/english//")
    depth = page.locator(".engine .depth")
    expect(depth).to_contain_text("Tiefe 12")
    page.get_by_role("button", name="Tiefer", exact=True).click()
    expect(depth).to_contain_text("Tiefe 16")


def test_the_engine_takes_as_much_memory_as_one_says(visit: Open) -> None:
    page = analysis(visit, "at/english//", size=DESK, looks=True)
    for memory in ("256", "64"):
        page.keyboard.press("m")
        page.get_by_label("Arbeitsspeicher der Engine").select_option(memory)
        page.keyboard.press("Escape")
        page.keyboard.press("Home")
        expect(page.locator(".engine .depth")).to_contain_text("Tiefe")
    page.reload()
    page.locator(".tree").wait_for()
    page.keyboard.press("m")
    expect(page.get_by_label("Arbeitsspeicher der Engine")).to_have_value("64")


def test_what_a_finger_meets_is_large_enough_sideways(visit: Open) -> None:
    size = {"width": 844, "height": 390}
    page = analysis(visit, "at/english//", size=size, looks=True, has_touch=True)
    page.locator(".engine .step").first.wait_for()
    small = page.evaluate(
        "() => [...document.querySelectorAll('.step, .study-tabs button, .how-many select,"
        " .small-switch, .tight')].filter((each) => each.getBoundingClientRect().height < 44)"
        ".map((each) => each.className || each.textContent)"
    )
    assert small == []


def test_all_faults_of_all_games_of_a_file_are_listed(visit: Open) -> None:
    page = analysis(visit, "at/english//", size=DESK)
    games = [
        '[White "Fine"]\n[GameType "21"]\n1. 11-15 *\n',
        '[White "Torn"]\n[GameType "21"]\n1. 11-15 (1. 9-9) 11-15 $x *\n',
        ILLEGAL,
    ]
    page.keyboard.press("o")
    page.locator("input[type=file]").set_input_files(
        {"name": "games.pdn", "mimeType": "text/plain", "buffer": "\n".join(games).encode()}
    )
    page.get_by_role("button", name=re.compile("2 mit Fehlern")).click()
    expect(page.locator(".listed")).to_have_count(2)
    faults = page.locator(".file-games .faults li")
    expect(faults.first).to_have_text(re.compile("^Zeile 7, Spalte "))
    expect(faults.last).to_have_text("Zeile 14, Spalte 70: 20x18 ist kein erlaubter Zug.")
    assert faults.count() > 2
    assert barriers(page) == []


def test_clocks_evaluations_and_drawings_of_a_game_are_shown_and_kept(visit: Open) -> None:
    page = analysis(visit, "at/english//", size=DESK)
    page.keyboard.press("o")
    page.locator(".take-in textarea").evaluate(_PASTE, ANNOTATED)
    expect(page.locator(".tree .given")).to_have_text(["+0,510:00", "9:48", "9:57"])
    page.locator(".tree .pair .move").nth(1).click()
    expect(page.locator(".tree p.comment")).to_have_text("watch this")
    expect(page.locator(".time-left")).to_have_text(["Weiß 10:00", "Schwarz 9:48"])
    drawn = page.locator("draughts-board [class*=pen-]:not(.halo)")
    expect(drawn).to_have_count(4)  # two squares, an arrow and its head
    assert barriers_by_day_and_night(page) == []
    page.keyboard.press("Home")
    expect(drawn).to_have_count(0)
    text = " ".join(copy_pdn(page).split())
    for each in ("[%clock w0:10:00 B0:10:00] [%eval 0.45]", "[%csl G22,R23][%cal G22x31] watch"):
        assert each in text


def test_a_position_of_a_ballot_shows_what_the_book_knows(visit: Open) -> None:
    fen = deck("english-3move").card(60).position().fen()
    page = analysis(visit, f"at/english/{fen}", size=DESK, locale="en-GB")
    ballot = page.get_by_role("region", name="Book of ballots")
    expect(ballot).to_contain_text("Opening card 60")
    expect(ballot).to_contain_text("Searched: ")
    page.keyboard.type("17x10")  # and the position is one of the four-move deck
    page.keyboard.press("Enter")
    expect(ballot).to_contain_text("Opening card 361")
    page.keyboard.type("6x15")
    page.keyboard.press("Enter")
    expect(ballot).to_have_count(0)


def test_on_a_phone_the_book_of_ballots_covers_nothing(visit: Open) -> None:
    fen = deck("idf-64").card("1-I").position().fen()
    page = analysis(visit, f"at/russian/{fen}", size=PHONE, locale="de-DE")
    ballot = page.get_by_role("region", name="Buch der Eröffnungskarten")
    expect(ballot).to_contain_text("Eröffnungskarte 1-I")
    ground = ballot.get_by_text("Gesucht: ")
    expect(ground).to_be_hidden()
    assert _end(ballot) <= _top(page.locator(".study-controls"))
    ballot.locator("summary").click()
    expect(ballot.get_by_text("IDF-Grundstellungen (russisch)")).to_be_visible()
    expect(ground).to_be_in_viewport()
    assert _end(ballot) <= _top(page.locator(".study-controls"))
    assert barriers_by_day_and_night(page) == []


def _top(shown: Locator) -> float:
    box = shown.bounding_box()
    assert box is not None
    return box["y"]


def _end(shown: Locator) -> float:
    box = shown.bounding_box()
    assert box is not None
    return box["y"] + box["height"]
