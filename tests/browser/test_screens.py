"""What surrounds the games: editor, house rules, settings, files, the gallery."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from support.browser.table import Table
from support.patience import within

from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_procedure import two

_LETTERS = "document.querySelector('draughts-board').letters"
_CELL = (
    "square => { const board = document.querySelector('draughts-board');"
    ' const box = board.shadowRoot.querySelector(`[data-square="${square}"]`)'
    ".getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"
)

_PRESS = """
(board, square) => {
  const cell = board.shadowRoot.querySelector(`[data-square="${square}"]`);
  const box = cell.getBoundingClientRect();
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  for (const type of ["pointerdown", "pointerup"]) {
    const event = new PointerEvent(type, { bubbles: true, pointerId: 1, ...at });
    cell.closest("#grid").dispatchEvent(event);
  }
}
"""


def test_a_position_is_set_up_and_played(visit: Open) -> None:
    page = visit("#/edit/english", size=DESK)
    page.get_by_role("button", name="Leeren").click()
    page.mouse.click(*page.evaluate(_CELL, 22))
    page.locator(".tool-B").click()
    page.mouse.click(*page.evaluate(_CELL, 18))
    page.get_by_role("group", name="Am Zug").get_by_text("Weiß").click()
    assert page.get_by_label("FEN").input_value() == "W:W22:BK18"
    page.get_by_role("button", name="Freund").click()
    page.get_by_role("button", name="Spielen", exact=True).click()
    table = Table(page, "")
    table.wait_until_ready()
    table.game = page.url.rsplit("/", 1)[-1]
    assert [move["text"] for move in table.view["legal"]] == ["22x15"]


def test_a_fen_is_read_and_a_wrong_one_refused(visit: Open) -> None:
    page = visit("#/edit/international", size=DESK)
    field = page.get_by_label("FEN")
    field.fill("W:W99:B1")
    field.press("Enter")
    page.get_by_text("Das ist keine FEN").wait_for()
    field.fill("B:WK46:B5,10")
    field.press("Enter")
    page.get_by_text("Das ist keine FEN").wait_for(state="detached")
    letters = page.evaluate(_LETTERS)
    assert (letters[45], letters[4], letters[9]) == ("W", "b", "b")


def test_house_rules_are_made_played_and_shared(visit: Open) -> None:
    page = visit("#/house", size=DESK)
    page.get_by_label("Ausgangsspiel").select_option("english")
    page.get_by_role("group", name="Wie zieht ein gekrönter Stein?").get_by_text(
        "Beliebig weit"
    ).click()
    page.get_by_text("Schalter").click()
    page.locator("select[name=choice]").select_option("most")
    page.get_by_label("Name").fill("Oma Ilse")
    page.get_by_role("button", name="Speichern und spielen").click()
    table = Table(page, "")
    table.wait_until_ready()
    table.game = page.url.rsplit("/", 1)[-1]
    view = table.view
    assert view["house"]["rules"]["flying"] is True
    assert view["house"]["names"]["de"] == "Oma Ilse"
    first = view["legal"][0]
    table.type(first["text"])
    table.wait(2)
    page.get_by_role("button", name="Mehr").click()
    page.get_by_role("button", name="Regeln: Oma Ilse").click()
    page.get_by_role("dialog").get_by_text("fliegende Dame").wait_for()


def test_all_switches_of_house_rules_are_in_sight_on_a_desk(visit: Open) -> None:
    page = visit("#/house", size=DESK)
    page.get_by_text("Schalter").click()
    fields = page.locator(".house :is(select, input, button)")
    boxes = [each.bounding_box() for each in fields.all()]
    places = [box for box in boxes if box is not None]
    assert len(places) == len(boxes) > 16
    assert max(box["y"] + box["height"] for box in places) <= 1.25 * DESK["height"]
    headings = page.locator(".house .groups legend").all_inner_texts()
    assert headings == ["Aufstellung", "Dame", "Schlagen", "Ziel und Remis"]


def test_house_rules_tell_what_else_a_choice_changes(visit: Open) -> None:
    page = visit("#/house")
    page.get_by_text("Schalter").click()
    page.get_by_label("Ausgangsspiel").select_option("canadian")
    said = page.get_by_role("status")
    rows = page.locator("select[name=rows]")
    page.locator("select[name=board]").select_option("8x8")
    said.get_by_text("Dazu passt nicht „Reihen mit Steinen: 5“; jetzt gilt „3“.").wait_for()
    assert rows.input_value() == "3"
    assert rows.locator("option:enabled").all_inner_texts() == ["1", "2", "3"]
    page.get_by_label("Ausgangsspiel").select_option("english")
    assert said.inner_text() == ""
    page.locator("select[name=aim]").select_option("lose")
    said.get_by_text("40-Züge-Pflicht nach Remis-Ablehnung: 40 eigene Züge").wait_for()
    page.locator("select[name=choice]").select_option("cascade")
    assert said.inner_text() == ""
    page.locator("select[name=capture]").select_option("huffing")
    said.get_by_text("Wer schlägt, hält sich an „italienische Reihenfolge“").wait_for()
    page.locator("select[name=capture]").select_option("optional")
    said.get_by_text("Niemand muss schlagen.").wait_for()
    assert rows.is_visible()
    rows.focus()
    box = said.bounding_box()
    assert box is not None
    assert 0 < box["y"] < box["y"] + box["height"] <= PHONE["height"]


def test_a_link_brings_house_rules(visit: Open) -> None:
    page = visit("#/house", size=DESK)
    page.get_by_label("Name").fill("Größe")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Link kopieren").click()
    page.get_by_text("Link kopiert").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("#/house/lite/Gr%C3%B6%C3%9Fe")
    other = visit(link.split("/", 3)[3], size=DESK)
    assert other.get_by_label("Name").input_value() == "Größe"


def test_the_game_is_kept_for_the_next_visit(visit: Open) -> None:
    page = visit()
    page.locator(".chip-button").click()
    page.get_by_role("button", name="Internationale Dame").click()
    page.reload()
    page.get_by_role("button", name="Internationale Dame").wait_for()


def test_unfinished_games_are_listed(visit: Open) -> None:
    table = Table.begin(visit(), "english", opponent={"kind": "computer", "level": 2})
    table.tap(11, 15)
    table.wait(2)
    table.page.get_by_role("link", name="Zurück").click()
    table.page.get_by_role("link", name="Computer, Stufe 2").click()
    table.wait_until_ready()
    assert table.moves[0] == "11-15"


def test_the_list_of_finished_games_stays_open_and_in_its_place(visit: Open) -> None:
    page = visit()
    for _ in range(12):
        Table.begin(page, "english", start="W:W18:B15", side="white").tap(18, 11)
        page.locator(".headline").wait_for()
    page.get_by_role("link", name="Zurück").click()
    page.get_by_text("Beendete Partien (12)").click()
    page.get_by_role("button", name="Alle 12 zeigen").click()
    last = page.locator(".finished li").last
    last.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    assert before > 0
    last.get_by_role("link").click()
    page.locator(".headline").wait_for()
    page.go_back()
    page.locator(".finished li").nth(11).wait_for()
    assert abs(page.evaluate("scrollY") - before) < 2


def test_a_file_is_named_after_the_day_and_the_players_in_the_language_of_the_page(
    visit: Open,
) -> None:
    table = Table.begin(visit(), "english", opponent={"kind": "computer", "level": 3})
    table.page.get_by_role("button", name="Mehr").click()
    with table.page.expect_download() as download:
        table.page.get_by_role("link", name="Partie als PDN").click()
    name = download.value.suggested_filename
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-computer-stufe-3-gast-\d+\.pdn", name), name
    text = download.value.path().read_text(encoding="utf-8")
    assert '[White "Computer, Stufe 3"]' in text
    assert '[Black "Gast ' in text


def test_the_game_can_be_downloaded(visit: Open) -> None:
    table = Table.begin(visit(), "english")
    table.tap(11, 15)
    table.wait(1)
    for name, mark in (("Partie als PDN", "11-15"), ("Stellung als Bild", "<svg")):
        table.page.get_by_role("button", name="Mehr").click()
        with table.page.expect_download() as download:
            table.page.get_by_role("link", name=name).click()
        assert mark in download.value.path().read_text(encoding="utf-8")
        table.press("Escape")


def test_sounds_go_off_by_one_tap(visit: Open) -> None:
    table = Table.begin(visit(), "english")
    button = table.page.get_by_role("button", name="Töne")
    assert button.get_attribute("aria-pressed") == "true"
    button.click()
    assert button.get_attribute("aria-pressed") == "false"
    table.page.reload()
    table.wait_until_ready()
    assert button.get_attribute("aria-pressed") == "false"


def test_the_board_turns_for_two_on_one_device(visit: Open) -> None:
    page = visit("#/settings")
    page.get_by_role("switch", name="Brett nach jedem Zug drehen").click()
    table = Table.begin(page, "english")
    assert table.side == "black"
    table.tap(11, 15)
    table.wait(1)
    assert table.side == "white"


def test_a_premove_is_played_when_its_turn_comes(visit: Open) -> None:
    black, white = two(visit)
    white.tap(22, 18)
    white.page.get_by_text("Premove: 22-18").wait_for()
    assert white.moves == []
    black.tap(9, 13)
    black.wait(2)
    assert black.moves == ["9-13", "22-18"]


def test_an_impossible_premove_is_dropped(visit: Open) -> None:
    black, white = two(visit)
    white.tap(28, 19)
    white.page.get_by_text("Premove: 28-19").wait_for()
    black.tap(11, 15)
    white.wait(1)
    white.page.get_by_text("The premove is not possible now.").wait_for()
    assert white.moves == ["11-15"]


def test_a_rule_plays_its_picture(visit: Open) -> None:
    page = visit("#/rules", size=DESK)
    card = page.locator(".rule-card", has_text="Schlagzwang").first
    card.scroll_into_view_if_needed()
    card.get_by_role("button", name="Abspielen").click()
    card.get_by_text("31-27: Schlagzwang: 22 muss schlagen.").wait_for()
    letters = card.locator("draughts-board").evaluate_handle("board => board")
    for _ in range(int(within(100))):
        if letters.evaluate("board => board.letters")[14] == "w":
            return
        page.wait_for_timeout(100)
    raise AssertionError(letters.evaluate("board => board.letters"))


def test_rules_of_other_games_are_folded_below_those_of_the_chosen_one(visit: Open) -> None:
    page = visit("#/rules")
    own = page.locator("main > .rule-cards .rule-card")
    expect(own.filter(has_text="Mehrheitsregel")).to_have_count(1)
    expect(own.filter(has_text="Freie Wahl")).to_have_count(0)
    others = page.locator(".other-rules")
    expect(others.locator(".rule-card").first).to_be_hidden()
    others.locator("summary").click()
    expect(others.locator(".rule-card", has_text="Freie Wahl")).to_be_visible()


def test_a_rule_can_be_tried_on_its_board(visit: Open) -> None:
    page = visit("#/rules", size=DESK)
    card = page.locator(".rule-card", has_text="Schlagzwang").first
    card.get_by_text("Probier es selbst").scroll_into_view_if_needed()
    board = card.locator("draughts-board")

    def tap(*squares: int) -> None:
        for square in squares:
            board.evaluate(_PRESS, square)

    # Whatever plays on the board just then gives way to the reader, and the position is set up.
    tap(32)
    tap(31, 27)
    card.get_by_text("Schlagzwang: 22 muss schlagen.", exact=True).wait_for()
    tap(22, 15)
    card.get_by_text("Genau so!").wait_for()
    assert board.evaluate("board => board.letters")[14] == "w"
    first = board.evaluate("board => board.shadowRoot.querySelector('[data-square]').ariaLabel")
    assert first == "1, leer"


def test_the_lobby_pairs_two_players(visit: Open) -> None:
    host = visit("#/lobby")
    host.get_by_role("button", name="Partie anbieten").click()
    host.get_by_text("Warte auf einen Gegner").wait_for()
    other = visit("#/lobby", locale="en-GB")
    other.locator(".list button").first.click()
    other.locator(".controls").wait_for()
    host.locator(".invite").wait_for(state="detached")
    assert Table(host).view["phase"] == "playing"


def test_the_lobby_counts_its_offers_and_comes_first_to_quick_pairing(visit: Open) -> None:
    visit("#/lobby").get_by_role("button", name="Partie anbieten").click()
    page = visit("#/lobby")
    offers = page.locator(".panel", has=page.get_by_role("heading", name="Offene Angebote"))
    offers.locator("li").first.wait_for()
    count = offers.get_by_role("heading").locator(".chip").inner_text()
    assert int(count) == offers.locator("li").count()
    buttons = page.locator("main .panel").first.locator("button:not(.chip-button)")
    assert buttons.all_inner_texts() == ["Gegner suchen", "Partie anbieten"]


def test_quick_pairing(visit: Open) -> None:
    pages = [visit("#/lobby"), visit("#/lobby")]
    for page in pages:
        page.get_by_role("group", name="Bedenkzeit").get_by_text("5 min + 3 s").click()
        page.get_by_role("button", name="Gegner suchen").click()
        page.locator(".controls").wait_for()
    pages[0].locator(".invite").wait_for(state="detached")
    assert pages[0].url == pages[1].url


def test_why_the_computer_played(visit: Open) -> None:
    opponent = {"kind": "computer", "level": 1}
    start = "B:W18,30,32:B11,7,5"
    table = Table.begin(visit(), "english", opponent=opponent, side="black", start=start)
    table.tap(11, 15)
    table.insist(2)
    table.page.get_by_role("button", name="Warum?").click()
    table.page.locator(".talk", has_text=table.moves[1]).wait_for()
    said = table.said
    assert "Schlagzwang" in said
    table.page.reload()
    table.page.get_by_role("button", name="Warum?").click()
    table.page.locator(".talk", has_text=table.moves[1]).wait_for()
    assert table.said == said


def test_why_the_computer_played_names_its_threat_and_what_it_expects(visit: Open) -> None:
    # Whatever White answers uncovers 21x14.
    wish = {"opponent": {"kind": "computer", "level": 1}, "start": "B:W14,21:B13,11,4"}
    table = Table.begin(visit(), "english", side="black", **wish)
    table.tap(13, 17)
    table.wait(2)
    table.page.get_by_role("button", name="Warum?").click()
    table.page.locator(".talk", has_text="Am besten geht es so weiter: ").wait_for()
    assert f"{table.moves[1]} droht 21x14." in table.said


def test_a_quiet_move_of_the_computer_without_a_threat_asks_for_no_reason(visit: Open) -> None:
    # Too far apart for a threat, whatever White answers.
    wish = {"opponent": {"kind": "computer", "level": 1}, "start": "B:W30,32:B1,3"}
    table = Table.begin(visit(), "english", side="black", **wish)
    table.tap(1, 6)
    table.wait(2)
    table.page.get_by_text("Du bist am Zug").wait_for()
    assert table.page.get_by_role("button", name="Warum?").count() == 0
