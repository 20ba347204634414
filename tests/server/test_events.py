"""Competitions at the server: made, entered, paired, played, and checked by a stranger."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from support.served import Guest, Server, new_id, two_processes, until

from crownhead.competition import check
from crownhead.server.event import acts as event_acts
from crownhead.server.event import news as event_news
from crownhead.server.event import setup as event_setup
from crownhead.server.event.change import EventChange
from crownhead.server.event.entrants import MOST_OWN
from crownhead.server.event.entries import EventEntry
from crownhead.server.event.rights import RIGHTS, Asker
from crownhead.server.event.standing import rank
from crownhead.server.event.state import EventState
from crownhead.server.messages.event import acts as m
from crownhead.server.messages.event.settings import EventSettings
from crownhead.server.messages.event.views import EventSheet
from crownhead.server.rights import EventRole, may_in_event
from crownhead.server.room.refusals import Refusal

Make = Callable[..., Guest]
PASSWORD = "four kings on d8"
CLUB = {"name": "Club evening", "rounds": 3, "boards": "real"}


def member(guest: Make) -> tuple[Guest, str]:
    """Return somebody who has signed in, and his name."""
    who = guest()
    name = f"Olga {new_id()[-8:]}"
    made = {"name": name, "password": PASSWORD}
    assert who.http.post("/api/account", json=made).status_code == 201
    return who, name


def make_event(who: Guest, **settings: Any) -> str:
    """Make an event, and return its id."""
    answer = who.http.post("/api/events", json={**CLUB, **settings})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["event"])


def act(who: Guest, event: str, kind: str, **values: Any) -> Any:
    """Act in an event, and return the answer."""
    body = {"id": new_id(), "act": {"kind": kind, **values}}
    return who.http.post(f"/api/events/{event}/do", json=body)


def did(who: Guest, event: str, kind: str, **values: Any) -> int:
    """Act in an event, which is done; return the seq it has reached."""
    answer = act(who, event, kind, **values)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["seq"])


def get_event(who: Guest, event: str) -> dict[str, Any]:
    """Return an event as somebody sees it."""
    answer = who.http.get(f"/api/events/{event}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_an_event_on_real_boards_from_its_making_to_its_end(guest: Make) -> None:
    organiser, name = member(guest)
    event = make_event(organiser, games=2, ballots={"deck": "english-3move"}, time="600+5")
    assert get_event(organiser, event)["you"]["roles"] == ["organiser"]
    made = get_event(guest(), event)
    assert made["phase"] == "open" and len(made["commitments"]) == 4 and made["code"] is None
    players = [guest("Anna"), guest("Bert")]
    for each in players:
        did(each, event, "enter", club="North")
    did(organiser, event, "admit", name="Cleo Weiss", rating=1700)
    did(organiser, event, "admit", name="Dora Nowak")
    did(players[0], event, "contribute", text="the third tram was red")
    did(players[0], event, "check_in")
    names = {each["name"]: each for each in get_event(guest(), event)["entrants"]}
    assert set(names) == {"Anna", "Bert", "Cleo Weiss", "Dora Nowak"}
    assert names["Anna"]["account"] and names["Anna"]["here"] and not names["Dora Nowak"]["account"]
    draft = organiser.http.get(f"/api/events/{event}/draft").json()
    did(organiser, event, "pair")
    published = get_event(organiser, event)["rounds"][0]
    assert [b["one"] for b in published["boards"]] == [b["one"] for b in draft["boards"]]
    assert not published["started"] and published["boards"][0]["card"] is None
    did(organiser, event, "start")
    board = next(
        b
        for b in get_event(organiser, event)["rounds"][0]["boards"]
        if "Anna" in (b["one"], b["two"])
    )
    assert board["card"]["deck"] == "english-3move" and len(board["card"]["moves"]) == 3
    place = {"round": 1, "board": board["board"]}
    assert act(players[0], event, "result", **place, games=["2-0", "1-1"]).status_code == 403
    did(players[0], event, "claim", **place, games=["2-0", "1-1"])
    other = {**place, "board": 3 - board["board"]}
    seq = did(organiser, event, "result", **other, games=["+/-", "+/-"])
    news = guest().http.get(f"/api/events/{event}/after/{seq - 1}").json()
    assert [line["kind"] for line in news["lines"]] == ["result"]
    assert news["boards"][0]["games"] == ["+/-", "+/-"] and not news["more"]
    did(organiser, event, "result", **place, games=["2-0", "1-1"])
    assert act(organiser, event, "result", **place, games=["2-0", "2-0"]).status_code == 409
    did(organiser, event, "result", **place, games=["2-0", "2-0"], reason="read wrongly")
    after = get_event(organiser, event)
    assert after["rounds"][0]["over"] and after["standing"][0]["numbers"][0] == "4"
    first = after["standing"][0]["name"]
    numbers = organiser.http.get(f"/api/events/{event}/numbers/{first}").json()
    assert numbers[0]["criterion"] == "points" and numbers[0]["value"] == "4"
    did(organiser, event, "finish")
    assert get_event(organiser, event)["phase"] == "ended"
    listed = guest().http.get("/api/events", params={"which": "ended"}).json()["events"]
    assert any(each["event"] == event and each["organiser"] == name for each in listed)
    mine = organiser.http.get("/api/events", params={"which": "mine"}).json()["events"]
    assert [each["event"] for each in mine] == [event]


def game_of(who: Guest, event: str) -> tuple[str, list[str]]:
    """Return somebody's game in an event that goes on now, and his sides there."""
    game = until(lambda: get_event(who, event)["you"]["game"])
    return game, who.http.get(f"/api/games/{game}").json()["you"]


@pytest.mark.parametrize(("token", "termination"), [("-/+", "forfeit"), ("0-2", "adjudication")])
def test_a_game_that_an_arbiter_ends_says_whether_somebody_was_missing(
    guest: Make, token: str, termination: str
) -> None:
    """Of a player who did not come it said that an arbiter had decided so."""
    organiser, _ = member(guest)
    event = make_event(organiser, boards="server", time="600+5")
    for name in ("Anna", "Bert"):
        did(guest(name), event, "enter")
    did(organiser, event, "pair")
    did(organiser, event, "start")
    board = until(
        lambda: (b := get_event(organiser, event)["rounds"][0]["boards"][0])["tables"] and b
    )
    did(organiser, event, "result", round=1, board=1, games=[token])
    game = board["tables"][0]
    over = until(
        lambda: (v := organiser.http.get(f"/api/games/{game}").json()["view"])["outcome"] and v
    )
    assert over["outcome"]["termination"] == termination
    assert over["players"][over["outcome"]["winner"]]["name"] == board["two"]


def resign(who: Guest, game: str) -> None:
    """Give a game up."""
    body = {"id": new_id(), "act": {"kind": "resign"}}
    answer = who.http.post(f"/api/games/{game}/do", json=body)
    assert answer.status_code == 200, answer.text


def answer(who: Guest, game: str, kind: str, **values: Any) -> None:
    """Act in a game, which is done."""
    body = {"id": new_id(), "act": {"kind": kind, **values}}
    answered = who.http.post(f"/api/games/{game}/do", json=body)
    assert answered.status_code == 200, answered.text


def play(players: dict[str, Guest], game: str, ends: str) -> None:
    """Play two moves of each side, then end the game by agreement, or by who gives it up."""
    anybody = next(iter(players.values()))
    for _ in range(4):
        view = until(
            lambda: (v := anybody.http.get(f"/api/games/{game}").json()["view"])["legal"] and v
        )
        mover = players[view["players"][view["turn"]]["name"]]
        answer(mover, game, "move", text=view["legal"][0]["text"])
    names = {side: player["name"] for side, player in view["players"].items()}
    if ends == "draw":
        answer(players[names[view["turn"]]], game, "offer")
        other = "white" if view["turn"] == "black" else "black"
        answer(players[names[other]], game, "accept")
    else:
        answer(players[names[ends]], game, "resign")


def test_a_swiss_of_ballots_is_played_to_its_end_and_checked_by_a_stranger(guest: Make) -> None:
    organiser, _ = member(guest)
    ballots = {"deck": "english-3move", "scope": "board", "repeats": "event"}
    event = make_event(organiser, boards="server", games=2, rounds=3, time="600+5", ballots=ballots)
    names = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Frieda", "Gerd", "Hanna")
    players = {name: guest(name) for name in names}
    for n, each in enumerate(players.values()):
        did(each, event, "enter")
        if n % 3 == 0:
            did(each, event, "contribute", text=f"the tram number {n}")
    for number in (1, 2, 3):
        did(organiser, event, "pair")
        did(organiser, event, "start")
        for nth in (1, 2):
            boards = until(
                lambda nth=nth, number=number: (
                    (found := get_event(organiser, event)["rounds"][number - 1]["boards"])
                    and all(len(board["tables"]) == nth for board in found)
                    and found
                )
            )
            for board in boards:
                ends = ("black", "draw", "white")[(board["board"] + number * nth) % 3]
                play(players, board["tables"][-1], ends)
        until(lambda number=number: get_event(organiser, event)["rounds"][number - 1]["over"])
    over = until(lambda: (found := get_event(organiser, event))["over"] and found)
    assert len({b["card"]["code"] for r in over["rounds"] for b in r["boards"]}) == 12
    points = [float(row["numbers"][0].replace("½", ".5")) for row in over["standing"]]
    assert sum(points) == 3 * 4 * 4 and points == sorted(points, reverse=True)
    file = guest().http.get(f"/api/events/{event}/file")
    report = check(file.content)
    assert report.right, report.findings
    assert (report.pairings, report.lots, report.rankings) == (3, 4, 3)
    assert report.fingerprint == over["fingerprint"] and 'club-evening.event"' in str(file.headers)
    games = guest().http.get(f"/api/events/{event}/pdn").text
    assert games.count("[Event ") == 24 and '[Round "3.4.2"]' in games
    for kind, said in (("csv", "round,board"), ("trf", "012 Club evening"), ("crosstable", "name")):
        assert said in guest().http.get(f"/api/events/{event}/file", params={"kind": kind}).text
    for sheet in get_args(EventSheet):
        printed = guest().http.get(f"/api/events/{event}/print/{sheet}", params={"lang": "de"})
        assert printed.status_code == 200 and '<html lang="de">' in printed.text
        style = printed.text.split("<style>")[1].split("</style>")[0]
        digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in printed.headers["content-security-policy"]
    assert guest().http.get(f"/api/events/{event}/print/slips?round=9").status_code == 409
    wrong = guest().http.get(f"/api/events/{event}/print/slips?round=-1")
    assert wrong.status_code == 400 and "round" in wrong.text and "number" not in wrong.text


def test_two_games_of_one_card_are_played_with_sides_swapped(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, boards="server", games=2, rounds=1, time="600+5", ballots={})
    anna, bert = guest("Anna"), guest("Bert")
    for each in (anna, bert):
        did(each, event, "enter")
    socket, looking = anna.socket(), guest().socket()
    looking.send("watch_event", event=event)
    seq = looking.until("event_changed", event=event)["seq"]
    did(organiser, event, "pair")
    assert looking.until("event_changed")["seq"] > seq
    assert get_event(anna, event)["you"]["game"] is None
    did(organiser, event, "start")
    first = socket.until("event_game", event=event)["game"]
    board = get_event(anna, event)["rounds"][0]["boards"][0]
    assert board["tables"] == [first]
    view = socket.watch(first)["view"]
    names = {side: player["name"] for side, player in view["players"].items()}
    starts = "black"  # in English draughts
    assert names[starts] == board["one"] and view["event"]["card"] == board["card"]
    assert view["ply"] == 3 and view["clock"]["running"] and view["phase"] == "playing"
    takes_back = socket.do(first, "takeback")
    assert takes_back["t"] == "refused" and "taken back" in takes_back["sentence"]
    assert socket.do(first, "abort")["t"] == "refused"
    resign(bert, first)
    second = socket.until("event_game", event=event)["game"]
    again = socket.watch(second)["view"]
    assert again["players"][starts]["name"] == board["two"]
    assert again["event"]["number"] == 2 and again["event"]["card"] == board["card"]
    assert act(bert, event, "leave").status_code == 200
    resign(anna, second)
    over = until(lambda: (found := get_event(anna, event))["over"] and found)
    won = [row["name"] for row in over["standing"]]
    assert set(won) == {"Anna", "Bert"} and over["rounds"][0]["boards"][0]["points"] == ["2", "2"]
    assert bert.http.get(f"/api/games/{second}").json()["view"]["allowed"]["white"] == []
    rematch = {"id": new_id(), "act": {"kind": "rematch"}}
    assert anna.http.post(f"/api/games/{second}/do", json=rematch).status_code == 409


def test_a_result_of_the_desk_ends_the_game_and_an_annulled_round_its_games(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, boards="server", games=1, rounds=3, time="600+5", ballots={})
    players = {name: guest(name) for name in ("Anna", "Bert", "Cleo", "Dora")}
    for each in players.values():
        did(each, event, "enter")
    did(organiser, event, "pair")
    did(organiser, event, "start")
    games = [game_of(each, event)[0] for each in players.values()]
    made = get_event(organiser, event)
    did(organiser, event, "annul", reason="Cleo cannot see the board")
    for game in games:
        until(lambda g=game: organiser.http.get(f"/api/games/{g}").json()["view"]["outcome"])
    did(organiser, event, "pair")
    did(organiser, event, "start")
    boards = until(
        lambda: (
            (b := get_event(organiser, event)["rounds"][0]["boards"])
            and all(each["tables"] for each in b)
            and b
        )
    )
    [game] = boards[0]["tables"]
    assert game not in games
    did(organiser, event, "result", round=1, board=1, games=["2-0"])
    view = until(
        lambda: (v := organiser.http.get(f"/api/games/{game}").json()["view"])["outcome"] and v
    )
    assert view["players"][view["outcome"]["winner"]]["name"] == boards[0]["one"]
    after = get_event(organiser, event)
    assert after["rounds"][0]["boards"][0]["games"] == ["2-0"]
    report = check(organiser.http.get(f"/api/events/{event}/file").content)
    assert report.right and report.lots == 4, report.findings
    first = made["commitments"]
    assert [a == b for a, b in zip(first, after["commitments"], strict=True)] == [
        *(True, False, True, True)
    ]


ACTS: dict[str, dict[str, Any]] = {
    "leave": {},
    "check_in": {},
    "excuse": {},
    "fee": {"name": "Nobody", "paid": 100},
    "contribute": {"text": "a line"},
    "claim": {"round": 1, "board": 1, "games": ["2-0"]},
    "admit": {"name": "Somebody Else"},
    "result": {"round": 1, "board": 1, "games": ["2-0"]},
    "withdraw": {"name": "Nobody", "reason": "none"},
    "readmit": {"name": "Nobody", "reason": "none"},
    "pair": {},
    "start": {},
    "announce": {"starts": None},
    "annul": {"reason": "none"},
    "call": {},
    "rule": {"call": 7, "ruling": "resume"},
    "adjudicate": {"duty": 7, "advantage": False, "reason": "none"},
    "halt": {"reason": "none"},
    "continue": {},
    "clock": {"name": "Nobody", "add": 60, "reason": "none"},
    "take_back": {"name": "Nobody", "reason": "none"},
    "tie_break": {"round": 1, "board": 1, "games": ["2-0"]},
    "amend": {"settings": CLUB},
    "officer": {"name": "nobody at all", "role": "helper"},
    "invite": {"name": "nobody at all"},
    "finish": {},
    "enter": {},
}
"""Every act, with what leaves the roles of those who try it as they are; the last ones do not."""


def test_every_act_is_tried_with_every_role(guest: Make) -> None:
    assert set(ACTS) == set(RIGHTS)
    organiser, _ = member(guest)
    event = make_event(organiser, ballots={})
    officers: dict[EventRole | None, Guest] = {}
    named: tuple[EventRole, ...] = ("arbiter", "helper")
    for office in named:
        officers[office], name = member(guest)
        did(organiser, event, "officer", name=name, role=office)
    entrant = guest("Entrant")
    did(entrant, event, "enter")
    everybody: dict[EventRole | None, Guest] = {
        None: guest(),
        "entrant": entrant,
        **officers,
        "organiser": organiser,
    }
    for role, who in everybody.items():
        roles: frozenset[EventRole] = frozenset() if role is None else frozenset({role})
        assert get_event(who, event)["you"]["roles"] == sorted(roles)
        for kind, values in ACTS.items():
            said = act(who, event, kind, **values)
            refused = said.status_code == 403 and "the office for it" in said.text
            assert refused != may_in_event(roles, RIGHTS[kind]), (role, kind, said.text)
        for kind in ("check_in", "excuse"):
            said = act(who, event, kind, name="Entrant")
            refused = "the office for it" in said.text
            assert refused != may_in_event(roles, "keep_desk"), (role, kind, said.text)


def test_who_may_enter_is_as_the_organiser_has_it(guest: Make) -> None:
    organiser, _ = member(guest)
    by_code = make_event(organiser, admission="code", most=2)
    code = get_event(organiser, by_code)["code"]
    anna, bert, cleo = guest("Anna"), guest("Bert"), guest("Cleo")
    assert act(anna, by_code, "enter").status_code == 403
    assert get_event(anna, by_code)["code"] is None
    did(anna, by_code, "enter", code=code.lower())
    assert "entered already" in act(anna, by_code, "enter", code=code).text
    assert "under this name" in act(guest("Anna"), by_code, "enter", code=code).text
    did(bert, by_code, "enter", code=code)
    assert "as the event takes" in act(cleo, by_code, "enter", code=code).text
    invited = make_event(organiser, admission="invited")
    dora, name = member(guest)
    assert act(dora, invited, "enter").status_code == 403
    did(organiser, invited, "invite", name=name)
    did(dora, invited, "enter")
    assert act(organiser, invited, "admit", name="\u202e \u200b").status_code == 400
    did(organiser, invited, "admit", name=" Gerd\u202e  Late ", club="North\u200b")
    assert {"Gerd Late"} < {each["name"] for each in get_event(organiser, invited)["entrants"]}
    rated = make_event(organiser, boards="server", rated=True, time="300+5")
    assert "account" in act(anna, rated, "enter").text
    strong = make_event(organiser, rating_from=2000, time="300+5")
    assert "settled rating" in act(dora, strong, "enter").text
    did(organiser, strong, "admit", name="Gerd", rating=2100)


def refusal_of(who: Guest, event: str, **values: Any) -> str:
    """Return why somebody cannot enter, in German."""
    body = {"id": new_id(), "act": {"kind": "enter", **values}}
    headers = {"accept-language": "de"}
    answer = who.http.post(f"/api/events/{event}/do", json=body, headers=headers)
    assert answer.status_code in (403, 409), answer.text
    return str(answer.json()["sentence"])


def test_limits_of_ratings_say_what_of_those_without_one(guest: Make) -> None:
    organiser, _ = member(guest)
    new, _ = member(guest)
    closed = make_event(organiser, rating_to=1600, time="300+5")
    assert "gesicherte Wertung" in refusal_of(new, closed)
    assert "gesicherte Wertung" in refusal_of(guest("Anna"), closed)
    free = make_event(organiser, rating_to=1600, time="300+5", unrated=True)
    did(new, free, "enter")
    did(guest("Anna"), free, "enter")
    settings = {**CLUB, "rating_from": 1700, "rating_to": 1600, "time": "300+5"}
    answer = organiser.http.post("/api/events", json=settings)
    assert answer.status_code == 409 and "above the highest" in answer.json()["sentence"]
    answer = organiser.http.post("/api/events", json={**CLUB, "rating_to": 1600})
    assert answer.status_code == 409 and "clock" in answer.json()["sentence"]


@pytest.mark.parametrize(
    ("rating", "said"), [(1599, ""), (1600, ""), (1601, "deine ist 1601"), (1399, "von 1400")]
)
def test_a_rating_beyond_the_limits_is_named(rating: int, said: str) -> None:
    settings = EventSettings(name="Club", rounds=3, rating_from=1400, rating_to=1600, time="5+5")
    olga = Asker(player="olga", name="Olga", account=True)
    made = EventChange(EventState(id="x"), {}, "olga", 1_795_807_800_000)
    event_setup.make(made, settings, olga)
    anna = Asker(player="anna", name="Anna", account=True, rating=rating)
    try:
        event_acts.do(made, anna, m.EnterAct())
    except Refusal as refusal:
        assert said and said in refusal.to_message("de").sentence
    else:
        assert not said and made.state.competition.entrants[0].rating == rating


def test_programs_enter_where_the_event_allows_them(guest: Make) -> None:
    organiser, _ = member(guest)
    people, anybody = make_event(organiser, bots=False), make_event(organiser)
    program = guest()
    program.http.post("/api/me", json={"name": "Robot", "bot": True})
    assert "keine Programme" in refusal_of(program, people)
    did(program, anybody, "enter")
    did(guest("Anna"), people, "enter")
    did(
        organiser,
        people,
        "amend",
        settings={**get_event(organiser, people)["settings"], "bots": True},
    )
    did(program, people, "enter")


def test_a_password_of_ones_own_opens_an_event(guest: Make) -> None:
    organiser, _ = member(guest)
    settings = {**CLUB, "admission": "code"}
    answer = organiser.http.post("/api/events", json={**settings, "code": "a-1"})
    assert answer.status_code == 409 and "at least 4" in answer.json()["sentence"]
    event = make_event(organiser, admission="code", code=" Blaue Gans 7 ")
    assert get_event(organiser, event)["code"] == "Blaue Gans 7"
    assert get_event(guest(), event)["code"] is None
    assert "Blaue" not in guest().http.get(f"/api/events/{event}/after/0").text
    assert "Code" in refusal_of(guest("Anna"), event, code="rote Gans 7")
    did(guest("Anna"), event, "enter", code="BLAUE GANS 7")
    did(organiser, event, "amend", settings=get_event(organiser, event)["settings"], code="Winter")
    assert "Code" in refusal_of(guest("Bert"), event, code="Blaue Gans 7")
    did(guest("Bert"), event, "enter", code="winter")


def test_a_password_is_not_found_by_trying(tmp_path: Path) -> None:
    """Ten guesses, then one in ten seconds; who knows it is not counted."""
    with Server(tmp_path) as server:
        organiser = Guest(server)
        made = {"name": f"Olga {new_id()[-8:]}", "password": PASSWORD}
        assert organiser.http.post("/api/account", json=made).status_code == 201
        event = make_event(organiser, admission="code", code="winter")
        thief = Guest(server, "Thief")
        tried = [act(thief, event, "enter", code=f"guess {n}").status_code for n in range(12)]
        assert tried[:10] == [403] * 10 and tried[10:] == [429] * 2
        friends = [Guest(server, f"Friend {n}") for n in range(3)]
        for each in friends:
            did(each, event, "enter", code="winter")
        for each in (organiser, thief, *friends):
            each.close()


def test_news_of_a_round_that_was_annulled_since_can_be_told_in_parts() -> None:
    seeds: dict[str, str] = {}
    log: list[EventEntry] = []

    def change(state: EventState, what: Callable[[EventChange], None]) -> EventState:
        changed = EventChange(state, seeds, "olga", 10**12)
        what(changed)
        seeds.update(changed.new_seeds)
        log.extend(changed.fresh)
        return changed.state

    olga = Asker(player="olga", name="Olga", account=True)
    settings = EventSettings(name="Club", rounds=5, boards="real")
    state = change(EventState(id="e"), lambda c: event_setup.make(c, settings, olga))

    def do(act: m.AnyEventAct) -> None:
        nonlocal state
        state = change(state, lambda c: event_acts.do(c, olga, act))

    for n in range(6):
        do(m.AdmitAct(name=f"Number {n}"))
    do(m.PairRoundAct())
    do(m.StartRoundAct())
    do(m.RecordResultAct(round=1, board=3, games=("2-0",)))
    told = len(log)
    do(m.AnnulRoundAct(reason="wrong list"))
    for n in range(4):
        do(m.WithdrawEntrantAct(name=f"Number {n}", reason="went home"))
    do(m.PairRoundAct())
    assert log[told - 1].kind == "deed" and len(state.competition.rounds[0].boards) == 1
    standing = rank(state, None)
    news = event_news.news(state, log[told - 1 : told], told - 1, standing)
    assert news.more and news.boards == () and [each.kind for each in news.lines] == ["result"]


def test_an_event_that_comes_to_take_a_code_has_one(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser)
    did(organiser, event, "amend", settings={**CLUB, "admission": "code"})
    code = get_event(organiser, event)["code"]
    assert code and get_event(guest(), event)["code"] is None
    assert code not in guest().http.get(f"/api/events/{event}/after/0").text
    for typed in ({}, {"code": ""}, {"code": "AAAA"}):
        assert act(guest("Anna"), event, "enter", **typed).status_code == 403
    did(guest("Anna"), event, "enter", code=code)
    did(organiser, event, "amend", settings=CLUB)
    did(organiser, event, "amend", settings={**CLUB, "admission": "code"})
    assert get_event(organiser, event)["code"] == code


def test_settings_with_more_rounds_than_lots_are_refused(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, rounds=2, ballots={})
    more = act(organiser, event, "amend", settings={**CLUB, "rounds": 3, "ballots": {}})
    assert more.status_code == 409 and "lots" in more.text, more.text
    did(organiser, event, "amend", settings={**CLUB, "rounds": 1, "ballots": {}})
    did(organiser, event, "amend", settings={**CLUB, "rounds": 2, "ballots": {}})


def test_who_is_expelled_takes_part_in_nothing_more(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, ballots={})
    anna = guest("Anna")
    did(anna, event, "enter")
    for name in ("Bert", "Cleo", "Dora"):
        did(organiser, event, "admit", name=name)
    did(organiser, event, "withdraw", name="Anna", reason="cheated", expelled=True)
    for kind in ("leave", "check_in", "contribute"):
        said = act(anna, event, kind, **ACTS[kind])
        assert said.status_code == 409, (kind, said.text)
    states = {each["name"]: each["state"] for each in get_event(organiser, event)["entrants"]}
    assert states["Anna"] == "expelled"


def test_no_result_is_claimed_for_a_bye(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser)
    anna = guest("Anna")
    did(anna, event, "enter")
    for name in ("Bert", "Cleo"):
        did(organiser, event, "admit", name=name, rating=1500)
    did(organiser, event, "pair")
    did(organiser, event, "start")
    boards = get_event(anna, event)["rounds"][0]["boards"]
    [free] = [each for each in boards if each["two"] is None]
    assert free["one"] == "Anna"  # the last of the ratings
    for kind, who in (("claim", anna), ("result", organiser), ("tie_break", organiser)):
        said = act(who, event, kind, round=1, board=free["board"], games=["2-0"])
        assert said.status_code == 409, (kind, said.text)


def test_an_entrant_cannot_fill_the_log_of_an_event(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser)
    anna = guest("Anna")
    did(anna, event, "enter")
    did(organiser, event, "admit", name="Bert")
    for n in range(MOST_OWN):
        did(anna, event, "check_in", here=n % 2 == 0)
    refused = act(anna, event, "check_in", here=MOST_OWN % 2 == 0)
    assert refused.status_code == 409 and "next round" in refused.text
    did(organiser, event, "check_in", name="Anna", here=MOST_OWN % 2 == 0)
    did(organiser, event, "pair")
    did(anna, event, "check_in")


def test_a_token_that_only_looks_sees_neither_the_code_nor_a_draft(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, admission="code")
    for name in ("Anna", "Bert"):
        did(organiser, event, "admit", name=name)
    assert organiser.http.post("/api/account/bot").json()["bot"]
    found = {}
    for scope in ("read", "play"):
        made = organiser.http.post("/api/account/tokens", json={"name": scope, "scope": scope})
        assert made.status_code == 201, made.text
        header = {"Authorization": f"Bearer {made.json()['token']}"}
        with httpx.Client(base_url=organiser.http.base_url, headers=header) as client:
            code = client.get(f"/api/events/{event}").json()["code"]
            found[scope] = code is not None, client.get(f"/api/events/{event}/draft").status_code
    assert found == {"read": (False, 403), "play": (True, 200)}


def test_who_was_invited_finds_the_event_and_is_forgotten_when_he_goes(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, admission="invited")
    dora, name = member(guest)
    did(organiser, event, "invite", name=name)
    mine = dora.http.get("/api/events", params={"which": "mine"}).json()["events"]
    assert [each["event"] for each in mine] == [event]
    assert event in dora.http.get("/api/me/data").text
    assert dora.http.delete("/api/account").status_code == 204
    assert name not in guest().http.get(f"/api/events/{event}/after/0").text
    assert get_event(organiser, event)["you"]["roles"] == ["organiser"]


def test_the_same_request_does_it_once_and_a_stale_one_nothing(guest: Make) -> None:
    organiser, _ = member(guest)
    made = {**CLUB, "id": new_id()}
    ids = {organiser.http.post("/api/events", json=made).json()["event"] for _ in range(2)}
    [event] = ids
    body = {"id": new_id(), "act": {"kind": "admit", "name": "Anna"}, "seq": 3}
    path = f"/api/events/{event}/do"
    first, again = (organiser.http.post(path, json=body) for _ in range(2))
    assert first.json() == again.json() and len(get_event(organiser, event)["entrants"]) == 1
    late = {**body, "id": new_id(), "act": {"kind": "admit", "name": "Bert"}}
    refused = organiser.http.post(path, json=late)
    assert refused.status_code == 409 and refused.json()["code"] == "stale"
    assert refused.json()["seq"] == first.json()["seq"]


def test_a_result_of_two_players_counts_when_both_say_the_same(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, rounds=2)
    players = {name: guest(name) for name in ("Anna", "Bert")}
    for each in players.values():
        did(each, event, "enter")
    did(organiser, event, "pair")
    place = {"round": 1, "board": 1}
    assert "not started" in act(players["Anna"], event, "claim", **place, games=["2-0"]).text
    did(organiser, event, "start")
    did(players["Anna"], event, "claim", **place, games=["2-0"])
    did(players["Bert"], event, "claim", **place, games=["0-2"])
    board = get_event(organiser, event)["rounds"][0]["boards"][0]
    assert board["games"] == [] and len(board["claims"]) == 2
    did(players["Anna"], event, "claim", **place, games=["0-2"])
    board = get_event(organiser, event)["rounds"][0]["boards"][0]
    assert board["games"] == ["0-2"] and board["claims"] == []
    assert act(players["Anna"], event, "claim", **place, games=["0-2"]).status_code == 409


def test_a_guest_who_makes_an_account_keeps_his_entry_and_who_goes_leaves_a_name(
    guest: Make,
) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser)
    anna, bert = guest("Anna"), guest("Bert")
    for each in (anna, bert):
        did(each, event, "enter")
    made = {"name": f"Anna {new_id()[-8:]}", "password": PASSWORD}
    assert anna.http.post("/api/account", json=made).status_code == 201
    assert get_event(anna, event)["you"]["name"] == "Anna"
    lines = [json.loads(line) for line in bert.http.get("/api/me/data").text.splitlines()]
    kept = {"id": event, "roles": ["entrant"], "name": "Bert"}
    assert kept in [line.get("event") for line in lines]
    assert bert.http.delete("/api/me").status_code == 204
    entrants = {each["name"]: each["account"] for each in get_event(organiser, event)["entrants"]}
    assert entrants == {"Anna": True, "Bert": True}
    assert get_event(bert, event)["you"]["name"] is None
    other = guest("Cleo")
    did(other, event, "enter")
    signed = {"name": made["name"], "password": PASSWORD}
    assert other.http.post("/api/account/sign-in", json=signed).status_code in (200, 201)
    assert get_event(other, event)["you"]["name"] == "Anna"
    assert organiser.http.delete("/api/account").status_code == 204
    assert get_event(guest(), event)["phase"] == "ended"


def test_a_level_knockout_goes_on_with_two_faster_games_of_the_same_sides(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(
        organiser, boards="server", format="knockout", games=1, rounds=0, time="600+5"
    )
    players = {name: guest(name) for name in ("Anna", "Bert")}
    for each in players.values():
        did(each, event, "enter")
    did(organiser, event, "pair")
    did(organiser, event, "start")

    def table(number: int) -> str:
        def find_table() -> Any:
            tables = get_event(organiser, event)["rounds"][0]["boards"][0]["tables"]
            return len(tables) == number and tables[-1]

        return str(until(find_table))

    play(players, table(1), "draw")
    view = organiser.http.get(f"/api/games/{table(2)}").json()["view"]
    assert view["clock"]["control"] == "300+3" and view["event"]["number"] == 2
    play(players, table(2), "white")
    play(players, table(3), "draw")
    over = until(
        lambda: (
            (b := get_event(organiser, event)["rounds"][0]["boards"][0])
            and len(b["extra"]) == 2
            and b
        )
    )
    assert over["games"] == ["1-1"] and over["extra"] == ["0-2", "1-1"]
    after = get_event(organiser, event)
    assert after["over"] and after["standing"][0]["name"] == over["two"]
    assert len(over["tables"]) == 3 and after["you"]["game"] is None
    assert check(organiser.http.get(f"/api/events/{event}/file").content).right


def test_who_does_not_come_loses_by_forfeit(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, boards="server", rounds=1, games=2, time="1")
    for name in ("Anna", "Bert"):
        did(guest(name), event, "enter")
    did(organiser, event, "pair")
    did(organiser, event, "start")
    over = until(lambda: (found := get_event(organiser, event))["over"] and found)
    [board] = over["rounds"][0]["boards"]
    assert board["games"] == ["-/+", "+/-"]  # each time the clock of who starts ran out
    assert check(organiser.http.get(f"/api/events/{event}/file").content).right


def test_a_player_calls_the_arbiter_who_decides(guest: Make) -> None:
    organiser, _ = member(guest)
    arbiter, arbiter_name = member(guest)
    event = make_event(organiser, boards="server", rounds=1, format="round robin", time="600+5")
    did(organiser, event, "officer", name=arbiter_name, role="arbiter")
    players = {name: guest(name) for name in ("Anna", "Bert")}
    for each in players.values():
        did(each, event, "enter")
    assert "goes on" in act(players["Anna"], event, "call").text
    did(organiser, event, "pair")
    did(organiser, event, "start")
    game, _ = game_of(players["Anna"], event)
    socket = players["Bert"].socket()
    socket.watch(game)
    for ply in range(2):
        turn = socket.views[game]["turn"]
        mover = players[socket.views[game]["players"][turn]["name"]]
        answer(mover, game, "move", text=socket.views[game]["legal"][0]["text"])
        socket.reaches(game, ply + 3)  # behind two seats
    did(players["Anna"], event, "call", text="He has touched a man")
    side = next(s for s, p in socket.views[game]["players"].items() if p["name"] == "Anna")
    view = socket.shows(game, paused=True)
    assert view["event"]["called"] == side and view["clock"]["since"] is None
    assert "resume" not in view["allowed"]["white"] + view["allowed"]["black"]
    assert socket.do(game, "resume")["t"] == "refused"
    assert "arbiter" in act(players["Bert"], event, "call").text
    [call] = get_event(arbiter, event)["calls"]
    assert call["game"] == game and call["text"] == "He has touched a man"
    assert "rule" in get_event(arbiter, event)["you"]["acts"]
    decided = {"call": call["call"], "ruling": "take_back", "plies": 1, "reason": "it was touched"}
    assert act(players["Bert"], event, "rule", **decided).status_code == 403
    did(arbiter, event, "rule", **decided)
    view = socket.shows(game, paused=False)
    assert view["ply"] == 1 and view["event"]["called"] is None
    assert act(arbiter, event, "rule", **decided).status_code == 409
    did(players["Bert"], event, "call")
    socket.shows(game, paused=True)
    [_, call] = get_event(arbiter, event)["calls"]
    did(arbiter, event, "rule", call=call["call"], ruling=side, reason="twice")
    socket.shows(game, phase="over")
    board = until(lambda: (b := get_event(arbiter, event)["rounds"][0]["boards"][0])["games"] and b)
    assert board["games"] == (["2-0"] if board["one"] == "Anna" else ["0-2"])
    assert check(arbiter.http.get(f"/api/events/{event}/file").content).right


def keep_a_desk(here: Server, there: Server) -> None:
    """Stop games, set clocks and take moves back, with players at another process than the desk."""
    organiser = Guest(here)
    made = {"name": f"Olga {new_id()[-8:]}", "password": PASSWORD}
    assert organiser.http.post("/api/account", json=made).status_code == 201
    event = make_event(organiser, boards="server", format="round robin", time="600+5")
    players = {name: Guest(there, name) for name in ("Anna", "Bert", "Cleo", "Dora")}
    for each in players.values():
        did(each, event, "enter")
    for kind, values in (("halt", {}), ("clock", {"name": "Anna", "add": 9}), ("take_back", {})):
        body = {"name": "Anna", "reason": "early", **values}
        body = {k: v for k, v in body.items() if kind != "halt" or k == "reason"}
        refused = act(organiser, event, kind, **body)
        assert refused.status_code == 409 and "No game goes on there" in refused.text
    did(organiser, event, "pair")
    did(organiser, event, "start")
    games = {name: game_of(each, event)[0] for name, each in players.items()}
    game, other = dict.fromkeys(games.values())
    names = [name for name in games if games[name] == game]
    socket = players[names[0]].socket()
    for each in (game, other):
        socket.watch(each)
    for ply in range(3):
        view = socket.views[game]
        answer(
            players[view["players"][view["turn"]]["name"]],
            game,
            "move",
            text=view["legal"][0]["text"],
        )
        socket.reaches(game, ply + 3)  # behind two seats
    place = next(
        b for b in get_event(organiser, event)["rounds"][0]["boards"] if game in b["tables"]
    )["board"]
    assert act(organiser, event, "halt", board=place, reason="\u200b").status_code == 400
    did(organiser, event, "halt", board=place, reason="A glass has fallen over")
    view = socket.shows(game, paused=True)
    assert view["event"]["halted"] and view["clock"]["since"] is None
    assert "resume" not in view["allowed"]["white"] + view["allowed"]["black"]
    assert "stopped the game" in socket.do(game, "resume")["sentence"]
    assert not socket.views[other]["paused"]
    boards = {b["board"]: b["halted"] for b in get_event(organiser, event)["rounds"][0]["boards"]}
    assert boards == {place: True, 3 - place: False}
    waits = view["players"]["white" if view["turn"] == "black" else "black"]["name"]
    side = next(s for s, p in view["players"].items() if p["name"] == waits)
    before = view["clock"][side]
    did(organiser, event, "clock", name=waits, add=90, reason="It was his glass")
    view = socket.awaits(game, lambda v: v["clock"][side] != before)
    assert view["clock"][side] == before + 90_000 and view["paused"]
    did(organiser, event, "clock", name=waits, left=75, reason="Read wrongly")
    assert socket.awaits(game, lambda v: v["clock"][side] == 75_000)["paused"]
    did(organiser, event, "halt", reason="A break for everybody")
    socket.shows(other, paused=True)
    assert act(organiser, event, "halt", reason="again").status_code == 409
    did(organiser, event, "take_back", name=waits, plies=2, reason="Both agree")
    view = socket.awaits(game, lambda v: v["ply"] == 1)
    assert view["event"]["halted"] and view["paused"]
    too_far = act(organiser, event, "take_back", name=waits, plies=2, reason="more")
    assert too_far.status_code == 409 and "1" in too_far.json()["sentence"]
    did(organiser, event, "continue", board=place)
    view = socket.awaits(game, lambda v: not v["paused"])
    assert not view["event"]["halted"] and view["clock"]["since"] is not None
    assert socket.views[other]["paused"]
    assert act(organiser, event, "continue", board=place).status_code == 409
    did(players[waits], event, "call", text="How much time have I got?")
    view = socket.shows(game, paused=True)
    did(organiser, event, "clock", name=waits, left=300, reason="Agreed")
    view = socket.awaits(game, lambda v: v["clock"][side] == 300_000)
    assert view["event"]["called"] == side
    assert act(organiser, event, "take_back", name=waits, reason="no").status_code == 409
    [call] = get_event(organiser, event)["calls"]
    did(organiser, event, "halt", board=place, reason="We look at it together")
    socket.awaits(game, lambda v: v["event"]["halted"])
    did(organiser, event, "rule", call=call["call"], ruling="resume")
    view = socket.awaits(game, lambda v: v["event"]["called"] is None)
    assert view["event"]["halted"] and view["paused"]
    did(organiser, event, "continue", reason="The break is over")
    for each in (game, other):
        assert not socket.awaits(each, lambda v: not v["paused"])["event"]["halted"]
    lines = organiser.http.get(f"/api/events/{event}/after/0").json()["lines"]
    reasons = [(line["kind"], line["fields"].get("reason")) for line in lines[-9:]]
    assert ("halted", "A break for everybody") in reasons and ("clock", "Agreed") in reasons
    for each in (game, other):
        play(players, each, "draw")
    until(lambda: get_event(organiser, event)["rounds"][0]["over"])
    games_of = organiser.http.get(f"/api/events/{event}/pdn").text
    assert "[%settime " in games_of
    assert check(organiser.http.get(f"/api/events/{event}/file").content).right


def test_the_desk_stops_games_sets_clocks_and_takes_back(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits", "--no-delay") as server:
        keep_a_desk(server, server)


def test_the_desk_of_one_process_reaches_the_games_of_another(two: tuple[Server, Server]) -> None:
    keep_a_desk(*two)


def test_a_game_that_begins_on_a_stopped_board_stands(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits", "--no-delay") as server:
        organiser = Guest(server)
        made = {"name": f"Olga {new_id()[-8:]}", "password": PASSWORD}
        assert organiser.http.post("/api/account", json=made).status_code == 201
        event = make_event(organiser, boards="server", rounds=1, games=2, time="600+5")
        players = {name: Guest(server, name) for name in ("Anna", "Bert")}
        for each in players.values():
            did(each, event, "enter")
        did(organiser, event, "pair")
        did(organiser, event, "start")
        first, _ = game_of(players["Anna"], event)
        did(organiser, event, "halt", reason="The fire alarm")
        until(lambda: players["Anna"].http.get(f"/api/games/{first}").json()["view"]["paused"])
        resign(players["Anna"], first)
        until(lambda: get_event(organiser, event)["rounds"][0]["boards"][0]["games"])
        server.kill()
        server.start()
        assert get_event(organiser, event)["rounds"][0]["boards"][0]["tables"] == [first]
        assert get_event(players["Anna"], event)["you"]["game"] is None
        did(organiser, event, "continue")
        second, _ = game_of(players["Anna"], event)
        assert second != first
        view = players["Anna"].http.get(f"/api/games/{second}").json()["view"]
        assert not view["event"]["halted"]


def test_a_server_that_was_killed_goes_on_in_the_middle_of_a_round(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits", "--no-delay") as server:
        organiser = Guest(server)
        made = {"name": f"Olga {new_id()[-8:]}", "password": PASSWORD}
        assert organiser.http.post("/api/account", json=made).status_code == 201
        event = make_event(organiser, boards="server", rounds=1, games=2, time="600+5", ballots={})
        players = {name: Guest(server, name) for name in ("Anna", "Bert")}
        for each in players.values():
            did(each, event, "enter")
        did(organiser, event, "pair")
        did(organiser, event, "start")
        server.kill()
        server.start()
        first, _ = game_of(players["Anna"], event)
        for each in players.values():  # whose clock stood goes on when he is back
            each.socket().watch(first)
        play(players, first, "draw")
        server.kill()
        server.start()
        second = until(
            lambda: (game := get_event(players["Anna"], event)["you"]["game"]) != first and game
        )
        for each in players.values():
            each.socket().watch(second)
        play(players, second, "draw")
        until(lambda: get_event(organiser, event)["over"])
        assert check(organiser.http.get(f"/api/events/{event}/file").content).right


@pytest.fixture
def two(tmp_path: Path, database: str) -> Iterator[tuple[Server, Server]]:
    """Return two processes on one PostgreSQL."""
    with two_processes(tmp_path, database) as servers:
        yield servers


def beside(who: Guest, server: Server) -> Guest:
    """Return the same person as a client of another process."""
    other = Guest(server)
    other.http.cookies.clear()
    for cookie in who.http.cookies.jar:
        other.http.cookies.set(cookie.name, str(cookie.value))
    return other


def test_two_processes_append_to_one_log_and_one_goes_on_where_the_other_was_killed(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    organiser = Guest(one)
    made = {"name": f"Olga {new_id()[-8:]}", "password": PASSWORD}
    assert organiser.http.post("/api/account", json=made).status_code == 201
    there = beside(organiser, other)
    event = make_event(organiser, boards="server", rounds=3, time="600+5", ballots={})
    players = {name: Guest(other, name) for name in ("Anna", "Bert", "Cleo", "Dora")}
    sockets = {name: each.socket() for name, each in players.items()}
    for each in players.values():
        did(each, event, "enter")
    sockets["Anna"].send("watch_event", event=event)
    seq = sockets["Anna"].until("event_changed")["seq"]

    def admit(n: int) -> int:
        return did((organiser, there)[n % 2], event, "admit", name=f"Number {n}")

    with ThreadPoolExecutor(8) as pool:
        reached = list(pool.map(admit, range(16)))
    assert sorted(reached) == list(range(seq + 1, seq + 17))
    while sockets["Anna"].until("event_changed")["seq"] < seq + 16:
        pass
    for n in range(16):
        did(there, event, "withdraw", name=f"Number {n}", reason="only typed in")
    did(organiser, event, "pair")
    did(organiser, event, "start")
    games = {socket.until("event_game")["game"] for socket in sockets.values()}
    boards = get_event(there, event)["rounds"][0]["boards"]
    assert games == {game for board in boards for game in board["tables"]} and len(games) == 2
    for game in games:
        play(players, game, "draw")
    until(lambda: get_event(there, event)["rounds"][0]["over"])
    did(organiser, event, "pair")
    did(organiser, event, "start")
    one.kill()
    again = {game_of(each, event)[0] for each in players.values()}
    assert len(again) == 2 and not again & games
    for game in again:
        play(players, game, "draw")
    until(lambda: get_event(there, event)["rounds"][1]["over"])
    assert check(there.http.get(f"/api/events/{event}/file").content).right


def test_a_desk_hears_in_its_language_what_the_rules_do_not_allow(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, rounds=3)
    for name in ("Anna", "Bert", "Cleo"):
        did(organiser, event, "admit", name=name)
    draft = organiser.http.get(f"/api/events/{event}/draft").json()
    assert [each["kind"] for each in draft["cautions"]] == ["many_rounds"]
    did(organiser, event, "withdraw", name="Anna", reason="ill")
    organiser.http.headers["accept-language"] = "de"
    refused = act(organiser, event, "withdraw", name="Anna", reason="ill").json()
    assert refused["sentence"] == "Anna ist schon ausgestiegen."
    organiser.http.headers["accept-language"] = "en"
    refused = act(organiser, event, "withdraw", name="Anna", reason="ill").json()
    assert refused["sentence"] == "Anna has left already."


def test_entering_was_offered_when_half_of_the_rounds_were_over(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, rounds=3, late=True)
    late = guest("Zoe")
    for name in ("Anna", "Bert", "Cleo", "Dora"):
        did(organiser, event, "admit", name=name)
    for number in (1, 2):
        assert "enter" in get_event(late, event)["you"]["acts"]
        assert "admit" in get_event(organiser, event)["you"]["acts"]
        did(organiser, event, "pair")
        did(organiser, event, "start")
        for board in (1, 2):
            did(organiser, event, "result", round=number, board=board, games=["2-0"])
    assert "enter" not in get_event(late, event)["you"]["acts"]
    assert "admit" not in get_event(organiser, event)["you"]["acts"]
    assert "half of the rounds" in act(late, event, "enter").text
