"""A game in a page, as a player uses it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

_BOARD = "main.game draughts-board"
_CENTRE = """
(board, square) => {
  const box = board.shadowRoot.querySelector(`[data-square="${square}"]`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
"""
_CREATE = """
async (wish) => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(wish);
  return (await fetch("/api/games", { method: "POST", headers, body })).json();
}
"""
_VIEW = "async (game) => (await (await fetch(`/api/games/${game}`)).json()).view"
_ANYWAY = re.compile("Trotzdem ziehen|Move anyway")
_FOCUS = """
() => {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused?.dataset.square ?? focused?.getAttribute("aria-label") ?? focused?.textContent;
}
"""


def skip_lots(page: Page) -> None:
    """End the show of the lots, which ends by itself after some seconds."""
    show = page.locator(".ceremony")
    show.or_(page.locator(".talk.note")).first.wait_for()
    page.evaluate("document.querySelector('.ceremony button')?.click()")
    show.wait_for(state="detached")


class Table:
    """One game on one page."""

    def __init__(self, page: Page, game: str = "") -> None:
        self.page = page
        self.game = game or page.url.rsplit("/", 1)[-1]

    @classmethod
    def begin(cls, page: Page, variant: str, **wish: Any) -> Table:
        """Begin a game, by default for two on this device, and look at it."""
        opponent = {"kind": "same_device", "name": "Bert"}
        begun = page.evaluate(_CREATE, {"variant": variant, "opponent": opponent, **wish})
        assert "game" in begun, begun
        page.goto(page.url.split("#")[0] + f"#/g/{begun['game']}")
        table = cls(page, begun["game"])
        table.wait_until_ready()
        return table

    def wait_until_ready(self) -> None:
        """Wait until the game can be played."""
        self.page.locator(".controls").wait_for()

    @property
    def view(self) -> dict[str, Any]:
        """What the server says of the game."""
        view: dict[str, Any] = self.page.evaluate(_VIEW, self.game)
        return view

    @property
    def moves(self) -> list[str]:
        return list(self.view["moves"])

    @property
    def letters(self) -> str:
        """What stands on the board of the page."""
        return str(self.page.locator(_BOARD).evaluate("board => board.letters"))

    @property
    def side(self) -> str:
        """The side seen from below, which is the own one."""
        return str(self.page.locator(_BOARD).get_attribute("orientation"))

    @property
    def said(self) -> str:
        """The sentence beside the board."""
        return self.page.locator(".talk").inner_text()

    def point(self, square: int) -> tuple[float, float]:
        x, y = self.page.locator(_BOARD).evaluate(_CENTRE, square)
        return x, y

    def tap(self, *squares: int) -> None:
        for square in squares:
            self.page.mouse.click(*self.point(square))

    def drag(self, *squares: int) -> None:
        self.page.mouse.move(*self.point(squares[0]))
        self.page.mouse.down()
        for square in squares[1:]:
            self.page.mouse.move(*self.point(square), steps=8)
        self.page.mouse.up()

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def offer_draw(self) -> None:
        self.page.get_by_role("button", name="Remis", exact=True).click()
        self.page.get_by_role("button", name="Anbieten", exact=True).click()
        # What is typed while the question still stands over the page is lost.
        self.page.locator("dialog[open]").wait_for(state="detached")

    def focus(self) -> str:
        return str(self.page.evaluate(_FOCUS))

    def wait(self, plies: int) -> dict[str, Any]:
        """Wait until so many plies are played, here and on the server."""

        return self._until(lambda view: self._is_played(view, plies), f"{plies} plies")

    def insist(self, plies: int) -> dict[str, Any]:
        """Wait until so many plies are played, though the coach warns or an offer stands (E24)."""
        anyway = self.page.get_by_role("button", name=_ANYWAY)

        def is_played(view: dict[str, Any]) -> bool:
            if anyway.is_visible():
                anyway.click()
            return self._is_played(view, plies)

        return self._until(is_played, f"{plies} plies")

    def wait_for_takeback(self, plies: int) -> dict[str, Any]:
        """Wait until no more than so many plies are left, here and on the server."""
        return self._until(
            lambda view: view["ply"] == plies and self.shows(view), f"back to {plies} plies"
        )

    def turn(self, side: str) -> dict[str, Any]:
        """Wait until a side is to move, or the game is over."""

        def has_turned(view: dict[str, Any]) -> bool:
            return bool(view["outcome"]) or (view["turn"] == side and self.shows(view))

        return self._until(has_turned, f"{side} is to move")

    def shows(self, view: dict[str, Any]) -> bool:
        """Return whether the board of the page is that of the server."""
        return self.letters == view["board"]

    def _is_played(self, view: dict[str, Any], plies: int) -> bool:
        return view["ply"] > plies or (view["ply"] == plies and self.shows(view))

    def _until(self, holds: Callable[[dict[str, Any]], bool], wanted: str) -> dict[str, Any]:
        for _ in range(1000):
            view = self.view
            if holds(view):
                return view
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{wanted}: not after {view['ply']} plies; {self.said!r}")
