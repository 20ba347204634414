"""What comes next in a competition, by the page: announced at the desk, seen by everybody."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Locator, Page, expect
from support.served import Guest, Server, new_id

from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_events import act, get_event, make_event, press
from tests.browser.test_friends import arrive
from tests.browser.test_history import member
from tests.browser.test_pages import barriers

LATER = "Date.now = (now => () => now() + 5 * 3_600_000)(Date.now)"
"""A device whose clock is five hours fast."""
WORDS = {
    "de-DE": {
        "announce": "Beginn von Runde 1 ankündigen",
        "ten": "In 10 min",
        "starts": "Runde 1 beginnt um",
        "change": "Beginn ändern",
        "back": "Ankündigung zurücknehmen",
        "enter": "Anmelden",
        "leave": "Aussteigen",
        "waits": "Als Nächstes für dich: Runde 1",
        "left": r"· in (\d+) Minuten",
    },
    "en-US": {
        "announce": "Announce when round 1 begins",
        "ten": "In 10 min",
        "starts": "Round 1 begins at",
        "change": "Change the time",
        "back": "Take the announcement back",
        "enter": "Enter",
        "leave": "Withdraw",
        "waits": "Next for you: round 1",
        "left": r"· in (\d+) minutes",
    },
}


def minutes_in(timer: Locator, form: str) -> int:
    """Return how many minutes a countdown says are left."""
    expect(timer).to_have_text(re.compile(form))
    found = re.search(form, timer.inner_text())
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "de-DE"), (DESK, "en-US")], ids=["phone", "desk"]
)
def test_a_round_is_announced_at_the_desk_and_everybody_sees_it_come(
    visit: Open, server: Server, size: dict[str, int], language: str
) -> None:
    words = WORDS[language]
    organiser, _ = member(server)
    title = f"Cup {new_id()[-6:]}"
    event = make_event(organiser, name=title)
    player = visit(size=size, locale=language)
    player.add_init_script(LATER)
    player.goto(f"{server.url}/#/events/{event}")
    player.reload()
    press(player, words["enter"])
    player.get_by_role("button", name=words["leave"]).wait_for()
    act(Guest(server, f"Bert {new_id()[-6:]}"), event, "enter")
    page = visit(size=size, locale=language)
    arrive(page, server, organiser, f"#/events/{event}")
    press(page, words["announce"])
    assert barriers(page) == []
    press(page, words["ten"])
    expect(page.get_by_text(words["starts"]).first).to_be_visible()
    starts = get_event(organiser, event)["next"]["starts"]
    assert abs(starts - time.time() * 1000) < 3_600_000
    for path in (f"#/events/{event}", f"#/events/{event}/wall", "#/"):
        player.goto(f"{server.url}/{path}")
        player.reload()
        timer = player.get_by_role("timer")
        expect(timer).to_have_count(1)
        # A clock that is hours wrong makes no difference.
        assert 1 <= minutes_in(timer, words["left"]) <= 10
        expect(timer).to_have_attribute("aria-live", "off")
        assert barriers(player) == []
        assert player.evaluate("document.documentElement.scrollWidth") == size["width"]
    player.get_by_role("link", name=title).get_by_text(words["waits"]).wait_for()
    take_back(page, words)
    expect(player.get_by_role("timer")).to_have_count(0)


@pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "de-DE"), (DESK, "en-US")], ids=["phone", "desk"]
)
def test_a_round_that_begins_soon_is_called_on_whatever_screen(
    visit: Open, server: Server, size: dict[str, int], language: str
) -> None:
    words = WORDS[language]
    (organiser, _), (anna, _) = member(server), member(server)
    event = make_event(organiser)
    act(anna, event, "enter")
    page = visit(size=size, locale=language)
    page.add_init_script(LATER)  # it is the clock of the server that counts
    arrive(page, server, anna, "#/puzzles")
    act(organiser, event, "announce", starts=int(time.time() * 1000) + 5 * 60_000)
    calls = page.locator("aside.calls")
    expect(calls).to_contain_text(f"Club evening: {words['starts']}")
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    link = calls.get_by_role("link", name="Zum Turnier" if language == "de-DE" else "To the event")
    link.press("Enter")
    page.wait_for_url(lambda url: url.endswith(f"#/events/{event}"))
    expect(calls.get_by_role("link")).to_have_count(0)


def take_back(page: Page, words: dict[str, str]) -> None:
    """Take the announcement back at the desk."""
    press(page, words["change"])
    press(page, words["back"])
    expect(page.get_by_role("timer")).to_have_count(0)
    expect(page.get_by_role("button", name=words["announce"])).to_be_visible()


def test_the_first_screen_says_which_board_is_next(visit: Open, server: Server) -> None:
    organiser, _ = member(server)
    title = f"Cup {new_id()[-6:]}"
    event = make_event(organiser, name=title, boards="real")
    page = visit(f"#/events/{event}")
    press(page, "Anmelden")
    page.get_by_role("button", name="Aussteigen").wait_for()
    act(organiser, event, "admit", name="Dora Nowak")
    page.goto(f"{server.url}/#/")
    line = page.get_by_role("link", name=title)
    line.get_by_text("Als Nächstes für dich: Runde 1").wait_for()
    act(organiser, event, "pair")
    line.get_by_text(re.compile("Runde 1, Brett 1, gegen Dora Nowak")).wait_for()
    assert barriers(page) == []
