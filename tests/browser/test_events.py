"""Competitions by the page: made, entered, paired, played and ranked, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from support.served import Guest, Server, new_id, until

from crownhead.competition import check
from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_friends import arrive
from tests.browser.test_history import act as play
from tests.browser.test_history import member
from tests.browser.test_pages import barriers

WORDS = {
    "de-DE": {
        "make": "Turnier anlegen",
        "name": "Name des Turniers",
        "rounds": "Anzahl der Runden",
        "six": "6 Teilnehmer",
        "pair": "Runde {n} auslosen",
        "publish": "Runde {n} veröffentlichen",
        "start": "Alle Bretter starten",
        "finish": "Turnier beenden",
        "standing": "Stand",
    },
    "en-US": {
        "make": "Make an event",
        "name": "Name of the event",
        "rounds": "Number of rounds",
        "six": "6 entrants",
        "pair": "Pair round {n}",
        "publish": "Publish round {n}",
        "start": "Start all boards",
        "finish": "End the event",
        "standing": "Standing",
    },
}


def act(who: Guest, event: str, kind: str, **values: Any) -> None:
    """Act in an event."""
    body = {"id": new_id(), "act": {"kind": kind, **values}}
    answer = who.http.post(f"/api/events/{event}/do", json=body)
    assert answer.status_code == 200, answer.text


def get_event(who: Guest, event: str) -> dict[str, Any]:
    """Return an event as somebody sees it."""
    found: dict[str, Any] = who.http.get(f"/api/events/{event}").json()
    return found


def make_event(who: Guest, **settings: Any) -> str:
    """Make an event, and return its id."""
    wish = {"name": "Club evening", "rounds": 2, "variant": "english", **settings}
    answer = who.http.post("/api/events", json=wish)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["event"])


def press(page: Page, name: str) -> None:
    """Press a button by the keyboard, once it can be."""
    button = page.get_by_role("button", name=name, exact=True)
    expect(button).to_be_enabled()
    button.press("Enter")


def play_round(who: Guest, event: str, guests: dict[str, Guest]) -> None:
    """Have the players of all boards play two moves each, and resign."""

    def tables() -> list[tuple[str, dict[str, Any]]]:
        boards = get_event(who, event)["rounds"][-1]["boards"]
        return [(board["tables"][0], board) for board in boards if board["tables"]]

    found = until(lambda: len(tables()) == 3 and tables())
    for game, board in found:
        names = {board["one"], board["two"]}
        for ply in range(3):
            view = who.http.get(f"/api/games/{game}").json()["view"]
            assert {each["name"] for each in view["players"].values()} == names
            mover = guests[view["players"][view["turn"]]["name"]]
            move = {"kind": "move", "text": view["legal"][0]["text"]}
            play(mover, game, move if ply < 2 else {"kind": "resign"})


@pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "de-DE"), (DESK, "en-US")], ids=["phone", "desk"]
)
def test_a_club_evening_from_its_making_to_the_final_standing(
    visit: Open, server: Server, size: dict[str, int], language: str
) -> None:
    words = WORDS[language]
    organiser, _ = member(server)
    page = visit(size=size, locale=language)
    arrive(page, server, organiser, "#/events")
    page.get_by_role("link", name=words["make"]).press("Enter")
    title = f"Evening {new_id()[-6:]}"
    page.get_by_label(words["name"]).fill(title)
    page.get_by_label(words["rounds"]).fill("2")
    assert barriers(page) == []
    press(page, words["make"])
    page.get_by_role("heading", name=title).wait_for()
    event = page.url.rsplit("/", 1)[-1]
    expect(page.get_by_text("crownhead serve --host 0.0.0.0")).to_be_visible()
    guests = {f"Guest {c}{new_id()[-5:]}": Guest(server) for c in "ABCDEF"}
    for name, each in guests.items():
        assert each.http.post("/api/me", json={"name": name}).status_code in (200, 201)
        act(each, event, "enter")
    page.get_by_role("heading", name=words["six"]).wait_for()
    for n in (1, 2):
        press(page, words["pair"].format(n=n))
        expect(page.get_by_role("dialog").locator("ol.boards li")).to_have_count(3)
        assert barriers(page) == []
        press(page, words["publish"].format(n=n))
        expect(page.get_by_role("dialog")).to_have_count(0)
        press(page, words["start"])
        play_round(organiser, event, guests)
    press(page, words["finish"])
    expect(page.get_by_role("button", name=words["finish"])).to_have_count(0)
    page.get_by_role("link", name=words["standing"], exact=True).press("Enter")
    rows = page.locator(".standing tbody tr")
    expect(rows).to_have_count(6)
    best = get_event(organiser, event)["standing"][0]
    expect(rows.first).to_contain_text(best["name"])
    rows.first.locator("button").first.press("Enter")
    terms = page.get_by_role("dialog").locator("tbody tr")
    expect(terms).to_have_count(2)
    expect(page.get_by_role("dialog").locator("tfoot")).to_contain_text(best["numbers"][0])
    assert barriers(page) == []
    page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    assert barriers(page) == []


@pytest.mark.parametrize("game", ["english", "international"])
def test_each_kind_of_the_short_form_makes_an_event(visit: Open, server: Server, game: str) -> None:
    organiser, _ = member(server)
    page = visit()
    arrive(page, server, organiser)
    page.evaluate(
        "game => localStorage.crownhead = JSON.stringify("
        "{ ...JSON.parse(localStorage.crownhead), game })",
        game,
    )
    page.reload()
    formats = []
    kinds = ("Vereinsabend", "Jeder gegen jeden, doppelt", "Zweikampf", "K.-o.-Turnier", "Arena")
    for kind in kinds:
        page.goto(f"{server.url}/#/events/new")
        page.get_by_role("group", name="Was wird gespielt?").get_by_text(kind, exact=True).click()
        expect(page.get_by_label("Name des Turniers")).to_have_value(re.compile(f"^{kind}, "))
        press(page, "Turnier anlegen")
        page.get_by_role("heading", name=kind, level=1).wait_for()
        made = get_event(organiser, page.url.rsplit("/", 1)[-1])["settings"]
        assert made["variant"] == game
        formats.append((made["format"], made["games"], made["ballots"] is not None))
    cards = game == "english"
    assert formats == [
        ("swiss", 1, False),
        ("round robin", 1, False),
        ("match", 2, cards),
        ("knockout", 2, cards),
        ("arena", 1, False),
    ]


@pytest.mark.parametrize(
    ("size", "language", "now", "until_when"),
    [
        (PHONE, "de-DE", "Bretter jetzt", "Die letzten Partien beginnen um"),
        (DESK, "en-US", "Boards now", "The last games begin at"),
    ],
    ids=["phone", "desk"],
)
def test_the_page_of_an_arena_shows_who_plays_now(
    visit: Open, server: Server, size: dict[str, int], language: str, now: str, until_when: str
) -> None:
    organiser, _ = member(server)
    arena = {"format": "arena", "rounds": 0, "minutes": 60, "scoring": "arena", "boards": "real"}
    event = make_event(organiser, **arena)
    for name in ("Anna", "Bert", "Cleo", "Dora"):
        act(organiser, event, "admit", name=name)
    act(organiser, event, "pair")
    for board in (1, 2):
        act(organiser, event, "result", round=1, board=board, games=["2-0"])
    page = visit(size=size, locale=language)
    page.goto(f"{server.url}/#/events/{event}/rounds")
    page.get_by_role("heading", name=now).wait_for()
    expect(page.get_by_text(until_when)).to_be_visible()
    places = page.locator("ol.boards .place")
    expect(places).to_have_text(["2.2", "2.1"])
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def test_an_arena_is_begun_and_told_of_without_rounds(visit: Open, server: Server) -> None:
    organiser, _ = member(server)
    arena = {"format": "arena", "rounds": 0, "minutes": 45, "scoring": "arena", "boards": "real"}
    event = make_event(organiser, **arena)
    for name in ("Anna", "Bert", "Cleo"):
        act(organiser, event, "admit", name=name)
    entrant = visit(f"#/events/{event}")
    press(entrant, "Anmelden")
    entrant.get_by_text("Sobald die Arena beginnt, bekommst du ein Brett.").wait_for()
    expect(entrant.get_by_text("Arena · 45 Minuten · Englische Dame")).to_be_visible()
    page = visit(size=DESK)
    arrive(page, server, organiser, f"#/events/{event}")
    step, dialog = page.locator(".step"), page.get_by_role("dialog")
    step.get_by_role("button", name="Arena starten").click()
    dialog.get_by_role("button", name="Arena starten").click()
    expect(dialog).to_have_count(0)
    expect(step.get_by_role("status")).to_have_text("An 2 Brettern wird gespielt.")


def test_a_guest_enters_by_one_tap_and_is_led_to_the_board(visit: Open, server: Server) -> None:
    organiser, _ = member(server)
    rival = Guest(server, f"Bert {new_id()[-6:]}")
    event = make_event(organiser)
    act(rival, event, "enter")
    page = visit(f"#/events/{event}")
    press(page, "Anmelden")
    page.get_by_text("Ich bin da").click()
    expect(page.get_by_role("radio", name="Ich bin da")).to_be_checked()
    until(lambda: [each for each in get_event(organiser, event)["entrants"] if each["here"]])
    act(organiser, event, "pair")
    page.locator(".own-board").get_by_text("Brett 1").wait_for()
    act(organiser, event, "start")
    page.wait_for_url("**/#/g/*")
    page.locator(".controls").wait_for()


def test_the_phone_beside_a_real_board_reports_what_both_confirm(
    visit: Open, server: Server
) -> None:
    organiser, _ = member(server)
    called = f"Bert {new_id()[-6:]}"
    rival = Guest(server, called)
    event = make_event(organiser, boards="real", ballots={"deck": "english-3move"})
    act(rival, event, "enter")
    page = visit(f"#/events/{event}")
    press(page, "Anmelden")
    until(lambda: len(get_event(organiser, event)["entrants"]) == 2)
    act(organiser, event, "pair")
    act(organiser, event, "start")
    press(page, "Ergebnis melden")
    page.get_by_role("dialog").get_by_text("2-0", exact=True).click()
    assert barriers(page) == []
    press(page, "Ergebnis eintragen")
    page.get_by_text("Du hast gemeldet: 2-0").wait_for()
    assert get_event(organiser, event)["rounds"][0]["boards"][0]["games"] == []
    # Who has reported something else is not missing.
    act(rival, event, "claim", round=1, board=1, games=["1-1"])
    differ = page.get_by_text(f"{called} hat gemeldet: 1-1.")
    differ.wait_for()
    expect(page.get_by_text("Du hast gemeldet: 2-0.", exact=True)).to_be_visible()
    assert page.get_by_text("Es fehlt noch dein Gegner").count() == 0
    act(rival, event, "claim", round=1, board=1, games=["2-0"])
    differ.wait_for(state="detached")
    assert get_event(organiser, event)["rounds"][0]["boards"][0]["games"] == ["2-0"]
    # The card was drawn before, and this page has computed it again.
    page.locator(".draw > summary").click()
    page.get_by_text("Zusage und Karten stimmen").wait_for()
    assert barriers(page) == []


def test_the_desk_refuses_what_cannot_be_and_corrects_with_a_reason(
    visit: Open, server: Server
) -> None:
    organiser, _ = member(server)
    event = make_event(organiser, boards="real")
    page = visit()
    arrive(page, server, organiser, f"#/events/{event}")
    for name, count in (("Anna", 1), ("Bert", 2)):
        page.get_by_label("Name", exact=True).fill(name)
        press(page, "Hinzufügen")
        expect(page.locator(".rows li .what")).to_have_count(count)
        expect(page.get_by_label("Name", exact=True)).to_have_value("")
    page.get_by_label("Name", exact=True).fill("Anna")
    press(page, "Hinzufügen")
    taken = "Unter diesem Namen ist schon jemand angemeldet."
    expect(page.get_by_role("alert")).to_have_text(taken)
    act(organiser, event, "pair")
    act(organiser, event, "start")
    press(page, "Ergebnis von Brett 1 eintragen")
    page.get_by_role("dialog").get_by_text("2-0", exact=True).click()
    press(page, "Ergebnis eintragen")
    # The board has its result a moment before the dialog is gone.
    expect(page.get_by_role("dialog")).to_have_count(0)
    press(page, "Ergebnis von Brett 1 berichtigen")
    page.get_by_role("dialog").get_by_text("1-1", exact=True).click()
    page.get_by_label("Grund").fill("the slip was read wrongly")
    press(page, "Ergebnis eintragen")
    page.get_by_role("link", name="Verlauf").click()
    page.get_by_text("the slip was read wrongly").wait_for()
    assert barriers(page) == []
    assert get_event(organiser, event)["rounds"][0]["boards"][0]["games"] == ["1-1"]


@pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "de-DE"), (DESK, "en-US")], ids=["phone", "desk"]
)
def test_an_illness_is_told_at_the_desk_in_the_rounds_and_in_the_standing(
    visit: Open, server: Server, size: dict[str, int], language: str
) -> None:
    german = language == "de-DE"
    change, leaves = ("{} ändern", "Steigt aus") if german else ("Change {}", "Withdraw")
    reason, gone = ("Grund", "gestrichen") if german else ("Reason", "cancelled")
    organiser, _ = member(server)
    event = make_event(organiser, boards="real", format="round robin", rounds=0)
    page = visit(size=size, locale=language)
    arrive(page, server, organiser, f"#/events/{event}")
    # How many rounds there are is not known before somebody has entered.
    page.get_by_text("Jeder gegen jeden · " if german else "Round robin · ").wait_for()
    expect(page.locator(".event-about p").first).not_to_contain_text("1 R")
    for name in ("Anna", "Bert", "Cleo", "Dora"):
        act(organiser, event, "admit", name=name)
    act(organiser, event, "pair")
    act(organiser, event, "start")
    for board in (1, 2):
        act(organiser, event, "result", round=1, board=board, games=["2-0"])
    ill, other = (
        get_event(organiser, event)["rounds"][0]["boards"][0][who] for who in ("one", "two")
    )
    press(page, change.format(ill))
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("1 von 3 Partien" if german else "1 of 3 games")
    dialog.get_by_label(reason).fill("ill")
    assert barriers(page) == []
    dialog.get_by_role("button", name=leaves, exact=True).press("Enter")
    expect(dialog).to_have_count(0)
    told = page.locator("ol.boards li").filter(has_text=other)
    expect(told).to_contain_text("(2 : 0)")
    expect(told).to_contain_text("zählt nicht" if german else "does not count")
    # What counts for nobody is neither corrected, nor can its player come back.
    expect(told.get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("button", name=change.format(ill))).to_have_count(0)
    page.get_by_role("link", name="Stand" if german else "Standing", exact=True).press("Enter")
    expect(page.locator(".standing tbody tr").last).to_contain_text(gone)
    assert barriers(page) == []
    page.get_by_role("link", name="Verlauf" if german else "Trail").press("Enter")
    page.get_by_text(gone).first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def test_a_button_beside_fields_stood_lower_than_they_do(visit: Open, server: Server) -> None:
    def bottoms(page: Page, field: str, button: str) -> list[int]:
        controls = (
            page.get_by_label(field, exact=True),
            page.get_by_role("button", name=button, exact=True),
        )
        boxes = [each.bounding_box() for each in controls]
        return [round(box["y"] + box["height"]) for box in boxes if box is not None]

    organiser, _ = member(server)
    event = make_event(organiser, boards="real")
    page = visit(size=DESK)
    arrive(page, server, organiser, f"#/events/{event}")
    guest = visit("#/settings", size=DESK)
    for shown_at, field, button in (
        (page, "Verein", "Hinzufügen"),
        (page, "Name des Kontos", "Ernennen"),
        (guest, "Dein Name", "Speichern"),
    ):
        first, second = bottoms(shown_at, field, button)
        assert first == second


def test_fields_of_the_desk_were_too_narrow_for_a_name_on_a_phone(
    visit: Open, server: Server
) -> None:
    organiser, _ = member(server)
    event = make_event(organiser, boards="real")
    page = visit()
    arrive(page, server, organiser, f"#/events/{event}")
    for label in ("Name", "Verein", "Name des Kontos"):
        box = page.get_by_label(label, exact=True).bounding_box()
        assert box is not None and box["width"] >= 120, label


@pytest.mark.parametrize("language", ["de-DE", "en-US"])
def test_the_three_lists_of_events_did_not_fit_in_one_row_on_a_phone(
    visit: Open, language: str
) -> None:
    page = visit("#/events", locale=language)
    choices = page.get_by_role("group").locator("label")
    expect(choices).to_have_count(3)
    assert len({each.evaluate("(label) => label.offsetTop") for each in choices.all()}) == 1


def test_the_page_that_is_shown_was_beyond_the_edge_of_its_tabs(
    visit: Open, server: Server
) -> None:
    organiser, _ = member(server)
    event = make_event(organiser, boards="real")
    page = visit()
    arrive(page, server, organiser, f"#/events/{event}/trail")
    for name in ("Verlauf", "Turnierleitung"):
        tab = page.locator(".tabs").get_by_role("link", name=name)
        if name != "Verlauf":
            tab.press("Enter")
        expect(tab).to_have_attribute("aria-current", "page")
        expect(tab).to_be_in_viewport(ratio=1)


FOCUSED = "document.activeElement.textContent || document.activeElement.ariaLabel"


@pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "en-US"), (DESK, "de-DE")], ids=["phone", "desk"]
)
def test_the_keyboard_goes_on_where_it_was_at_the_desk(
    visit: Open, server: Server, size: dict[str, int], language: str
) -> None:
    """A button that is disabled while the server answers loses the focus; one may be gone."""
    words = WORDS[language]
    german = language == "de-DE"
    organiser, _ = member(server)
    event = make_event(organiser, boards="real", rounds=2)
    page, guest = visit(size=size, locale=language), visit(f"#/events/{event}", locale=language)
    arrive(page, server, organiser, f"#/events/{event}")
    name = f"Cleo {new_id()[-6:]}"
    guest.get_by_label("Wie heißt du?" if german else "What is your name?").fill(name)
    press(guest, "Anmelden" if german else "Enter")
    # What was pressed is gone; what stands there now has a heading.
    guest.wait_for_function(f"name => {FOCUSED} === name", arg=name)
    for each in ("Anna", "Bert"):
        act(organiser, event, "admit", name=each)
    pair = words["pair"].format(n=1)
    press(page, pair)
    # Three for two rounds are warned of.
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".cautions li").first).to_be_visible()
    assert barriers(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.wait_for_function(f"name => {FOCUSED} === name", arg=pair)
    page.keyboard.press("Enter")
    press(page, words["publish"].format(n=1))
    expect(dialog).to_have_count(0)
    page.locator(".step button.main").press("Enter")
    page.locator("ol.boards button").first.press("Enter")
    # The first of the results, and not the switch for rare ones.
    expect(dialog.get_by_role("radio").first).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    correct = "Ergebnis von Brett 1 berichtigen" if german else "Correct the result of board 1"
    expect(page.get_by_role("button", name=correct)).to_be_focused()


def test_a_draft_outlasts_what_changes_no_board(visit: Open, server: Server) -> None:
    """Whoever checked in while the desk looked at the draft had it refused, as of a game."""
    organiser, _ = member(server)
    event = make_event(organiser, ballots={"deck": "english-3move"}, games=2)
    guests = [Guest(server) for _ in range(4)]
    for each in guests:
        act(each, event, "enter")
    page = visit(size=DESK)
    arrive(page, server, organiser, f"#/events/{event}")
    press(page, "Runde 1 auslosen")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("ol.boards li")).to_have_count(2)
    act(guests[0], event, "check_in")
    act(guests[1], event, "contribute", text="three ducks")
    press(page, "Runde 1 veröffentlichen")
    expect(dialog).to_have_count(0)
    assert len(get_event(organiser, event)["rounds"]) == 1


def test_a_draft_that_has_another_board_is_shown_before_it_is_published(
    visit: Open, server: Server
) -> None:
    organiser, _ = member(server)
    event = make_event(organiser)
    guests = [Guest(server) for _ in range(6)]
    for each in guests[:4]:
        act(each, event, "enter")
    page = visit(size=DESK)
    arrive(page, server, organiser, f"#/events/{event}")
    press(page, "Runde 1 auslosen")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("ol.boards li")).to_have_count(2)
    for each in guests[4:]:
        act(each, event, "enter")
    press(page, "Runde 1 veröffentlichen")
    expect(dialog.locator("ol.boards li")).to_have_count(3)
    expect(dialog.get_by_role("alert")).to_have_text(
        "Hier ist inzwischen etwas geschehen; sieh noch einmal hin."
    )
    assert get_event(organiser, event)["rounds"] == []
    press(page, "Runde 1 veröffentlichen")
    expect(dialog).to_have_count(0)
    assert len(get_event(organiser, event)["rounds"][0]["boards"]) == 3


def test_a_no_show_is_told_and_nothing_is_asked_after_the_end(visit: Open, server: Server) -> None:
    organiser, _ = member(server)
    event = make_event(organiser, boards="real", rounds=1)
    for name in ("Anna", "Bert"):
        act(organiser, event, "admit", name=name)
    act(organiser, event, "pair")
    act(organiser, event, "start")
    missing = get_event(organiser, event)["rounds"][0]["boards"][0]["two"]
    page = visit()
    arrive(page, server, organiser, f"#/events/{event}")
    press(page, "Ergebnis von Brett 1 eintragen")
    page.get_by_role("switch", name="Kampflos und Seltenes").click()
    expect(page.get_by_role("dialog")).to_contain_text(f"+/-: {missing} fehlt.")
    assert barriers(page) == []
    page.get_by_role("dialog").get_by_text("+/-", exact=True).click()
    press(page, "Ergebnis eintragen")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("ol.boards li")).to_contain_text("kampflos")
    press(page, "Turnier beenden")
    expect(page.get_by_role("button", name="Turnier beenden")).to_have_count(0)
    expect(page.get_by_role("button", name="Anna ändern")).to_have_count(0)
    expect(page.get_by_text("sind für die nächste Runde da")).to_have_count(0)
    expect(page.get_by_role("heading", name="So kommt man hinein")).to_have_count(0)
    assert barriers(page) == []


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_wall_stops_on_a_tap_and_is_stepped_by_hand(
    visit: Open, server: Server, size: dict[str, int]
) -> None:
    organiser, _ = member(server)
    event = make_event(organiser, boards="real")
    for name in ("Anna", "Bert", "Cleo", "Dora"):
        act(organiser, event, "admit", name=name)
    act(organiser, event, "pair")
    page = visit(f"#/events/{event}/wall", size=size, reduced_motion="no-preference")
    turning = page.get_by_role("button", name="Von selbst weiterblättern")
    expect(turning).to_have_attribute("aria-pressed", "true")
    page.get_by_role("heading", name="Runde 1").click()
    expect(turning).to_have_attribute("aria-pressed", "false")
    press(page, "Nächste Ansicht")
    page.get_by_role("heading", name="Stand").wait_for()
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    still = visit(f"#/events/{event}/wall", size=size, reduced_motion="reduce")
    turning = still.get_by_role("button", name="Von selbst weiterblättern")
    expect(turning).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_long_name_pushed_the_wall_beyond_its_edge(
    visit: Open, server: Server, size: dict[str, int]
) -> None:
    organiser, _ = member(server)
    name = "Vereinsabend der Damefreunde Nordwest-Mecklenburg e. V. 1923"
    event = make_event(organiser, boards="real", name=name)
    for entrant in ("Anna", "Maximiliana-Alexandra von Hohenstein-Wallenburg zu Adler"):
        act(organiser, event, "admit", name=entrant)
    act(organiser, event, "pair")
    page = visit(f"#/events/{event}/wall", size=size)
    page.get_by_role("cell", name="1", exact=True).wait_for()
    for part in (page.get_by_role("heading", name=name), page.get_by_role("table")):
        box = part.bounding_box()
        assert box is not None and box["x"] + box["width"] <= size["width"]


def test_an_event_of_ones_own_stands_on_the_first_screen(visit: Open, server: Server) -> None:
    organiser, _ = member(server)
    title = f"Cup {new_id()[-6:]}"
    event = make_event(organiser, name=title)
    page = visit(f"#/events/{event}")
    press(page, "Anmelden")
    page.get_by_role("button", name="Aussteigen").wait_for()
    page.goto(f"{server.url}/#/")
    page.get_by_role("link", name=title).press("Enter")
    page.get_by_role("heading", name=title, level=1).wait_for()


def test_an_event_is_taken_away_and_printed(visit: Open, server: Server) -> None:
    organiser, _ = member(server)
    event = make_event(organiser, boards="real")
    for name in ("Anna", "Bert"):
        act(organiser, event, "admit", name=name)
    act(organiser, event, "pair")
    page = visit(f"#/events/{event}", locale="en-US")
    page.get_by_text("Download and print").click()
    with page.expect_download() as begun:
        page.get_by_role("link", name="The event as a file").click()
    assert check(begun.value.path().read_bytes()).right
    with page.expect_popup() as opening:
        page.get_by_role("link", name="Round 1", exact=True).click()
    opening.value.get_by_role("cell", name="Anna").wait_for()


def test_the_arbiter_is_called_from_a_game_and_decides_at_the_desk(
    visit: Open, server: Server
) -> None:
    organiser, _ = member(server)
    rival = Guest(server, f"Bert {new_id()[-6:]}")
    event = make_event(organiser, time="600+5")
    act(rival, event, "enter")
    page, desk = visit(f"#/events/{event}"), visit(size=DESK)
    arrive(desk, server, organiser, f"#/events/{event}")
    press(page, "Anmelden")
    until(lambda: len(get_event(organiser, event)["entrants"]) == 2)
    act(organiser, event, "pair")
    act(organiser, event, "start")
    page.wait_for_url("**/#/g/*")
    page.get_by_role("button", name="Mehr").click()
    press(page, "Schiedsrichter rufen")
    page.get_by_label("Worum geht es?").fill("he touched another piece")
    assert barriers(page) == []
    press(page, "Schiedsrichter rufen")
    expect(page.get_by_role("dialog")).to_have_count(0)
    desk.get_by_text("he touched another piece").wait_for()
    assert barriers(desk) == []
    press(desk, "Über Brett 1 entscheiden")
    desk.get_by_label("Entscheidung").select_option("draw")
    assert barriers(desk) == []
    press(desk, "Entscheiden")
    expect(desk.get_by_role("dialog")).to_have_count(0)
    until(lambda: get_event(organiser, event)["rounds"][0]["boards"][0]["games"] == ["1-1"])
    page.get_by_role("link", name="Zum Turnier").wait_for()


@pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "en-US"), (DESK, "de-DE")], ids=["phone", "desk"]
)
def test_the_desk_stops_a_board_adds_time_and_lets_all_go_on(
    visit: Open, server: Server, size: dict[str, int], language: str
) -> None:
    words = {
        "de-DE": ("Eingreifen an Brett 1", "Anhalten", "angehalten", "Zeit dazugeben"),
        "en-US": ("Step in at board 1", "Stop", "stopped", "Add time"),
    }
    game_of, stop, stopped, add = words[language]
    go_on = {"de-DE": "Alle weiterspielen", "en-US": "Resume all boards"}[language]
    told = {
        "de-DE": "Der Schiedsrichter hat die Partie angehalten.",
        "en-US": "The arbiter has stopped the game.",
    }[language]
    organiser, _ = member(server)
    players = [member(server)[0], Guest(server, f"Bert {new_id()[-6:]}")]
    event = make_event(organiser, time="600+5")
    for each in players:
        act(each, event, "enter")
    act(organiser, event, "pair")
    act(organiser, event, "start")
    game = until(lambda: get_event(players[0], event)["you"]["game"])
    desk, page = visit(size=size, locale=language), visit(locale=language)
    arrive(page, server, players[0], f"#/g/{game}")
    arrive(desk, server, organiser, f"#/events/{event}")
    press(desk, game_of)
    dialog = desk.get_by_role("dialog")
    dialog.locator("input[maxlength='200']").fill("A glass has fallen over")
    assert barriers(desk) == []
    dialog.get_by_role("button", name=stop, exact=True).press("Enter")
    expect(dialog).to_have_count(0)
    desk.get_by_text(stopped, exact=True).first.wait_for()
    page.get_by_text(told).first.wait_for()
    expect(page.get_by_role("button", name="Weiterspielen")).to_have_count(0)
    assert barriers(page) == []
    before = time_left(organiser, game)
    press(desk, game_of)
    dialog.locator("label", has_text=add).first.click()
    dialog.locator("input[maxlength='200']").fill("It was the other's glass")
    assert barriers(desk) == []
    dialog.get_by_role("button", name=add, exact=True).press("Enter")
    expect(dialog).to_have_count(0)
    until(lambda: time_left(organiser, game) == before + 60_000)
    press(desk, go_on)
    until(lambda: not organiser.http.get(f"/api/games/{game}").json()["view"]["paused"])
    expect(page.get_by_text(told)).to_have_count(0)
    assert barriers(desk) == []


def time_left(who: Guest, game: str) -> int:
    """Return what both players have left while their clocks stand, in ms."""
    clock = who.http.get(f"/api/games/{game}").json()["view"]["clock"]
    return int(clock["white"]) + int(clock["black"])


def test_a_level_board_of_a_knockout_is_decided_by_a_tie_break(visit: Open, server: Server) -> None:
    organiser, _ = member(server)
    event = make_event(organiser, boards="real", format="knockout", rounds=0)
    for name in ("Anna", "Bert"):
        act(organiser, event, "admit", name=name)
    act(organiser, event, "pair")
    act(organiser, event, "start")
    page = visit(locale="en-US")
    arrive(page, server, organiser, f"#/events/{event}")
    press(page, "Enter the result of board 1")
    page.get_by_role("dialog").get_by_text("1-1", exact=True).click()
    press(page, "Enter the result")
    expect(page.get_by_role("dialog")).to_have_count(0)
    press(page, "Tie-break of board 1")
    page.get_by_role("group", name="Game 1").get_by_text("1-1", exact=True).click()
    page.get_by_role("group", name="Game 2").get_by_text("2-0", exact=True).click()
    assert barriers(page) == []
    press(page, "Enter the result")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_text("All is played.").wait_for()
    assert get_event(organiser, event)["rounds"][0]["boards"][0]["extra"] == ["1-1", "2-0"]


def test_who_types_his_name_before_he_enters_is_entered_by_it(visit: Open, server: Server) -> None:
    organiser, _ = member(server)
    event = make_event(organiser)
    page = visit(f"#/events/{event}")
    name = f"Cleo {new_id()[-6:]}"
    page.get_by_label("Wie heißt du?").fill(name)
    page.get_by_role("button", name="Anmelden", exact=True).click()
    page.get_by_role("heading", name=name).wait_for()
    assert [each["name"] for each in get_event(organiser, event)["entrants"]] == [name]


def test_who_makes_an_account_on_the_way_to_an_event_comes_back_to_it(visit: Open) -> None:
    page = visit("#/events/new")
    page.get_by_role("main").get_by_role("link", name="Konto", exact=True).click()
    form = page.get_by_role("form", name="Konto anlegen")
    form.get_by_label("Name").fill(f"Olga {new_id()[-8:]}")
    form.get_by_label("Passwort").fill("four kings on d8 today")
    press(page, "Mit Passwort anlegen")
    page.get_by_role("button", name="Ich habe sie aufgehoben").press("Enter")
    page.wait_for_url("**/#/events/new")
    expect(page.get_by_role("button", name="Turnier anlegen")).to_be_enabled()
