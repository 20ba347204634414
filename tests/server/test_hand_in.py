"""Games and rounds with lots that were played without a connection, and handed in."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.served import Guest, Server, new_id

import crownhead as ch
from crownhead.ballots import DECKS, deck
from crownhead.game import Game
from crownhead.lots import Draw, Toss
from crownhead.match import Match
from crownhead.sides import other

Make = Callable[..., Guest]

SEED = "07" * 32
BEGAN = 1_700_000_000_000
LINES = ("from Anna", "more")


def play_round(
    games: int = 1, over: bool = False, clock: bool = False, tossed: bool = False, **options: Any
) -> Match:
    """Return a round of so many games, two moves after the card in each; all but the last end."""
    if clock:
        options["time"] = ch.TimeControl.fischer(60_000, 0)
    toss = Toss(seed=SEED, contributions=LINES) if tossed else None
    drawn = Draw(deck=options.pop("deck", "english-3move"), seed=SEED, contributions=LINES)
    at = BEGAN if clock else None
    match = Match.ballot(players=("Anna", "Bob"), drawn=drawn, toss=toss, at=at, **options)
    for number in range(games):
        at = BEGAN + 60_000 * number if clock else None
        game = match.begin_second(at=at) if number else match.games[0]
        for ply in (1, 2):
            game.play(game.position.legal_moves[0], at=None if at is None else at + 1_000 * ply)
        if over or number < games - 1:
            game.resign("white", at=None if at is None else at + 5_000)
    return match


def wish(match: Match, level: int | None = None) -> dict[str, Any]:
    """Return the body with which Anna hands a round in."""
    mine = "black" if match.games[0].players.black == "Anna" else "white"
    you = [mine, other(mine)] if level is None else [mine]
    return {"id": new_id(), "record": json.loads(match.to_json()), "you": you, "level": level}


def hand_in(player: Guest, body: dict[str, Any]) -> httpx.Response:
    """Hand a round in."""
    return player.http.post("/api/games/hand-in", json=body)


def get_game(player: Guest, game: str) -> dict[str, Any]:
    """Return a game as the server shows it."""
    found: dict[str, Any] = player.http.get(f"/api/games/{game}").json()
    return found


def mine(player: Guest) -> list[dict[str, Any]]:
    """Return the games of a guest."""
    found: list[dict[str, Any]] = player.http.get("/api/me").json()["games"]
    return found


def moves(game: Game) -> list[str]:
    """Return the moves of a game."""
    return [str(move) for move in game.moves]


@pytest.mark.parametrize("tossed", [False, True])
@pytest.mark.parametrize("clock", [False, True])
@pytest.mark.parametrize("level", [None, 1])
@pytest.mark.parametrize(("games", "over"), [(1, False), (1, True), (2, False), (2, True)])
def test_C_a_round_is_taken_as_if_it_had_been_played_here(
    guest: Make, games: int, over: bool, level: int | None, clock: bool, tossed: bool
) -> None:
    player = guest("Anna")
    match = play_round(games, over, clock, tossed)
    answer = hand_in(player, wish(match, level))
    assert answer.status_code == 201, answer.text
    last = answer.json()
    assert len(mine(player)) == games
    view = get_game(player, last["game"])["view"]
    seen = view["match"]
    assert seen["number"] == games and seen["over"] == (games == 2 and over)
    assert seen["card"]["code"] == match.card.code
    assert seen["score"] == list(match.score)
    assert view["phase"] == ("over" if over else "playing")
    assert view["moves"][: len(match.games[-1].moves)] == moves(match.games[-1])
    assert seen["games"][-1] == last["game"]
    first = get_game(player, seen["games"][0])["view"]
    assert first["moves"][: len(match.games[0].moves)] == moves(match.games[0])
    lot = next(lot for lot in first["lots"] if lot["kind"] == "card")
    assert Draw.verify(lot["commitment"], lot["seed"], match.card, tuple(lot["contributions"]))
    assert (lot["commitment"], lot["result"]) == (match.commitment, match.card.code)
    if tossed:
        toss = next(lot for lot in first["lots"] if lot["kind"] == "toss")
        lines = tuple(toss["contributions"])
        assert Toss.verify(toss["commitment"], toss["seed"], int(toss["result"]), lines)
        assert first["players"]["black"]["name"] == match.games[0].players.black
    if level is None:
        assert sorted(last["you"]) == ["black", "white"]
        assert {p["name"] for p in first["players"].values()} == {"Anna", "Bob"}
    else:
        sides = match.games[-1].players
        assert last["you"] == ["black" if sides.black == "Anna" else "white"]
    if games == 2:
        assert first["next"] == last["game"] and first["phase"] == "over"
    if clock and not over:
        assert view["paused"] and view["clock"]["running"] is None
        stood = match.games[-1].clock
        assert stood is not None
        assert (view["clock"]["white"], view["clock"]["black"]) == (
            stood.remaining("white", stood.since),
            stood.remaining("black", stood.since),
        )


def test_the_log_of_a_round_is_that_of_one_played_here(guest: Make) -> None:
    player = guest("Anna")
    match = play_round(2, clock=True)
    game = hand_in(player, wish(match)).json()["game"]
    view = get_game(player, game)["view"]
    first, second = (player.socket().watch(name)["events"] for name in view["match"]["games"])
    kinds = [entry["kind"] for entry in first]
    before = ["seated", "seated", "lots", "contributed", "contributed", "drawn"]
    assert kinds == [*before, "played", "played", "resigned", "followed"]
    assert [entry["at"] for entry in first[:7]] == [BEGAN] * 6 + [BEGAN + 1_000]
    assert first[-1]["at"] == BEGAN + 60_000
    kinds = [entry["kind"] for entry in second]
    assert kinds == ["seated", "seated", "played", "played", "held", "paused"]


def test_a_round_goes_on_where_it_was_handed_in(guest: Make) -> None:
    """Between its games, and within the second."""
    player = guest("Anna")
    first = hand_in(player, wish(play_round(1, over=True))).json()["game"]
    socket = player.socket()
    socket.watch(first)
    second = socket.do(first, "next")["next"]
    view = socket.watch(second)["view"]
    assert view["match"]["games"] == [first, second] and view["match"]["score"] == [2, 0]
    second = hand_in(player, wish(play_round(2, clock=True))).json()["game"]
    socket.watch(second)
    view = socket.shows(second, paused=False)
    ack = socket.do(second, "resign", by="black")
    view = socket.reaches(second, ack["seq"])
    assert view["match"]["over"] and view["match"]["score"] == [4, 0]


@pytest.mark.parametrize("key", DECKS)
def test_C_a_round_with_a_card_of_any_deck(guest: Make, key: str) -> None:
    """Cards with a position of their own are among them."""
    match = play_round(2, clock=True, deck=key)
    game = hand_in(guest("Anna"), wish(match)).json()["game"]
    assert get_game(guest(), game)["view"]["match"]["card"]["deck"] == key


def test_a_round_is_stored_once_however_often_it_is_handed_in(guest: Make) -> None:
    player = guest("Anna")
    body = wish(play_round(2, over=True))
    one, two = hand_in(player, body), hand_in(player, body)
    assert one.status_code == 201 and one.json() == two.json()
    assert len(mine(player)) == 2


def test_a_round_is_stored_by_any_database(tmp_path: Path, database: str) -> None:
    with Server(tmp_path, environment={"DATABASE_URL": database}) as server:
        player = Guest(server, "Anna")
        body = wish(play_round(2))
        assert hand_in(player, body).json() == hand_in(player, body).json()
        assert sorted(card["phase"] for card in mine(player)) == ["over", "playing"]


def test_of_a_round_all_is_stored_or_nothing(guest: Make) -> None:
    """An id that has been used already names what it was used for."""
    player = guest("Anna")
    body = wish(play_round(1))
    begun = hand_in(player, body).json()
    more = {**wish(play_round(2)), "id": body["id"]}
    assert hand_in(player, more).json() == begun
    assert len(mine(player)) == 1


def test_C_a_forged_round_is_refused_and_changes_nothing(guest: Make) -> None:
    player = guest("Anna")
    good = wish(play_round(2, over=True))
    timed = wish(play_round(2, clock=True))
    tossed = wish(play_round(2, tossed=True))
    card = deck("english-3move").playable[0]
    assert card != play_round().card
    foreign = json.loads(card.game(white="Bob", black="Anna").to_json())

    def forge(body: dict[str, Any], *path: Any) -> dict[str, Any]:
        copy: dict[str, Any] = json.loads(json.dumps(body))
        *way, last, value = path
        place: Any = copy["record"]
        for step in way:
            place = place[step]
        place[last] = value
        return {**copy, "id": new_id()}

    first, second = good["record"]["games"]
    late = json.loads(json.dumps(timed["record"]["games"][1]))
    late["events"][-1]["at"] = BEGAN * 2
    forged = {
        "another card": forge(good, "games", [foreign]),
        "another seed": forge(good, "draw", "seed", "08" * 32),
        "other contributions": forge(good, "draw", "contributions", ["mine"]),
        "contributions of the toss": forge(tossed, "toss", "contributions", ["mine"]),
        "a name in a toss of before": wish(
            Match.ballot(players=("A" * 60, "Bob"), toss=Toss(players=("A" * 60, "Bob"), seed=SEED))
        ),
        "players not swapped": forge(good, "games", 1, "white", second["black"]),
        "players changed": forge(good, "players", ["Bob", "Anna"]),
        "the first not ended": forge(good, "games", 0, "events", first["events"][:-1]),
        "three games": forge(good, "games", [first, second, first]),
        "another agreement": forge(good, "games", 1, "setup", "huffing", True),
        "nothing prescribed": forge(good, "games", 0, "setup", "opening", 0),
        "an illegal move": forge(good, "games", 1, "events", 3, "move", "1-32"),
        "the opening took time": forge(timed, "games", 0, "events", 0, "at", BEGAN - 9_000),
        "the future": forge(timed, "games", 1, late),
        "one side of two": {**good, "id": new_id(), "you": ["black"]},
        "two sides of one": {**good, "id": new_id(), "level": 3},
        "a deck nobody knows": forge(good, "draw", "deck", "nobodys"),
        "no draw": forge(good, "draw", None),
        "no games": forge(good, "games", 5),
        "a version": forge(good, "version", 9),
    }
    for name, body in forged.items():
        answer = hand_in(player, body)
        assert answer.status_code == 409, (name, answer.text)
        refusal = answer.json()
        assert refusal["code"] == "not_allowed" and refusal["sentence"], name
    assert mine(player) == []


def single(clock: bool = False, named: bool = False, **options: Any) -> tuple[Game, Toss]:
    """Return a game of two moves between Anna and Bob, and the toss for its sides.

    `named`: the toss is one of before, between the two names.
    """
    players = ("Anna", "Bob") if named else None
    toss = Toss(players=players, seed=SEED, contributions=("from Anna",))
    if clock:
        options["time"] = ch.TimeControl.fischer(60_000, 0)
    names = dict(zip(toss.sides, ("Anna", "Bob"), strict=True))
    game = Game(options.pop("variant", "english"), **names, **options)
    for ply in (0, 1):
        game.play(game.position.legal_moves[0], at=BEGAN + 1_000 * ply if clock else None)
    return game, toss


def wish_single(game: Game, toss: Toss, level: int | None = None) -> dict[str, Any]:
    """Return the body with which Anna hands a single game in with its toss."""
    own = toss.sides[0]
    you = [own, other(own)] if level is None else [own]
    body = {"id": new_id(), "record": json.loads(game.to_json()), "you": you, "level": level}
    return {**body, "toss": toss.to_dict()}


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("clock", [False, True])
@pytest.mark.parametrize("level", [None, 1])
@pytest.mark.parametrize("variant", ["english", "lite", "international"])
def test_E5_a_single_game_is_taken_with_the_toss_for_its_sides(
    guest: Make, variant: str, level: int | None, clock: bool, named: bool
) -> None:
    player = guest("Anna")
    game, toss = single(clock, named, variant=variant)
    body = wish_single(game, toss, level)
    answer = hand_in(player, body)
    assert answer.status_code == 201, answer.text
    taken = answer.json()
    assert sorted(taken["you"]) == sorted(body["you"])
    view = get_game(player, taken["game"])["view"]
    assert view["moves"][:2] == moves(game)
    (lot,) = view["lots"]
    assert lot["kind"] == "toss" and lot["commitment"] == toss.commitment
    lines = tuple(lot["contributions"])
    assert Toss.verify(lot["commitment"], lot["seed"], toss.black, lines, toss.players)
    assert lot["result"] == (game.players.black if named else str(toss.black))
    assert lot["sides"] == list(toss.sides)
    names = {side: seat["name"] for side, seat in view["players"].items()}
    rival = f"crownhead {level}" if level and not named else "Bob"
    assert names == dict(zip(toss.sides, ("Anna", rival), strict=True))
    assert hand_in(player, body).json() == taken
    kinds = [entry["kind"] for entry in player.socket().watch(taken["game"])["events"]]
    assert kinds[:7] == ["seated", "seated", "lots", "contributed", "drawn", "played", "played"]


def test_E5_a_tossed_game_that_was_handed_in_has_a_rematch_with_swapped_sides(guest: Make) -> None:
    player = guest("Anna")
    game, toss = single()
    game.resign(game.turn)
    taken = hand_in(player, wish_single(game, toss)).json()["game"]
    socket = player.socket()
    socket.watch(taken)
    after = socket.do(taken, "rematch")["next"]
    view = get_game(player, after)["view"]
    assert view["lots"] == [] and view["players"]["white"]["name"] == game.players.black


@pytest.mark.parametrize("named", [False, True])
def test_E5_a_forged_toss_of_a_single_game_is_refused_and_changes_nothing(
    guest: Make, named: bool
) -> None:
    player = guest("Anna")
    game, toss = single(named=named)
    good = wish_single(game, toss)
    match = wish(play_round(2, over=True, tossed=True))

    def forge(**fields: Any) -> dict[str, Any]:
        return {**good, "toss": {**good["toss"], **fields}}

    seed = next(
        seed
        for seed in (f"{n:064x}" for n in range(64))
        if Toss(players=toss.players, seed=seed, contributions=toss.contributions).black
        != toss.black
    )
    fallen = Toss(players=toss.players, seed=seed, contributions=toss.contributions)
    record = good["record"]
    long = Toss(players=("A" * 60, "Bob"), seed=SEED)
    forged = {
        "another seed": forge(seed="08" * 32),
        "another commitment": forge(commitment="08" * 32),
        "a toss that gave the sides to the others": {**good, "toss": fallen.to_dict()},
        "other players": {
            **good,
            "toss": Toss(players=("Anna", "Carl"), seed=SEED).to_dict(),
        },
        "a name that no player has": wish_single(
            Game(**dict(zip(long.sides, long.players or (), strict=True))), long
        ),
        "no contributions' list": forge(contributions="from Anna"),
        "too many contributions": forge(contributions=["a"] * 9),
        "no seed": {**good, "toss": {"commitment": toss.commitment}},
        "a field too many": forge(more=1),
        "a fraction": forge(seed=0.5),
        "one player": forge(players=["Anna"]),
        "no toss": {**good, "toss": {}},
        "a toss beside that of a match": {**match, "toss": good["toss"]},
        "the other side's seat in a match": {**match, "you": match["you"][::-1]},
    }
    if named:
        swapped = {**record, "white": record["black"], "black": record["white"]}
        forged["sides swapped in the game"] = {**good, "record": swapped}
    else:
        forged["the other side's seat"] = {**good, "you": good["you"][::-1]}
    for name, body in forged.items():
        answer = hand_in(player, {**body, "id": new_id()})
        assert answer.status_code == 409, (name, answer.text)
        refusal = answer.json()
        assert refusal["code"] == "not_allowed" and refusal["sentence"], name
    assert hand_in(player, {**good, "toss": "heads"}).status_code == 400
    assert mine(player) == []
