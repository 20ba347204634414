"""Readers whose browser has letters of 32 px instead of 16: phones show all of it, and work."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from support.browser.table import Table
from support.served import Server, until

from tests.browser.conftest import PHONE, Open
from tests.browser.test_events import act, get_event, make_event
from tests.browser.test_history import member
from tests.browser.test_pages import PAGES, barriers

SIZES = [PHONE, {"width": 390, "height": 844}]
ADDRESSES = (
    *PAGES,
    "#/friends",
    "#/account",
    "#/ratings",
    "#/moderation",
    "#/events/seasons/new",
    "#/rules/international",
    "#/puzzles/international",
    "#/puzzles/lite/rush",
    "#/puzzles/lite/mistakes",
    "#/puzzles/lite/openings",
    "#/courses/lite/5",
    "#/courses/international/4",
    "#/courses/ballots/1",
    "#/analysis",
    "#/player/Nobody",
    "#/j/ABCD",
    "#/g/none",
)

# What is wider than its screen or its box, but for what is swiped, and pictures cut on purpose.
_WIDER = """
() => {
  const wider = document.scrollingElement.scrollWidth - innerWidth;
  const found = wider > 0 ? [`page: ${wider}`] : [];
  const swiped = ".more, .tabs, .ladder ol, .moves ol, .lessons, .line-moves, .scroll";
  const cut = "input, textarea, .swatch, .tool-piece, .hidden";
  for (const each of document.querySelectorAll("body *")) {
    const box = each.getBoundingClientRect();
    if (box.width < 2 || each.closest(cut)) continue;
    const name = `${each.localName}.${each.className}: ${each.textContent.trim().slice(0, 40)}`;
    const hides = getComputedStyle(each).overflowX !== "visible" && !each.matches(swiped);
    if (hides && each.scrollWidth > each.clientWidth + 1) found.push(`cut ${name}`);
    const scrolls = each.parentElement.closest(swiped);
    if (!scrolls && (box.left < -1 || box.right > innerWidth + 1)) found.push(`out ${name}`);
  }
  return found;
}
"""
# Where the focus is, and whether it can be seen there.
_FOCUS = """
() => {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  if (!focused || focused === document.body) return null;
  const box = focused.getBoundingClientRect();
  const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
  const y = box.top + Math.min(box.height / 2, 24);
  const name = focused.getAttribute("aria-label") ?? focused.textContent.trim().slice(0, 40);
  let hit = document.elementFromPoint(x, y);
  while (hit?.shadowRoot?.elementFromPoint(x, y)) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
    if (inner === hit) break;
    hit = inner;
  }
  const own = focused.closest("label") ?? focused;
  let seen = hit?.contains(focused);
  for (let part = hit; part && !seen; part = part.getRootNode().host) seen = own.contains(part);
  const over = seen ? "" : `${hit?.localName}.${hit?.className} over ${x}, ${y}`;
  return { name: `${focused.localName} ${name}`, seen, over };
}
"""


def enlarge(page: Page) -> Page:
    """Have the reader's letters twice as large, as a browser's settings do."""
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    page.wait_for_function("getComputedStyle(document.documentElement).fontSize === '32px'")
    return page


def look(page: Page) -> list[str]:
    """Return what is wider than it may be."""
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    found: list[str] = page.evaluate(_WIDER)
    return found


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
@pytest.mark.parametrize("part", range(3))
def test_no_page_is_wider_than_a_phone(visit: Open, locale: str, part: int) -> None:
    page = enlarge(visit(locale=locale))
    for path in ADDRESSES[part::3]:
        page.goto(page.url.split("#")[0] + path)
        page.locator("main :is(h1, h2, p)").first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        for size in SIZES:
            page.set_viewport_size(size)
            assert look(page) == [], (path, size)


@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_no_page_of_an_event_is_wider_than_a_phone(
    visit: Open, server: Server, locale: str
) -> None:
    organiser, _ = member(server)
    name = "Vereinsmeisterschaft im Blitz"
    event = make_event(organiser, name=name, format="match", rounds=1, boards="real")
    for each in ("Annemarie Hohenstein", "Bertram Schlageter"):
        act(organiser, event, "admit", name=each)
    for kind in ("pair", "start"):
        act(organiser, event, kind)
    until(lambda: get_event(organiser, event)["rounds"])
    page = enlarge(visit(locale=locale))
    for part in ("", "standing", "entrants", "trail", "wall"):
        page.goto(f"{page.url.split('#')[0]}#/events/{event}/{part}")
        page.locator("h1", has_text=name).wait_for()
        page.wait_for_load_state("networkidle")
        assert look(page) == [], part


@pytest.mark.parametrize("size", SIZES, ids=["360", "390"])
def test_nothing_of_a_game_is_wider_than_a_phone(visit: Open, size: dict[str, int]) -> None:
    page = enlarge(visit(size=size))
    for opener in (".level-chip", ".chip-button"):
        page.locator(opener).click()
        page.get_by_role("dialog").wait_for()
        assert look(page) == [], opener
        page.keyboard.press("Escape")
    table = Table.begin(page, "english", opponent={"kind": "computer", "level": 3}, side="black")
    table.type("11-15")
    table.wait(2)
    assert look(page) == [], "game"
    page.get_by_role("button", name="Mehr").click()
    assert look(page) == [], "menu"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Aufgeben").click()
    page.locator("dialog .danger").click()
    page.locator(".talk.result").wait_for()
    assert look(page) == [], "result"
    Table.begin(page, "english", start="B:W18,25,30:B11,15,5", huffing=True, time="300+3")
    page.keyboard.type("5-9")
    page.keyboard.press("Enter")
    page.locator(".talk.fault").wait_for()
    assert look(page) == [], "fault"
    page.goto(f"{page.url.split('#')[0]}#/analysis/game/{table.game}")
    page.get_by_role("button", name="Bericht", exact=True).click()
    page.locator(".report .accuracy").wait_for()
    assert look(page) == [], "report"


@pytest.mark.parametrize(
    "path", ["", "#/puzzles/lite", "#/courses/lite/5", "#/settings", "#/analysis", "#/events"]
)
def test_the_keyboard_alone_reaches_what_it_sees_and_meets_no_barrier(
    visit: Open, path: str
) -> None:
    page = enlarge(visit(path))
    page.locator("main :is(h1, h2, p)").first.wait_for(state="attached")
    assert barriers(page) == []
    reached: list[str] = []
    for _ in range(150):
        page.keyboard.press("Tab")
        focus = page.evaluate(_FOCUS)
        if focus is None:
            break
        assert focus["seen"], (focus, reached)
        reached.append(focus["name"])
    assert len(set(reached)) > 1


def test_a_game_is_played_by_the_keyboard_alone(visit: Open) -> None:
    page = enlarge(visit())
    begin = page.get_by_role("button", name="Spielen Computer")
    begin.focus()
    page.keyboard.press("Enter")
    table = Table(page)
    table.wait_until_ready()
    table.game = page.url.rsplit("/", 1)[-1]
    assert barriers(page) == []
    table.type(table.view["legal"][0]["text"])
    table.wait(2)
    expect(page.locator(".moves")).to_contain_text(table.moves[0])
    for _ in range(60):
        page.keyboard.press("Tab")
        focus = page.evaluate(_FOCUS)
        assert focus is None or focus["seen"], focus
        if focus and "Mehr" in focus["name"]:
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
