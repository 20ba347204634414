"""Who may enter a competition, by the page: password, limits of ratings, and several boards."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.served import Guest, Server, until

from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_events import act, get_event, make_event, press
from tests.browser.test_friends import arrive
from tests.browser.test_history import member, sign_in
from tests.browser.test_pages import barriers

WORDS = {
    "de-DE": {
        "make": "Turnier anlegen",
        "code": "wer den Code hat",
        "password": "Eigenes Passwort",
        "from": "Wertung mindestens",
        "unrated": "Auch ohne gesicherte Wertung",
        "bots": "Programme dürfen mitspielen",
        "limits": "Mit einer Wertung von 1400 bis 4000, oder noch ohne.",
        "enter": "Anmelden",
        "field": "Code oder Passwort",
        "wrong": "Dieser Code gehört nicht zum Turnier.",
        "boards": "Deine Bretter",
    },
    "en-US": {
        "make": "Make an event",
        "code": "who has the code",
        "password": "Password of your own",
        "from": "Rating at least",
        "unrated": "Players without a settled rating, too",
        "bots": "Programs may take part",
        "limits": "For ratings from 1400 to 4000, and for those who have none yet.",
        "enter": "Enter",
        "field": "Code or password",
        "wrong": "This is not the code of the event.",
        "boards": "Your boards",
    },
}
BOTH = pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "de-DE"), (DESK, "en-US")], ids=["phone", "desk"]
)


@BOTH
def test_an_event_with_a_password_and_limits_is_made_and_entered(
    visit: Open, server: Server, size: dict[str, int], language: str
) -> None:
    words = WORDS[language]
    organiser, _ = member(server)
    page = visit(size=size, locale=language)
    arrive(page, server, organiser, "#/events/new")
    page.locator("form summary").press("Enter")
    page.get_by_text(words["code"], exact=True).click()
    page.get_by_label(words["password"]).fill("Blaue Gans")
    page.get_by_label(words["from"]).fill("1400")
    page.get_by_label(words["from"]).blur()
    page.get_by_label(words["unrated"]).check()
    page.get_by_label(words["bots"]).uncheck()
    assert barriers(page) == []
    press(page, words["make"])
    page.wait_for_url(lambda url: not url.endswith("/new"))
    event = page.url.rsplit("/", 1)[-1]
    settings = get_event(organiser, event)["settings"]
    assert (settings["rating_from"], settings["unrated"], settings["bots"]) == (1400, True, False)
    reader = visit(f"#/events/{event}", size=size, locale=language)
    expect(reader.get_by_text(words["limits"])).to_be_visible()
    reader.get_by_label(words["field"]).fill("rote Gans")
    press(reader, words["enter"])
    expect(reader.get_by_role("alert")).to_have_text(words["wrong"])
    reader.get_by_label(words["field"]).fill("blaue gans")
    press(reader, words["enter"])
    until(lambda: len(get_event(organiser, event)["entrants"]) == 1)
    assert barriers(reader) == []


@BOTH
def test_who_gives_an_exhibition_has_all_his_boards_on_its_page(
    visit: Open, server: Server, size: dict[str, int], language: str
) -> None:
    giver, name = member(server)
    event = make_event(giver, format="simultaneous", giver=name, rounds=0, time="900+10")
    act(giver, event, "enter")
    for each in ("Anna", "Bert", "Cleo"):
        act(Guest(server, each), event, "enter")
    act(giver, event, "pair")
    act(giver, event, "start")
    until(lambda: all(b["tables"] for b in get_event(giver, event)["rounds"][0]["boards"]))
    page = visit(size=size, locale=language)
    arrive(page, server, giver, f"#/events/{event}/rounds")
    boards = page.get_by_role("list", name=WORDS[language]["boards"]).get_by_role("link")
    expect(boards).to_have_count(3)
    expect(boards.nth(1)).to_contain_text("2: ")
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    game = get_event(giver, event)["rounds"][0]["boards"][1]["tables"][0]
    boards.nth(1).press("Enter")
    page.wait_for_url(lambda url: url.endswith(f"#/g/{game}"))


@BOTH
def test_who_plays_against_the_giver_of_an_exhibition_has_his_board_on_its_page(
    visit: Open, server: Server, size: dict[str, int], language: str
) -> None:
    giver, name = member(server)
    event = make_event(giver, format="simultaneous", giver=name, rounds=0, time="900+10")
    act(giver, event, "enter")
    challengers = [Guest(server, each) for each in ("Anna", "Bert", "Cleo")]
    for each in challengers:
        act(each, event, "enter")
    act(giver, event, "pair")
    act(giver, event, "start")
    until(lambda: all(b["tables"] for b in get_event(giver, event)["rounds"][0]["boards"]))
    page = visit(size=size, locale=language)
    sign_in(page, server, challengers[1])
    page.goto(f"{server.url}/#/events/{event}/rounds")
    mine = get_event(challengers[1], event)["you"]
    own = page.locator(".event-own")
    expect(own).to_contain_text(name)
    assert page.get_by_role("list", name=WORDS[language]["boards"]).count() == 0
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    own.get_by_role("link").first.press("Enter")
    page.wait_for_url(lambda url: url.endswith(f"#/g/{mine['game']}"))


MONEY = {
    "de-DE": {
        "desk": "Tisch",
        "paid": "Bezahlt",
        "fee": "Startgeld",
        "note": "Bezahlt: 2,50 €",
        "sums": "2,50 € von 15,00 € bezahlt.",
        "row": "noch 2,50 €",
        "said": "Startgeld: adults 10, youth 5 EUR",
    },
    "en-US": {
        "desk": "Desk",
        "paid": "Paid",
        "fee": "Fee",
        "note": "Paid: €2.50",
        "sums": "€2.50 paid of €15.00.",
        "row": "€2.50 due",
        "said": "Entry fee: adults 10, youth 5 EUR",
    },
}


@BOTH
def test_the_desk_marks_what_somebody_has_paid_and_others_do_not_read_it(
    visit: Open, server: Server, size: dict[str, int], language: str
) -> None:
    words = MONEY[language]
    organiser, _ = member(server)
    event = make_event(organiser, fees="adults 10, youth 5 EUR")
    for name in ("Anna", "Bert"):
        act(organiser, event, "admit", name=name)
    page = visit(size=size, locale=language)
    arrive(page, server, organiser, f"#/events/{event}/desk")
    page.get_by_role("button", name="Anna").press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(words["fee"]).select_option("youth")
    dialog.get_by_label(words["paid"], exact=True).fill("2,5")
    assert barriers(page) == []
    dialog.get_by_role("button", name=words["note"]).press("Enter")
    expect(page.get_by_text(words["sums"])).to_be_visible()
    expect(page.get_by_text(words["row"])).to_be_visible()
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    assert get_event(organiser, event)["fees"]["paid"] == 250
    reader = visit(f"#/events/{event}/entrants", size=size, locale=language)
    expect(reader.get_by_text(words["said"])).to_be_visible()
    expect(reader.get_by_text("Anna")).to_be_visible()
    assert "2,50" not in reader.content() and "2.50" not in reader.content()
