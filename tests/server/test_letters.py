"""Games over days: leave, conditional moves, notes, and questions without an answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.served import Guest, Server, new_id, two_processes, until

from crownhead import Game, Position
from crownhead.server.clock import DAY, milliseconds
from crownhead.server.room.alike import key
from crownhead.server.room.texts import clean_text

Make = Callable[..., Guest]
DAILY = {"time": "259200", "mode": "per-move"}
RESERVE = {"time": "2592000+86400", "mode": "fischer"}


def begin_daily(one: Guest, two: Guest, **wish: Any) -> str:
    """Begin a game over days, one with Black, and return its id."""
    begun = one.begin("friend", **{"side": "black", **DAILY, **wish})
    two.redeem(begun["code"])
    return str(begun["game"])


def act(who: Guest, game: str, kind: str, **values: Any) -> Any:
    """Act in a game by HTTP."""
    body = {"id": new_id(), "act": {"kind": kind, **values}}
    return who.http.post(f"/api/games/{game}/do", json=body)


def move(who: Guest, game: str, text: str) -> None:
    answer = act(who, game, "move", text=text)
    assert answer.status_code == 200, answer.text


def view(who: Guest, game: str) -> dict[str, Any]:
    found: dict[str, Any] = who.http.get(f"/api/games/{game}").json()["view"]
    return found


def moves(*texts: str) -> list[dict[str, Any]]:
    """Return a line of moves."""
    return [{"kind": "move", "text": text} for text in texts]


def foresee(who: Guest, game: str, *lines: list[dict[str, Any]]) -> Any:
    return who.http.post(f"/api/games/{game}/plan", json={"lines": lines})


def get_plan(who: Guest, game: str) -> Any:
    """Return what somebody has foreseen, as it was sent."""
    found = who.http.get(f"/api/games/{game}/plan").json()
    for step in (step for line in found["lines"] for step in line):
        del step["by"]
    return found


def wait_for_moves(who: Guest, game: str, count: int) -> list[str]:
    """Return the moves of a game once there are so many."""
    until(lambda: view(who, game)["ply"] >= count)
    return list(view(who, game)["moves"])


# Conditional moves


@pytest.mark.parametrize("time", [DAILY, RESERVE])
def test_what_was_foreseen_is_answered_at_once(guest: Make, time: dict[str, str]) -> None:
    anna, bert = guest(), guest()
    game = begin_daily(anna, bert, **time)
    move(anna, game, "11-15")
    lines = [moves("23-19", "8-11", "22-17", "9-14"), moves("22-18", "15x22", "25x18", "8-11")]
    answer = foresee(anna, game, *lines)
    assert answer.status_code == 200, answer.text
    assert get_plan(bert, game) == {"lines": [], "past": 0}
    move(bert, game, "22-18")
    assert wait_for_moves(anna, game, 3) == ["11-15", "22-18", "15x22"]
    assert get_plan(anna, game) == {"lines": [lines[1]], "past": 2}
    move(bert, game, "25x18")
    assert wait_for_moves(anna, game, 5)[-1] == "8-11"
    assert get_plan(anna, game) == {"lines": [], "past": 0}


def test_who_waits_for_the_first_move_foresees_it(guest: Make) -> None:
    anna, bert = guest(), guest()
    game = begin_daily(anna, bert)
    answer = foresee(bert, game, moves("11-15", "23-19"))
    assert answer.status_code == 200, answer.text
    move(anna, game, "11-15")
    assert wait_for_moves(anna, game, 2) == ["11-15", "23-19"]


def test_of_a_game_that_is_over_no_plan_is_kept(guest: Make) -> None:
    anna, bert = guest(), guest()
    for end in ("resign", "abort"):
        game = begin_daily(anna, bert)
        if end == "resign":
            move(anna, game, "11-15")
        wait, answers = (
            (anna, moves("23-19", "8-11")) if end == "resign" else (bert, moves("11-15", "23-19"))
        )
        assert foresee(wait, game, answers).status_code == 200
        assert act(bert, game, end).status_code == 200
        for who in (anna, bert):
            until(lambda who=who, game=game: not list_kept(who, game, "plan", "seen"))


def list_kept(who: Guest, game: str, *kinds: str) -> list[str]:
    """Return which of these kinds is kept of a game."""
    lines = map(json.loads, who.http.get("/api/me/data").text.splitlines())
    return [kind for line in lines for kind in kinds if line.get(kind, {}).get("game") == game]


def test_what_nobody_foresaw_ends_a_plan(guest: Make) -> None:
    anna, bert = guest(), guest()
    game = begin_daily(anna, bert)
    move(anna, game, "11-15")
    assert foresee(anna, game, moves("23-19", "8-11", "22-17", "9-14")).status_code == 200
    move(bert, game, "24-20")
    until(lambda: get_plan(anna, game)["lines"] == [])
    move(anna, game, "8-11")
    assert view(anna, game)["ply"] == 3
    # His own move, other than the one foreseen, ends it too.
    assert foresee(anna, game, moves("22-18", "15x22", "25x18", "4-8")).status_code == 200
    act(anna, game, "takeback")
    assert act(bert, game, "takeback_accept").status_code == 200
    move(anna, game, "8-11")
    until(lambda: get_plan(anna, game)["lines"] == [])


def test_a_whole_capture_is_one_move(guest: Make) -> None:
    anna, bert = guest(), guest()
    start = "B:W26,18,32:B9,12"
    game = begin_daily(anna, bert, start=start, side="black")
    move(anna, game, "9-13")
    fen = view(anna, game)["fen"]
    assert foresee(anna, game, moves("18-15", "12-16")).status_code == 200, fen
    assert foresee(anna, game, moves("26-22", "13-17", "22x13", "12-16")).status_code == 200
    move(bert, game, "26-22")
    move(bert, game, wait_for_moves(bert, game, 3) and "22x13")
    assert wait_for_moves(anna, game, 5)[-2:] == ["22x13", "12-16"]


def test_a_plan_huffs_compels_and_lets_stand(guest: Make) -> None:
    steps: tuple[dict[str, Any], ...] = (
        {"kind": "huff", "square": 18},
        {"kind": "compel"},
        {"kind": "stand"},
    )
    for step in steps:
        anna, bert = guest(), guest()
        # White could take 15 with 18 and errs with another man.
        game = begin_daily(anna, bert, start="B:W18,22,30:B11,4", huffing=True)
        move(anna, game, "11-15")
        fault = next(each for each in view(bert, game)["faulty"] if each["origin"] == 30)
        answers = [step] if step["kind"] == "compel" else [step, *moves("4-8")]
        line = [*moves(fault["text"]), *answers]
        if step["kind"] == "compel":
            line += [*moves("18x11"), *moves("4-8")]
        answer = foresee(anna, game, line)
        assert answer.status_code == 200, answer.text
        move(bert, game, fault["text"])
        if step["kind"] == "compel":
            until(lambda game=game, bert=bert: view(bert, game)["turn"] == "white")
            move(bert, game, "18x11")
        until(lambda game=game, anna=anna: "4-8" in view(anna, game)["moves"])


def test_an_offer_is_left_to_the_player(guest: Make) -> None:
    anna, bert = guest(), guest()
    game = begin_daily(anna, bert, refusal_duty=40)
    move(anna, game, "11-15")
    assert foresee(anna, game, moves("23-19", "8-11")).status_code == 200
    assert act(bert, game, "offer").status_code == 200
    move(bert, game, "23-19")
    assert view(anna, game)["offer"] == "white" and view(anna, game)["ply"] == 2
    assert act(anna, game, "decline").status_code == 200
    assert wait_for_moves(anna, game, 3)[-1] == "8-11"
    assert view(anna, game)["duties"]


def test_ballot_games_are_played_over_days(guest: Make) -> None:
    anna, bert = guest(), guest()
    game = begin_daily(anna, bert, ballot="english-3move")
    for who in (anna, bert):
        assert act(who, game, "contribute", text=new_id()).status_code == 200
    until(lambda: view(anna, game)["phase"] == "playing")
    seen = view(anna, game)
    mover, other = (anna, bert) if seen["turn"] == "black" else (bert, anna)
    move(mover, game, seen["legal"][0]["text"])
    theirs = view(other, game)["legal"][0]["text"]
    answer = foresee(mover, game, [*moves(theirs), *_answer_to(view(mover, game), theirs)])
    assert answer.status_code == 200, answer.text
    move(other, game, theirs)
    until(lambda: view(mover, game)["ply"] == seen["ply"] + 3)


def _answer_to(seen: dict[str, Any], text: str) -> list[dict[str, Any]]:
    after = Position.from_fen(seen["fen"], "english")
    after = after.play(after.parse(text))
    return moves(str(after.legal_moves[0]))


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (moves("23-19"), 409),
        (moves("23-18x"), 409),
        (moves("?!"), 400),
        (moves("11-16", "8-11"), 409),
        ([{"kind": "huff", "square": 5}], 409),
        ([{"kind": "resign"}], 400),
        ([], 400),
        (moves(*["23-19"] * 61), 400),
    ],
)
def test_nonsense_is_foreseen_by_nobody(guest: Make, line: Any, status: int) -> None:
    anna, bert = guest(), guest()
    game = begin_daily(anna, bert)
    move(anna, game, "11-15")
    answer = foresee(anna, game, line)
    assert answer.status_code == status, answer.text
    assert get_plan(anna, game)["lines"] == []


def test_a_plan_has_one_answer_and_begins_with_the_other_side(guest: Make) -> None:
    anna, bert, eve = guest(), guest(), guest()
    game = begin_daily(anna, bert)
    assert foresee(anna, game, moves("11-15", "23-19")).status_code == 409
    move(anna, game, "11-15")
    two = foresee(anna, game, moves("23-19", "8-11"), moves("23-19", "9-14"))
    assert two.status_code == 409 and "only one answer" in two.text
    assert foresee(eve, game, moves("23-19", "8-11")).status_code == 403
    assert eve.http.get(f"/api/games/{game}/plan").status_code == 403
    assert foresee(bert, game, moves("23-19", "8-11")).status_code == 409
    quick = anna.begin("friend", side="black", time="300+5")
    bert.redeem(quick["code"])
    assert foresee(anna, quick["game"], moves("23-19", "8-11")).status_code == 409


# Leave


def test_who_is_on_leave_loses_no_time(guest: Make) -> None:
    anna, bert = guest(), guest()
    game, other = begin_daily(anna, bert), begin_daily(bert, anna)
    move(anna, game, "11-15")
    assert anna.http.get("/api/me/leave").json() == {"until": None, "left": 30}
    taken = anna.http.post("/api/me/leave", json={"days": 10}).json()
    assert taken["left"] == 20
    seen = view(bert, game)
    assert seen["leave"] == {"black": taken["until"]} and not seen["paused"]
    assert view(bert, other)["leave"] == {"white": taken["until"]}
    move(bert, game, "23-19")
    seen = view(bert, game)
    assert seen["paused"] and seen["away"] == "black"
    assert "resume" in seen["allowed"]["black"] and "resume" not in seen["allowed"]["white"]
    assert act(bert, game, "resume").status_code == 409
    [card] = [each for each in bert.http.get("/api/me").json()["games"] if each["game"] == game]
    assert card["away"] == "black" and card["until"] == taken["until"] and card["falls"] is None
    # Who plays on all the same does so.
    assert act(anna, game, "resume").status_code == 200
    assert not view(anna, game)["paused"]
    move(anna, game, "8-11")
    move(bert, game, "22-17")
    assert view(anna, game)["away"] == "black"
    ended = anna.http.delete("/api/me/leave").json()
    assert ended == {"until": None, "left": 29}
    assert not view(anna, game)["paused"]
    # Games that begin meanwhile know of it, too.
    assert anna.http.post("/api/me/leave", json={"days": 29}).status_code == 200
    third = begin_daily(anna, bert)
    until(lambda: view(bert, third)["leave"].get("black", 0) > 0)
    assert anna.http.post("/api/me/leave", json={"days": 1}).status_code == 409
    anna.http.delete("/api/me/leave")
    assert anna.http.post("/api/me/leave", json={"days": 29}).status_code == 409


@pytest.mark.parametrize("days", [0, 31, -1, 1.5, "3", None])
def test_leave_is_taken_in_whole_days(guest: Make, days: Any) -> None:
    assert guest().http.post("/api/me/leave", json={"days": days}).status_code == 400


def test_a_plan_is_played_on_leave(guest: Make) -> None:
    anna, bert = guest(), guest()
    game = begin_daily(anna, bert)
    move(anna, game, "11-15")
    assert foresee(anna, game, moves("23-19", "8-11")).status_code == 200
    anna.http.post("/api/me/leave", json={"days": 2})
    move(bert, game, "23-19")
    assert wait_for_moves(anna, game, 3)[-1] == "8-11"
    assert not view(anna, game)["paused"]


def test_leave_ends_by_itself_and_no_time_was_lost() -> None:
    from crownhead.server.messages import bodies as r
    from crownhead.server.messages.frames import MoveAct
    from crownhead.server.process.timers import attend
    from crownhead.server.room.acts import do
    from crownhead.server.room.deadlines import due
    from crownhead.server.room.leave import set_leave, settle
    from crownhead.server.room.starting import open_table, seat
    from crownhead.server.room.table import Seat, Table

    wish = r.NewGame(opponent=r.Friend(), side="black", time="259200", mode="per-move")
    table: Table = open_table(wish, Seat("anna", "Anna", side="black"), 0)
    seat(table, Seat("bert", "Bert", side="white"), 1_000)
    do(table, "anna", MoveAct(text="11-15"), 2_000)
    set_leave(table, "bert", 5 * DAY, DAY)
    assert table.game.paused and table.away == "white" and due(table) == 5 * DAY
    attend(table, 5 * DAY + 700)
    assert not table.game.paused and table.away is None
    # A day was used before; two are left of three.
    assert due(table) == 5 * DAY + 2 * DAY + 2_000
    settle(table, 5 * DAY + 800)
    assert not table.game.paused
    attend(table, 8 * DAY)
    assert table.game.result == "0-1"


def test_leave_that_is_taken_too_late_saves_nobody() -> None:
    """No timer waits for days: until the next sweep a flag has fallen that nobody has seen."""
    from crownhead.server.messages import bodies as r
    from crownhead.server.messages.frames import MoveAct
    from crownhead.server.room.acts import do
    from crownhead.server.room.deadlines import due
    from crownhead.server.room.leave import set_leave
    from crownhead.server.room.starting import open_table, seat
    from crownhead.server.room.table import Seat, Table

    wish = r.NewGame(opponent=r.Friend(), side="black", time="259200", mode="per-move")
    table: Table = open_table(wish, Seat("anna", "Anna", side="black"), 0)
    seat(table, Seat("bert", "Bert", side="white"), 1_000)
    do(table, "anna", MoveAct(text="11-15"), 2_000)
    falls = due(table)
    assert falls is not None
    set_leave(table, "bert", falls + 9 * DAY, falls + 1)
    assert table.phase == "over" and table.game.result == "0-1" and not table.game.paused


def test_who_goes_for_good_is_on_leave_no_more(guest: Make) -> None:
    anna, bert = guest(), guest()
    game = begin_daily(anna, bert)
    move(anna, game, "11-15")
    anna.http.post("/api/me/leave", json={"days": 10})
    move(bert, game, "23-19")
    assert view(bert, game)["away"] == "black"
    assert anna.http.delete("/api/me").status_code == 204
    seen = view(bert, game)
    assert seen["away"] is None and not seen["paused"]
    assert seen["players"]["black"]["name"] == "Guest"


def test_leave_that_games_were_not_told_of_is_made_up_for(tmp_path: Path) -> None:
    """A process that has ended had stored that leave was taken, or was over, and told no game."""
    from support.service import open_service

    from crownhead.server.messages import bodies as r
    from crownhead.server.storage.letters import LetterStore, StoredLeave

    async def run() -> list[int]:
        async with open_service(tmp_path) as service:
            wish = r.NewGame(opponent=r.Friend(), side="black", **DAILY)  # type: ignore[arg-type]
            begun = await service.matchmaking.begin("anna", wish)
            await service.matchmaking.redeem("bert", begun.code or "")
            store = LetterStore(service.store.database)
            now = milliseconds()
            leave = StoredLeave("anna", now, 9, now + 9 * DAY)
            assert await store.add_leave(0, leave) and await store.untold() == ["anna"]
            found = []
            for end in (False, True):
                if end:
                    await store.end_leave(leave, 1, now + DAY)
                await service.letters.catch_up()
                async with service.tables.open(begun.game) as table:
                    found.append(table.leave["black"] - now)
                assert await store.untold() == []
                seq = table.seq
                await service.letters.catch_up()
                assert table.seq == seq
            return found

    assert asyncio.run(run()) == [9 * DAY, DAY]


def test_no_plan_waits_for_others_that_wait(tmp_path: Path, monkeypatch: Any) -> None:
    from sqlalchemy import insert

    from crownhead.server.storage import letters
    from crownhead.server.storage.migrations import upgrade
    from crownhead.server.storage.open_database import open_database
    from crownhead.server.storage.schema import games, plans

    monkeypatch.setattr(letters, "MOST_PLANNED", 2)

    async def run() -> list[list[str]]:
        database = open_database(f"sqlite:///{tmp_path / 'games'}")
        await upgrade(database, tmp_path)
        table = {"variant": "english", "agreement": {}, "phase": "playing", "seq": 0, "created": 0}
        table |= {"listed": False, "clocked": False, "changed": 0, "turn": "white"}
        plan = {"side": "white", "player": "anna", "plan": {}, "stamp": "x"}
        for game in "abc":
            await database.write(
                lambda c, game=game: c.execute(insert(games), {**table, "id": game})
            )  # type: ignore[misc]
            await database.write(
                lambda c, game=game: c.execute(insert(plans), {**plan, "game": game})
            )  # type: ignore[misc]
        store = letters.LetterStore(database)
        pages = [await store.plans_to_move("")]
        while pages[-1]:
            pages.append(await store.plans_to_move(pages[-1][-1]))
        await database.close()
        return pages

    assert asyncio.run(run()) == [["a", "b"], ["c"], []]


# Notes


def test_a_note_is_its_authors_alone(guest: Make) -> None:
    anna, bert, eve = guest(), guest(), guest()
    game = begin_daily(anna, bert)
    path = f"/api/games/{game}/note"
    written = anna.http.post(path, json={"text": " keep the\u202e bridge \n<b>1 and 3</b>\x00 "})
    assert written.json() == {"text": "keep the bridge\n<b>1 and 3</b>"}
    assert anna.http.get(path).json() == written.json()
    assert bert.http.get(path).json() == {"text": ""}
    assert eve.http.get(path).status_code == 403
    assert eve.http.post(path, json={"text": "x"}).status_code == 403
    assert anna.http.post(path, json={"text": "x" * 4_001}).status_code == 400
    assert "bridge" in anna.http.get("/api/me/data").text
    assert "bridge" not in bert.http.get("/api/me/data").text
    assert anna.http.post(path, json={"text": "   "}).json() == {"text": ""}
    assert clean_text("a\r\nb\r") == "a\nb"


# Questions


def ask(who: Guest, fen: str, variant: str = "english", *after: str) -> Any:
    body = {"variant": variant, "start": fen, "moves": after, "nodes": 10_000}
    return who.http.post("/api/analysis", json=body)


def test_players_get_no_answer_about_their_running_game(guest: Make, server: Server) -> None:
    anna, bert = guest(), guest()
    game = begin_daily(anna, bert)
    for who, text in ((anna, "11-15"), (bert, "23-19"), (anna, "8-11"), (bert, "22-17")):
        move(who, game, text)
    fen = view(anna, game)["fen"]
    position = Position.from_fen(fen, "english")
    refused = ask(anna, fen)
    assert refused.status_code == 409 and "running games" in refused.text
    assert ask(bert, fen).status_code == 409
    # Turned round, by other rules, a move further, and by a second browser at the same place.
    assert ask(anna, position.mirror().fen()).status_code == 409
    assert ask(anna, position.mirror().fen(), "russian").status_code in (400, 409)
    assert ask(anna, fen, "english", str(position.legal_moves[0])).status_code == 409
    whole = {"variant": "english", "moves": view(anna, game)["moves"]}
    assert anna.http.post("/api/analysis", json=whole).status_code == 409
    start = {"variant": "english", "start": fen}
    assert (
        anna.http.post("/api/games", json={**start, "opponent": {"kind": "computer"}}).status_code
        == 409
    )
    # Other positions are answered, and this one once the game is over.
    assert ask(anna, "W:W31,32:B1,2").status_code == 200
    assert act(anna, game, "resign").status_code == 200
    assert ask(anna, fen).status_code == 200


def test_a_report_is_refused_beyond_what_all_games_share(guest: Make) -> None:
    anna, bert = guest(), guest()
    game = begin_daily(anna, bert)
    who = {"black": anna, "white": bert}
    while view(anna, game)["ply"] < 12:
        seen = view(anna, game)
        move(who[seen["turn"]], game, seen["legal"][-1]["text"])
    # A guest of the same network may be the player's second browser; an account is somebody.
    fen = view(anna, game)["fen"]
    assert ask(guest(), fen).status_code == 409
    rita = guest()
    made = {"name": f"Rita {new_id()[-8:]}", "password": "four kings on d8"}
    assert rita.http.post("/api/account", json=made).status_code == 201
    assert ask(rita, fen).status_code == 200
    problem = {"variant": "english", "start": fen}
    assert anna.http.post("/api/composition", json=problem).status_code == 409
    told = {"variant": "english", "moves": view(anna, game)["moves"], "nodes": 1_000}
    assert anna.http.post("/api/report", json=told).status_code == 409
    early = {**told, "moves": told["moves"][:4]}
    assert anna.http.post("/api/report", json=early).status_code == 200


LINE = ("11-15", "23-19", "8-11", "22-17", "9-14", "25-22", "11-16", "24-20", "16x23", "27x11")
"""Ten plies, after which Black is to move."""


def ten_plies(one: Guest, two: Guest) -> str:
    """Return a game over days of two people, ten plies old."""
    game = begin_daily(one, two)
    for ply, text in enumerate(LINE):
        move((one, two)[ply % 2], game, text)
    return game


def test_the_computer_does_not_move_for_who_plays_over_days(guest: Make) -> None:
    anna, bert, cara = guest(), guest(), guest()
    ten_plies(anna, bert)
    record = Game("english")
    for text in LINE:
        record.play(text)
    wish = {"record": json.loads(record.to_json()), "you": ["white"], "level": 1}

    def hand_in(plies: int) -> Any:
        cut = {**wish["record"], "events": wish["record"]["events"][:plies]}
        return anna.http.post("/api/games/hand-in", json={**wish, "id": new_id(), "record": cut})

    refused = hand_in(10)
    assert refused.status_code == 409 and "running games" in refused.text
    # A ply earlier it is his own move that leads there.
    earlier = hand_in(9)
    assert earlier.status_code == 201, earlier.text
    before = earlier.json()["game"]
    answer = act(anna, before, "move", text=LINE[9])
    assert answer.status_code == 409 and "running games" in answer.text
    socket = anna.socket()
    socket.watch(before)
    assert socket.do(before, "move", text=LINE[9])["code"] == "not_allowed"
    # What many games have in common is played, and by everybody else all of it.
    assert hand_in(4).status_code == 201
    rita, _ = account(guest)
    body = {**wish, "id": new_id()}
    assert rita.http.post("/api/games/hand-in", json=body).status_code == 201
    assert cara.http.post("/api/games/hand-in", json=body).status_code == 409


def account(guest: Make) -> tuple[Guest, str]:
    """Return somebody who has signed in, and his name."""
    who, name = guest(), f"Rita {new_id()[-8:]}"
    made = {"name": name, "password": "four kings on d8"}
    assert who.http.post("/api/account", json=made).status_code == 201
    return who, name


def test_a_game_from_a_position_of_its_own_is_nobody_elses_opening(guest: Make) -> None:
    anna, bert = guest(), guest()
    start = "B:W22,25,30:B6,9,12"
    game = begin_daily(anna, bert, start=start)
    # From where somebody plays is stored beside his answer: the guest waits for it.
    for who in (anna, guest()):
        until(lambda who=who: ask(who, start).status_code == 409)
    assert ask(account(guest)[0], start).status_code == 200
    move(anna, game, "9-13")
    move(bert, game, "22-18")
    report = {"variant": "english", "start": start, "nodes": 1_000}
    line = ["9-13", "22-18", "12-16", "18-14"]
    for who in (anna, guest()):
        assert ask(who, view(anna, game)["fen"]).status_code == 409
        answer = who.http.post("/api/report", json={**report, "moves": line})
        assert answer.status_code == 409
    begin = {"variant": "english", "start": start, "opponent": {"kind": "computer"}}
    assert anna.http.post("/api/games", json=begin).status_code == 409


def test_a_report_that_ends_at_a_running_game_is_refused_from_its_first_move(guest: Make) -> None:
    anna, bert = guest(), guest()
    game = begin_daily(anna, bert)
    for who, text in ((anna, "10-14"), (bert, "24-19"), (anna, "14-17")):
        move(who, game, text)
    told = {"variant": "english", "moves": view(anna, game)["moves"], "nodes": 1_000}
    assert anna.http.post("/api/report", json=told).status_code == 409
    # A game of others that has no more in common than its opening is analysed.
    longer = {**told, "moves": [*told["moves"], "21x14", "9x18", "22x15", "11x18", "23x14"]}
    assert anna.http.post("/api/report", json=longer).status_code == 200


def test_positions_that_are_the_same_have_one_key() -> None:
    start = Position.initial("english")
    after = start.play(start.parse("11-15"))
    assert key(after) == key(after.mirror()) != key(start)
    other = Position.from_fen(after.fen(), "pool")
    assert key(other) == key(after)


# Several processes, and restarts


@pytest.fixture
def two(tmp_path: Path, database: str) -> Iterator[tuple[Server, Server]]:
    """Return two processes on one PostgreSQL."""
    with two_processes(tmp_path, database) as servers:
        yield servers


def test_a_guest_asks_in_vain_at_another_process_too(two: tuple[Server, Server]) -> None:
    anna, bert = Guest(two[0]), Guest(two[0])
    game = ten_plies(anna, bert)
    fen = view(anna, game)["fen"]
    second = Guest(two[1])
    until(lambda: ask(second, fen).status_code == 409)
    assert act(anna, game, "resign").status_code == 200
    until(lambda: ask(second, fen).status_code == 200)
    for who in (anna, bert, second):
        who.close()


def test_a_plan_and_leave_reach_the_other_process(two: tuple[Server, Server]) -> None:
    anna, bert = Guest(two[0], "Anna"), Guest(two[1], "Bert")
    game = begin_daily(anna, bert)
    move(anna, game, "11-15")
    assert foresee(anna, game, moves("23-19", "8-11", "22-17", "9-14")).status_code == 200
    move(bert, game, "23-19")
    assert wait_for_moves(bert, game, 3) == ["11-15", "23-19", "8-11"]
    anna.http.post("/api/me/leave", json={"days": 3})
    until(lambda: view(bert, game)["leave"].get("black", 0) > 0)
    move(bert, game, "22-18")
    until(lambda: view(anna, game)["away"] == "black")
    two[0].kill()
    two[0].start()
    seen = view(bert, game)
    assert seen["paused"] and seen["moves"][-1] == "22-18"
    for who in (anna, bert):
        who.close()


def test_a_plan_and_leave_survive_a_kill(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits", "--no-delay") as server:
        anna, bert = Guest(server, "Anna"), Guest(server, "Bert")
        game, other = begin_daily(anna, bert), begin_daily(anna, bert)
        for each in (game, other):
            move(anna, each, "11-15")
        assert foresee(anna, game, moves("23-19", "8-11")).status_code == 200
        anna.http.post("/api/me/leave", json={"days": 3})
        move(bert, other, "23-19")
        server.kill()
        server.start()
        until(lambda: not view(bert, game)["paused"] or view(bert, game)["away"] is None)
        if view(bert, game)["paused"]:
            act(bert, game, "resume")
        move(bert, game, "23-19")
        assert wait_for_moves(anna, game, 3)[-1] == "8-11"
        assert view(bert, other)["away"] == "black"
        for who in (anna, bert):
            who.close()


def test_messages_that_must_wait_too_long_are_counted_and_made_up_for() -> None:
    from crownhead.server.metrics import NOT_TOLD
    from crownhead.server.process.bus import LobbyChanged
    from crownhead.server.process.postgres_bus import MOST_WAITING, PostgresBus

    async def run() -> tuple[float, list[str]]:
        bus = PostgresBus("postgresql://x", "p1")
        before = NOT_TOLD._value.get()
        for _ in range(MOST_WAITING + 3):
            bus.publish(LobbyChanged())
        told: list[str] = []
        while not bus._waiting.empty():
            told += await bus._next()
        return NOT_TOLD._value.get() - before, told

    dropped, told = asyncio.run(run())
    assert dropped == 3 and len(told) == MOST_WAITING + 1
    assert "missed" in told[-1]
