"""Histories: every finished game once, by filters and pages, and nobody else's business."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, update
from support.served import Guest, Server, new_id, until

from crownhead import Game, Move
from crownhead.openings import openings
from crownhead.server.storage.database import Database
from crownhead.server.storage.history import HistoryStore
from crownhead.server.storage.migrations import upgrade
from crownhead.server.storage.open_database import open_database
from crownhead.server.storage.schema import game_events, games, played_games, unsorted_games
from crownhead.server.storage.store import Store

Make = Callable[..., Guest]
PASSWORD = "four kings on d8"


def member(guest: Make) -> tuple[Guest, str]:
    """Return somebody who has signed in, and his name."""
    who, name = guest(), f"Hilda {new_id()[-8:]}"
    made = {"name": name, "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    return who, name


def play(one: Guest, two: Guest, loser: Guest | None = None, **wish: Any) -> str:
    """Play 9-13 22-18 and have `loser` resign, by default the first, who has Black."""
    begun = one.begin("friend", **{"side": "black", "time": "300+5", **wish})
    two.redeem(begun["code"])
    for who, text in ((one, "9-13"), (two, "22-18")):
        act(who, begun["game"], {"kind": "move", "text": text})
    act(loser or one, begun["game"], {"kind": "resign"})
    return str(begun["game"])


def act(who: Guest, game: str, act: dict[str, Any]) -> None:
    """Act in a game by HTTP."""
    answer = who.http.post(f"/api/games/{game}/do", json={"id": new_id(), "act": act})
    assert answer.status_code == 200, answer.text


def ids(who: Guest, path: str = "/api/me/games", **asked: Any) -> list[str]:
    """Return the games of a page."""
    answer = who.http.get(path, params=asked)
    assert answer.status_code == 200, answer.text
    return [each["game"] for each in answer.json()["games"]]


def test_a_finished_game_is_in_the_history_of_both(guest: Make) -> None:
    (anna, anna_name), (bert, bert_name) = member(guest), member(guest)
    game = play(anna, bert)
    act(anna, game, {"kind": "rematch"})  # what comes after the end counts once, too
    page = bert.http.get("/api/me/games").json()
    [shown] = page["games"]
    assert shown["result"] == "won" and shown["side"] == "white" and shown["tempo"] == "rapid"
    assert shown["opponent"] == anna_name and shown["rival"] == "account" and shown["account"]
    assert shown["opening"] == {"key": "9-13", "name": "Edinburgh"}
    assert page["score"] == {"won": 1, "drawn": 0, "lost": 0} and page["next"] is None
    assert ids(guest(), f"/api/players/{bert_name}/games") == [game]


def test_a_game_that_begins_at_its_end_is_in_the_history(guest: Make) -> None:
    anna, _ = member(guest)
    blocked = "W:W21:B17,14"
    begun = anna.begin("computer", level=1, side="white", start=blocked)
    [shown] = anna.http.get("/api/me/games").json()["games"]
    assert (shown["game"], shown["result"], shown["plies"]) == (begun["game"], "lost", 0)


def test_filters_find_what_they_say(guest: Make) -> None:
    (anna, _), (bert, bert_name), (cara, cara_name) = (member(guest) for _ in range(3))
    lost = play(anna, bert)
    won = play(anna, cara, cara, time="60")
    begun = anna.begin("friend", side="black", variant="international", start="W:W32:B19,28")
    bert.redeem(begun["code"])
    act(anna, begun["game"], {"kind": "resign"})
    other = begun["game"]
    everything = [other, won, lost]
    assert ids(anna) == everything
    assert ids(anna, variant="international") == [other]
    assert ids(anna, tempo="bullet") == [won] and ids(anna, tempo="none") == [other]
    assert ids(anna, result="won") == [won] and ids(anna, result="lost") == [other, lost]
    assert ids(anna, opponent=bert_name.upper()) == [other, lost]
    assert ids(anna, opponent="Nobody Whatever") == []
    score = anna.http.get("/api/me/games", params={"opponent": cara_name}).json()["score"]
    assert score == {"won": 1, "drawn": 0, "lost": 0}
    openings = anna.http.get("/api/me/openings", params={"variant": "english"}).json()
    [edinburgh] = openings
    assert edinburgh["side"] == "black" and edinburgh["score"] == {"won": 1, "drawn": 0, "lost": 1}
    assert ids(anna, opening=edinburgh["opening"]["key"]) == [won, lost]
    ended = anna.http.get("/api/me/games").json()["games"][0]["ended"]
    assert ids(anna, since=ended) == [other] and ids(anna, until=ended) == [won, lost]
    first = anna.http.get("/api/me/games", params={"most": 2}).json()
    assert [each["game"] for each in first["games"]] == [other, won]
    rest = anna.http.get("/api/me/games", params={"most": 2, "before": first["next"]}).json()
    assert [each["game"] for each in rest["games"]] == [lost] and rest["next"] is None
    assert rest["score"] is None
    text = anna.http.get("/api/me/games.pdn", params={"opponent": bert_name}).text
    assert text.count("[Event ") == 2 and "1. 9-13" in text


def test_a_game_that_cannot_be_read_takes_no_other_with_it(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits", "--no-delay") as server:
        anna, bert = Guest(server), Guest(server)
        one, two = play(anna, bert), play(anna, bert)
        server.stop()

        async def damage() -> None:
            database = open_database(f"sqlite:///{tmp_path / 'crownhead.sqlite3'}")
            moves = (game_events.c.game == one) & (game_events.c.kind == "played")
            broken = update(game_events).where(moves).values(body={"by": "black", "move": "?"})
            await database.write(lambda c: c.execute(broken))
            await database.close()

        asyncio.run(damage())
        server.start()
        text = anna.http.get("/api/me/games.pdn").text
        assert text.count("[Event ") == 1 and ids(anna) == [two, one]


@pytest.mark.parametrize("filters", [{"opening": "\x00"}, {"variant": "\x00"}, {"variant": ""}])
def test_filters_that_are_no_text_are_refused(guest: Make, filters: dict[str, str]) -> None:
    answer = guest().http.get("/api/me/games", params=filters)
    assert answer.status_code == 400, answer.text


def test_games_of_guests_are_shown_to_themselves_alone(guest: Make) -> None:
    anna, bert = guest(), guest()
    game = play(anna, bert)
    assert ids(anna) == [game] and ids(bert) == [game]
    name = f"Hilda {new_id()[-8:]}"
    assert anna.http.post("/api/account", json={"name": name, "password": PASSWORD}).is_success
    assert ids(anna) == [game] and ids(anna, f"/api/players/{name}/games") == [game]
    assert ids(bert, f"/api/players/{name}/games") == []
    # And whoever was a guest then is not called by his account now, nor found by it.
    assert bert.http.get("/api/me/games").json()["games"][0]["account"] is False
    found = bert.http.get("/api/me/games", params={"opponent": name}).json()
    assert found["games"] == [] and found["score"] == {"won": 0, "drawn": 0, "lost": 0}


def test_who_wishes_keeps_his_history_to_himself(guest: Make) -> None:
    (anna, name), (bert, _) = member(guest), member(guest)
    game = play(anna, bert, rated=True)
    chosen = {"private": False, "challenges": "all"}
    assert anna.http.get("/api/account/settings").json() == chosen
    answer = anna.http.post("/api/account/settings", json={"private": True})
    assert answer.json() == {**chosen, "private": True}
    for what in ("games", "openings", "games.pdn"):
        answer = bert.http.get(f"/api/players/{name}/{what}")
        assert answer.status_code == 403, what
        assert answer.json()["sentence"] == "This player keeps his games to himself."
    profile = bert.http.get(f"/api/players/{name}").json()
    assert profile["private"] and profile["ratings"] and profile["changes"] == []
    assert [e["game"] for e in anna.http.get(f"/api/players/{name}").json()["changes"]] == [game]
    assert ids(anna, f"/api/players/{name}/games") == [game]
    assert guest().http.post("/api/account/settings", json={"private": True}).status_code == 403


def test_what_was_a_guests_comes_along_and_what_is_deleted_has_no_name(guest: Make) -> None:
    (anna, anna_name), bert = member(guest), guest()
    before = guest()
    game = play(before, bert)
    body = {"name": anna_name, "password": PASSWORD}
    assert before.http.post("/api/account/sign-in", json=body).json()["joined"] == 1
    assert ids(anna) == [game]
    (cara, cara_name), other = member(guest), guest()
    with_cara = play(anna, cara)
    assert cara.http.delete("/api/account").is_success
    [shown] = [e for e in anna.http.get("/api/me/games").json()["games"] if e["game"] == with_cara]
    assert shown["opponent"] == "Guest" and shown["rival"] == "guest" and not shown["account"]
    assert other.http.get(f"/api/players/{cara_name}/games").status_code == 404


def test_a_game_against_the_computer_and_one_on_one_device_are_told_apart(guest: Make) -> None:
    anna, name = member(guest)
    start = {"variant": "international", "start": "W:W32:B19,28"}
    alone = anna.begin("same_device", **start)["game"]
    answer = anna.http.post(
        f"/api/games/{alone}/do",
        json={"id": new_id(), "act": {"kind": "resign", "by": "white"}},
    )
    assert answer.status_code == 200, answer.text
    computer = anna.begin("computer", level=3, side="white", **start)["game"]
    act(anna, computer, {"kind": "resign"})
    page = anna.http.get("/api/me/games").json()
    assert [each["rival"] for each in page["games"]] == ["engine", "self"]
    assert page["games"][0]["level"] == 3
    # Nobody wins or loses against himself, and others are shown neither.
    assert page["score"] == {"won": 0, "drawn": 0, "lost": 1}
    assert ids(guest(), f"/api/players/{name}/games") == []


def forget_history(url: str, folder: Path) -> None:
    """Have a database look as if its games had ended before there was a history."""

    async def run() -> None:
        database: Database = open_database(url)
        await upgrade(database, folder)

        def change(connection: Connection) -> None:
            connection.execute(delete(played_games))
            over = select(games.c.id).where(games.c.phase == "over")
            connection.execute(insert(unsorted_games).from_select(["game"], over))

        await database.write(change)
        await database.close()

    asyncio.run(run())


def play_with_takeback(one: Guest, two: Guest) -> str:
    """Play a game in which a move was taken back."""
    begun = one.begin("friend", side="black")
    two.redeem(begun["code"])
    game = str(begun["game"])
    for who, kind in ((one, "9-13"), (one, "takeback"), (two, "takeback_accept"), (one, "11-15")):
        act(who, game, {"kind": "move", "text": kind} if kind[0].isdigit() else {"kind": kind})
    act(two, game, {"kind": "resign"})
    return game


def draw(one: Guest, two: Guest) -> str:
    """Play a game that is drawn by agreement."""
    begun = one.begin("friend", side="black", variant="russian", time="300+5", refusal_duty=0)
    two.redeem(begun["code"])
    game = str(begun["game"])
    act(two, game, {"kind": "move", "text": "c3-d4"})
    act(one, game, {"kind": "move", "text": "d6-c5"})
    act(two, game, {"kind": "offer"})
    act(one, game, {"kind": "accept"})
    return game


def match(one: Guest, two: Guest) -> list[str]:
    """Play the two games of a card."""
    begun = one.begin("friend", side="black", ballot="english-3move")
    two.redeem(begun["code"])
    game = str(begun["game"])
    for who in (one, two):
        act(who, game, {"kind": "contribute", "text": new_id()})
    until(lambda: one.http.get(f"/api/games/{game}").json()["view"]["phase"] == "playing")
    act(one, game, {"kind": "resign"})
    answer = one.http.post(
        f"/api/games/{game}/do", json={"id": new_id(), "act": {"kind": "next"}}
    ).json()
    act(two, answer["next"], {"kind": "resign"})
    return [game, str(answer["next"])]


def test_a_plain_log_gives_what_its_replay_gives(tmp_path: Path) -> None:
    """Games of before are put in order without replaying them, where nothing was taken back."""
    from crownhead.server.messages import bodies as r
    from crownhead.server.room.played import is_plain, summarise, summarise_plain
    from crownhead.server.room.starting import open_table, seat
    from crownhead.server.room.table import Seat, Table

    dice = Random(11)

    def play_table(variant: str, number: int) -> Table:
        wish = r.NewGame(opponent=r.Friend(), variant=variant, side="black", time="300+5")
        kinds = dice.choice(("guest", "account", "bot")), dice.choice(("guest", "account"))
        table = open_table(wish, Seat("anna", "Anna", kinds[0], side="black"), 1_000)  # type: ignore[arg-type]
        seat(table, Seat("bert", "Bert", kinds[1], side="white"), 2_000)  # type: ignore[arg-type]
        at = 3_000
        for _ in range(dice.choice((1, 4, 9, 20, 60))):
            if table.game.outcome is not None:
                break
            at += 900
            known = opening_moves(table.game)
            table.game.play(dice.choice(known), at=at)
            table.note(at)
        if table.game.outcome is None:
            table.game.resign(dice.choice(("white", "black")), at=at + number)
            table.note(at + number)
        return table

    async def run() -> int:
        database = open_database(f"sqlite:///{tmp_path / 'games'}")
        await upgrade(database, tmp_path)
        store, histories = Store(database).games, HistoryStore(database)
        made = {}
        for number in range(60):
            variant = ("english", "russian", "lite", "international", "turkish")[number % 5]
            table = play_table(variant, number)
            await store.create(store.prepare([table], None))
            made[table.id] = table
        logs = await histories.plain_logs(list(made))
        assert len(logs) == len(made) and all(map(is_plain, logs))
        for log in logs:
            assert summarise_plain(log) == summarise(made[log.game])
        await database.close()
        return sum(summarise_plain(log)[0].opening is not None for log in logs)

    assert asyncio.run(run()) > 10


def opening_moves(game: Game) -> list[Move]:
    """Return the moves that lead to a named opening, or else all."""
    moves = list(game.position.legal_moves)
    length = len(game.moves) + 1
    begun = {line[:length] for line in _lines(game.variant.key)}
    return [move for move in moves if (*map(str, game.moves), str(move)) in begun] or moves


@cache
def _lines(variant: str) -> tuple[tuple[str, ...], ...]:
    return tuple(opening.moves for opening in openings(variant))


@pytest.mark.parametrize("shared", [False, True], ids=["sqlite", "postgresql"])
def test_games_of_before_are_put_in_order(
    tmp_path: Path, request: pytest.FixtureRequest, shared: bool
) -> None:
    url = str(request.getfixturevalue("database")) if shared else ""
    environment = {"DATABASE_URL": url} if shared else {}
    with Server(tmp_path, "--no-limits", "--no-delay", environment=environment) as server:
        anna, bert = Guest(server), Guest(server)
        found = [play(anna, bert) for _ in range(3)]
        found += [play_with_takeback(anna, bert), *match(anna, bert), draw(anna, bert)]
        for opponent, by in (("same_device", {"by": "white"}), ("computer", {})):
            game = anna.begin(opponent, side="white", start="W:W32:B1,5")["game"]
            act(anna, game, {"kind": "resign", **by})
            found.append(game)
        shown = anna.http.get("/api/me/games").json()
        assert [each["game"] for each in shown["games"]] == found[::-1]
        server.stop()
        forget_history(url or f"sqlite:///{tmp_path / 'crownhead.sqlite3'}", tmp_path)
        server.start()
        anna.http.base_url = server.url
        page = until(
            lambda: None if (told := anna.http.get("/api/me/games").json())["sorting"] else told
        )
        assert page == shown
