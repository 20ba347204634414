"""Games without a network, from the installed client, and their way to the server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from support.browser.table import Table, skip_lots

import crownhead
from crownhead.ballots import deck
from tests.browser.conftest import Open

pytestmark = pytest.mark.motion

_CONTROLLED = """
() => navigator.serviceWorker.ready.then(() => new Promise((done) => {
  if (navigator.serviceWorker.controller) done();
  else navigator.serviceWorker.addEventListener("controllerchange", () => done());
}))
"""
_MINE = "async () => (await (await fetch('/api/me')).json()).games"
_DAMAGE = """
() => new Promise((done, fail) => {
  const opening = indexedDB.open("crownhead");
  opening.onerror = fail;
  opening.onsuccess = () => {
    const change = opening.result.transaction("games", "readwrite");
    change.objectStore("games").put({ id: "local0123456789abcdef", created: "?" });
    change.oncomplete = () => { opening.result.close(); done(); };
  };
})
"""


def install(visit: Open) -> Page:
    """Return the client as it is after its installation, started without a network."""
    page = visit(installs=True)
    page.evaluate(_CONTROLLED)
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("heading", name="Spielen").wait_for()
    return page


def begin(page: Page, rival: str) -> Table:
    """Begin a game as a player does, and expect it to be one of this device."""
    if rival == "Computer":
        page.locator(".level-chip").click()
    else:
        page.get_by_role("button", name=rival).click()
    page.locator(".sheet-foot button").click()
    page.wait_for_url(re.compile("#/g/local[0-9a-f]{16}$"))
    table = Table(page)
    table.wait_until_ready()
    return table


def moves(page: Page, plies: int) -> list[str]:
    """Wait for so many moves on the page, and return all of them."""
    page.locator(f".moves [data-ply='{plies}']").wait_for()
    return page.locator(".moves [data-ply]").all_inner_texts()


def play(table: Table, variant: str, plies: int, step: int) -> list[str]:
    """Type legal moves until so many plies are played; every `step` plies one is ours."""
    played: list[str] = []
    while len(played) < plies:
        game = crownhead.Game(variant)
        for text in played:
            game.play(text)
        table.type(str(game.position.legal_moves[0]))
        # The coach asks before a move that costs much, which the computer's moves may make it.
        row = table.page.locator(f".moves [data-ply='{len(played) + step}']")
        anyway = table.page.get_by_role("button", name="Trotzdem ziehen")
        row.or_(anyway).first.wait_for()
        if anyway.is_visible():
            anyway.click()
        played = moves(table.page, len(played) + step)
    return played


def test_games_without_a_network_reach_the_server(visit: Open) -> None:
    page = install(visit)
    table = begin(page, "Computer")
    first = table.game
    lite = play(table, "lite", 6, 2)
    page.get_by_role("link", name="Zurück").click()
    page.get_by_text("auf diesem Gerät").wait_for()

    page.locator(".chip-button").click()
    page.get_by_role("dialog").get_by_role("button", name="Russisch").click()
    table = begin(page, "Freund")
    russian = play(table, "russian", 4, 1)
    table.type("a1-h8")
    page.locator(".talk.refused").wait_for()
    assert "h8 ist besetzt" in table.said
    page.get_by_role("link", name="Zurück").click()
    page.goto(page.url.split("#")[0] + "#/settings")
    page.get_by_text("English", exact=True).click()
    page.get_by_role("link", name="Back").click()
    page.get_by_role("heading", name="Play", exact=True).wait_for()

    # What is kept outlives the page.
    page.reload()
    cards = page.locator(".unfinished li, .continue", has_text="on this device")
    cards.nth(1).wait_for()
    assert cards.count() == 2
    cards.first.click()
    assert moves(page, 4) == russian
    page.get_by_role("link", name="Back").click()

    page.context.set_offline(False)
    page.get_by_text("2 offline games have been saved now.").wait_for()
    expect(cards).to_have_count(0)  # they stay listed here until the server's list has them
    games = {card["variant"]: card["game"] for card in page.evaluate(_MINE)}
    assert Table(page, games["russian"]).moves == russian

    # An old address leads to what the server made of the game, and it goes on there.
    page.goto(page.url.split("#")[0] + f"#/g/{first}")
    page.wait_for_url(re.compile(f"#/g/{games['lite']}$"))
    table = Table(page, games["lite"])
    table.wait_until_ready()
    assert moves(page, 6) == lite
    table.type(table.turn("white" if len(lite) % 2 == 0 else "black")["legal"][0]["text"])
    table.insist(7)
    assert moves(page, 8)[:6] == lite


def test_a_damaged_game_is_told_and_can_be_removed(visit: Open) -> None:
    page = install(visit)
    begin(page, "Computer")
    page.evaluate(_DAMAGE)
    page.get_by_role("link", name="Zurück").click()
    row = page.locator(".stuck")
    row.wait_for()
    row.get_by_role("button", name="Entfernen").click()
    row.wait_for(state="detached")


def test_a_game_is_handed_over_when_it_is_left(visit: Open) -> None:
    page = install(visit)
    table = begin(page, "Computer")
    page.context.set_offline(False)
    played = play(table, "lite", 2, 2)
    page.get_by_role("link", name="Zurück").click()
    page.get_by_text("Eine Offline-Partie ist jetzt gespeichert.").wait_for()
    page.locator(".unfinished li a, .continue").click()
    page.wait_for_url(re.compile("#/g/(?!local)"))
    assert moves(page, 2) == played


def test_a_game_the_server_does_not_take_stays(visit: Open) -> None:
    """Its reason is told, and the game goes on here."""
    page = install(visit)
    refusal = {"t": "refused", "code": "illegal_move", "sentence": "Das folgt den Regeln nicht."}
    page.context.route(
        "**/api/games/hand-in", lambda route: route.fulfill(status=400, json=refusal)
    )
    begin(page, "Computer")
    page.context.set_offline(False)
    page.get_by_role("link", name="Zurück").click()
    row = page.locator(".stuck", has_text=refusal["sentence"])
    row.get_by_role("link").click()
    table = Table(page)
    table.wait_until_ready()
    assert play(table, "lite", 2, 2)
    page.get_by_role("link", name="Zurück").click()
    row.get_by_role("button", name="Entfernen").click()
    row.wait_for(state="detached")


def resign(page: Page) -> None:
    """Give a game up, and wait until it is over."""
    page.get_by_role("button", name="Aufgeben").click()
    page.get_by_role("dialog").get_by_role("button", name="Aufgeben").click()
    page.get_by_role("button", name="Aufgeben").wait_for(state="detached")


def test_a_finished_game_is_opened_again_and_is_listed_once(visit: Open) -> None:
    page = install(visit)
    played = play(begin(page, "Computer"), "lite", 2, 2)
    resign(page)
    page.get_by_role("link", name="Zurück").click()
    page.get_by_text("Beendete Partien (1)").click()
    page.locator(".finished li", has_text="verloren").get_by_role("link").click()
    assert moves(page, 2) == played
    page.get_by_role("link", name="Zurück").click()
    page.reload()
    finished = page.locator(".finished li")
    page.get_by_text("Beendete Partien (1)").click()
    finished.get_by_text("auf diesem Gerät").wait_for()

    page.context.set_offline(False)
    page.get_by_text("Eine Offline-Partie ist jetzt gespeichert.").wait_for()
    finished.get_by_text("auf diesem Gerät").wait_for(state="detached")
    finished.first.wait_for(state="attached")
    assert finished.count() == 1
    # The list came anew from the server, and is open as it was.
    assert finished.first.is_visible()
    assert page.locator(".unfinished > .list li").count() == 0
    finished.get_by_role("link").click()
    page.wait_for_url(re.compile("#/g/(?!local)"))
    assert moves(page, 2) == played


def test_a_game_of_this_device_can_be_downloaded(visit: Open) -> None:
    page = install(visit)
    table = begin(page, "Computer")
    played = play(table, "lite", 2, 2)
    for name, mark in (("Partie als PDN", played[0]), ("Stellung als Bild", "<svg")):
        page.get_by_role("button", name="Mehr").click()
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        text = download.value.path().read_text(encoding="utf-8")
        assert mark in text
        if name.endswith("PDN"):
            game = crownhead.pdn.loads(text)
            assert [str(move) for move in game.moves] == played
            assert game.tags["White"].startswith("Guest ")


def lose(page: Page, position: crownhead.Position) -> None:
    """Play on with one move of each side after a card, and give up."""
    for plies in (4, 5):
        move = position.legal_moves[0]
        Table(page).type(str(move))
        moves(page, plies)
        position = position.play(move)
    resign(page)


def test_a_round_of_two_games_without_a_network(visit: Open) -> None:
    """The card is drawn in the open, its moves are played out, the score is carried on."""
    page = install(visit)
    page.locator(".chip-button").click()
    page.get_by_role("dialog").get_by_role("button", name="Englische Dame").click()
    page.get_by_role("button", name="Freund").click()
    page.get_by_text("Zwei Partien mit Eröffnungskarte").click()
    page.locator(".sheet-foot button").click()
    opening = moves(page, 3)
    card = deck("english-3move").by_moves(" ".join(opening))
    assert card.playable
    page.locator(".status button").first.click()
    proof = page.get_by_role("dialog")
    proof.get_by_text(re.compile("^(Geprüft:|Soweit)")).first.wait_for()
    assert card.name in proof.inner_text()
    page.keyboard.press("Escape")
    lose(page, card.position())
    page.locator(".points", has_text="1").wait_for()
    first = page.url
    page.get_by_role("button", name="2. Partie").click()
    page.wait_for_url(lambda url: url != first)
    assert moves(page, 3) == opening
    points = page.locator(".points")
    assert sorted(points.all_inner_texts()) == ["0", "1"]

    # Being played it stays here when the server is back; when it is left it goes there as a whole.
    page.context.set_offline(False)
    page.reload()
    assert moves(page, 3) == opening and "local" in page.url
    second = page.url
    page.get_by_role("link", name="Zurück").click()
    page.get_by_text("2 Offline-Partien sind jetzt gespeichert.").wait_for()
    page.get_by_text("Beendete Partien (1)").click()
    assert page.locator(".finished li").count() == page.locator("a.continue").count() == 1
    assert page.locator(".unfinished > .list li").count() == 0
    expect(page.get_by_text("auf diesem Gerät")).to_have_count(0)
    page.locator(".finished li a").click()
    page.wait_for_url(re.compile("#/g/(?!local)"))
    assert moves(page, 5)[:3] == opening
    page.locator(".status button").first.click()
    proof.get_by_text(re.compile("^(Geprüft:|Soweit)")).first.wait_for()
    page.keyboard.press("Escape")

    # The second goes on there, and ends with the score of both.
    page.goto(second)
    page.wait_for_url(re.compile("#/g/(?!local)"))
    assert moves(page, 3) == opening
    assert sorted(points.all_inner_texts()) == ["0", "1"]
    assert page.locator(".player", has_text="Spieler 2").count() == 1
    lose(page, card.position())
    page.get_by_role("button", name="Revanche").wait_for()
    assert sorted(points.all_inner_texts()) in (["0", "2"], ["1", "1"])


def test_a_first_visit_fetches_no_worker(visit: Open) -> None:
    page = visit()
    page.wait_for_timeout(500)
    assert page.workers == []


def test_sides_are_tossed_for_without_a_network_as_with_one(visit: Open) -> None:
    page = install(visit)
    page.locator(".level-chip").click()
    page.get_by_role("dialog").get_by_text("Auslosen").click()
    page.get_by_role("dialog").get_by_role("button", name="Spielen", exact=True).click()
    page.get_by_text("Das Los entscheidet über die Seiten").wait_for()
    skip_lots(page)
    page.locator(".counts").click()
    page.get_by_text("Geprüft: Niemand konnte das Los bestimmen.").wait_for()


def test_a_single_game_is_handed_over_with_the_toss_for_its_sides(visit: Open) -> None:
    """The server has replayed the draw, and the page that saw it before confirms it there, too."""
    page = install(visit)
    page.locator(".level-chip").click()
    page.get_by_role("dialog").get_by_text("Auslosen").click()
    page.get_by_role("dialog").get_by_role("button", name="Spielen", exact=True).click()
    skip_lots(page)
    page.locator("draughts-board").wait_for()
    page.context.set_offline(False)
    page.get_by_role("link", name="Zurück").click()
    page.get_by_text("Eine Offline-Partie ist jetzt gespeichert.").wait_for()
    page.locator(".unfinished li a, .continue").click()
    page.wait_for_url(re.compile("#/g/(?!local)"))
    home, _, game = page.url.partition("#/g/")
    lots = page.request.get(f"{home}api/games/{game}").json()["view"]["lots"]
    assert [(lot["kind"], len(lot["seed"])) for lot in lots] == [("toss", 64)]
    page.locator(".counts").click()
    page.get_by_text("Geprüft: Niemand konnte das Los bestimmen.").wait_for()


def test_a_network_that_goes_while_the_first_screen_is_open_was_not_missed(visit: Open) -> None:
    page = visit()
    said = page.get_by_text("Du bist offline.")
    page.locator("p.offline").wait_for(state="attached")
    page.context.set_offline(True)
    said.wait_for()
    page.context.set_offline(False)
    said.wait_for(state="detached")
