"""Collections of one's own in a real browser: files handed in, one's games, and their tree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_pages import barriers

ANNA = '[White "Anna"] [Black "Bert"] [GameType "21"] 1. 11-15 24-20 1-0\n'
BROKEN = '[White "Gerd"] [Black "Hans"] [GameType "21"] 1. 11-15 1-2 *\n'


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    club, titles = tmp_path / "Club.pdn", tmp_path / "World titles.pdn"
    club.write_text(ANNA + BROKEN, encoding="utf-8")
    titles.write_text(ANNA.replace("11-15", "9-14"), encoding="utf-8")
    return [club, titles]


def sheet(page: Page) -> None:
    """Open the collections of one's own from the analysis."""
    page.locator(".tree").wait_for()
    page.keyboard.press("m")
    page.get_by_role("button", name=re.compile("^(Meine Sammlungen|My collections)$")).click()


def hand_in(page: Page, *files: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_text(re.compile("^(PDN-Dateien hinzufügen|Add PDN files)$")).click()
    chooser.value.set_files(files)


def test_files_become_collections_that_positions_are_looked_up_in(
    visit: Open, files: list[Path]
) -> None:
    page = visit("#/analysis/at/english//", size=DESK, locale="en-GB")
    sheet(page)
    hand_in(page, *files)
    done = page.get_by_role("dialog").get_by_role("status")
    expect(done).to_contain_text("Club: 2 games added.")
    expect(done).to_contain_text("World titles: 1 game added.")
    page.get_by_text("1 game with errors; it is kept as far as it can be read").click()
    expect(page.locator(".faults li")).to_contain_text("line 2: ")
    expect(page.locator(".kept li")).to_have_text([re.compile("^Club"), re.compile("^World")])
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    page.get_by_label("Games from").select_option("World titles")
    expect(page.locator(".played tbody .move")).to_have_text(["9-14"])
    page.get_by_label("Games from").select_option("Club")
    expect(page.locator(".played [role=status]")).to_have_text("2 games reached this position.")
    page.locator(".played .listed").first.click()
    expect(page.locator("h1")).to_contain_text("Anna – Bert")
    sheet(page)
    hand_in(page, files[0])
    expect(done).to_contain_text("Club: 0 games added.")
    page.get_by_role("button", name="Delete “Club”").click()
    expect(page.locator(".kept li")).to_have_text([re.compile("^World")])


def test_what_one_has_played_is_a_collection(visit: Open) -> None:
    page = visit()
    wish = {"variant": "english", "opponent": {"kind": "computer"}, "side": "black"}
    asked = page.context.request
    address = page.url.partition("#")[0]
    game = asked.post(f"{address}api/games", data=wish).json()["game"]
    act = {"id": "resign-the-game", "act": {"kind": "resign"}}
    assert asked.post(f"{address}api/games/{game}/do", data=act).ok
    page.goto(f"{address}#/analysis/at/english//")
    page.locator(".tree").wait_for()
    page.get_by_role("button", name="Partien", exact=True).click()
    expect(page.locator(".played h2")).to_have_text("Meine Partien")
    expect(page.locator(".played [role=status]")).to_have_text("1 Partie erreicht diese Stellung.")


def test_what_cannot_be_handed_in_is_one_sentence(visit: Open, tmp_path: Path) -> None:
    page = visit("#/analysis/at/english//")
    sheet(page)
    empty, large = tmp_path / "Empty.pdn", tmp_path / "Large.pdn"
    empty.write_text("no game", encoding="utf-8")
    large.write_bytes(b" " * 16_000_001)
    alert = page.get_by_role("dialog").get_by_role("alert")
    hand_in(page, empty)
    expect(alert).to_have_text("In dieser Datei steht keine Partie, die sich lesen lässt.")
    with page.expect_response(lambda answer: answer.url.endswith("/api/bases")) as listed:
        hand_in(page, large)
    expect(alert).to_have_text("„Large.pdn“ ist größer als 16 MB.")
    listed.value.finished()  # without the list nothing can be handed in
    page.context.set_offline(True)
    hand_in(page, empty)
    expect(alert).to_have_text("Der Server ist gerade nicht erreichbar.")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_no_barrier_in_the_sheet(visit: Open, files: list[Path], size: dict[str, int]) -> None:
    page = visit("#/analysis/at/english//", size=size, color_scheme="dark")
    sheet(page)
    hand_in(page, *files)
    expect(page.locator(".kept li")).to_have_count(2)
    page.locator("summary").click()
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
