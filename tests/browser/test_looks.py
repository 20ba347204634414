"""What a player sees where: questions, coordinates, discs, the frame of the keyboard, sheets."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from support.browser.table import Table

from crownhead.ballots import deck
from tests.browser.conftest import DESK, PHONE, Open

_BOARD = "document.querySelector('draughts-board').shadowRoot"
_NAMES = f"[...{_BOARD}.querySelectorAll('.name')]"
_FRAME = f"getComputedStyle({_BOARD}.activeElement).boxShadow"


def names(page: Page) -> list[str]:
    found: list[str] = page.evaluate(f"{_NAMES}.map((name) => name.textContent)")
    return found


def test_a_question_stays_on_the_phone(visit: Open) -> None:
    table = Table.begin(visit(), "english")
    table.offer_draw()
    table.page.locator(".talk.ask").wait_for()
    for width in (360, 320):
        table.page.set_viewport_size({"width": width, "height": 740})
        box = table.page.locator(".talk").bounding_box()
        assert box is not None
        assert (box["x"], box["width"]) == (0, width)


_WORDS = """
(button) => {
  const range = document.createRange();
  range.selectNodeContents(button);
  const [words, box] = [range.getBoundingClientRect(), button.getBoundingClientRect()];
  return [words.left - box.left, box.right - words.right];
}
"""


def test_the_word_of_an_answer_to_a_left_out_capture_touched_its_edges(visit: Open) -> None:
    page = visit()
    table = Table.begin(page, "english", start="B:W18,25,30:B11,15,5", huffing=True)
    table.type("5-9")
    answers = page.locator(".talk.fault .answers button")
    answers.nth(2).wait_for()
    for width in (360, 390, DESK["width"]):
        page.set_viewport_size({"width": width, "height": 800})
        for button in answers.all():
            assert min(button.evaluate(_WORDS)) >= 4, button.inner_text()
        last = answers.nth(2).bounding_box()
        assert last is not None and last["x"] + last["width"] <= width


def test_no_way_from_the_first_screen_stands_alone_in_its_row(visit: Open) -> None:
    for size in (PHONE, DESK):
        ways = visit(size=size).locator("nav.more a")
        ways.first.wait_for()
        rows = [way.evaluate("(way) => way.offsetTop") for way in ways.all()]
        assert min(rows.count(row) for row in rows) >= 3, rows


def test_the_keyboard_has_no_frame_before_a_key_and_begins_at_a_piece_that_can_move(
    visit: Open,
) -> None:
    page = visit()
    start = "B:W32,31:B10,12,1"
    table = Table.begin(page, "english", start=start, side="black")
    page.reload()
    table.wait_until_ready()
    page.wait_for_function("document.activeElement.localName === 'draughts-board'")
    origin = table.view["legal"][0]["origin"]
    assert table.focus() == str(origin)
    assert page.evaluate(_FRAME) == "none"
    page.keyboard.press("Enter")
    assert page.evaluate(_FRAME) != "none"
    assert table.focus() == str(origin)
    page.locator("main.game draughts-board [aria-selected=true]").wait_for()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_no_move_is_typed_after_the_end(visit: Open, size: dict[str, int]) -> None:
    table = Table.begin(visit(size=size), "english", start="B:W32:B1,27", side="black")
    table.type("x")
    table.page.locator(".entry").wait_for()
    table.page.get_by_role("textbox").fill("27-31")
    table.page.keyboard.press("Enter")
    table.wait(1)
    table.offer_draw()
    table.page.get_by_role("button", name="Annehmen").click()
    table.page.locator(".entry").wait_for(state="detached")


_MOVED = """
() => {
  const seen = [];
  const animate = SVGElement.prototype.animate;
  SVGElement.prototype.animate = function (frames, timing) {
    if (frames[0].transform?.startsWith("translate")) seen.push(timing.duration);
    return animate.call(this, frames, timing);
  };
  return seen;
}
"""


def settings(visit: Open, game: str) -> Page:
    """Return the settings of somebody who chose a game."""
    page = visit("#/settings")
    page.evaluate("game => localStorage.setItem('crownhead', JSON.stringify({ game }))", game)
    page.reload()
    return page


def test_settings_show_the_board_as_it_is(visit: Open) -> None:
    page = settings(visit, "lite")
    choices = page.get_by_role("group", name="Koordinaten")
    # Letters stand beside the board, whatever is chosen for numbers.
    expect(choices.locator("label")).to_have_text(["am Rand", "keine"])
    expect(choices.get_by_label("am Rand")).to_be_checked()
    assert names(page)[:2] == ["a", "8"]
    page.get_by_role("group", name="Farben").get_by_text("starker Kontrast").click()
    expect(page.get_by_role("group", name="Brett", exact=True).locator(":checked")).to_have_count(0)
    page.get_by_text("Bei starkem Kontrast hat das Brett eigene Farben.").wait_for()


def test_pieces_size_and_speed_are_chosen_and_kept(visit: Open) -> None:
    page = visit("#/settings", size=DESK)
    page.get_by_role("group", name="Steine", exact=True).get_by_label("Scheiben").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("group", name="Brett", exact=True).get_by_text("Verein").click()
    page.get_by_role("group", name="Bewegung der Steine").get_by_text("langsam").click()
    page.get_by_role("group", name="Brettgröße").get_by_text("klein", exact=True).click()
    Table.begin(page, "english")
    page.reload()
    board = page.locator("draughts-board.board")
    for name, value in (("pieces", "flat"), ("theme", "club"), ("pace", "2")):
        expect(board).to_have_attribute(name, value)
    assert board.evaluate("board => board.shadowRoot.querySelectorAll('defs .w-flat').length") == 3
    box = board.bounding_box()
    assert box is not None
    assert 479 <= box["width"] <= 481
    page.set_viewport_size(PHONE)
    box = board.bounding_box()
    assert box is not None
    assert box["width"] == PHONE["width"]


@pytest.mark.motion
def test_pieces_move_as_fast_as_is_wished(visit: Open) -> None:
    page = visit()
    for speed, durations in (("slow", [300]), ("fast", [75]), ("off", [])):
        stored = "speed => localStorage.setItem('crownhead', JSON.stringify({ speed }))"
        page.evaluate(stored, speed)
        page.reload()
        table = Table.begin(page, "english")
        moved = page.evaluate_handle(_MOVED)
        table.tap(11, 15)
        table.wait(1)
        assert moved.json_value() == durations


def test_squares_with_numbers_keep_them_along_the_edges(visit: Open) -> None:
    page = settings(visit, "english")
    page.get_by_role("group", name="Koordinaten").wait_for()
    assert len(names(page)) == 32
    choices = page.get_by_role("group", name="Koordinaten")
    choices.get_by_text("am Rand").click()
    assert names(page) == [str(n) for n in (1, 2, 3, 4, 5, 12, 13, 20, 21, 28, 29, 30, 31, 32)]
    choices.get_by_text("keine").click()
    assert names(page) == []
    choices.get_by_text("am Rand").click()
    Table.begin(page, "international")
    assert {"1", "5", "6", "45", "48", "50"} < set(names(page))
    assert not {"a", "22", "28"} & set(names(page))
    Table.begin(page, "russian")
    assert names(page)[:2] == ["a", "8"]


def test_coordinates_can_be_read_on_a_phone(visit: Open) -> None:
    page = visit()
    for variant in ("russian", "international", "canadian"):
        Table.begin(page, variant)
        sizes = page.evaluate(
            f"{_NAMES}.map((name) => parseFloat(getComputedStyle(name).fontSize)"
            f" * {_BOARD}.querySelector('svg').getScreenCTM().a)"
        )
        assert min(sizes) >= 8.9, variant


_OVER_DISCS = """
({ names, men }) => names.filter((name) => {
  const text = name.getBoundingClientRect();
  return [...men].some((man) => {
    const disc = man.getBoundingClientRect();
    const radius = disc.width / 2;
    const away = (low, high, middle) => Math.max(low - middle, 0, middle - high);
    const x = away(text.left, text.right, disc.left + radius);
    const y = away(text.top, text.bottom, disc.top + radius);
    return text.width > 0 && Math.hypot(x, y) < 0.75 * radius;
  });
}).map((name) => name.textContent)
"""


@pytest.mark.parametrize("variant", ["english", "canadian"])
def test_no_number_lies_over_a_piece_on_a_phone(visit: Open, variant: str) -> None:
    page = visit()
    Table.begin(page, variant)
    shown = page.evaluate_handle(
        f"({{ names: {_NAMES}, men: {_BOARD}.querySelectorAll('.piece use') }})"
    )
    assert page.evaluate(_OVER_DISCS, shown) == []
    page.set_viewport_size(DESK)
    page.wait_for_function(f"{_NAMES}.every((name) => name.getBoundingClientRect().width > 0)")


def test_an_explanation_has_room_beside_the_field(visit: Open) -> None:
    opponent = {"kind": "computer", "level": 1}
    wish = {"opponent": opponent, "start": "B:W14,21:B13,11,4"}
    table = Table.begin(visit(), "english", side="black", **wish)
    table.tap(13, 17)
    table.wait(2)
    table.page.keyboard.type("1")
    table.page.locator(".entry").wait_for()
    table.page.get_by_role("button", name="Warum?").click()
    table.page.locator(".talk.note", has_text="droht").wait_for()
    table.page.locator(".talk", has_text="Am besten geht es so weiter: ").wait_for()
    within_it = table.page.evaluate(
        "(() => { const talk = document.querySelector('.talk');"
        " const place = talk.querySelector('.sentence').getBoundingClientRect();"
        " return place.top >= talk.getBoundingClientRect().top"
        " && talk.scrollHeight <= talk.clientHeight; })()"
    )
    assert within_it


def test_discs_differ_in_the_colours_of_the_system(visit: Open) -> None:
    table = Table.begin(visit(forced_colors="active"), "english")
    fills = table.page.locator(".player .stone").evaluate_all(
        "discs => discs.map((disc) => getComputedStyle(disc).backgroundColor)"
    )
    assert sorted(fills) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


def test_a_sheet_begins_at_its_first_control_and_scrolls_as_a_whole(visit: Open) -> None:
    page = visit(size={"width": 320, "height": 200})
    page.locator(".level-chip").click()
    sheet = page.get_by_role("dialog")
    sheet.wait_for()
    assert page.evaluate("document.activeElement.type") == "range"
    foot = sheet.locator(".sheet-foot").bounding_box()
    assert foot is not None
    assert foot["y"] > 200
    sheet.get_by_role("button", name="Spielen", exact=True).scroll_into_view_if_needed()
    head = sheet.locator(".sheet-head").bounding_box()
    assert head is not None
    assert head["y"] + head["height"] < 0


# News of the game may draw the chip anew, so it is found and measured in the same breath.
_NAMED = """
(name) => {
  const chip = document.querySelector(".status .counts .chip");
  if (!chip) return null;
  chip.firstChild.data = name;
  const { left, right } = chip.getBoundingClientRect();
  return [left, right, document.querySelector(".status").scrollWidth];
}
"""


@pytest.mark.parametrize("width", [390, 320])
def test_the_longest_name_of_a_card_was_cut_off(visit: Open, width: int) -> None:
    page = visit(size={"width": width, "height": 740}, reduced_motion="reduce")
    Table.begin(page, "english", ballot="english-3move")
    names = (card.name for card in deck("english-3move").cards if card.name)
    longest = max(names, key=len)
    left, right, needed = page.wait_for_function(_NAMED, arg=longest).json_value()
    assert 0 <= left < right <= width
    assert needed <= width


_OUTSIDE = """
() => {
  const line = document.querySelector(".status").getBoundingClientRect();
  const labels = [...document.querySelectorAll(".counts .chip")];
  return labels.map((label) => [label.textContent, label.getBoundingClientRect()])
    .filter(([, box]) => box.top < line.top || box.bottom > line.bottom || box.right > line.right)
    .map(([text]) => text);
}
"""


@pytest.mark.parametrize(
    "size", [PHONE, {"width": 360, "height": 640}, DESK], ids=["phone", "low", "desk"]
)
def test_three_counts_at_once_stay_in_their_line(visit: Open, size: dict[str, int]) -> None:
    start = "B:WK10,21:BK12,K24,K27,K28,K32,20:H66"
    table = Table.begin(visit(size=size), "english", start=start, draws="claim")
    table.offer_draw()
    for ply in range(10):
        table.type(("12-16", "10-7", "16-12", "7-10")[ply % 4])
        table.insist(ply + 1)
    counts = table.page.locator(".counts")
    assert counts.locator(".chip").all_inner_texts()[1:] == ["Noch 2 Züge bis Remis", "+1"]
    assert table.page.evaluate(_OUTSIDE) == []
    counts.click()
    told = table.page.get_by_role("dialog").locator("p").all_inner_texts()
    assert any(
        "zum 3. Mal auf dem Brett: Jetzt kann Remis beantragt werden" in each for each in told
    )
