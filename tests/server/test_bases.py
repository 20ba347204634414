"""Games of others by HTTP: the databases that a server offers, their tree, their games."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.mutation import mutate
from support.served import WAIT, Guest, Server
from support.service import open_service

import crownhead as ch
from crownhead.base import Base
from crownhead.formats import pdn
from crownhead.rules import Choice, Rules
from crownhead.server.messages.bases import MOST_SKIPPED, PositionRequest
from crownhead.server.process import bases as of_server
from crownhead.server.room.refusals import Refusal

Make = Callable[..., Guest]
MANY = 3 * of_server.PAGE
ANNA = """[Event "Cup"]
[White "Anna"]
[Black "Bert"]
[Date "1998.05.31"]
[GameType "21"]
[Extra "kept"]
[Result "1-0"]

1. 11-15 24-20 {a comment} 2. 8-11 1-0"""
TURNED = '[White "Carl"] [Black "Dora"] [GameType "21"] [Result "1/2-1/2"] 1. 11-15 *'
OTHER = '[White "Emil"] [Black "Fred"] [GameType "21"] [Result "0-1"] 1. 9-14 24-20 0-1'
GREEDY = ch.Variant.house("Greedy", Rules(choice=Choice.MOST))


def house_game() -> str:
    game = pdn.PdnGame(GREEDY)
    game.root.add_variation("11-15")
    return str(game)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two databases of games."""
    made = tmp_path_factory.mktemp("bases")
    with Base(made / "World titles.base") as base:
        base.add([ANNA, TURNED, OTHER, house_game()])
    with Base(made / "many.base") as base:
        text = '[White "Player {}"] [GameType "20"] 1. 32-28 *'
        base.add([text.format(number) for number in range(MANY)])
    return made


@pytest.fixture(scope="module")
def guests_of_bases(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], Guest]]:
    """Return what makes guests of a server that offers both."""
    options = ("--base", str(folder / "World titles.base"), "--no-limits", "--no-delay")
    environment = {"CROWNHEAD_BASES": str(folder / "many.base")}
    data = tmp_path_factory.mktemp("offering")
    with Server(data, *options, environment=environment) as server:
        yield lambda language="en": Guest(server, language=language)


@pytest.fixture(scope="module")
def anna(guests_of_bases: Callable[[], Guest]) -> Guest:
    return guests_of_bases()


def ask(guest: Guest, what: str = "tree", base: str = "world-titles", **wish: Any) -> Any:
    answer = guest.http.post(f"/api/bases/{base}/{what}", json={"variant": "english", **wish})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_databases_are_listed(anna: Guest) -> None:
    first, second = anna.http.get("/api/bases").json()
    assert first == {
        "id": "world-titles",
        "name": "World titles",
        "games": 4,
        "variants": ["english"],
        "house": True,
        "whose": "all",
    }
    assert (second["id"], second["games"], second["house"]) == ("many", MANY, False)
    assert second["variants"] == ["international"]


def test_a_server_without_databases_offers_none(guest: Make) -> None:
    player = guest()
    assert player.http.get("/api/bases").json() == []
    answer = player.http.post("/api/bases/world-titles/tree", json={"variant": "english"})
    assert answer.status_code == 404
    assert answer.json()["sentence"] == "There is no such database of games."


def test_the_tree_counts_moves_and_results(anna: Guest) -> None:
    tree = ask(anna)
    assert tree["games"] == 3
    first, second = tree["moves"]
    assert first == {
        "text": "11-15",
        "hub": "11-15",
        "games": 2,
        "white": 1,
        "draws": 1,
        "black": 0,
        "share": 0.75,
        "loss": None,
    }
    assert (second["text"], second["black"], second["share"]) == ("9-14", 1, 0.0)
    assert [game["white"] for game in tree["first"]["games"]] == ["Anna", "Carl", "Emil"]
    assert tree["first"]["more"] is False


def test_a_position_is_found_whatever_moves_led_to_it(anna: Guest) -> None:
    position = ch.Position.initial("english").play("11-15").play("24-20")
    tree = ask(anna, position=position.fen())
    assert [(move["text"], move["games"]) for move in tree["moves"]] == [("8-11", 1)]
    (game,) = tree["first"]["games"]
    assert (game["white"], game["event"], game["date"]) == ("Anna", "Cup", "1998.05.31")
    assert (game["result"], game["ply"], game["plies"]) == ("white", 2, 3)


def test_captures_are_written_as_the_game_writes_them(
    tmp_path: Path, close_later: Callable[[Any], Any]
) -> None:
    with Base(tmp_path / "x.base") as base:
        base.add(['[GameType "20"] 1. 32-28 19-23 2. 28x19 14x23 *'])
    position = ch.Position.initial("international").play("32-28").play("19-23")
    with Server(tmp_path / "data", "--base", str(tmp_path / "x.base")) as server:
        player = close_later(Guest(server))
        tree = ask(player, base="x", variant="international", position=position.fen())
    (move,) = tree["moves"]
    assert (move["text"], move["hub"]) == ("28x19", "28x19x23")


def test_games_come_a_page_at_a_time(anna: Guest) -> None:
    seen: list[int] = []
    for skip in range(0, MANY, of_server.PAGE):
        page = ask(anna, "games", "many", variant="international", skip=skip)
        assert len(page["games"]) == of_server.PAGE
        assert page["more"] is (skip + of_server.PAGE < MANY)
        seen += [game["id"] for game in page["games"]]
    assert seen == list(range(1, MANY + 1))
    assert ask(anna, "games", "many", variant="international", skip=MANY)["games"] == []
    assert ask(anna, "tree", "many", variant="russian")["games"] == 0


def names_of(page: Any) -> list[str]:
    return [game["white"] for game in page["games"]]


@pytest.mark.parametrize(
    ("filter", "found"),
    [
        ({}, ["Anna", "Carl", "Emil"]),
        ({"player": "bert"}, ["Anna"]),
        ({"white": "bert"}, []),
        ({"black": "ber"}, ["Anna"]),
        ({"result": "draw"}, ["Carl"]),
        ({"since": 1998, "until": 1998}, ["Anna"]),
        ({"since": 1999}, []),
        ({"white": "emil", "result": "white"}, []),
    ],
)
def test_a_filter_counts_the_games_that_fit_it(
    anna: Guest, filter: dict[str, Any], found: list[str]
) -> None:
    tree = ask(anna, filter=filter)
    assert tree["games"] == sum(move["games"] for move in tree["moves"]) == len(found)
    assert names_of(tree["first"]) == names_of(ask(anna, "games", filter=filter)) == found


def test_a_game_comes_back_with_its_tags_and_comments(anna: Guest) -> None:
    answer = anna.http.get("/api/bases/world-titles/games/1/pdn")
    assert answer.headers["content-type"].startswith("text/plain")
    assert 'filename="world-titles-1.pdn"' in answer.headers["content-disposition"]
    assert answer.text == pdn.dumps(pdn.loads(ANNA))
    assert '[Extra "kept"]' in answer.text and "a comment" in answer.text
    missing = anna.http.get("/api/bases/world-titles/games/99/pdn")
    assert (missing.status_code, missing.json()["code"]) == (404, "unknown_game")


def test_house_rules_are_the_same_by_any_name(anna: Guest) -> None:
    record = ch.Variant.house("Other name", GREEDY.rules).to_dict()
    assert ask(anna, variant=record)["games"] == 1
    other = ch.Variant.house("Greedy", Rules(choice=Choice.MOST_KINGS)).to_dict()
    assert ask(anna, variant=other)["games"] == 0


@pytest.mark.parametrize(
    ("status", "wish"),
    [
        (409, {"variant": "chess"}),
        (409, {"variant": {"key": "house"}}),
        (409, {"position": "W:W99"}),
        (400, {"position": ""}),
        (400, {"position": "W" * 2_000}),
        (400, {"more": 1}),
        (400, {"skip": -1}),
        (400, {"skip": MOST_SKIPPED + 1}),
        (400, {"filter": {"player": "?!"}}),
        (400, {"filter": {"player": "a" * 61}}),
        (400, {"filter": {"since": 0}}),
        (400, {"filter": {"result": "*"}}),
        (400, {"filter": {"rating": 2000}}),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_sentence(
    anna: Guest, status: int, wish: dict[str, Any]
) -> None:
    body = {"variant": "english", **wish}
    answer = anna.http.post("/api/bases/world-titles/games", json=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["sentence"]


def test_a_position_that_no_search_ends_is_refused(anna: Guest) -> None:
    kings = ",".join(f"K{square}" for square in range(1, 51, 2))
    others = ",".join(f"K{square}" for square in range(2, 51, 4))
    wish = {"variant": "international", "position": f"W:W{kings}:B{others}"}
    answer = anna.http.post("/api/bases/many/tree", json=wish)
    assert answer.status_code in (200, 409)
    assert ask(anna)["games"] == 3


def test_a_database_that_is_not_there_has_a_sentence_in_both_languages(
    guests_of_bases: Callable[..., Guest],
) -> None:
    for language, sentence in (
        ("en", "There is no such database of games."),
        ("de", "Diese Partiensammlung gibt es nicht."),
    ):
        player = guests_of_bases(language)
        answer = player.http.post("/api/bases/other/tree", json={"variant": "english"})
        assert (answer.status_code, answer.json()["sentence"]) == (404, sentence)
        assert player.http.get("/api/bases/other/games/1/pdn").status_code == 404
        assert player.http.get("/api/bases/many/games/0/pdn").status_code == 400


def test_garbage_is_refused_and_nothing_fails(anna: Guest) -> None:
    seed = random.randrange(2**32) if os.environ.get("CROWNHEAD_NIGHTLY") else 1
    dice = random.Random(seed)
    house = json.dumps({"variant": GREEDY.to_dict()})
    wishes = [
        '{"variant": "english", "position": "B:W18,K32:B1,K5"}',
        '{"variant": "russian", "position": "W:Wc3,Kd2:Bf6", "skip": 3}',
        '{"variant": "english", "filter": {"player": "an", "since": 1990, "result": "white"}}',
        house,
    ]
    for _ in range(150):
        text = mutate(dice.choice(wishes), wishes, '{}[]",:0123456789KWBx-', dice)
        path = (
            f"/api/bases/{dice.choice(('world-titles', 'many'))}/{dice.choice(('tree', 'games'))}"
        )
        answer = anna.http.post(
            path,
            content=text.encode("utf-8", "surrogatepass"),
            headers={"content-type": "application/json"},
        )
        assert answer.status_code in (200, 400, 404, 409, 413), (seed, text, answer.text)
        assert answer.status_code == 200 or answer.json()["sentence"], (seed, text)


def test_games_imported_meanwhile_are_found(
    tmp_path: Path, close_later: Callable[[Any], Any]
) -> None:
    place = tmp_path / "club.base"
    with Base(place) as base:
        base.add([ANNA])
    with Server(tmp_path / "data", "--base", str(place), "--no-limits") as server:
        player = close_later(Guest(server))
        assert ask(player, base="club")["games"] == 1
        with Base(place) as base:
            base.add([TURNED])
        assert ask(player, base="club")["games"] == 2


def test_a_database_is_only_read(folder: Path) -> None:
    place = folder / "many.base"
    before = hashlib.sha256(place.read_bytes()).digest()
    with Base.reader(place) as base:
        assert len(base) == MANY
        with pytest.raises(Exception, match="readonly"):
            base.add([ANNA])
    assert hashlib.sha256(place.read_bytes()).digest() == before


def offer_broken(folder: Path, what: str) -> list[str]:
    """Return the options with which a server is offered what is no database of games."""
    place = folder / "x.base"
    match what:
        case "missing":
            pass
        case "text":
            place.write_text("this is no database, but some text" * 100)
        case "another":
            sqlite3.connect(place).execute("CREATE TABLE games (id INTEGER)").connection.close()
        case "hashing":
            Base(place).close()
            connection = sqlite3.connect(place)
            connection.execute("UPDATE facts SET value = '7' WHERE name = 'hashing'")
            connection.commit()
            connection.close()
        case "twice":
            Base(place).close()
            return ["--base", str(place), "--base", str(place)]
        case "url":
            return ["--base", "nonsense://anna:key@host/x"]
    return ["--base", str(place)]


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("missing", "there is no such file"),
        ("text", "this is no database of games"),
        ("another", "this is no database of games"),
        ("hashing", "made by another version; import the games anew"),
        ("twice", "another one is called 'x', too"),
        ("url", "expected a file or postgresql://"),
    ],
)
def test_what_is_no_database_of_games_is_refused_at_the_start(
    tmp_path: Path, what: str, sentence: str
) -> None:
    command = [sys.executable, "-m", "crownhead.cli", "serve", "--data", str(tmp_path / "data")]
    ended = subprocess.run(
        [*command, "--port", "0", "--log", "error", *offer_broken(tmp_path, what)],
        capture_output=True,
        text=True,
        timeout=WAIT,
    )
    said = [line for line in ended.stderr.splitlines() if "the page of the app" not in line]
    assert ended.returncode == 2
    assert len(said) == 1 and sentence in said[0] and "key" not in said[0], said
    if what == "missing":
        assert not (tmp_path / "x.base").exists()


def test_a_database_that_breaks_is_unavailable_and_the_others_answer(tmp_path: Path) -> None:
    for name in ("torn", "whole"):
        with Base(tmp_path / f"{name}.base") as base:
            base.add([ANNA])
    connection = sqlite3.connect(tmp_path / "torn.base")
    connection.execute("UPDATE blocks SET packed = x'0100000001020304'")
    connection.execute("UPDATE texts SET packed = x'00'")
    connection.commit()
    connection.close()

    async def ask() -> None:
        places = tuple(str(tmp_path / f"{name}.base") for name in ("torn", "whole"))
        wish = PositionRequest(variant="english")
        async with open_service(tmp_path, bases=places) as service:
            for asked in (service.bases.tree("a", "torn", wish), service.bases.pdn("a", "torn", 1)):
                with pytest.raises(Refusal) as refusal:
                    await asked
                assert (refusal.value.code, refusal.value.text) == (
                    "unavailable",
                    "base_unreadable",
                )
            assert (await service.bases.tree("a", "whole", wish)).games == 1

    asyncio.run(ask())


def test_who_plays_never_waits_for_games_of_others(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that does not answer holds up those who ask for its games, and nobody else."""
    go_on = threading.Event()
    tree = Base.tree

    def wait_and_look(base: Base, *asked: Any) -> Any:
        assert go_on.wait(WAIT)
        return tree(base, *asked)

    monkeypatch.setattr(Base, "tree", wait_and_look)

    async def ask() -> None:
        async with open_service(tmp_path, bases=(str(folder / "World titles.base"),)) as service:
            wish = PositionRequest(variant="english")
            waiting = [
                asyncio.create_task(service.bases.tree(guest, "world-titles", wish))
                for guest in "abcdef"
            ]
            await asyncio.sleep(0)
            assert await service.work.run_off_loop("anna", lambda: "moved") == "moved"
            assert not any(task.done() for task in waiting)
            go_on.set()
            assert [found.games for found in await asyncio.gather(*waiting)] == [3] * 6

    asyncio.run(ask())


def test_one_guest_has_few_questions_waiting(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(Base, "tree", lambda *_: go_on.wait(WAIT) and pytest.fail("too far"))

    async def ask() -> None:
        async with open_service(tmp_path, bases=(str(folder / "World titles.base"),)) as service:
            wish = PositionRequest(variant="english")
            waiting = [
                asyncio.create_task(service.bases.tree("anna", "world-titles", wish))
                for _ in range(of_server.MOST + 1)
            ]
            await asyncio.sleep(0)
            with pytest.raises(Refusal) as refusal:
                await service.bases.tree("anna", "world-titles", wish)
            assert refusal.value.code == "too_fast"
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            go_on.set()

    asyncio.run(ask())
