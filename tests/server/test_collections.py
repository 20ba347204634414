"""Databases of games that are a guest's own: files he hands in, and what he has played here."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from support.served import Guest, Pairing, Server, until
from support.service import open_service

import crownhead as ch
from crownhead.base import Base
from crownhead.formats import pdn
from crownhead.server.messages.bases import PositionRequest
from crownhead.server.process import guest_databases
from crownhead.server.room.refusals import Refusal
from crownhead.server.storage.collections import Collections

Make = Callable[..., Guest]
ANNA = '[White "Anna"] [Black "Bert"] [GameType "21"] [Extra "kept"] 1. 11-15 24-20 {well} 1-0\n'
OTHER = '[White "Emil"] [Black "Fred"] [GameType "21"] 1. 9-14 24-20 0-1\n'
BROKEN = '[White "Gerd"] [Black "Hans"] [GameType "21"] 1. 11-15 1-2 *\n'


def hand_in(guest: Guest, text: str | bytes, name: str = "Club") -> list[dict[str, Any]]:
    content = text.encode() if isinstance(text, str) else text
    answer = guest.http.post("/api/bases", params={"name": name}, content=content)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def cards(guest: Guest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = guest.http.get("/api/bases").json()
    return found


def tree(guest: Guest, base: str, variant: str = "english") -> Any:
    return guest.http.post(f"/api/bases/{base}/tree", json={"variant": variant}).json()


def test_a_file_becomes_a_database_of_its_guest_alone(guest: Make) -> None:
    anna, bert = guest(), guest()
    *progress, done = hand_in(anna, ANNA + OTHER, "World titles")
    assert [line["t"] for line in (*progress, done)][-1] == "imported"
    assert progress[0] == {"t": "progress", "games": 0, "done": 0, "total": len(ANNA + OTHER)}
    assert (done["read"], done["added"], done["faulty"]) == (2, 2, 0)
    (card,) = cards(anna)
    assert card == {
        "id": done["id"],
        "name": "World titles",
        "games": 2,
        "variants": ["english"],
        "house": False,
        "whose": "own",
    }
    found = tree(anna, done["id"])
    assert [(move["text"], move["games"]) for move in found["moves"]] == [("11-15", 1), ("9-14", 1)]
    number = found["first"]["games"][0]["id"]
    text = anna.http.get(f"/api/bases/{done['id']}/games/{number}/pdn").text
    assert text == pdn.dumps(pdn.loads(ANNA))
    assert cards(bert) == []
    assert tree(bert, done["id"])["code"] == "unknown_game"
    assert bert.http.delete(f"/api/bases/{done['id']}").status_code == 404
    assert tree(anna, done["id"])["games"] == 2


def test_a_second_file_of_the_name_is_added(guest: Make) -> None:
    anna = guest()
    hand_in(anna, ANNA)
    *_, done = hand_in(anna, ANNA.replace("{well} ", "") + OTHER)
    assert (done["read"], done["added"], done["duplicates"]) == (2, 1, 1)
    assert [card["games"] for card in cards(anna)] == [2]


def test_files_can_be_handed_in_one_after_the_other(guest: Make) -> None:
    """The last line of the first was told before its place was free."""
    anna = guest()
    for name in "abcd":
        content, wish = ANNA.encode(), {"name": name}
        with anna.http.stream("POST", "/api/bases", params=wish, content=content) as answer:
            assert any('"imported"' in line for line in answer.iter_lines())
    assert [card["name"] for card in cards(anna)] == list("abcd")


def test_games_with_errors_are_kept_and_told(guest: Make) -> None:
    anna = guest()
    *_, done = hand_in(anna, ANNA + BROKEN + OTHER)
    assert (done["added"], done["faulty"]) == (3, 1)
    (fault,) = done["faults"]
    assert fault["line"] == 2 and "1-2" in fault["text"]
    assert tree(anna, done["id"])["games"] == 3


def test_errors_of_games_are_told_in_the_language_of_the_guest(guest: Make) -> None:
    *_, done = hand_in(
        guest(language="de"), '[GameType "21"]\n[FEN "W:Wxx:B1"]\n1. 11-15 *\n' + ANNA
    )
    (fault,) = done["faults"]
    said = "Die FEN 'W:Wxx:B1' ist nicht lesbar: dieses Feld gibt es auf dem Brett nicht"
    assert (fault["line"], fault["text"]) == (2, said)


@pytest.mark.parametrize("content", [b"", b"no game at all", b"GIF89a....", b"\x00\xff" * 900])
def test_a_file_without_a_game_changes_nothing(guest: Make, content: bytes) -> None:
    anna = guest()
    *_, done = hand_in(anna, content)
    assert (done["t"], done["code"]) == ("refused", "not_allowed")
    assert done["sentence"] == "There is no game in this file that can be read."
    assert cards(anna) == []


def test_a_file_that_is_too_large_is_refused(guest: Make) -> None:
    anna = guest()
    text = b" " * (guest_databases.MOST_HANDED_IN + 1)
    answer = anna.http.post("/api/bases", params={"name": "x"}, content=text)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert cards(anna) == []


@pytest.mark.parametrize("name", ["", " . ", "\u200b", "//"])
def test_a_database_needs_a_name(guest: Make, name: str) -> None:
    answer = guest().http.post("/api/bases", params={"name": name}, content=ANNA.encode())
    assert (answer.status_code, answer.json()["code"]) == (409, "not_allowed")


def test_a_name_leads_nowhere_else(server: Server, guest: Make) -> None:
    anna = guest()
    *_, done = hand_in(anna, ANNA, "../../x/../secret\x00")
    assert done["name"] == "x .. secret"
    (found,) = server.folder.glob(f"collections/*/{done['name']}.base")
    assert found.parent.parent == server.folder / "collections"


@pytest.mark.parametrize("name", ["new-openings", "new-1", "incoming", "lock", "gone-1"])
def test_a_database_may_have_any_name(server: Server, guest: Make, name: str) -> None:
    """What begins with "new-" was acknowledged, and then swept away as something half made."""
    anna = guest()
    *_, done = hand_in(anna, ANNA, name)
    assert (done["t"], done["name"]) == ("imported", name)
    *_, again = hand_in(anna, OTHER, name)
    assert (again["id"], again["added"]) == (done["id"], 1)
    hand_in(anna, OTHER, "another")
    assert [(card["name"], card["games"]) for card in cards(anna) if card["name"] == name] == [
        (name, 2)
    ]
    assert tree(anna, done["id"])["games"] == 2
    assert not list(server.folder.glob("collections/*/incoming"))


def test_a_database_can_be_deleted(server: Server, guest: Make) -> None:
    anna = guest()
    *_, done = hand_in(anna, ANNA, "to be deleted")
    assert list(server.folder.glob("collections/*/to be deleted.base"))
    assert anna.http.delete(f"/api/bases/{done['id']}").status_code == 204
    assert cards(anna) == []
    assert not list(server.folder.glob("collections/*/to be deleted.base"))
    answer = anna.http.delete(f"/api/bases/{done['id']}")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_game")


def test_own_data_has_what_was_handed_in_and_goes_with_it(server: Server, guest: Make) -> None:
    anna = guest()
    *_, done = hand_in(anna, ANNA + BROKEN, "mine alone")
    lines = [json.loads(line) for line in anna.http.get("/api/me/data").text.splitlines()]
    (kept,) = [line["collected"] for line in lines if "collected" in line]
    assert (kept["base"], kept["name"]) == (done["id"], "mine alone")
    assert "[Extra" in kept["pdn"] and "{well}" in kept["pdn"] and "1-2" in kept["pdn"]
    assert anna.http.delete("/api/me").status_code == 204
    assert cards(anna) == []
    assert not list(server.folder.glob("collections/*/mine alone.base"))


def play_game(server: Server, *moves: str) -> Pairing:
    """Return two guests with a game that is over."""
    pair = Pairing(server)
    pair.play(*moves)
    ack = pair.black.do(pair.game, "resign")
    assert ack["t"] == "ack", ack
    return pair


def test_games_that_ended_are_found_among_ones_own(
    server: Server, close_later: Callable[[Any], Any]
) -> None:
    pair = close_later(play_game(server, "11-15", "24-20"))
    anna = pair.creator
    (card,) = cards(anna)
    assert (card["id"], card["whose"], card["games"]) == ("played", "played", 1)
    found = tree(anna, "played")
    assert [(move["text"], move["white"]) for move in found["moves"]] == [("11-15", 1)]
    (game,) = found["first"]["games"]
    assert {game["white"], game["black"]} == {"Anna", "Bert"}
    # The next one is there when it has ended.
    begun = anna.begin("computer", level=1, side="black")
    socket = anna.socket()
    socket.watch(begun["game"])
    assert tree(anna, "played")["games"] == 1
    assert socket.do(begun["game"], "resign")["t"] == "ack"
    until(lambda: tree(anna, "played")["games"] == 2)  # a busy server is not waited for long


def test_who_deletes_what_is_his_has_no_name_in_the_games_of_others(
    server: Server, close_later: Callable[[Any], Any]
) -> None:
    pair = close_later(play_game(server, "11-15", "23-18"))
    anna, bert = pair.creator, pair.friend
    for player in (anna, bert):
        assert tree(player, "played")["games"] == 1
    assert bert.http.delete("/api/me").status_code == 204
    found = tree(anna, "played")["first"]["games"]
    assert [{game["white"], game["black"]} for game in found] == [{"Anna", "Guest"}]
    guest, _, _ = anna.http.cookies["crownhead_guest"].partition(".")
    with Base.reader(server.folder / "played" / guest / "games.base", finished=True) as base:
        assert b"Bert" not in b"".join(base.texts())
    assert cards(bert) == []


def test_a_file_that_takes_too_long_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system ends the importing program, and nothing is left of it."""
    slow = "import os, signal; os.kill(os.getpid(), signal.SIGXCPU)"
    monkeypatch.setattr(guest_databases, "PROGRAM", ("-c", slow))
    refusal, left = asyncio.run(_refusal_of(tmp_path, ANNA.encode()))
    assert (refusal.code, refusal.text) == ("not_allowed", "collection_costly")
    assert left == []


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Collections, "free", lambda _: 0)
    refusal, left = asyncio.run(_refusal_of(tmp_path, ANNA.encode()))
    assert (refusal.code, refusal.text) == ("unavailable", "cannot_store")
    assert left == []


@pytest.mark.parametrize("bound", [30_000, 300_000])
def test_a_file_beyond_its_bound_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: int
) -> None:
    program = (
        "import sys; from crownhead.server.process import intake; intake.LARGEST = {};"
        " intake.main(*sys.argv[1:])"
    )
    monkeypatch.setattr(guest_databases, "PROGRAM", ("-c", program.format(bound)))
    many = "".join(ANNA.replace("Anna", f"Anna {number}") for number in range(3000))
    refusal, left = asyncio.run(_refusal_of(tmp_path, many.encode()))
    assert (refusal.code, refusal.text) == ("too_large", "collection_large")
    assert left == []


async def _refusal_of(folder: Path, content: bytes) -> tuple[Refusal, list[str]]:
    """Return why a file is refused, and what is left in the guest's folder."""
    async with open_service(folder) as service:
        with pytest.raises(Refusal) as refusal:
            await _take_in(service.guest_databases, "anna", content)
    left = (folder / "collections" / "anna").glob("*")
    return refusal.value, [path.name for path in left if path.name != "lock"]


async def _take_in(
    into: guest_databases.GuestDatabases, guest: str, content: bytes, name: str = "x"
) -> Any:
    async def pieces() -> AsyncIterator[bytes]:
        yield content

    file = await into.take_in(guest, name, pieces())
    return [json.loads(line) async for line in into.lines(guest, *file)][-1]


def test_who_deletes_what_is_his_ends_what_still_comes_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = (
        "import sys, time; from crownhead.server.process import intake; whole = intake._file;"
        " intake._file = lambda base: (time.sleep(3), whole(base))[1];"
        " intake.main(*sys.argv[1:])"
    )
    monkeypatch.setattr(guest_databases, "PROGRAM", ("-c", program))

    async def ask() -> None:
        async with open_service(tmp_path) as service:
            going = asyncio.create_task(_take_in(service.guest_databases, "anna", ANNA.encode()))
            while not list((tmp_path / "collections").glob("anna/incoming/*")):
                await asyncio.sleep(0.05)
            await service.guests.erase("anna")
            with pytest.raises(Refusal) as refusal:
                await going
            assert (refusal.value.code, refusal.value.text) == ("unknown_game", "unknown_base")
            assert list((tmp_path / "collections").rglob("*")) == []
            assert not going.cancelled()

    asyncio.run(ask())


def test_one_guest_has_so_many_databases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_databases, "MOST", 2)

    async def ask() -> None:
        async with open_service(tmp_path) as service:
            for name in "abb":
                assert (await _take_in(service.guest_databases, "anna", ANNA.encode(), name))["id"]
            with pytest.raises(Refusal) as refusal:
                await _take_in(service.guest_databases, "anna", ANNA.encode(), "c")
            assert refusal.value.text == "too_many_collections"
            assert (await _take_in(service.guest_databases, "bert", ANNA.encode(), "c"))[
                "added"
            ] == 1
            monkeypatch.setattr(guest_databases, "MOST_BYTES", 1000)
            with pytest.raises(Refusal) as refusal:
                await _take_in(service.guest_databases, "anna", ANNA.encode(), "a")
            assert refusal.value.text == "too_many_collections"

    asyncio.run(ask())


def test_who_hands_in_much_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files that never end take two places of their own; games and questions go on beside them."""
    monkeypatch.setattr(guest_databases, "PROGRAM", ("-c", "import time; time.sleep(600)"))
    monkeypatch.setattr(guest_databases, "WAITING", 4)

    async def ask() -> None:
        async with open_service(tmp_path) as service:
            going = [
                asyncio.create_task(_take_in(service.guest_databases, guest, ANNA.encode()))
                for guest in "abcd"
            ]
            await asyncio.sleep(1)
            assert not any(task.done() for task in going)
            for guest in ("a", "e"):  # one of one guest, and only so many at all
                with pytest.raises(Refusal) as refusal:
                    await _take_in(service.guest_databases, guest, ANNA.encode())
                assert refusal.value.code == "too_fast"
            assert await service.work.run_off_loop("f", lambda: "moved") == "moved"
            assert await service.bases.cards("a") == ()
            for task in going:
                task.cancel()
            await asyncio.gather(*going, return_exceptions=True)
            assert list((tmp_path / "collections").glob("*/*.base")) == []

    asyncio.run(ask())


def test_who_goes_away_stops_the_import(server: Server, guest: Make) -> None:
    anna = guest()
    many = "".join(ANNA.replace("Anna", f"Anna {number}") for number in range(40_000))
    wish = {"params": {"name": "left"}, "content": many.encode()}
    with anna.http.stream("POST", "/api/bases", **wish) as answer:
        next(answer.iter_lines())
    until(lambda: not list(server.folder.glob("collections/*/incoming/*")))
    *_, done = until(lambda: _hand_in_again(anna))
    assert done["t"] == "imported"
    assert [card["games"] for card in cards(anna)] == [1]


def _hand_in_again(anna: Guest) -> list[dict[str, Any]] | None:
    """Return what is told of a file, None as long as the last one is still being ended."""
    answer = anna.http.post("/api/bases", params={"name": "left"}, content=OTHER.encode())
    lines = [json.loads(line) for line in answer.text.splitlines()]
    return None if lines[-1].get("code") == "too_fast" else lines


def test_a_database_of_an_older_version_is_told_and_can_be_deleted(
    server: Server, guest: Make
) -> None:
    anna = guest()
    *_, done = hand_in(anna, ANNA, "old one")
    (file,) = server.folder.glob("collections/*/old one.base")
    with Base(file) as base, base._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE facts SET value = '7' WHERE name = 'hashing'")
    assert [(card["name"], card["games"]) for card in cards(anna)] == [("old one", 0)]
    assert tree(anna, done["id"])["code"] == "unavailable"
    assert hand_in(anna, OTHER, "old one")[-1]["code"] == "unavailable"
    assert anna.http.get("/api/me/data").status_code == 200
    assert anna.http.delete(f"/api/bases/{done['id']}").status_code == 204


def test_what_nobody_looks_at_is_deleted(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_service(tmp_path, keep_days=30) as service:
            for guest in ("anna", "bert"):
                await _take_in(service.guest_databases, guest, ANNA.encode())
            long_ago = time.time() - 31 * 86_400
            for guest in ("anna", "bert"):
                os.utime(tmp_path / "collections" / guest, (long_ago, long_ago))
            assert len(await service.bases.cards("anna")) == 1
            await service.guest_databases.prune()
            assert [path.name for path in (tmp_path / "collections").iterdir()] == ["anna"]

    asyncio.run(ask())


def test_a_server_without_the_extra_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_databases, "find_spec", lambda _: None)

    async def ask() -> None:
        async with open_service(tmp_path) as service:
            with pytest.raises(Refusal) as refusal:
                await _take_in(service.guest_databases, "anna", ANNA.encode())
            assert (refusal.value.code, refusal.value.text) == ("not_allowed", "no_collections")
            assert await service.bases.cards("anna") == ()
            for base in ("played", "own-abc"):
                with pytest.raises(Refusal) as refusal:
                    await service.bases.tree("anna", base, PositionRequest(variant="english"))
                assert refusal.value.text == "unknown_base"

    asyncio.run(ask())


def test_a_server_offers_no_database_by_the_name_of_a_guests(tmp_path: Path) -> None:
    for name in ("played", "own-abc"):
        place = tmp_path / f"{name}.base"
        Base(place).close()
        with pytest.raises(ch.CrownheadError, match="another one is called"):
            asyncio.run(_open_bases(tmp_path, str(place)))


async def _open_bases(folder: Path, place: str) -> None:
    async with open_service(folder, bases=(place,)) as service:
        await service.bases.tree("anna", "x", PositionRequest(variant="english"))


def test_two_processes_of_one_machine_have_the_same_databases(
    database: str, tmp_path: Path, close_later: Callable[[Any], Any]
) -> None:
    options = ("--no-limits", "--no-delay")
    environment = {"DATABASE_URL": database}
    with (
        Server(tmp_path, *options, environment=environment) as one,
        Server(tmp_path, *options, environment=environment) as two,
    ):
        pair = close_later(play_game(one, "11-15", "24-20"))
        anna, there = pair.creator, close_later(pair.creator.at(two))
        bert = close_later(pair.friend.at(two))
        *_, done = hand_in(anna, ANNA)
        assert [card["id"] for card in cards(there)] == ["played", done["id"]]
        assert tree(there, "played")["games"] == tree(there, done["id"])["games"] == 1
        hand_in(there, OTHER)
        assert tree(anna, done["id"])["games"] == 2
        assert bert.http.delete("/api/me").status_code == 204
        (game,) = tree(anna, "played")["first"]["games"]
        assert {game["white"], game["black"]} == {"Anna", "Guest"}
