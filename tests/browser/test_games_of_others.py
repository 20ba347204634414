"""Games of others in a real browser: the tree of a position, and the games that come to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect
from support.served import Server

from crownhead.base import Base
from tests.browser.conftest import DESK, PHONE, QUICK, Open
from tests.browser.test_pages import barriers_by_day_and_night

PAGE = 25
ANNA = """[White "Anna"] [Black "Bert"] [Event "Cup"] [Date "1998.05.31"] [GameType "21"]
[Result "1-0"] 1. 11-15 24-20 {a comment} 2. 8-11 1-0"""
OTHER = '[White "Player {}"] [Black "Dora"] [GameType "21"] [Result "0-1"] 1. 9-14 24-20 *'
EVALUATED = [
    '[GameType "26"] {[%eval 0.5]} 1. c3-d4 {[%eval 0.38]} 1-0',
    '[White "Emil"] [GameType "26"] 1. c3-d4 2-0',
    '[GameType "26"] 1. a3-b4 0-2',
]
Opened = Callable[..., Page]


@pytest.fixture(scope="module")
def base_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("offering")
    places = (folder / "Titles.base", folder / "club.base")
    for place in places:
        with Base(place) as base:
            base.add([ANNA, *EVALUATED])
    with Base(places[1]) as base:
        base.add([OTHER.format(number) for number in range(PAGE + 5)])
    with Server(folder / "data", *QUICK, *(f"--base={place}" for place in places)) as served:
        yield served


@pytest.fixture
def games(visit: Open, base_server: Server) -> Opened:
    """Open the games of others at a position of the analysis."""

    def open_games(address: str = "at/english//", **options: object) -> Page:
        page = visit(f"#/analysis/{address}", via=base_server.port, **options)  # type: ignore[arg-type]
        page.locator(".tree").wait_for()
        page.get_by_role("button", name=re.compile("^(Partien|Games)$")).wait_for()
        page.keyboard.press("w")
        page.locator(".played").wait_for()
        return page

    return open_games


def rows(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(".played tbody td:first-child").all_inner_texts()]


def test_what_moves_cost_stands_where_games_carry_evaluations(games: Opened) -> None:
    page = games("at/brazilian//")
    expect(page.locator(".played thead th")).to_have_text(
        ["Zug", "Partien", "Verlust", "Ergebnisse"]
    )
    expect(page.locator(".played tbody td:nth-child(3)")).to_have_text(["0,12", ""])
    page = games(locale="en-GB")
    expect(page.locator(".played thead th")).to_have_text(["Move", "Games", "Results"])


def test_an_opened_file_says_what_moves_cost_as_a_database_does(visit: Open) -> None:
    page = visit("#/analysis/at/brazilian//", size=DESK)
    page.locator(".tree").wait_for()
    page.keyboard.press("o")
    content = "\n\n".join(EVALUATED).encode()
    file = {"name": "games.pdn", "mimeType": "text/plain", "buffer": content}
    page.locator("input[type=file]").set_input_files([file])  # type: ignore[list-item]
    page.locator(".file-games").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    heads = page.locator(".played thead th")
    expect(heads).to_have_text(["Zug", "Partien", "Verlust", "Ergebnisse"])
    expect(page.locator(".played tbody td:nth-child(3)")).to_have_text(["0,12", ""])


def test_the_games_of_a_position_by_keyboard_alone(games: Opened) -> None:
    page = games(size=DESK)
    expect(page.locator(".played [role=status]")).to_have_text("1 Partie erreicht diese Stellung.")
    expect(page.locator(".played .results")).to_have_attribute(
        "aria-label", "Weiß 100 %, Remis 0 %, Schwarz 0 %"
    )
    page.locator(".played tbody .move").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".played tbody .move")).to_have_text("24-20")
    # Whoever plays on stays where he was.
    assert page.evaluate("document.activeElement.className") == "played"
    page.keyboard.press("ArrowRight")
    for _ in ("the collection", "the filter", "the move"):
        page.keyboard.press("Tab")
    expect(page.locator(".played tbody .move")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("y")
    expect(page.locator(".tree .pair .move")).to_have_text(["11-15", "24-20"])
    page.keyboard.press("w")
    page.locator(".played .listed").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Anna – Bert")
    expect(page.locator(".tree .pair .move")).to_have_text(["11-15", "24-20", "8-11"])
    expect(page.locator(".tree p.comment")).to_have_text("a comment")
    # It is opened where it was found.
    expect(page.locator(".tree [aria-current]")).to_have_text("24-20")


def test_another_collection_is_chosen_and_gone_through_a_page_at_a_time(games: Opened) -> None:
    page = games(locale="en-US")
    page.get_by_label("Games from").select_option("club")
    expect(page.locator(".played [role=status]")).to_have_text(
        f"{PAGE + 6} games reached this position."
    )
    assert rows(page) == ["9-14", "11-15"]
    expect(page.locator(".played .listed")).to_have_count(PAGE)
    more = page.get_by_role("button", name="Show more")
    more.click()
    expect(page.locator(".played .listed")).to_have_count(PAGE + 6)
    expect(more).to_have_count(0)
    page.get_by_label("Games from").select_option("titles")
    expect(page.locator(".played .listed")).to_have_count(1)
    expect(page.locator(".played .listed")).to_contain_text("Cup · 1998.05.31")


def test_a_collection_of_the_server_is_narrowed_down(games: Opened) -> None:
    page = games()
    page.get_by_label("Partien aus").select_option("club")
    page.get_by_text("Welche Partien?").click()
    page.get_by_label("Spieler").fill("dora")
    said = page.locator(".played [role=status]")
    expect(said).to_have_text(f"{PAGE + 5} Partien erreichen diese Stellung.")
    assert rows(page) == ["9-14"]
    page.get_by_label("Farbe").select_option("white")
    expect(said).to_have_text("0 Partien erreichen diese Stellung.")
    page.get_by_label("Spieler").fill("anna")
    page.get_by_label("ab Jahr").fill("1998")
    expect(said).to_have_text("1 Partie erreicht diese Stellung.")
    expect(page.get_by_label("Wertung ab")).to_have_count(0)
    page.get_by_role("button", name="Alle Partien").click()
    expect(said).to_have_text(f"{PAGE + 6} Partien erreichen diese Stellung.")


def test_picked_games_of_a_collection_are_saved_together(games: Opened) -> None:
    page = games(locale="en-US", size=PHONE)
    page.get_by_label("Games from").select_option("club")
    page.get_by_role("button", name="Pick single games").click()
    page.get_by_label("Pick Player 3 – Dora").check()
    page.get_by_label("Pick Anna – Bert").check()
    page.get_by_label("Pick Player 1 – Dora").check()
    page.get_by_label("Pick Player 1 – Dora").uncheck()
    assert barriers_by_day_and_night(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save 2 games as PDN").click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert text.index('[White "Anna"]') < text.index('[White "Player 3"]')
    assert text.count("[White ") == 2 and "a comment" in text
    expect(page.locator(".pick")).to_have_count(0)


def test_a_position_that_nobody_reached_has_no_games(games: Opened) -> None:
    page = games("at/english//12-16")
    expect(page.locator(".played [role=status]")).to_have_text(
        "0 Partien erreichen diese Stellung."
    )
    expect(page.locator(".played table")).to_have_count(0)


def test_what_the_server_cannot_tell_is_one_sentence(games: Opened) -> None:
    page = games()
    expect(page.locator(".played .listed")).to_have_count(1)
    page.route(
        re.compile("/tree$"),
        lambda route: route.fulfill(status=503, json={"sentence": "Gerade nicht lesbar."}),
    )
    page.locator(".played tbody .move").click()
    expect(page.locator(".played [role=alert]")).to_have_text("Gerade nicht lesbar.")
    page.unroute_all()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".played .listed")).to_have_count(1)
    page.context.set_offline(True)
    page.locator(".played .listed").click()
    expect(page.locator(".played [role=alert]")).not_to_be_empty()
    page.locator(".played tbody .move").click()
    expect(page.locator(".played .listed")).to_have_count(0)
    expect(page.locator(".played [role=alert]")).not_to_be_empty()


def test_games_that_no_collection_has_are_not_offered(visit: Open, base_server: Server) -> None:
    for address, via in (("at/russian//", base_server.port), ("at/english//", None)):
        page = visit(f"#/analysis/{address}", via=via)
        page.locator(".tree").wait_for()
        page.keyboard.press("w")
        expect(page.locator(".study-tabs button")).to_have_count(2)
        expect(page.locator(".tree")).to_have_count(1)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_no_barrier(games: Opened, size: dict[str, int]) -> None:
    page = games(size=size)
    page.get_by_label("Partien aus").select_option("club")
    expect(page.locator(".played .listed")).to_have_count(PAGE)
    assert barriers_by_day_and_night(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    row = page.locator(".played tbody .move").first.bounding_box()
    assert row is not None and row["height"] >= 40


@pytest.mark.parametrize(
    ("address", "on", "where"),
    [
        ("#/watch", "Find an opponent", "#/lobby"),
        ("#/ratings/canadian/bullet", "Find an opponent", "#/lobby"),
        ("#/puzzles/lite/mistakes", "Play", "#/"),
    ],
)
def test_an_empty_room_leads_on(
    visit: Open, base_server: Server, address: str, on: str, where: str
) -> None:
    page = visit(address, via=base_server.port, locale="en-GB")
    page.locator("main").get_by_role("link", name=on).click()
    page.wait_for_url(lambda url: url.endswith(where))


def test_an_empty_lobby_leads_to_the_games_of_others(visit: Open) -> None:
    page = visit("#/lobby")
    page.locator('a.running[href="#/watch"]').click()
    page.get_by_role("heading", name="Zuschauen").wait_for()
