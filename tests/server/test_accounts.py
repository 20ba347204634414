"""Accounts: a guest who makes one keeps what he has, and nobody else gets in."""

from __future__ import annotations

import base64
import json
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import httpx
import pytest
from support.served import Guest, Server, give_role, new_id, until

from crownhead.server.people.names import skeleton
from crownhead.server.process.guessing import Failures
from crownhead.server.rights import RIGHTS, ROLES, Right, Role, may

Make = Callable[..., Guest]
PASSWORD = "four kings on d8"
SESSION = "crownhead_session"


def register(who: Guest, name: str, password: str = PASSWORD) -> dict[str, Any]:
    """Make an account, and return what was answered."""
    answer = who.http.post("/api/account", json={"name": name, "password": password})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def sign_in(who: Guest, name: str, password: str = PASSWORD) -> httpx.Response:
    """Try to sign in."""
    return who.http.post("/api/account/sign-in", json={"name": name, "password": password})


def name() -> str:
    """Return a name that no other test has."""
    return f"Anna {new_id()[-8:]}"


def test_a_guest_who_makes_an_account_keeps_his_games(guest: Make) -> None:
    anna, called = guest(), name()
    games = [anna.begin("friend")["game"] for _ in range(5)]
    before = anna.http.cookies.get("crownhead_guest")
    made = register(anna, called)
    assert made["account"]["name"] == called and made["account"]["role"] == "player"
    assert len(set(made["codes"])) == 10
    me = anna.http.get("/api/me").json()
    assert me["name"] == called and me["account"]
    assert {card["game"] for card in me["games"]} == set(games)
    assert anna.http.cookies.get("crownhead_guest") is None
    # The cookie of before is void: whoever has kept it is somebody else.
    assert before is not None
    thief = guest()
    thief.http.cookies.clear()
    answer = thief.http.get("/api/me", headers={"cookie": f"crownhead_guest={before}"})
    assert not answer.json()["account"] and not answer.json()["games"]
    assert "crownhead_guest=" in answer.headers["set-cookie"]


def test_the_account_plays_on_its_games_from_another_device(guest: Make) -> None:
    anna, bert, phone, called = guest(), guest("Bert"), guest(), name()
    begun = anna.begin("friend", side="black")
    bert.redeem(begun["code"])
    register(anna, called)
    assert sign_in(phone, called).status_code == 200
    socket = phone.socket()
    assert socket.watch(begun["game"])["you"] == ["black"]
    assert socket.do(begun["game"], "move", text="11-15")["t"] == "ack"
    players = bert.http.get(f"/api/games/{begun['game']}").json()["view"]["players"]
    assert players["white"]["name"] == "Bert"


def test_what_a_guest_had_is_joined_when_he_signs_in(guest: Make) -> None:
    anna, phone, bert, called = guest(), guest(), guest(), name()
    register(anna, called)
    own = phone.begin("friend", side="white")
    bert.redeem(own["code"])
    alone = phone.begin("computer", level=1)["game"]
    answer = sign_in(phone, called).json()
    assert answer["joined"] == 2
    shown = anna.http.get("/api/me").json()["games"]
    assert {card["game"] for card in shown} == {own["game"], alone}
    assert anna.http.get(f"/api/games/{own['game']}").json()["you"] == ["white"]


def test_a_name_is_nobody_elses(guest: Make) -> None:
    called = name()
    register(guest(), called)
    for alike in (called, called.upper(), called.replace("Anna", "Аnnа"), called.replace(" ", "-")):
        other = guest()
        body = {"name": alike, "password": PASSWORD}
        refused = other.http.post("/api/account", json=body)
        assert refused.status_code == 409, alike
        # Nor can a guest call himself so.
        assert other.http.post("/api/me", json={"name": alike}).status_code == 409
    for wrong in ("crownhead 10", "x", "Guest 1234"):
        body = {"name": wrong, "password": PASSWORD}
        assert guest().http.post("/api/account", json=body).status_code in (201, 409)
    assert (
        guest().http.post("/api/account", json={"name": "y", "password": PASSWORD}).status_code
        == 409
    )


@pytest.mark.parametrize(
    "password", ["short", "1234567890", "aaaaaaaaaaaa", "abcdefghijkl", "Anna Anna 1"]
)
def test_a_password_that_is_guessed_soon_is_refused(guest: Make, password: str) -> None:
    body = {"name": "Anna", "password": password}
    answer = guest().http.post("/api/account", json=body)
    assert answer.status_code == 409 and answer.json()["sentence"].startswith(
        ("A pass", "This pass")
    )


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(guest: Make) -> None:
    called = name()
    register(guest(), called)
    wrong, unknown = sign_in(guest(), called, "another one 12"), sign_in(guest(), name(), PASSWORD)
    assert wrong.status_code == unknown.status_code == 403
    assert wrong.json() == unknown.json()
    assert SESSION not in wrong.headers.get("set-cookie", "")


def test_wrong_passwords_are_waited_for_longer_and_longer() -> None:
    failures, now = Failures(), [0.0]
    failures._now = lambda: now[0]
    waits = []
    for _ in range(20):
        failures.add("anna", "203.0.113.9")
        waits.append(failures.wait("anna", "203.0.113.9"))
    assert waits[:5] == [0] * 5 and waits[5] == 2_000 and waits[-1] == 900_000
    # Who tries from elsewhere locks nobody out; many of one site count together.
    assert failures.wait("anna", "198.51.100.7") == 0
    assert failures.wait("anna", "203.0.113.77") == 0
    failures.add("anna", "203.0.113.9")
    assert failures.wait("anna", "203.0.113.77") > 0
    failures.clear("anna", "203.0.113.9")
    assert failures.wait("anna", "203.0.113.9") == 0


def test_sessions_are_listed_and_ended(guest: Make) -> None:
    desk, phone, called = guest(), guest(), name()
    register(desk, called)
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
    phone.http.headers["user-agent"] = firefox
    assert sign_in(phone, called).status_code == 200
    listed = desk.http.get("/api/account").json()["account"]["sessions"]
    assert [each["this"] for each in listed].count(True) == 1
    other = next(each for each in listed if not each["this"])
    assert other["device"] == "Firefox, Linux"
    socket = phone.socket()
    socket.send("hello", lang="en")
    socket.until("welcome")
    answer = desk.http.delete(f"/api/account/sessions/{other['id']}")
    assert len(answer.json()["sessions"]) == 1
    # Its socket does not outlive it, and its token is worth nothing.
    with pytest.raises(Exception, match="4401"):
        while True:
            socket.hear()
    assert phone.http.get("/api/account").json()["account"] is None


def test_a_socket_of_the_guest_before_does_not_outlive_the_account(guest: Make) -> None:
    anna = guest()
    socket = anna.socket()
    socket.send("hello", lang="en")
    socket.until("welcome")
    register(anna, name())
    with pytest.raises(Exception, match="4401"):
        while True:
            socket.hear()


def test_a_socket_of_the_guest_does_not_outlive_his_signing_in(guest: Make) -> None:
    """Another page of the browser went on as a guest, and watched his own games."""
    phone, called = guest(), name()
    register(guest(), called)
    game = phone.begin("computer", level=1)["game"]
    socket = phone.socket()
    socket.watch(game)
    assert sign_in(phone, called).json()["joined"] == 1
    with pytest.raises(Exception, match="4401"):
        while True:
            socket.hear()
    assert phone.socket().watch(game)["you"] != []


def test_what_a_proxy_is_told_is_not_taken_for_a_token(guest: Make) -> None:
    anna, called = guest(), name()
    register(anna, called)
    for told in ("Basic YW5uYTp4", "Bearer eyJhbGciOiJub25lIn0"):
        assert anna.http.get("/api/me", headers={"authorization": told}).json()["name"] == called


def test_a_stream_ends_with_its_session(guest: Make) -> None:
    anna, called = guest(), name()
    game = anna.begin("friend")["game"]
    register(anna, called)
    with anna.http.stream("GET", f"/api/games/{game}/stream") as stream:
        lines = stream.iter_lines()
        assert json.loads(next(lines))["t"] == "snapshot"
        assert anna.http.post("/api/account/sign-out").status_code == 204
        assert [line for line in lines if "snapshot" in line] == []  # and no more come


def program(who: Guest, scope: str, *, bot: bool = True) -> httpx.Client:
    """Return a client that comes by a token of an account."""
    if bot:
        assert who.http.post("/api/account/bot").json()["bot"]
    made = who.http.post("/api/account/tokens", json={"name": "engine", "scope": scope})
    assert made.status_code == 201, made.text
    headers = {"authorization": f"Bearer {made.json()['token']}", "accept-language": "en"}
    return httpx.Client(base_url=who.server.url, headers=headers, timeout=60, verify=False)


def test_a_program_plays_by_a_token_and_does_nothing_else(guest: Make) -> None:
    owner, bert, called = guest(), guest("Bert"), name()
    register(owner, called)
    with program(owner, "play") as bot:
        me = bot.get("/api/me").json()
        assert me["name"] == called and me["bot"] and me["account"]
        begun = bot.post(
            "/api/games", json={"variant": "english", "opponent": {"kind": "friend"}}
        ).json()
        bert.redeem(begun["code"])
        act = {"id": new_id(), "act": {"kind": "move", "text": "11-15"}}
        assert bot.post(f"/api/games/{begun['game']}/do", json=act).status_code == 200
        players = bert.http.get(f"/api/games/{begun['game']}").json()["view"]["players"]
        assert players["black"]["kind"] == "bot" and players["black"]["name"] == called
        asked = [
            bot.get("/api/account"),
            bot.delete("/api/me"),
            bot.get("/api/me/data"),
            bot.post("/api/me", json={"name": "x"}),
            bot.post("/api/account/codes"),
            bot.get("/api/accounts"),
            bot.delete("/api/account"),
        ]
        assert {answer.status_code for answer in asked} == {403}
        shown = owner.http.get("/api/account").json()["account"]
        [kept] = shown["tokens"]
        assert kept["scope"] == "play" and kept["used"] is not None
        owner.http.delete(f"/api/account/tokens/{kept['id']}")
        gone = bot.get("/api/me")
        assert gone.status_code == 403 and "not valid" in gone.json()["sentence"]


def test_a_token_that_reads_does_not_act(guest: Make) -> None:
    owner = guest()
    register(owner, name())
    played = owner.http.post("/api/account/tokens", json={"name": "e", "scope": "play"})
    assert played.status_code == 409  # a person does not have a program play for him
    with program(owner, "read", bot=False) as reader:
        assert reader.get("/api/games").status_code == 200
        wish = {"opponent": {"kind": "friend"}}
        assert reader.post("/api/games", json=wish).status_code == 403
    forged = {"authorization": "Bearer crownhead_" + "x" * 43}
    assert guest().http.get("/api/me", headers=forged).status_code == 403


def test_tokens_end_with_a_lost_account(guest: Make) -> None:
    owner, called = guest(), name()
    code = register(owner, called)["codes"][0]
    with program(owner, "play") as bot:
        assert bot.get("/api/me").status_code == 200
        body = {"name": called, "code": code, "password": "new password 7"}
        assert guest().http.post("/api/account/recover", json=body).status_code == 200
        assert bot.get("/api/me").status_code == 403


def test_signing_out_ends_the_session_for_good(guest: Make) -> None:
    anna, thief, called = guest(), guest(), name()
    register(anna, called)
    token = anna.http.cookies.get(SESSION)
    assert anna.http.post("/api/account/sign-out").status_code == 204
    assert anna.http.cookies.get(SESSION) is None
    stolen = {"cookie": f"{SESSION}={token}"}
    thief.http.cookies.clear()
    assert thief.http.get("/api/account", headers=stolen).json()["account"] is None
    assert sign_in(anna, called).status_code == 200
    # Signing in gives another token: one that was planted before is not taken up.
    assert anna.http.cookies.get(SESSION) != token


def test_a_planted_token_is_not_taken_up(guest: Make) -> None:
    anna, called = guest(), name()
    anna.http.cookies.set(SESSION, "x" * 43)
    register(anna, called)
    own = [value for value in anna.http.cookies.jar if value.name == SESSION]
    assert all(cookie.value != "x" * 43 for cookie in own if cookie.domain)


def test_a_changed_password_signs_all_others_out(guest: Make) -> None:
    desk, phone, called = guest(), guest(), name()
    register(desk, called)
    assert sign_in(phone, called).status_code == 200
    answer = desk.http.post("/api/account/password", json={"password": "another one 12"})
    assert answer.status_code == 200 and len(answer.json()["sessions"]) == 1
    assert phone.http.get("/api/account").json()["account"] is None
    assert sign_in(phone, called).status_code == 403
    assert sign_in(phone, called, "another one 12").status_code == 200


def test_a_recovery_code_stands_in_once(guest: Make) -> None:
    anna, phone, called = guest(), guest(), name()
    code = register(anna, called)["codes"][0]
    body = {"name": called, "code": code.upper().replace("-", " "), "password": "new password 7"}
    answer = phone.http.post("/api/account/recover", json=body)
    assert answer.status_code == 200 and answer.json()["account"]["codes"] == 9
    assert anna.http.get("/api/account").json()["account"] is None
    again = guest().http.post("/api/account/recover", json=body)
    assert again.status_code == 403
    unknown = guest().http.post("/api/account/recover", json={**body, "name": name()})
    assert unknown.status_code == 403 and unknown.json() == again.json()
    assert sign_in(anna, called, "new password 7").status_code == 200


def test_a_phone_is_signed_in_by_what_the_desk_shows_once(guest: Make) -> None:
    desk, phone, thief, called = guest(), guest(), guest(), name()
    register(desk, called)
    shown = desk.http.post("/api/account/pass").json()
    body = {"code": shown["code"]}
    asked = phone.http.get(f"/api/account/pass/{shown['code']}")
    assert asked.json() == {"name": called}
    game = phone.begin("computer", level=1)["game"]
    answer = phone.http.post("/api/account/sign-in/pass", json=body)
    assert answer.status_code == 200 and answer.json()["joined"] == 1
    assert phone.http.get("/api/me").json()["games"][0]["game"] == game
    assert thief.http.post("/api/account/sign-in/pass", json=body).status_code == 403
    assert thief.http.get(f"/api/account/pass/{shown['code']}").status_code == 403
    guessed = thief.http.post("/api/account/sign-in/pass", json={"code": "x" * 43})
    assert guessed.status_code == 403 and "no longer" in guessed.json()["sentence"]


def test_what_is_dangerous_asks_for_a_credential_shown_lately(guest: Make, server: Server) -> None:
    anna, called = guest(), name()
    register(anna, called)
    _let_proofs_lapse(server)
    token = anna.http.cookies.get(SESSION)
    assert token
    dangerous = [
        anna.http.post("/api/account/password", json={"password": "another one 12"}),
        anna.http.post("/api/account/codes"),
        anna.http.delete("/api/account"),
        anna.http.delete("/api/account/passkeys/abc"),
        anna.http.get("/api/me/data"),
    ]
    assert [answer.status_code for answer in dangerous] == [403] * 5
    assert (
        anna.http.post("/api/account/proof", json={"password": "wrong one 12"}).status_code == 403
    )
    assert anna.http.post("/api/account/proof", json={"password": PASSWORD}).status_code == 200
    assert anna.http.post("/api/account/codes").status_code == 200


def _let_proofs_lapse(server: Server) -> None:
    """Have all credentials been shown an hour ago, in the database and in the server's memory."""
    import sqlite3
    import time
    from contextlib import closing

    with closing(sqlite3.connect(server.folder / "crownhead.sqlite3", timeout=60)) as database:
        database.execute("UPDATE sessions SET proved = proved - 3600000")
        database.commit()
    time.sleep(5.2)  # for as long a session is remembered


def test_a_name_changes_once_and_is_held(guest: Make) -> None:
    anna, bert, before, after = guest(), guest(), name(), name()
    register(anna, before)
    answer = anna.http.post("/api/account/name", json={"name": after})
    assert answer.status_code == 200 and answer.json()["name"] == after
    assert anna.http.post("/api/account/name", json={"name": before}).status_code == 409
    body = {"name": before, "password": PASSWORD}
    assert bert.http.post("/api/account", json=body).status_code == 409
    assert sign_in(bert, after).status_code == 200


def test_an_account_is_exported_and_given_up(guest: Make) -> None:
    anna, bert, called = guest(), guest("Bert"), name()
    begun = anna.begin("friend", side="black")
    bert.redeem(begun["code"])
    codes = register(anna, called)["codes"]
    kept = anna.http.get("/api/me/data").text
    lines = [json.loads(line) for line in kept.splitlines()]
    assert lines[0]["account"]["name"] == called
    assert any("game" in line or "log" in line for line in lines[1:])
    # Secrets are no part of what is kept for people.
    assert not any(code in kept for code in codes) and "argon2" not in kept
    assert anna.http.delete("/api/me").status_code == 409
    assert anna.http.delete("/api/account").status_code == 204
    assert anna.http.get("/api/account").json()["account"] is None
    assert sign_in(anna, called).status_code == 403
    players = bert.http.get(f"/api/games/{begun['game']}").json()["view"]["players"]
    assert players["black"]["name"] == "Guest"
    register(guest(), called)


def test_only_who_has_signed_in_keeps_an_account(guest: Make) -> None:
    stranger = guest()
    asked = [
        stranger.http.post("/api/account/sign-out"),
        stranger.http.post("/api/account/proof", json={"password": PASSWORD}),
        stranger.http.post("/api/account/name", json={"name": name()}),
        stranger.http.post("/api/account/password", json={"password": PASSWORD}),
        stranger.http.post("/api/account/codes"),
        stranger.http.delete("/api/account/sessions"),
        stranger.http.delete("/api/account/sessions/abc"),
        stranger.http.delete("/api/account/passkeys/abc"),
        stranger.http.delete("/api/account"),
    ]
    assert {answer.status_code for answer in asked} == {403}
    assert {answer.json()["sentence"] for answer in asked} == {"You have to be signed in for this."}


def test_sessions_of_others_cannot_be_ended(guest: Make) -> None:
    anna, bert = guest(), guest()
    register(anna, name())
    register(bert, name())
    theirs = bert.http.get("/api/account").json()["account"]["sessions"][0]["id"]
    anna.http.delete(f"/api/account/sessions/{theirs}")
    assert bert.http.get("/api/account").json()["account"] is not None


def test_another_site_cannot_change_an_account(guest: Make) -> None:
    anna = guest()
    register(anna, name())
    evil = {"origin": "https://evil.example"}
    for path in ("/api/account/sign-out", "/api/account/codes"):
        assert anna.http.post(path, headers=evil).status_code == 403
    assert anna.http.delete("/api/account", headers=evil).status_code == 403
    assert anna.http.get("/api/account").json()["account"] is not None


def test_the_database_holds_no_secret_as_it_is(guest: Make, server: Server) -> None:
    anna, called = guest(), name()
    codes = register(anna, called)["codes"]
    token = anna.http.cookies.get(SESSION)
    stored = b"".join(path.read_bytes() for path in server.folder.glob("crownhead.sqlite3*"))
    assert called.encode() in stored
    for secret in (PASSWORD, token, *codes):
        assert secret and secret.encode() not in stored
    assert PASSWORD not in server.read_log() and str(token) not in server.read_log()


SUBSCRIPTION = {"endpoint": "https://push.example/1", "keys": {"p256dh": "AA", "auth": "AA"}}

ENDPOINTS: dict[Right, tuple[tuple[str, str, dict[str, Any] | None], ...]] = {
    "keep_account": (
        ("POST", "/api/account/proof", {"password": "not the one 1"}),
        ("POST", "/api/account/proof/passkey", {"passkey": {}}),
        ("POST", "/api/account/name", {"name": "crownhead"}),
        ("POST", "/api/account/password", {"password": "short"}),
        ("POST", "/api/account/codes", None),
        ("POST", "/api/account/pass", None),
        ("POST", "/api/account/bot", None),
        ("POST", "/api/account/tokens", {"name": "1"}),
        ("DELETE", "/api/account/tokens/abc", None),
        ("POST", "/api/account/passkeys", {"passkey": {}}),
        ("DELETE", "/api/account/passkeys/abc", None),
        ("DELETE", "/api/account/sessions/abc", None),
        ("DELETE", "/api/account/sessions", None),
        ("GET", "/api/account/friends", None),
        ("POST", "/api/account/friends/Nobody", None),
        ("DELETE", "/api/account/friends/Nobody", None),
        ("GET", "/api/challenges", None),
        ("POST", "/api/challenges", {"to": "Nobody Whatever"}),
        ("POST", "/api/challenges/abc/accept", None),
        ("POST", "/api/challenges/abc/decline", None),
        ("GET", "/api/account/settings", None),
        ("POST", "/api/account/settings", {}),
        ("GET", "/api/account/notifications", None),
        ("POST", "/api/account/notifications", {"page": [], "push": [], "mail": []}),
        ("POST", "/api/account/notifications/devices", SUBSCRIPTION),
        ("DELETE", "/api/account/notifications/devices/abc", None),
        ("POST", "/api/account/notifications/mail", {"address": "a@example.org"}),
        ("DELETE", "/api/account/notifications/mail", None),
        ("DELETE", "/api/account", None),
    ),
    "see_accounts": (("GET", "/api/accounts?name=an", None),),
    "see_pairs": (("GET", "/api/accounts/pairs", None),),
    "see_evidence": (("POST", "/api/accounts/gnobody/evidence", None),),
    "end_sessions": (("DELETE", "/api/accounts/gnobody/sessions", None),),
    "judge_talk": (
        ("GET", "/api/reports", None),
        ("POST", "/api/reports/7", {"verdict": "dismiss"}),
    ),
    "make_events": (("POST", "/api/events", {"name": "Nothing", "format": "knockout"}),),
    "give_roles": (("POST", "/api/accounts/gnobody/role", {"role": "arbiter"}),),
}
"""What every right is needed for, with what changes nothing that the next needs."""
OPEN = {
    "/api/account",
    "/api/account/sign-in",
    "/api/account/sign-in/options",
    "/api/account/sign-in/passkey",
    "/api/account/sign-in/pass",
    "/api/account/pass/{code}",
    "/api/account/recover",
    "/api/account/passkeys/options",
    "/api/account/sign-out",
}
"""What guests may ask, too, or what ends the session that the next would need."""


def test_every_path_about_accounts_is_tried_with_every_role(server: Server) -> None:
    paths = server.schema()["paths"]
    tried = {path.split("?")[0] for each in ENDPOINTS.values() for _, path, _ in each}
    for path, methods in paths.items():
        ours = path.startswith(("/api/account", "/api/challenges", "/api/reports"))
        if ours and not (path in OPEN and "delete" not in methods):
            shape = re.sub(r"{[^}]*}", "[^/]+", path)
            assert any(re.fullmatch(shape, each) for each in tried), path


@pytest.mark.parametrize("role", [None, *ROLES])
@pytest.mark.parametrize("right", RIGHTS)
def test_nobody_does_what_his_role_may_not(
    guest: Make, server: Server, role: Role | None, right: Right
) -> None:
    who = guest()
    if role is not None:
        player = register(who, name())["account"]["name"]
        give_role(server, player, role)
    for method, path, body in ENDPOINTS[right]:
        answer = who.http.request(method, path, **({} if body is None else {"json": body}))
        refused = any(said in answer.text for said in ("have to be signed in", "Your role does"))
        assert refused != may(role, right), (path, answer.text)


def test_a_role_is_given_by_an_administrator_and_written_down(guest: Make, server: Server) -> None:
    boss, anna, called = guest(), guest(), name()
    give_role(server, register(boss, name())["account"]["name"], "administrator")
    register(anna, called)
    [found] = boss.http.get("/api/accounts", params={"name": called}).json()
    assert found["name"] == called and found["role"] == "player"
    path = f"/api/accounts/{found['player']}"
    assert boss.http.post(f"{path}/role", json={"role": "moderator"}).status_code == 204
    assert anna.http.get("/api/account").json()["account"]["role"] == "moderator"
    own = boss.http.get("/api/accounts", params={"name": boss.http.get("/api/me").json()["name"]})
    [mine] = own.json()
    refused = boss.http.post(f"/api/accounts/{mine['player']}/role", json={"role": "player"})
    assert refused.status_code == 409
    assert boss.http.delete(f"{path}/sessions").status_code == 204
    assert anna.http.get("/api/account").json()["account"] is None
    sign_in(anna, called)
    lines = [json.loads(line) for line in anna.http.get("/api/me/data").text.splitlines()]
    assert [line["deed"] for line in lines if "deed" in line] == ["role", "end_sessions"]


@pytest.mark.parametrize("role", [None, *ROLES])
def test_rights_are_those_of_the_table(role: Any) -> None:
    for right, roles in RIGHTS.items():
        assert may(role, right) == (role in roles)
    assert not may(None, "keep_account")


def test_a_session_that_has_ended_changes_nothing_more(guest: Make) -> None:
    """Its request was on the way already: what it may do is looked at where it is done."""
    owner, thief, called = guest(), guest(), name()
    register(owner, called)
    sign_in(thief, called)
    body = json.dumps({"password": "the thief's own 1"}).encode()
    began, ended = threading.Event(), threading.Event()

    def slowly() -> Iterator[bytes]:
        yield body[:5]
        began.set()
        assert ended.wait(30)
        yield body[5:]

    def change() -> int:
        headers = {"content-type": "application/json", "content-length": str(len(body))}
        path = "/api/account/password"
        return thief.http.post(path, content=slowly(), headers=headers).status_code

    with ThreadPoolExecutor() as pool:
        answer = pool.submit(change)
        assert began.wait(30)
        assert owner.http.delete("/api/account/sessions").status_code == 200
        ended.set()
        assert answer.result() == 403
    assert sign_in(guest(), called, "the thief's own 1").status_code == 403
    assert sign_in(guest(), called).status_code == 200


def test_what_was_shown_to_another_device_ends_with_the_password(guest: Make) -> None:
    owner, thief, called = guest(), guest(), name()
    register(owner, called)
    sign_in(thief, called)
    shown = thief.http.post("/api/account/pass").json()
    owner.http.post("/api/account/password", json={"password": "another one 12"})
    void = guest().http.post("/api/account/sign-in/pass", json={"code": shown["code"]})
    assert void.status_code == 403
    # And who comes by one has shown nothing yet that would let him change anything.
    mine = owner.http.post("/api/account/pass").json()
    phone = guest()
    entered = phone.http.post("/api/account/sign-in/pass", json={"code": mine["code"]})
    assert entered.status_code == 200
    assert phone.http.post("/api/account/pass").status_code == 403
    assert phone.http.post("/api/account/codes").status_code == 403


def test_a_password_that_is_changed_meanwhile_lets_nobody_in(guest: Make) -> None:
    owner, called = guest(), name()
    register(owner, called)
    others = [guest() for _ in range(6)]
    with ThreadPoolExecutor(8) as pool:
        entering = [pool.submit(sign_in, other, called) for other in others]
        changed = owner.http.post("/api/account/password", json={"password": "another one 12"})
        assert changed.status_code == 200
        for each in entering:
            each.result()
    signed_in = [other.http.get("/api/account").json()["account"] for other in others]
    assert signed_in == [None] * 6


@pytest.mark.parametrize(
    "pair",
    [("Max", "Мах"), ("KATE", "КАТЕ"), ("ZOE", "ΖΟΕ"), ("ANNA", "ꓮꓠꓠꓮ"), ("Erik", "Eriĸ")],
)
def test_names_of_other_scripts_that_look_alike_are_one(pair: tuple[str, str]) -> None:
    assert skeleton(pair[0]) == skeleton(pair[1])
    assert skeleton("Lucia") != skeleton("Luda")


@pytest.mark.parametrize("challenge", ["\ud800", "x\0", "x" * 500, 5, None])
def test_nonsense_is_no_passkey(guest: Make, challenge: Any) -> None:
    data = base64.urlsafe_b64encode(json.dumps({"challenge": challenge}).encode()).decode()
    credential = {"id": "x\0", "response": {"clientDataJSON": data.rstrip("=")}}
    answer = guest().http.post("/api/account/sign-in/passkey", json={"passkey": credential})
    assert answer.status_code in (403, 409)


def test_a_guests_request_that_stalls_does_not_act_for_his_account(guest: Make) -> None:
    """Whoever has copied his cookie has the body come after the account was made."""
    owner, thief, friend = guest(), guest(), guest("Bert")
    begun = owner.begin("friend", side="black")
    friend.redeem(begun["code"])
    thief.http.cookies.clear()
    thief.http.cookies.set("crownhead_guest", owner.http.cookies["crownhead_guest"])
    body = json.dumps({"id": "stalled", "act": {"kind": "resign"}}).encode()
    began, ended = threading.Event(), threading.Event()

    def slowly() -> Iterator[bytes]:
        yield body[:5]
        began.set()
        assert ended.wait(30)
        yield body[5:]

    def resign() -> int:
        headers = {"content-type": "application/json", "content-length": str(len(body))}
        path = f"/api/games/{begun['game']}/do"
        return thief.http.post(path, content=slowly(), headers=headers).status_code

    with ThreadPoolExecutor() as pool:
        answer = pool.submit(resign)
        assert began.wait(30)
        register(owner, name())
        ended.set()
        assert answer.result() == 403
    assert owner.http.get(f"/api/games/{begun['game']}").json()["view"]["phase"] == "playing"


def test_a_guest_loses_a_name_that_an_account_has_taken(guest: Make) -> None:
    called = name()
    before = guest(called)
    assert before.http.get("/api/me").json()["name"] == called
    register(guest(), called.upper())
    assert before.http.get("/api/me").json()["name"].startswith("Guest ")
    begun = before.begin("same_device")
    players = before.http.get(f"/api/games/{begun['game']}").json()["view"]["players"]
    assert called not in {each["name"] for each in players.values()}


def test_what_was_done_to_a_deleted_account_names_it_no_more(guest: Make, server: Server) -> None:
    boss, gone, called, chief = guest(), guest(), name(), name()
    register(boss, chief)
    give_role(server, chief, "administrator")
    register(gone, called)
    player = boss.http.get("/api/accounts", params={"name": called}).json()[0]["player"]
    assert boss.http.delete(f"/api/accounts/{player}/sessions").status_code == 204
    assert sign_in(gone, called).status_code == 200
    assert gone.http.delete("/api/account").status_code == 204
    with closing(sqlite3.connect(server.folder / "crownhead.sqlite3")) as database:
        rows = database.execute("select actor, player, deed from deeds").fetchall()
        kept = database.execute("select count(*) from deeds where player like 'x%'").fetchone()[0]
    assert all(player not in row for row in rows) and kept >= 1


def test_a_matchs_second_game_names_no_deleted_player(guest: Make) -> None:
    anna, bert, called = guest(), guest("Bert"), name()
    register(anna, called)
    begun = anna.begin("friend", side="black", ballot="english-3move", variant="english")
    bert.redeem(begun["code"])

    def act(who: Guest, game: str, act: dict[str, Any]) -> Any:
        body = {"id": new_id(), "act": act}
        return who.http.post(f"/api/games/{game}/do", json=body)

    def phase(game: str) -> str:
        return str(anna.http.get(f"/api/games/{game}").json()["view"]["phase"])

    for who in (anna, bert):
        who.http.get(f"/api/games/{begun['game']}")
        act(who, begun["game"], {"kind": "contribute", "text": "a line"})
    until(lambda: phase(begun["game"]) == "playing")
    assert act(anna, begun["game"], {"kind": "resign"}).status_code == 200
    answer = act(anna, begun["game"], {"kind": "next"})
    second = answer.json()["next"]
    assert called in bert.http.get("/api/me/data").text
    assert anna.http.delete("/api/account").status_code == 204
    assert called not in bert.http.get("/api/me/data").text
    view = bert.http.get(f"/api/games/{second}").json()["view"]
    assert {each["name"] for each in view["players"].values()} == {"Guest", "Bert"}
    assert called not in json.dumps(view)
