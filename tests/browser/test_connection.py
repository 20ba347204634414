"""Connections that are cut, servers that die, and the client that comes back by itself."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Route, expect
from support.browser.proxy import Proxy
from support.browser.table import Table
from support.patience import within
from support.served import Server

from tests.browser.conftest import DESK, Open
from tests.browser.test_procedure import two

pytestmark = pytest.mark.motion


def test_a_connection_cut_in_mid_capture(visit: Open) -> None:
    """Both have clocks; the move made without a connection arrives once there is one again."""
    start = "W:W22,31,32:B18,10,9"
    white, black = two(visit, start=start, side="white", time="300+3")
    context = white.page.context
    white.tap(22)
    context.set_offline(True)
    white.page.evaluate("window.dispatchEvent(new Event('offline'))")
    white.tap(15)
    white.page.wait_for_timeout(400)
    before = white.letters
    context.set_offline(False)
    black.wait(1)
    assert white.letters == before
    clock = black.view["clock"]
    assert clock["running"] == "black"
    assert 290_000 < clock["white"] <= 303_000
    black.type(black.view["legal"][0]["text"])
    white.wait(2)


def test_a_network_that_swallows_everything(visit: Open, server: Server) -> None:
    """No connection is closed and nothing arrives: only silence tells."""
    with Proxy(server.port) as proxy:
        wish = {"start": "W:W22,31,32:B18,10,9", "side": "white", "time": "300+3"}
        host = visit(via=proxy.port)
        white = Table.begin(host, "english", opponent={"kind": "friend"}, **wish)
        code = host.locator(".code strong").inner_text()
        guest = visit(f"#/j/{code}", size=DESK)
        guest.get_by_role("button", name="Mitspielen").click()
        black = Table(guest)
        host.locator(".invite").wait_for(state="detached")
        black.wait_until_ready()
        black.game = white.game
        white.tap(22)
        proxy.swallow()
        white.tap(15)
        host.locator(".talk", has_text="Wird gesendet").wait_for(timeout=within(2_000))
        host.locator(".lost").wait_for(timeout=within(5_000))
        assert black.moves == []
        host.wait_for_timeout(3000)
        proxy.restore()
        host.locator(".lost").wait_for(state="detached", timeout=within(8_000))
        black.wait(1)
        white.wait(1)
        assert len(black.moves) == 1
        assert black.letters == white.letters
        assert 240_000 < black.view["clock"]["white"] <= 303_000
        black.type(black.view["legal"][0]["text"])
        white.wait(2)


def test_a_killed_server_is_missed_for_two_seconds_at_most(visit: Open, server: Server) -> None:
    black, white = two(visit, time="300+3")
    black.tap(11, 15)
    white.wait(1)
    server.kill()
    white.page.locator(".lost").wait_for()
    white.tap(22, 18)
    server.start()
    began = time.monotonic()
    black.page.locator(".lost").wait_for(state="detached")
    white.page.locator(".lost").wait_for(state="detached")
    assert time.monotonic() - began < within(2)
    black.wait(2)
    assert black.moves == ["11-15", "22-18"]


def test_the_client_starts_without_a_network(visit: Open) -> None:
    page = visit(installs=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_timeout(500)
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("heading", name="Spielen").wait_for()
    page.get_by_role("link", name="Regeln", exact=True).click()
    page.get_by_text("Jede Regel zum Ausprobieren").wait_for()
    page.locator(".rule-card").nth(19).wait_for(state="attached")


def test_who_plays_before_the_first_answer_is_there_is_one_guest(visit: Open) -> None:
    page = visit()
    page.context.clear_cookies()
    held: list[Route] = []
    clicked = False

    def hold(route: Route) -> None:
        if clicked:
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/**", hold)
    page.reload(wait_until="commit")
    page.get_by_role("button", name=re.compile("^Spielen")).first.click()
    clicked = True
    for route in held:
        route.continue_()
    page.locator(".controls").wait_for()
    table = Table(page)
    table.type(table.view["legal"][0]["text"])
    table.wait(1)


def test_a_page_left_and_opened_again_shows_the_same_game(visit: Open) -> None:
    table = Table.begin(visit(), "english")
    table.tap(11, 15)
    table.wait(1)
    table.page.reload()
    table.wait_until_ready()
    table.wait(1)
    table.tap(22, 18)
    table.wait(2)


def test_without_a_network_nobody_is_sought(visit: Open) -> None:
    page = visit("#/lobby", installs=True)
    seek = page.get_by_role("button", name="Gegner suchen")
    expect(seek).to_be_enabled()
    page.context.set_offline(True)
    expect(seek).to_be_disabled()
    page.context.set_offline(False)
    expect(seek).to_be_enabled(timeout=within(60_000))


def test_nothing_is_said_of_offers_before_the_server_has_answered(visit: Open) -> None:
    page = visit()
    page.route_web_socket("**", lambda _: None)
    page.reload()
    page.goto(page.url.split("#")[0] + "#/lobby")
    expect(page.get_by_role("heading", name="Offene Angebote")).to_be_visible()
    panel = page.locator(".panel").last.locator("> p")
    expect(panel).to_have_text("")
    expect(panel).to_have_text(re.compile("Keine Verbindung"), timeout=within(60_000))
