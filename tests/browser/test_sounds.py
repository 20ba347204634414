"""Sounds of a game: heard where they are switched on, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page
from support.browser.table import Table

from tests.browser.conftest import Open
from tests.browser.test_procedure import two

# Whatever is to be heard is told by what starts: N for a knock, O for a tone.
_LISTEN = """() => {
  window.heard = [];
  for (const [kind, Source] of [["N", AudioBufferSourceNode], ["O", OscillatorNode]]) {
    const { start } = Source.prototype;
    Source.prototype.start = function (...when) {
      window.heard.push(kind);
      return start.apply(this, when);
    };
  }
}"""


def take_sounds(page: Page) -> str:
    """Return what was to be heard since this was asked last."""
    return "".join(page.evaluate("window.heard.splice(0)"))


def begin_game(page: Page, **wish: Any) -> Table:
    table = Table.begin(page, "english", **wish)
    page.evaluate(_LISTEN)
    return table


def play(table: Table) -> list[str]:
    """Play a move, a capture and something that is refused, then resign; return what was heard."""
    found = []
    table.tap(11, 15)
    table.wait(1)
    found.append(take_sounds(table.page))
    table.tap(22, 18)
    table.wait(2)
    table.tap(15, 22)
    table.wait(3)
    table.page.wait_for_timeout(200)
    found.append(take_sounds(table.page))
    table.tap(21)
    table.page.locator(".talk.refused").wait_for()
    found.append(take_sounds(table.page))
    table.page.get_by_role("button", name="Aufgeben").click()
    table.page.locator("dialog .danger").click()
    table.page.get_by_text("Schwarz hat gewonnen").first.wait_for()
    found.append(take_sounds(table.page))
    return found


def test_moves_captures_refusals_and_ends_have_their_sounds(visit: Open) -> None:
    assert play(begin_game(visit())) == ["N", "NNN", "N", "OOO"]


def test_a_question_is_heard_also_that_for_a_rematch(visit: Open) -> None:
    black, white = two(visit)
    white.page.evaluate(_LISTEN)
    black.tap(11, 15)
    white.wait(1)
    white.type("22-18")
    black.wait(2)
    take_sounds(white.page)
    black.offer_draw()
    white.page.get_by_role("button", name="Decline").click()
    assert take_sounds(white.page) == "OO"
    black.page.get_by_role("button", name="Aufgeben").click()
    black.page.locator("dialog .danger").click()
    black.page.get_by_role("button", name="Revanche").click()
    white.page.get_by_text("offers a rematch").wait_for()
    assert take_sounds(white.page) == "OOO" + "OO"


@pytest.mark.parametrize("where", ["settings", "game"])
def test_nothing_sounds_where_sounds_are_off(visit: Open, where: str) -> None:
    page = visit("#/settings")
    if where == "settings":
        page.get_by_label("Töne").uncheck()
    table = begin_game(page)
    if where == "game":
        page.get_by_role("button", name="Töne").click()
    assert play(table) == ["", "", "", ""]
    page.evaluate("document.activeElement.blur()")
    page.reload()
    page.evaluate(_LISTEN)
    table.wait_until_ready()
    assert take_sounds(page) == ""


def test_sounds_are_as_loud_as_is_wished(visit: Open) -> None:
    page = visit("#/settings")
    page.evaluate(
        "() => { window.gains = []; const Plain = GainNode; window.GainNode = class extends Plain {"
        " constructor(at, options) { super(at, options); window.gains.push(options.gain); } } }"
    )
    slider = page.get_by_role("slider", name="Lautstärke")
    slider.focus()
    page.keyboard.press("Home")
    page.keyboard.press("End")
    soft, loud = page.evaluate("window.gains")
    assert soft == pytest.approx(loud / 10)
    page.keyboard.press("ArrowLeft")
    page.reload()
    assert slider.input_value() == "90"
    page.get_by_label("Töne").uncheck()
    slider.wait_for(state="detached")
