"""What players are told who do not look: by their page, by their browsers, by mail."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpcore
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from support.mail_server import MailServer
from support.push_service import Browser, PushService, claims_of, decode, encode
from support.served import Guest, Server, new_id, two_processes, until
from support.service import open_service

from crownhead.errors import CrownheadError
from crownhead.server.clock import DAY, ServerTime, milliseconds
from crownhead.server.messages.bodies import Friend, NewGame
from crownhead.server.room.notices import Notice, last_day, notices_of, still_holds
from crownhead.server.sending import webpush
from crownhead.server.sending.mail import Letter, NotAnAddress, clean_address
from crownhead.server.sending.mail import MailServer as Sending
from crownhead.server.sending.push_client import (
    NotAllowedAddress,
    PushClient,
    check_endpoint,
    is_public,
)
from crownhead.server.settings import Settings
from tests.server.test_events import did

PASSWORD = "four kings on d8"
DAILY = {"variant": "english", "time": "259200", "mode": "per-move"}
HERE = "/api/account/notifications"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    """Return a push service; each browser has a path of its own there."""
    with ExitStack() as stack:
        made = PushService(tmp_path_factory.mktemp("push"))
        stack.callback(made.close)
        yield made


@pytest.fixture(scope="module")
def mails() -> Iterator[MailServer]:
    """Return a mail server; each test has addresses of its own there."""
    with ExitStack() as stack:
        made = MailServer()
        stack.callback(made.close)
        yield made


@pytest.fixture(scope="module")
def one(
    tmp_path_factory: pytest.TempPathFactory, service: PushService, mails: MailServer
) -> Iterator[Server]:
    """Return a server whose operator has switched on messages and mail."""
    environment = {**service.environment, **mails.environment}
    folder = tmp_path_factory.mktemp("one")
    with Server(folder, "--no-limits", "--no-delay", environment=environment) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def two(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    one: Server,
    service: PushService,
    mails: MailServer,
) -> Iterator[tuple[Server, Server]]:
    """Return the processes that two people come to: with PostgreSQL not the same."""
    if request.param == "sqlite":
        yield one, one
        return
    environment = {**service.environment, **mails.environment}
    with two_processes(tmp_path, str(request.getfixturevalue("database")), environment) as servers:
        yield servers


def address() -> str:
    """Return an address of mail that no other test has."""
    return f"{new_id()}@example.org"


def browser_at(service: PushService) -> Browser:
    """Return a browser that no other test has."""
    return Browser(service, new_id())


def member(server: Server, language: str = "en") -> Guest:
    """Return somebody who has signed in."""
    who = Guest(server, language=language)
    made = {"name": f"Fritz {new_id()[-8:]}", "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    return who


def name_of(who: Guest) -> str:
    return str(who.http.get("/api/account").json()["account"]["name"])


def subscribe(who: Guest, browser: Browser) -> dict[str, Any]:
    answer = who.http.post(f"{HERE}/devices", json=browser.subscription)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def choose(who: Guest, **ways: list[str]) -> None:
    known = who.http.get(HERE).json()["choices"]
    assert who.http.post(HERE, json={**known, **ways}).status_code == 200


def begin_daily(one: Guest, two: Guest, **wish: Any) -> str:
    """Begin a game over days, one with Black, and return its id."""
    begun = one.begin("friend", **{"side": "black", **DAILY, **wish})
    two.redeem(begun["code"])
    return str(begun["game"])


def move(who: Guest, game: str, text: str) -> None:
    body = {"id": new_id(), "act": {"kind": "move", "text": text}}
    answer = who.http.post(f"/api/games/{game}/do", json=body)
    assert answer.status_code == 200, answer.text


def confirm(who: Guest, mails: MailServer, address: str) -> None:
    """Name an address, and confirm it by the letter that has come."""
    assert who.http.post(f"{HERE}/mail", json={"address": address}).status_code == 200
    letter = until(lambda: mails.to(address))[-1]
    code = code_in(letter.get_content())
    assert who.http.post("/api/mail/confirm", json={"code": code}).status_code == 204


def code_in(text: str) -> str:
    found = re.search(r"https://draughts\.example/#/account/mail-(\S+)", text)
    assert found, text
    return found[1]


# By browsers


def test_a_turn_is_told_by_a_browser_that_alone_can_read_it(
    two: tuple[Server, Server], service: PushService
) -> None:
    anna, bert = member(two[0]), member(two[1], "de-DE")
    browser = browser_at(service)
    key = subscribe(bert, browser)["key"]
    game = begin_daily(anna, bert)
    move(anna, game, "11-15")
    (message,) = until(lambda: service.of(browser.path))
    assert browser.read(message) == {
        "title": "crownhead",
        "body": "Du bist am Zug.",
        "path": f"/#/g/{game}",
        "tag": f"turn {game}",
        "language": "de",
    }
    headers = message.headers
    assert headers["content-encoding"] == "aes128gcm"
    assert (headers["ttl"], headers["urgency"]) == ("86400", "normal")
    assert game not in headers["topic"]
    claims = claims_of(headers["authorization"], key)
    assert claims["aud"] == f"https://127.0.0.1:{service.port}"
    assert claims["sub"] == "mailto:operator@draughts.example"
    # Nothing of what it is about can be seen from outside.
    assert game.encode() not in message.content
    assert 1024 < len(message.content) < 1200
    # All processes have the same key.
    other = browser_at(service)
    assert subscribe(anna, other)["key"] == key
    move(bert, game, "23-19")
    (told,) = until(lambda: service.of(other.path))
    assert other.read(told)["body"] == "It is your move."


def test_a_challenge_is_told_and_what_was_answered_is_not(
    two: tuple[Server, Server], service: PushService
) -> None:
    anna, bert = member(two[0]), member(two[1])
    browser = browser_at(service)
    subscribe(bert, browser)
    wish = {"to": name_of(bert), "variant": "english", "time": "180+2"}
    game = anna.http.post("/api/challenges", json=wish).json()["game"]
    (message,) = until(lambda: service.of(browser.path))
    assert browser.read(message)["tag"] == f"challenge {game}"
    assert message.headers["urgency"] == "high"


def test_each_kind_is_switched_off_for_itself(
    one: Server, service: PushService, mails: MailServer
) -> None:
    anna, bert = member(one), member(one)
    browser = browser_at(service)
    subscribe(bert, browser)
    to = address()
    confirm(bert, mails, to)
    choose(bert, push=["challenge"], mail=["turn"], page=["deadline"])
    game = begin_daily(anna, bert)
    move(anna, game, "11-15")
    # The letter is the last of what the turn brings about.
    until(lambda: len(mails.to(to)) == 2)
    assert service.of(browser.path) == []
    assert bert.http.get("/api/challenges").json()["turns"] == []
    wish = {"to": name_of(bert), "variant": "english", "time": "180+2"}
    assert anna.http.post("/api/challenges", json=wish).status_code == 201
    (message,) = until(lambda: service.of(browser.path))
    assert browser.read(message)["body"] == "You have been challenged to a game."
    assert len(mails.to(to)) == 2
    # What the page was not to say it does not say, but shows who asks.
    received = bert.http.get("/api/challenges").json()
    assert received["quiet"] and len(received["received"]) == 1


def test_who_looks_at_the_game_is_told_nothing_more(one: Server, service: PushService) -> None:
    anna, bert = member(one), member(one)
    looks, away = browser_at(service), browser_at(service)
    subscribe(bert, looks)
    subscribe(anna, away)
    game = begin_daily(anna, bert)
    # Anna begins, and was away when the game did.
    until(lambda: service.of(away.path))
    socket = bert.socket()
    socket.watch(game)
    move(anna, game, "11-15")
    move(bert, game, "23-19")
    until(lambda: len(service.of(away.path)) == 2)
    assert service.of(looks.path) == []


def test_a_browser_that_is_gone_is_forgotten(one: Server, service: PushService) -> None:
    anna, bert = member(one), member(one)
    gone, here = browser_at(service), browser_at(service)
    subscribe(bert, gone)
    subscribe(bert, here)
    service.statuses[gone.path] = [410]
    game = begin_daily(anna, bert)
    move(anna, game, "11-15")
    until(lambda: service.of(here.path) and service.of(gone.path))
    devices = until(lambda: len(bert.http.get(HERE).json()["devices"]) == 1)
    assert devices and len(service.of(gone.path)) == 1


def test_what_may_help_is_tried_again_and_nothing_leads_elsewhere(
    one: Server, service: PushService
) -> None:
    anna, bert = member(one), member(one)
    busy, leads = browser_at(service), browser_at(service)
    subscribe(bert, busy)
    subscribe(bert, leads)
    service.statuses[busy.path] = [503, 429]
    service.statuses[leads.path] = [307]
    game = begin_daily(anna, bert)
    move(anna, game, "11-15")
    until(lambda: len(service.of(busy.path)) == 3)
    until(lambda: len(bert.http.get(HERE).json()["devices"]) == 1)
    assert service.of("/elsewhere") == []


def test_who_signs_out_is_told_nothing_there(one: Server, service: PushService) -> None:
    anna, bert = member(one), member(one)
    browser, other = browser_at(service), browser_at(service)
    subscribe(bert, browser)
    name = name_of(bert)
    phone = Guest(one)
    signed = phone.http.post("/api/account/sign-in", json={"name": name, "password": PASSWORD})
    assert signed.status_code == 200
    subscribe(phone, other)
    assert bert.http.post("/api/account/sign-out").status_code == 204
    game = begin_daily(anna, phone)
    move(anna, game, "11-15")
    until(lambda: service.of(other.path))
    (device,) = phone.http.get(HERE).json()["devices"]
    assert device["this"]
    assert service.of(browser.path) == []


ENDPOINTS = [
    "http://push.example/send",
    "https://127.0.0.1/send",
    "https://[::1]/send",
    "https://[::ffff:10.0.0.1]/send",
    "https://[64:ff9b::a00:1]/send",
    "https://169.254.169.254/latest/meta-data",
    "https://2130706433/send",
    "https://127.1/send",
    "https://0x7f.1/send",
    "https://localhost/send",
    "https://push.example:8443/send",
    "https://anna:secret@push.example/send",
    "https://push.example/send#here",
    "https://push.example/send\r\nhost: other",
    "https://push.example:99999/send",
    "https://пуш.example/send",
    "https://" + "a" * 1000 + ".example/",
]


def test_an_endpoint_that_no_push_service_has_is_refused(one: Server) -> None:
    bert = member(one)
    keys = {"p256dh": encode(b"\4" + b"1" * 64), "auth": encode(b"1" * 16)}
    for endpoint in ENDPOINTS:
        answer = bert.http.post(f"{HERE}/devices", json={"endpoint": endpoint, "keys": keys})
        assert answer.status_code == 400, endpoint
        with pytest.raises(NotAllowedAddress):
            check_endpoint(endpoint)


def test_keys_that_are_none_are_refused(one: Server, service: PushService) -> None:
    bert = member(one)
    for keys in ({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": encode(b"\4" + b"1" * 64)}):
        wish = browser_at(service).subscription
        wish["keys"] |= keys
        assert bert.http.post(f"{HERE}/devices", json=wish).status_code == 400


def test_a_name_that_leads_into_the_own_network_is_not_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a name says when it is asked decides, whatever it has said before."""
    asked: list[str] = []

    async def send(address: str) -> None:
        def resolve(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
            asked.append(host)
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            return [(family, socket.SOCK_STREAM, 6, "", (address, port))]

        monkeypatch.setattr(socket, "getaddrinfo", resolve)
        client = PushClient()
        try:
            await client.send("https://push.example/send", {}, b"")
        finally:
            await client.close()

    private = ("127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fe80::1%lo", "fd00::1")
    for address in (*private, "0.0.0.0", "100.64.0.1", "::ffff:192.168.0.1", "2002:7f00:1::"):
        with pytest.raises(NotAllowedAddress):
            asyncio.run(send(address))
    assert asked == ["push.example"] * 10


def test_addresses_of_the_open_network_are_public() -> None:
    for text in ("9.9.9.9", "2620:fe::fe"):
        assert is_public(ipaddress.ip_address(text))
    for text in ("224.0.0.1", "255.255.255.255", "192.0.2.1", "::", "ff02::1", "2001:0:1::"):
        assert not is_public(ipaddress.ip_address(text))
    assert check_endpoint("https://10.0.0.1:8443/x", frozenset({"10.0.0.1:8443"})).port == 8443
    assert issubclass(NotAllowedAddress, CrownheadError) and httpcore


def test_a_message_is_that_of_the_standard() -> None:
    """RFC 8291, Appendix A."""
    receiver = webpush.Receiver(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    own = ec.derive_private_key(
        int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"),
        ec.SECP256R1(),
    )
    text = b"When I grow up, I want to be a watermelon"
    salt = decode("DGv6ra1nlYgDCS1FRnbzlw")
    assert encode(webpush.encrypt(text, receiver, salt=salt, own=own, padded=0)) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


# By mail


def test_an_address_is_confirmed_once_and_gets_nothing_before(
    two: tuple[Server, Server], service: PushService, mails: MailServer
) -> None:
    anna, bert = member(two[0]), member(two[1], "de-DE")
    to, browser = address(), browser_at(service)
    subscribe(bert, browser)
    asked = bert.http.post(f"{HERE}/mail", json={"address": to.replace("example", "EXAMPLE")})
    assert asked.status_code == 200, asked.text
    assert (asked.json()["address"], asked.json()["unconfirmed"]) == (None, to)
    (letter,) = until(lambda: mails.to(to))
    assert letter["subject"] == "Soll dir hier geschrieben werden?"
    assert letter["list-unsubscribe"] is None
    wish = {"to": name_of(bert), "variant": "english", "time": "180+2"}
    assert anna.http.post("/api/challenges", json=wish).status_code == 201
    until(lambda: service.of(browser.path))  # by which ways it goes is decided at once
    code = code_in(letter.get_content())
    stranger = Guest(two[0])
    assert stranger.http.post("/api/mail/confirm", json={"code": code + "x"}).status_code == 403
    assert stranger.http.post("/api/mail/confirm", json={"code": code}).status_code == 204
    assert stranger.http.post("/api/mail/confirm", json={"code": code}).status_code == 403
    assert bert.http.get(HERE).json()["address"] == to
    assert len(mails.to(to)) == 1
    # Now it gets what it is to get, and ends it with one click of its mail program.
    assert bert.http.get(HERE).json()["choices"]["mail"] == ["deadline", "challenge", "round"]
    carl = member(two[0])
    assert carl.http.post("/api/challenges", json=wish).status_code == 201
    told = until(lambda: mails.to(to)[1:])[0]
    assert told["subject"] == "Du bist zu einer Partie herausgefordert."
    assert told["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    stop = told["list-unsubscribe"].strip("<>").removeprefix("https://draughts.example")
    form = {"content-type": "application/x-www-form-urlencoded"}
    click = stranger.http.post(stop, content="List-Unsubscribe=One-Click", headers=form)
    assert click.status_code == 204, click.text
    assert bert.http.get(HERE).json()["address"] is None


def test_changing_the_address_wants_fresh_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from crownhead.server.people.tokens import digest
    from crownhead.server.process import accounts as process_accounts
    from crownhead.server.room.refusals import Refusal

    async def run() -> list[str]:
        mail = Sending("127.0.0.1", 9, "draughts@draughts.example", "none")
        async with open_service(tmp_path, mail=mail, address="https://draughts.example") as service:
            from crownhead.server.messages.accounts import NewAccount

            wish = NewAccount(name="Bert", password=PASSWORD)
            _, session, _ = await service.accounts.make("bert", wish, "?", None)
            monkeypatch.setattr(process_accounts, "FRESH", -1)
            found = []
            for change in (
                service.notification_choices.want_address(session, "bert@example.org", "en"),
                service.notification_choices.remove_address(session),
            ):
                with pytest.raises(Refusal) as refusal:
                    await change
                found.append(refusal.value.text)
            assert digest("") and await service.notices._store.mail_address("bert") is None
            await service.notices.close()
            return found

    assert asyncio.run(run()) == ["prove_again", "prove_again"]


ADDRESSES = [
    "bert",
    "bert@",
    "@example.org",
    "bert@example",
    "bert@example.org\r\nBcc: carl@example.org",
    "bert@example.org, carl@example.org",
    "bert@example.org>\r\n.\r\nMAIL FROM:<x@y.zz",
    '"bert carl"@example.org',
    "Bert <bert@example.org>",
    "bért@example.org",
    "bert@exämple.org",
    "bert@127.0.0.1",
    "bert@[127.0.0.1]",
    ".bert@example.org",
    "bert..carl@example.org",
    "b" * 65 + "@example.org",
    "bert@" + "a." * 130 + "org",
]


def test_no_header_comes_in_by_an_address(one: Server) -> None:
    bert = member(one)
    for wrong in ADDRESSES:
        answer = bert.http.post(f"{HERE}/mail", json={"address": wrong})
        assert answer.status_code == 400, wrong
        with pytest.raises(NotAnAddress):
            clean_address(wrong)
    shown = bert.http.get(HERE).json()
    assert (shown["address"], shown["unconfirmed"]) == (None, None)


def test_a_letter_has_one_of_each_header() -> None:
    letter = Letter("bert@example.org", "Hello\r\nBcc: carl@example.org", "text", "1", "en")
    with pytest.raises(ValueError, match="linefeed"):
        letter.message("draughts@draughts.example", 0)


def test_an_address_that_is_refused_for_good_is_forgotten(one: Server, mails: MailServer) -> None:
    anna, bert = member(one), member(one)
    to = address()
    confirm(bert, mails, to)
    mails.refused[to] = ["451 later", "550 nobody"]
    wish = {"to": name_of(bert), "variant": "english", "time": "180+2"}
    assert anna.http.post("/api/challenges", json=wish).status_code == 201
    until(lambda: bert.http.get(HERE).json()["address"] is None)
    assert mails.refused[to] == []


def test_nobody_is_flooded_by_accounts_of_others(one: Server, mails: MailServer) -> None:
    to = address()
    for _ in range(5):
        who = member(one)
        answer = who.http.post(f"{HERE}/mail", json={"address": to})
        assert answer.status_code == 200
        assert answer.json()["unconfirmed"] == to
    confirm(member(one), mails, address())
    until(lambda: len(mails.to(to)) >= 3)
    assert len(mails.to(to)) == 3


def test_who_leaves_is_forgotten_and_told_before_what_is_kept(
    one: Server, service: PushService, mails: MailServer
) -> None:
    bert = member(one)
    browser = browser_at(service)
    subscribe(bert, browser)
    to = address()
    confirm(bert, mails, to)
    kept = [json.loads(line) for line in bert.http.get("/api/me/data").text.splitlines()]
    assert {"mail": {"address": to, "unconfirmed": None}} in kept
    assert any(each.get("subscription", {}).get("endpoint") == browser.endpoint for each in kept)
    assert bert.http.delete("/api/account").status_code == 204
    again = member(one)
    subscribe(again, browser)  # another account's of the same browser now
    assert len(again.http.get(HERE).json()["devices"]) == 1


def test_a_browser_tells_one_account_alone(one: Server, service: PushService) -> None:
    anna, bert = member(one), member(one)
    browser = browser_at(service)
    subscribe(anna, browser)
    subscribe(bert, browser)
    assert anna.http.get(HERE).json()["devices"] == []
    (device,) = bert.http.get(HERE).json()["devices"]
    assert bert.http.delete(f"{HERE}/devices/{device['id']}").json()["devices"] == []


def test_guests_and_servers_without_it_are_told_so(server: Server, tmp_path: Path) -> None:
    guest = Guest(server)
    assert guest.http.get(HERE).status_code == 403
    bert = member(server)
    shown = bert.http.get(HERE).json()
    assert (shown["key"], shown["mails"], shown["devices"]) == (None, False, [])
    wish = {"endpoint": "https://push.example/1", "keys": {"p256dh": "AA", "auth": "AA"}}
    assert bert.http.post(f"{HERE}/devices", json=wish).status_code == 409
    assert bert.http.post(f"{HERE}/mail", json={"address": "b@example.org"}).status_code == 409


@pytest.mark.parametrize(
    "wrong",
    [
        {"CROWNHEAD_PUSH": "operator@draughts.example"},
        {"CROWNHEAD_MAIL": "smtp://127.0.0.1"},
        {"CROWNHEAD_MAIL": "http://127.0.0.1", "CROWNHEAD_ADDRESS": "https://a.example"},
        {"CROWNHEAD_MAIL": "smtp://127.0.0.1", "CROWNHEAD_ADDRESS": "https://a.example/x"},
        {"CROWNHEAD_MAIL": "smtp://127.0.0.1", "CROWNHEAD_ADDRESS": "https://a.example"},
    ],
)
def test_settings_that_cannot_be_used_say_which(tmp_path: Path, wrong: dict[str, str]) -> None:
    with pytest.raises(CrownheadError, match="^CROWNHEAD_(PUSH|MAIL|MAIL_FROM|ADDRESS)"):
        Settings.of(tmp_path, wrong)


# What is told


def test_the_page_says_whose_turn_it_is_until_he_moves(two: tuple[Server, Server]) -> None:
    anna, bert = member(two[0]), member(two[1])
    socket = bert.socket()
    game = begin_daily(anna, bert)
    move(anna, game, "11-15")

    def turns() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = bert.http.get("/api/challenges").json()["turns"]
        return found

    socket.until("challenges")
    until(lambda: [each["game"] for each in turns()] == [game])
    (turn,) = turns()
    assert not turn["last_day"]
    assert 0 < turn["falls"] - time.time() * 1000 <= 3 * DAY
    move(bert, game, "23-19")
    assert turns() == []


def test_games_without_days_and_guests_are_told_nothing(tmp_path: Path) -> None:
    async def run() -> int:
        async with open_service(tmp_path) as service:
            begun = await service.matchmaking.begin(
                "anna", NewGame(variant="english", opponent=Friend(), **_TIME)
            )
            await service.matchmaking.redeem("bert", str(begun.code))
            return len(await service.notices._store.claim(milliseconds() + DAY, 1, 100))

    assert asyncio.run(run()) == 0


_TIME: dict[str, Any] = {"time": "259200", "mode": "per-move"}


def test_the_last_day_of_a_turn_is_told_once(tmp_path: Path) -> None:
    from crownhead.server.messages.accounts import NewAccount
    from crownhead.server.messages.frames import MoveAct

    async def run() -> None:
        async with open_service(tmp_path) as service:
            await service.accounts.make(
                "bert", NewAccount(name="Bert", password=PASSWORD), "?", None
            )
            wish = NewGame(variant="english", opponent=Friend(), side="black", **_TIME)
            begun = await service.matchmaking.begin("anna", wish)
            await service.matchmaking.redeem("bert", str(begun.code))
            game, store = begun.game, service.notices._store
            await service.tables.do(game, "anna", "first-move", MoveAct("11-15"), None)
            now = milliseconds()
            async with service.tables.open(game) as table:
                falls = table.game.flag_falls
                assert falls is not None
                assert notices_of(table, table.log[-1:]) == [Notice("bert", "turn", game)]
                assert last_day(table, now) is None
                assert last_day(table, falls - DAY - 1) is None
                warning = last_day(table, falls - DAY)
                assert warning == Notice("bert", "deadline", game)
                assert still_holds(warning, table, falls - 1)
                assert not still_holds(warning, table, falls)
            await store.claim(now + DAY, 10 * DAY, 100)
            assert await store.falling(now, falls, 9) == [(game, falls)]
            for _ in range(3):
                await store.mark(game, falls, [warning], now, began=now)
            assert await store.falling(now, falls, 9) == []
            (queued,) = await store.claim(now, DAY, 100)
            assert queued.notice == warning

    asyncio.run(run())


async def daily_game(service: Any) -> str:
    """Begin a game over days between two accounts, in which the second is to move."""
    from crownhead.server.messages.accounts import NewAccount
    from crownhead.server.messages.frames import MoveAct

    for name in ("anna", "bert"):
        await service.accounts.make(name, NewAccount(name=name, password=PASSWORD), "?", None)
    wish = NewGame(variant="english", opponent=Friend(), side="black", **_TIME)
    begun = await service.matchmaking.begin("anna", wish)
    await service.matchmaking.redeem("bert", str(begun.code))
    await service.tables.do(begun.game, "anna", "first-move", MoveAct("11-15"), None)
    return str(begun.game)


def go_on(monkeypatch: pytest.MonkeyPatch, hours: float) -> None:
    """Let the time of this process be so many hours later."""
    later = ServerTime(lambda: time.time() + 3600 * hours)
    monkeypatch.setattr("crownhead.server.clock.SERVER", later)


def test_the_last_day_comes_by_mail(
    tmp_path: Path, mails: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from crownhead.server.people.tokens import digest
    from crownhead.server.storage.notices import MailAddress

    to = address()

    async def run() -> list[str]:
        mail = Sending("127.0.0.1", mails.port, "draughts@draughts.example", "none")
        async with open_service(tmp_path, mail=mail, address="https://draughts.example") as service:
            game = await daily_game(service)
            store, sessions = service.notices._store, service.accounts._store.sessions
            [session] = await sessions.list_of("bert", 0)
            until_then = milliseconds() + DAY
            wish = MailAddress("bert", None, to, until_then, 0, "stop", "en", 0, 0)
            await store.want_address(wish, digest("code"), session.digest, 0)
            assert await store.confirm(digest("code"), milliseconds()) == "bert"
            go_on(monkeypatch, 50)
            watching = asyncio.create_task(service.notices.watch())
            while not mails.to(to):
                assert not watching.done()
                await asyncio.sleep(0.01)
            watching.cancel()
            await service.notices.close()
            [letter] = mails.to(to)
            assert game in letter.get_content()
            return [str(letter["subject"])]

    assert asyncio.run(run()) == ["It is your move, and less than a day is left."]


def test_a_clock_that_was_stopped_warns_of_the_last_day_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that was started anew shortly before is no reason to be silent, nor to repeat."""
    from crownhead.server.room.suspension import hold, release

    async def run() -> list[list[str]]:
        async with open_service(tmp_path) as service:
            game = await daily_game(service)
            store = service.notices._store
            found: list[list[str]] = []

            async def look(hours: float) -> None:
                go_on(monkeypatch, hours)
                await service.notices.warn()
                claimed = await store.claim(milliseconds() + 1, 10 * DAY, 100)
                found.append([each.kind for each in claimed])

            async def restart(hours: float) -> None:
                go_on(monkeypatch, hours)
                await service.tables.change(game, lambda t, at: hold(t, None, at))
                go_on(monkeypatch, hours + 0.1)
                await service.tables.change(game, release)

            await look(1)
            await restart(47.9)
            await look(48.2)
            await restart(55)
            await look(57)
            return found

    assert asyncio.run(run()) == [["turn", "turn"], ["deadline"], []]


def test_a_rematch_over_days_tells_who_begins(tmp_path: Path) -> None:
    from crownhead.server.messages import frames as m

    async def run() -> list[Notice]:
        async with open_service(tmp_path) as service:
            game = await daily_game(service)
            store = service.notices._store
            await store.claim(milliseconds() + DAY, 10 * DAY, 100)
            await service.act(game, "bert", "given-up", m.ResignAct(), None)
            await service.act(game, "anna", "once-more", m.RematchAct(), None)
            ack = await service.act(game, "bert", "willingly", m.RematchAct(), None)
            queued = await store.claim(milliseconds() + 1, DAY, 100)
            assert [each.game for each in queued] == [ack.next]
            return [each.notice for each in queued]

    [notice] = asyncio.run(run())
    assert (notice.player, notice.kind) == ("bert", "turn")


@pytest.mark.parametrize("ready", [False, True])
def test_a_round_that_starts_is_told_to_who_is_not_here(
    one: Server, service: PushService, ready: bool
) -> None:
    organiser, anna, bert = (member(one) for _ in range(3))
    made = {"name": "Club evening", "rounds": 3, "time": "600+5"}
    event = organiser.http.post("/api/events", json=made).json()["event"]

    browsers = {}
    for each in (anna, bert):
        did(each, event, "enter")
        browsers[name_of(each)] = browser_at(service)
        subscribe(each, browsers[name_of(each)])
    if ready:
        # Who has a page open is told there, and nowhere else.
        anna.socket()
        until(lambda: anna_is_seen(bert, anna))
    did(organiser, event, "pair")
    did(organiser, event, "start")
    mine = browsers[name_of(bert)]
    [message] = until(lambda: service.of(mine.path))
    said = mine.read(message)
    game = bert.http.get(f"/api/events/{event}").json()["you"]["game"]
    assert said["body"] == "Your game in the event has begun."
    assert (said["path"], said["tag"]) == (f"/#/g/{game}", f"round {game}")
    assert message.headers["urgency"] == "high"
    other = browsers[name_of(anna)]
    if not ready:
        until(lambda: service.of(other.path))
    assert len(service.of(other.path)) == (not ready)


def now() -> int:
    """Return the time in ms; that of a server stands where nobody attends to it, as in here."""
    return int(time.time() * 1000)


def test_who_takes_part_is_told_before_an_announced_round(
    two: tuple[Server, Server], service: PushService, mails: MailServer
) -> None:
    here, there = two
    organiser, anna, bert, cleo = member(here), *(member(there) for _ in range(3))
    made = {"name": "Club evening", "rounds": 3, "time": "600+5"}
    event = organiser.http.post("/api/events", json=made).json()["event"]

    browsers = [browser_at(service) for _ in range(3)]
    for each, browser in zip((anna, bert, cleo), browsers, strict=True):
        subscribe(each, browser)
    choose(cleo, push=["turn", "round"], page=["turn"])
    mine = address()
    confirm(anna, mails, mine)
    choose(anna, mail=["starts"])
    letters = len(mails.to(mine))
    for each in (anna, cleo):
        did(each, event, "enter")
    # A time that is far away tells nobody yet; a nearer one takes its place.
    did(organiser, event, "announce", starts=now() + DAY)
    starts = now() + 5 * 60_000
    did(organiser, event, "announce", starts=starts)
    [message] = until(lambda: service.of(browsers[0].path))
    said = browsers[0].read(message)
    assert said["body"] == "Your next round in the event begins in a few minutes."
    assert (said["path"], said["tag"]) == (f"/#/events/{event}", f"starts {event}")
    assert (message.headers["urgency"], message.headers["ttl"]) == ("high", "600")
    [letter] = until(lambda: mails.to(mine)[letters:])
    assert f"/#/events/{event}" in letter.get_content()
    calls = until(lambda: anna.http.get("/api/challenges").json()["starts"])
    assert calls == [{"event": event, "name": "Club evening", "round": 1, "starts": starts}]
    # Who enters later is told, too; who does not wish it, or is gone, is not.
    did(bert, event, "enter")
    until(lambda: service.of(browsers[1].path))
    assert cleo.http.get("/api/challenges").json()["starts"] == []
    assert service.of(browsers[2].path) == []
    did(organiser, event, "announce", starts=None)
    assert anna.http.get("/api/challenges").json()["starts"] == []
    assert len(service.of(browsers[0].path)) == 1


@pytest.mark.parametrize("account", ["new", "known"])
def test_who_has_an_account_since_a_round_was_announced_is_told_of_it(
    one: Server, account: str
) -> None:
    organiser, anna = member(one), Guest(one)
    made = {"name": "Club evening", "rounds": 3, "time": "600+5"}
    event = organiser.http.post("/api/events", json=made).json()["event"]

    did(anna, event, "enter")
    starts = now() + 5 * 60_000
    did(organiser, event, "announce", starts=starts)
    if account == "new":
        mine = {"name": f"Fritz {new_id()[-8:]}", "password": PASSWORD}
        assert anna.http.post("/api/account", json=mine).status_code == 201
    else:
        known = {"name": name_of(member(one)), "password": PASSWORD}
        assert anna.http.post("/api/account/sign-in", json=known).status_code == 200
    calls = until(lambda: anna.http.get("/api/challenges").json()["starts"])
    assert calls == [{"event": event, "name": "Club evening", "round": 1, "starts": starts}]
    assert organiser.http.get("/api/challenges").json()["starts"] == []


def test_nobody_is_told_of_a_round_in_which_he_does_not_play(
    one: Server, service: PushService
) -> None:
    organiser, anna, bert, cleo = (member(one) for _ in range(4))
    made = {"name": "Club evening", "rounds": 3, "time": "600+5"}
    event = organiser.http.post("/api/events", json=made).json()["event"]

    browsers = [browser_at(service) for _ in range(3)]
    for each, browser in zip((anna, bert, cleo), browsers, strict=True):
        did(each, event, "enter")
        subscribe(each, browser)
    did(anna, event, "excuse")
    did(bert, event, "leave")
    did(organiser, event, "announce", starts=now() + 60_000)
    until(lambda: service.of(browsers[2].path))
    assert [len(service.of(each.path)) for each in browsers] == [0, 0, 1]
    assert anna.http.get("/api/challenges").json()["starts"] == []


def anna_is_seen(bert: Guest, anna: Guest) -> bool:
    """Return whether it is known that somebody is here."""
    return bool(bert.http.get(f"/api/players/{name_of(anna)}").json()["online"])


def test_a_notice_is_told_by_one_process(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Two processes that claim at once get what is due once, and again only after the lease."""
    from crownhead.server.storage.migrations import upgrade
    from crownhead.server.storage.notices import NoticeStore
    from crownhead.server.storage.open_database import open_database
    from crownhead.server.storage.schema import accounts, games, players

    url = str(request.getfixturevalue("database")).replace("postgresql://", "postgresql+asyncpg://")

    async def run() -> tuple[int, int, int]:
        databases = [open_database(url) for _ in range(2)]
        await upgrade(databases[0], tmp_path)
        person = {"id": "bert", "kind": "guest", "name": "Bert", "created": 0}
        account = {"player": "bert", "skeleton": "bert", "role": "player", "created": 0}
        row = {"variant": "english", "agreement": {}, "phase": "playing", "listed": False}
        row |= {"seq": 0, "clocked": True, "created": 0, "changed": 0}

        def fill(connection: Any) -> None:
            connection.execute(players.insert(), person)
            connection.execute(accounts.insert(), account)
            connection.execute(games.insert(), [{"id": f"g{n}", **row} for n in range(40)])

        await databases[0].write(fill)
        stores = [NoticeStore(each) for each in databases]
        await stores[0].queue([Notice("bert", "turn", f"g{n}") for n in range(40)], 5)
        await stores[0].queue([Notice("nobody", "turn", "g1")], 5)
        found = await asyncio.gather(*(each.claim(10, 100, 30) for each in stores))
        rest = [await each.claim(10, 100, 30) for each in stores]
        ids = {each.id for part in (*found, *rest) for each in part}
        count = sum(len(part) for part in (*found, *rest))
        again = await stores[1].claim(111, 100, 99)
        for each in databases:
            await each.close()
        return len(ids), count, len(again)

    assert asyncio.run(run()) == (40, 40, 40)
