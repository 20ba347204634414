"""Talk between players: phrases, texts, blocking, reports and what comes of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, update
from support.served import Guest, Server, give_role, until

from crownhead.server.clock import DAY, milliseconds
from crownhead.server.messages.talk import LONGEST_TEXT
from crownhead.server.process.talking import KEPT, MOST_UNDECIDED
from crownhead.server.room.texts import clean_line
from crownhead.server.storage.migrations import upgrade
from crownhead.server.storage.open_database import open_database
from crownhead.server.storage.schema import accounts, games, said
from crownhead.server.storage.talk import Spoken, TalkStore
from tests.server.test_ratings import member

Make = Callable[..., Guest]


def begin_game(one: Guest, two: Guest) -> str:
    begun = one.begin("friend", side="black")
    two.redeem(begun["code"])
    return str(begun["game"])


def say(who: Guest, game: str, **what: Any) -> Any:
    return who.http.post(f"/api/games/{game}/talk", json=what)


def get_talk(who: Guest, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = who.http.get(f"/api/games/{game}/talk").json()["said"]
    return found


def test_guests_say_phrases_and_accounts_texts(guest: Make) -> None:
    anna, (rita, _) = guest(), member(guest)
    game = begin_game(anna, rita)
    socket = anna.socket()
    socket.watch(game)
    assert say(anna, game, phrase="hello").status_code == 200
    refused = say(anna, game, text="hello")
    assert refused.status_code == 409 and "account" in refused.text
    assert say(rita, game, text=" good\u202e luck <b>&\x00 ").status_code == 200
    told = socket.until("talked", last=get_talk(anna, game)[-1]["id"])
    assert told["game"] == game
    [first, second] = get_talk(anna, game)
    assert first["phrase"] == "hello" and first["mine"] and first["side"] == "black"
    assert second["text"] == "good luck <b>&" and not second["mine"]
    assert anna.http.get(f"/api/games/{game}/talk").json()["free"] is False
    assert rita.http.get(f"/api/games/{game}/talk").json()["free"] is True


def test_nobody_else_hears_or_says_anything(guest: Make) -> None:
    anna, bert, eve = guest(), guest(), guest()
    game = begin_game(anna, bert)
    say(anna, game, phrase="hello")
    socket = eve.socket()
    socket.watch(game)
    for method, path, body in (
        ("GET", "talk", None),
        ("POST", "talk", {"phrase": "hello"}),
        ("POST", "talk/off", None),
        ("POST", "talk/1/report", {}),
        ("POST", "block", None),
        ("DELETE", "block", None),
    ):
        answer = eve.http.request(method, f"/api/games/{game}/{path}", json=body)
        assert answer.status_code == 403, (path, answer.text)
    alone = anna.begin("computer", level=1)["game"]
    assert say(anna, alone, phrase="hello").status_code == 409
    say(bert, game, phrase="hello")
    with pytest.raises(Exception):  # noqa: B017 - whatever the wait ends with
        socket.until("talked", timeout=0.5)


@pytest.mark.parametrize(
    "what",
    [
        {},
        {"phrase": "hello", "text": "x"},
        {"phrase": "rude"},
        {"text": ""},
        {"text": "\u202e\u200b\x07 "},
        {"text": "\u3164\u2800\u115f\ufe0f"},
        {"text": "x" * 301},
        {"text": 5},
        {"phrase": "hello", "more": 1},
    ],
)
def test_nonsense_is_not_said(guest: Make, what: dict[str, Any]) -> None:
    (anna, _), bert = member(guest), guest()
    game = begin_game(anna, bert)
    assert say(anna, game, **what).status_code == 400
    assert get_talk(bert, game) == []


def test_texts_are_one_line_of_what_is_seen() -> None:
    assert clean_line("a\u0301\u0301\u0301\u0301\u0301b", 300) == "\u00e1\u0301\u0301b"
    # Marks that are no accents to Unicode pile up as high, and part those that are.
    assert clean_line("a" + 40 * "\u0489" + "b", 300) == "a\u0489\u0489b"
    assert clean_line("a" + 40 * "\u0301\u20dd", 300) == "\u00e1\u20dd\u0301"
    assert clean_line("a" + 40 * "\u0b56\u0b3f", 300) == "a" + 2 * "\u0b56\u0b3f"
    assert clean_line("\u0926\u094d\u0935\u093f\u0902", 300) == "\u0926\u094d\u0935\u093f\u0902"
    assert clean_line("x" * 400, LONGEST_TEXT) == "x" * 300
    assert clean_line("\u2066evil\u2069\u202e text\r\n2", 300) == "evil text 2"


def test_texts_are_switched_off_for_good(guest: Make) -> None:
    (anna, _), (rita, _) = member(guest), member(guest)
    game = begin_game(anna, rita)
    assert say(anna, game, text="hi").status_code == 200
    assert rita.http.post(f"/api/games/{game}/talk/off").json()["off"] is True
    assert say(anna, game, text="hi").status_code == 409
    assert say(rita, game, text="hi").status_code == 409
    assert say(anna, game, phrase="thanks").status_code == 200
    other = begin_game(anna, rita)
    assert say(anna, other, text="hi").status_code == 200


def test_who_is_blocked_is_heard_no_more_and_does_not_know_it(guest: Make) -> None:
    (anna, _), (rita, _) = member(guest), member(guest)
    game, other = begin_game(anna, rita), begin_game(rita, anna)
    say(anna, game, text="you will lose")
    assert rita.http.post(f"/api/games/{game}/block").json()["said"] == []
    mine, theirs = anna.socket(), rita.socket()
    for socket in (mine, theirs):
        socket.watch(game)
    for each in (game, other):
        for what in ({"phrase": "hello"}, {"text": "are you there?"}):
            told = say(anna, each, **what)
            assert told.status_code == 200, told.text
            assert told.json()["said"][-1]["mine"]
            assert anna.http.get(f"/api/games/{each}/talk").json() == told.json()
    assert told.json()["free"] and not told.json()["off"]
    assert get_talk(rita, game) == get_talk(rita, other) == []
    hidden = get_talk(anna, game)[-1]["id"]
    assert mine.until("talked", last=hidden)
    assert rita.http.post(f"/api/games/{game}/talk/{hidden}/report", json={}).status_code == 404
    # What was said meanwhile is not heard afterwards either.
    assert rita.http.delete(f"/api/games/{other}/block").json()["blocked"] is False
    assert [each["text"] for each in get_talk(rita, game)] == ["you will lose"]
    assert say(anna, game, phrase="sorry").status_code == 200
    last = get_talk(rita, game)[-1]
    assert last["phrase"] == "sorry" and theirs.until("talked")["last"] == last["id"]


def test_nobody_floods_moderators_or_judges_himself(guest: Make, server: Server) -> None:
    (anna, _), (boss, boss_name) = member(guest), member(guest)
    give_role(server, boss_name, "moderator")
    game = begin_game(boss, anna)
    for _ in range(MOST_UNDECIDED + 1):
        say(boss, game, phrase="hello")
    ids = [each["id"] for each in get_talk(anna, game)]
    answers = [anna.http.post(f"/api/games/{game}/talk/{id}/report", json={}) for id in ids]
    assert [answer.status_code for answer in answers] == [204] * MOST_UNDECIDED + [409]
    again = anna.http.post(f"/api/games/{game}/talk/{ids[0]}/report", json={})
    assert again.status_code == 204
    assert [each for each in boss.http.get("/api/reports").json() if each["game"] == game] == []
    other, other_name = member(guest)
    give_role(server, other_name, "moderator")
    mine = [each["id"] for each in other.http.get("/api/reports").json() if each["game"] == game]
    assert len(mine) == MOST_UNDECIDED
    ruling = {"verdict": "dismiss"}
    for id in mine:
        assert boss.http.post(f"/api/reports/{id}", json=ruling).status_code == 404
        assert other.http.post(f"/api/reports/{id}", json=ruling).status_code == 204


def test_a_mute_makes_none_shorter_and_outlasts_what_is_deleted(
    guest: Make, server: Server
) -> None:
    anna, bert, (boss, boss_name) = guest(), guest(), member(guest)
    give_role(server, boss_name, "moderator")
    game = begin_game(anna, bert)
    for days in (30, 1):
        say(anna, game, phrase="hello")
        if days == 30:
            say(anna, game, phrase="bye")
        id = [each["id"] for each in get_talk(bert, game) if not each["mine"]][
            -1 if days == 30 else 0
        ]
        bert.http.post(f"/api/games/{game}/talk/{id}/report", json={})
        [report] = [e for e in boss.http.get("/api/reports").json() if e["game"] == game]
        ruling = {"verdict": "mute", "days": days}
        assert boss.http.post(f"/api/reports/{report['id']}", json=ruling).status_code == 204
    until_then = anna.http.get(f"/api/games/{game}/talk").json()["muted"]
    assert until_then > milliseconds() + 29 * DAY
    assert '"muted"' in anna.http.get("/api/me/data").text
    assert anna.http.delete("/api/me").status_code == 204
    other = begin_game(anna, bert)
    assert anna.http.get(f"/api/games/{other}/talk").json()["muted"] == until_then
    assert say(anna, other, phrase="hello").status_code == 409


def test_moderators_decide_about_reports(guest: Make, server: Server) -> None:
    (anna, anna_name), (rita, _), (boss, boss_name) = member(guest), member(guest), member(guest)
    give_role(server, boss_name, "moderator")
    game = begin_game(anna, rita)
    say(anna, game, phrase="hello")
    say(rita, game, phrase="hello")
    say(anna, game, text="<script>alert(1)</script>")
    bad = get_talk(rita, game)[-1]
    path = f"/api/games/{game}/talk/{bad['id']}/report"
    assert anna.http.post(path, json={"ground": "insult"}).status_code == 404
    for _ in range(2):
        assert rita.http.post(path, json={"ground": "insult"}).status_code == 204
    assert rita.http.post(path, json={"ground": "ugly"}).status_code == 400
    mine = [each for each in boss.http.get("/api/reports").json() if each["game"] == game]
    [report] = mine
    assert report["ground"] == "insult" and report["author_name"] == anna_name
    assert [each["text"] for each in report["context"]][-1] == "<script>alert(1)</script>"
    assert len(report["context"]) == 3 and report["trail"] == []
    ruling = {"verdict": "mute", "days": 3}
    decided = f"/api/reports/{report['id']}"
    assert boss.http.post(decided, json=ruling).status_code == 204
    assert boss.http.post(decided, json=ruling).status_code == 404
    assert [each for each in boss.http.get("/api/reports").json() if each["game"] == game] == []
    assert say(anna, game, phrase="sorry").status_code == 409
    assert anna.http.get(f"/api/games/{game}/talk").json()["muted"] > 0
    assert "talk_mute" in anna.http.get("/api/me/data").text


def test_who_is_warned_is_told_so(guest: Make, server: Server) -> None:
    (anna, _), (rita, _), (boss, boss_name) = member(guest), member(guest), member(guest)
    give_role(server, boss_name, "moderator")
    game = begin_game(anna, rita)
    for text in ("fool", "fool again"):
        say(anna, game, text=text)
        bad = get_talk(rita, game)[-1]["id"]
        assert rita.http.post(f"/api/games/{game}/talk/{bad}/report", json={}).status_code == 204
        [report] = [r for r in boss.http.get("/api/reports").json() if r["game"] == game]
        path = f"/api/reports/{report['id']}"
        assert boss.http.post(path, json={"verdict": "warn"}).status_code == 204
    assert [(deed["deed"], deed["detail"]) for deed in report["trail"]] == [
        ("talk_warn", f"{game} something_else")
    ]
    talk = f"/api/games/{game}/talk"
    assert anna.http.get(talk).json()["warned"] >= report["at"]
    assert rita.http.get(talk).json()["warned"] is None
    assert say(anna, game, phrase="sorry").status_code == 200  # a warning is not silence


def test_what_was_said_is_exported_and_goes_with_its_author(guest: Make) -> None:
    anna, bert = guest(), guest()
    game = begin_game(anna, bert)
    say(anna, game, phrase="good_game")
    say(bert, game, phrase="thanks")
    assert "good_game" in anna.http.get("/api/me/data").text
    assert "thanks" not in anna.http.get("/api/me/data").text
    assert anna.http.delete("/api/me").status_code == 204
    until(lambda: len(get_talk(bert, game)) == 1)


def test_old_talk_is_deleted_unless_it_is_reported(tmp_path: Path) -> None:
    async def run() -> list[str]:
        database = open_database(f"sqlite:///{tmp_path / 'games'}")
        await upgrade(database, tmp_path)
        store = TalkStore(database)
        table = {"id": "g1", "variant": "english", "agreement": {}, "phase": "playing", "seq": 0}
        table |= {"listed": False, "clocked": False, "created": 0, "changed": 0}
        await database.write(lambda c: c.execute(insert(games), table))
        row = {"player": "anna", "side": "white", "phrase": None, "at": 0}
        people = insert(accounts).values(player="anna", skeleton="a", role="player", created=0)
        await database.write(lambda c: c.execute(people))
        ids = []
        for word in ("old", "bad", "new"):
            spoken = await store.say("g1", "bert", {**row, "text": word})
            assert isinstance(spoken, Spoken) and spoken.heard
            ids.append(spoken.id)
        report = {"game": "g1", "said": ids[1], "by": "bert", "author": "anna", "at": 1}
        assert await store.report({**report, "ground": "insult"}, 1)
        later = update(said).where(said.c.id == ids[2]).values(at=KEPT + 5)
        await database.write(lambda c: c.execute(later))
        await store.prune(5)
        left = [each.text for each in (await store.talk("g1", "bert", "anna", 0, 0, 0)).said]
        assert await store.decide(1, "console", "warn", 0, 6)
        await store.prune(10)
        left += [each.text for each in (await store.talk("g1", "bert", "anna", 0, 0, 0)).said]
        await database.close()
        return left

    assert asyncio.run(run()) == ["bad", "new", "new"]
