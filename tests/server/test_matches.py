"""Lots that everybody can check, and matches of two games with one card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from support.served import Guest, Socket

from crownhead import Position
from crownhead.ballots import deck
from crownhead.lots import Draw, Toss
from crownhead.procedure.setup import Setup
from crownhead.server.messages.entries import LotsDrawn, LotsPublished
from crownhead.server.messages.frames import ContributeAct, MoveAct
from crownhead.server.room import acts
from crownhead.server.room.entries import Entry
from crownhead.server.room.starting import seat
from crownhead.server.room.table import CARD_SHOWN, PATIENCE, TOSS_SHOWN, Seat, Table
from crownhead.server.room.terms import Terms
from crownhead.timecontrol import TimeControl

Make = Callable[..., Guest]


def begin_game(guest: Make, **wish: Any) -> tuple[str, Socket, Socket]:
    """Return a game that two guests have begun, and their sockets, watching."""
    anna, bert = guest("Anna"), guest("Bert")
    begun = anna.begin("friend", **wish)
    mine, yours = anna.socket(), bert.socket()
    mine.watch(begun["game"])
    bert.redeem(begun["code"])
    yours.watch(begun["game"])
    return begun["game"], mine, yours


def contribute(game: str, *sockets: Socket) -> None:
    """Let every player add a line, one after the other."""
    for number, socket in enumerate(sockets):
        ack = socket.do(game, "contribute", text=f"line {number}")
        assert ack["t"] == "ack", ack
        for other in sockets:
            other.reaches(game, ack["seq"])


def test_E5_a_coin_that_both_can_check_decides_about_the_sides(guest: Make) -> None:
    game, mine, yours = begin_game(guest, side="toss")
    view = mine.shows(game, phase="lots")
    lot = view["lots"][0]
    assert lot["kind"] == "toss" and len(lot["commitment"]) == 64 and not lot["seed"]
    assert view["players"] == {"white": None, "black": None}
    assert mine.do(game, "move", text="11-15")["code"] in ("not_allowed", "stale")
    contribute(game, mine, yours)
    lot = mine.shows(game, phase="playing")["lots"][0]
    lines = tuple(lot["contributions"])
    assert lines == ("line 0", "line 1")
    black = int(lot["result"])
    assert Toss.verify(lot["commitment"], lot["seed"], black, lines)
    assert mine.views[game]["players"]["black"]["name"] == ("Anna", "Bert")[black - 1]
    mine.waiting.clear()  # a snapshot that came with a refusal
    sides = (mine.watch(game)["you"], yours.watch(game)["you"])
    assert sides == ([lot["sides"][0]], [lot["sides"][1]])
    assert sorted(sides) == [["black"], ["white"]]


def test_the_lots_are_drawn_though_a_player_is_silent(guest: Make) -> None:
    game, mine, yours = begin_game(guest, side="toss")
    mine.shows(game, phase="lots")
    mine.do(game, "contribute", text="mine")
    refused = mine.do(game, "contribute", text="again", seq=mine.seqs[game])
    assert refused["code"] in ("stale", "not_allowed")
    view = yours.shows(game, phase="playing")
    events = {event["kind"]: event["at"] for event in yours.watch(game)["events"]}
    assert events["drawn"] - events["received"] >= PATIENCE
    assert view["lots"][0]["contributions"] == ["mine"]


def test_C_a_ballot_match_is_two_games_with_one_verifiable_card(guest: Make) -> None:
    game, mine, yours = begin_game(guest, ballot="english-3move", side="black", time="300")
    lot = mine.shows(game, phase="lots")["lots"][0]
    assert lot["kind"] == "card" and lot["lots"] == 156 and lot["seed"] == lot["result"] == ""
    contribute(game, mine, yours)
    view = yours.shows(game, phase="playing")
    lot = view["lots"][0]
    card = deck("english-3move").card(lot["result"])
    assert Draw.verify(lot["commitment"], lot["seed"], card, tuple(lot["contributions"]))
    assert view["moves"] == list(card.moves) and view["turn"] == "white"  # C2
    assert view["match"]["players"] == ["Anna", "Bert"] and view["match"]["number"] == 1
    assert view["match"]["card"]["moves"] == list(card.moves)
    assert view["clock"]["running"] == "white"
    refused = mine.do(game, "takeback", plies=1)
    assert refused["reason"]["code"] == "takeback_too_far"
    ack = yours.do(game, "resign")
    view = mine.reaches(game, ack["seq"])
    assert view["match"]["score"] == [2, 0] and view["allowed"]["black"] == ["next"]
    assert mine.do(game, "rematch")["code"] == "not_allowed"
    second = mine.do(game, "next")["next"]
    yours.shows(game, next=second)
    assert yours.do(game, "next")["next"] == second
    view = mine.watch(second)["view"]  # C3
    assert mine.watch(second)["you"] == ["white"] and view["moves"] == list(card.moves)
    assert view["match"]["games"] == [game, second] and view["match"]["score"] == [2, 0]
    yours.watch(second)
    ack = mine.do(second, "resign")
    view = yours.reaches(second, ack["seq"])  # C4
    assert view["match"]["score"] == [2, 2] and view["match"]["over"]
    assert view["match"]["winner"] is None and view["allowed"]["white"] == ["rematch"]


def test_a_clock_ran_while_the_card_was_turned_over(guest: Make) -> None:
    game, mine, yours = begin_game(guest, ballot="english-3move", side="black", time="300")
    contribute(game, mine, yours)
    view = yours.shows(game, phase="playing")
    drawn = next(e["at"] for e in yours.watch(game)["events"] if e["kind"] == "drawn")
    assert view["clock"]["since"] == drawn + CARD_SHOWN
    # Whoever skips it may move at once, and has lost no time.
    ack = yours.do(game, "move", text=view["legal"][0]["text"])
    view = mine.reaches(game, ack["seq"])
    assert view["clock"]["white"] == 300_000 and view["clock"]["running"] == "black"
    assert view["clock"]["since"] == drawn + CARD_SHOWN


def test_a_log_with_moves_before_the_clock_is_followed_again() -> None:
    setup = Setup(start=Position.initial("english"), time=TimeControl.sudden_death(300_000))
    terms = Terms(setup=setup, rival="anybody", side=None, deck="english-3move")
    seeds = {"toss": "5e" * 32, "card": "6f" * 32}
    table = Table("Abc123", terms, seeds, None, 1_000)
    for player in ("Anna", "Bert"):
        seat(table, Seat(player, player), 2_000)
    for player in ("Anna", "Bert"):
        acts.do(table, player, ContributeAct(f"by {player}"), 3_000, 0)
    begins = 3_000 + TOSS_SHOWN + CARD_SHOWN
    white = table.seat("white")
    assert white is not None and white.player is not None
    acts.do(table, white.player, MoveAct(str(table.game.position.legal_moves[0])), 3_500, 0)
    clock = table.game.clock
    assert clock is not None and clock.since == begins
    assert clock.remaining("white", begins) == clock.remaining("black", begins) == 300_000
    again = Table("Abc123", terms, seeds, None, 1_000)
    again.load(table.log)
    assert again.game.to_json() == table.game.to_json()
    # A log of before says nothing of it: there the clock ran from the draw on.
    drawn = next(n for n, entry in enumerate(table.log) if isinstance(entry.event, LotsDrawn))
    old = [*table.log[:drawn], replace(table.log[drawn], event=LotsDrawn(seeds))]
    before = Table("Abc123", terms, seeds, None, 1_000)
    before.load(old)
    assert before.game.clock is not None and before.game.clock.since == 3_000


@pytest.mark.parametrize("named", [False, True])
def test_E5_a_log_is_followed_again_whether_its_toss_is_between_seats_or_names(named: bool) -> None:
    setup = Setup(start=Position.initial("english"))
    terms = Terms(setup=setup, rival="anybody", side=None, deck="english-3move")
    seeds = {"toss": "5e" * 32, "card": "6f" * 32}
    table = Table("Abc123", terms, seeds, None, 1_000)
    for player in ("anna", "bert"):
        seat(table, Seat(player, "Anna"), 2_000, named=named)
    for player in ("anna", "bert"):
        acts.do(table, player, ContributeAct(f"by {player}"), 3_000, 0)
    assert table.toss is not None
    header = ("toss", "1 Anna", "2 Anna (2)") if named else ("toss",)
    assert table.toss.header == header
    assert table.sides("anna") == (table.toss.sides[0],)
    assert table.match is not None and table.match.players == ("Anna", "Anna (2)")
    again = Table("Abc123", terms, seeds, None, 1_000)
    again.load([Entry.from_row(e.seq, e.kind, e.at, e.body, e.command) for e in table.log])
    assert again.toss == table.toss and again.seats == table.seats
    assert again.match is not None and again.match.to_json() == table.match.to_json()
    body = next(e.body for e in table.log if isinstance(e.event, LotsPublished))
    assert body["toss"] == ({"players": ("Anna", "Anna (2)")} if named else {})


def test_C_a_match_against_the_computer(guest: Make) -> None:
    player = guest("Anna")
    game = player.begin("computer", level=1, ballot="english-3move", side="black")["game"]
    socket = player.socket()
    socket.watch(game)
    socket.do(game, "contribute", text="anything")
    view = socket.shows(game, phase="playing", turn="black")
    assert view["ply"] == 4
    ack = socket.do(game, "resign")
    assert socket.reaches(game, ack["seq"])["match"]["score"] == [0, 2]
    second = socket.do(game, "next")["next"]
    assert socket.watch(second)["you"] == ["white"]
    text = socket.views[second]["legal"][0]["text"]
    assert socket.do(second, "move", text=text)["t"] == "ack"
