"""What happens between two players: draws, duties, huffing, ballots, rematch, take-back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from support.browser.table import Table, skip_lots

from tests.browser.conftest import DESK, Open

RESIGN = re.compile("Aufgeben|Resign")


def two(visit: Open, variant: str = "english", **wish: Any) -> tuple[Table, Table]:
    """Begin a game by invitation: the creator on a phone, the friend at a desk."""
    host = visit()
    first = Table.begin(host, variant, opponent={"kind": "friend"}, **wish)
    code = host.locator(".code strong").inner_text()
    guest = visit(f"#/j/{code}", size=DESK, locale="en-GB")
    guest.get_by_role("button", name="Play").click()
    guest.locator(".controls").wait_for()
    assert code not in guest.url
    host.locator(".invite").wait_for(state="detached")
    if "ballot" in wish:
        for page in (host, guest):
            skip_lots(page)
    return first, Table(guest, first.game)


def test_a_game_by_link(visit: Open) -> None:
    black, white = two(visit)
    black.tap(11, 15)
    white.wait(1)
    white.type("22-18")
    black.wait(2)
    black.tap(15, 22)
    white.wait(3)
    assert white.page.get_by_text("You must capture: 25 or 26.").is_visible()


def test_both_see_how_long_there_is_for_the_first_move(visit: Open) -> None:
    black, white = two(visit, time="300+3")
    waits = (
        black.page.get_by_text(re.compile(r"Erster Zug in [45]:\d\d, sonst endet die Partie")),
        white.page.get_by_text(re.compile(r"First move within [45]:\d\d, or the game is aborted")),
    )
    for each in waits:
        each.wait_for()
    black.tap(11, 15)
    for each in waits:
        each.wait_for(state="detached")


@pytest.mark.parametrize("duty", [40, 12])
def test_declining_a_draw_takes_on_a_duty_and_says_so_before(visit: Open, duty: int) -> None:
    black, white = two(visit, refusal_duty=duty)
    black.tap(11, 15)
    white.wait(1)
    black.offer_draw()
    white.page.get_by_text(f"within {duty} moves of your own").wait_for()
    white.page.get_by_role("button", name=f"Decline ({duty} moves)").wait_for()
    white.tap(22, 18)
    declines = rf"This move declines the draw: .* within {duty} moves"
    white.page.get_by_text(re.compile(declines)).wait_for()
    assert white.moves == ["11-15"]
    white.page.get_by_role("button", name="Move anyway").click()
    black.wait(2)
    black.page.get_by_text(f"Weiß muss gewinnen: noch {duty - 1} Züge").wait_for()
    black.page.get_by_text("hat weitergespielt und damit das Remis abgelehnt.").wait_for()


def test_the_verdict_on_a_refused_draw_is_told_to_all_until_the_next_move(visit: Open) -> None:
    start = "B:W23,24,26,27,28,30,31,32:B1,2,3,4,5,6,7,8,9,12"
    black, white = two(visit, start=start, refusal_duty=1, side="black")
    eye = visit(f"#/g/{black.game}", locale="en-GB")
    black.type("9-14")
    white.wait(1)
    white.page.get_by_role("button", name="Draw").click()
    white.page.get_by_role("button", name="Offer", exact=True).click()
    black.page.get_by_role("button", name="Ablehnen").click()
    white.page.get_by_text("has to win: 1 move left").wait_for()
    white.type("24-19")
    black.wait(2)
    black.type("5-9")
    said = re.compile(
        r"Verdict: a decided advantage for Black\. The search (has proved a win|gives \+\d\.\d men)"
    )
    sagt = re.compile(r"Urteil: klarer Vorteil für Schwarz\. Die Suche (beweist|gibt)")
    told = ((black.page, sagt), (white.page, said), (eye, said))
    for page, sentence in told:
        page.locator(".talk").get_by_text(sentence).wait_for()
    white.type("28-24")
    for page, sentence in told:
        page.locator(".talk").get_by_text(sentence).wait_for(state="detached")
        # It is found again at its move, and all of it has room there.
        page.locator(".moves button", has_text="5-9").click()
        page.locator(".talk").get_by_text(sentence).wait_for()
        assert page.locator(".talk").evaluate("talk => talk.scrollHeight <= talk.clientHeight")
    pdn = black.page.evaluate(
        "async () => (await fetch(`/api/games/${location.hash.slice(4)}/pdn`)).text()"
    )
    assert re.search(r"\[%verdict black yes (search: win|margin: nodes)", " ".join(pdn.split()))


def test_a_draw_that_was_declined_by_moving_does_not_come_back_with_the_move(visit: Open) -> None:
    white, black = two(visit, "international", side="white")
    white.tap(32, 28)
    black.wait(1)
    white.offer_draw()
    black.page.get_by_role("button", name="Accept").wait_for()
    black.type("20-24")
    white.page.get_by_text("hat weitergespielt und damit das Remis abgelehnt.").wait_for()
    black.page.get_by_role("button", name="Take back").click()
    white.page.get_by_role("button", name="Annehmen").click()
    black.wait_for_takeback(1)
    assert black.view["offer"] is None
    assert black.page.get_by_role("button", name="Accept").count() == 0


def test_a_compelled_capture_is_told_to_all(visit: Open) -> None:
    black, white = two(visit, huffing=True)
    eye = visit(f"#/g/{black.game}", locale="en-GB")
    for ply, (table, move) in enumerate(((black, "11-15"), (white, "22-18"), (black, "8-11")), 1):
        table.type(move)
        white.wait(ply)
    eye.locator(".moves").get_by_text("8-11").wait_for()
    white.page.get_by_role("button", name="Compel the capture").click()
    for page in (white.page, eye):
        page.locator(".talk").get_by_text(
            "The move is taken back: the capture has to be"
        ).wait_for()
    black.page.get_by_text("Der Zug ist zurückgenommen: Jetzt muss geschlagen werden.").wait_for()
    black.tap(15, 22)
    white.wait(3)


def test_a_move_that_declines_a_draw_is_told_to_two_at_one_device(visit: Open) -> None:
    table = Table.begin(visit(), "international")
    table.tap(32, 28)
    table.wait(1)
    table.offer_draw()
    table.page.get_by_role("button", name="Annehmen").wait_for()
    assert table.view["offer"] == "black"
    table.type("20-24")
    table.wait(2)
    table.type("28-23")
    told = table.page.get_by_role("status").get_by_text("und damit das Remis abgelehnt.")
    told.wait_for()


def test_a_move_that_takes_on_a_duty_asks_first_at_one_device(visit: Open) -> None:
    table = Table.begin(visit(), "english")
    table.tap(11, 15)
    table.wait(1)
    table.offer_draw()
    table.page.get_by_role("button", name="Annehmen").wait_for()
    table.tap(22, 17)
    table.wait(2)
    table.tap(8, 11)
    table.page.get_by_text("Dieser Zug lehnt das Remis ab").wait_for()
    assert table.view["ply"] == 2
    table.insist(3)


def test_who_lost_is_asked_for_a_rematch(visit: Open) -> None:
    black, white = two(visit)
    black.tap(11, 15)
    white.wait(1)
    white.type("22-18")
    black.wait(2)
    black.page.get_by_role("button", name="Aufgeben").click()
    black.page.get_by_role("dialog").get_by_role("button", name="Aufgeben").click()
    black.page.get_by_text("Gut gekämpft. Revanche?").wait_for()
    white.page.get_by_text("Well played!").wait_for()


def test_a_draw_is_agreed(visit: Open) -> None:
    black, white = two(visit)
    black.tap(11, 15)
    white.wait(1)
    white.page.get_by_role("button", name="Draw").click()
    white.page.get_by_role("button", name="Offer", exact=True).click()
    black.page.get_by_role("button", name="Annehmen").click()
    white.page.get_by_text("Both agreed.").wait_for()
    assert white.view["outcome"]["termination"] == "agreement"


def test_huffing(visit: Open) -> None:
    start = "W:W22,31,32:B18,7,8"
    table = Table.begin(visit(), "english", start=start, huffing=True, side="white")
    table.tap(31, 27)
    table.wait(1)
    table.page.get_by_text("Der Stein auf 22 darf geblasen werden").wait_for()
    table.page.get_by_role("button", name="Blasen", exact=True).click()
    table.page.get_by_role("button", name="Blasen", exact=True).wait_for(state="detached")
    assert table.letters[21] == "e"
    table.page.get_by_text("Der Stein auf 22 wurde geblasen").wait_for()
    table.page.locator(".moves").get_by_text("22 geblasen").wait_for()
    assert table.view["turn"] == "black"


def test_a_huff_is_offered_only_while_the_right_exists(visit: Open) -> None:
    start = "W:W22,31,32:B18,7,8"
    table = Table.begin(visit(), "english", start=start, huffing=True, side="white")
    table.tap(31, 27)
    table.page.get_by_role("button", name="Blasen", exact=True).wait_for()
    table.tap(18, 25)
    table.wait(2)
    assert table.page.get_by_role("button", name="Blasen", exact=True).count() == 0


def test_E20_a_fault_is_noticed_by_oneself_where_that_is_wished(visit: Open) -> None:
    start = "W:W22,31,32:B18,7,8"
    page = visit()
    page.goto(page.url.split("#")[0] + "#/settings")
    page.get_by_text("Ausgelassene Schläge selbst bemerken").click()
    table = Table.begin(page, "english", start=start, huffing=True, side="white")
    assert page.get_by_role("button", name="Blasen!").count() == 0
    table.tap(31, 27)
    table.wait(1)
    accuse = page.get_by_role("button", name="Blasen!")
    accuse.click()
    assert page.get_by_text("darf geblasen werden").count() == 0
    # Where nothing stands there is nothing to say of a piece.
    table.tap(1, 32)
    page.get_by_text("Der Stein auf 32 hat keinen Schlag ausgelassen.").wait_for()
    accuse.click()
    page.get_by_text("Welcher Stein hat einen Schlag ausgelassen?").wait_for()
    table.tap(22)
    page.get_by_text("Der Stein auf 22 darf geblasen werden").wait_for()
    page.get_by_role("button", name="Blasen", exact=True).click()
    page.get_by_text("Der Stein auf 22 wurde geblasen").wait_for()
    assert table.letters[21] == "e"


def test_who_waits_for_a_toss_is_not_missing_himself(visit: Open) -> None:
    """Both seats had no opponent yet, though one was there whose side was to be drawn."""
    page = visit()
    names = page.locator(".player strong")
    Table.begin(page, "english", opponent={"kind": "friend"}, side="toss")
    expect(names).to_have_text(["wird gelost", "wird gelost"])
    Table.begin(page, "english", opponent={"kind": "friend"}, side="black")
    expect(names.first).to_have_text("Noch kein Gegner")


def test_a_ballot_match_with_a_toss(visit: Open) -> None:
    host, friend = two(visit, ballot="english-3move", side="toss", time="300+3")
    host.wait(3)
    host_side = host.side
    view = host.view
    assert view["match"]["number"] == 1
    assert view["turn"] == "white"
    host.page.locator(".counts").click()
    host.page.get_by_text("Soweit es dieses Gerät prüfen kann").nth(1).wait_for()
    host.press("Escape")
    friend.wait_until_ready()
    white, black = (host, friend) if host.side == "white" else (friend, host)
    white.type(white.view["legal"][0]["text"])
    black.wait(4)
    # The time of the first move stood at the first move of the card, which nobody made.
    timed = "moves => [...moves.querySelectorAll('button:has(.took)')].map(b => b.dataset.ply)"
    assert black.page.locator(".moves").evaluate(timed) == ["4"]
    black.type(black.view["legal"][0]["text"])
    white.wait(5)
    host.page.get_by_role("button", name="Aufgeben").click()
    host.page.locator("dialog .danger").click()
    friend.page.get_by_role("button", name="Game 2").click()
    host.page.get_by_text("Partie 2 von 2").wait_for()
    second = Table(host.page)
    assert second.view["match"]["score"] == [0, 2]
    assert second.side != host_side


def test_rematch_swaps_the_sides(visit: Open) -> None:
    black, white = two(visit)
    black.tap(11, 15)
    white.wait(1)
    white.type("22-18")
    black.wait(2)
    white.page.get_by_role("button", name="Resign").click()
    white.page.locator("dialog .danger").click()
    black.page.get_by_role("button", name="Revanche").click()
    white.page.get_by_text("offers a rematch").wait_for()
    white.page.get_by_role("button", name="Accept").click()
    white.page.wait_for_url(lambda url: black.game not in url)
    again = Table(white.page)
    again.wait_until_ready()
    again.tap(11, 15)
    again.wait(1)


def resign(table: Table) -> None:
    table.page.locator(".controls").get_by_role("button", name=RESIGN).click()
    table.page.locator("dialog .danger").click()


def test_who_offers_a_rematch_is_told_so(visit: Open) -> None:
    black, white = two(visit)
    black.tap(11, 15)
    white.wait(1)
    white.type("22-18")
    black.wait(2)
    resign(black)
    black.page.get_by_role("button", name="Revanche").click()
    black.page.get_by_text("Du hast Revanche angeboten.").wait_for()
    assert "Revanche?" not in black.said
    assert black.page.get_by_role("button", name="Angeboten").is_disabled()
    watcher = visit(f"#/g/{black.game}")
    watcher.get_by_text(re.compile(r"Gast \d+ bietet Revanche an\.")).wait_for()
    assert watcher.get_by_role("button", name="Annehmen").count() == 0
    white.page.goto("about:blank")
    black.page.get_by_text(re.compile(r"Gast \d+ ist gerade nicht da\.")).wait_for()


def test_a_declined_rematch_is_told_to_who_offered_it(visit: Open) -> None:
    black, white = two(visit)
    black.tap(11, 15)
    white.wait(1)
    white.type("22-18")
    black.wait(2)
    resign(black)
    black.page.get_by_role("button", name="Revanche").click()
    white.page.get_by_role("button", name="Decline").click()
    black.page.get_by_text(re.compile(r"Gast \d+ möchte keine Revanche\.")).wait_for()
    white.page.get_by_text("You have declined the rematch.").wait_for()
    assert black.page.get_by_role("button", name="Revanche").count() == 0


def test_running_games_are_found_and_watched(visit: Open) -> None:
    black, white = two(visit)
    black.tap(11, 15)
    white.wait(1)
    page = visit("#/lobby")
    page.get_by_role("link", name=re.compile("Gerade (läuft|laufen) ")).click()
    page.locator(f'.list a[href="#/g/{black.game}"]').click()
    page.get_by_text("Du schaust zu").wait_for()


def open_game(*tables: Table) -> None:
    """Play on until both have moved after the card."""
    white, black = sorted(tables, key=lambda table: table.side, reverse=True)
    for ply, table in enumerate((white, black), 3):
        table.wait(ply)
        table.type(table.view["legal"][0]["text"])
    white.wait(5)


def second_game(visit: Open) -> tuple[Table, Table]:
    """Play a match up to its second game; the host has lost the first one."""
    host, friend = two(visit, ballot="english-3move")
    open_game(host, friend)
    resign(host)
    for table in (host, friend):
        table.page.get_by_text(re.compile("0:1|1:0")).wait_for()
    friend.page.get_by_role("button", name="Game 2").click()
    host.page.get_by_text("Partie 2 von 2").wait_for()
    return Table(host.page), Table(friend.page)


@pytest.mark.parametrize(
    "host_resigns, told",
    [
        (True, "Das Match ist zu Ende, 2:0. Sieger: Gast"),
        (False, "Das Match endet 1:1, unentschieden."),
    ],
)
def test_the_end_of_a_match_is_told(visit: Open, host_resigns: bool, told: str) -> None:
    host, friend = second_game(visit)
    open_game(host, friend)
    resign(host if host_resigns else friend)
    host.page.get_by_text(told).wait_for()


def test_a_match_whose_second_game_is_aborted_is_not_finished(visit: Open) -> None:
    host, _ = second_game(visit)
    host.page.get_by_role("button", name="Partie abbrechen").click()
    # "Abbrechen" would say neither.
    assert host.page.get_by_role("button", name="Abbrechen", exact=True).count() == 0
    host.page.get_by_role("button", name="Weiterspielen").wait_for()
    host.page.locator("dialog .danger").click()
    host.page.get_by_text("es ist nicht beendet: Partie 2 wurde abgebrochen.").wait_for()
    assert host.view["match"]["over"] is False


def test_who_is_left_alone_finds_another_opponent(visit: Open) -> None:
    black, white = two(visit)
    black.page.get_by_role("button", name="Partie abbrechen").click()
    black.page.locator("dialog .danger").click()
    link = white.page.get_by_role("link", name="Find another opponent")
    link.wait_for()
    # There is nothing to look at, and nothing to share.
    assert white.page.get_by_role("button", name="Share").count() == 0
    expect(white.page.get_by_role("button", name="Analysis")).to_be_disabled()
    link.click()
    white.page.wait_for_url(re.compile("#/lobby"))


def test_taking_back_needs_consent(visit: Open) -> None:
    black, white = two(visit)
    black.tap(11, 15)
    white.wait(1)
    black.page.get_by_role("button", name="Zug zurücknehmen").click()
    white.page.get_by_text("take a move back").wait_for()
    assert white.moves == ["11-15"]
    white.page.get_by_role("button", name="Accept").click()
    black.wait_for_takeback(0)
    assert black.moves == []


def test_two_at_one_device_see_whose_answer_an_offer_waits_for(visit: Open) -> None:
    opponent = {"kind": "same_device", "name": "Bert"}
    table = Table.begin(visit(), "english", opponent=opponent)
    table.tap(11, 15)
    table.wait(1)
    table.page.get_by_role("button", name="Remis").click()
    table.page.locator("dialog button").last.click()
    expect(table.page.get_by_text("Weiß bietet Remis an.")).to_contain_text("Schwarz antwortet.")
    table.page.get_by_role("button", name="Ablehnen").click()
    # What they agree on across the board needs no answer here.
    table.page.get_by_role("button", name="Zug zurücknehmen").click()
    table.wait_for_takeback(0)
    assert table.moves == []


def test_the_computer_lets_moves_be_taken_back_at_once(visit: Open) -> None:
    opponent = {"kind": "computer", "level": 1}
    table = Table.begin(visit(), "english", opponent=opponent)
    table.tap(11, 15)
    table.wait(2)
    table.page.get_by_role("button", name="Zug zurücknehmen").click()
    table.wait_for_takeback(0)
    assert table.moves == []


def test_a_hint_is_drawn_and_can_be_played(visit: Open) -> None:
    opponent = {"kind": "computer", "level": 1}
    table = Table.begin(visit(), "english", opponent=opponent)
    table.page.get_by_role("button", name="Tipp").click()
    table.page.get_by_text("und dann etwa").wait_for()
    move, _, line = table.said.removeprefix("Tipp: ").partition(",")
    assert line.endswith(".")
    origin, target = (int(part) for part in move.split("-"))
    table.tap(origin, target)
    table.wait(1)


def test_spectators_only_watch(visit: Open) -> None:
    black, white = two(visit)
    watcher = visit(f"#/g/{black.game}")
    seen = Table(watcher, black.game)
    seen.wait_until_ready()
    black.tap(11, 15)
    seen.wait(1)
    seen.tap(22, 18)
    watcher.wait_for_timeout(300)
    assert white.moves == ["11-15"]
    assert watcher.get_by_role("button", name="Remis").count() == 0
    watcher.get_by_text("Du schaust zu").wait_for()
    assert white.page.get_by_text("You are watching").count() == 0
    black.offer_draw()
    watcher.get_by_text(re.compile(r"Gast \d+ bietet Remis an\. Gast \d+ ist am Zug\.")).wait_for()
    assert watcher.get_by_text("Du schaust zu").is_visible()


def test_stepping_through_and_back_to_the_game(visit: Open) -> None:
    table = Table.begin(visit(), "english")
    start = table.letters
    table.tap(11, 15)
    table.wait(1)
    now = table.letters
    table.page.get_by_role("button", name="Vorige Stellung").click()
    table.page.get_by_text("Anfangsstellung").wait_for()
    assert table.letters == start
    table.page.get_by_role("button", name="Zur Partie").click()
    table.page.get_by_text("Anfangsstellung").wait_for(state="detached")
    assert table.letters == now


def test_draw_counters_show_from_the_tenth_last_move_on(visit: Open) -> None:
    table = Table.begin(visit(), "lite", start="W:WKa1:BKb8")
    to_and_fro = ["a1-b2", "b8-c7", "b2-a1", "c7-b8"]
    for ply in range(20):
        assert table.page.locator(".chip.count").count() == 0, ply
        table.type(to_and_fro[ply % 4])
        table.wait(ply + 1)
    table.page.get_by_text("Noch 10 Züge ohne Schlag bis Remis").click()
    table.page.get_by_text("neu gezählt wird durch einen Schlag").wait_for()
