"""Rated games: between accounts, counted with their result, and computed anew to the same."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert
from support.served import Guest, Server, give_role, new_id, until

from crownhead.engines.levels import anchors
from crownhead.server.room.rated import RatedGame, level_id, level_of, tempo_of
from crownhead.server.storage.migrations import upgrade
from crownhead.server.storage.open_database import open_database
from crownhead.server.storage.ratings import RatingStore, count
from crownhead.server.storage.schema import accounts, players
from crownhead.timecontrol import TimeControl

Make = Callable[..., Guest]
PASSWORD = "four kings on d8"
LEVEL_4, LEVEL_5 = anchors()[3:5]


def member(guest: Make) -> tuple[Guest, str]:
    """Return somebody who has signed in, and his name."""
    who, name = guest(), f"Rita {new_id()[-8:]}"
    made = {"name": name, "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    return who, name


def begin_rated(one: Guest, two: Guest, **wish: Any) -> str:
    """Begin a rated game between two, one with Black, and return its id."""
    begun = one.begin("friend", side="black", rated=True, time="300+5", **wish)
    two.redeem(begun["code"])
    return str(begun["game"])


def play(game: str, one: Guest, two: Guest) -> None:
    """Play a move of each side."""
    for who, text in ((one, "11-15"), (two, "23-19")):
        answer = act(who, game, {"kind": "move", "text": text})
        assert answer.status_code == 200, answer.text


def act(who: Guest, game: str, act: dict[str, Any]) -> Any:
    """Act in a game by HTTP."""
    return who.http.post(f"/api/games/{game}/do", json={"id": new_id(), "act": act})


def ratings_of(who: Guest, name: str) -> list[dict[str, Any]]:
    """Return what everybody may see of somebody's ratings."""
    found: list[dict[str, Any]] = who.http.get(f"/api/players/{name}").json()["ratings"]
    return found


def test_a_rated_game_counts_for_both_when_it_ends(guest: Make) -> None:
    (anna, anna_name), (bert, bert_name) = member(guest), member(guest)
    game = begin_rated(anna, bert)
    view = anna.http.get(f"/api/games/{game}").json()["view"]
    assert view["rated"] and view["players"]["black"]["rating"] == "1500?"
    play(game, anna, bert)
    assert "takeback" not in anna.http.get(f"/api/games/{game}").json()["view"]["allowed"]["black"]
    assert act(anna, game, {"kind": "takeback"}).status_code == 409
    assert anna.http.get(f"/api/games/{game}/ratings").json() is None
    assert ratings_of(anna, anna_name) == []
    assert act(bert, game, {"kind": "resign"}).status_code == 200
    done = anna.http.get(f"/api/games/{game}/ratings").json()
    assert done["tempo"] == "rapid" and done["variant"] == "english"
    assert done["black_after"] > 1500 > done["white_after"]
    [mine], [theirs] = ratings_of(anna, anna_name), ratings_of(anna, bert_name)
    assert mine["points"] == done["black_after"] and mine["games"] == 1 and mine["provisional"]
    assert mine["points"] - 1500 == 1500 - theirs["points"]
    # What comes after the end changes nothing more.
    act(anna, game, {"kind": "rematch"})
    assert ratings_of(anna, anna_name) == [mine]
    changes = anna.http.get(f"/api/players/{anna_name}").json()["changes"]
    assert [(each["game"], each["side"], each["score"]) for each in changes] == [(game, "black", 1)]
    # The next game shows what one has now.
    again = begin_rated(anna, bert)
    shown = anna.http.get(f"/api/games/{again}").json()["view"]["players"]
    assert shown["black"]["rating"] == f"{mine['points']}?"


def test_a_game_that_is_given_up_does_not_count(guest: Make) -> None:
    (anna, name), (bert, _) = member(guest), member(guest)
    game = begin_rated(anna, bert)
    assert act(anna, game, {"kind": "abort"}).status_code == 200
    # Nor does one in which not both have moved.
    other = begin_rated(anna, bert)
    assert act(anna, other, {"kind": "resign"}).status_code == 200
    assert ratings_of(anna, name) == []


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"time": None}, "A rated game has a clock."),
        ({"huffing": True}, "Rated games go by the usual rules"),
        ({"start": "W:W22:BK18"}, "Rated games go by the usual rules"),
        ({"draws": "claim"}, "Rated games go by the usual rules"),
    ],
)
def test_what_cannot_be_rated_is_refused(guest: Make, wish: dict[str, Any], sentence: str) -> None:
    anna, _ = member(guest)
    body = {"variant": "english", "opponent": {"kind": "friend"}, "rated": True, "time": "300+5"}
    answer = anna.http.post("/api/games", json={**body, **wish})
    assert answer.status_code == 409 and answer.json()["sentence"].startswith(sentence)


def test_guests_and_one_device_play_no_rated_games(guest: Make) -> None:
    stranger, (anna, _) = guest(), member(guest)
    body = {"variant": "english", "opponent": {"kind": "friend"}, "rated": True, "time": "300+5"}
    assert stranger.http.post("/api/games", json=body).status_code == 409
    computer = {**body, "opponent": {"kind": "computer"}}
    assert stranger.http.post("/api/games", json=computer).status_code == 409
    both = {**body, "opponent": {"kind": "same_device"}}
    assert "one device" in anna.http.post("/api/games", json=both).json()["sentence"]
    begun = anna.http.post("/api/games", json=body).json()
    refused = stranger.http.post(f"/api/invitations/{begun['code']}")
    assert refused.status_code == 409 and "needs an account" in refused.json()["sentence"]
    # And he has not taken the seat.
    bert, _ = member(guest)
    assert bert.http.post(f"/api/invitations/{begun['code']}").status_code == 201


def test_quick_pairing_pairs_rated_with_rated(guest: Make) -> None:
    (anna, _), (bert, _), (carl, _) = member(guest), member(guest), member(guest)
    wish = {"variant": "frysk", "time": "180+2"}
    open_game = anna.http.post("/api/lobby", json={**wish, "rated": True}).json()["game"]
    casual = bert.http.post("/api/lobby", json=wish).json()["game"]
    assert casual != open_game
    [offered] = [
        each for each in carl.http.get("/api/lobby").json()["offers"] if each["game"] == open_game
    ]
    assert offered["rated"] and offered["rating"] == "1500?"
    assert carl.http.post("/api/lobby", json={**wish, "rated": True}).json()["game"] == open_game


def test_a_flag_that_falls_counts_too(guest: Make) -> None:
    (anna, name), (bert, _) = member(guest), member(guest)
    begun = anna.begin("friend", side="black", rated=True, time="1")
    bert.redeem(begun["code"])
    play(begun["game"], anna, bert)
    until(lambda: ratings_of(bert, name) != [])
    assert ratings_of(bert, name)[0]["points"] < 1500


def test_the_best_of_a_list_have_played_enough(guest: Make) -> None:
    anna, _ = member(guest)
    assert anna.http.get("/api/ratings?variant=english&tempo=rapid").json() == []
    assert anna.http.get("/api/ratings?variant=chess").status_code == 404


@pytest.mark.parametrize(
    ("text", "mode", "tempo"),
    [
        ("60", "fischer", "bullet"),
        ("120+2", "fischer", "blitz"),
        ("180+2", "fischer", "blitz"),
        ("300+5", "fischer", "rapid"),
        ("1500", "fischer", "classical"),
        ("5", "per-move", "blitz"),
        ("259200", "per-move", "correspondence"),
        ("259200", "fischer", "correspondence"),
        ("1/60:7200", "fischer", "classical"),
        ("20/60", "fischer", "bullet"),
        ("40/7200:3600", "fischer", "classical"),
    ],
)
def test_a_clock_belongs_to_a_tempo(text: str, mode: str, tempo: str) -> None:
    plain = TimeControl.from_pdn(text)
    assert plain is not None
    assert tempo_of(TimeControl.from_dict({**plain.to_dict(), "mode": mode})) == tempo


def random_games(number: int) -> list[RatedGame]:
    """Return games of twelve players whose results follow their strength."""
    random, at, found = Random(7), 1_700_000_000_000, []
    for index in range(number):
        at += random.randrange(10**8)
        white, black = random.sample(range(12), 2)
        chance = 1 / (1 + 10 ** ((black - white) / 4))
        score = random.choices([1.0, 0.0, 0.5], [chance, 1 - chance, 0.3])[0]
        variant = random.choice(["english", "frisian"])
        found.append(RatedGame(f"g{index}", variant, "blitz", f"g{white}", f"g{black}", score, at))
    return found


def make_accounts(connection: Connection) -> None:
    """Make the accounts of these players."""
    rows = [
        {"player": f"g{n}", "skeleton": f"g{n}", "role": "player", "created": 0} for n in range(12)
    ]
    connection.execute(insert(accounts), rows)


def test_ratings_computed_anew_are_the_same(tmp_path: Path) -> None:
    games = random_games(400)

    async def run() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'a.sqlite3'}")
        await upgrade(database, tmp_path)
        await database.write(make_accounts)
        store = RatingStore(database)
        for game in games:
            for _ in range(2):  # told twice it counts once
                await database.write(lambda c, game=game: count(c, game))  # type: ignore[misc]
        before = [await store.of(f"g{number}") for number in range(12)]
        assert sum(each.games for standings in before for each in standings) == 800
        strongest = max(range(12), key=lambda n: before[n][0].rating.value)
        assert strongest >= 9
        changes = await store.changes_of("g3", 50)
        assert await store.compute_all() == 400
        assert [await store.of(f"g{number}") for number in range(12)] == before
        assert await store.changes_of("g3", 50) == changes
        # Without one game all that came after it is another.
        assert await store.annul("g10") and not await store.annul("g10")
        annulled = await store.change("g10")
        assert annulled is not None and annulled.annulled
        assert [await store.of(f"g{number}") for number in range(12)] != before
        await database.write(lambda c: c.execute(delete(accounts).where(accounts.c.player == "g3")))
        await store.forget("g3")
        # What ends after he has gone counts for the other alone.
        late = RatedGame("late", "english", "blitz", "g3", "g4", 1.0, games[-1].at)
        await database.write(lambda c: count(c, late))
        after = [await store.of(f"g{number}") for number in range(12)]
        assert await store.of("g3") == [] and await store.compute_all() == 401
        assert [await store.of(f"g{number}") for number in range(12)] == after
        assert await store.of("g3") == []
        await database.close()

    asyncio.run(run())


def test_a_game_is_annulled_at_the_machine(guest: Make, server: Server) -> None:
    (anna, name), (bert, _) = member(guest), member(guest)
    game = begin_rated(anna, bert)
    play(game, anna, bert)
    act(bert, game, {"kind": "resign"})
    assert ratings_of(anna, name) != []
    command = [sys.executable, "-m", "crownhead.cli", "admin", "--data", str(server.folder)]
    said = subprocess.run([*command, "annul", game], capture_output=True, text=True, check=True)
    assert said.stdout == f"{game} no longer counts\n"
    assert ratings_of(anna, name) == []
    again = subprocess.run([*command, "annul", game], capture_output=True, text=True, check=False)
    assert again.returncode == 2
    counted = subprocess.run([*command, "ratings"], capture_output=True, text=True, check=True)
    assert counted.stdout.endswith("games\n")


def test_a_program_is_rated_on_the_scale_of_people_and_marked(guest: Make) -> None:
    (anna, _), (engine, name) = member(guest), member(guest)
    assert engine.http.post("/api/account/bot").status_code == 200
    game = begin_rated(anna, engine)
    play(game, anna, engine)
    assert act(anna, game, {"kind": "resign"}).status_code == 200
    [mine] = ratings_of(anna, name)
    assert mine["points"] > 1500 and mine["provisional"]
    assert anna.http.get(f"/api/players/{name}").json()["bot"]
    # A guest who says that he is a program has no account, and is rated no more than others.
    stranger = guest()
    stranger.http.post("/api/me", json={"name": "Robbie 77", "bot": True})
    begun = anna.begin("friend", side="black", rated=True, time="300+5")
    assert stranger.http.post(f"/api/invitations/{begun['code']}").status_code == 409


def test_a_rated_game_against_a_level_moves_the_player_alone(guest: Make) -> None:
    (anna, name) = member(guest)
    wish = {"side": "black", "rated": True, "time": "300+5", "level": 5}
    game = str(anna.begin("computer", **wish)["game"])
    page = anna.socket()
    view = page.watch(game)["view"]
    assert view["players"]["white"]["rating"] == str(LEVEL_5)
    assert view["players"]["black"]["rating"] == "1500?"
    assert page.do(game, "move", text="11-15")["t"] == "ack"
    view = page.awaits(game, lambda view: view["turn"] == "black" and view["ply"] == 2)
    # Nobody helps, stops the clock, takes back, or gives the game up.
    assert not {"pause", "takeback", "abort"} & set(view["allowed"]["black"])
    for kind in ("pause", "takeback", "abort"):
        assert page.do(game, kind)["t"] == "refused"
    page.send("hint", id=new_id(), game=game)
    assert page.until("refused")["sentence"] == "There are no hints in a rated game."
    assert page.do(game, "resign")["t"] == "ack"
    done = anna.http.get(f"/api/games/{game}/ratings").json()
    assert done["white_before"] == done["white_after"] == LEVEL_5
    assert done["black_before"] == 1500 > done["black_after"]
    [mine] = ratings_of(anna, name)
    assert mine["points"] == done["black_after"]
    # The next game is rated, too, against the same anchor.
    again = page.do(game, "rematch")["next"]
    view = page.watch(again)["view"]
    assert view["rated"] and view["players"]["black"]["rating"] == str(LEVEL_5)
    assert view["players"]["white"]["rating"] == f"{mine['points']}?"


@pytest.mark.parametrize("shared", [False, True], ids=["sqlite", "postgresql"])
def test_anchors_never_move_and_put_nobody_in_a_list(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    shared: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url = str(request.getfixturevalue("database")) if shared else f"sqlite:///{tmp_path}/x.sqlite3"
    now = 1_700_000_000_000

    def game(number: int, white: str, black: str, score: float) -> RatedGame:
        at = now - 1_000 + number
        return RatedGame(f"G{number}", "english", "blitz", white, black, score, at)

    met = [("g1", level_id(5)), (level_id(6), "g1")]
    played = [game(number, *met[number % 2], float((number // 2) % 2)) for number in range(40)]
    played += [game(100 + number, "g2", level_id(4), 1.0) for number in range(20)]
    played += [game(200 + number, "g3", "g1", float(number % 2)) for number in range(20)]

    async def run() -> None:
        database = open_database(url)
        await upgrade(database, tmp_path)
        await database.write(make_accounts)

        def change(connection: Connection) -> None:
            rows = [
                {"id": f"g{n}", "kind": "account", "name": f"Name {n}", "created": 0}
                for n in range(12)
            ]
            connection.execute(insert(players), rows)
            for each in played:
                count(connection, each)

        await database.write(change)
        store = RatingStore(database)

        async def all_of() -> list[Any]:
            changes = [await store.change(each.game) for each in played]
            return [changes, *[await store.of(f"g{number}") for number in range(12)]]

        before = await all_of()
        for each in played:
            done = await store.change(each.game)
            assert done is not None
            if level_of(each.white) is not None:
                assert done.white_before == done.white_after == 1500.0
            if level_of(each.black) is not None:
                assert done.black_before == done.black_after in (LEVEL_5, LEVEL_4)
        assert await store.of(level_id(5)) == []
        # Whoever has met nobody but levels is in no list, and no pair with one.
        best = await store.best("english", "blitz", now, 50)
        assert {name for name, _, _ in best} == {"Name 1", "Name 3"}
        assert await store.one_sided(0, 5, 50) == []
        # Other anchors than those of then change nothing that was played.
        anchors = tuple(range(100, 1100, 100))
        monkeypatch.setattr("crownhead.server.room.rated.anchors", lambda variant: anchors)
        assert await store.compute_all() == len(played)
        assert await all_of() == before
        late = game(300, level_id(5), "g2", 0.0)
        await database.write(lambda c: count(c, late))
        done = await store.change(late.game)
        assert done is not None and done.white_after == 500.0
        await database.close()

    asyncio.run(run())


def test_games_that_are_played_now_come_by_strength(guest: Make) -> None:
    (anna, _), (bert, _), (cara, _), (dora, _) = (member(guest) for _ in range(4))
    for _ in range(2):
        game = begin_rated(anna, bert)
        play(game, anna, bert)
        act(bert, game, {"kind": "resign"})
    strong = begin_rated(anna, cara)
    play(strong, anna, cara)
    act(cara, strong, {"kind": "resign"})
    first = begin_rated(anna, cara)
    second = begin_rated(dora, bert)

    def list_games(order: str) -> list[tuple[str, int | None]]:
        found = anna.http.get("/api/games", params={"order": order}).json()
        return [(each["game"], each["strength"]) for each in found]

    newest, strongest = list_games("newest"), list_games("strongest")
    assert [each for each, _ in newest[:2]] == [second, first]
    assert [each for each, _ in strongest][0] == first
    known = dict(strongest)
    assert known[first] is not None and known[second] is None
    assert anna.http.get("/api/games", params={"order": "best"}).status_code == 400


@pytest.mark.parametrize("shared", [False, True], ids=["sqlite", "postgresql"])
def test_pairs_that_lose_to_one_another_too_often_are_found(
    tmp_path: Path, request: pytest.FixtureRequest, shared: bool
) -> None:
    url = str(request.getfixturevalue("database")) if shared else f"sqlite:///{tmp_path}/x.sqlite3"
    names = {f"g{number}": f"Name {number}" for number in range(4)}

    def game(number: int, white: str, black: str, score: float) -> RatedGame:
        return RatedGame(f"G{number}", "english", "blitz", white, black, score, 1_000 + number)

    played = [
        *(game(number, *(("g0", "g1", 0.0), ("g1", "g0", 1.0))[number % 2]) for number in range(6)),
        *(game(10 + number, "g2", "g3", float(number % 2)) for number in range(8)),
        *(game(30 + number, "g0", "g2", 1.0) for number in range(4)),
    ]

    async def run() -> list[tuple[str, str, int, float]]:
        database = open_database(url)
        await upgrade(database, tmp_path)

        def change(connection: Connection) -> None:
            for player, name in names.items():
                row = {"player": player, "skeleton": name, "role": "player", "created": 1}
                connection.execute(insert(accounts), row)
                known = {"id": player, "kind": "account", "name": name, "created": 1}
                connection.execute(insert(players), known)
            for each in played:
                count(connection, each)

        await database.write(change)
        found = await RatingStore(database).one_sided(0, 5, 50)
        later = await RatingStore(database).one_sided(1_040, 5, 50)
        assert later == []
        await database.close()
        return [(each.winner, each.loser, each.games, each.points) for each in found]

    assert asyncio.run(run()) == [("Name 1", "Name 0", 6, 6.0)]


def test_pairs_are_found_though_the_loser_is_gone_or_one_of_many() -> None:
    from crownhead.server.storage.ratings import _find_one_sided

    def pairs(*rows: tuple[str, str, float, int]) -> list[tuple[str, str, int]]:
        return [(each.winner, each.loser, each.games) for each in _find_one_sided(rows, 5)]

    # Four accounts that have played nobody else, three games each, all lost.
    fed = [("g0", f"g{n}", 1.0, 2) for n in range(1, 5)] + [
        (f"g{n}", "g0", 0.0, 1) for n in range(1, 5)
    ]
    assert pairs(*fed) == [("g0", f"g{n}", 3) for n in range(1, 5)]
    # Two accounts are none of many, and one that plays others, too, is no such account.
    assert pairs(*(row for row in fed if not {"g3", "g4"} & set(row[:2]))) == []
    beside = [("g1", "g9", 0.5, 1), ("g2", "g9", 1.0, 1)]
    assert pairs(*fed, *beside) == []
    # Nor are those who lose no more often than others.
    even = [("g0", f"g{n}", float(n % 2), 3) for n in range(1, 5)]
    assert pairs(*even) == []
    # An account that is deleted has lost all the same.
    assert pairs(("xabc", "g0", 0.0, 5)) == [("g0", "xabc", 5)]


def test_moderators_see_pairs_of_programs_and_of_who_is_gone(guest: Make, server: Server) -> None:
    (moderator, called), (anna, name), (engine, bot) = member(guest), member(guest), member(guest)
    give_role(server, called, "moderator")
    assert engine.http.post("/api/account/bot").status_code == 200
    for _ in range(5):
        game = begin_rated(anna, engine)
        play(game, anna, engine)
        act(engine, game, {"kind": "resign"})

    def list_pairs() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = moderator.http.get("/api/accounts/pairs").json()
        return [each for each in found if each["winner"] == name]

    [pair] = list_pairs()
    assert (pair["loser"], pair["winner_bot"], pair["loser_bot"]) == (bot, False, True)
    command = [sys.executable, "-m", "crownhead.cli", "admin", "--data", str(server.folder)]
    said = subprocess.run([*command, "pairs"], capture_output=True, text=True, check=True).stdout
    assert f"5/5  {name}  {bot} (bot)\n" in said
    assert engine.http.delete("/api/account").status_code == 204
    [pair] = list_pairs()
    assert (pair["loser"], pair["games"]) == ("", 5)


def test_who_gives_up_early_changes_no_rating_and_loses_nothing_on_purpose(guest: Make) -> None:
    """Once both have moved a rated game ends with a result, whatever a player tries."""
    (anna, name), (bert, _) = member(guest), member(guest)
    game = begin_rated(anna, bert)
    assert act(anna, game, {"kind": "move", "text": "11-15"}).status_code == 200
    assert act(bert, game, {"kind": "abort"}).status_code == 200
    assert ratings_of(anna, name) == []
    game = begin_rated(anna, bert)
    play(game, anna, bert)
    assert act(bert, game, {"kind": "abort"}).status_code == 409
    assert bert.http.delete(f"/api/games/{game}").status_code == 409
    # Who leaves the server for good leaves his games behind, which end by themselves.
    assert bert.http.delete("/api/account").status_code == 204
    assert anna.http.get(f"/api/games/{game}").json()["view"]["phase"] in ("playing", "over")
