"""Studies: kept, shared by links, written by several at once, and attacked."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update
from support.served import Guest, Server, new_id

from crownhead.formats import pdn
from crownhead.server.process.studies import ROOM, Studies
from crownhead.server.process.work import Work
from crownhead.server.room.refusals import Refusal
from crownhead.server.settings import Settings
from crownhead.server.storage import studies as stored
from crownhead.server.storage.database import Database
from crownhead.server.storage.migrations.upgrade import upgrade
from crownhead.server.storage.open_database import open_database
from crownhead.server.storage.schema import accounts, studies
from crownhead.server.storage.studies import Chapter, Room, Study, StudyStore, TooMuch

Make = Callable[..., Guest]
PASSWORD = "four kings on d8"
GAME = '[Event "Club"]\n[GameType "21"]\n\n1. 11-15 {a fine one [%cal G11x15]} (1. 9-14) 24-20 *'


def wish(title: str = "Start", pdn: str = GAME, **more: Any) -> dict[str, Any]:
    return {"title": title, "pdn": pdn, **more}


def make(who: Guest, title: str = "Openings", pdn: str = GAME) -> dict[str, Any]:
    answer = who.http.post("/api/studies", json={"title": title, "chapter": wish(pdn=pdn)})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def get_study(who: Guest, key: str) -> dict[str, Any]:
    answer = who.http.get(f"/api/studies/{key}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def share(who: Guest, key: str, link: str) -> str:
    answer = who.http.post(f"/api/studies/{key}/links/{link}")
    assert answer.status_code == 200, answer.text
    code: str = answer.json()["links"][link]
    return code


def add(who: Guest, key: str, title: str, **more: Any) -> str:
    answer = who.http.post(f"/api/studies/{key}/chapters", json=wish(title, **more))
    assert answer.status_code == 201, answer.text
    id: str = answer.json()["id"]
    return id


def put(who: Guest, key: str, id: str, text: str, revision: int, title: str = "Start") -> Any:
    body = {"title": title, "pdn": text, "revision": revision}
    return who.http.post(f"/api/studies/{key}/chapters/{id}", json=body)


def text(who: Guest, key: str, id: str) -> str:
    answer = who.http.get(f"/api/studies/{key}/chapters/{id}")
    assert answer.status_code == 200, answer.text
    found: str = answer.json()["pdn"]
    return found


def titles(who: Guest, key: str) -> list[str]:
    return [each["title"] for each in get_study(who, key)["chapters"]]


def list_studies(who: Guest) -> list[dict[str, Any]]:
    lines = who.http.get("/api/me/data").text.splitlines()
    return [line["study"] for line in map(json.loads, lines) if "study" in line]


def sign_up(who: Guest) -> str:
    name = f"Stina {new_id()[-8:]}"
    made = {"name": name, "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    return name


def test_a_study_is_made_shared_read_and_written_together(two: tuple[Server, Server]) -> None:
    anna, bert = Guest(two[0]), Guest(two[1])
    made = make(anna, "Ends <b>&")
    key = made["id"]
    assert made["may"] == "own" and made["title"] == "Ends <b>&"
    assert made["links"] == {"read": None, "write": None}
    [first] = made["chapters"]
    assert text(anna, key, first["id"]) == GAME
    reading, writing = share(anna, key, "read"), share(anna, key, "write")
    assert share(anna, key, "read") == reading  # asked again it is the same
    looked = get_study(bert, reading)
    assert looked["may"] == "read" and looked["id"] is None and looked["links"] is None
    assert text(bert, reading, first["id"]) == GAME
    assert put(bert, reading, first["id"], GAME, 0).status_code == 403
    second = add(bert, writing, "Second")
    assert titles(anna, key) == ["Start", "Second"]
    longer = GAME.replace("24-20", "24-19")
    done = put(bert, writing, first["id"], longer, 0).json()
    assert not done["beside"] and done["chapter"]["revision"] == 1
    assert text(anna, key, first["id"]) == longer
    order = {"chapters": [second]}
    assert bert.http.post(f"/api/studies/{writing}/order", json=order).status_code == 200
    heading = {"title": "The second"}
    path = f"/api/studies/{writing}/chapters/{second}"
    assert bert.http.post(f"{path}/title", json=heading).status_code == 204
    assert titles(anna, key) == ["The second", "Start"]
    assert bert.http.delete(path, params={"revision": 0}).status_code == 204
    assert bert.http.delete(path, params={"revision": 0}).status_code == 204  # gone is gone
    assert titles(anna, key) == ["Start"]
    [mine] = anna.http.get("/api/studies").json()["studies"]
    assert (mine["id"], mine["chapters"]) == (key, 1) and mine["links"]["write"] == writing
    assert bert.http.get("/api/studies").json()["studies"] == []
    assert anna.http.delete(f"/api/studies/{key}/links/read").json()["links"]["read"] is None
    assert bert.http.get(f"/api/studies/{reading}").status_code == 404
    assert get_study(bert, writing)["may"] == "write"
    assert anna.http.delete(f"/api/studies/{key}").status_code == 204
    assert bert.http.get(f"/api/studies/{writing}").status_code == 404
    for who in (anna, bert):
        who.close()


def test_what_two_write_at_once_is_both_there(two: tuple[Server, Server]) -> None:
    """Of many who write from the same revision one is in place, each other beside it."""
    anna = Guest(two[0])
    key = make(anna)["id"]
    code = share(anna, key, "write")
    [chapter] = get_study(anna, key)["chapters"]
    with ExitStack() as stack:
        writers = [Guest(two[n % 2]) for n in range(6)]
        for each in (anna, *writers):
            stack.callback(each.close)
        texts = [f"{GAME[:-1]} {{by {n}}} *" for n in range(6)]
        pool = stack.enter_context(ThreadPoolExecutor())
        answers = list(
            pool.map(lambda n: put(writers[n], code, chapter["id"], texts[n], 0), range(6))
        )
        assert [each.status_code for each in answers] == [200] * 6
        assert sorted(each.json()["beside"] for each in answers) == [False] + [True] * 5
        there = get_study(anna, key)["chapters"]
        assert len({each["title"] for each in there}) == len(there) == 6
        assert {text(anna, key, each["id"]) for each in there} == set(texts)
        for answer, written in zip(answers, texts, strict=True):
            assert text(anna, key, answer.json()["chapter"]["id"]) == written
        # What is sent again, because no answer came, is not stored twice.
        again = put(writers[0], code, answers[0].json()["chapter"]["id"], texts[0], 0).json()
        assert not again["beside"] and len(get_study(anna, key)["chapters"]) == 6
        # A chapter that another has deleted comes back, by the name it had.
        gone = there[-1]["id"]
        path = f"/api/studies/{key}/chapters/{gone}"
        assert anna.http.delete(path, params={"revision": 0}).status_code == 204
        late = put(writers[1], code, gone, texts[1], 0, "Mine").json()
        assert late["beside"] and late["chapter"]["title"].startswith("Mine")
        assert text(anna, key, late["chapter"]["id"]) == texts[1]


def test_a_chapter_that_has_changed_is_not_deleted_unseen(guest: Make) -> None:
    anna, bert = guest(), guest()
    key = make(anna)["id"]
    code = share(anna, key, "write")
    second = add(anna, key, "Second")
    assert put(bert, code, second, GAME.replace("24-20", "23-18"), 0).status_code == 200
    path = f"/api/studies/{key}/chapters/{second}"
    refused = anna.http.delete(path, params={"revision": 0})
    assert refused.status_code == 409 and refused.json()["code"] == "stale"
    assert anna.http.delete(path, params={"revision": 1}).status_code == 204
    [last] = get_study(anna, key)["chapters"]
    refused = anna.http.delete(f"/api/studies/{key}/chapters/{last['id']}?revision=0")
    assert refused.status_code == 409 and "at least one" in refused.json()["sentence"]


REQUESTS: dict[tuple[str, str], tuple[dict[str, Any] | None, str]] = {
    ("GET", "/api/studies/{study}"): (None, "read"),
    ("GET", "/api/studies/{study}/pdn"): (None, "read"),
    ("GET", "/api/studies/{study}/chapters/{chapter}"): (None, "read"),
    ("POST", "/api/studies/{study}/chapters"): (wish("Another"), "write"),
    ("POST", "/api/studies/{study}/chapters/{chapter}"): (wish(revision=0), "write"),
    ("POST", "/api/studies/{study}/chapters/{chapter}/title"): ({"title": "Called"}, "write"),
    ("DELETE", "/api/studies/{study}/chapters/{chapter}?revision=0"): (None, "write"),
    ("POST", "/api/studies/{study}/order"): ({"chapters": []}, "write"),
    ("POST", "/api/studies/{study}"): ({"title": "Called"}, "own"),
    ("POST", "/api/studies/{study}/links/{link}"): (None, "own"),
    ("DELETE", "/api/studies/{study}/links/{link}"): (None, "own"),
    ("DELETE", "/api/studies/{study}"): (None, "own"),
}
"""Every request about one study, and the least that whoever sends it has to be."""
RANKS = ("stranger", "read", "write", "own")


@pytest.mark.parametrize("rank", RANKS)
def test_nobody_does_with_a_study_what_his_link_does_not_let_him(guest: Make, rank: str) -> None:
    anna, other = guest(), guest()
    for (method, path), (body, least) in REQUESTS.items():
        made = make(anna)
        key, [first] = made["id"], made["chapters"]
        add(anna, key, "One more")
        codes = {link: share(anna, key, link) for link in ("read", "write")}
        # Whoever knows the id alone is a stranger.
        who, known = (anna, key) if rank == "own" else (other, codes.get(rank, key))
        asked = path.format(study=known, chapter=first["id"], link="read")
        before = get_study(anna, key)
        answer = who.http.request(method, asked, **({} if body is None else {"json": body}))
        if RANKS.index(rank) >= RANKS.index(least):
            assert answer.status_code < 300, (method, path, answer.text)
            continue
        status = 404 if rank == "stranger" else 403
        assert answer.status_code == status, (method, path, answer.text)
        assert get_study(anna, key) == before


def test_every_request_about_a_study_is_tried_with_every_rank(server: Server) -> None:
    paths = server.schema()["paths"]
    ours = {
        (method.upper(), path)
        for path, methods in paths.items()
        for method in methods
        if path.startswith("/api/studies/")
    }
    assert ours == {(method, path.split("?")[0]) for method, path in REQUESTS}


def test_links_cannot_be_guessed(guest: Make) -> None:
    anna = guest()
    made = [make(anna)["id"] for _ in range(3)]
    codes = [share(anna, key, link) for key in made for link in ("read", "write")]
    assert len(set(codes)) == 6
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{24}", code) for code in codes)  # 144 bits
    bert = guest()
    for near in (codes[0][:-1], f"{codes[0]}A", codes[0].swapcase(), "%", "_" * 24, "null"):
        assert bert.http.get(f"/api/studies/{near}").status_code in (400, 404), near
    # A withdrawn link is not the one that is made after it.
    anna.http.delete(f"/api/studies/{made[0]}/links/read")
    assert share(anna, made[0], "read") != codes[0]
    assert bert.http.get(f"/api/studies/{codes[0]}").status_code == 404


def test_another_site_cannot_change_a_study(guest: Make) -> None:
    anna = guest()
    key = make(anna)["id"]
    foreign = {"origin": "https://elsewhere.example", "sec-fetch-site": "cross-site"}
    assert anna.http.delete(f"/api/studies/{key}", headers=foreign).status_code == 403
    assert get_study(anna, key)["may"] == "own"


SCRIPT = '"><img src=x onerror=alert(1)>'


def test_scripts_in_titles_and_comments_stay_text(guest: Make) -> None:
    anna = guest()
    made = make(anna, f'{SCRIPT} \\"]', GAME.replace("a fine one", f"{SCRIPT}</textarea>"))
    assert made["title"] == f'{SCRIPT} \\"]'
    asked = anna.http.get(f"/api/studies/{made['id']}/pdn")
    assert asked.headers["content-type"].startswith("text/plain")
    assert asked.headers["x-content-type-options"] == "nosniff"
    assert "attachment" in asked.headers["content-disposition"]
    [game] = pdn.read(io.StringIO(asked.text))
    assert not game.errors
    assert game.tags["StudyName"] == f'{SCRIPT} \\"]'


def test_an_export_has_one_game_for_each_chapter_whatever_they_hold(guest: Make) -> None:
    anna = guest()
    start = '[GameType "20"]\n[FEN "W:W31,K45:B12"]\n\n*'
    key = make(anna, "All")["id"]
    many = [
        GAME,
        start,
        "1. 32-28 *",
        '[Event "x"] {only words} *',
        "1. 11-15 24-20",
        '[Event "x"]\n1. 11-15 {that does not end',
        "1. 11-15 (1. 9-14",
        '1. 11-15 "',
        '[Event "no end\n1. 11-15 *',
        '{first} [Event "x"]\n1. 11-15 *',
        "1. 11-15 ; to the end of the line",
        start,
    ]
    for number, each in enumerate(many):
        add(anna, key, f'Chapter "{number}"\\', pdn=each)
    read = list(pdn.read(io.StringIO(anna.http.get(f"/api/studies/{key}/pdn").text)))
    assert [game.tags["ChapterName"] for game in read] == [
        "Start",
        *(f'Chapter "{number}"\\ ' for number in range(len(many))),
    ]


@pytest.mark.parametrize(
    "amiss",
    [
        "words alone",
        f"{GAME}\n\n{GAME}",
        "1. 11-15 * 1. 9-14 *",
        '1. 11-15 [Event "z"] 1. 11-15',
        "\u202e \u200b",
        "*) *",
        "{}",
    ],
)
def test_a_text_that_is_not_one_game_is_refused(guest: Make, amiss: str) -> None:
    anna = guest()
    key = make(anna)["id"]
    before = get_study(anna, key)
    refused = anna.http.post(f"/api/studies/{key}/chapters", json=wish(pdn=amiss))
    assert refused.status_code == 409, (amiss, refused.text)
    assert put(anna, key, before["chapters"][0]["id"], amiss, 0).status_code == 409
    assert get_study(anna, key) == before


def test_bytes_that_no_database_takes_are_left_out(guest: Make) -> None:
    anna = guest()
    key = make(anna, "A\x00B\u202eC", GAME.replace("fine", "f\x00i\x07ne"))["id"]
    found = get_study(anna, key)
    assert found["title"] == "ABC"
    assert text(anna, key, found["chapters"][0]["id"]) == GAME
    assert anna.http.post(f"/api/studies/{key}", json={"title": "\u200b"}).status_code == 409
    lone = b'{"title": "\\ud800", "chapter": {"title": "x", "pdn": "1. 11-15 *"}}'
    headers = {"content-type": "application/json"}
    answer = anna.http.post("/api/studies", content=lone, headers=headers)
    assert answer.status_code in (400, 409)


def test_a_costly_position_costs_the_server_nothing(guest: Make) -> None:
    """A chapter is cut, not played: its moves are for whoever reads it."""
    kings = ",".join(f"K{n}" for n in range(1, 26))
    fen = f'[FEN "W:W{kings}:B26,27,28,29,30,36,37,38,39,40"]'
    moves = " ".join(f"{n}. 1-7 50-44" for n in range(1, 2_500))
    anna = guest()
    made = make(anna, "Dear", f'[GameType "20"]\n{fen}\n\n{moves[:39_000]} *')
    assert made["chapters"][0]["revision"] == 0


def test_what_is_too_long_is_refused(guest: Make) -> None:
    anna = guest()
    key = make(anna)["id"]
    long = f"1. 11-15 {{{'ä' * 39_900}}} *"
    assert len(long) < 40_000
    id = add(anna, key, "Long", pdn=long)  # 80 kB as UTF-8, 240 kB as JSON may write it
    assert text(anna, key, id) == long
    for title, body in (("x" * 81, GAME), ("x", long + "x" * 100), ("", GAME), ("x", "")):
        answer = anna.http.post(f"/api/studies/{key}/chapters", json=wish(title, body))
        assert answer.status_code in (400, 413), len(body)
    huge = anna.http.post(f"/api/studies/{key}/chapters", content=b"x" * 1_000_000)
    assert huge.status_code in (400, 413)


def test_a_guests_studies_are_joined_exported_and_deleted(guest: Make) -> None:
    anna = guest()
    name = sign_up(anna)
    own = make(anna, "Own")["id"]
    elsewhere = guest()
    brought = make(elsewhere, "Brought")["id"]
    code = share(elsewhere, brought, "read")
    signed = elsewhere.http.post("/api/account/sign-in", json={"name": name, "password": PASSWORD})
    assert signed.status_code == 200
    mine = {each["id"] for each in anna.http.get("/api/studies").json()["studies"]}
    assert mine == {own, brought}
    assert get_study(guest(), code)["title"] == "Brought"  # links go on
    by_title = {each["title"]: each for each in list_studies(anna)}
    assert by_title["Brought"]["links"]["read"] == code and by_title["Brought"]["network"] is None
    assert by_title["Own"]["chapters"] == [{"title": "Start", "pdn": GAME}]
    anna.http.delete("/api/account")
    assert guest().http.get(f"/api/studies/{code}").status_code == 404


def test_a_guest_who_makes_an_account_keeps_his_studies(guest: Make) -> None:
    anna = guest()
    key = make(anna)["id"]
    [before] = list_studies(anna)
    assert before["network"]
    small = anna.http.get("/api/studies").json()["most_bytes"]
    sign_up(anna)
    assert get_study(anna, key)["may"] == "own"
    assert anna.http.get("/api/studies").json()["most_bytes"] > small


def test_what_is_kept_of_a_guest_goes_with_him(guest: Make) -> None:
    anna, bert = guest(), guest()
    key, other = make(anna)["id"], make(bert)["id"]
    anna.http.delete("/api/me")
    assert list_studies(anna) == [] and anna.http.get(f"/api/studies/{key}").status_code == 404
    assert get_study(bert, other)["may"] == "own"


def test_programs_have_no_studies(guest: Make) -> None:
    anna = guest()
    sign_up(anna)
    made = anna.http.post("/api/account/tokens", json={"name": "1", "scope": "read"})
    headers = {"authorization": f"Bearer {made.json()['token']}", "cookie": ""}
    answer = httpx.get(f"{anna.server.url}/api/studies", headers=headers)
    assert answer.status_code == 403


def test_a_writer_who_hurries_waits_a_moment(
    tmp_path: Path, close_later: Callable[[Any], Any]
) -> None:
    with Server(tmp_path, "--no-delay") as server:
        anna = close_later(Guest(server))
        made = make(anna)
        key, [first] = made["id"], made["chapters"]
        answers = [put(anna, key, first["id"], GAME, 0) for _ in range(60)]
        assert answers[0].status_code == 200
        slow = [answer for answer in answers if answer.status_code == 429]
        assert slow and "Retry-After" in slow[0].headers


# The store itself, in both databases

TIGHT = Room(
    chapters=3,
    study_bytes=3_000,
    account=(4, 6_000),
    guest=(2, 4_000),
    network=(3, 5_000),
)


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games'}", tmp_path
    return str(request.getfixturevalue("database")), tmp_path


def run(where: tuple[str, Path], work: Callable[[Database, StudyStore], Any]) -> Any:
    from crownhead.server.settings import database_url

    url, folder = where

    async def run_inside() -> Any:
        database = open_database(url if url.startswith("sqlite") else database_url(folder, url))
        try:
            await upgrade(database, folder)
            return await work(database, StudyStore(database, TIGHT))
        finally:
            await database.close()

    return asyncio.run(run_inside())


def study(id: str, owner: str, network: str = "net", at: int = 1) -> Study:
    return Study(id, owner, id, 0, 0, None, None, network, at, at, at)


def chapter(id: str) -> Chapter:
    return Chapter(id, id, 0, 1)


async def find_refusal(action: Any) -> str:
    try:
        await action
    except TooMuch as error:
        return error.where
    return ""


def test_there_is_so_much_room_and_no_more(store: tuple[str, Path]) -> None:
    text = "x" * 800  # a thousand bytes with what each counts for beside

    async def work(database: Database, held: StudyStore) -> None:
        async def refusal_of(id: str, owner: str, network: str = "net") -> str:
            return await find_refusal(held.make(study(id, owner, network), chapter("c"), text))

        assert await refusal_of("a1", "anna") == ""
        for number in (2, 3):
            await held.add("a1", "anna", chapter(f"c{number}"), text, None)
        assert await find_refusal(held.add("a1", "anna", chapter("c4"), "", None)) == "study"
        assert (
            await find_refusal(held.store("a1", "anna", chapter("c2"), chapter("z"), text + "x"))
            == "study"
        )
        # Where there is no room for it, a text that comes too late is refused, not lost unseen.
        late = Chapter("c2", "c2", 7, 1)
        assert await find_refusal(held.store("a1", "anna", late, chapter("z"), "y")) == "study"
        assert await refusal_of("a2", "anna") == ""
        assert await refusal_of("a3", "anna") == "owner"
        await held.remove("a1", "anna", "c3", 0, 2)
        assert await refusal_of("a3", "anna") == "owner"  # two are as many as a guest may have
        assert await refusal_of("b1", "bert") == ""
        assert await refusal_of("c1", "carl") == "network"
        assert await refusal_of("c1", "carl", "elsewhere") == ""
        # An account is nobody's neighbour.
        row = {"player": "dora", "skeleton": "dora", "role": "player", "created": 1}
        await database.write(lambda c: c.execute(accounts.insert(), row))
        assert [await refusal_of(f"d{n}", "dora") for n in range(5)] == ["", "", "", "", "owner"]
        [(first, count), *_] = [each for each in await held.of("anna") if each[0].id == "a1"]
        assert (first.bytes, count) == (2_000, 2)

    run(store, work)


def test_bytes_are_those_of_the_chapters(store: tuple[str, Path]) -> None:
    async def work(database: Database, held: StudyStore) -> None:
        await held.make(study("s", "anna"), chapter("c"), "ä" * 100)
        await held.store("s", "anna", chapter("c"), chapter("z"), "x")
        await held.add("s", "anna", chapter("d"), "yy", "c")
        wanted = select(studies.c.bytes)
        assert await database.read(lambda c: c.execute(wanted).scalar()) == 2 * 200 + 3

    run(store, work)


def test_studies_of_guests_that_nobody_looks_at_are_deleted(store: tuple[str, Path]) -> None:
    day = stored.SEEN_EVERY

    async def work(database: Database, held: StudyStore) -> None:
        for owner in ("anna", "bert", "dora"):
            await held.make(study(f"of{owner}", owner), chapter("c"), "x")
        row = {"player": "dora", "skeleton": "dora", "role": "player", "created": 1}
        await database.write(lambda c: c.execute(accounts.insert(), row))
        await database.write(lambda c: c.execute(update(studies).values(seen=1)))
        await held.find("ofanna", "anna", 2 * day)
        await held.prune(day)
        assert [len(await held.of(who)) for who in ("anna", "bert", "dora")] == [1, 0, 1]
        [(hers, _)] = await held.of("dora")
        assert hers.network is None

    run(store, work)


def test_titles_of_copies_are_short_and_their_own(tmp_path: Path) -> None:
    async def work(database: Database, held: StudyStore) -> None:
        held = StudyStore(database, ROOM)
        long = Chapter("c", "t" * 80, 0, 1)
        await held.make(study("s", "anna"), long, "x")
        for number in range(12):
            late = Chapter("c", "?", 9, 1)
            await held.store("s", "anna", late, Chapter(f"z{number}", "?", 0, 1), f"y{number}")
        found = [each.title for each in (await held.find("s", "anna", 1)).chapters]
        assert len(set(found)) == 13 and max(map(len, found)) == 80

    run((f"sqlite:///{tmp_path / 'games'}", tmp_path), work)


def test_a_text_is_looked_at_after_the_link(tmp_path: Path) -> None:
    """Who may not write is told so whatever he writes, and nothing of it is read."""
    url = f"sqlite:///{tmp_path / 'games'}"

    async def ask() -> str:
        database = open_database(url)
        await upgrade(database, tmp_path)
        settings = Settings(folder=tmp_path, database=url, keys=(b"s" * 32,))
        work = Work()
        held = Studies(database, settings, work)
        from crownhead.server.messages.studies import NewChapter

        try:
            await held.add("unknown", "anna", NewChapter(title="x", pdn="no game"))
        except Refusal as refusal:
            return refusal.text
        finally:
            await work.close()
            await database.close()
        return ""

    assert asyncio.run(ask()) == "unknown_study"
