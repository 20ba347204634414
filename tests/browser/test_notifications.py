"""What one is told by the page and by the browser, and where it is set, in both languages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect
from support.mail_server import MailServer
from support.push_service import Browser, PushService
from support.served import Guest, Server, new_id, until

from tests.browser.conftest import DESK, PHONE, QUICK, Open
from tests.browser.test_friends import arrive
from tests.browser.test_history import member
from tests.browser.test_pages import barriers_by_day_and_night

HERE = "/api/account/notifications"
DAILY = {"side": "black", "time": "259200", "mode": "per-move"}
# A browser without the network of its maker: what it would be given is a test's.
SUBSCRIBES = """
given => {
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async (wish) => {
    if (!wish.userVisibleOnly || !wish.applicationServerKey) throw new Error("wish");
    return { toJSON: () => given };
  };
}
"""

# Promise what is shown next.
RECORDS = """
() => {
  self.shown = new Promise((done) => {
    self.registration.showNotification = async (...shown) => done(shown);
  });
}
"""
TAPS = """
(data) => {
  const tap = new Event("notificationclick");
  tap.notification = { data, close: () => undefined };
  tap.waitUntil = (going) => going.catch(() => "no window is raised without a finger");
  self.dispatchEvent(tap);
}
"""


@pytest.fixture(scope="module")
def push(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    with ExitStack() as stack:
        made = PushService(tmp_path_factory.mktemp("push"))
        stack.callback(made.close)
        yield made


@pytest.fixture(scope="module")
def mails() -> Iterator[MailServer]:
    with ExitStack() as stack:
        made = MailServer()
        stack.callback(made.close)
        yield made


@pytest.fixture(scope="module")
def notifier(
    tmp_path_factory: pytest.TempPathFactory, push: PushService, mails: MailServer
) -> Iterator[Server]:
    """Return a server whose operator has switched on messages and mail."""
    environment = {**push.environment, **mails.environment}
    with Server(tmp_path_factory.mktemp("told"), *QUICK, environment=environment) as server:
        yield server


def begin_daily(one: Guest, two: Guest) -> str:
    """Begin a game over days in which the second is to answer, and return its id."""
    begun = one.begin("friend", **DAILY)
    two.redeem(begun["code"])
    body = {"id": new_id(), "act": {"kind": "move", "text": "11-15"}}
    assert one.http.post(f"/api/games/{begun['game']}/do", json=body).status_code == 200
    return str(begun["game"])


@pytest.mark.parametrize(
    ("language", "size"), [("de-DE", PHONE), ("en-US", DESK)], ids=["de-phone", "en-desk"]
)
def test_what_one_is_told_of_is_chosen(
    visit: Open,
    notifier: Server,
    push: PushService,
    mails: MailServer,
    size: dict[str, int],
    language: str,
) -> None:
    german = language == "de-DE"
    who, _ = member(notifier)
    allowed = ["notifications"]
    page = visit(via=notifier.port, size=size, locale=language, installs=True, permissions=allowed)
    browser = Browser(push, new_id())
    given = json.dumps(browser.subscription)
    page.context.add_init_script(f"({SUBSCRIBES})({given})")
    arrive(page, notifier, who, "#/account")
    part = page.locator(".notices")
    part.get_by_role("heading", name="Benachrichtigungen" if german else "Notifications").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    assert barriers_by_day_and_night(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    # In plain words: who sees what.
    expect(part).to_contain_text("Server seines Herstellers" if german else "maker’s server")

    mine = "Ich bin am Zug (Fernpartie)" if german else "My turn (game over days)"
    turn = part.get_by_role("checkbox", name=f"{mine}: Browser")
    expect(turn).to_be_checked()
    turn.press("Space")
    expect(turn).not_to_be_checked()
    until(lambda: "turn" not in who.http.get(HERE).json()["choices"]["push"])
    turn.press("Space")
    until(lambda: "turn" in who.http.get(HERE).json()["choices"]["push"])

    name = "In diesem Browser einschalten" if german else "Switch on in this browser"
    part.get_by_role("button", name=name).press("Enter")
    off = part.get_by_role(
        "button", name="In diesem Browser ausschalten" if german else "Switch off in this browser"
    )
    off.wait_for()
    begin_daily(Guest(notifier), who)
    (message,) = until(lambda: push.of(browser.path))
    said = "Du bist am Zug." if german else "It is your move."
    assert browser.read(message)["body"] == said

    to = f"{new_id()}@example.org"
    part.get_by_role("textbox", name="Mailadresse" if german else "Mail address").fill(to)
    page.keyboard.press("Enter")
    part.get_by_role("status").filter(has_text=to).wait_for()
    assert barriers_by_day_and_night(page) == []
    (letter,) = until(lambda: mails.to(to))
    found = re.search(r"https://draughts\.example/(#\S+)", letter.get_content())
    assert found
    page.goto(f"{notifier.url}/{found[1]}")
    confirm = "Adresse bestätigen" if german else "Confirm address"
    page.get_by_role("button", name=confirm).press("Enter")
    page.locator("main").get_by_role("status").wait_for()
    assert barriers_by_day_and_night(page) == []
    assert who.http.get(HERE).json()["address"] == to
    page.goto(f"{notifier.url}/#/account")
    expect(part).to_contain_text(to)
    off.press("Enter")
    part.get_by_role("button", name=name).wait_for()
    assert who.http.get(HERE).json()["devices"] == []


def test_a_browser_shows_a_message_and_a_tap_opens_the_game(visit: Open, notifier: Server) -> None:
    page = visit(via=notifier.port, installs=True, permissions=["notifications"])
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    game = begin_daily(Guest(notifier), Guest(notifier))
    said = {
        "title": "crownhead",
        "body": "Du bist am Zug.",
        "path": f"/#/g/{game}",
        "tag": f"turn {game}",
        "language": "de",
    }
    (worker,) = page.context.service_workers
    # A browser without a screen has nowhere to show it.
    worker.evaluate(RECORDS)
    session = page.context.new_cdp_session(page)
    known: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: known.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.controller.state === 'activated'")
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": notifier.url, "registrationId": known[0], "data": json.dumps(said)},
    )
    title, options = worker.evaluate("self.shown")
    assert (title, options["body"], options["lang"]) == ("crownhead", said["body"], "de")
    assert (options["tag"], options["data"]) == (said["tag"], {"path": said["path"]})
    worker.evaluate(TAPS, options["data"])
    page.wait_for_url(f"**/#/g/{game}")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_page_calls_to_a_turn_and_leads_there(
    visit: Open, notifier: Server, size: dict[str, int]
) -> None:
    who, _ = member(notifier)
    page = visit(via=notifier.port, size=size)
    arrive(page, notifier, who, "#/settings")
    # Who is connected is told at once.
    page.wait_for_function("() => document.querySelector('.calls') !== null")
    game = begin_daily(Guest(notifier), who)
    call = page.locator(".calls li")
    expect(call).to_contain_text("Du bist am Zug.", timeout=60_000)
    assert barriers_by_day_and_night(page) == []
    call.get_by_role("link", name="Zur Partie").press("Enter")
    page.wait_for_url(f"**/#/g/{game}")
    expect(call).to_have_count(0)


def test_a_link_of_a_letter_is_good_once(visit: Open, notifier: Server) -> None:
    page: Page = visit(f"#/account/mail-{'x' * 43}", via=notifier.port)
    page.get_by_role("button", name="Adresse bestätigen").click()
    expect(page.get_by_role("alert")).to_contain_text("gilt nicht mehr")
    page.goto(f"{notifier.url}/#/account/stop-{'x' * 43}")
    page.get_by_role("button", name="Keine Mails mehr").click()
    expect(page.get_by_role("status")).to_contain_text("Es kommt keine Mail mehr.")
