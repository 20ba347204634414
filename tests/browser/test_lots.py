"""Lots that are drawn before one's eyes, and forged ones that the page names (C5, E5)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute
from support.browser.table import Table, skip_lots

from crownhead import Position
from tests.browser.conftest import Open

pytestmark = pytest.mark.motion

View = dict[str, Any]
OTHER = "6f" * 32

# A page that began a game itself knows that it has a seat there.
_BEGIN = """
async (wish) => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(wish);
  const { game } = await (await fetch("/api/games", { method: "POST", headers, body })).json();
  sessionStorage.setItem("crownhead.seats", JSON.stringify([game]));
  return game;
}
"""

# The room between the end of a text and that of its field, in pixels.
_BESIDE_TEXT = """
(field) => {
  const text = document.createRange();
  text.selectNodeContents(field);
  return field.getBoundingClientRect().right - text.getBoundingClientRect().right;
}
"""


def forge_views(page: Page, change: Callable[[View], None]) -> Page:
    """Have every view that the server sends to a page changed on its way."""
    return forge_frames(page, lambda frame: change(frame["view"]))


def forge_frames(page: Page, change: Callable[[View], None]) -> Page:
    """Have every frame with a view that the server sends to a page changed on its way."""

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def on_message(message: str | bytes) -> None:
            text = message if isinstance(message, str) else message.decode()
            if text.startswith("{"):
                frame = json.loads(text)
                if "view" in frame:
                    change(frame)
                text = json.dumps(frame)
            socket.send(text)

        server.on_message(on_message)

    page.route_web_socket("**/api/socket", route)
    page.reload()
    return page


def begin(page: Page) -> Table:
    """Begin against the computer with a toss and a card, and look at the table."""
    opponent = {"kind": "computer", "level": 1}
    wish = {"variant": "english", "side": "toss", "ballot": "english-3move", "opponent": opponent}
    game = page.evaluate(_BEGIN, wish)
    # In one step: a page that opens the game before it is loaded anew may have drawn already.
    page.evaluate("game => history.replaceState(null, '', `#/g/${game}`)", game)
    page.reload()
    return Table(page, game)


def lots_of(page: Page) -> Table:
    """Begin, and look at what this device has found out about the draw."""
    table = begin(page)
    skip_lots(page)
    page.locator(".counts").click()
    return table


def test_an_honest_draw_is_confirmed_in_every_point(visit: Open) -> None:
    page = visit()
    lots_of(page)
    page.get_by_text("Geprüft: Niemand konnte das Los bestimmen.").nth(1).wait_for()
    assert page.locator(".checks .good").count() == 12
    page.get_by_text("So prüfst du das selbst").first.click()
    assert "seed " in page.locator(".draw pre").first.inner_text()
    page.reload()
    page.locator(".counts").click()
    page.get_by_text("Geprüft: Niemand konnte das Los bestimmen.").nth(1).wait_for()


def drawn_lot(view: View, kind: str) -> View | None:
    return next((lot for lot in view["lots"] if lot["kind"] == kind and lot["seed"]), None)


def swap_sides(view: View) -> None:
    if lot := drawn_lot(view, "toss"):
        players = view["players"]
        players["white"], players["black"] = players["black"], players["white"]
        lot["result"] = str(3 - int(lot["result"]))


def change_card(view: View) -> None:
    if lot := drawn_lot(view, "card"):
        lot["result"] = view["match"]["card"]["code"] = "1" if lot["result"] != "1" else "2"


def change_contributions(view: View) -> None:
    for lot in view["lots"]:
        lot["contributions"] = ["forged"] * len(lot["contributions"])


def one_more_contribution(view: View) -> None:
    for lot in view["lots"]:
        if lot["seed"]:
            lot["contributions"] = [*lot["contributions"], "one more"]


def change_seeds(view: View) -> None:
    for lot in view["lots"]:
        lot["seed"] = lot["seed"] and OTHER


def commitment_before(view: View) -> None:
    for lot in view["lots"]:
        if not lot["seed"]:
            lot["commitment"] = "0" * 64


def commitment_after(view: View) -> None:
    for lot in view["lots"]:
        if lot["seed"]:
            lot["commitment"] = "0" * 64


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (swap_sides, "folgt ein anderes Ergebnis"),
        (change_card, "folgt ein anderes Ergebnis"),
        (change_contributions, "Dein Zufallsbeitrag fehlt"),
        (one_more_contribution, "mehr Beiträge als Spieler"),
        (change_seeds, "passt nicht zur Zusage"),
        (commitment_before, "eine andere als die"),
        (commitment_after, "eine andere als die"),
    ],
)
def test_a_forged_draw_is_named(visit: Open, change: Callable[[View], None], sentence: str) -> None:
    page = forge_views(visit(), change)
    lots_of(page)
    page.get_by_text("Diese Auslosung stimmt nicht!").first.wait_for()
    page.locator(".checks .bad", has_text=sentence).first.wait_for()


def exchange_seats(frame: View) -> None:
    """Give the page the other seat, and with it the other side, as soon as the lots are drawn."""
    if drawn_lot(frame["view"], "toss"):
        players = frame["view"]["players"]
        players["white"], players["black"] = players["black"], players["white"]
        for told, other in (("seats", {1: 2, 2: 1}), ("you", {"white": "black", "black": "white"})):
            frame[told] = [other[each] for each in frame.get(told) or []]


def test_seats_exchanged_after_the_draw_are_named(visit: Open) -> None:
    page = forge_frames(visit(), exchange_seats)
    lots_of(page)
    page.get_by_text("Diese Auslosung stimmt nicht!").first.wait_for()
    page.locator(".checks .bad", has_text="mit einem anderen Los gespielt").wait_for()


def test_who_comes_later_is_told_what_cannot_be_checked(visit: Open) -> None:
    page = visit()
    table = lots_of(page)
    later = visit(f"#/g/{table.game}")
    later.locator(".counts").click()
    later.get_by_text("Dieses Gerät kam erst danach dazu.").first.wait_for()
    assert later.locator(".checks .bad").count() == 0


# What the board shows, frame by frame, wherever no show stands before it.
_SEEN = """() => {
  window.seen = [];
  const look = () => {
    const show = document.querySelector(".ceremony, .ceremony-table");
    const behind = show?.matches("dialog") ? "::backdrop" : null;
    const backdrop = show ? getComputedStyle(show, behind).backgroundImage : "";
    const board = document.querySelector("main.game draughts-board");
    if (board && !/^radial-gradient\\(circle, rgb\\([^)]+\\), rgb\\([^)]+\\)\\)$/.test(backdrop)) {
      window.seen.push(board.letters);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


# What is asked about the moves so far is long on its way.
_SLOW = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    setTimeout(() => send.call(this, text), text.includes('"t":"history"') ? 900 : 0);
  };
}"""


@pytest.mark.parametrize(
    ("skipped", "slow"),
    [(False, False), (True, False), (True, True)],
    ids=["to_its_end", "skipped", "skipped_at_a_slow_connection"],
)
def test_the_card_is_turned_over_and_its_moves_are_played_out(
    visit: Open, skipped: bool, slow: bool
) -> None:
    page = visit()
    page.add_init_script(f"({_SEEN})()")
    if slow:
        page.add_init_script(f"({_SLOW})()")
    begin(page)
    page.locator(".ceremony .coin").wait_for()
    if skipped:
        page.get_by_role("button", name="Überspringen").click()
    else:
        page.locator(".ceremony .turning").wait_for()
    page.locator(".ceremony").wait_for(state="detached")
    page.get_by_text("Partie 1 von 2 beginnt.").wait_for()
    positions = [Position.initial("english")]
    for move in Table(page).view["moves"][:3]:
        positions.append(positions[-1].play(move))
    letters = [position.letters()[1:] for position in positions]
    page.wait_for_function("letters => seen.includes(letters)", arg=letters[-1])
    # The board never showed what was drawn before it was told and played.
    assert list(dict.fromkeys(page.evaluate("seen")))[:4] == letters


def test_the_ceremony_stays_away_where_motion_is_unwanted(visit: Open) -> None:
    page = visit(reduced_motion="reduce")
    begin(page)
    page.get_by_role("status").get_by_text("Das Los gibt dir").wait_for()
    assert page.locator(".ceremony").count() == 0


def test_what_is_said_beside_the_lots_leaves_them_their_room(visit: Open) -> None:
    """On a small phone their name stood out of its field, at the edge of the screen."""
    page = visit()
    opponent = {"kind": "friend"}
    wish = {"variant": "english", "side": "toss", "time": "180+2", "opponent": opponent}
    game = page.evaluate(_BEGIN, wish)
    page.goto(page.url.split("#")[0] + f"#/g/{game}")
    friend = visit(f"#/j/{page.locator('.code strong').inner_text()}")
    friend.get_by_role("button", name="Mitspielen").click()
    page.get_by_role("timer").first.wait_for()
    lots = page.locator(".counts .chip", has_text="Auslosung")
    lots.wait_for()
    assert lots.evaluate(_BESIDE_TEXT) >= 8
