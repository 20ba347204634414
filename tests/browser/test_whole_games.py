"""Whole games against the computer: by mouse, by keyboard alone, by typed moves alone."""

from __future__ import annotations

import random
from typing import Any

import pytest
from support.browser.table import Table

from tests.browser.conftest import DESK, Open

pytestmark = pytest.mark.motion

MOST_MOVES = 250


def against_computer(visit: Open, variant: str, side: str, **options: Any) -> Table:
    opponent = {"kind": "computer", "level": 1}
    return Table.begin(visit(**options), variant, opponent=opponent, side=side)


def play_out(table: Table, side: str, play: Any, seed: int) -> dict[str, Any]:
    """Play random moves until the game is over."""
    chance = random.Random(seed)
    for _ in range(MOST_MOVES):
        view = table.turn(side)
        if view["outcome"]:
            return view
        move = chance.choice(view["legal"])
        play(move)
        table.insist(view["ply"] + 1)
    raise AssertionError("the game does not end")


def ends_well(table: Table, view: dict[str, Any]) -> None:
    """The end is told, to the loser in the second person; a rematch is offered."""
    card = table.page.locator(".talk.result .sentence")
    card.wait_for()
    said, ended = card.inner_text(), view["outcome"]
    if ended["winner"] is None:
        assert ended["sentence"] in said
    else:
        # "Weiß hat keine Steine mehr." is "Du hast keine Steine mehr.", or tells the name.
        _, _, reason = ended["sentence"].split(". ", 1)[1].split(" ", 2)
        assert reason in said, (reason, said)
    assert table.page.get_by_role("button", name="Revanche").is_enabled()


def test_by_mouse(visit: Open) -> None:
    table = against_computer(visit, "english", "black")
    drags = iter(range(10_000))

    def play(move: dict[str, Any]) -> None:
        route = move["routes"][0]
        if next(drags) % 3 == 0:
            table.drag(*route)
        elif move["origin"] == move["target"]:
            table.tap(*route)
        else:
            table.tap(move["origin"], move["target"])
        finish(table, move)

    ends_well(table, play_out(table, "black", play, 1))


def finish(table: Table, move: dict[str, Any]) -> None:
    """Choose by number where a move is one of several with the same ends."""
    if table.page.locator(".digit").count() == 0:
        return
    buttons = table.page.locator(".digit")
    for index in range(buttons.count()):
        if buttons.nth(index).get_attribute("aria-label").endswith(f" {move['text']}"):
            buttons.nth(index).click()
            return


def test_by_keyboard_alone(visit: Open) -> None:
    """Breakthrough draughts: the first king wins, and so a game is short."""
    table = against_computer(visit, "breakthrough", "white", size=DESK)
    table.press("Tab")

    def walk(square: int) -> None:
        row, place = divmod(square - 1, 5)
        for _ in range(40):
            here = int(table.focus())
            at_row, at_place = divmod(here - 1, 5)
            if here == square:
                return
            if at_row != row:
                table.press("ArrowDown" if at_row < row else "ArrowUp")
            else:
                table.press("ArrowRight" if at_place < place else "ArrowLeft")
        raise AssertionError(f"the arrows do not lead to {square}")

    def play(move: dict[str, Any]) -> None:
        walk(move["origin"])
        table.press("Enter")
        walk(move["target"])
        table.press("Enter")
        for number in range(1, 10):
            if table.page.locator(".digit").count() < number:
                return
            label = table.page.locator(".digit").nth(number - 1).get_attribute("aria-label")
            if label.endswith(f" {move['text']}"):
                table.press(str(number))
                return

    while not table.focus().isdigit():
        table.press("Tab")
    ends_well(table, play_out(table, "white", play, 2))


def test_by_typed_moves_alone(visit: Open) -> None:
    table = against_computer(visit, "lite", "white", size=DESK)
    ends_well(table, play_out(table, "white", lambda move: table.type(move["text"]), 3))


def test_one_tap_from_a_cold_start(visit: Open) -> None:
    page = visit()
    page.get_by_role("button", name="Spielen Computer").click()
    table = Table(page, "")
    table.wait_until_ready()
    table.game = page.url.rsplit("/", 1)[-1]
    assert table.view["phase"] == "playing"
    table.tap(table.view["legal"][0]["origin"], table.view["legal"][0]["target"])
    table.wait(2)
